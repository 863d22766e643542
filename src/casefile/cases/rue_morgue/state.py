"""What a round of Murders in the Rue Morgue has beyond the table that all cases share."""

from typing import Final

from mypy_extensions import i64

from casefile.cases.rue_morgue.cards import DEDUCTION, DUPINS_HELP, FEED, PREFECT, SEARCH, Figures
from casefile.cases.rue_morgue.knowledge import OLD, UNKNOWN, RueMorgueKnowledge
from casefile.core.counts import add, bit
from casefile.core.events import CASE_FILE, DISCARD_PILE, HIDDEN, OWN_PLACES, Event, hand_of
from casefile.core.state import NO_CARD, NOBODY, State
from casefile.core.view import View

# Where a search looks; what is due after the question.
IN_DISCARD: Final = 0
UNDER_ORANG_UTAN: Final = 1


UNDER: Final = OWN_PLACES  # a place: under the Orang-Utan


class RueMorgueState(State):
    """A round of Murders in the Rue Morgue."""

    under: list[int]  # the cards under the Orang-Utan, the last came last; none once it has escaped
    sealed: list[int]  # seat: the card that it chose to pass or give, while others still choose (C-21)
    at_once: bool  # the second case file comes in the middle of a turn (RUE-18)
    unsaid: str  # what a position left out although the scoring needs it

    def clone(self) -> "RueMorgueState":
        """An independent copy."""
        other = RueMorgueState()
        self.copy_to(other)
        other.under = self.under[:]
        other.sealed = self.sealed[:]
        other.at_once = self.at_once
        other.unsaid = self.unsaid
        return other

    def clear_own(self) -> None:
        """Nothing lies under the Orang-Utan yet (RUE-1)."""
        self.under = []
        self.sealed = [NO_CARD] * self.seats
        self.unsaid = ""

    def new_mind(self, seat: i64) -> RueMorgueKnowledge:
        """What a seat knows of a table with nothing but the Orang-Utan on it."""
        mind = RueMorgueKnowledge()
        mind.begin(seat, self.seats, self.kinds)
        return mind

    # Looking

    def partner(self, seat: i64) -> i64:
        """The other seat of a team (C-5)."""
        return (seat + 2) % 4

    def is_melded(self, colour: i64) -> bool:
        """Has this colour a meld in any area?"""
        return self.melded >> colour & 1 != 0

    # Moving cards

    def draw_unseen(self, seat: i64, most: i64) -> None:
        """Draw from the case file, as many of these cards as are there (C-7, C-13, RUE-18)."""
        drawn: list[int] = []
        for _ in range(most):
            if not self.case_file:
                break
            card = self.case_file.pop()
            self.put_into_hand(seat, card)
            drawn.append(card)
            if self.minds:
                self.mind(seat).drew(card)
                self.top_came(seat, seat)
            if self.must_reshuffle():
                self.note_to(seat, "draw", drawn, CASE_FILE, hand_of(seat))
                drawn = []
                self.make_second_file()
        if drawn:
            self.note_to(seat, "draw", drawn, CASE_FILE, hand_of(seat))

    def feed_from_file(self, seat: i64) -> None:
        """Put the top card of the case file under the Orang-Utan; the feeder alone knows it (RUE-7)."""
        card = self.case_file.pop()
        self.under.append(card)
        self.top_came(self.seats, NOBODY)
        self.note_to(seat, "feed-file", [card], CASE_FILE, UNDER)
        if self.must_reshuffle():
            self.make_second_file()

    def feed_from_discard(self, seat: i64) -> None:
        """Put the top card of the discard pile under the Orang-Utan; all know it (RUE-7)."""
        card = self.discard.pop()
        self.under.append(card)
        for mind in self.learners():
            mind.got_seen(self.seats, card)
        self.note_card("feed-discard", seat, card, DISCARD_PILE, UNDER)

    def feed_from_hand(self, seat: i64, card: i64) -> None:
        """Put a card of the hand under the Orang-Utan; its owner alone knows it (RUE-6)."""
        add(self.hands, seat * self.kinds + card, -1)
        add(self.sizes, seat, -1)
        self.under.append(card)
        for viewer in range(len(self.minds)):
            if viewer == seat:
                self.mind(viewer).got_seen(self.seats, card)
            else:
                self.mind(viewer).fed_from_hand(seat)
        self.note_to(seat, "give", [card], hand_of(seat), UNDER)

    def feed_unseen(self, count: i64) -> None:
        """Put cards under the Orang-Utan that nobody sees (RUE-2)."""
        for _ in range(count):
            self.under.append(self.case_file.pop())
            self.top_came(self.seats, NOBODY)
        self.note_count("feed-unseen", self.dealer, count)
        self.note_also([HIDDEN] * count, CASE_FILE, UNDER)

    def exchange(self, one: i64, other: i64, card: i64, other_card: i64) -> None:
        """Two partners pass a card to each other, face down (RUE-5, RUE-13)."""
        for giver, taker, passed in ((one, other, card), (other, one, other_card)):
            add(self.hands, giver * self.kinds + passed, -1)
            add(self.hands, taker * self.kinds + passed, 1)
        for viewer in range(len(self.minds)):
            mind = self.mind(viewer)
            if viewer == one or viewer == other:
                mate, given, got = (other, card, other_card) if viewer == one else (one, other_card, card)
                mind.left(mate, got)
                mind.got_seen(mate, given)
            else:
                mind.mix_hands(one, other)

    def take_from_under(self, seat: i64, kind: i64) -> None:
        """Take a card from under the Orang-Utan into the hand, for all to see (RUE-14)."""
        at = len(self.under) - 1
        while self.under[at] != kind:
            at -= 1
        del self.under[at]
        for mind in self.learners():
            mind.left(self.seats, kind)
        self.put_into_hand(seat, kind)
        self.others_get_seen(seat, kind)

    def must_reshuffle(self) -> bool:
        """Does the second case file come now, in the middle of a turn (RUE-18)?"""
        return self.at_once and not self.case_file and self.file_number == 1

    def make_second_file(self) -> None:
        """The Orang-Utan escapes; what lay under it is shuffled with the discard pile (RUE-16, RUE-17)."""
        for seat in range(len(self.minds)):
            self.mind(seat).escaped(self.discard)
        if self.log is not None:
            self.note_count("second-file", NOBODY, len(self.discard) + len(self.under))
            self.note_also([HIDDEN] * len(self.discard), DISCARD_PILE, CASE_FILE)
            self.note_also([HIDDEN] * len(self.under), UNDER, CASE_FILE)
        self.case_file = self.discard + self.under
        self.discard = []
        self.under = []
        self.shuffle(self.case_file)
        self.file_number = 2

    def note_pass(self, giver: i64, card: i64) -> None:
        """Log a card that is passed: partners see it, the others see that it is passed."""
        if self.log is not None:
            taker = self.partner(giver)
            self.log.append(Event("pass", giver, [card], [], other=taker, shown_to=bit(giver) | bit(taker)))
            self.note_also([card], hand_of(giver), hand_of(taker))

    def hidden_numbers(self) -> list[int]:
        """What lies under the Orang-Utan, by kind."""
        row = [0] * self.kinds
        for kind in self.under:
            add(row, kind, 1)
        return row

    # Knowing

    def mind(self, seat: i64) -> RueMorgueKnowledge:
        """The mind of a seat that is about to learn something."""
        mind = self.learners()[seat]
        assert isinstance(mind, RueMorgueKnowledge)
        return mind

    def top_came(self, place: i64, who: i64) -> None:
        """The top card of the case file came to a place; the seat that took it has seen it anyway."""
        for seat in range(len(self.minds)):
            if seat != who:
                self.mind(seat).top_came(place)

    def may_turn_file(self) -> bool:
        """Has no seat looked at the top card of the case file (RUE-7)?"""
        for mind in self.minds:
            assert isinstance(mind, RueMorgueKnowledge)
            if mind.top != UNKNOWN:
                return False
        return True

    def peek(self, seat: i64) -> None:
        """Look alone at the top card of the case file (RUE-7)."""
        if self.minds:
            self.mind(seat).peek(self.case_file[-1])
        self.note_to(seat, "peek", [self.case_file[-1]])

    def sit_down(self, seat: i64, unseen: list[int]) -> None:
        """A seat knows what anybody could see, and what it was asked about; the hands are added elsewhere."""
        mind = self.mind(seat)
        mind.unseen = unseen
        mind.got_unseen(mind.under, OLD, len(self.under))
        if self.asked >> seat & 1:
            if self.question == FEED and self.case_file:
                mind.peek(self.case_file[-1])
            elif self.question == SEARCH and self.due == UNDER_ORANG_UTAN:
                mind.look_under(self.under)

    def lay_open(self) -> None:
        """At the scoring all hands, and what was caught, are laid open (RUE-20, RUE-21)."""
        self.show_hands()
        for seat in range(len(self.minds)):
            mind = self.mind(seat)
            for kind in self.under:
                mind.got_seen(self.seats, kind)
            mind.unseen = [0] * self.kinds
            for kind in self.case_file:
                add(mind.unseen, kind, 1)
            if mind.top != UNKNOWN:
                add(mind.unseen, mind.top, -1)

    # What lies where, and what could be played now

    def may_play_by_melds(self, kind: i64, figures: Figures) -> bool:
        """Do the melds that a card needs lie in any areas (RUE-10, RUE-11, C-10)?"""
        if kind >= DUPINS_HELP:
            return True
        return self.is_melded(figures.first[kind]) and self.is_melded(figures.second[kind])

    def matches_meld(self, kind: i64, figures: Figures) -> bool:
        """Is a card of the hand dropped without minus, as it has a melded colour (RUE-21)?"""
        if kind >= DUPINS_HELP:
            return False
        return self.is_melded(figures.first[kind]) or self.is_melded(figures.second[kind])

    def has_pair(self, side: i64, colour: i64, figures: Figures) -> bool:
        """Are a set and its partner both melded in this area (RUE-23)?"""
        return self.in_area(side, colour) >= 3 and self.in_area(side, figures.partner[colour]) >= 3

    def has_trio(self, side: i64, figures: Figures) -> bool:
        """Has this area a pair of partner sets together with their deduction (RUE-26)?"""
        for kind in range(DEDUCTION, PREFECT):
            if self.in_area(side, kind) and self.has_pair(side, figures.first[kind], figures):
                return True
        return False

    def has_any_meld(self, side: i64) -> bool:
        """Does a meld lie in this area?"""
        return any(self.in_area(side, colour) >= 3 for colour in range(DEDUCTION))


