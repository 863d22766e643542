"""What lies open for all to see: what a round and a view of it have in common."""

from mypy_extensions import i64, mypyc_attr

from casefile.core.portable import Portable


@mypyc_attr(allow_interpreted_subclasses=True)
class Public(Portable):
    """The open part of a round; flat, and quick to copy."""

    kinds: i64
    faces: i64
    seats: i64
    sides: i64
    dealer: i64
    turn: i64
    phase: i64
    event_played: bool
    file_number: i64
    scores: list[int]  # of the match before this round; fixed, so clones share it
    sizes: list[int]  # cards in each hand
    areas: list[int]  # side * faces + face: how many
    melded: i64  # one bit for each colour that has a meld in some area (C-11)
    discard: list[int]  # the last is on top; every card was seen when it came there (C-3)
    question: i64
    asked: i64  # one bit for each seat that still has to answer
    due: i64  # what follows the answer; the case gives it a meaning
    ended_by: i64
    ended_seat: i64
    aside: list[int]  # cards of an event that is not resolved yet, for all to see; replaced, never changed in place
    turns: i64  # that are over
    trail: list[int]  # what all saw each seat do in this round (casefile.core.trail)

    def share(self, other: "Public") -> None:
        """Give another one all that lies open; it shares the lists."""
        self.share_fixed(other)
        other.sizes = self.sizes
        other.areas = self.areas
        other.discard = self.discard

    def share_fixed(self, other: "Public") -> None:
        """Give another one all but the lists that are changed in place."""
        other.kinds = self.kinds
        other.faces = self.faces
        other.seats = self.seats
        other.sides = self.sides
        other.dealer = self.dealer
        other.turn = self.turn
        other.phase = self.phase
        other.event_played = self.event_played
        other.file_number = self.file_number
        other.scores = self.scores
        other.melded = self.melded
        other.question = self.question
        other.asked = self.asked
        other.due = self.due
        other.ended_by = self.ended_by
        other.ended_seat = self.ended_seat
        other.aside = self.aside
        other.turns = self.turns
        other.trail = self.trail

    def unshare(self) -> None:
        """Have lists of its own from now on, where they are changed in place; the trail is copied when it grows."""
        self.sizes = self.sizes[:]
        self.areas = self.areas[:]
        self.discard = self.discard[:]

    def side(self, seat: i64) -> i64:
        """The side that a seat plays for (C-5)."""
        return seat % self.sides
