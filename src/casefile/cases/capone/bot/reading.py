"""What a seat reads off the table in Al Capone: where the copies of each gangster lie, and what may become of them."""

from math import comb
from typing import Final

from casefile.bots.expert import Reading
from casefile.bots.policy import POINT
from casefile.cases.capone.cards import CAPONE, GANGSTERS, KINDS, RAID, REVEAL, Figures
from casefile.cases.capone.events import FOR_ONE
from casefile.cases.capone.state import memory
from casefile.core.counts import add, added_up
from casefile.core.rules import Rules
from casefile.core.view import View

LEVELS: Final = 64  # shares of the hidden cards are counted in sixty-fourths
MOST: Final = 9  # more copies than any gangster has
SURE: Final = 1000  # chances are counted in thousandths

# Measured over many rounds of this policy against itself.
DRAWS: Final = 3  # cards that a seat still draws, about: most rounds end long before the case file does
LIVE: Final = 1  # for each copy out of sight, so that of equal cards the dead one goes
HUNT: Final = 20  # sixty-fourths by which asking, warrants and Ness raise the share of who hunts for a set
SET_HOPE: Final = 100  # percent
BLOCK: Final = 30  # percent
RAIDS: Final = 50  # percent of the raids in foes' hands that hit what is laid off now
COLLECTS: Final = 300  # the chance that a gangster is melded whom somebody took for all to see


class CaponeSense:
    """What is the same in all rounds: the figures of the cards, and chances."""

    def __init__(self, rules: Rules) -> None:
        figures = Figures(rules.deck)
        self.copies = figures.copies
        self.face_kind = rules.face_kind
        self.points = [POINT * points for points in figures.points]  # of a card, in tenths
        self.bonus = [0] * KINDS  # what the complete set counts beyond its cards, in tenths (CAP-15)
        for gangster in range(GANGSTERS):
            cards = self.points[gangster] * self.copies[gangster]
            self.bonus[gangster] = POINT * figures.complete_set[gangster] - cards
        self.rivals = rules.sides - 1
        self.foes = rules.seats - rules.seats // rules.sides
        self.target = rules.target
        # (share * MOST + copies) * MOST + need: the chance for at least so many of the copies with this share
        self.reach = [
            round(SURE * at_least(need, copies, share / LEVELS))
            for share in range(LEVELS + 1)
            for copies in range(MOST)
            for need in range(MOST)
        ]

    def chance(self, share: int, copies: int, need: int) -> int:
        """The chance of at least this many of the hidden copies, with a share in sixty-fourths."""
        if need <= 0:
            return SURE
        if need > copies:
            return 0
        return self.reach[(share * MOST + copies) * MOST + need]

    def area_points(self, gangster: int, count: int) -> int:
        """The points of a number of cards of a gangster in one area, in tenths (CAP-15)."""
        points = self.points[gangster] * count
        return points + self.bonus[gangster] if count == self.copies[gangster] else points


def at_least(need: int, copies: int, share: float) -> float:
    """The chance that at least `need` of the copies come, if each comes with the chance `share`."""
    chances = [comb(copies, one) * share**one * (1 - share) ** (copies - one) for one in range(need, copies + 1)]
    return added_up(chances)


