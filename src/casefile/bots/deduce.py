"""What can be inferred of other hands from what their owners threw away and what they left lying.

A world is the more likely, the better it explains what everybody saw: who throws a clue away hardly holds another
two of its colour, and who leaves one lying on the discard pile hardly waits for it.
"""

from typing import Final

from casefile.bots.base import Situation
from casefile.core.deck import CLUE
from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.state import State

CHOICE: Final = 8  # worlds from which one is taken, by how well they explain what was seen
# How likely a hand holds 0, 1, 2, or 3 and more clues of a colour, against a hand dealt by chance: players keep pairs,
# meld what is more, and throw single ones away. Measured over rounds of bots; people do the same.
USUALLY: Final = [1.0, 0.8, 2.1, 0.8]
AFTER_THROWING: Final = [1.25, 0.65, 0.3, 0.3]  # one of the colour
LEFT_LYING: Final = [1.0, 0.5, 0.6, 0.6]  # besides, if one of the colour was left on the discard pile at a draw


class Suspicions:
    """Which kinds each other seat threw away, or left lying at a draw; from the story of the round."""

    def __init__(self, rules: Rules, situation: Situation) -> None:
        view = situation.view
        self.kinds = view.kinds
        self.thrown = [0] * (view.seats * view.kinds)
        self.left = [0] * (view.seats * view.kinds)
        self.seat = view.seat
        cards = rules.deck.cards
        self.clues = [kind for kind in range(view.kinds) if cards[kind].kind == CLUE and cards[kind].colour]
        top = -1
        for event in situation.story:
            if event.what == "discard" or event.what == "turn-up":
                top = event.cards[0]
            if event.seat < 0 or event.seat == view.seat or top < 0 or rules.deck.cards[top].kind != CLUE:
                continue
            if event.what == "discard":
                self.thrown[event.seat * view.kinds + top] += 1
            elif event.what == "draw":
                self.left[event.seat * view.kinds + top] += 1

    def weight(self, world: State) -> float:
        """How well a world explains what was seen."""
        weight = 1.0
        for seat in range(world.seats):
            if seat == self.seat:
                continue
            for kind in self.clues:
                at = seat * self.kinds + kind
                held = min(world.hands[at], 3)
                weight *= AFTER_THROWING[held] if self.thrown[at] else USUALLY[held]
                if self.left[at]:
                    weight *= LEFT_LYING[held]
        return weight


def likely_world(rules: Rules, situation: Situation, suspicions: Suspicions, rng: Rng) -> State:
    """A world that agrees with all that the seat knows, rather one that explains what was seen."""
    worlds = [rules.determinize(situation.view, rng) for _ in range(CHOICE)]
    weights = [suspicions.weight(world) for world in worlds]
    pick = rng.below(65536) / 65536 * sum(weights)
    for at in range(CHOICE - 1):
        pick -= weights[at]
        if pick < 0:
            return worlds[at]
    return worlds[-1]
