"""The protocol: what HTTP requests and their answers hold."""
# ruff: noqa: RUF012  (msgspec copies an empty list or dict for every message)

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from casefile.server.bodies_replay import (
    Belief,
    BeliefRow,
    BeliefWish,
    Body,
    HideReview,
    Name,
    OptionInfo,
    PlayOn,
    Progress,
    Remark,
    Replay,
    ReplayWish,
    Reply,
    ReviewWish,
    Step,
    Thought,
    WhatIf,
    WhatIfWish,
    Worth,
)
from casefile.server.messages import (
    BotName,
    Figures,
    Language,
    Pace,
    Scoring,
    Settings,
    StateInfo,
    TableInfo,
    Welcome,
)
from casefile.server.problems import Code
from casefile.text.score import RoundResult

__all__ = [
    "Belief",
    "BeliefRow",
    "BeliefWish",
    "Body",
    "HideReview",
    "OptionInfo",
    "PlayOn",
    "Progress",
    "Remark",
    "Replay",
    "ReplayWish",
    "Reply",
    "ReviewWish",
    "Step",
    "Thought",
    "WhatIf",
    "WhatIfWish",
    "Worth",
]

Entropy = Annotated[str, Meta(max_length=64, description="any text; it goes into the seed of the match")]


class ClockWish(Body):
    """A clock for every decision."""

    seconds: Annotated[int, Meta(ge=5, le=14 * 86_400, description="from a day on the table is a slow one")]


class SeatWish(Body):
    """Whom a seat is for: the player who makes the table, a bot, or the first guest with the table's link."""

    who: Literal["me", "bot", "anyone"] = field(name="for")
    name: Name | None = None
    bot: BotName | None = None
    token: bool = False


class NewTable(Body):
    """A table to be made. What is left out takes its default."""

    case: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[SeatWish], Meta(min_length=2, max_length=4)]
    edition: Annotated[str, Meta(max_length=40)] | None = None
    players: int | None = None
    teams: bool | None = None
    options: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=10)] = []
    deck: Figures = {}
    target: Annotated[int, Meta(ge=1, le=1000)] | None = None
    pace: Pace | None = None
    clock: ClockWish | None = None
    hints: bool = True
    listed: bool = False
    look_back: Annotated[bool, Meta(description="among people, too; such a match is not rated")] = False
    coach: bool = False
    rounds: Annotated[int, Meta(ge=0, le=100, description="after which the match is over; 0: by points alone")] = 0
    entropy: Entropy = ""


class TableMade(Reply):
    """A table that was made, and the caller's seat at it."""

    table: str
    seat: int | None
    commitment: str
    token: str | None = None


class TableSummary(Reply):
    """How a table stands."""

    table: str
    settings: Settings
    state: TableInfo
    scores: list[int]
    round: int
    commitment: str
    seat: int | None
    owner: bool
    hides_review: bool = False  # does the caller keep to themselves what is thought of their decisions?


class SitDown(Body):
    """Take an open seat: this one, or any."""

    name: Name
    seat: Annotated[int, Meta(ge=0, le=9)] | None = None
    entropy: Entropy = ""
    token: bool = False


class Seated(Reply):
    """The caller's seat, and the token it belongs to if one was asked for."""

    seat: int
    token: str | None = None


class BotWish(Body):
    """A bot for an open seat."""

    bot: BotName
    name: Name | None = None


class StartTable(Body):
    """Fill all open seats with bots, and start: with these, in the order of the seats, and then with `bot`."""

    bot: BotName = "inspector"
    seats: Annotated[list[BotWish], Meta(max_length=4)] = []


class PaceWish(Body):
    """How quickly bots are to play at a table whose match has not started."""

    pace: Pace


class OpenTable(Reply):
    """A table that anybody may join."""

    table: str
    settings: Settings
    names: list[str]
    free: int
    time: float


class Nothing(Body):
    """Nothing need be said."""


class Status(Reply):
    """How the table stands now."""

    status: str


class MoveCode(Reply):
    """A code that moves the caller's seat to another device, once, within a quarter of an hour."""

    code: str


class MoveSeat(Body):
    """Take over a seat with its code."""

    code: Annotated[str, Meta(max_length=100)]


class TableName(Reply):
    """Another table."""

    table: str


class Rematch(Reply):
    """The table of the next match, once all have agreed to it; until then the seats that have not answered."""

    table: str | None
    asked: list[int]


