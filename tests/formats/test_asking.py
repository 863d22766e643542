"""What somebody with real cards asks: a rule, a card, the points of a round; and servers that nobody could use."""

from pathlib import Path

import pytest

from tests.formats.test_commands import run


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ([], "**C-23**"),
        (["ripper"], "**RIP-32**"),
        (["ripper"], "| `eddy` | 5 | points 2, rank in a tie 2 * |"),
        (["ripper", "scene:bucks-row"], "- partner: victim:nichols (assumed)"),
        (["ripper", "joker@gull"], "**RIP-2**"),
        (["ripper", "Sir William Gull"], "- rank in a tie: 3 (assumed)"),
        (["rip-6"], "Only one alibi"),
        (["ripper", "RIP-6"], "Only one alibi"),
        (["ripper", "alibi"], "**RIP-5**"),
        (["ripper", "Lay off"], "**C-10**"),
        (["common", "discard pile"], "**C-2**"),
        (["common"], "Seats are numbered clockwise"),
        (["decks"], "data file"),
    ],
)
def test_rules(capsys: pytest.CaptureFixture[str], arguments: list[str], text: str) -> None:
    """Pages, cards and single rules, with assumed figures marked."""
    code, out, _ = run(capsys, "rules", *arguments)
    assert code == 0
    assert text in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["gull"], "unknown page 'gull'; known: common, decks, ripper, rue-morgue, jekyll-hyde, capone"),
        (["riper"], "unknown page 'riper'; did you mean ripper?"),
        (["RIP-99"], "unknown rule 'RIP-99'; did you mean RIP-9?"),
        (["ripper", "drui"], "unknown card or word in ripper 'drui'; did you mean druitt?"),
        (["ripper", " "], "unknown card or word in ripper ' '"),
        (["common", "zzz"], "unknown card or word in common 'zzz'"),
        (["RIP-6", "gull"], "unknown page 'RIP-6'; known: common"),
    ],
)
def test_rules_that_do_not_exist(capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
    """One line, with what there is."""
    code, out, err = run(capsys, "rules", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith(f"casefile: {said}")
    assert err.count("\n") == 1


def test_a_score_in_another_language(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """English whatever the system speaks, as it is data, unless somebody asks."""
    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    over = tmp_path / "over.json"
    over.write_text(
        '{"case": "ripper", "players": 2, "phase": "over", "ended": {"by": "discard", "seat": 1},'
        ' "hands": [["jill"], []], "areas": [["victim:kelly", "gull", "gull", "gull"], []]}'
    )
    assert "1 × Jill the Ripper in the hand" in run(capsys, "score", over)[1]
    assert "auf der Hand" in run(capsys, "score", over, "--language", "de")[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--port", "99999"], "must be a port from 1 to 65535, or 0 for any, not '99999'"),
        (["--rate", "0"], "must be more than 0"),
        (["--name", "http://games.example.org/"], "must be a name such as games.example.org"),
        (["--name", ""], "must be a name such as games.example.org"),
    ],
)
def test_servers_that_could_not_be_used(capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
    """They are refused, in one line."""
    code, out, err = run(capsys, "serve", "--port", 0, *arguments)
    assert (code, out) == (2, "")
    assert said in err


def test_rules_with_own_figures(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A figure that an owner of the cards gives is no longer assumed."""
    own = tmp_path / "own.toml"
    own.write_text("[eddy]\nrank = 3\n[gull]\nrank = 2\n")
    out = run(capsys, "rules", "ripper", "eddy", "--deck", own)[1]
    assert "- rank in a tie: 3\n" in out
