"""What a card is worth in Murders in the Rue Morgue: to the hand that holds it, and to the next player who gets it."""

from typing import Final

from casefile.bots.expert import Reader
from casefile.bots.policy import POINT
from casefile.cases.rue_morgue.bot.reading import SMALLEST_MELD, RueMorgueReading
from casefile.cases.rue_morgue.cards import COLOURS, DUPIN, DUPINS_HELP, PREFECT, Figures
from casefile.cases.rue_morgue.scoring import PAIR_BONUS
from casefile.core.rules import Rules
from casefile.core.state import DRAW

# Percent of a meld that a single clue, or two of a colour, are worth in the hand, by the copies out of sight.
SINGLE: Final = [0, 1, 3, 7, 10, 10]
TWO: Final = [0, 25, 40, 45, 60, 60]
# Points that a meld brings beyond its clues, if its partner set …
MATE_IN_AREA: Final = PAIR_BONUS  # … lies in this side's area,
MATE_ELSEWHERE: Final = 2  # … in another, whose owner could have the pair,
MATE_IN_HAND: Final = 8  # … is in the hand,
MATE_BEGUN: Final = 2  # … lacks one clue in the hand.
# By the cards in the smallest other hand: tenths of its points that a card will cost in this hand.
CAUGHT: Final = [8, 8, 7, 6, 5, 5, 4, 4, 3, 3, 3, 3, 3]
HELD_BACK: Final = (3, 4)  # cards in the hand that a pair shall not be left with, as one is to be discarded
JUNK: Final = 3  # what a card is worth that is known to be useless: it is thrown away again
LAID: Final = 10  # beside its points: the hand comes nearer to going out
HELP: Final = 45
DUPIN_IN_HAND: Final = 45
MELDED_LATER: Final = [12, 20, 35, 60]  # the chance of a colour in percent, by the clues of it in the hand
# What a discard gives to the next player:
GIFT: Final = [0, 1, 4, 8, 12, 12]  # by the copies out of sight,
GIFT_HELD: Final = 30  # if another of the colour is known to be in that hand,
GIFT_MELDED: Final = 20  # if it can be laid off,
GIFT_HALF: Final = 15  # a deduction of which one set is melded,
GIFT_EVENT: Final = 30  # Dupin or his help.


class RueMorgueWorth(Reader[RueMorgueReading]):
    """Worths in tenths of points; the constants were found by duels over thousands of rounds."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.figures = Figures(rules.deck)
        self.partner = self.figures.partner
        self.first = self.figures.first
        self.second = self.figures.second

    def set_worth(self, reading: RueMorgueReading, colour: int) -> int:
        """What a meld of three of a colour would bring: with its partner set there is a bonus (RUE-23)."""
        points = SMALLEST_MELD * self.points[colour]
        mate = self.partner[colour]
        if mate >= 0:
            if reading.areas[reading.own + mate] >= SMALLEST_MELD:
                points += MATE_IN_AREA
            elif reading.melded >> mate & 1:
                points += MATE_ELSEWHERE
            elif reading.hand[mate] >= SMALLEST_MELD:
                points += MATE_IN_HAND
            elif reading.hand[mate] == 2:
                points += MATE_BEGUN
        return points * POINT

    def potential(self, reading: RueMorgueReading, colour: int, held: int, out: int) -> int:
        """What a number of clues of an unmelded colour are worth in the hand, by how many are out of sight."""
        if held == 0 or reading.cramped:
            return 0
        out = min(max(out, 0), 5)
        worth = self.set_worth(reading, colour)
        if held == 1:
            return worth * SINGLE[out] // 100
        if held == 2:
            return worth * TWO[out] // 100
        return worth + (held - SMALLEST_MELD) * self.points[colour] * POINT

    def minus(self, reading: RueMorgueReading, kind: int) -> int:
        """What a card in the hand is going to cost, about, if it cannot be played (RUE-24)."""
        return self.points[kind] * CAUGHT[reading.least]

    def gain(self, reading: RueMorgueReading, kind: int) -> int:
        """What one more of this card is worth to the hand."""
        if kind >= COLOURS:
            return self.event_worth(reading, kind)
        if reading.is_melded(kind):
            if reading.view.phase == DRAW and self.holds_back(reading, reading.size):
                return JUNK
            return self.points[kind] * POINT + LAID
        held = reading.hand[kind]
        out = reading.unseen[kind]
        worth = self.potential(reading, kind, held + 1, out - 1) - self.potential(reading, kind, held, out)
        return worth - self.minus(reading, kind) if held < 2 else worth

    def holds_back(self, reading: RueMorgueReading, left: int) -> bool:
        """Does a clue that could be laid off stay in the hand, where this many cards would be left?

        It costs nothing at the end (RUE-21). A pair becomes a meld, and the end of the round, as long as another card
        is there to discard (C-8). With more players the others use the time.
        """
        if reading.view.seats != 2 or left not in HELD_BACK or reading.hand[DUPINS_HELP]:
            return False
        return any(reading.hand[kind] == 2 and not reading.is_melded(kind) for kind in range(COLOURS))

    def loss(self, reading: RueMorgueReading, kind: int) -> int:
        """What the hand loses with a card that it holds."""
        if kind >= COLOURS:
            return self.event_worth(reading, kind)
        if reading.melded >> kind & 1:
            return self.points[kind] * POINT + LAID
        held = reading.hand[kind]
        out = reading.unseen[kind]
        worth = self.potential(reading, kind, held, out) - self.potential(reading, kind, held - 1, out + 1)
        return worth - self.minus(reading, kind)

    def event_worth(self, reading: RueMorgueReading, kind: int) -> int:
        """What an event is worth in the hand: some need melds to be played (RUE-10, RUE-11)."""
        if kind == DUPINS_HELP:
            return HELP
        if kind == DUPIN:
            return DUPIN_IN_HAND
        points = self.points[kind] * POINT
        chance = self.chance(reading, self.first[kind])
        if kind != PREFECT:
            chance = chance * self.chance(reading, self.second[kind]) // 100
        worth = points * chance // 100
        if (reading.melded >> self.first[kind] | reading.melded >> self.second[kind]) & 1:
            return worth  # it costs nothing at the end (RUE-21)
        return worth - self.minus(reading, kind)

    def chance(self, reading: RueMorgueReading, colour: int) -> int:
        """The chance, in percent, that a colour will be melded in some area."""
        if reading.melded >> colour & 1:
            return 100
        return MELDED_LATER[min(reading.hand[colour], 3)]

    def gift(self, reading: RueMorgueReading, kind: int) -> int:
        """What the next player gets with a card that is discarded, over what the case file would give."""
        if kind >= DUPINS_HELP:
            return GIFT_EVENT
        melds = (reading.melded >> self.first[kind] & 1) + (reading.melded >> self.second[kind] & 1)
        if melds == 2:
            return self.points[kind] * POINT if kind >= COLOURS else GIFT_MELDED
        if kind >= COLOURS:
            return GIFT_HALF if melds else 0
        worth = GIFT[min(max(reading.unseen[kind], 0), 5)]
        if reading.next_known[kind]:
            worth = GIFT_HELD
        mate = self.partner[kind]
        if mate >= 0 and reading.areas[reading.next_area + mate] >= SMALLEST_MELD:
            worth += worth  # it could make a pair there
        return worth