class ScoreWish(Body):
    """A round that is over, as `casefile score` takes it; with a name for every seat they stand in the sentences."""

    position: dict[str, Any]
    language: Language = "en"
    names: Annotated[list[Name], Meta(max_length=4)] = []


class Scored(Reply):
    """The points of a round."""

    result: RoundResult


class LessonWish(Body):
    """A step of a lesson, what was done in it so far, and what the learner wants to do, or to do with these cards."""

    step: Annotated[int, Meta(ge=0, le=100)] = 0
    done: Annotated[list[Annotated[str, Meta(max_length=400)]], Meta(max_length=20)] = []
    action: Annotated[str, Meta(max_length=400)] | None = None
    cards: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=40)] = []
    language: Language = "en"


LessonFrame = Welcome | TableInfo | StateInfo | Scoring


class LessonVerdict(Reply):
    """What is said of what the learner wanted to do. Nothing but what is right changes the table."""

    kind: Literal["right", "other", "refused"]
    text: str
    rules: list[str]


class LessonReply(Reply):
    """A step of a lesson, or a puzzle: what is said, what is asked next, and the table in the protocol's frames."""

    step: int
    steps: int
    title: str
    text: str
    rules: list[str]
    done: list[str]
    finished: bool
    next: str | None
    verdict: LessonVerdict | None
    frames: list[LessonFrame]


class PuzzleWish(Body):
    """A puzzle by its number, from 0, and an attempt to solve it, or the wish to be shown the solution."""

    number: Annotated[int, Meta(ge=0, le=10_000)] = 0
    action: Annotated[str, Meta(max_length=400)] | None = None
    shown: bool = False
    language: Language = "en"


class DayWish(Body):
    """Play the deal of the day, under this name."""

    name: Name


class DayScore(Reply):
    """What a level, or somebody, made of the deal: the points, and by how many these were ahead of the others."""

    name: str
    points: int
    ahead: int
    own: bool = False


class Day(Reply):
    """A deal of the day; who has played it sees what everybody made of it, the best first."""

    case: str
    date: str
    ends: float
    status: Literal["new", "playing", "over"]
    table: str | None
    bot: str
    ranked: bool
    tried: int
    own: DayScore | None
    people: list[DayScore]
    levels: list[DayScore]
    thinking: bool  # there are levels that have not played it yet


class MeWish(Body):
    """The caller's name, and the language that they chose."""

    name: Name
    language: Language | None = None


class Key(Body):
    """What a browser is known by: the person who has it is this player, here and on any device."""

    key: Annotated[str, Meta(max_length=200)]


class PushKey(Reply):
    """The key by which a browser knows this server's notices; none if it sends none."""

    key: str | None


class PushWish(Body):
    """Tell this device when a slow table waits for its player, or do so no longer."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Annotated[str, Meta(max_length=200)]
    auth: Annotated[str, Meta(max_length=100)]
    language: Language = "en"
    on: bool = True


class MatchRow(Reply):
    """One of the caller's matches."""

    table: str
    case: str
    status: str
    seat: int | None
    names: list[str]
    scores: list[int]
    winner: int | None
    your_turn: bool
    time: float
    waiting_for: list[int] = []  # seats of people


class CaseStatistics(Reply):
    """The caller's matches of one case, and those won by opponents: bots by their level, people by their names."""

    played: int
    won: int
    resigned: int
    points: int
    rounds: int
    against: dict[str, tuple[int, int]] = {}  # won, and played


class Me(Reply):
    """Who I am here."""

    name: str | None
    language: str | None
    matches: list[MatchRow]
    statistics: dict[str, CaseStatistics]
    mistakes: dict[str, int] = {}  # of the caller's own that wait as puzzles, by case
    days: list[str] = []  # cases whose deal of today the caller has played


class RatingRow(Reply):
    """How strong somebody is at one game, as far as the matches here tell."""

    case: str
    players: int
    name: str
    bot: bool
    own: bool
    rating: float
    matches: int
    won: int


class Alive(Reply):
    """The process answers."""

    version: str


class Health(Reply):
    """The server is well."""

    status: Literal["ok"]
    version: str
    tables: int


class Problem(Reply):
    """What is wrong, in one line."""

    code: Code
    message: str


class ProblemReply(Reply):
    """The answer to whatever cannot be done."""

    error: Problem
