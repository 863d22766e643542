"""The numbers of cards and actions in Al Capone, and the figures that the rules read off the cards."""

from typing import Final

from mypy_extensions import i64

from casefile.core.actions import Action, families, of_each, of_melds, of_words
from casefile.core.counts import bit
from casefile.core.deck import Deck

# Kinds, as the deck's data file orders them. There are no further faces: a card is what is printed on it.
CAPONE: Final = 0
GANGSTERS: Final[i64] = 11  # 0 to 10
MEETING: Final = 11
WARRANT: Final = 12
NESS: Final = 13
RAID: Final = 14
KINDS: Final[i64] = 15

# As bits.
ALL_GANGSTERS: Final = 2047
ANY_EVENT: Final = 15 << 11

MOST_COPIES: Final = 8
MOST_SEATS: Final = 4
SETS: Final = 2048  # every set of gangsters, one bit each

# Words that only this case has, and their numbers.
QUESTIONS: Final = ("search", "reveal")
SEARCH: Final = 1
REVEAL: Final = 2

# Actions.
DRAW_FILE: Final = 0
DRAW_DISCARD: Final = 1
MELD: Final = 2  # + gangster * 8 + clues - 1
LAY: Final = 90  # + kind
ASK_AROUND: Final = 105  # + gangster
ASK_ONE: Final = 116  # + gangster * 4 + seat
SEARCH_ONE: Final = 160
SEARCH_SET: Final = 161
DRAW_TWO: Final = 162
REVEAL_SEVEN: Final = 163
PLAY_RAID: Final = 164  # + gangster
PLAY_BARE: Final = 175  # + kind: an event without what has to be said with it, or a clue
TAKE: Final = 190  # + set of gangsters
TAKE_EVENT: Final = 2238  # + event - MEETING
DISCARD: Final = 2242  # + kind


def gangster_of(chosen: i64) -> i64:
    """The gangster of a set that holds only one, or else -1."""
    for gangster in range(GANGSTERS):
        if chosen == bit(gangster):
            return gangster
    return -1


def action_table(names: list[str]) -> list[Action]:
    """What every action number means."""
    gangsters = names[:GANGSTERS]
    asked = [f"ask {name} {seat}" for name in gangsters for seat in range(MOST_SEATS)]
    return families(
        (DRAW_FILE, of_words("draw", "file", "discard")),
        (MELD, of_melds(gangsters, MOST_COPIES)),
        (LAY, of_each("lay", names)),
        (ASK_AROUND, [event(names, MEETING, f"around {name}") for name in gangsters]),
        (ASK_ONE, [event(names, MEETING, said) for said in asked]),
        (SEARCH_ONE, [event(names, WARRANT, "one"), event(names, WARRANT, "set")]),
        (DRAW_TWO, [event(names, NESS, "draw"), event(names, NESS, "reveal")]),
        (PLAY_RAID, [event(names, RAID, name) for name in gangsters]),
        (PLAY_BARE, of_each("play", names)),
        (TAKE, [take(names, chosen) for chosen in range(SETS)]),
        (TAKE_EVENT, [Action("take", [kind], [1], [names[kind]], "", of_hand=False) for kind in range(MEETING, KINDS)]),
        (DISCARD, of_each("discard", names)),
    )


def event(names: list[str], kind: i64, said: str) -> Action:
    """Play an event, saying which of its actions, or what else has to be said (CAP-4)."""
    return Action("play", [kind], [1], [names[kind]], said)


def take(names: list[str], chosen: i64) -> Action:
    """Take the copies of each gangster of a set, by name, or of none."""
    cards = sorted([names[gangster] for gangster in range(GANGSTERS) if chosen >> gangster & 1])
    faces = [names.index(card) for card in cards]
    return Action("take", faces, [1] * len(faces), cards, "" if faces else "none", of_hand=False)


class Figures:
    """What the rules read off the cards."""

    def __init__(self, deck: Deck) -> None:
        self.copies = deck.copies
        self.points = deck.points()
        self.complete_set = [deck.cards[gangster].number("complete_set") for gangster in range(GANGSTERS)]
