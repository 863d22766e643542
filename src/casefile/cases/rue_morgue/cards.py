"""The numbers of cards and actions in Murders in the Rue Morgue, and the figures that the rules read off the cards."""

from typing import Final

from mypy_extensions import i64

from casefile.core.actions import Action, families, of_each, of_melds, of_words
from casefile.core.deck import Deck

# Kinds, as the deck's data file orders them. The clues come first; each of their kinds is a colour.
COLOURS: Final[i64] = 10
DEDUCTION: Final[i64] = 10
PREFECT: Final = 14
DUPINS_HELP: Final = 15
DUPIN: Final = 16
KINDS: Final[i64] = 17  # a card looks the same wherever it lies, so these are the faces too

ALL_COLOURS: Final = 1023  # as bits

# Words that only this case has, and their numbers.
PHASES: Final = ("pass", "give")
PASS: Final = 3
GIVE: Final = 4
QUESTIONS: Final = ("feed", "search", "consult", "pass", "give")
FEED: Final = 1
SEARCH: Final = 2
CONSULT: Final = 3
PASSING: Final = 4
GIVING: Final = 5

# Actions.
DRAW_FILE: Final = 0
DRAW_DISCARD: Final = 1
FEED_FILE: Final = 2
FEED_DISCARD: Final = 3
MELD: Final = 4  # + colour * 5 + clues - 1
LAY: Final = 54  # + kind
PLAY_CARD: Final = 71  # + kind
HELP_DRAW: Final = 88
HELP_SEARCH: Final = 89
HELP_CONSULT: Final = 90
TAKE: Final = 91  # + kind
GIVE_CARD: Final = 108  # + kind
PASS_CARD: Final = 125  # + kind
DISCARD: Final = 142  # + kind

MELD_WIDTH: Final = 5


def action_table(names: list[str]) -> list[Action]:
    """What every action number means."""
    helped = [Action("play", [DUPINS_HELP], [1], [names[DUPINS_HELP]], how) for how in ("draw", "search", "consult")]
    return families(
        (DRAW_FILE, of_words("draw", "file", "discard")),
        (FEED_FILE, of_words("feed", "file", "discard")),
        (MELD, of_melds(names[:COLOURS], MELD_WIDTH)),
        (LAY, of_each("lay", names)),
        (PLAY_CARD, of_each("play", names)),
        (HELP_DRAW, helped),
        (TAKE, of_each("take", names, of_hand=False)),
        (GIVE_CARD, of_each("give", names)),
        (PASS_CARD, of_each("pass", names)),
        (DISCARD, of_each("discard", names)),
    )


class Figures:
    """What the rules read off the cards."""

    def __init__(self, deck: Deck) -> None:
        self.points = deck.points()
        self.partner = [deck.kind_of[card.word("partner")] if "partner" in card.figures else -1 for card in deck.cards]
        # A deduction has the colours of a set and of its partner (RUE-10), the prefect that of one set (RUE-11).
        self.first = [deck.kind_of[card.colour] if card.colour else -1 for card in deck.cards]
        self.second = [
            self.partner[self.first[kind]] if DEDUCTION <= kind < PREFECT else self.first[kind] for kind in range(KINDS)
        ]
        # Each pair of partner sets once, by the set with the lower number (RUE-23).
        self.pairs = [colour for colour in range(COLOURS) if self.partner[colour] > colour]
