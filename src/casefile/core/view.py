"""What one seat may know: an allow-list, taken field by field from the state (C-22)."""

from mypy_extensions import i64, mypyc_attr

from casefile.core.counts import add
from casefile.core.knowledge import Knowledge
from casefile.core.public import Public
from casefile.core.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class View(Public):
    """All that a seat may know of a round now, with a perfect memory."""

    seat: i64
    hand: list[int]  # kind: how many
    discard_size: i64  # more than `discard` has where a case lets others take cards out of the pile unseen
    file_size: i64
    mind: Knowledge

    def look(self, state: State, seat: i64) -> None:
        """Fill this view with what the seat may know. It holds until the state changes, as it shares lists with it."""
        assert state.minds, "this round was played out, and nobody followed who knows what"
        state.share(self)
        self.seat = seat
        kinds = state.kinds
        self.hand = state.hands[seat * kinds : (seat + 1) * kinds] or [0] * kinds  # an observer has none
        self.discard_size = len(state.discard)
        self.file_size = len(state.case_file)
        self.asked = state.actors()
        self.mind = state.minds[seat]
        self.look_own(state)

    def look_own(self, state: State) -> None:
        """The fields that only this case has, as far as the seat may know them."""

    def keep(self) -> None:
        """Stay as it is now, whatever happens to the state."""
        self.unshare()
        self.mind = self.mind.clone()

    def key(self) -> tuple[object, ...]:
        """All fields; two views are the same if their keys are."""
        return (
            (self.seat, self.seats, self.sides, self.dealer, self.turn, self.phase, self.event_played),
            (self.file_number, self.file_size, self.question, self.asked, self.due),
            (self.ended_by, self.ended_seat, self.scores, self.hand, self.sizes, self.areas, self.discard),
            (self.aside, self.discard_size, self.turns, sorted(self.trail), self.mind.key()),
        )

    def numbers(self) -> list[int]:
        """What a case adds to a view, as a row of numbers of fixed length, for learning."""
        return []

    def more_sizes(self, kinds: int, seats: int) -> list[tuple[str, int, int, str]]:
        """What `more_numbers` gives: name, length, scale and meaning of each part; seats are the most of the case."""
        return []

    def more_numbers(self, seats: i64) -> list[int]:
        """What a case adds to a row of version 2 (casefile.core.rows); zeros at its end may be missing."""
        return []

    def top(self) -> i64:
        """The card on the discard pile that all can see, or -1 (C-3)."""
        return self.discard[-1] if self.discard else -1

    def unseen(self, copies: list[int], face_kind: list[int]) -> list[int]:
        """By kind: how many of the deck's copies lie neither in the seat's hand nor open on the table."""
        unseen = copies[:]
        hand = self.hand
        for kind in range(self.kinds):
            if hand[kind]:
                add(unseen, kind, -hand[kind])
        areas = self.areas
        for at in range(len(areas)):
            if areas[at]:
                add(unseen, face_kind[at % self.faces], -areas[at])
        for kind in self.discard:
            add(unseen, kind, -1)
        for kind in self.aside:
            add(unseen, kind, -1)
        return unseen

    def known_of(self, seat: i64, kind: i64) -> i64:
        """How many cards of a kind another seat certainly holds."""
        return self.mind.count_known(seat, kind)
