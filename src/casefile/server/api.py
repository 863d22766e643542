"""The table of routes."""

from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from casefile.server import api_days as days
from casefile.server import api_people as people
from casefile.server import api_reading as reading
from casefile.server import api_tables as tables
from casefile.server import bodies
from casefile.server.calls import Handler, Route
from casefile.server.limits import LARGEST_RECORD
from casefile.server.messages import Language
from casefile.server.openapi import openapi

IN = {"language": Language}
ROUND = IN | {"round": Annotated[int, Meta(ge=1, le=1000)]}
FORM = IN | {"form": Literal["graph", "next", "full", "page"]}
DAY = {"date": Annotated[str, Meta(max_length=10)]}
TABLE = "/tables/{table}"
UTF_8 = "charset=utf-8"


@cache
def described() -> bytes:
    """This table, for programs; it takes long to make."""
    return msgspec.json.encode(openapi(ROUTES))


async def describe(call: Any) -> bytes:
    """This table, for programs."""
    return described()


def route(
    method: str, path: str, handler: Handler, answer: Any, body: Any = None, errors: tuple[int, ...] = (), **more: Any
) -> Route:
    """One row of the table: what it does is what the handler says of itself, and a table that it names may be gone."""
    summary = (handler.__doc__ or "").split("\n")[0].removesuffix(".")
    gone = (404,) if "{table}" in path else ()
    return Route(method, f"/api{path}", summary, handler, answer, body, errors=gone + errors, **more)


ROUTES: tuple[Route, ...] = (
    route("GET", "/alive", reading.alive, bodies.Alive),
    route("GET", "/health", reading.health, bodies.Health, errors=(503,)),
    route("GET", "/openapi.json", describe, dict[str, Any]),
    route("GET", "/cases", reading.show_cases, dict[str, Any]),
    route("GET", "/cases/{case}/texts", reading.show_texts, dict[str, Any], query=IN, errors=(304,)),
    route("GET", "/cases/{case}/look.css", reading.show_style, str, errors=(304,), media=f"text/css; {UTF_8}"),
    route("POST", "/cases/{case}/lesson", reading.show_lesson, bodies.LessonReply, bodies.LessonWish),
    route("POST", "/cases/{case}/puzzle", reading.show_puzzle, bodies.LessonReply, bodies.PuzzleWish),
    route("POST", "/cases/{case}/mistake", reading.show_mistake, bodies.LessonReply, bodies.PuzzleWish),
    route("GET", "/days/{case}", days.show_day, bodies.Day, query=DAY),
    route("POST", "/days/{case}", days.play_day, bodies.TableName, bodies.DayWish),
    route("GET", "/rules/{page}", reading.show_rules, dict[str, Any], query=IN),
    route("POST", "/tables", tables.make_table, bodies.TableMade, bodies.NewTable, status=201),
    route(
        "POST",
        "/play-on",
        tables.play_on,
        bodies.TableMade,
        bodies.PlayOn,
        status=201,
        largest=LARGEST_RECORD,
        slow=True,
    ),
    route("GET", "/tables", tables.open_tables, list[bodies.OpenTable]),
    route("GET", TABLE, tables.show_table, bodies.TableSummary),
    route("POST", f"{TABLE}/seats", tables.sit_down, bodies.Seated, bodies.SitDown, errors=(409,)),
    route("POST", f"{TABLE}/start", tables.start_table, bodies.Status, bodies.StartTable),
    route("POST", f"{TABLE}/pace", tables.set_pace, bodies.PaceWish, bodies.PaceWish, errors=(403, 409)),
    route("POST", f"{TABLE}/link", tables.make_link, bodies.MoveCode, bodies.Nothing),
    route("POST", f"{TABLE}/move", tables.move_seat, bodies.Seated, bodies.MoveSeat, errors=(409,)),
    route("POST", f"{TABLE}/rematch", tables.meet_again, bodies.Rematch, bodies.Nothing, errors=(409,)),
    route("GET", f"{TABLE}/record", reading.table_record, str, errors=(409,), media=f"text/plain; {UTF_8}"),
    route("GET", f"{TABLE}/replay", reading.table_replay, bodies.Replay, query=ROUND, errors=(409,), slow=True),
    route("GET", f"{TABLE}/past", reading.table_past, bodies.Replay, query=ROUND, errors=(409,), slow=True),
    route("POST", "/replay", reading.show_replay, bodies.Replay, bodies.ReplayWish, largest=LARGEST_RECORD, slow=True),
    route("GET", f"{TABLE}/review", reading.table_review, dict[str, Any], query=FORM, errors=(409,), slow=True),
    route("POST", f"{TABLE}/review", reading.hide_review, bodies.HideReview, bodies.HideReview, errors=(409,)),
    route("POST", "/review", reading.show_review, dict[str, Any], bodies.ReviewWish, largest=LARGEST_RECORD, slow=True),
    route("POST", "/belief", reading.show_belief, bodies.Belief, bodies.BeliefWish, largest=LARGEST_RECORD, slow=True),
    route(
        "POST", "/what-if", reading.show_what_if, bodies.WhatIf, bodies.WhatIfWish, largest=LARGEST_RECORD, slow=True
    ),
    route("POST", "/score", reading.score, bodies.Scored, bodies.ScoreWish),
    route("GET", "/me", people.show_me, bodies.Me),
    route("POST", "/me", people.tell_me, bodies.Me, bodies.MeWish),
    route("GET", "/me/key", people.show_key, bodies.Key, errors=(409,)),
    route("POST", "/me/key", people.take_key, bodies.Me, bodies.Key, errors=(409,)),
    route("GET", "/push", people.show_push, bodies.PushKey),
    route("POST", "/me/push", people.set_push, bodies.PushKey, bodies.PushWish, errors=(409,)),
    route("GET", "/ratings", people.show_ratings, list[bodies.RatingRow]),
    route("GET", "/export", people.export, bytes, media="application/zip", slow=True),
)