class CaponeReading(Reading):
    """The table as the seat of a view reads it."""

    def __init__(self, sense: CaponeSense, view: View) -> None:
        super().__init__(view, view.unseen(sense.copies, sense.face_kind))
        self.sense = sense
        self.known = view.mind.known_everywhere()
        self.own = view.areas[view.side(view.seat) * KINDS : (view.side(view.seat) + 1) * KINDS]
        self.theirs = [0] * KINDS  # in the areas of all rivals
        self.most = [0] * KINDS  # in the area of the rival who has the most
        self.read_areas()
        self.pile = [0] * KINDS  # of the Underworld, as remembered; a doubtful card counts as lying there
        for kind in view.discard:
            add(self.pile, kind, 1)
        for kind in memory(view.mind).lower:
            add(self.pile, kind, 1)
            add(self.unseen, kind, -1)
        self.elsewhere = [0] * KINDS  # in other hands, for certain
        self.hidden = view.file_size  # cards in the case file and unseen cards in other hands
        self.foe_cards = 0
        self.partner = -1
        self.read_hands()
        draws = min(view.file_size // view.seats, DRAWS)
        self.share = min(LEVELS, LEVELS * draws // self.hidden)  # of this seat in the hidden cards
        self.foe_share = min(LEVELS, LEVELS * (draws + self.foe_cards // sense.foes) // self.hidden)  # of each foe
        self.set_share = min(LEVELS, self.share * (2 if self.partner >= 0 else 1) + HUNT)

    def read_areas(self) -> None:
        """What lies in the areas of the rivals."""
        view = self.view
        own = view.side(view.seat)
        for side in range(view.sides):
            if side == own:
                continue
            for gangster in range(GANGSTERS):
                count = view.areas[side * KINDS + gangster]
                if count:
                    add(self.theirs, gangster, count)
                    self.most[gangster] = max(self.most[gangster], count)

    def read_hands(self) -> None:
        """How many of each kind were seen nowhere, and in how many places they can be."""
        view = self.view
        seat = view.seat
        for at in view.mind.certain:
            add(self.elsewhere, at % KINDS, 1)
            add(self.unseen, at % KINDS, -1)
        self.hidden -= len(view.mind.certain)
        for other in range(view.seats):
            if other != seat:
                self.hidden += view.sizes[other]
                if view.side(other) == view.side(seat):
                    self.partner = other
                else:
                    self.foe_cards += view.sizes[other]
        for kind in range(KINDS):
            self.unseen[kind] = max(0, self.unseen[kind])
        self.hidden = max(1, self.hidden)

    # Questions about a gangster

    def rival_points(self) -> int:
        """The most points of a rival's area, in tenths."""
        own = self.view.side(self.view.seat)
        return max([self.area_total(side) for side in range(self.view.sides) if side != own])

    def loses_match(self, more: int) -> bool:
        """Would a rival win the match if the round ended now, with some more points for this side (C-20)?"""
        view = self.view
        own = view.side(view.seat)
        scores = [POINT * view.scores[side] + self.area_total(side) for side in range(view.sides)]
        add(scores, own, more)
        best = max(scores)
        return best >= POINT * self.sense.target and best > scores[own] and self.own[CAPONE] < self.sense.copies[CAPONE]

    def area_total(self, side: int) -> int:
        """The points of an area, in tenths."""
        points = 0
        for gangster in range(GANGSTERS):
            points += self.sense.area_points(gangster, self.view.areas[side * KINDS + gangster])
        return points

    def has_all(self, gangster: int) -> bool:
        """Does this side have the complete set, on the table or in this hand (CAP-2)?"""
        return self.own[gangster] + self.hand[gangster] == self.sense.copies[gangster]

    def may_be_shut_out(self) -> bool:
        """Has a rival the complete set of Capone (CAP-16)?"""
        return self.most[CAPONE] == self.sense.copies[CAPONE]

    def with_partner(self, gangster: int) -> int:
        """How many copies the partner certainly holds."""
        return self.known[self.partner * KINDS + gangster] if self.partner >= 0 else 0

    def slots_for(self, seat: int, kind: int) -> int:
        """How many unseen cards of a hand may be of this kind: a seat that gave none has none there (CAP-6, CAP-7)."""
        row = self.view.mind.classes(seat)
        count = 0
        for at in range(0, len(row), 3):
            if not row[at + 1] >> kind & 1:
                count += row[at + 2]
        return count

    def offered(self, gangster: int) -> int:
        """How many copies the question offers to take (CAP-8, CAP-9, CAP-11)."""
        if self.view.question == REVEAL:
            return self.view.aside.count(gangster)
        return 1 if self.view.due == FOR_ONE else self.pile[gangster]

    # What cards are worth, in tenths

    def held(self, gangster: int, count: int) -> int:
        """What a number of clues of a gangster in the hand are worth: the points that they are likely to make."""
        if count == 0:
            return 0
        sense = self.sense
        worth = sense.points[gangster] * count
        if count < 3 and not self.is_melded(gangster):
            unseen = self.unseen[gangster]
            own = sense.chance(self.share, unseen, 3 - count)
            others = (self.view.seats - 1) * sense.chance(self.foe_share, unseen, 3)
            others = min(SURE, others + COLLECTS * self.elsewhere[gangster])
            worth = worth * (own + (SURE - own) * others // SURE) // SURE
            worth += sense.points[gangster] * (3 - count) * own // SURE + LIVE * unseen
        return worth + self.set_hope(gangster, count)

    def best_raid(self) -> int:
        """The most that a raid can bring, with the chance of the meld that it needs (CAP-12)."""
        best = 0
        for gangster in range(GANGSTERS):
            if self.theirs[gangster]:
                missing = 3 - self.own[gangster] - self.hand[gangster]
                hope = self.sense.chance(self.share, self.unseen[gangster], missing)
                best = max(best, self.sense.points[gangster] * self.theirs[gangster] * hope // SURE)
        return best

    def set_hope(self, gangster: int, count: int) -> int:
        """What the hope for the complete set is worth with this many clues in the hand (CAP-2, CAP-15)."""
        theirs = self.theirs[gangster]
        have = self.own[gangster] + count
        if have < 3 or (theirs and not self.hand[RAID]):
            return 0
        missing = self.sense.copies[gangster] - have - theirs - self.with_partner(gangster)
        hope = self.sense.chance(self.set_share, self.unseen[gangster], missing)
        return self.sense.bonus[gangster] * hope * SET_HOPE // (SURE * 100)

    def more(self, gangster: int, count: int) -> int:
        """What some more clues in the hand are worth."""
        held = self.hand[gangster]
        return self.held(gangster, held + count) - self.held(gangster, held) + self.block(gangster)

    def loss(self, gangster: int) -> int:
        """What is lost with one clue of the hand."""
        held = self.hand[gangster]
        return self.held(gangster, held) - self.held(gangster, held - 1)

    def block(self, gangster: int) -> int:
        """What the first clue in this side's area takes from a rival's hope for the complete set (C-10, CAP-2)."""
        if self.own[gangster] or self.most[gangster] < 3 or self.most[gangster] < self.theirs[gangster]:
            return 0
        missing = self.sense.copies[gangster] - self.most[gangster]
        hope = self.sense.chance(min(LEVELS, self.foe_share + HUNT), min(MOST - 1, self.unseen[gangster] + 1), missing)
        return self.sense.bonus[gangster] * hope * BLOCK // (SURE * 100 * self.sense.rivals)

    def danger(self, gangster: int) -> int:
        """What a discarded clue may bring the next seat, who can take it: the third of a meld."""
        after = (self.view.seat + 1) % self.view.seats
        if self.is_melded(gangster):
            return self.sense.points[gangster]
        share = min(LEVELS, LEVELS * self.view.sizes[after] // self.hidden)
        hope = self.sense.chance(share, self.unseen[gangster], 2 - self.known[after * KINDS + gangster])
        return 3 * self.sense.points[gangster] * hope // SURE

    def raid_threat(self, gangster: int) -> int:
        """The chance that a foe who has a meld of the gangster raids: certain if one took a raid openly (CAP-12)."""
        view = self.view
        if self.most[gangster] < 3 or view.file_size == 0:
            return 0
        cards = 0  # in the hands of those who could raid: without a meld of the gangster a raid is no threat
        for seat in range(view.seats):
            side = view.side(seat)
            if side != view.side(view.seat) and view.areas[side * KINDS + gangster] >= 3:
                if self.known[seat * KINDS + RAID]:
                    return SURE
                cards += view.sizes[seat]
        return min(SURE, SURE * self.unseen[RAID] * cards // self.hidden) * RAIDS // 100
