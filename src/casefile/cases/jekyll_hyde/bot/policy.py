"""How an expert plays Dr. Jekyll & Mr. Hyde.

Melds of the side that is up go down at once, as a potion may turn it. A potion is drunk for its two cards, and above
all to bring up the side that frees a meld of the hand or doubles its area. All cards of the hand cost at the end,
so going out is nearly always right, and best if it shuts the other out.
"""

from typing import Final

from casefile.bots.base import Reason
from casefile.bots.expert import Expert
from casefile.bots.policy import POINT
from casefile.cases.jekyll_hyde import cards
from casefile.cases.jekyll_hyde.bot import reasons as jekyll_hyde_reasons
from casefile.cases.jekyll_hyde.bot.reading import JekyllReading
from casefile.cases.jekyll_hyde.cards import Figures
from casefile.cases.jekyll_hyde.state import JekyllView
from casefile.core.rules import Rules
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


class JekyllPolicy(Expert[JekyllReading]):
    """Weighs the actions of Dr. Jekyll & Mr. Hyde."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.figures = Figures(rules.deck)
        self.pace = 25
        self.spread = 18

    def read(self, view: View) -> JekyllReading:
        """What the seat of a view reads off the table."""
        assert isinstance(view, JekyllView)
        return JekyllReading(view, self.figures, self.copies, self.face_kind)

    def answer(self, reading: JekyllReading, action: int) -> int:
        """What lab work takes (JEK-4)."""
        return self.use(reading, action - cards.TAKE)

    def draw(self, reading: JekyllReading, action: int) -> int:
        """An unseen card, or the top of London."""
        return UNSEEN_CARD if action == cards.DRAW_FILE else self.draw_top(reading)

    def explain(self, reading: JekyllReading, action: int) -> Reason:
        """The main reason for an action."""
        return jekyll_hyde_reasons.reason(reading, self.best_find(reading), action)

    # What cards are worth

    def worth_held(self, reading: JekyllReading, kind: int, held: int) -> int:
        """What the last of several cards of a kind is worth in the hand."""
        if kind < cards.COLOURS:
            is_up = reading.is_up(kind)
            if reading.is_melded(kind):
                return LAID_SOON + (LAID_DOUBLE if is_up else 0)
            held = min(held, 5)
            worth = (SETS[held] - SETS[held - 1]) * self.points[kind] // 2
            return worth if is_up else worth - WRONG_SIDE
        if kind == cards.POTION:
            return POTION_HELD
        return LAB_WORK_HELD if kind == cards.LAB_WORK else TRANSFORMATION_HELD

    def feed(self, reading: JekyllReading, kind: int) -> int:
        """What a discard may be worth to the other player, who can take it."""
        if kind < cards.COLOURS:
            if reading.is_melded(kind):
                return FEEDS_MELDED
            known = reading.view.known_of(1 - reading.seat, kind)
            return FEEDS_EACH_UNSEEN * reading.unseen[kind] + FEEDS_KNOWN * known
        if kind == cards.POTION:
            return FEEDS_POTION
        return FEEDS_LAB_WORK if kind == cards.LAB_WORK else 0

    def best_find(self, reading: JekyllReading) -> int:
        """The card that lab work would take out of London, or -1 (JEK-4)."""
        best = -1
        best_worth = 0
        for kind in reading.view.discard:
            if reading.is_up(kind):
                worth = self.use(reading, kind)
                if best < 0 or worth > best_worth:
                    best_worth = worth
                    best = kind
        return best

    # The turn

    def play(self, reading: JekyllReading, action: int) -> int:
        """How much better a play is than to wait."""
        if action >= cards.TRANSFORM:
            return self.transform(reading, action - cards.TRANSFORM)
        if action == cards.LAB_LONDON:
            found = self.best_find(reading)
            return self.points[cards.LAB_WORK] * POINT + (
                self.use(reading, found) - LONDON_SHRINKS if found >= 0 else 0
            )
        if action == cards.LAB_FILE:
            return self.points[cards.LAB_WORK] * POINT + THREE_CARDS
        if action >= cards.PLAY_CARD:
            return self.potion(reading)
        if action >= cards.LAY:
            return self.lay(reading, action - cards.LAY, 1)
        code = action - cards.MELD
        return self.lay(reading, code // cards.MELD_WIDTH, code % cards.MELD_WIDTH + 1)

    def lay(self, reading: JekyllReading, colour: int, count: int) -> int:
        """Meld, or lay off (C-9, C-10)."""
        seat = reading.seat
        before = self.prospect(reading, reading.identity)
        reading.add(seat, colour, count)
        if reading.size == count + 1:
            weight = self.go_out(reading)
        else:
            now = MELD_NOW if count > 1 else LAY_NOW
            weight = now[min(reading.least, 9)] + (self.prospect(reading, reading.identity) - before) // 4
        reading.add(seat, colour, -count)
        return weight

    def prospect(self, reading: JekyllReading, identity: int) -> int:
        """How the areas stand with this side up, and who could shut the other out (JEK-14)."""
        seat = reading.seat
        prospect = reading.outlook(identity)
        if reading.shuts_out(seat, identity):
            prospect += reading.counts(1 - seat, identity) * SHUTS_OUT[min(reading.size, 9)] // 100
        if reading.shuts_out(1 - seat, identity):
            prospect -= reading.counts(seat, identity) * SHUTS_OUT[min(reading.least, 9)] // 100
        return prospect

    def go_out(self, reading: JekyllReading) -> int:
        """One card is left, and its discard ends the round: what is that worth (JEK-11, JEK-14)?"""
        if reading.shuts_out(reading.seat, reading.identity):
            return GO_OUT + reading.counts(reading.seat, reading.identity)
        return GO_OUT + reading.margin(reading.identity) + CAUGHT * reading.least

    def potion(self, reading: JekyllReading) -> int:
        """The other side comes up, and two cards (JEK-7)."""
        other = 1 - reading.identity
        weight = TWO_CARDS + (self.prospect(reading, other) - self.prospect(reading, reading.identity)) // 2
        for colour in range(cards.COLOURS):
            if reading.hand[colour] >= 3 and not reading.is_melded(colour):
                if not reading.is_up(colour):
                    weight += FREED
                elif not self.figures.matches(colour, other):
                    weight -= FREED
        return weight

    def transform(self, reading: JekyllReading, code: int) -> int:
        """Change the letter of a group (JEK-8)."""
        side = code // cards.COLOURS
        colour = code % cards.COLOURS
        if self.figures.letter[colour] == self.figures.letter[cards.CHANGED + colour] and reading.size > 2:
            return NO_CHANGE
        before = self.prospect(reading, reading.identity)
        reading.change(side, colour, cards.CHANGED + colour)
        if reading.size == 2:
            weight = self.go_out(reading)
        else:
            weight = CHANGE_NOW + self.prospect(reading, reading.identity) - before
        reading.change(side, cards.CHANGED + colour, colour)
        return weight
