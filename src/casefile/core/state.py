"""A round at one moment: the zones of the table, whose decision it is, and what everybody has seen.

This is the only module that moves cards, so that what is known of them is always right.

Cards are kinds, not copies: a hand is a row of counts. In an area a card may carry what was decided when it was
played (`joker@gull`); such a *face* has a number of its own, above those of the kinds.

What each seat knows of the hidden cards lies beside them, in `minds` (see `casefile.core.knowledge`).
"""

from typing import Final

from mypy_extensions import mypyc_attr

from casefile.core.events import EVERYONE, Event
from casefile.core.knowledge import Knowledge
from casefile.core.rng import Rng

DRAW: Final = 0
PLAY: Final = 1
OVER: Final = 2
PASS: Final = 3
GIVE: Final = 4
PHASES: Final = ["draw", "play", "over", "pass", "give"]

# Questions within a turn.
NOTHING: Final = 0
FEED: Final = 1
SEARCH: Final = 2
REVEAL: Final = 3
ESCAPE: Final = 4
CONSULT: Final = 5
PASSING: Final = 6
GIVING: Final = 7
TIP: Final = 8
QUESTIONS: Final = ["", "feed", "search", "reveal", "escape", "consult", "pass", "give", "tip"]

# Ways in which a round ends.
RUNNING: Final = 0
BY_DISCARD: Final = 1
BY_COMMISSIONER: Final = 2
BY_ESCAPE: Final = 3
BY_FILE: Final = 4
ENDINGS: Final = ["", "discard", "commissioner", "escape", "file"]

