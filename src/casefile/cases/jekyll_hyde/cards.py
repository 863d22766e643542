"""The numbers of cards and actions in Dr. Jekyll & Mr. Hyde, and the figures that the rules read off the cards."""

from typing import Final

from mypy_extensions import i64

from casefile.core.actions import Action, families, of_each, of_melds, of_words
from casefile.core.counts import bit
from casefile.core.deck import CLUE, Card, Deck
from casefile.core.errors import CasefileError

# Kinds, as the deck's data file orders them; a clue's kind is its colour, too.
COLOURS: Final[i64] = 10  # 0 to 9
LAB_WORK: Final = 10
POTION: Final = 11
TRANSFORMATION: Final = 12
KINDS: Final[i64] = 13

# Faces: a clue whose letter the transformation changed.
CHANGED: Final = 13  # + colour
FACES: Final[i64] = 23

# The sides of the double identity, and letters as bits: one bit for each side that they match.
JEKYLL: Final = 0
HYDE: Final = 1
LETTERS: Final = ["", "J", "H", "J/H"]

SIDES: Final = 2

# Words that only this case has, and their numbers.
QUESTIONS: Final = ("search", "reveal")
SEARCH: Final = 1
REVEAL: Final = 2

# Actions.
DRAW_FILE: Final = 0
DRAW_DISCARD: Final = 1
MELD: Final = 2  # + colour * 5 + clues - 1
LAY: Final = 52  # + kind
PLAY_CARD: Final = 65  # + kind
LAB_FILE: Final = 78
LAB_LONDON: Final = 79
TRANSFORM: Final = 80  # + side * 10 + colour
TAKE: Final = 100  # + kind
DISCARD: Final = 113  # + kind

MELD_WIDTH: Final = 5


def face_names(names: list[str]) -> list[str]:
    """The names of all faces: the kinds, then the clues with a changed letter."""
    return names + [f"{names[colour]}~" for colour in range(COLOURS)]


def face_kinds() -> list[int]:
    """The kind of every face."""
    return [*range(KINDS), *range(COLOURS)]


def action_table(names: list[str]) -> list[Action]:
    """What every action number means."""
    lab_work = [Action("play", [LAB_WORK], [1], [names[LAB_WORK]], pile) for pile in ("file", "london")]
    groups = [f"{side} {names[colour]}" for side in range(SIDES) for colour in range(COLOURS)]
    return families(
        (DRAW_FILE, of_words("draw", "file", "discard")),
        (MELD, of_melds(names[:COLOURS], MELD_WIDTH)),
        (LAY, of_each("lay", names)),
        (PLAY_CARD, of_each("play", names)),
        (LAB_FILE, lab_work),
        (TRANSFORM, [Action("play", [TRANSFORMATION], [1], [names[TRANSFORMATION]], group) for group in groups]),
        (TAKE, of_each("take", names, of_hand=False)),
        (DISCARD, of_each("discard", names)),
    )


def letter_bits(card: Card) -> i64:
    """The sides of the identity that a card's letter matches, one bit each; a clue always has a letter."""
    letter = card.word("letter") if "letter" in card.figures else ""
    if letter not in LETTERS or (card.kind == CLUE and not letter):
        allowed = "J, H or J/H" if card.kind == CLUE else 'J, H, J/H or "" for none'
        raise CasefileError(f"deck: {card.name}: letter: must be {allowed}, not {letter!r}")
    return LETTERS.index(letter)


class Figures:
    """What the rules read off the cards."""

    def __init__(self, deck: Deck) -> None:
        kind_of = face_kinds()
        letters = [letter_bits(card) for card in deck.cards]
        self.points = [deck.points()[kind] for kind in kind_of]  # by face
        self.letter = letters + [changed_letter(letters[colour]) for colour in range(COLOURS)]  # by face
        self.matching = [
            sum([bit(colour) for colour in range(COLOURS) if letters[colour] >> side & 1]) for side in (JEKYLL, HYDE)
        ]  # the colours that match a side of the identity, one bit each (JEK-2)
        never = [bool(card.figures.get("never_doubled", False)) for card in deck.cards]
        self.never_doubled = [never[kind] for kind in kind_of]  # by face
        self.hand_points = [
            card.number("hand_points" if "hand_points" in card.figures else "points") for card in deck.cards
        ]

    def matches(self, face: i64, identity: i64) -> bool:
        """Does the letter of a card match this side of the identity (JEK-2, JEK-5)?"""
        return self.letter[face] >> identity & 1 != 0


def changed_letter(letter: i64) -> i64:
    """What the transformation makes of a letter: J and H change places, J/H stays as it is (JEK-8)."""
    return 3 - letter if letter in (1, 2) else letter
