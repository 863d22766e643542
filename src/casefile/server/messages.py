"""The protocol: every message of the WebSocket. `docs/protocol.md` has an example of each."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from casefile.server.problems import Code
from casefile.server.views import Asked, BoardRow, Ended, Figures, Note, View
from casefile.text.score import RoundResult

__all__ = ["Asked", "BoardRow", "Ended", "Figures", "Note", "View"]  # they are part of the protocol, too

VERSION = 1

Id = Annotated[str, Meta(min_length=1, max_length=64, description="chosen by the client; sent twice, it acts once")]
At = Annotated[str, Meta(max_length=64, description="the state that the message was made for")]
Language = Annotated[str, Meta(pattern="^[a-z]{2,8}$", description="such as en")]
SeatNumber = Annotated[int, Meta(ge=0, le=9)]
Words = Annotated[str, Meta(min_length=1, max_length=400)]
BotName = Literal["random", "constable", "sergeant", "inspector", "dupin", "vidocq"]
Pace = Literal["relaxed", "natural", "brisk", "instant"]  # how quickly bots play
Phrase = Literal["hello", "good-luck", "well-played", "thanks", "sorry", "one-moment", "good-game", "goodbye"]
Proposal = Literal["undo", "stand-in", "resign", "rematch"]


# From a client


class Incoming(Struct, forbid_unknown_fields=True, tag_field="type"):
    """A message of a client."""


class Asking(Incoming):
    """A message that is answered."""

    id: Id


class Hello(Incoming, tag="hello"):
    """The first message; sent again, it changes the language, and all is told anew."""

    version: int
    language: Language = "en"
    name: Annotated[str, Meta(max_length=40, description="of somebody who only watches")] = ""


class Ping(Incoming, tag="ping"):
    """Are you there?"""


class Act(Asking, tag="act"):
    """Carry out an action."""

    at: At
    action: Words


class Standing(Asking, tag="standing"):
    """A private order for a question that is asked in secret: one of those that the game has, or `none`."""

    order: Annotated[str, Meta(min_length=1, max_length=40)]


class Ready(Asking, tag="ready"):
    """Ready for the next round."""


class Undo(Asking, tag="undo"):
    """Take back your last action; the others are asked where that is needed."""

    at: At


class Answer(Asking, tag="answer"):
    """Agree to what somebody proposed, or not."""

    to: Proposal
    agree: bool


class Resign(Asking, tag="resign"):
    """Give the match up."""


class MeetAgain(Asking, tag="rematch"):
    """Propose another match to the people who are here; it is dealt when all of them agree."""


class Leave(Asking, tag="leave"):
    """Leave the table; the seat stays yours."""


class Back(Asking, tag="back"):
    """Sit down again."""


class StandIn(Asking, tag="stand-in"):
    """Propose a bot for a seat whose person is away."""

    seat: SeatNumber
    bot: BotName


class Chat(Asking, tag="chat"):
    """Say something: a phrase, which every client shows in its own language, or a text."""

    text: Annotated[str, Meta(min_length=1, max_length=500)] | None = None
    phrase: Phrase | None = None


class Mute(Incoming, tag="mute"):
    """No longer hear what a seat says, or hear it again."""

    seat: SeatNumber
    on: bool


class AskHint(Asking, tag="hint"):
    """What would a strong player do?"""

    at: At


class Why(Incoming, tag="why"):
    """Why can nothing be done with these cards of one's hand? The answer is `refused`."""

    id: Id
    at: At
    cards: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(min_length=1, max_length=40)]


ClientMessage = (
    Hello
    | Ping
    | Act
    | Standing
    | Ready
    | Undo
    | Answer
    | Resign
    | MeetAgain
    | Leave
    | Back
    | StandIn
    | Chat
    | Mute
    | AskHint
    | Why
)


# From the server


class Outgoing(Struct, tag_field="type"):
    """A message of the server."""


class Settings(Struct, omit_defaults=True):
    """What was agreed before the match."""

    case: str
    edition: str
    players: int
    teams: bool
    options: list[str]
    deck: Figures
    target: int
    pace: Pace
    clock: int | None  # seconds for a decision
    hints: bool
    beat: float  # seconds; see docs/protocol.md
    listed: bool = False  # while a seat is open, anybody may find the table
    look_back: bool = False  # people may look back at the round that is played
    rounds: int = 0  # after which the match is over, no matter who is ahead; 0: not before somebody has enough points
    day: str = ""  # it is the deal of this day, with the same cards for everybody on this server
    coach: bool = False  # says so when a decision cost much; only where all others are bots


class Welcome(Outgoing, tag="welcome"):
    """The answer to `hello`."""

    version: int
    table: str
    seat: int | None  # None: a spectator
    settings: Settings
    commitment: str
    muted: list[int]  # whom this seat does not want to hear


class Agreed(Outgoing, tag="settings"):
    """The host has changed what `welcome` told of the table."""

    settings: Settings


class SeatInfo(Struct):
    """Who sits on a seat, for all to see."""

    name: str
    kind: Literal["person", "bot", "open"]
    bot: str | None
    connected: bool
    stand_in: str | None
    ready: bool
    resigned: bool
    left: bool


