"""What a case declares of itself, once: everything else asks this object and names no case."""

from collections.abc import Callable
from typing import Any, Final

from casefile.core.events import PLACES

PHASES: Final = ("draw", "play", "over")
ENDINGS: Final = ("discard", "file")


class Small:
    """A game of a case that is small enough to be solved exactly: for study only, nobody plays it at a table."""

    def __init__(self, cards: dict[str, int], hand: int, turns: int) -> None:
        self.cards = cards  # copies of each card; of the others there is none
        self.hand = hand  # cards dealt to each
        self.turns = turns  # after which the round is given up


class Case:
    """A case before it is played. Its folder holds the deck, the words, the pages of rules and the look.

    The words for phases, questions and endings stand in positions and records. Those that every case has come first; a
    case adds its own behind them, and its constants count on from there.
    """

    def __init__(
        self,
        name: str,
        title: str,
        package: str,
        make: Callable[["Variant", Any], Any],
        *,
        players: tuple[int, ...],
        prefix: str,
        policy: Callable[[Any], Any] | None = None,
        editions: tuple[str, ...] = ("standard",),
        options: tuple[str, ...] = (),
        teams: tuple[tuple[int, bool], ...] = (),
        always_teams: tuple[int, ...] = (),
        phases: tuple[str, ...] = (),
        questions: tuple[str, ...] = (),
        sealed: tuple[str, ...] = (),
        endings: tuple[str, ...] = (),
        ended_by_seat: tuple[str, ...] = (),
        places: tuple[str, ...] = (),
        position_keys: dict[str, object] | None = None,
        standing_orders: dict[str, str] | None = None,
        small: Small | None = None,
        revision: int = 1,
    ) -> None:
        self.name = name
        self.title = title
        self.package = package  # the folder, as a Python package
        self.make = make  # rules out of a variant and a deck
        self.players = players
        self.prefix = prefix  # of the numbers of its rules
        self.policy = policy  # what bots know of the case, made from its rules
        self.editions = editions
        self.options = options
        self.teams = teams  # (players, teams) beside every player alone
        self.always_teams = always_teams
        self.phases = [*PHASES, *phases]  # of the set-up
        self.questions = ["", *questions]
        self.sealed = sealed  # questions for several seats, whose answers are shown when all are in (C-21)
        self.endings = ["", *ENDINGS, *endings]
        self.ended_by_seat = ["discard", *ended_by_seat]  # endings that one seat brings about
        self.places = [*PLACES, *places]  # of cards; one of its own is called like the list of its state
        self.position_keys = position_keys or {}  # with the value that says nothing
        self.standing_orders = standing_orders or {}  # private ones: how a question that is asked in secret is answered
        self.small = small  # for casefile.research.small
        self.revision = revision  # of its rules: one more with each change after which a match would go on otherwise


class Variant:
    """Which game is played: frozen data, fixed for a whole match."""

    def __init__(self, declared: Case, edition: str, seats: int, *, teams: bool, options: tuple[str, ...]) -> None:
        self.declared = declared
        self.case = declared.name
        self.edition = edition
        self.seats = seats
        self.teams = teams
        self.options = options

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled by its fields."""
        return remake, (self.declared, self.edition, self.seats, self.teams, self.options)


def remake(declared: Case, edition: str, seats: int, teams: bool, options: tuple[str, ...]) -> Variant:  # noqa: FBT001
    """A variant that was pickled."""
    return Variant(declared, edition, seats, teams=teams, options=options)
