"""What can be inferred of other hands from what their owners threw away, left lying, and took for all to see.

A world is the more likely, the better it explains what everybody saw: a player who throws a clue away hardly holds
another two of its colour, one who leaves a clue lying on the discard pile hardly waits for it, and one who takes it
mostly holds another.
"""

from math import exp
from typing import Final

from casefile.bots.base import Situation
from casefile.core.counts import added_up
from casefile.core.deck import CLUE
from casefile.core.events import Event, hand_of
from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.state import State

CHOICE: Final = 8  # worlds from which one is taken, by how well they explain what was seen
# How likely a hand holds 0, 1, 2, or 3 and more clues of a colour, against a hand dealt by chance: players keep pairs,
# meld what is more, and throw single ones away. Measured over rounds of bots; people do the same.
USUALLY: Final = [1.0, 0.8, 2.1, 0.8]
AFTER_THROWING: Final = [1.25, 0.65, 0.3, 0.3]  # one of the colour
LEFT_LYING: Final = [1.0, 0.5, 0.6, 0.6]  # besides, if one of the colour was left on the discard pile at a draw
AFTER_TAKING: Final = [0.5, 1.8, 1.0, 0.7]  # others of the colour, beside what was taken for all to see and is held


class Suspicions:
    """Which kinds each other seat threw away, left lying at a draw, or took; from the story of the round."""

    def __init__(self, rules: Rules, situation: Situation) -> None:
        view = situation.view
        cards = rules.deck.cards
        self.kinds = view.kinds
        self.seat = view.seat
        self.clues = [kind for kind in range(view.kinds) if cards[kind].kind == CLUE and cards[kind].colour]
        self.known = view.mind.known_everywhere()
        self.thrown = [False] * (view.seats * view.kinds)
        self.left = [False] * (view.seats * view.kinds)
        self.taken = [False] * (view.seats * view.kinds)
        self.top = -1  # of the discard pile, if it was discarded or turned up, and is still there
        for event in situation.story:
            self.read(event)
        for at in range(len(self.taken)):
            if not self.known[at] or view.melded >> at % view.kinds & 1:
                self.taken[at] = False  # it has left the hand, or its colour needs no meld any more

    def read(self, event: Event) -> None:
        """What somebody did last with a kind counts."""
        if event.what == "discard" or event.what == "turn-up":
            self.top = event.cards[0]
        if event.seat >= 0 and self.top >= 0:
            at = event.seat * self.kinds + self.top
            if event.what == "discard":
                self.thrown[at] = True
                self.taken[at] = False
            elif event.what == "draw":
                self.left[at] = True
        if event.what == "draw-discard":
            self.top = -1
        taker = event.other if event.what == "give" else event.seat  # a partner's gift was not asked for
        for move in event.moves:
            if taker >= 0 and move.went_to == hand_of(taker):
                for kind in move.cards:
                    if kind >= 0:
                        self.taken[taker * self.kinds + kind] = True

    def weight(self, world: State) -> float:
        """How well a world explains what was seen."""
        weight = 1.0
        for seat in range(world.seats):
            if seat == self.seat:
                continue
            for kind in self.clues:
                at = seat * self.kinds + kind
                held = world.hands[at]
                if self.taken[at]:
                    weight *= AFTER_TAKING[min(held - self.known[at], 3)]
                    continue
                held = min(held, 3)
                weight *= AFTER_THROWING[held] if self.thrown[at] else USUALLY[held]
                if self.left[at]:
                    weight *= LEFT_LYING[held]
        return weight


class Beliefs(Suspicions):
    """What a net believes of the hidden cards, in place of what the story suggests."""

    def __init__(self, seat: int, odds: list[float]) -> None:
        """Odds: by seat and kind, the log of how much rather a card lies in that hand than in the case file."""
        self.seat = seat
        self.odds = odds

    def weight(self, world: State) -> float:
        """How likely the net thinks a world to be, against others that agree with what the seat knows."""
        kinds = world.kinds
        total = 0.0
        for at in range(len(self.odds)):
            if at // kinds != self.seat and world.hands[at]:
                total += self.odds[at] * world.hands[at]
        return exp(total)


def likely_world(rules: Rules, situation: Situation, suspicions: Suspicions, rng: Rng) -> State:
    """A world that agrees with all that the seat knows, rather one that explains what was seen."""
    worlds = [rules.determinize(situation.view, rng) for _ in range(CHOICE)]
    weights = [suspicions.weight(world) for world in worlds]
    pick = rng.below(65536) / 65536 * added_up(weights)
    for at in range(CHOICE - 1):
        pick -= weights[at]
        if pick < 0:
            return worlds[at]
    return worlds[-1]
