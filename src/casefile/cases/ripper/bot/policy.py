"""How an expert plays Jack the Ripper.

Melds go down early, except in the first turns: a player who goes out catches the others with their clues. A discard is
weighed by what the hand loses and what the next player gets. Colours are judged by who would be the Ripper. The fifth
victim stays in the hand as long as another player may hold the escape.
"""

from typing import Final

from casefile.bots.base import Reason
from casefile.bots.policy import POINT
from casefile.cases.ripper import cards
from casefile.cases.ripper.bot import reasons as ripper_reasons
from casefile.cases.ripper.bot.reading import ALIBI_FACE, NOBODY, SUSPECT_OF, RipperReading
from casefile.cases.ripper.bot.worth import RipperWorth
from casefile.core.counts import bit

UNSEEN_CARD: Final = 36  # what a card of the case file is worth
# By the cards in the smallest other hand: how much better now than a turn later.
MELD_NOW: Final = [120, 120, 50, 40, 40, 40, 40, 40, 35, 30]
LAY_NOW: Final = [40, 40, 25, 10, 5, 5, 5, 5, 5, 5]
JOKER_IN_MELD: Final = 10  # it could be laid anywhere later
JOKER_LAID: Final = 5
GO_OUT: Final = 200  # a player who does not go out may be caught
CAUGHT: Final = 10  # what a card in another hand costs there at the end
ALIBI_NOW: Final = 15
SUSPICION_NOW: Final = 10


class RipperPolicy(RipperWorth):
    """Weighs the actions of Jack the Ripper."""

    def explain(self, reading: RipperReading, action: int) -> Reason:
        """The main reason for an action."""
        return ripper_reasons.reason(self, reading, action)

    # Questions, and the start of a turn

    def answer(self, reading: RipperReading, action: int) -> int:
        """Let the Ripper escape, a tip, or a card of the discard pile."""
        question = reading.view.question
        if question == cards.ESCAPE:
            return 0 if action == cards.HOLD else self.escape_gain(reading)
        return self.tip(reading, action - cards.GIVE_TIP) if question == cards.TIP else self.take(reading, action)

    def tip(self, reading: RipperReading, suspect: int) -> int:
        """Who will be the Ripper: the points on the table, and those that this hand will add (RIP-31)."""
        points = reading.total[suspect] if reading.may_be_ripper(suspect) else 0
        has_meld = reading.melded >> suspect & 1 or reading.hand[suspect] + reading.hand[cards.JOKER] >= 3
        if has_meld and suspect != reading.cleared:
            points += reading.hand[suspect] * self.points[suspect] * POINT
            points += reading.hand[cards.SUSPICION + suspect] * self.points[cards.SUSPICION + suspect] * POINT
        return points * 10 - self.rank[suspect]

    def draw(self, reading: RipperReading, action: int) -> int:
        """An unseen card, or the top of the discard pile; tips, or the escape, before that."""
        if action == cards.DRAW_FILE:
            return UNSEEN_CARD
        if action == cards.DRAW_DISCARD:
            return self.draw_top(reading)
        if action == cards.CALL_TIPS:
            return self.call_tips(reading)
        return self.escape_gain(reading)

    def call_tips(self, reading: RipperReading) -> int:
        """Only a player who knows better than the table tells gains by tips (RIP-30)."""
        best = 0
        for suspect in range(cards.SUSPECTS):
            if self.tip(reading, suspect) > self.tip(reading, best):
                best = suspect
        return 100 * POINT if best != reading.ripper() else -POINT

    def take(self, reading: RipperReading, action: int) -> int:
        """A card of the discard pile, for the hand or to be played at once (RIP-10, RIP-14)."""
        if action < cards.TAKE_AND_PLAY:
            return self.use(reading, action - cards.TAKE)
        face = action - cards.TAKE_AND_PLAY
        return max(self.use(reading, cards.FACE_KIND[face]), 0) + self.gain(reading, face) // 8 + 3

    # The turn

    def play(self, reading: RipperReading, action: int) -> int:
        """How much better a play is than to wait."""
        if action >= cards.PLAY_CARD:
            return self.event(reading, action - cards.PLAY_CARD)
        return self.lay(reading, action - cards.LAY) if action >= cards.LAY else self.meld(reading, action - cards.MELD)

    def lay(self, reading: RipperReading, face: int) -> int:
        """Lay off one clue (C-10)."""
        points = self.points[cards.FACE_KIND[face]] * POINT
        suspect = SUSPECT_OF[face]
        if reading.size == 2:
            return self.go_out(reading, suspect, points, NOBODY)
        gain = self.colour_gain(reading, suspect, points, alibi_for=NOBODY) if suspect >= 0 else points
        weight = LAY_NOW[min(reading.least, 9)] + gain // 8
        return weight - JOKER_LAID if face > cards.SUSPICION else weight

    def meld(self, reading: RipperReading, code: int) -> int:
        """Lay a meld (C-9)."""
        colour = code // cards.MELD_WIDTH
        clues = code % cards.MELD_WIDTH // 3 + 1
        jokers = code % 3
        points = (clues * self.points[colour] + jokers * self.points[cards.JOKER]) * POINT
        suspect = colour if colour < cards.SUSPECTS else NOBODY
        melded = reading.melded
        before = reading.outlook()
        if suspect >= 0:
            reading.melded |= bit(suspect)
        if reading.size == clues + jokers + 1:
            weight = self.go_out(reading, suspect, points, NOBODY)
        else:
            reading.add(suspect, points)
            weight = MELD_NOW[min(reading.least, 9)] + (reading.outlook() - before) // 8 - JOKER_IN_MELD * jokers
            reading.add(suspect, -points)
        reading.melded = melded
        return weight

    def event(self, reading: RipperReading, face: int) -> int:
        """Play an event, or let the Ripper escape (C-12, RIP-18)."""
        suspect = SUSPECT_OF[face]
        if suspect < 0:
            is_last = reading.size == 2 and (face == cards.STRIKES or face == cards.COMMISSIONER)
            return self.last_event(reading, face) if is_last else self.gain(reading, face)
        alibi_for = suspect if ALIBI_FACE[face] else NOBODY
        points = self.points[cards.FACE_KIND[face]] * POINT
        if reading.size == 2:
            return self.go_out(reading, suspect, points, alibi_for)
        gain = self.colour_gain(reading, suspect, points, alibi_for=alibi_for)
        return gain // 3 + ALIBI_NOW if alibi_for >= 0 else gain // 2 + SUSPICION_NOW

    def last_event(self, reading: RipperReading, face: int) -> int:
        """An event without points that leaves one card: the round ends, unless a victim brings two more (RIP-11)."""
        gain = self.gain(reading, face)
        out = self.go_out(reading, NOBODY, 0, NOBODY)
        if face == cards.COMMISSIONER:
            return out + min(0, gain)
        found = self.strike_chance(reading)
        return (found * gain + (100 - found) * out) // 100

    def go_out(self, reading: RipperReading, suspect: int, points: int, alibi_for: int) -> int:
        """This play leaves one card, and its discard ends the round: what is that worth (C-8, RIP-24)?"""
        cleared = reading.cleared
        if alibi_for >= 0:
            reading.cleared = alibi_for
        reading.add(suspect, points)
        weight = reading.margin() + GO_OUT
        reading.add(suspect, -points)
        reading.cleared = cleared
        view = reading.view
        for seat in range(view.seats):
            if seat != view.seat:
                weight += view.sizes[seat] * CAUGHT // reading.others
        if reading.hand[cards.ESCAPES]:
            weight -= self.escape_hope(reading) // 2
        return weight
