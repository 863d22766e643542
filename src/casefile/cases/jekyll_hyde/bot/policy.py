"""How an expert plays Dr. Jekyll & Mr. Hyde.

Melds of the side that is up go down at once, as a potion may turn it. A potion is drunk for its two cards, and above
all to bring up the side that frees a meld of the hand or doubles its area. All cards of the hand cost at the end,
so going out is nearly always right, and best if it shuts the other out.
"""

from typing import Final

from casefile.bots.base import Reason
from casefile.bots.policy import POINT, Policy
from casefile.cases.jekyll_hyde.bot import reasons as jekyll_hyde_reasons
from casefile.cases.jekyll_hyde.bot.areas import Areas
from casefile.cases.jekyll_hyde.cards import (
    CHANGED,
    COLOURS,
    DISCARD,
    DRAW_FILE,
    FACES,
    KINDS,
    LAB_FILE,
    LAB_LONDON,
    LAB_WORK,
    LAY,
    MELD,
    MELD_WIDTH,
    PLAY_CARD,
    POTION,
    TAKE,
    TRANSFORM,
    Figures,
)
from casefile.cases.jekyll_hyde.state import JekyllView
from casefile.core.counts import add
from casefile.core.rules import Rules
from casefile.core.state import DRAW, NOTHING
from casefile.core.view import View

# In the hand, in tenths of a point; those of clues for cards of two points.
SETS: Final = [0, 10, 32, 114, 154, 194]  # so many clues of a colour without a meld
WRONG_SIDE: Final = 14  # less for each clue that cannot be melded now (JEK-2)
LAID_SOON: Final = 50
LAID_DOUBLE: Final = 20
POTION_HELD: Final = 60
LAB_WORK_HELD: Final = 40
TRANSFORMATION_HELD: Final = 12
UNSEEN_CARD: Final = 40  # what a card of the case file is worth

# What a discard does for the other player.
FEEDS_EACH_UNSEEN: Final = 5
FEEDS_KNOWN: Final = 20
FEEDS_MELDED: Final = 5
FEEDS_POTION: Final = 30
FEEDS_LAB_WORK: Final = 20

# Played.
TWO_CARDS: Final = 50  # drawn by a potion (JEK-7)
FREED: Final = 40  # a meld of the hand that the other side lets out
THREE_CARDS: Final = 25  # what lab work finds in the case file
LONDON_SHRINKS: Final = 15  # a search of London later would find more
CHANGE_NOW: Final = 20  # to be rid of the transformation
NO_CHANGE: Final = 10
# By the cards in the other hand: how much better now than a turn later.
MELD_NOW: Final = [150, 150, 120, 100, 80, 60, 50, 40, 30, 30]
LAY_NOW: Final = [60, 60, 50, 40, 30, 20, 20, 20, 20, 20]
# Percent by which a shut-out is feared, or hoped for, by the cards in the hand of the player who could go out (JEK-14).
SHUTS_OUT: Final = [50, 50, 40, 30, 25, 20, 15, 10, 5, 0]
GO_OUT: Final = 200
CAUGHT: Final = 15  # what a card in the other hand costs at the end


