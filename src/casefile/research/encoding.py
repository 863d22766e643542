"""A view as a row of numbers, as the seat itself sees the table: own things first, then clockwise."""

from casefile.core.rules import Rules
from casefile.core.state import PHASES, QUESTIONS
from casefile.core.view import View


class Encoder:
    """Turns views of one game into rows of the same length."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        state = rules.deal(0, [0] * rules.sides, "encoder", log=False)
        self.size = len(self.encode(rules.view(state, 0)))

    def encode(self, view: View) -> list[int]:
        """All that the seat may know, and nothing else; counts as they are, choices as ones and zeros."""
        seats = [(view.seat + step) % view.seats for step in range(view.seats)]
        sides = [(view.side(view.seat) + step) % view.sides for step in range(view.sides)]
        row = list(view.hand)
        for seat in seats[1:]:
            row += view.mind.known[seat * view.kinds : (seat + 1) * view.kinds]
        row += [view.sizes[seat] for seat in seats]
        for side in sides:
            row += view.areas[side * view.faces : (side + 1) * view.faces]
        row += one_of(view.top(), view.kinds)
        row += counts(view.discard, view.kinds) + counts(view.aside, view.kinds)
        row += [view.discard_size, view.file_size, view.file_number, int(view.event_played)]
        row += one_of(view.phase, len(PHASES)) + one_of(view.question, len(QUESTIONS))
        row += one_of(seats.index(view.turn), view.seats) + one_of(seats.index(view.dealer), view.seats)
        row += [view.asked >> seat & 1 for seat in seats]
        row += [view.scores[side] for side in sides]
        return row + view.numbers()


def counts(cards: list[int], kinds: int) -> list[int]:
    """How many cards there are of each kind."""
    row = [0] * kinds
    for card in cards:
        row[card] += 1
    return row


def one_of(choice: int, count: int) -> list[int]:
    """A one at the place of the choice; none for -1."""
    row = [0] * count
    if choice >= 0:
        row[choice] = 1
    return row
