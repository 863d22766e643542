"""The round as a seat sees it, as a part of messages."""

from typing import NotRequired, TypedDict

Figures = dict[str, dict[str, int | bool | str | None]]  # of cards that are not as printed

Asked = TypedDict("Asked", {"for": str, "seats": list[int], "cards": NotRequired[list[str]]})


class Ended(TypedDict):
    """How the round ended, and by whose action."""

    by: str
    seat: NotRequired[int]


class Note(TypedDict):
    """What the table shows beside the cards: the words for a key are in `[table]` of the case's texts."""

    key: str
    cards: NotRequired[list[str | None]]
    number: NotRequired[int]
    of: NotRequired[int]


class BoardRow(TypedDict):
    """How something stands: the words for keys and marks are in `[board]` of the case's texts."""

    key: str
    cards: NotRequired[list[str | None]]
    counts: NotRequired[list[int]]
    sides: NotRequired[list[int]]
    of: NotRequired[int]
    points: NotRequired[int]
    marks: NotRequired[list[str]]


class View(TypedDict):
    """A position in which every card that the seat cannot know is null; a case may have more keys."""

    case: str
    edition: str
    players: int
    teams: bool
    options: list[str]
    deck: Figures
    seat: int | None
    scores: list[int]
    dealer: int
    turn: int
    phase: str
    event_played: bool
    file: int
    case_file: list[str | None]
    discard: list[str | None]
    hands: list[list[str | None]]
    areas: list[list[str]]
    notes: list[Note]
    asked: Asked | None
    ended: Ended | None
    unseen: list[str]
    none_of: list[list[str]]