NOBODY: Final = -1
NO_CARD: Final = -1


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """All that a round consists of; flat, and quick to clone."""

    kinds: int
    faces: int
    seats: int
    sides: int
    dealer: int
    turn: int
    phase: int
    event_played: bool
    file_number: int
    scores: list[int]
    hands: list[int]  # seat * kinds + kind: how many
    sizes: list[int]  # cards in each hand
    areas: list[int]  # side * faces + face: how many
    case_file: list[int]  # the last is on top
    discard: list[int]  # the last is on top
    question: int
    asked: int  # one bit for each seat that still has to answer
    due: int  # what follows the answer; the case gives it a meaning
    ended_by: int
    ended_seat: int
    seed: str
    shuffles: int
    aside: list[int]  # cards of an event that is not resolved yet, such as turned-over ones; all see them
    minds: list[Knowledge]  # what each seat knows
    log: list[Event] | None

    def copy_to(self, other: "State") -> None:
        """Give another state all fields of this one; it shares nothing with it that changes."""
        other.kinds = self.kinds
        other.faces = self.faces
        other.seats = self.seats
        other.sides = self.sides
        other.dealer = self.dealer
        other.turn = self.turn
        other.phase = self.phase
        other.event_played = self.event_played
        other.file_number = self.file_number
        other.scores = self.scores[:]
        other.hands = self.hands[:]
        other.sizes = self.sizes[:]
        other.areas = self.areas[:]
        other.case_file = self.case_file[:]
        other.discard = self.discard[:]
        other.question = self.question
        other.asked = self.asked
        other.due = self.due
        other.ended_by = self.ended_by
        other.ended_seat = self.ended_seat
        other.seed = self.seed
        other.shuffles = self.shuffles
        other.aside = self.aside[:]
        other.minds = [mind.clone() for mind in self.minds]
        other.log = None if self.log is None else self.log[:]

    def clone(self) -> "State":
        """An independent copy; a case with fields of its own brings its own."""
        other = State()
        self.copy_to(other)
        return other

    # Setting up

    def clear_table(self, kinds: int, faces: int, seats: int, sides: int) -> None:
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
        self.minds = []
        for seat in range(seats):
            mind = Knowledge()
            mind.start(seat, seats, kinds)
            self.minds.append(mind)
        self.log = None

    def shuffle(self, cards: list[int]) -> None:
        """Shuffle by the round's seed; the next shuffle of the round is another one."""
        Rng(f"{self.seed}/{self.shuffles}").shuffle(cards)
        self.shuffles += 1

    def deal(self, cards_each: int) -> None:
        """Deal from the case file, one card after the other, from the dealer's left (C-2)."""
        for _ in range(cards_each):
            for step in range(self.seats):
                seat = (self.dealer + 1 + step) % self.seats
                self.put_into_hand(seat, self.case_file.pop())
        for seat in range(self.seats):
            self.others_get_unseen(seat, 0, cards_each)
            if self.log is not None:
                self.note_to(seat, "deal", self.hand_list(seat))

    # Telling

    def note(self, what: str, seat: int, cards: list[int], number: int = 0) -> None:
        """Log something that all may see."""
        if self.log is not None:
            self.log.append(Event(what, seat, cards, number, EVERYONE, EVERYONE))

    def note_to(self, seat: int, what: str, cards: list[int]) -> None:
        """Log something of which only this seat sees the cards."""
        if self.log is not None:
            self.log.append(Event(what, seat, cards, 0, 1 << seat, EVERYONE))

    def note_secret(self, seat: int, what: str) -> None:
        """Log something of which only this seat may know that it happened."""
        if self.log is not None:
            self.log.append(Event(what, seat, [], 0, 1 << seat, 1 << seat))

    # Asking

    def actors(self) -> int:
        """The seats that have to choose now, one bit each."""
        if self.question != NOTHING:
            return self.asked
        return 0 if self.phase == OVER else 1 << self.turn

    def actor(self) -> int:
        """The first seat that has to choose now, or NOBODY."""
        bits = self.actors()
        for seat in range(self.seats):
            if bits >> seat & 1:
                return seat
        return NOBODY

    def ask(self, question: int, seats: int, due: int) -> None:
        """Put a question to some seats (one bit each)."""
        self.question = question
        self.asked = seats
        self.due = due

    def answered(self) -> None:
        """The question is settled."""
        self.question = NOTHING
        self.asked = 0
        self.due = 0

    # Looking

    def side(self, seat: int) -> int:
        """The side that a seat plays for (C-5)."""
        return seat % self.sides

    def in_hand(self, seat: int, kind: int) -> int:
        """How many cards of a kind a hand holds."""
        return self.hands[seat * self.kinds + kind]

    def in_area(self, side: int, face: int) -> int:
        """How many cards of a face lie in an area."""
        return self.areas[side * self.faces + face]

    def holder(self, kind: int) -> int:
        """The first seat that has a card of this kind in the hand, or NOBODY."""
        for seat in range(self.seats):
            if self.hands[seat * self.kinds + kind]:
                return seat
        return NOBODY

    def hand_list(self, seat: int) -> list[int]:
        """The cards of a hand, sorted."""
        cards: list[int] = []
        base = seat * self.kinds
        for kind in range(self.kinds):
            cards.extend([kind] * self.hands[base + kind])
        return cards

    # Moving cards

    def put_into_hand(self, seat: int, kind: int) -> None:
        """Add a card to a hand; the caller says what is known of it."""
        self.hands[seat * self.kinds + kind] += 1
        self.sizes[seat] += 1

    def draw_unseen(self, seat: int, most: int) -> None:
        """Draw from the case file, as many of these cards as are there (C-7, C-13)."""
        count = min(most, len(self.case_file))
        if count == 0:
            return
        pool = self.file_pool()
        mind = self.minds[seat]
        drawn: list[int] = []
        for _ in range(count):
            card = self.case_file.pop()
            self.put_into_hand(seat, card)
            drawn.append(card)
            mind.saw_of_pool(pool, card)
        self.others_get_unseen(seat, pool, count)
        if self.log is not None:
            self.note_to(seat, "draw", drawn)

    def draw_discard(self, seat: int) -> None:
        """Draw the top card of the discard pile, which all have seen (C-7)."""
        card = self.discard.pop()
        self.put_into_hand(seat, card)
        self.others_get_seen(seat, card)
        if self.log is not None:
            self.note("draw-discard", seat, [card])

    def remove_from_discard(self, kind: int) -> None:
        """Take the topmost card of a kind out of the discard pile; the rest keeps its order."""
        at = len(self.discard) - 1
        while self.discard[at] != kind:
            at -= 1
        del self.discard[at]

    def take_shown(self, seat: int, kind: int) -> None:
        """Take a card out of the discard pile into the hand, for all to see (RIP-10)."""
        self.remove_from_discard(kind)
        self.put_into_hand(seat, kind)
        self.others_get_seen(seat, kind)

    def leave_hand(self, seat: int, kind: int) -> None:
        """A card goes from the hand to where all see it."""
        self.hands[seat * self.kinds + kind] -= 1
        self.sizes[seat] -= 1
        for mind in self.minds:
            if mind.seat != seat:
                mind.left(seat, kind)

    def put_into_area(self, side: int, face: int) -> None:
        """Lay a card into an area."""
        self.areas[side * self.faces + face] += 1

    def move_between_areas(self, giver: int, taker: int, face: int) -> None:
        """Take one card of an area into another area."""
        self.areas[giver * self.faces + face] -= 1
        self.areas[taker * self.faces + face] += 1

    def discard_from_hand(self, seat: int, kind: int) -> None:
        """Put a card of the hand onto the discard pile (C-14)."""
        self.leave_hand(seat, kind)
        self.discard.append(kind)

    def turn_over(self) -> int:
        """Turn over the top card of the case file onto the discard pile, for all to see."""
        card = self.case_file.pop()
        self.discard.append(card)
        pool = self.file_pool()
        for mind in self.minds:
            mind.saw_of_pool(pool, card)
        return card

    def turn_aside(self, most: int) -> None:
        """Turn over cards of the case file, as many of these as are there, and keep them aside, for all to see."""
        for _ in range(min(most, len(self.case_file))):
            self.turn_over()
            self.aside.append(self.discard.pop())

    def take_aside(self, seat: int, kind: int) -> None:
        """Take a card that lies aside into the hand, for all to see; of equal ones the first turned over."""
        self.aside.remove(kind)
        self.put_into_hand(seat, kind)
        self.others_get_seen(seat, kind)

    def discard_aside(self) -> None:
        """Put the cards that lie aside onto the discard pile in their order, the last on top."""
        self.discard += self.aside
        self.aside = []

    def make_second_file(self) -> None:
        """Shuffle the discard pile: it becomes the second case file (C-15)."""
        for mind in self.minds:
            unseen = [0] * self.kinds
            for at, count in enumerate(self.hands):
                if at // self.kinds != mind.seat:
                    unseen[at % self.kinds] += count - mind.known[at]
            mind.open_second_pool(unseen, self.discard)
        self.case_file = self.discard
        self.discard = []
        self.shuffle(self.case_file)
        self.file_number = 2
        if self.log is not None:
            self.note("second-file", NOBODY, [], len(self.case_file))

    # Knowing

    def file_pool(self) -> int:
        """The pool from which the cards of the case file come."""
        return self.file_number - 1

    def others_get_unseen(self, seat: int, pool: int, count: int) -> None:
        """The others know that a hand got cards, but not which."""
        for mind in self.minds:
            if mind.seat != seat:
                mind.got_unseen(seat, pool, count)

    def others_get_seen(self, seat: int, kind: int) -> None:
        """The others saw which card a hand got."""
        for mind in self.minds:
            if mind.seat != seat:
                mind.got_seen(seat, kind)

    def others_exclude(self, seat: int, kinds: int) -> None:
        """All know now that a hand holds none of these kinds (bits)."""
        for mind in self.minds:
            if mind.seat != seat:
                mind.exclude(seat, kinds)

    def show_hands(self) -> None:
        """At the scoring all hands are laid open: nothing is unseen but the case file."""
        for mind in self.minds:
            mind.see_all(self.hands)
        if self.log is not None:
            for seat in range(self.seats):
                self.note("show-hand", seat, self.hand_list(seat))
