"""What the experts of the cases share: a reading of the view, and how discards are compared."""

from typing import Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from casefile.bots.base import Reason
from casefile.bots.policy import POINT, Policy
from casefile.core.counts import add
from casefile.core.rules import Rules
from casefile.core.state import DRAW, NOTHING
from casefile.core.view import View

NEVER: Final = 1000000  # far beyond what any card is worth


@mypyc_attr(allow_interpreted_subclasses=True)
class Reading:
    """What a seat reads off its view, once for each decision; a case adds what else it needs to know."""

    def __init__(self, view: View, unseen: list[int]) -> None:
        self.view = view
        self.hand = view.hand
        self.size = view.sizes[view.seat]
        self.unseen = unseen  # by kind: the copies in other hands and hidden piles
        least = NEVER
        for seat in range(view.seats):
            if view.side(seat) != view.side(view.seat) and view.sizes[seat] < least:
                least = view.sizes[seat]
        self.least = least  # cards of the rival who is nearest to going out

    def is_melded(self, colour: int) -> bool:
        """Has this colour a meld in any area?"""
        return self.view.melded >> colour & 1 != 0


R = TypeVar("R", bound=Reading)


@mypyc_attr(allow_interpreted_subclasses=True)
class Reader(Policy, Generic[R]):
    """Reads its view once for each decision, and weighs what is due: an answer, a draw, or the rest of a turn."""

    def read(self, view: View) -> R:
        """What the seat of a view reads off the table."""
        raise NotImplementedError

    def answer(self, reading: R, action: int) -> int:
        """How good an answer to the open question looks."""
        raise NotImplementedError

    def draw(self, reading: R, action: int) -> int:
        """How good it looks to begin the turn like this."""
        raise NotImplementedError

    def turn(self, reading: R, actions: list[int]) -> list[int]:
        """The weights of plays and discards."""
        raise NotImplementedError

    def explain(self, reading: R, action: int) -> Reason:
        """The main reason for an action, as a person would say it."""
        raise NotImplementedError

    def weigh(self, view: View, actions: list[int]) -> list[int]:
        """How good each action looks, in tenths of a point."""
        reading = self.read(view)
        if view.question != NOTHING:
            return [self.answer(reading, action) for action in actions]
        if view.phase == DRAW:
            return [self.draw(reading, action) for action in actions]
        return self.turn(reading, actions)

    def reason(self, view: View, action: int) -> Reason:
        """The main reason for an action."""
        return self.explain(self.read(view), action)


@mypyc_attr(allow_interpreted_subclasses=True)
class Expert(Reader[R], Generic[R]):
    """Weighs plays against waiting, and each discard against the best one. Discards are the last actions of a case."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.first_discard = [action.verb for action in rules.actions].index("discard")
        self.shown = 0  # what it costs that the others saw a card which was taken from the discard pile

    def play(self, reading: R, action: int) -> int:
        """How much better a play is than to wait."""
        raise NotImplementedError

    def worth_held(self, reading: R, kind: int, held: int) -> int:
        """What the last of several cards of a kind is worth in the hand."""
        raise NotImplementedError

    def feed(self, reading: R, kind: int) -> int:
        """What a discard may be worth to the next player, who can take it."""
        raise NotImplementedError

    def use(self, reading: R, kind: int) -> int:
        """What one more card of a kind would be worth in the hand."""
        return self.worth_held(reading, kind, reading.hand[kind] + 1)

    def discard_cost(self, reading: R, kind: int) -> int:
        """What the hand loses with a card that it holds, and the next player may gain."""
        return self.worth_held(reading, kind, reading.hand[kind]) + self.feed(reading, kind)

    def turn(self, reading: R, actions: list[int]) -> list[int]:
        """The weights of plays and discards; to end the turn with the best discard is 0."""
        weights = [0] * len(actions)
        best = -NEVER
        first = len(actions)
        for at in range(len(actions)):
            action = actions[at]
            if action >= self.first_discard:
                first = min(first, at)
                weights[at] = -self.discard_cost(reading, action - self.first_discard)
                best = max(best, weights[at])
            else:
                weights[at] = self.play(reading, action)
        for at in range(first, len(actions)):
            add(weights, at, -best)
        return weights

    def draw_top(self, reading: R) -> int:
        """The top of the discard pile, unless it would come back there at once."""
        top = reading.view.discard[-1]
        use = self.use(reading, top)
        return use - self.shown if self.stays(reading, top, use + self.feed(reading, top)) else -POINT

    def stays(self, reading: R, drawn: int, cost: int) -> bool:
        """Would a drawn card stay in the hand, because another one is discarded at less cost?"""
        for kind in range(self.kinds):
            if reading.hand[kind] and kind != drawn and self.discard_cost(reading, kind) < cost:
                return True
        return False
