"""The learned player sits at tables only where it is proved to be stronger than dupin."""

from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace

import pytest

from casefile.bots.search import Thinker
from casefile.errors import CasefileError
from casefile.learn.net import FILE
from casefile.learn.proofs import PROOFS, Proof, proofs_of, who_plays
from casefile.learn.vidocq import Instant, Vidocq
from casefile.players import make_bot
from casefile.registry import case_named, cases, rules_for
from tests.laws.test_laws import Variant, every_variant
from tests.laws.walks import rules_of


@every_variant
def test_a_variant_without_proof_has_dupin_behind_the_name(variant: Variant) -> None:
    """Which bot plays is what the name says; with a budget behind it the net plays everywhere, to be measured."""
    rules = rules_of(variant)
    known = proofs_of(rules.case.package)
    plain = not rules.variant.options and rules.variant.edition == rules.case.editions[0]
    seats = (rules.seats, rules.variant.teams)
    proved = plain and any((each.players, each.teams) == seats and each.interval[0] > 50 for each in known)
    bot = make_bot("vidocq", rules)
    assert isinstance(bot, Vidocq if proved else Thinker)
    assert isinstance(bot, Vidocq) == proved
    assert who_plays("vidocq", rules) == ("vidocq" if proved else "dupin")
    assert who_plays("vidocq:0", rules) == "vidocq:0"
    assert isinstance(make_bot("vidocq:0", rules), Instant)


@pytest.mark.parametrize("case", cases())
def test_proofs_are_about_the_net_beside_them(case: str) -> None:
    """A net that was trained on has to be proved anew, and a proof says with which command."""
    proofs = proofs_of(case_named(case).package)
    assert proofs
    for proof in proofs:
        assert proof.interval[0] < proof.won < proof.interval[1]
        assert proof.command.startswith(f"casefile arena {case} vidocq:")


def test_what_proves_nothing_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An interval that holds one half, or the digest of another net."""
    assert not Proof(2, False, "", 400, 54.0, (49.1, 58.9)).holds()
    (tmp_path / FILE).write_bytes(b"a net")
    (tmp_path / PROOFS).write_text(f'net = "{sha256(b"another net").hexdigest()}"\nproof = []\n')
    for module in ("net", "proofs"):
        monkeypatch.setattr(f"casefile.learn.{module}.files", lambda _: tmp_path)
    assert proofs_of("a package that was trained on") == ()
    (tmp_path / PROOFS).write_text("net = 1\n[[proof]]\n")
    monkeypatch.setattr("casefile.learn.net.sha256", lambda _: SimpleNamespace(hexdigest=lambda: 1))
    with pytest.raises(CasefileError, match="must have net, and for each proof players"):
        proofs_of("a package with half a proof")
    monkeypatch.setattr("casefile.learn.net.find_spec", lambda _: None)
    assert proofs_of("a package where no net can run") == ()


def test_commands_say_who_plays(capsys: pytest.CaptureFixture[str]) -> None:
    """Beside the output, in one line, and only where it is so."""
    from casefile.cli.common import say_who_plays

    said = set()
    for case in cases():
        rules = rules_for(case)
        say_who_plays(["vidocq", "dupin"], rules)
        line = capsys.readouterr().err
        said.add(line)
        assert bool(line) == (who_plays("vidocq", rules) == "dupin")
    assert said == {"", "vidocq: not proved to be stronger than dupin in this variant: dupin plays\n"}