class RueMorgueView(View):
    """What a seat may know of a round of Murders in the Rue Morgue."""

    under_size: i64
    sealed: i64  # the card that this seat itself chose, while others still choose

    def look_own(self, state: State) -> None:
        """How many cards lie under the Orang-Utan, and the seat's own answer (C-21)."""
        assert isinstance(state, RueMorgueState)
        self.under_size = len(state.under)
        self.sealed = state.sealed[self.seat] if self.seat < self.seats else NO_CARD

    def key(self) -> tuple[object, ...]:
        """All fields."""
        return (*super().key(), self.under_size, self.sealed)

    def numbers(self) -> list[int]:
        """What lies under the Orang-Utan: how many cards, and those that this seat knows."""
        return [self.under_size, *[self.known_under(kind) for kind in range(self.kinds)]]

    def more_sizes(self, kinds: int, seats: int) -> list[tuple[str, int, int, str]]:
        """What the seat knows of hidden cards beside the hands, and its own answer."""
        return [
            ("under_size", 1, 10, "cards under the Orang-Utan"),
            ("under", kinds, 4, "cards that certainly lie there"),
            ("file_top", kinds, 1, "the top card of the case file, if the seat has looked at it"),
            ("sealed", kinds, 1, "the card that the seat chose, while others still choose"),
            ("reshuffled_known", kinds, 4, "cards that certainly went into the second case file"),
        ]

    def more_numbers(self, seats: i64) -> list[int]:
        """What the seat knows of hidden cards beside the hands, and its own answer."""
        mind = self.mind
        assert isinstance(mind, RueMorgueKnowledge)
        kinds = self.kinds
        parts = 1
        if mind.top != UNKNOWN:
            parts = 2
        if self.sealed != NO_CARD:
            parts = 3
        first = 1
        if self.file_number != 1:
            parts = 4
            first = 1 + 3 * kinds
        row = [0] * (1 + parts * kinds)
        row[0] = self.under_size
        row[first : first + kinds] = mind.below
        if mind.top != UNKNOWN:
            row[1 + kinds + mind.top] = 1
        if self.sealed != NO_CARD:
            row[1 + 2 * kinds + self.sealed] = 1
        return row

    def known_top(self) -> i64:
        """The top card of the case file, if this seat has looked at it (RUE-7), or NO_CARD."""
        assert isinstance(self.mind, RueMorgueKnowledge)
        return self.mind.top

    def known_under(self, kind: i64) -> i64:
        """How many cards of a kind certainly lie under the Orang-Utan."""
        return self.mind.count_known(self.seats, kind) if self.file_number == 1 else 0
