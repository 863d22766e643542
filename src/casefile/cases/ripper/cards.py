"""The numbers of cards and actions in Jack the Ripper, and the figures that the rules read off the cards."""

from typing import Final

from mypy_extensions import i64

from casefile.core.actions import Action, families, of_each, of_words
from casefile.core.deck import Deck

# Kinds, as the deck's data file orders them.
SUSPECTS: Final[i64] = 6  # 0 to 5
LETTERS: Final[i64] = 6
JOKER: Final = 7
SUSPICION: Final[i64] = 8  # + suspect
ALIBI: Final = 14  # of Druitt; then Eddy or Gull, Pedachenko, Chapman, Jill
ALIBI_EDDY_GULL: Final = 15
VICTIM: Final[i64] = 19
VICTIMS: Final = 5
SCENE: Final = 24
STRIKES: Final = 29
COMMISSIONER: Final = 30
COMMISSIONERS: Final = 2
ESCAPES: Final = 31
KINDS: Final[i64] = 32

# Faces: what a card became when it was played.
JOKER_AS: Final = 32  # + suspect
ALIBI_EDDY: Final = 38
ALIBI_GULL: Final = 39
FACES: Final[i64] = 40

FACE_KIND: Final[list[int]] = [*range(KINDS), *[JOKER] * SUSPECTS, ALIBI_EDDY_GULL, ALIBI_EDDY_GULL]  # of every face

EDDY: Final = 1
GULL: Final = 2

# As bits.
ALL_SUSPECTS: Final = 63
ALL_COLOURS: Final = 127  # the letters too
ANY_VICTIM: Final = 31 << 19
ANY_SCENE: Final = 31 << 24
ANY_EVENT: Final = 0x7FFFFF << 8  # but the escape, which has rules of its own

# Words that only this case has, and their numbers.
QUESTIONS: Final = ("search", "escape", "tip")
SEARCH: Final = 1
ESCAPE: Final = 2
TIP: Final = 3
ENDINGS: Final = ("commissioner", "escape")
BY_COMMISSIONER: Final = 3
BY_ESCAPE: Final = 4

# Actions.
DRAW_FILE: Final = 0
DRAW_DISCARD: Final = 1
CALL_TIPS: Final = 2
HOLD: Final = 3
GIVE_TIP: Final = 4  # + suspect
MELD: Final = 10  # + colour * 15 + (clues of the colour - 1) * 3 + jokers
LAY: Final = 115  # + face
PLAY_CARD: Final = 155  # + face
TAKE: Final = 195  # + kind
TAKE_AND_PLAY: Final = 227  # + face
DISCARD: Final = 267  # + kind

MELD_WIDTH: Final = 15


def alibi_suspect(face: i64) -> i64:
    """The suspect whom an alibi clears; -1 for the one that is not decided yet."""
    if face == ALIBI_EDDY:
        return EDDY
    if face == ALIBI_GULL:
        return GULL
    if face == ALIBI_EDDY_GULL:
        return -1
    return 0 if face == ALIBI else face - ALIBI + 1


def is_alibi(face: i64) -> bool:
    """Is this an alibi, decided or not?"""
    return ALIBI <= face < VICTIM or face == ALIBI_EDDY or face == ALIBI_GULL


def is_scene(kind: i64) -> bool:
    """Is this a crime scene?"""
    return SCENE <= kind < STRIKES


def face_names(names: list[str]) -> list[str]:
    """The names of all faces: the kinds, then what they can become."""
    jokers = [f"{names[JOKER]}@{names[suspect]}" for suspect in range(SUSPECTS)]
    alibis = [f"{names[ALIBI_EDDY_GULL]}@{names[suspect]}" for suspect in (EDDY, GULL)]
    return names + jokers + alibis


def meld_action(colour: i64, clues: i64, jokers: i64) -> i64:
    """The number of a meld."""
    return MELD + colour * MELD_WIDTH + (clues - 1) * 3 + jokers


def action_table(names: list[str]) -> list[Action]:
    """What every action number means."""
    faces = face_names(names)
    melds: list[Action] = []
    for colour in range(LETTERS + 1):
        for clues in range(1, 6):
            melds.append(Action("meld", [colour], [clues], [names[colour]], ""))
            for jokers in (1, 2):
                cards = [names[colour], names[JOKER]]
                melds.append(Action("meld", [colour, JOKER], [clues, jokers], cards, ""))
    return families(
        (DRAW_FILE, of_words("draw", "file", "discard")),
        (CALL_TIPS, of_words("call-tips", "")),
        (HOLD, of_words("hold", "")),
        (GIVE_TIP, of_each("tip", names[:SUSPECTS], of_hand=False)),
        (MELD, melds),
        (LAY, of_each("lay", faces)),
        (PLAY_CARD, of_each("play", faces)),
        (TAKE, of_each("take", names, of_hand=False)),
        (TAKE_AND_PLAY, of_each("take", faces, "play", of_hand=False)),
        (DISCARD, of_each("discard", names)),
    )


class Figures:
    """What the rules read off the cards."""

    def __init__(self, deck: Deck) -> None:
        self.points = deck.points()
        self.rank = [deck.cards[suspect].number("rank") for suspect in range(SUSPECTS)]
        self.partner = [deck.kind_of[card.word("partner")] if "partner" in card.figures else -1 for card in deck.cards]
        self.cost_per_victim = deck.cards[ESCAPES].number("cost_per_victim")
