"""What was proved of the nets that ship: in which variants the learned player is stronger than the one before it."""

import tomllib
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files

from casefile.core.case import Case, Variant
from casefile.core.rules import Rules
from casefile.errors import CasefileError
from casefile.learn.net import Source

PROOFS = "net.toml"  # in the folder of a case, beside its net
LEARNED = "vidocq"
STRONGEST = "dupin"  # of the bots that nobody had to train
EVEN = 50.0  # per cent: the share of the wins that two equals have


@dataclass(frozen=True)
class Proof:
    """Matches against dupin, in one variant."""

    players: int
    teams: bool
    command: str
    matches: int
    won: float  # per cent
    interval: tuple[float, float]  # at 95 %

    def holds(self) -> bool:
        """Is the net ahead, beyond chance?"""
        return self.interval[0] > EVEN


@cache
def proofs_of(package: str) -> tuple[Proof, ...]:
    """The proofs that a case has brought along for the very net that lies beside them; none where no net can run."""
    path = files(package) / PROOFS
    digest = Source.nets.digest(package) if path.is_file() else None
    if digest is None:
        return ()
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        if data["net"] != digest:
            return ()
        return tuple(Proof(**{**each, "interval": tuple(each["interval"])}) for each in data["proof"])
    except (tomllib.TOMLDecodeError, KeyError, TypeError):
        parts = ", ".join(field.name for field in fields(Proof))
        raise CasefileError(f"{package}/{PROOFS}: must have net, and for each proof {parts}") from None


def is_proved(variant: Variant) -> bool:
    """Is the net of this case stronger than dupin in this variant? Editions and options make variants of their own."""
    plain = variant.edition == variant.declared.editions[0] and not variant.options
    return plain and (variant.seats, variant.teams) in proved_seats(variant.declared)


def proved_seats(case: Case) -> list[tuple[int, bool]]:
    """For how many players, and whether in teams, it is proved: in the case's first edition, without options."""
    return [(proof.players, proof.teams) for proof in proofs_of(case.package) if proof.holds()]


def who_plays(name: str, rules: Rules) -> str:
    """The bot behind a name: dupin in place of the learned one where that is not there, or not proved to be stronger.

    With a budget behind its name, `vidocq:400` or `vidocq:0`, it plays wherever there is a net, to be measured.
    """
    if name != LEARNED:
        return name
    can_play = is_proved(rules.variant) and Source.nets.is_at_hand(rules.case.package)
    return LEARNED if can_play else STRONGEST
