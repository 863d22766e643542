"""A table set for one situation, so that a test reads like a moment of a game."""

from typing import Any

from casefile.core.events import Event
from casefile.core.rules import Rules
from casefile.core.state import State
from casefile.errors import CasefileError
from casefile.registry import rules_for
from casefile.text.notation import Notation
from casefile.text.position import position_from_dict, position_to_dict


class Scene:
    """A position, and what can be asked of it."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.state = state
        self.notation = Notation(rules)

    def do(self, *actions: str) -> "Scene":
        """Carry out actions, each of which must be legal."""
        for action in actions:
            self.notation.play(self.state, action)
        return self

    def legal(self, verb: str = "") -> list[str]:
        """All legal actions (that begin so), without the seat where only one may choose."""
        found = []
        for seat in self.actors():
            for action in self.rules.legal(self.state, seat):
                found.append(self.rules.actions[action].text)
        return sorted(text for text in found if text.startswith(verb))

    def refused(self, action: str) -> str:
        """Why an action is refused; nothing may have changed."""
        before = self.position
        try:
            self.notation.play(self.state, action)
        except CasefileError as error:
            assert self.position == before
            return str(error)
        raise AssertionError(f"{action!r} was not refused")

    def actors(self) -> list[int]:
        """The seats that have to choose."""
        return [seat for seat in range(self.state.seats) if self.state.actors() >> seat & 1]

    @property
    def position(self) -> dict[str, Any]:
        """The position as JSON data."""
        return position_to_dict(self.rules, self.state)

    def hand(self, seat: int) -> list[str]:
        """The cards in a hand."""
        cards: list[str] = self.position["hands"][seat]
        return cards

    def area(self, side: int) -> list[str]:
        """The cards in an area."""
        cards: list[str] = self.position["areas"][side]
        return cards

    def totals(self) -> list[int]:
        """The points of each side in a round that is over."""
        return self.rules.score(self.state).totals()

    def seen(self, seat: int, what: str = "") -> list[Event]:
        """The events that a seat has seen (of one sort)."""
        events = [event.seen_by(seat) for event in self.state.log or []]
        return [event for event in events if event is not None and event.what.startswith(what)]


def position(
    case: str, hands: list[str], areas: list[str] | None = None, discard: str = "", top: str = "", **more: Any
) -> dict[str, Any]:
    """A position; what is not named lies in the case file, below the cards of `top`."""
    data: dict[str, Any] = {"case": case, "players": len(hands)} | more
    rules = rules_for(case, len(hands), more.get("edition"), more.get("teams"), more.get("options", ()))
    sides = [words(area) for area in areas] if areas is not None else [[] for _ in range(rules.sides)]
    data |= {"hands": [words(hand) for hand in hands], "areas": sides, "discard": words(discard)}
    aside = (more.get("asked") or {}).get("cards", [])
    placed = [rules.deck.names.index(name) for row in data["hands"] for name in row]
    placed += [rules.face_kind[rules.face_names.index(name)] for row in sides for name in row]
    placed += [rules.deck.names.index(name) for name in data["discard"] + words(top) + aside]
    rest = [
        name for kind, name in enumerate(rules.deck.names) for _ in range(rules.deck.copies[kind] - placed.count(kind))
    ]
    data["case_file"] = words(top) + rest
    return data


def scene(case: str, hands: list[str], areas: list[str] | None = None, **more: Any) -> Scene:
    """A table set like this, with a log."""
    return set_table(position(case, hands, areas, **more))


def set_table(data: dict[str, Any], *, scoring: bool = False) -> Scene:
    """A table set as a position says."""
    rules, state = position_from_dict(data, scoring=scoring)
    state.log = []
    return Scene(rules, state)


def words(text: str) -> list[str]:
    """`druitt*3 gull` as a list of four cards."""
    cards: list[str] = []
    for word in text.split():
        name, _, count = word.partition("*")
        cards += [name] * int(count or 1)
    return cards