class Vote(Struct):
    """Something that was proposed, and who has agreed."""

    seat: int
    agreed: list[int]
    asked: list[int]
    for_seat: int | None = None
    bot: str | None = None


class Clock(Struct):
    """Seconds for a decision, and those that are left to each seat that is asked."""

    seconds: int
    left: list[float | None]


class TableInfo(Outgoing, tag="table"):
    """Who sits here, and what is going on beside the game."""

    status: Literal["waiting", "playing", "over"]
    seats: list[SeatInfo]
    votes: dict[Proposal, Vote]
    clock: Clock | None
    rematch: str | None
    watchers: list[str] = []  # the names of those who only look on, empty for one who gave none
    unrated: list[str] = []  # why the match is not rated, as far as it has come: see `Over`


class ActionInfo(Struct):
    """A legal action: its text, its verb, every card that it names, and how a person would say it."""

    text: str
    verb: str
    cards: list[str]
    words: str
    of_hand: bool  # are these cards of the seat's hand?
    ends_turn: bool


class MoveInfo(Struct):
    """Cards that went from one place to another, such as hand:1, area:0, file, discard, aside, or a case's own."""

    came_from: str = field(name="from")
    went_to: str = field(name="to")
    cards: list[str | None]


class EventInfo(Struct):
    """Something that happened, as this seat may know it; a card that it did not see is null."""

    number: int
    what: str
    seat: int
    cards: list[str | None]
    value: int  # `other`, `ending` as a number, or `count`: for clients of 0.1.0
    text: str
    moves: list[MoveInfo]
    other: int | None
    count: int
    ending: str


class StateInfo(Outgoing, tag="state"):
    """The round as this seat sees it."""

    at: str
    round: int
    dealer: int | None
    scores: list[int]
    target: int
    view: View | None
    actions: list[ActionInfo]
    question: str
    waiting_for: list[int]
    events: list[EventInfo]
    told: int  # how many events of this round there are for this seat, with these
    undo: Literal["own", "ask", "no"]
    standing: str | None  # None: this game has no standing orders
    board: list[BoardRow] = []  # how the case stands, as far as this seat may know
    worth: list[int] = []  # what each side's area would count if somebody went out now


class Since(Outgoing, tag="since"):
    """What happened while this seat was away."""

    events: list[EventInfo]


class Scoring(Outgoing, tag="scoring"):
    """How a round came out."""

    round: int
    result: RoundResult
    hands: list[list[str | None]]
    scores_before: list[int]
    scores: list[int]
    sheet: list[list[int]]


class Deal(Struct):
    """What proves that no deal was chosen."""

    secret: str
    entropy: list[str]
    commitment: str
    seed: str


class Over(Outgoing, tag="over"):
    """How the match came out."""

    winner: int | None
    scores: list[int]
    reason: Literal["points", "resignation", "rounds"]
    deal: Deal | None  # None: the match was begun elsewhere, and played on here
    unrated: list[str] = []  # why the match is not rated: hints, coach, undo, target, played-on, look-back


class Done(Outgoing, tag="done"):
    """The message of this id is on disk."""

    id: str


class Refused(Outgoing, tag="refused"):
    """The message of this id has changed nothing."""

    id: str
    code: Code
    rule: str | None
    text: str


class Declined(Outgoing, tag="declined"):
    """Somebody did not agree to what was proposed: the vote is over, and nothing comes of it."""

    what: Proposal
    seat: int  # who proposed it
    by: int
    for_seat: int | None


class Said(Outgoing, tag="chat"):
    """Somebody said something; those who only watch talk among themselves."""

    seat: int | None
    name: str
    text: str | None
    phrase: str | None
    time: float


class CandidateInfo(Struct):
    """An action that was thought about."""

    action: str
    points: float
    chance: float
    tries: int


class Hint(Outgoing, tag="hint"):
    """What a strong player would do, and why."""

    id: str
    at: str
    action: str
    text: str
    candidates: list[CandidateInfo]


class Advice(Outgoing, tag="coach"):
    """Your last decision cost much: what it was, and what would have been better, for those who want to know."""

    action: str
    text: str
    better: str
    better_text: str
    points: float
    chance: float


class Rematch(Outgoing, tag="rematch"):
    """The same people meet again at another table."""

    table: str


class Overdue(Outgoing, tag="overdue"):
    """Your time was up: this was done for you."""

    action: str
    words: str


class Late(Outgoing, tag="late"):
    """Somebody else's time was up: what they did last was done for them."""

    seat: int


class Pong(Outgoing, tag="pong"):
    """Here I am."""


class Error(Outgoing, tag="error"):
    """A message that could not be read, or why the connection is closed."""

    code: Code
    text: str


ServerMessage = (
    Welcome
    | Agreed
    | TableInfo
    | StateInfo
    | Since
    | Scoring
    | Over
    | Done
    | Refused
    | Declined
    | Said
    | Hint
    | Advice
    | Rematch
    | Overdue
    | Late
    | Pong
    | Error
)
