"""A deck as data: what is printed on the cards, and where each figure comes from."""

from dataclasses import dataclass
from typing import Final

CLUE: Final = 0
EVENT: Final = 1
OTHER: Final = 2

Figure = int | bool | str | None


@dataclass(eq=False)
class Card:
    """One kind of card: its name, copies and printed figures, some of which are assumed."""

    name: str
    copies: int
    kind: int
    colour: str
    figures: dict[str, Figure]
    assumed: list[str]
    rules: list[str]

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled by its fields."""
        return Card, (self.name, self.copies, self.kind, self.colour, self.figures, self.assumed, self.rules)

    def number(self, figure: str) -> int:
        """A figure that is a whole number."""
        value = self.figures[figure]
        assert isinstance(value, int)
        return value

    def word(self, figure: str) -> str:
        """A figure that is a name, such as the partner of a card."""
        value = self.figures[figure]
        assert isinstance(value, str)
        return value


class Deck:
    """The kinds of cards of a case, in the order that numbers them."""

    def __init__(self, cards: list[Card], overrides: dict[str, dict[str, Figure]]) -> None:
        self.cards = cards
        self.overrides = overrides
        self.names = [card.name for card in cards]
        self.copies = [card.copies for card in cards]
        self.kind_of = {card.name: kind for kind, card in enumerate(cards)}

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled by what it is made of."""
        return Deck, (self.cards, self.overrides)

    def points(self) -> list[int]:
        """The points of every kind, by its number."""
        return [card.number("points") for card in self.cards]
