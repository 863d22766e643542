"""The table of routes."""

from functools import cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from casefile.server import api_people as people
from casefile.server import api_reading as reading
from casefile.server import api_tables as tables
from casefile.server import bodies
from casefile.server.limits import LARGEST_RECORD
from casefile.server.messages import Language
from casefile.server.routes import Route, openapi

RoundNumber = Annotated[int, Meta(ge=1, le=1000)]
IN = {"language": Language}
TABLE = "/api/tables/{table}"


@cache
def described() -> bytes:
    """This table, for programs; it takes long to make."""
    return msgspec.json.encode(openapi(ROUTES))


async def describe(call: Any) -> bytes:
    """This table, for programs."""
    return described()


ROUTES: tuple[Route, ...] = (
    Route("GET", "/api/health", "Is the server well?", reading.health, bodies.Health, errors=(503,)),
    Route("GET", "/api/openapi.json", "This description", describe, dict[str, Any]),
    Route("GET", "/api/cases", "What can be played", reading.show_cases, dict[str, Any]),
    Route(
        "GET",
        "/api/cases/{case}/texts",
        "All words of a case",
        reading.show_texts,
        dict[str, Any],
        query=IN,
        errors=(304,),
    ),
    Route(
        "GET",
        "/api/cases/{case}/look.css",
        "The colours and ornaments of a case",
        reading.show_style,
        str,
        errors=(304,),
        media="text/css; charset=utf-8",
    ),
    Route("GET", "/api/rules/{page}", "A page of the rules", reading.show_rules, dict[str, Any], query=IN),
    Route("POST", "/api/tables", "Make a table", tables.make_table, bodies.TableMade, bodies.NewTable, 201),
    Route("GET", TABLE, "How a table stands", tables.show_table, bodies.TableSummary, errors=(404,)),
    Route(
        "POST",
        f"{TABLE}/seats",
        "Sit down",
        tables.sit_down,
        bodies.Seated,
        bodies.SitDown,
        errors=(404, 409),
    ),
    Route(
        "POST",
        f"{TABLE}/start",
        "Fill the open seats with bots, and start",
        tables.start_table,
        bodies.Status,
        bodies.StartTable,
        errors=(404,),
    ),
    Route(
        "POST",
        f"{TABLE}/link",
        "A code that moves your seat to another device",
        tables.make_link,
        bodies.MoveCode,
        bodies.Nothing,
        errors=(404,),
    ),
    Route(
        "POST",
        f"{TABLE}/move",
        "Take a seat over with its code",
        tables.move_seat,
        bodies.Seated,
        bodies.MoveSeat,
        errors=(404, 409),
    ),
    Route(
        "POST",
        f"{TABLE}/rematch",
        "Meet again at a new table",
        tables.meet_again,
        bodies.TableName,
        bodies.Nothing,
        errors=(404, 409),
    ),
    Route(
        "GET",
        f"{TABLE}/record",
        "The record of a finished match",
        reading.table_record,
        str,
        errors=(404, 409),
        media="text/plain; charset=utf-8",
    ),
    Route(
        "GET",
        f"{TABLE}/replay",
        "A finished match, step by step",
        reading.table_replay,
        bodies.Replay,
        query=IN | {"round": RoundNumber},
        errors=(404, 409),
        slow=True,
    ),
    Route(
        "POST",
        "/api/replay",
        "A record, step by step",
        reading.show_replay,
        bodies.Replay,
        bodies.ReplayWish,
        largest=LARGEST_RECORD,
        slow=True,
    ),
    Route(
        "POST",
        "/api/score",
        "The points of a round with printed cards",
        reading.score,
        bodies.Scored,
        bodies.ScoreWish,
    ),
    Route("GET", "/api/me", "Your name, matches and statistics", people.show_me, bodies.Me),
    Route("POST", "/api/me", "Keep your name", people.tell_me, bodies.Me, bodies.MeWish),
    Route("GET", "/api/ratings", "Ratings of names and bots", people.show_ratings, list[bodies.RatingRow]),
    Route(
        "GET",
        "/api/export",
        "Records of all own finished matches",
        people.export,
        bytes,
        media="application/zip",
        slow=True,
    ),
)
