"""A view as numbers, as the seat itself sees the table: own things first, then clockwise."""

from casefile.core.frozen import PHASES_V1, QUESTIONS_V1
from casefile.core.rules import Rules
from casefile.core.view import View


class Encoder:
    """Turns views of one game into named rows of the same length each, or into one row."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.phases = row_of(rules.case.phases, PHASES_V1)
        self.questions = row_of(rules.case.questions, QUESTIONS_V1)
        parts = self.parts(rules.view(rules.deal(0, [0] * rules.sides, "encoder", log=False), 0))
        tables = {"known": rules.seats - 1, "areas": rules.sides}
        self.shapes: dict[str, tuple[int, ...]] = {
            name: (tables[name], len(row) // tables[name]) if name in tables else (len(row),)
            for name, row in parts.items()
        }
        self.size = sum(len(row) for row in parts.values())

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled by the rules that it is made of."""
        return Encoder, (self.rules,)

    def encode(self, view: View) -> list[int]:
        """All that the seat may know, and nothing else, in one row: the parts one after the other."""
        row: list[int] = []
        for part in self.parts(view).values():
            row += part
        return row

    def parts(self, view: View) -> dict[str, list[int]]:
        """What the seat may know, by name: counts as they are, choices as ones and zeros."""
        kinds = view.kinds
        seats = [(view.seat + step) % view.seats for step in range(view.seats)]
        sides = [(view.side(view.seat) + step) % view.sides for step in range(view.sides)]
        known: list[int] = []
        for seat in seats[1:]:
            known += view.mind.known_in(seat)
        areas: list[int] = []
        for side in sides:
            areas += view.areas[side * view.faces : (side + 1) * view.faces]
        return {
            "hand": view.hand,
            "known": known,
            "sizes": [view.sizes[seat] for seat in seats],
            "areas": areas,
            "top": one_of(view.top(), kinds),
            "discard": counts(view.discard, kinds),
            "aside": counts(view.aside, kinds),
            "piles": [view.discard_size, view.file_size, view.file_number],
            "event_played": [int(view.event_played)],
            "phase": self.phases[view.phase],
            "question": self.questions[view.question],
            "turn": one_of(seats.index(view.turn), view.seats),
            "dealer": one_of(seats.index(view.dealer), view.seats),
            "asked": [view.asked >> seat & 1 for seat in seats],
            "scores": [view.scores[side] for side in sides],
            "extras": view.numbers(),
        }


def row_of(words: list[str], frozen: list[str]) -> list[list[int]]:
    """For each word of a case a row with a one at its place: that of version 1, or behind those."""
    places = frozen + [word for word in words if word not in frozen]
    return [one_of(places.index(word), len(places)) for word in words]


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
