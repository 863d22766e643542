"""What a round of Jack the Ripper has beyond the table that all cases share."""

from mypy_extensions import i64

from casefile.cases.ripper import cards
from casefile.cases.ripper.cards import alibi_suspect, is_alibi
from casefile.core.counts import bit
from casefile.core.state import BY_DISCARD, State
from casefile.core.view import View

HIDDEN_TIP = -2
NO_TIP = -1


class RipperState(State):
    """A round of Jack the Ripper."""

    victims: i64  # how many lie in areas
    tips: list[int]  # the suspect whom each seat named; empty until tips are called for

    def clone(self) -> "RipperState":
        """An independent copy."""
        other = RipperState()
        self.copy_to(other)
        other.victims = self.victims
        other.tips = self.tips[:]
        return other

    def clear_own(self) -> None:
        """No victim lies there yet, and nobody has called for tips."""
        self.victims = 0
        self.tips = []

    def clues_of(self, side: i64, colour: i64) -> i64:
        """How many clues of a colour lie in an area, jokers played as it included."""
        count = self.in_area(side, colour)
        return count + self.in_area(side, cards.JOKER_AS + colour) if colour < cards.SUSPECTS else count

    def cleared(self) -> i64:
        """The suspects with an alibi in play, one bit each."""
        bits: i64 = 0
        for side in range(self.sides):
            for face in range(self.faces):
                if is_alibi(face) and self.in_area(side, face):
                    bits |= bit(alibi_suspect(face))
        return bits

    def is_solved(self) -> bool:
        """Did the round end by going out, with a melded suspect who has no alibi (RIP-24)?"""
        if self.ended_by != BY_DISCARD and self.ended_by != cards.BY_COMMISSIONER:
            return False
        return self.melded & cards.ALL_SUSPECTS & ~self.cleared() != 0

    # What lies where, and what could be played now

    def may_escape(self) -> bool:
        """Do all five victims lie in areas (RIP-18)?"""
        return self.victims == cards.VICTIMS

    def may_call_tips(self, seat: i64) -> bool:
        """Does this player have a meld in their own area, and has nobody called yet (RIP-30)?"""
        return not self.tips and self.has_meld(seat)

    def has_meld(self, side: i64) -> bool:
        """Does a meld lie in this area, of letters too (C-11)?"""
        return any(self.clues_of(side, colour) >= 3 for colour in range(cards.LETTERS + 1))

    def faces_now(self, kind: i64) -> i64:
        """The faces (bits) with which a card could be played by its own rule now, hand and turn aside (RIP-14)."""
        if kind <= cards.LETTERS:
            return self.melded & bit(kind)
        if kind == cards.JOKER:
            return (self.melded & cards.ALL_SUSPECTS) << cards.JOKER_AS
        if kind < cards.ALIBI:
            return (self.melded >> (kind - cards.SUSPICION) & 1) << kind
        if kind == cards.ALIBI_EDDY_GULL:
            eddy = (self.melded >> cards.EDDY & 1) << cards.ALIBI_EDDY
            return eddy | (self.melded >> cards.GULL & 1) << cards.ALIBI_GULL
        if kind < cards.VICTIM:
            return (self.melded >> alibi_suspect(kind) & 1) << kind
        if kind == cards.ESCAPES and not self.may_escape():
            return 0
        return bit(kind)


class RipperView(View):
    """What a seat may know of a round of Jack the Ripper."""

    victims: i64
    tips: list[int]

    def look_own(self, state: State) -> None:
        """The victims, and the seat's own tip; the others' are shown when the round is solved (RIP-31, RIP-32)."""
        assert isinstance(state, RipperState)
        self.victims = state.victims
        self.tips = state.tips[:]
        if self.tips and not (state.is_solved()):
            self.tips = [tip if seat == self.seat else HIDDEN_TIP for seat, tip in enumerate(self.tips)]

    def key(self) -> tuple[object, ...]:
        """All fields."""
        return (*super().key(), self.victims, self.tips)

    def more_sizes(self, kinds: int, seats: int) -> list[tuple[str, int, int, str]]:
        """The victims and the seat's own tip."""
        return [
            ("victims", 1, 5, "victims that lie in areas"),
            ("tip", 2 + cards.SUSPECTS, 1, "the seat's own tip: not called for, not written, or the suspect"),
        ]

    def more_numbers(self, seats: i64) -> list[int]:
        """The victims and the seat's own tip."""
        tip = [0] * (2 + cards.SUSPECTS)
        tip[self.numbers()[0]] = 1
        return [self.victims, *tip]

    def numbers(self) -> list[int]:
        """The seat's own tip: 0 if tips were not called for, 1 if it is not written, then the suspects."""
        return [self.tips[self.seat] + 2 if self.tips else 0]
