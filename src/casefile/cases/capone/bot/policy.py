"""What an expert knows of Al Capone.

Clues in the hand cost nothing at the end, but a round is soon over: a player who can play everything but one card goes
out, and what the others hold counts nothing (CAP-14). So this player melds at once and goes out as soon as possible,
which measured better than holding melds back so that others cannot lay off on them. There are two exceptions: what a
foe would raid for certain stays in the hand, and nobody goes out who would lose the match by it. What wins matches is
the choice of cards: pairs of gangsters of whom many are out of sight, raids, and complete sets.
"""

from typing import Final

from casefile.bots.base import Reason
from casefile.bots.policy import POINT, Policy
from casefile.cases.capone.bot.reasons import explain
from casefile.cases.capone.bot.table import LEVELS, SURE, CaponeSense, CaponeTable
from casefile.cases.capone.cards import (
    ASK_AROUND,
    ASK_ONE,
    CAPONE,
    DISCARD,
    DRAW_DISCARD,
    DRAW_TWO,
    GANGSTERS,
    KINDS,
    LAY,
    MEETING,
    MELD,
    MOST_COPIES,
    MOST_SEATS,
    PLAY_RAID,
    RAID,
    REVEAL_SEVEN,
    SEARCH_ONE,
    SEARCH_SET,
    TAKE,
    TAKE_EVENT,
    WARRANT,
)
from casefile.core.rules import Rules
from casefile.core.state import DRAW as DRAWING
from casefile.core.state import NOTHING
from casefile.core.view import View

# Measured over many rounds of this policy against itself, in tenths of points, or in percent.
MELD_NOW: Final = 100  # a meld comes first: events work for it from then on
GO_OUT: Final = 30
LOST: Final = -1000  # to end a round that loses the match
DANGER: Final = 20  # percent of what a discard may bring the next seat
DENY: Final = 100  # percent of the points that a rival loses
PARTNERS: Final = 25  # percent of what the partner gives, who could lay it off too
HOLD_RAID: Final = 30  # what a raid may bring later
RUSH: Final = 60  # for a card that brings the end nearer, when a shut-out is near
# What an event in the hand is worth.
MEETING_HELD: Final = 20
WARRANT_HELD: Final = 25
NESS_HELD: Final = 40
RAID_HELD: Final = 40
RAID_HOPE: Final = 160  # percent of the points that the best raid would bring: they change sides
ONE_A_TURN: Final = 10  # how much less a second event of a kind is worth
# Points of a side in a round, and how much they differ, as matches tell; by players, in teams last.
PACE: Final = [35, 33, 29, 55]
SPREAD: Final = [21, 20, 16, 30]


