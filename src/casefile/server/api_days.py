"""HTTP: the deal of the day, one for each case."""

from time import time

from casefile.registry import case_named, cases
from casefile.server import bodies
from casefile.server.api_tables import clean_name, count_new_table
from casefile.server.calls import Call
from casefile.server.days import BOT, Played, Tried, date_at, end_of
from casefile.server.storage import ConflictError

MOST_PEOPLE = 100  # in a list


async def row_of(call: Call, case: str) -> tuple[bodies.DayRow, Played]:
    """How the deal of today stands with the caller, and what is known of it."""
    days, key = call.context.days, call.caller.key
    date = date_at(time())
    played = await days.found(case, date)
    table = days.table(case, date, key)
    row = bodies.DayRow(case, date, end_of(date), "new", None)
    if any(each.key == key for each in played.people):
        row.status, row.table = "over", table
    elif await call.context.storage.lease_of(table) is not None:
        row.status, row.table = "playing", table
    return row, played


async def show_days(call: Call) -> list[bodies.DayRow]:
    """The deals of today, one for each case, and how they stand with the caller."""
    return [(await row_of(call, case))[0] for case in cases()]


async def show_day(call: Call) -> bodies.Day:
    """The deal of today of one case; who has played it sees what everybody made of it."""
    case = case_named(call.path["case"]).name
    row, played = await row_of(call, case)
    mine = next((each for each in played.people if each.key == call.caller.key), None)
    days = call.context.days
    if mine is not None and not played.is_measured:
        call.context.spawn(days.measure(case, row.date))
    shown = mine is not None
    people = sorted((score_of(each, own=each is mine) for each in played.people), key=lambda each: -each.ahead)
    levels = [score_of(Tried("", level, scores), own=False) for level, scores in played.levels.items()]
    return bodies.Day(
        case=case,
        date=row.date,
        ends=row.ends,
        status=row.status,
        table=row.table,
        bot=BOT,
        ranked=days.is_ranked,
        tried=len(played.people),
        own=None if mine is None else score_of(mine, own=True),
        people=people[:MOST_PEOPLE] if shown else [],
        levels=levels if shown else [],
        thinking=shown and len(levels) < len(days.levels(case)),
    )


def score_of(tried: Tried, *, own: bool) -> bodies.DayScore:
    """What somebody made of a deal, beside the best of the others."""
    points, *others = tried.scores
    return bodies.DayScore(tried.name, points, points - max(others), own)


async def play_day(call: Call) -> bodies.TableName:
    """The caller's table with the deal of today; asked twice, it is the same one."""
    wish: bodies.DayWish = call.body
    case = case_named(call.path["case"]).name
    row, _ = await row_of(call, case)
    if row.table is not None:
        return bodies.TableName(row.table)
    count_new_table(call)
    days, key = call.context.days, call.caller.key
    table = days.table(case, row.date, key)
    try:
        created = days.created(case, row.date, time(), clean_name(wish.name), key)
        await call.context.hub.create(created, table)
    except ConflictError:
        if await call.context.storage.lease_of(table) is None:
            raise  # otherwise it was asked for twice at the same moment
    return bodies.TableName(table)
