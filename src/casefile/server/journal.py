"""Everything that can happen at a table, in the form in which it is kept: append-only, one entry after the other.

A table is what its entries make of it, so an entry that was written once is read for ever: fields may be added with
a default, never changed.
"""

from functools import cache
from typing import Literal

import msgspec
from msgspec import Struct

from casefile.server.messages import Pace, Proposal, Settings


class Entry(Struct, tag_field="is", omit_defaults=True):
    """Something that happened at a table, and when (seconds since 1970)."""

    time: float


class SeatEntry(Entry):
    """Something that a seat did, or that happened to it."""

    seat: int


class Deed(SeatEntry):
    """Something that a seat did and that needs no more words; `id` is that of the message, if there was one."""

    id: str = ""


class SeatPlan(Struct, omit_defaults=True):
    """Whom a seat is for when a table is made."""

    bot: str = ""  # no bot: a person, or open while it has no key
    name: str = ""
    key: str = ""
    entropy: str = ""


class Created(Entry, tag="created"):
    """Somebody made a table."""

    settings: Settings
    secret: str
    owner: str
    seats: list[SeatPlan]
    root: str = ""  # from which the secrets of this match and its rematches follow
    rematches: int = 0  # that can still follow
    figures: dict[str, dict[str, int | bool | str | None]] = {}  # of all cards of the deck; not kept by 0.1.0
    rules: int = 0  # the revision of the case's rules; not kept by 0.1.0
    begun: str = ""  # the record of a match up to the moment from which it is played on here


class Sat(SeatEntry, tag="sat"):
    """A person took an open seat."""

    name: str
    key: str
    entropy: str = ""


class Paced(Entry, tag="paced"):
    """The host chose another speed for the table, before the match began."""

    pace: Pace


class Started(Entry, tag="started"):
    """The match began; these bots took the seats that were still open."""

    bots: list[str]
    names: list[str] = []  # of theirs; not kept by 0.1.0


class Acted(SeatEntry, tag="acted"):
    """A seat carried out an action; a bot says why, for the record, which nobody reads before the match is over."""

    action: str
    id: str = ""
    thought: str = ""


class Waited(Entry, tag="waited"):
    """Nobody was asked in secret when somebody could have been: written where else an answer would be."""


class Undone(Entry, tag="undone"):
    """Actions were taken back."""

    steps: int


class Dealt(Entry, tag="dealt"):
    """The next round was dealt."""


class Stopped(Entry, tag="stopped"):
    """The round was given up after very many decisions (C-23)."""


class Readied(Deed, tag="ready"):
    """A person is ready for the next round."""


class Proposed(Entry, tag="proposed"):
    """Somebody proposed something to which others have to agree."""

    what: Proposal
    seat: int
    asked: list[int]
    id: str = ""
    steps: int = 0
    for_seat: int = -1
    bot: str = ""


class Answered(Entry, tag="answered"):
    """Somebody agreed, or did not."""

    what: Proposal
    seat: int
    agree: bool
    id: str = ""


class Resigned(Deed, tag="resigned"):
    """A seat gave up."""


class Left(Deed, tag="left"):
    """A person left the table; the seat stays theirs."""


class CameBack(Deed, tag="back"):
    """A person sat down again."""


class Away(SeatEntry, tag="away"):
    """The last connection of a seat was closed; so many events of this round had been told."""

    round: int
    told: int


class StoodIn(SeatEntry, tag="stood-in"):
    """A bot plays for a person who is away."""

    bot: str


class Ordered(SeatEntry, tag="ordered"):
    """A private order; which there are, the rules of the game say."""

    order: str
    id: str = ""


class Hinted(SeatEntry, tag="hinted"):
    """A seat got its first hint: the match is not rated."""


class Chatted(SeatEntry, tag="chatted"):
    """Somebody said something."""

    text: str | None = None
    phrase: str | None = None
    id: str = ""


class Muted(SeatEntry, tag="muted"):
    """A seat does not want to hear another, or does again."""

    other: int
    on: bool


class Linked(SeatEntry, tag="linked"):
    """A code was made that moves a seat to another device, once."""

    code: str  # its digest
    until: float


class Moved(SeatEntry, tag="moved"):
    """A seat belongs to another device now."""

    key: str


class Rematched(Entry, tag="rematched"):
    """The same people meet again at another table."""

    table: str


class Hid(SeatEntry, tag="hid"):
    """A seat does not want the others to read how its decisions were judged, or does again."""

    on: bool


class Ended(Entry, tag="ended"):
    """The match is over."""

    winner: int | None
    reason: Literal["points", "resignation", "rounds"]


AnyEntry = (
    Created
    | Sat
    | Paced
    | Started
    | Acted
    | Waited
    | Undone
    | Dealt
    | Stopped
    | Readied
    | Proposed
    | Answered
    | Resigned
    | Left
    | CameBack
    | Away
    | StoodIn
    | Ordered
    | Hinted
    | Chatted
    | Muted
    | Linked
    | Moved
    | Rematched
    | Hid
    | Ended
)

write = msgspec.json.encode
read = msgspec.json.Decoder(AnyEntry).decode


def handler_of(entry: Struct) -> str:
    """The name of the method that handles an entry, or a message."""
    return handler_for(type(entry))


@cache
def handler_for(kind: type[Struct]) -> str:
    """The same, by what it is."""
    return f"on_{kind.__struct_config__.tag}".replace("-", "_")
