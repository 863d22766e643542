"""What an expert knows of Al Capone.

Clues in the hand cost nothing at the end, but a round is soon over: a player who can play everything but one card goes
out, and what the others hold counts nothing (CAP-14). So this player melds at once and goes out as soon as possible,
which measured better than holding melds back so that others cannot lay off on them. There are two exceptions: what a
foe would raid for certain stays in the hand, and nobody goes out who would lose the match by it. What wins matches is
the choice of cards: pairs of gangsters of whom many are out of sight, raids, and complete sets.
"""

from typing import Final

from casefile.bots.base import Reason
from casefile.bots.expert import Expert
from casefile.bots.policy import POINT
from casefile.cases.capone import cards
from casefile.cases.capone.bot import reasons as capone_reasons
from casefile.cases.capone.bot.reading import LEVELS, SURE, CaponeReading, CaponeSense
from casefile.core.rules import Rules
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


class CaponePolicy(Expert[CaponeReading]):
    """Weighs by the points that a card, or what an event brings, is likely to make."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.sense = CaponeSense(rules)
        at = 3 if rules.variant.teams else rules.seats - 2
        self.pace = PACE[at]
        self.spread = SPREAD[at]

    def read(self, view: View) -> CaponeReading:
        """What the seat of a view reads off the table."""
        return CaponeReading(self.sense, view)

    def play(self, reading: CaponeReading, action: int) -> int:
        """What a play brings."""
        if action >= cards.ASK_AROUND:
            return self.event_worth(reading, action)
        if action >= cards.LAY:
            return self.lay_worth(reading, action - cards.LAY)
        code = action - cards.MELD
        return self.meld_worth(reading, code // cards.MOST_COPIES, code % cards.MOST_COPIES + 1)

    # Cards

    def use(self, reading: CaponeReading, kind: int) -> int:
        """What one more card of a kind in the hand is worth."""
        return self.event_card(reading, kind, reading.hand[kind]) if kind >= cards.MEETING else reading.more(kind, 1)

    def event_card(self, reading: CaponeReading, kind: int, others: int) -> int:
        """What it is worth to hold an event, beside others of its kind: one per turn can be played (C-12)."""
        if kind == cards.RAID:
            return RAID_HELD + reading.best_raid() * RAID_HOPE // 100
        worth = MEETING_HELD if kind == cards.MEETING else WARRANT_HELD if kind == cards.WARRANT else NESS_HELD
        return worth - ONE_A_TURN if others else worth

    def average(self, reading: CaponeReading) -> int:
        """What an unseen card brings."""
        total = 0
        for kind in range(cards.KINDS):
            if reading.unseen[kind]:
                total += reading.unseen[kind] * self.use(reading, kind)
        return total // reading.hidden

    def discard_cost(self, reading: CaponeReading, kind: int) -> int:
        """How much a card of the hand is worth keeping, and keeping from the next seat."""
        if kind >= cards.MEETING:
            return self.event_card(reading, kind, reading.hand[kind] - 1)
        return reading.loss(kind) + reading.danger(kind) * DANGER // 100

    # Drawing

    def draw(self, reading: CaponeReading, action: int) -> int:
        """Two unseen cards, or one that is known (CAP-1); what would be discarded again is worth nothing."""
        if action != cards.DRAW_DISCARD:
            return max(POINT, min(2, reading.view.file_size) * self.average(reading))
        top = reading.view.top()
        if top < 0:
            return 0
        worth = self.use(reading, top)
        if top >= cards.GANGSTERS or not reading.is_melded(top):
            return worth if self.stays(reading, top, worth) else 0
        if reading.has_all(cards.CAPONE) or reading.may_be_shut_out():
            worth += RUSH
        return worth

    # Clues

    def lay_worth(self, reading: CaponeReading, gangster: int) -> int:
        """A clue that is laid off makes its points, and breaks a rival's set (C-10)."""
        if reading.size == 2:
            return self.out_worth(reading, gangster, 1)
        points = self.sense.points[gangster]
        block = reading.block(gangster)
        return points + block - (2 * points + block) * reading.raid_threat(gangster) // SURE

    def meld_worth(self, reading: CaponeReading, gangster: int, clues: int) -> int:
        """A meld makes its points, and lets events work for it, the player's own raid among them (C-9)."""
        if reading.size - clues == 1:
            return MELD_NOW + self.out_worth(reading, gangster, clues)
        worth = MELD_NOW + self.sense.points[gangster] * clues
        if reading.hand[cards.RAID] and not reading.view.event_played:
            return worth
        return worth - 2 * worth * reading.raid_threat(gangster) // SURE

    def out_worth(self, reading: CaponeReading, gangster: int, clues: int) -> int:
        """What it is worth to play these clues and go out with the one card that is left (C-8, C-18)."""
        points = self.sense.points[gangster] * clues
        more = points
        if reading.own[gangster] + clues == self.sense.copies[gangster]:
            more += self.sense.bonus[gangster]
        return LOST if reading.loses_match(more) else GO_OUT + points + reading.block(gangster)

    # Events

    def event_worth(self, reading: CaponeReading, action: int) -> int:
        """What an event brings now, less what it may bring later."""
        if action >= cards.PLAY_RAID:
            return self.raid_worth(reading, action - cards.PLAY_RAID) - HOLD_RAID
        if action == cards.REVEAL_SEVEN:
            return self.reveal_worth(reading)
        if action == cards.DRAW_TWO:
            return 2 * self.average(reading)
        if action == cards.SEARCH_SET:
            return self.pile_worth(reading, for_set=True)
        if action == cards.SEARCH_ONE:
            return self.pile_worth(reading, for_set=False)
        if action >= cards.ASK_ONE:
            code = action - cards.ASK_ONE
            return self.ask_one_worth(reading, code // cards.MOST_SEATS, code % cards.MOST_SEATS)
        return self.ask_around_worth(reading, action - cards.ASK_AROUND)

    def raid_worth(self, reading: CaponeReading, gangster: int) -> int:
        """Cards that come from a rival count twice (CAP-12)."""
        brings = reading.theirs[gangster]
        worth = self.sense.points[gangster] * brings
        worth += worth * DENY // (100 * self.sense.rivals)
        if reading.own[gangster] + brings + reading.hand[gangster] == self.copies[gangster]:
            worth += self.sense.bonus[gangster]
        return worth

    def reveal_worth(self, reading: CaponeReading) -> int:
        """What seven turned-over cards bring to the melds of the player's own area (CAP-11)."""
        turned = min(7, reading.view.file_size)
        share = min(LEVELS, LEVELS * turned // reading.hidden)
        worth = 0
        for gangster in range(cards.GANGSTERS):
            unseen = reading.unseen[gangster]
            if reading.own[gangster] >= 3 and unseen:
                worth += self.sense.points[gangster] * unseen * turned // reading.hidden
                if reading.theirs[gangster] == 0:
                    missing = self.copies[gangster] - reading.own[gangster] - reading.hand[gangster]
                    worth += self.sense.bonus[gangster] * self.sense.chance(share, unseen, missing) // SURE
        return worth

    def pile_worth(self, reading: CaponeReading, *, for_set: bool) -> int:
        """What a warrant brings out of the Underworld (CAP-8, CAP-9)."""
        kind = self.best_of_pile(reading, for_set=for_set)
        if kind < 0:
            return 0
        return reading.more(kind, reading.pile[kind]) if for_set else self.use(reading, kind)

    def best_of_pile(self, reading: CaponeReading, *, for_set: bool) -> int:
        """The kind of which one card, or all clues that match a meld, bring the most, or -1 (CAP-8, CAP-9)."""
        best = -1
        most = 0
        for kind in range(cards.GANGSTERS if for_set else cards.KINDS):
            if reading.pile[kind] and (not for_set or reading.own[kind] >= 3):
                worth = reading.more(kind, reading.pile[kind]) if for_set else self.use(reading, kind)
                if worth > most:
                    most = worth
                    best = kind
        return best

    def ask_one_worth(self, reading: CaponeReading, gangster: int, seat: int) -> int:
        """What a seat is likely to give (CAP-7): a foe loses it, the partner could have laid it off."""
        known = reading.known[seat * cards.KINDS + gangster]
        likely = SURE * reading.unseen[gangster] * reading.slots_for(seat, gangster) // reading.hidden
        gain = reading.more(gangster, max(1, known))
        worth = (gain if known else 0) + reading.more(gangster, 1) * likely // SURE
        if seat == reading.partner:
            return worth * PARTNERS // 100
        lost = self.sense.points[gangster] * (SURE * known + likely) // SURE
        return worth + lost * DENY // (100 * self.sense.rivals)

    def ask_around_worth(self, reading: CaponeReading, gangster: int) -> int:
        """What the first player who holds one gives (CAP-6)."""
        sense = self.sense
        gain = reading.more(gangster, 1)
        unseen = reading.unseen[gangster]
        nobody = SURE  # the chance that all who were asked so far hold none
        worth = 0
        view = reading.view
        for step in range(1, view.seats):
            seat = (view.seat + step) % view.seats
            has = SURE
            if reading.known[seat * cards.KINDS + gangster] == 0:
                slots = reading.slots_for(seat, gangster)
                has = sense.chance(min(LEVELS, (LEVELS * slots + reading.hidden // 2) // reading.hidden), unseen, 1)
            value = gain - sense.points[gangster]
            if seat != reading.partner:
                value = gain + sense.points[gangster] * DENY // (100 * sense.rivals)
            worth += value * (nobody * has // SURE) // SURE
            nobody = nobody * (SURE - has) // SURE
        return worth

    def answer(self, reading: CaponeReading, action: int) -> int:
        """What is taken out of the Underworld, or from what was turned over (CAP-8, CAP-9, CAP-11)."""
        if action >= cards.TAKE_EVENT:
            return self.use(reading, action - cards.TAKE_EVENT + cards.MEETING)
        chosen = action - cards.TAKE
        worth = 0
        for gangster in range(cards.GANGSTERS):
            if chosen >> gangster & 1:
                worth += reading.more(gangster, reading.offered(gangster))
        return worth

    # Reasons

    def explain(self, reading: CaponeReading, action: int) -> Reason:
        """The main point of an action, as a person would say it."""
        favourite = -1
        if action >= cards.DISCARD:
            favourite = self.next_discard(reading, action - cards.DISCARD)
        elif action == cards.SEARCH_ONE or action == cards.SEARCH_SET:
            favourite = self.best_of_pile(reading, for_set=action == cards.SEARCH_SET)
        return capone_reasons.explain(reading, action, favourite)

    def next_discard(self, reading: CaponeReading, kind: int) -> int:
        """Which other card would have to go, or -1."""
        least = -1
        for other in range(cards.KINDS):
            if other == kind or not reading.hand[other]:
                continue
            if least < 0 or self.discard_cost(reading, other) < self.discard_cost(reading, least):
                least = other
        return least
