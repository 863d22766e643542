"""Two plain opponents for every case: one that knows no better, and one with common sense."""

from typing import Protocol

from casefile.core.deck import CLUE
from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.view import View


class Bot(Protocol):
    """Whoever chooses an action for a seat, from what that seat may know."""

    def choose(self, view: View, actions: list[int]) -> int:
        """One of the legal actions."""


class RandomBot:
    """Any legal action, with the same chance."""

    def __init__(self, rules: Rules, rng: Rng) -> None:
        self.rng = rng

    def choose(self, view: View, actions: list[int]) -> int:
        """One of the legal actions."""
        return actions[self.rng.below(len(actions))]


class SimpleBot:
    """Melds what it can, plays its events, collects what it has most of, and throws the rest away."""

    def __init__(self, rules: Rules, rng: Rng) -> None:
        self.rules = rules
        self.rng = rng
        cards = rules.deck.cards
        self.colours = [card.colour if card.kind == CLUE else "" for card in cards]
        self.points = rules.deck.points()

    def choose(self, view: View, actions: list[int]) -> int:
        """The action that looks best; of equals, any."""
        if len(actions) == 1:
            return actions[0]
        worth = [self.worth(view, action) * 16 + self.rng.below(16) for action in actions]
        return actions[worth.index(max(worth))]

    def worth(self, view: View, number: int) -> int:
        """How good an action looks; larger is better."""
        action = self.rules.actions[number]
        kinds = [self.rules.face_kind[face] for face in action.faces]
        if action.verb == "draw":
            return 10 if ("discard" in action.text) == self.wants(view, view.top()) else 0
        if action.verb == "play":
            return 300
        if action.verb == "meld":
            return 200 + sum(action.counts)
        if action.verb == "lay":
            return 100 + self.points[kinds[0]]
        if action.verb in ("discard", "give", "pass"):
            return -self.keep(view, kinds[0])
        if action.verb == "take":
            gain = sum(max(1, self.keep(view, kind)) for kind in kinds)
            return gain + (5 if action.text.endswith(" play") else 0)
        if action.verb == "tip":
            return self.on_table(view, kinds[0])
        return 0

    def wants(self, view: View, top: int) -> bool:
        """Take the top of the discard pile? Only for a meld, and not always, or a round might never end (C-23)."""
        if top < 0 or self.rules.deck.cards[top].kind != CLUE or self.rng.below(8) == 0:
            return False
        return not self.colours[top] or view.hand[top] >= 2 or self.on_table(view, top) >= 3

    def keep(self, view: View, kind: int) -> int:
        """How much a card in the hand, or on the way to it, is worth keeping."""
        colour = self.colours[kind]
        if self.rules.deck.cards[kind].kind != CLUE:
            return 5 + self.points[kind] // 4
        if not colour:
            return 12
        if self.on_table(view, kind) >= 3:
            return 8 + self.points[kind]
        held = view.hand[kind]
        return self.points[kind] + 3 * min(held, 3)

    def on_table(self, view: View, kind: int) -> int:
        """The most cards of a clue's colour that lie in one area."""
        return max(
            sum(view.areas[side * view.faces + face] for face in range(view.faces) if self.face_matches(face, kind))
            for side in range(view.sides)
        )

    def face_matches(self, face: int, kind: int) -> bool:
        """Is this face a clue of the colour of that kind?"""
        name = self.rules.face_names[face]
        of_kind = self.rules.face_kind[face] == kind
        return of_kind or ("@" in name and name.endswith("@" + self.rules.deck.names[kind]))


BOTS: dict[str, type[RandomBot] | type[SimpleBot]] = {"random": RandomBot, "simple": SimpleBot}
