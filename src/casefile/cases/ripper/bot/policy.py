"""How an expert plays Jack the Ripper.

Melds go down early, except in the first turns: a player who goes out catches the others with their clues. A discard is
weighed by what the hand loses and what the next player gets. Colours are judged by who would be the Ripper. The fifth
victim stays in the hand as long as another player may hold the escape.
"""

from typing import Final

from casefile.bots.base import Reason
from casefile.bots.policy import POINT
from casefile.cases.ripper.bot import reasons as ripper_reasons
from casefile.cases.ripper.bot.table import ALIBI_FACE, NOBODY, SUSPECT_OF, Table
from casefile.cases.ripper.bot.worth import RipperWorth
from casefile.cases.ripper.cards import (
    CALL_TIPS,
    DISCARD,
    DRAW_DISCARD,
    DRAW_FILE,
    ESCAPE,
    ESCAPES,
    GIVE_TIP,
    HOLD,
    JOKER,
    KINDS,
    LAY,
    MELD,
    MELD_WIDTH,
    PLAY_CARD,
    SEARCH,
    SUSPECTS,
    SUSPICION,
    TAKE,
    TAKE_AND_PLAY,
    TIP,
)
from casefile.cases.ripper.scoring import FACE_KIND
from casefile.cases.ripper.state import RipperView
from casefile.core.counts import add, bit
from casefile.core.state import DRAW
from casefile.core.view import View

UNSEEN_CARD: Final = 36  # what a card of the case file is worth
SHOWN: Final = 8  # the others remember a card that was taken from the discard pile
# By the cards in the smallest other hand: how much better now than a turn later.
MELD_NOW: Final = [120, 120, 50, 40, 40, 40, 40, 40, 35, 30]
LAY_NOW: Final = [40, 40, 25, 10, 5, 5, 5, 5, 5, 5]
JOKER_IN_MELD: Final = 10  # it could be laid anywhere later
JOKER_LAID: Final = 5
GO_OUT: Final = 200  # who does not go out may be caught
CAUGHT: Final = 10  # what a card in another hand costs there at the end
ALIBI_NOW: Final = 15
SUSPICION_NOW: Final = 10