class JekyllPolicy(Policy):
    """Weighs the actions of Dr. Jekyll & Mr. Hyde."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.figures = Figures(rules.deck)
        self.copies = rules.deck.copies
        self.face_kind = rules.face_kind
        self.pace = 25
        self.spread = 18

    def weigh(self, view: View, actions: list[int]) -> list[int]:
        """How good each action looks, in tenths of a point."""
        assert isinstance(view, JekyllView)
        if view.question != NOTHING:
            return [self.use(view, action - TAKE) for action in actions]
        unseen = self.unseen(view)
        if view.phase == DRAW:
            return [UNSEEN_CARD if action == DRAW_FILE else self.draw_top(view, unseen) for action in actions]
        return self.turn(view, unseen, actions)

    def reason(self, view: View, action: int) -> Reason:
        """The main reason for an action."""
        assert isinstance(view, JekyllView)
        areas = Areas(view, self.figures)
        return jekyll_hyde_reasons.reason(view, areas, self.figures, self.unseen(view), self.best_find(view), action)

    def unseen(self, view: JekyllView) -> list[int]:
        """How many cards of every kind this seat cannot see: in the case file, or in the other hand."""
        unseen = [self.copies[kind] - view.hand[kind] for kind in range(KINDS)]
        for side in range(view.sides):
            start = side * FACES
            for face in range(FACES):
                if view.areas[start + face]:
                    add(unseen, self.face_kind[face], -view.areas[start + face])
        for kind in view.discard:
            add(unseen, kind, -1)
        return unseen

    # What cards are worth

    def use(self, view: JekyllView, kind: int) -> int:
        """What one more card of a kind would be worth in the hand."""
        return self.worth_held(view, kind, view.hand[kind] + 1)

    def worth_held(self, view: JekyllView, kind: int, held: int) -> int:
        """What the last of several cards of a kind is worth in the hand."""
        if kind < COLOURS:
            is_up = self.figures.letter[kind] >> view.identity & 1
            if view.melded >> kind & 1:
                return LAID_SOON + (LAID_DOUBLE if is_up else 0)
            held = min(held, 5)
            worth = (SETS[held] - SETS[held - 1]) * self.points[kind] // 2
            return worth if is_up else worth - WRONG_SIDE
        if kind == POTION:
            return POTION_HELD
        return LAB_WORK_HELD if kind == LAB_WORK else TRANSFORMATION_HELD

    def feed(self, view: JekyllView, unseen: list[int], kind: int) -> int:
        """What a discard may be worth to the other player, who can take it."""
        if kind < COLOURS:
            if view.melded >> kind & 1:
                return FEEDS_MELDED
            return FEEDS_EACH_UNSEEN * unseen[kind] + FEEDS_KNOWN * view.known_of(1 - view.seat, kind)
        if kind == POTION:
            return FEEDS_POTION
        return FEEDS_LAB_WORK if kind == LAB_WORK else 0

    def discard_cost(self, view: JekyllView, unseen: list[int], kind: int) -> int:
        """What the hand loses and the other player may gain."""
        return self.worth_held(view, kind, view.hand[kind]) + self.feed(view, unseen, kind)

    def draw_top(self, view: JekyllView, unseen: list[int]) -> int:
        """The top of London, unless it would come back there at once."""
        top = view.discard[-1]
        use = self.use(view, top)
        cost = use + self.feed(view, unseen, top)
        for kind in range(KINDS):
            if view.hand[kind] and kind != top and self.discard_cost(view, unseen, kind) < cost:
                return use
        return -POINT

    def best_find(self, view: JekyllView) -> int:
        """The card that lab work would take out of London, or -1 (JEK-4)."""
        best = -1
        best_worth = 0
        for kind in view.discard:
            if self.figures.matches(kind, view.identity):
                worth = self.use(view, kind)
                if best < 0 or worth > best_worth:
                    best_worth = worth
                    best = kind
        return best

    # The turn

    def turn(self, view: JekyllView, unseen: list[int], actions: list[int]) -> list[int]:
        """Plays, compared with waiting; discards, compared with the best one."""
        weights = [0] * len(actions)
        best = -1000000
        first_discard = len(actions)
        areas = Areas(view, self.figures)
        for at in range(len(actions)):
            action = actions[at]
            if action >= DISCARD:
                first_discard = min(first_discard, at)
                weights[at] = -self.discard_cost(view, unseen, action - DISCARD)
                best = max(best, weights[at])
            else:
                weights[at] = self.play(view, areas, action)
        for at in range(first_discard, len(actions)):
            add(weights, at, -best)
        return weights

    def play(self, view: JekyllView, areas: Areas, action: int) -> int:
        """How much better a play is than to wait."""
        if action >= TRANSFORM:
            return self.transform(view, areas, (action - TRANSFORM) // COLOURS, (action - TRANSFORM) % COLOURS)
        if action == LAB_LONDON:
            found = self.best_find(view)
            return self.points[LAB_WORK] * POINT + (self.use(view, found) - LONDON_SHRINKS if found >= 0 else 0)
        if action == LAB_FILE:
            return self.points[LAB_WORK] * POINT + THREE_CARDS
        if action >= PLAY_CARD:
            return self.potion(view, areas)
        if action >= LAY:
            return self.lay(view, areas, action - LAY, 1)
        return self.lay(view, areas, (action - MELD) // MELD_WIDTH, (action - MELD) % MELD_WIDTH + 1)

    def lay(self, view: JekyllView, areas: Areas, colour: int, count: int) -> int:
        """Meld, or lay off (C-9, C-10)."""
        seat = view.seat
        before = self.prospect(view, areas, view.identity)
        areas.add(seat, colour, count)
        if view.sizes[seat] == count + 1:
            weight = self.go_out(view, areas)
        else:
            now = MELD_NOW if count > 1 else LAY_NOW
            weight = now[min(view.sizes[1 - seat], 9)] + (self.prospect(view, areas, view.identity) - before) // 4
        areas.add(seat, colour, -count)
        return weight

    def prospect(self, view: JekyllView, areas: Areas, identity: int) -> int:
        """How the areas stand with this side up, and who could shut the other out (JEK-14)."""
        seat = view.seat
        prospect = areas.outlook(identity)
        if areas.shuts_out(seat, identity):
            prospect += areas.counts(1 - seat, identity) * SHUTS_OUT[min(view.sizes[seat], 9)] // 100
        if areas.shuts_out(1 - seat, identity):
            prospect -= areas.counts(seat, identity) * SHUTS_OUT[min(view.sizes[1 - seat], 9)] // 100
        return prospect

    def go_out(self, view: JekyllView, areas: Areas) -> int:
        """One card is left, and its discard ends the round: what is that worth (JEK-11, JEK-14)?"""
        if areas.shuts_out(view.seat, view.identity):
            return GO_OUT + areas.counts(view.seat, view.identity)
        return GO_OUT + areas.margin(view.identity) + CAUGHT * view.sizes[1 - view.seat]

    def potion(self, view: JekyllView, areas: Areas) -> int:
        """The other side comes up, and two cards (JEK-7)."""
        other = 1 - view.identity
        weight = TWO_CARDS + (self.prospect(view, areas, other) - self.prospect(view, areas, view.identity)) // 2
        for colour in range(COLOURS):
            if view.hand[colour] >= 3 and not view.melded >> colour & 1:
                if not self.figures.matches(colour, view.identity):
                    weight += FREED
                elif not self.figures.matches(colour, other):
                    weight -= FREED
        return weight

    def transform(self, view: JekyllView, areas: Areas, side: int, colour: int) -> int:
        """Change the letter of a group (JEK-8)."""
        if self.figures.letter[colour] == self.figures.letter[CHANGED + colour] and view.sizes[view.seat] > 2:
            return NO_CHANGE
        before = self.prospect(view, areas, view.identity)
        areas.change(side, colour, CHANGED + colour)
        if view.sizes[view.seat] == 2:
            weight = self.go_out(view, areas)
        else:
            weight = CHANGE_NOW + self.prospect(view, areas, view.identity) - before
        areas.change(side, CHANGED + colour, colour)
        return weight
