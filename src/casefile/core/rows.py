"""A view as a row of bytes, version 2: all that a seat with a perfect memory may use, for players that learn.

A row has the same fields for every variant of a case: own things first, then clockwise, with room for as many seats as
the case can have. What does not fit into a byte is capped. A second row holds what the seat may not know, for critics
that only teach.
"""

from typing import Final

from mypy_extensions import i64, u8

from casefile.core.counts import bit
from casefile.core.knowledge import CLASS, Knowledge
from casefile.core.rules import Rules
from casefile.core.state import State
from casefile.core.view import View

try:
    from librt.strings import BytesWriter
except ImportError:
    from casefile.core.plain_writer import BytesWriter  # type: ignore[assignment]

VERSION: Final = 2
MOST: Final[i64] = 255
AHEAD: Final = 4  # cards of the case file that the second row shows


class Field:
    """A part of a row: where it stands, and by what its bytes are divided to lie between 0 and about 1."""

    def __init__(self, name: str, first: int, shape: tuple[int, ...], scale: int, meaning: str) -> None:
        self.name = name
        self.first = first
        self.shape = shape
        self.scale = scale
        self.meaning = meaning
        self.size = 1
        for length in shape:
            self.size *= length


class RowWriter:
    """Writes the rows of one game."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        case = rules.case
        kinds = rules.kinds
        faces = rules.faces
        seats = max(case.players)
        self.kinds: i64 = kinds
        self.most_seats: i64 = seats
        self.copies = rules.deck.copies
        self.face_kind = rules.face_kind
        own = rules.new_view().more_sizes(kinds, seats)
        self.fields: list[Field] = []
        self.size = 0
        self.hand = self.field("hand", (kinds,), 4, "the seat's cards")
        self.known = self.field("known", (seats - 1, kinds), 4, "cards that another hand certainly holds")
        self.cannot = self.field("cannot", (seats - 1, kinds), 1, "1: the unseen cards of that hand are none of these")
        self.unseen = self.field("unseen", (kinds,), 4, "cards that lie neither in the seat's hand nor open")
        self.reshuffled = self.field("reshuffled", (kinds,), 4, "unseen cards that went into the second case file")
        self.areas = self.field("areas", (seats, faces), 4, "cards in the areas, by face, the seat's own side first")
        self.melded = self.field("melded", (kinds,), 1, "1: a meld of this colour lies on the table")
        self.top = self.field("top", (kinds,), 1, "the top card of the discard pile")
        self.second = self.field("second", (kinds,), 1, "the card below it")
        self.discard = self.field("discard", (kinds,), 4, "cards in the discard pile")
        self.aside = self.field("aside", (kinds,), 4, "cards that lie aside")
        names = ("thrown", "left", "took", "wanted")
        meanings = ("discarded", "left lying at a draw", "taken for all to see", "asked for")
        self.tallies = self.size
        for name, meaning in zip(names, meanings, strict=True):
            self.field(name, (seats, kinds), 4, f"cards that each seat has {meaning} in this round")
        self.sizes = self.field("sizes", (seats,), 10, "cards in each hand")
        self.reshuffled_in = self.field("reshuffled_in", (seats - 1,), 10, "unseen cards of a hand from later pools")
        self.piles = self.field("piles", (3,), 60, "cards in the discard pile and in the case file, and its number")
        self.turns = self.field("turns", (1,), 40, "turns so far")
        self.flags = self.field("flags", (2,), 1, "an event was played in this turn; there is a team")
        self.phase = self.field("phase", (len(case.phases),), 1, "the phase of the turn")
        self.question = self.field("question", (len(case.questions),), 1, "what is asked")
        self.due = self.field("due", (2,), 16, "what follows the answer: its upper and its lower half byte")
        self.turn = self.field("turn", (seats,), 1, "whose turn it is")
        self.dealer = self.field("dealer", (seats,), 1, "who dealt")
        self.asked = self.field("asked", (seats,), 1, "who has to choose")
        self.to_go = self.field("to_go", (seats,), 100, "points that each side needs to reach the target")
        self.target = self.field("target", (1,), 100, "the target of the match")
        self.players = self.field("players", (seats - 1,), 1, "how many play: two, three, four")
        self.edition = self.field("edition", (len(case.editions),), 1, "the edition")
        self.options = self.field("options", (len(case.options),), 1, "options that are on")
        self.points = self.field("points", (kinds,), 10, "what a card is worth in this deck")
        self.own = self.size
        for name, length, scale, meaning in own:
            self.field(name, (length,), scale, meaning)
        self.template = bytes(self.size)
        self.fix_variant()
        self.hidden_size = (seats + AHEAD) * kinds + len(rules.empty().hidden_numbers())
        self.hidden_zeros = bytes(self.hidden_size)
        self.cards = len(rules.all_cards)
        self.state_size = seats * self.size + self.hidden_size + 2 * self.cards

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled by the rules that it is made of."""
        return RowWriter, (self.rules,)

    def fix_variant(self) -> None:
        """What is the same in every row of this game."""
        rules = self.rules
        case = rules.case
        variant = rules.variant
        self.fix(self.players + rules.seats - 2, 1)
        self.fix(self.flags + 1, 1 if variant.teams else 0)
        self.fix(self.edition + case.editions.index(variant.edition), 1)
        for at, option in enumerate(case.options):
            self.fix(self.options + at, 1 if option in variant.options else 0)
        for kind, points in enumerate(rules.deck.points()):
            self.fix(self.points + kind, max(0, min(MOST, points)))
        for kind, copies in enumerate(self.copies):
            self.fix(self.unseen + kind, copies)  # of which is taken away what the seat sees

    def field(self, name: str, shape: tuple[int, ...], scale: int, meaning: str) -> int:
        """Add a field to the row; where it starts."""
        first = self.size
        field = Field(name, first, shape, scale, meaning)
        self.fields.append(field)
        self.size += field.size
        return first

    def fix(self, at: int, value: int) -> None:
        """Write this value in every row."""
        self.template = self.template[:at] + bytes([value]) + self.template[at + 1 :]

    def scales(self) -> list[int]:
        """For each byte of a row, by what it is divided."""
        return [field.scale for field in self.fields for _ in range(field.size)]

    def row(self, view: View, target: int) -> bytes:
        """One row."""
        out = BytesWriter()
        self.write(out, view, target)
        return out.getvalue()

    def write(self, out: BytesWriter, view: View, target: i64) -> None:
        """Add the row of a view in a match to this target."""
        base: i64 = len(out)
        out.write(self.template)
        seat = view.seat
        seats = view.seats
        self.write_hand(out, base, view)
        self.write_minds(out, base, view)
        self.write_piles(out, base, view)
        side = view.side(seat)
        for step in range(view.sides):
            other = (side + step) % view.sides
            self.write_area(out, base, view, step, other)
            put(out, base + self.to_go + step, target - view.scores[other])
        for step in range(seats):
            other = (seat + step) % seats
            put(out, base + self.sizes + step, view.sizes[other])
            put(out, base + self.asked + step, view.asked >> other & 1)
        put(out, base + self.turn + (view.turn - seat + seats) % seats, 1)
        put(out, base + self.dealer + (view.dealer - seat + seats) % seats, 1)
        put(out, base + self.phase + view.phase, 1)
        put(out, base + self.question + view.question, 1)
        put(out, base + self.due, view.due >> 4 & 15)
        put(out, base + self.due + 1, view.due & 15)
        put(out, base + self.target, target)
        if view.event_played:
            put(out, base + self.flags, 1)
        more = view.more_numbers(self.most_seats)
        put_row(out, base + self.own, more, 0, len(more))

    def write_hand(self, out: BytesWriter, base: i64, view: View) -> None:
        """The seat's cards, which are not unseen: there the copies of every kind stand at first."""
        hand = view.hand
        at: i64 = base + self.hand
        unseen: i64 = base + self.unseen
        for kind in range(self.kinds):
            count: i64 = hand[kind]
            if count:
                out[at + kind] = u8(count)
                out[unseen + kind] = out[unseen + kind] - u8(count)

    def write_area(self, out: BytesWriter, base: i64, view: View, step: i64, side: i64) -> None:
        """The area of a side, so many steps on; its cards are not unseen either."""
        areas = view.areas
        faces: i64 = view.faces
        face_kind = self.face_kind
        at: i64 = base + self.areas + step * faces
        unseen: i64 = base + self.unseen
        first: i64 = side * faces
        for face in range(faces):
            count: i64 = areas[first + face]
            if count:
                out[at + face] = u8(count)
                where: i64 = unseen + face_kind[face]
                out[where] = out[where] - u8(count)

    def write_minds(self, out: BytesWriter, base: i64, view: View) -> None:
        """What is known of the other hands, and what each seat was seen to do."""
        kinds = self.kinds
        seats = view.seats
        mind = view.mind
        for place_and_kind in mind.certain:
            place: i64 = place_and_kind // kinds
            if place < seats:
                step = (place - view.seat + seats) % seats - 1
                add_one(out, base + self.known + step * kinds + place_and_kind % kinds)
        for step in range(seats - 1):
            self.write_slots(out, base, mind, (view.seat + 1 + step) % seats, step)
        if len(mind.pools) == 2 * kinds:
            put_row(out, base + self.reshuffled, mind.pools, kinds, kinds)
        put(out, base + self.turns, view.turns)
        self.write_trail(out, base, view)

    def write_trail(self, out: BytesWriter, base: i64, view: View) -> None:
        """How often each seat was seen to throw a kind away, and so on."""
        kinds = self.kinds
        seats: i64 = view.seats
        seat: i64 = view.seat
        for each in view.trail:
            entry: i64 = each
            step = ((entry >> 6 & 3) - seat + seats) % seats
            add_one(out, base + self.tallies + ((entry >> 8) * self.most_seats + step) * kinds + (entry & 63))

    def write_slots(self, out: BytesWriter, base: i64, mind: Knowledge, place: i64, step: i64) -> None:
        """What the unseen cards of a hand cannot be, and how many of them came from later pools."""
        slots = mind.slots
        cannot: i64 = -1
        later: i64 = 0
        for at in range(0, len(slots), CLASS):
            if slots[at] == place:
                cannot &= slots[at + 2]
                if slots[at + 1]:
                    later += slots[at + 3]
        put(out, base + self.reshuffled_in + step, later)
        if cannot:
            for kind in range(self.kinds):
                if cannot >> kind & 1:
                    put(out, base + self.cannot + step * self.kinds + kind, 1)

    def write_piles(self, out: BytesWriter, base: i64, view: View) -> None:
        """The discard pile, the case file, and what lies aside."""
        discard = view.discard
        size: i64 = len(discard)
        if size:
            put(out, base + self.top + discard[size - 1], 1)
        if size > 1:
            put(out, base + self.second + discard[size - 2], 1)
        unseen: i64 = base + self.unseen
        thrown: i64 = base + self.discard
        for each in discard:
            kind: i64 = each
            out[thrown + kind] = out[thrown + kind] + u8(1)
            out[unseen + kind] = out[unseen + kind] - u8(1)
        for each in view.aside:
            kind = each
            add_one(out, base + self.aside + kind)
            out[unseen + kind] = out[unseen + kind] - u8(1)
        put(out, base + self.piles, view.discard_size)
        put(out, base + self.piles + 1, view.file_size)
        put(out, base + self.piles + 2, 60 * (view.file_number - 1))
        melded = view.melded
        if melded:
            for colour in range(self.kinds):
                if melded & bit(colour):
                    out[base + self.melded + colour] = u8(1)

    def hidden_row(self, state: State, seat: int) -> bytes:
        """One row of what this seat may not know."""
        out = BytesWriter()
        self.write_hidden(out, state, seat)
        return out.getvalue()

    def write_hidden(self, out: BytesWriter, state: State, seat: i64) -> None:
        """Add the row of what this seat may not know: the other hands, the case file, and its next cards."""
        base: i64 = len(out)
        out.write(self.hidden_zeros)
        kinds = self.kinds
        for step in range(state.seats - 1):
            put_row(out, base + step * kinds, state.hands, (seat + 1 + step) % state.seats * kinds, kinds)
        base += (self.most_seats - 1) * kinds
        case_file = state.case_file
        for kind in case_file:
            add_one(out, base + kind)
        size: i64 = len(case_file)
        for ahead in range(min(AHEAD, size)):
            put(out, base + (1 + ahead) * kinds + case_file[size - 1 - ahead], 1)
        more = state.hidden_numbers()
        put_row(out, base + (1 + AHEAD) * kinds, more, 0, len(more))

    def whole(self, state: State, target: int) -> bytes:
        """All there is to a round, in one row of `state_size` bytes."""
        out = BytesWriter()
        self.write_state(out, state, target)
        return out.getvalue()

    def write_state(self, out: BytesWriter, state: State, target: i64) -> None:
        """Add all there is to a round: what each seat sees, what seat 0 does not see, and both piles, card by card."""
        for seat in range(self.most_seats):
            if seat < state.seats:
                self.write(out, self.rules.glance(state, seat), target)
            else:
                out.write(bytes(self.size))
        self.write_hidden(out, state, 0)
        self.write_pile(out, state.case_file)
        self.write_pile(out, state.discard)

    def write_pile(self, out: BytesWriter, pile: list[int]) -> None:
        """Add a pile, top first: the number of each card's kind, counted from 1; then zeros."""
        size: i64 = len(pile)
        for at in range(self.cards):
            out.append(u8(pile[size - 1 - at] + 1 if at < size else 0))


def put(out: BytesWriter, at: i64, value: i64) -> None:
    """Write a number, capped to a byte."""
    if value > 0:
        out[at] = u8(MOST if value > MOST else value)


def put_row(out: BytesWriter, at: i64, row: list[int], first: i64, count: i64) -> None:
    """Write some numbers of a list that are not 0."""
    for step in range(count):
        value: i64 = row[first + step]
        if value > 0:
            out[at + step] = u8(MOST if value > MOST else value)


def add_one(out: BytesWriter, at: i64) -> None:
    """Count one more, as far as a byte can."""
    if out[at] != u8(MOST):
        out[at] = out[at] + u8(1)
