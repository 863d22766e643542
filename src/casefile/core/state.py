"""A round at one moment: the zones of the table, whose decision it is, and what everybody has seen.

Only the methods of a state move cards, so that what is known of them is always right. What each seat knows of the
hidden ones lies beside them, in `minds` (see `casefile.core.knowledge`).

Cards are kinds, not copies: a hand is a row of counts. In an area a card may carry what was decided when it was
played (`joker@gull`); such a *face* has a number of its own, above those of the kinds.
"""

from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from casefile.core.counts import NUMBERS, add, bit, listed
from casefile.core.events import CASE_FILE, DISCARD_PILE, HIDDEN, Logged, area_of, hand_of
from casefile.core.events import NOBODY as NOBODY
from casefile.core.knowledge import Knowledge
from casefile.core.rng import Rng
from casefile.core.trail import TOOK

# What every case has, in the order of the words that it declares (casefile.core.case).
DRAW: Final = 0
PLAY: Final = 1
OVER: Final = 2

NOTHING: Final = 0  # is asked

RUNNING: Final = 0
BY_DISCARD: Final = 1
BY_FILE: Final = 2

NO_CARD: Final = -1


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Logged):
    """All that a round consists of; flat, and quick to clone."""

    hands: list[int]  # seat * kinds + kind: how many
    case_file: list[int]  # the last is on top
    seed: str
    shuffles: i64
    minds: list[Knowledge]  # what each seat knows, then an observer, if there is one; none once it is forgotten
    shares_minds: bool  # with clones, until somebody learns something
    shares_trail: bool  # with clones and views, until something is added

    def copy_to(self, other: "State") -> None:
        """Give another state all fields of this one; nothing that changes is shared, minds until they do."""
        self.share_fixed(other)
        other.sizes = self.sizes[:]
        other.areas = self.areas[:]
        other.discard = self.discard[:]
        other.hands = self.hands[:]
        other.case_file = self.case_file[:]
        other.seed = self.seed
        other.shuffles = self.shuffles
        other.minds = self.minds
        other.shares_minds = True
        self.shares_minds = True
        other.shares_trail = True
        self.shares_trail = True
        other.log = None if self.log is None else self.log[:]

    def clone(self) -> "State":
        """An independent copy; a case with fields of its own brings its own."""
        other = State()
        self.copy_to(other)
        return other

    # Setting up

    def clear_table(self, kinds: i64, faces: i64, seats: i64, sides: i64) -> None:
        """An empty table at which nobody has been dealt a card yet."""
        self.kinds = kinds
        self.faces = faces
        self.seats = seats
        self.sides = sides
        self.dealer = 0
        self.turn = 1 % seats
        self.phase = DRAW
        self.event_played = False
        self.file_number = 1
        self.scores = [0] * sides
        self.hands = [0] * (seats * kinds)
        self.sizes = [0] * seats
        self.areas = [0] * (sides * faces)
        self.melded = 0
        self.case_file = []
        self.discard = []
        self.question = NOTHING
        self.asked = 0
        self.due = 0
        self.ended_by = RUNNING
        self.ended_seat = NOBODY
        self.seed = ""
        self.shuffles = 0
        self.aside = []
        self.minds = [self.new_mind(seat) for seat in range(seats)]
        self.shares_minds = False
        self.turns = 0
        self.trail = []
        self.shares_trail = False
        self.log = None
        self.clear_own()

    def clear_own(self) -> None:
        """The fields that only this case has, at an empty table."""

    def new_mind(self, seat: i64) -> Knowledge:
        """What a seat knows of an empty table; a case whose seats know of more places brings its own."""
        mind = Knowledge()
        mind.start(seat, self.seats, self.kinds)
        return mind

    def shuffle(self, cards: list[int]) -> None:
        """Shuffle by the round's seed; the next shuffle of the round is another one."""
        Rng(f"{self.seed}/{self.shuffles}").shuffle(cards)
        self.shuffles += 1

    def deal(self, cards_each: i64) -> None:
        """Deal from the case file, one card after the other, from the dealer's left (C-2)."""
        for _ in range(cards_each):
            for step in range(self.seats):
                seat = (self.dealer + 1 + step) % self.seats
                self.put_into_hand(seat, self.case_file.pop())
        for seat in range(self.seats):
            self.others_get_unseen(seat, 0, cards_each)
            if self.log is not None:
                self.note_to(seat, "deal", self.hand_list(seat), CASE_FILE, hand_of(seat))

    # Asking

    def actors(self) -> i64:
        """The seats that have to choose now, one bit each."""
        if self.question != NOTHING:
            return self.asked
        if self.phase == OVER:  # `0 if … else …` would be an int, and not stay a machine integer
            return 0
        return bit(self.turn)

    def actor(self) -> i64:
        """The first seat that has to choose now, or NOBODY."""
        if self.question == NOTHING:
            if self.phase == OVER:
                return NOBODY
            return self.turn
        bits = self.asked
        for seat in range(self.seats):
            if bits >> seat & 1:
                return seat
        return NOBODY

    def ask(self, question: i64, seats: i64, due: i64) -> None:
        """Put a question to some seats (one bit each)."""
        self.question = question
        self.asked = seats
        self.due = due

    def answered(self) -> None:
        """End the open question: nobody is asked any more."""
        self.question = NOTHING
        self.asked = 0
        self.due = 0

    # Looking

    def in_hand(self, seat: i64, kind: i64) -> i64:
        """How many cards of a kind a hand holds."""
        return self.hands[seat * self.kinds + kind]

    def in_area(self, side: i64, face: i64) -> i64:
        """How many cards of a face lie in an area."""
        return self.areas[side * self.faces + face]

    def clues_of(self, side: i64, colour: i64) -> i64:
        """How many clues of a colour lie in an area; a case whose clues have several faces counts them all."""
        return self.areas[side * self.faces + colour]

    def holder(self, kind: i64) -> i64:
        """The first seat that has a card of this kind in the hand, or NOBODY."""
        for seat in range(self.seats):
            if self.hands[seat * self.kinds + kind] > 0:
                return seat
        return NOBODY

    def hand_list(self, seat: i64) -> list[int]:
        """The cards of a hand, sorted."""
        return listed(self.hands[seat * self.kinds : (seat + 1) * self.kinds])

    def kinds_held(self, seat: i64) -> i64:
        """The kinds of which a hand holds cards, one bit each."""
        return self.groups_held(seat)[0]

    def groups_held(self, seat: i64) -> tuple[i64, i64]:
        """The kinds of which a hand holds cards, and those of which it holds three or more, one bit each."""
        hands: list[Any] = self.hands  # see `add`
        base = seat * self.kinds
        held: i64 = 0
        threes: i64 = 0
        one: i64 = 1
        for at in range(base, base + self.kinds):
            count: i64 = hands[at]
            if count > 0:
                held |= one
                if count > 2:
                    threes |= one
            one <<= 1
        return held, threes

    # Moving cards

    def put_into_hand(self, seat: i64, kind: i64) -> None:
        """Add a card to a hand; the caller says what is known of it."""
        add(self.hands, seat * self.kinds + kind, 1)
        add(self.sizes, seat, 1)

    def draw_unseen(self, seat: i64, most: i64) -> None:
        """Draw from the case file, as many of these cards as are there (C-7, C-13)."""
        size: i64 = len(self.case_file)
        count = min(most, size)
        if count == 0:
            return
        if self.log is not None:
            self.note_to(seat, "draw", self.case_file[: -count - 1 : -1], CASE_FILE, hand_of(seat))
        pool = self.file_pool()
        for _ in range(count):
            card: i64 = self.case_file.pop()
            self.put_into_hand(seat, card)
            if self.minds:
                self.learners()[seat].saw_of_pool(pool, card)
        self.others_get_unseen(seat, pool, count)

    def draw_discard(self, seat: i64) -> None:
        """Draw the top card of the discard pile, which all have seen (C-7)."""
        card = self.discard.pop()
        self.put_into_hand(seat, card)
        self.others_get_seen(seat, card)
        if self.log is not None:
            self.note("draw-discard", seat, [card], DISCARD_PILE, hand_of(seat))

    def remove_from_discard(self, kind: i64) -> None:
        """Take the topmost card of a kind out of the discard pile; the rest keeps its order."""
        at = len(self.discard) - 1
        while self.discard[at] != kind:
            at -= 1
        del self.discard[at]

    def take_shown(self, seat: i64, kind: i64) -> None:
        """Take a card out of the discard pile into the hand, for all to see."""
        self.remove_from_discard(kind)
        self.put_into_hand(seat, kind)
        self.others_get_seen(seat, kind)

    def leave_hand(self, seat: i64, kind: i64) -> None:
        """A card goes from the hand to where all see it."""
        add(self.hands, seat * self.kinds + kind, -1)
        add(self.sizes, seat, -1)
        for mind in self.learners():
            if mind.seat != seat:
                mind.left(seat, kind)

    def put_into_area(self, side: i64, face: i64) -> None:
        """Lay a card into an area."""
        add(self.areas, side * self.faces + face, 1)

    def lay_down(self, what: str, seat: i64, kind: i64, count: i64) -> None:
        """Put cards of the hand into the area of the seat's side: a meld, a clue laid off, an event (C-9, C-10)."""
        side = self.side(seat)
        for _ in range(count):
            self.leave_hand(seat, kind)
            self.put_into_area(side, kind)
        if self.log is not None:
            self.note(what, seat, [kind] * count, hand_of(seat), area_of(side))

    def note_meld(self, side: i64, colour: i64) -> None:
        """Remember that a colour has a meld as soon as three clues lie in one area (C-11)."""
        if self.clues_of(side, colour) >= 3:
            self.melded |= bit(colour)

    def find_melds(self, colours: i64) -> None:
        """See from the areas which of the first colours have a meld (C-11)."""
        self.melded = 0
        for side in range(self.sides):
            for colour in range(colours):
                self.note_meld(side, colour)

    def move_between_areas(self, giver: i64, taker: i64, face: i64) -> None:
        """Take one card of an area into another area."""
        add(self.areas, giver * self.faces + face, -1)
        add(self.areas, taker * self.faces + face, 1)

    def change_faces(self, side: i64, face: i64, changed: i64) -> None:
        """All cards of a face that lie in an area get another one."""
        base = side * self.faces
        add(self.areas, base + changed, self.areas[base + face])
        self.areas[base + face] = 0

    def put_onto_discard(self, kind: i64) -> None:
        """Put a card that left another place onto the discard pile."""
        self.discard.append(kind)

    def discard_from_hand(self, seat: i64, kind: i64) -> None:
        """Put a card of the hand onto the discard pile (C-14)."""
        self.leave_hand(seat, kind)
        self.discard.append(kind)

    def discard_from_area(self, side: i64, face: i64, kind: i64) -> None:
        """Put a card of an area onto the discard pile, whatever face it had there."""
        add(self.areas, side * self.faces + face, -1)
        self.discard.append(kind)

    def turn_over(self) -> i64:
        """Turn over the top card of the case file onto the discard pile, for all to see."""
        card = self.case_file.pop()
        self.discard.append(card)
        pool = self.file_pool()
        for mind in self.learners():
            mind.saw_of_pool(pool, card)
        return card

    def put_aside(self, seat: i64, kind: i64) -> None:
        """Put a card of the hand aside, for all to see."""
        self.leave_hand(seat, kind)
        self.aside = [*self.aside, kind]

    def turn_aside(self, most: i64) -> None:
        """Turn over cards of the case file, as many of these as are there, and keep them aside, for all to see."""
        aside = self.aside[:]
        for _ in range(min(most, len(self.case_file))):
            self.turn_over()
            aside.append(self.discard.pop())
        self.aside = aside

    def take_aside(self, seat: i64, kind: i64) -> None:
        """Take a card that lies aside into the hand, for all to see; of equal ones the first turned over."""
        aside = self.aside[:]
        aside.remove(kind)
        self.aside = aside
        self.put_into_hand(seat, kind)
        self.others_get_seen(seat, kind)

    def discard_aside(self) -> None:
        """Put the cards that lie aside onto the discard pile in their order, the last on top."""
        self.discard += self.aside
        self.aside = []

    def turn_file(self) -> None:
        """Turn the case file around, for a world in which nobody knows its order (see `may_turn_file`)."""
        self.case_file.reverse()

    def make_second_file(self) -> None:
        """Shuffle the discard pile: it becomes the second case file (C-15)."""
        for mind in self.learners():
            mind.open_second_pool(self.unseen_in_hands(mind), self.discard)
        self.case_file = self.discard
        self.discard = []
        self.shuffle(self.case_file)
        self.file_number = 2
        if self.log is not None:
            size = len(self.case_file)
            self.note_count("second-file", NOBODY, size)
            self.note_also([HIDDEN] * size, DISCARD_PILE, CASE_FILE)

    # Knowing

    def admit_observer(self) -> None:
        """Before the deal: somebody looks on, with the number after the last seat. Search need not pay for that."""
        self.learners().append(self.new_mind(self.seats))

    def may_turn_file(self) -> bool:
        """Is the order of the case file hidden from everybody? Only a case whose seats can look into it says no."""
        return True

    def hidden_numbers(self) -> list[int]:
        """What a case hides besides hands and case file, for critics that only teach."""
        return []

    def forget(self) -> None:
        """Stop keeping track of who knows what: for a round that is played out only to be scored."""
        self.minds = []
        self.shares_minds = False
        self.trail = []

    def learners(self) -> list[Knowledge]:
        """The minds of those who are about to learn something, no longer shared with clones."""
        if self.shares_minds:
            self.minds = [mind.clone() for mind in self.minds]
            self.shares_minds = False
        return self.minds

    def file_pool(self) -> i64:
        """The pool from which the cards of the case file come."""
        return self.file_number - 1

    def unseen_in_hands(self, mind: Knowledge) -> list[int]:
        """How many cards of every kind lie in the other hands, but for those that are known there."""
        unseen = [0] * self.kinds
        for seat in range(self.seats):
            if seat != mind.seat:
                for kind in range(self.kinds):
                    add(unseen, kind, self.hands[seat * self.kinds + kind])
        for at in mind.certain:
            unseen[at % self.kinds] -= 1
        return unseen

    def tally(self, what: i64, seat: i64, kind: i64) -> None:
        """Keep in the trail what all saw a seat do with a card (casefile.core.trail), unless it is forgotten."""
        if self.minds:
            if self.shares_trail:
                self.trail = self.trail[:]
                self.shares_trail = False
            self.trail.append(NUMBERS[what << 8 | seat << 6 | kind])

    def others_get_unseen(self, seat: i64, pool: i64, count: i64) -> None:
        """The others know that a hand got cards, but not which."""
        for mind in self.learners():
            if mind.seat != seat:
                mind.got_unseen(seat, pool, count)

    def others_get_seen(self, seat: i64, kind: i64) -> None:
        """The others saw which card a hand got."""
        self.tally(TOOK, seat, kind)
        for mind in self.learners():
            if mind.seat != seat:
                mind.got_seen(seat, kind)

    def others_exclude(self, seat: i64, kinds: i64) -> None:
        """All know now that a hand holds none of these kinds (bits)."""
        for mind in self.learners():
            if mind.seat != seat:
                mind.exclude(seat, kinds)

    def show_hands(self) -> None:
        """At the scoring all hands are laid open: nothing is unseen but the case file."""
        for mind in self.learners():
            mind.see_all(self.hands)
        if self.log is not None:
            for seat in range(self.seats):
                self.note("show-hand", seat, self.hand_list(seat))