class RipperPolicy(RipperWorth):
    """Weighs the actions of Jack the Ripper."""

    def weigh(self, view: View, actions: list[int]) -> list[int]:
        """How good each action looks, in tenths of a point."""
        assert isinstance(view, RipperView)
        table = Table(view, self.points, self.rank, self.copies)
        if view.question == ESCAPE:
            return [0 if action == HOLD else self.escape_gain(table) for action in actions]
        if view.question == TIP:
            return [self.tip(view, table, action - GIVE_TIP) for action in actions]
        unseen = table.unseen
        if view.question == SEARCH:
            return [self.take(view, table, unseen, action) for action in actions]
        if view.phase == DRAW:
            return [self.draw(view, table, unseen, action) for action in actions]
        return self.turn(view, table, unseen, actions)

    def reason(self, view: View, action: int) -> Reason:
        """The main reason for an action."""
        assert isinstance(view, RipperView)
        table = Table(view, self.points, self.rank, self.copies)
        return ripper_reasons.reason(self, view, table, table.unseen, action)

    # Questions, and the start of a turn

    def tip(self, view: RipperView, table: Table, suspect: int) -> int:
        """Who will be the Ripper: the points on the table, and those that this hand will add (RIP-31)."""
        points = table.total[suspect] if table.may_be_ripper(suspect) else 0
        if suspect != table.cleared and (table.melded >> suspect & 1 or view.hand[suspect] + view.hand[JOKER] >= 3):
            points += view.hand[suspect] * self.points[suspect] * POINT
            points += view.hand[SUSPICION + suspect] * self.points[SUSPICION + suspect] * POINT
        return points * 10 - self.rank[suspect]

    def draw(self, view: RipperView, table: Table, unseen: list[int], action: int) -> int:
        """An unseen card, or the top of the discard pile; tips, or the escape, before that."""
        if action == DRAW_FILE:
            return UNSEEN_CARD
        if action == DRAW_DISCARD:
            return self.draw_top(view, table, unseen)
        if action == CALL_TIPS:
            return self.call_tips(view, table)
        return self.escape_gain(table)

    def draw_top(self, view: RipperView, table: Table, unseen: list[int]) -> int:
        """The top of the discard pile, unless it would come back there at once."""
        top = view.discard[-1]
        use = self.use(view, table, unseen, top)
        cost = use + self.feed(view, unseen, top)
        for kind in range(KINDS):
            if view.hand[kind] and kind != top and self.discard_cost(view, table, unseen, kind) < cost:
                return use - SHOWN
        return -POINT

    def call_tips(self, view: RipperView, table: Table) -> int:
        """Only a player who knows better than the table tells gains by tips (RIP-30)."""
        best = 0
        for suspect in range(SUSPECTS):
            if self.tip(view, table, suspect) > self.tip(view, table, best):
                best = suspect
        return 100 * POINT if best != table.ripper() else -POINT

    def take(self, view: RipperView, table: Table, unseen: list[int], action: int) -> int:
        """A card of the discard pile, for the hand or to be played at once (RIP-10, RIP-14)."""
        if action < TAKE_AND_PLAY:
            return self.use(view, table, unseen, action - TAKE)
        face = action - TAKE_AND_PLAY
        return max(self.use(view, table, unseen, FACE_KIND[face]), 0) + self.gain(view, table, unseen, face) // 8 + 3

    # The turn

    def turn(self, view: RipperView, table: Table, unseen: list[int], actions: list[int]) -> list[int]:
        """Plays, compared with waiting; discards, compared with the best one."""
        weights = [0] * len(actions)
        best = -1000000
        first_discard = len(actions)
        for at in range(len(actions)):
            action = actions[at]
            if action >= DISCARD:
                first_discard = min(first_discard, at)
                weights[at] = -self.discard_cost(view, table, unseen, action - DISCARD)
                best = max(best, weights[at])
            elif action >= PLAY_CARD:
                weights[at] = self.event(view, table, unseen, action - PLAY_CARD)
            elif action >= LAY:
                weights[at] = self.lay(view, table, action - LAY)
            else:
                weights[at] = self.meld(view, table, action - MELD)
        for at in range(first_discard, len(actions)):
            add(weights, at, -best)
        return weights

    def discard_cost(self, view: RipperView, table: Table, unseen: list[int], kind: int) -> int:
        """What the hand loses and the next player may gain."""
        return self.worth_held(view, table, kind, view.hand[kind]) + self.feed(view, unseen, kind)

    def lay(self, view: RipperView, table: Table, face: int) -> int:
        """Lay off one clue (C-10)."""
        points = self.points[FACE_KIND[face]] * POINT
        suspect = SUSPECT_OF[face]
        if view.sizes[view.seat] == 2:
            return self.go_out(view, table, suspect, points, NOBODY)
        gain = self.colour_gain(table, suspect, points, alibi_for=NOBODY) if suspect >= 0 else points
        weight = LAY_NOW[min(table.least, 9)] + gain // 8
        return weight - JOKER_LAID if face > SUSPICION else weight

    def meld(self, view: RipperView, table: Table, code: int) -> int:
        """Lay a meld (C-9)."""
        colour = code // MELD_WIDTH
        clues = code % MELD_WIDTH // 3 + 1
        jokers = code % 3
        points = (clues * self.points[colour] + jokers * self.points[JOKER]) * POINT
        suspect = colour if colour < SUSPECTS else NOBODY
        melded = table.melded
        before = table.outlook()
        if suspect >= 0:
            table.melded |= bit(suspect)
        if view.sizes[view.seat] == clues + jokers + 1:
            weight = self.go_out(view, table, suspect, points, NOBODY)
        else:
            table.add(suspect, points)
            weight = MELD_NOW[min(table.least, 9)] + (table.outlook() - before) // 8 - JOKER_IN_MELD * jokers
            table.add(suspect, -points)
        table.melded = melded
        return weight

    def event(self, view: RipperView, table: Table, unseen: list[int], face: int) -> int:
        """Play an event, or let the Ripper escape (C-12, RIP-18)."""
        suspect = SUSPECT_OF[face]
        if suspect < 0:
            return self.gain(view, table, unseen, face)
        alibi_for = suspect if ALIBI_FACE[face] else NOBODY
        points = self.points[FACE_KIND[face]] * POINT
        if view.sizes[view.seat] == 2:
            return self.go_out(view, table, suspect, points, alibi_for)
        gain = self.colour_gain(table, suspect, points, alibi_for=alibi_for)
        return gain // 3 + ALIBI_NOW if alibi_for >= 0 else gain // 2 + SUSPICION_NOW

    def go_out(self, view: RipperView, table: Table, suspect: int, points: int, alibi_for: int) -> int:
        """This play leaves one card, and its discard ends the round: what is that worth (C-8, RIP-24)?"""
        cleared = table.cleared
        if alibi_for >= 0:
            table.cleared = alibi_for
        table.add(suspect, points)
        weight = table.margin() + GO_OUT
        table.add(suspect, -points)
        table.cleared = cleared
        for seat in range(view.seats):
            if seat != view.seat:
                weight += view.sizes[seat] * CAUGHT // table.others
        if view.hand[ESCAPES]:
            weight -= self.escape_hope(view) // 2
        return weight