class CaponePolicy(Policy):
    """Weighs by the points that a card, or what an event brings, is likely to make."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.sense = CaponeSense(rules)
        at = 3 if rules.variant.teams else rules.seats - 2
        self.pace = PACE[at]
        self.spread = SPREAD[at]

    def weigh(self, view: View, actions: list[int]) -> list[int]:
        """How good each action looks, in tenths of a point; to end the turn with the best discard is 0."""
        table = CaponeTable(self.sense, view)
        if view.question != NOTHING:
            return [self.take_worth(table, view, action) for action in actions]
        if view.phase == DRAWING:
            return [self.draw_worth(table, view, action) for action in actions]
        keeps = [0] * KINDS
        least = 1000000
        for kind in range(KINDS):
            if view.hand[kind]:
                keeps[kind] = self.keep_worth(table, view, kind)
                least = min(least, keeps[kind])
        weights: list[int] = []
        for action in actions:
            if action >= DISCARD:
                weights.append(least - keeps[action - DISCARD])
            elif action >= ASK_AROUND:
                weights.append(self.event_worth(table, view, action))
            elif action >= LAY:
                weights.append(self.lay_worth(table, view, action - LAY))
            else:
                code = action - MELD
                weights.append(self.meld_worth(table, view, code // MOST_COPIES, code % MOST_COPIES + 1))
        return weights

    # Cards

    def gain(self, table: CaponeTable, view: View, kind: int) -> int:
        """What one more card of a kind in the hand is worth."""
        return self.event_card(table, kind, view.hand[kind]) if kind >= MEETING else table.more(view, kind, 1)

    def event_card(self, table: CaponeTable, kind: int, others: int) -> int:
        """What it is worth to hold an event, beside others of its kind: one per turn can be played (C-12)."""
        if kind == RAID:
            return RAID_HELD + table.best_raid() * RAID_HOPE // 100
        worth = MEETING_HELD if kind == MEETING else WARRANT_HELD if kind == WARRANT else NESS_HELD
        return worth - ONE_A_TURN if others else worth

    def average(self, table: CaponeTable, view: View) -> int:
        """What an unseen card brings."""
        total = 0
        for kind in range(KINDS):
            if table.unseen[kind]:
                total += table.unseen[kind] * self.gain(table, view, kind)
        return total // table.hidden

    def keep_worth(self, table: CaponeTable, view: View, kind: int) -> int:
        """How much a card of the hand is worth keeping, and keeping from the next seat."""
        if kind >= MEETING:
            return self.event_card(table, kind, view.hand[kind] - 1)
        return table.loss(view, kind) + table.danger(view, kind) * DANGER // 100

    # Drawing

    def draw_worth(self, table: CaponeTable, view: View, action: int) -> int:
        """Two unseen cards, or one that is known (CAP-1); what would be discarded again is worth nothing."""
        if action != DRAW_DISCARD:
            return max(POINT, min(2, view.file_size) * self.average(table, view))
        top = view.top()
        if top < 0:
            return 0
        worth = self.gain(table, view, top)
        if top >= GANGSTERS or not table.is_melded(top):
            return worth if self.stays(table, view, top, worth) else 0
        if table.has_all(CAPONE) or table.may_be_shut_out():
            worth += RUSH
        return worth

    def stays(self, table: CaponeTable, view: View, top: int, worth: int) -> bool:
        """Would this card stay in the hand, because another one would rather be discarded?"""
        for kind in range(KINDS):
            if kind != top and view.hand[kind] and self.keep_worth(table, view, kind) < worth:
                return True
        return False

    # Clues

    def lay_worth(self, table: CaponeTable, view: View, gangster: int) -> int:
        """A clue that is laid off makes its points, and breaks a rival's set (C-10)."""
        if view.sizes[view.seat] == 2:
            return self.out_worth(table, view, gangster, 1)
        points = self.sense.points[gangster]
        block = table.block(gangster)
        return points + block - (2 * points + block) * table.raid_threat(view, gangster) // SURE

    def meld_worth(self, table: CaponeTable, view: View, gangster: int, clues: int) -> int:
        """A meld makes its points, and lets events work for it, the player's own raid among them (C-9)."""
        if view.sizes[view.seat] - clues == 1:
            return MELD_NOW + self.out_worth(table, view, gangster, clues)
        worth = MELD_NOW + self.sense.points[gangster] * clues
        if view.hand[RAID] and not view.event_played:
            return worth
        return worth - 2 * worth * table.raid_threat(view, gangster) // SURE

    def out_worth(self, table: CaponeTable, view: View, gangster: int, clues: int) -> int:
        """What it is worth to play these clues and go out with the one card that is left (C-8, C-18)."""
        points = self.sense.points[gangster] * clues
        more = points
        if table.own[gangster] + clues == self.sense.copies[gangster]:
            more += self.sense.bonus[gangster]
        return LOST if table.loses_match(view, more) else GO_OUT + points + table.block(gangster)

    # Events

    def event_worth(self, table: CaponeTable, view: View, action: int) -> int:
        """What an event brings now, less what it may bring later."""
        if action >= PLAY_RAID:
            return self.raid_worth(table, action - PLAY_RAID) - HOLD_RAID
        if action == REVEAL_SEVEN:
            return self.reveal_worth(table, view)
        if action == DRAW_TWO:
            return 2 * self.average(table, view)
        if action == SEARCH_SET:
            return self.pile_worth(table, view, for_set=True)
        if action == SEARCH_ONE:
            return self.pile_worth(table, view, for_set=False)
        if action >= ASK_ONE:
            code = action - ASK_ONE
            return self.ask_one_worth(table, view, code // MOST_SEATS, code % MOST_SEATS)
        return self.ask_around_worth(table, view, action - ASK_AROUND)

    def raid_worth(self, table: CaponeTable, gangster: int) -> int:
        """Cards that come from a rival count twice (CAP-12)."""
        brings = table.theirs[gangster]
        worth = self.sense.points[gangster] * brings
        worth += worth * DENY // (100 * self.sense.rivals)
        if table.own[gangster] + brings + table.hand[gangster] == self.copies_of(gangster):
            worth += self.sense.bonus[gangster]
        return worth

    def copies_of(self, gangster: int) -> int:
        """How many copies there are."""
        return self.sense.copies[gangster]

    def reveal_worth(self, table: CaponeTable, view: View) -> int:
        """What seven turned-over cards bring to the melds of the player's own area (CAP-11)."""
        turned = min(7, view.file_size)
        share = min(LEVELS, LEVELS * turned // table.hidden)
        worth = 0
        for gangster in range(GANGSTERS):
            unseen = table.unseen[gangster]
            if table.own[gangster] >= 3 and unseen:
                worth += self.sense.points[gangster] * unseen * turned // table.hidden
                if table.theirs[gangster] == 0:
                    missing = self.copies_of(gangster) - table.own[gangster] - table.hand[gangster]
                    worth += self.sense.bonus[gangster] * self.sense.chance(share, unseen, missing) // SURE
        return worth

    def pile_worth(self, table: CaponeTable, view: View, *, for_set: bool) -> int:
        """What a warrant brings out of the Underworld (CAP-8, CAP-9)."""
        kind = self.best_of_pile(table, view, for_set=for_set)
        if kind < 0:
            return 0
        return table.more(view, kind, table.pile[kind]) if for_set else self.gain(table, view, kind)

    def best_of_pile(self, table: CaponeTable, view: View, *, for_set: bool) -> int:
        """The kind of which one card, or all clues that match a meld, bring the most, or -1 (CAP-8, CAP-9)."""
        best = -1
        most = 0
        for kind in range(GANGSTERS if for_set else KINDS):
            if table.pile[kind] and (not for_set or table.own[kind] >= 3):
                worth = table.more(view, kind, table.pile[kind]) if for_set else self.gain(table, view, kind)
                if worth > most:
                    most = worth
                    best = kind
        return best

    def ask_one_worth(self, table: CaponeTable, view: View, gangster: int, seat: int) -> int:
        """What a seat is likely to give (CAP-7): a foe loses it, the partner could have laid it off."""
        known = table.known[seat * KINDS + gangster]
        likely = SURE * table.unseen[gangster] * table.slots_for(view, seat, gangster) // table.hidden
        gain = table.more(view, gangster, max(1, known))
        worth = (gain if known else 0) + table.more(view, gangster, 1) * likely // SURE
        if seat == table.partner:
            return worth * PARTNERS // 100
        lost = self.sense.points[gangster] * (SURE * known + likely) // SURE
        return worth + lost * DENY // (100 * self.sense.rivals)

    def ask_around_worth(self, table: CaponeTable, view: View, gangster: int) -> int:
        """What the first player who holds one gives (CAP-6)."""
        sense = self.sense
        gain = table.more(view, gangster, 1)
        unseen = table.unseen[gangster]
        nobody = SURE  # the chance that all who were asked so far hold none
        worth = 0
        for step in range(1, view.seats):
            seat = (view.seat + step) % view.seats
            has = SURE
            if table.known[seat * KINDS + gangster] == 0:
                slots = table.slots_for(view, seat, gangster)
                has = sense.chance(min(LEVELS, (LEVELS * slots + table.hidden // 2) // table.hidden), unseen, 1)
            value = gain - sense.points[gangster]
            if seat != table.partner:
                value = gain + sense.points[gangster] * DENY // (100 * sense.rivals)
            worth += value * (nobody * has // SURE) // SURE
            nobody = nobody * (SURE - has) // SURE
        return worth

    def take_worth(self, table: CaponeTable, view: View, action: int) -> int:
        """What is taken out of the Underworld, or from what was turned over (CAP-8, CAP-9, CAP-11)."""
        if action >= TAKE_EVENT:
            return self.gain(table, view, action - TAKE_EVENT + MEETING)
        chosen = action - TAKE
        worth = 0
        for gangster in range(GANGSTERS):
            if chosen >> gangster & 1:
                worth += table.more(view, gangster, table.offered(view, gangster))
        return worth

    # Reasons

    def reason(self, view: View, action: int) -> Reason:
        """The main point of an action, as a person would say it."""
        table = CaponeTable(self.sense, view)
        favourite = -1
        if action >= DISCARD:
            favourite = self.next_discard(table, view, action - DISCARD)
        elif action == SEARCH_ONE or action == SEARCH_SET:
            favourite = self.best_of_pile(table, view, for_set=action == SEARCH_SET)
        return explain(table, view, action, favourite)

    def next_discard(self, table: CaponeTable, view: View, kind: int) -> int:
        """Which other card would have to go, or -1."""
        least = -1
        for other in range(KINDS):
            if other == kind or not view.hand[other]:
                continue
            if least < 0 or self.keep_worth(table, view, other) < self.keep_worth(table, view, least):
                least = other
        return least
