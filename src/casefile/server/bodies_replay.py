"""The protocol: what HTTP requests about recorded matches and their answers hold; a part of `bodies`."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from casefile.server.messages import BotName, Language, Pace

Name = Annotated[str, Meta(min_length=1, max_length=40)]
StepNumber = Annotated[int, Meta(ge=0, le=100_000, description="deals and actions, from the first deal, which is 0")]


class Body(Struct, forbid_unknown_fields=True):
    """What a client sends."""


class Reply(Struct):
    """What the server answers."""


class ReplayWish(Body):
    """A record to be played again, all of it or one round."""

    record: Annotated[str, Meta(max_length=1_000_000)]
    language: Language = "en"
    round: Annotated[int, Meta(ge=1, le=1000)] | None = None


class ReviewWish(Body):
    """A record to be reviewed: the graph alone, which comes first; all of it; or some of it at a time, by `next`."""

    record: Annotated[str, Meta(max_length=1_000_000)]
    language: Language = "en"
    form: Literal["graph", "next", "full"] = "full"


class Progress(Reply):
    """How many decisions of a review are graded, of how many."""

    done: int
    total: int


class OptionInfo(Reply):
    """A legal action, and what it is worth to the seat by what it knew; one with 0 tries is a guess."""

    action: str
    text: str
    chance: int | None  # ten-thousandths of the match
    points: int | None  # tenths of a point
    tries: int


class Thought(Reply):
    """Why a bot chose an action, and what else it thought of."""

    text: str
    options: list[OptionInfo]


class Remark(Reply):
    """What somebody wrote about a step."""

    by: str
    text: str


class Step(Reply):
    """A deal or an action, what happened, and how all sides see the table afterwards."""

    round: int
    seat: int | None
    action: str | None
    events: list[dict[str, Any]]
    views: dict[str, Any]
    result: dict[str, Any] | None
    notes: list[dict[str, Any]]  # for somebody who knows all; the view "all" is a position, which has none
    thought: Thought | None = None  # of a bot, if the record tells it
    remarks: list[Remark] = []  # of people, likewise


class Worth(Reply):
    """What a table is worth to each side, seen from above: as in a review."""

    chance: list[int]
    points: list[int]


class Replay(Reply):
    """A match, step by step."""

    header: dict[str, Any]
    steps: list[Step]


class HideReview(Body):
    """Whether the others who played may read what was thought of the caller's decisions."""

    hidden: bool


class BeliefWish(Body):
    """A moment of a record, by the number of its step, and whose knowledge of it is asked for."""

    record: Annotated[str, Meta(max_length=1_000_000)]
    step: StepNumber
    seat: Annotated[int, Meta(ge=0, le=9)]


class BeliefRow(Reply):
    """A kind of card of which the seat does not see all copies; a figure for each of the places."""

    card: str
    known: list[int]  # copies that certainly lie there
    expected: list[float]  # of the others, how many are to be expected
    lies: list[int]  # how many really lay there


class Belief(Reply):
    """What a perfect memory knew, and how likely each hidden card was where."""

    by: Literal["net", "certain"]  # what the case's net reads from the others' play, or what is certain alone
    places: list[str]
    rows: list[BeliefRow]


class WhatIfWish(Body):
    """A moment of a record, what was done otherwise since, and what might be done now."""

    record: Annotated[str, Meta(max_length=1_000_000)]
    step: StepNumber
    line: Annotated[list[Annotated[str, Meta(max_length=400)]], Meta(max_length=100)] = []
    action: Annotated[str, Meta(max_length=400)] | None = None
    language: Language = "en"


class WhatIf(Reply):
    """All that could be done at a moment, and what would have come of one of these actions."""

    seat: int
    options: list[OptionInfo]
    reason: str  # why the best of them
    judge: Literal["net", "playing out"]
    steps: list[Step]  # the line, the action, and how good players would go on from there
    worths: list[Worth]  # of each of these steps, for every side; none without a net


class PlayOn(Body):
    """A moment of a record, and a line that leaves it there, to play on from against bots of one level."""

    record: Annotated[str, Meta(max_length=1_000_000)]
    step: StepNumber
    seat: Annotated[int, Meta(ge=0, le=9, description="the caller's")]
    line: Annotated[list[Annotated[str, Meta(max_length=400)]], Meta(max_length=100)] = []
    cards: Annotated[
        Literal["real", "anew"], Meta(description="as they lay, or those dealt anew that the seat could not know")
    ] = "anew"
    bot: BotName = "inspector"
    name: Name = "Player"
    pace: Pace | None = None
