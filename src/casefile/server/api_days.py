"""HTTP: the deal of the day, one for each case."""

from time import time

from casefile.registry import case_named
from casefile.server import bodies
from casefile.server.api_tables import clean_name, count_new_table
from casefile.server.calls import Call
from casefile.server.days import BOT, Tried, date_at, end_of, recent_days
from casefile.server.problems import ProblemError
from casefile.server.storage import ConflictError

MOST_PEOPLE = 100  # in a list


async def show_day(call: Call) -> bodies.Day:
    """The deal of today, or of a day just past, of one case; who has played it sees what everybody made of it."""
    days, key, recent = call.context.days, call.caller.key, recent_days(time())
    case, date = case_named(call.path["case"]).name, call.query.get("date", recent[0])
    if date not in recent:
        raise ProblemError(
            400, "wrong", f"a deal of the day is remembered from {recent[-1]} to {recent[0]}: name such a day"
        )
    played = await days.found(case, date)
    table = days.table(case, date, key)
    mine = next((each for each in played.people if each.key == key), None)
    is_begun = mine is not None or await call.context.storage.lease_of(table) is not None
    if mine is not None and not played.is_measured:
        call.context.spawn(days.measure(case, date))
    people = sorted((score_of(each, own=each is mine) for each in played.people), key=lambda each: -each.ahead)
    levels = [score_of(Tried("", level, scores), own=False) for level, scores in played.levels.items()]
    return bodies.Day(
        case=case,
        date=date,
        ends=end_of(date),
        status="over" if mine is not None else "playing" if is_begun else "new",
        table=table if is_begun else None,
        bot=BOT,
        ranked=days.is_ranked,
        tried=len(played.people),
        own=None if mine is None else score_of(mine, own=True),
        people=[] if mine is None else people[:MOST_PEOPLE],
        levels=[] if mine is None else levels,
        thinking=mine is not None and len(levels) < len(days.levels(case)),
    )


def score_of(tried: Tried, *, own: bool) -> bodies.DayScore:
    """What somebody made of a deal, beside the best of the others."""
    points, *others = tried.scores
    return bodies.DayScore(tried.name, points, points - max(others), own)


async def play_day(call: Call) -> bodies.TableName:
    """The caller's table with the deal of today; asked twice, it is the same one."""
    wish: bodies.DayWish = call.body
    days, key, now = call.context.days, call.caller.key, time()
    case, date = case_named(call.path["case"]).name, date_at(now)
    table = days.table(case, date, key)
    if await call.context.storage.lease_of(table) is None:
        count_new_table(call)
        try:
            await call.context.hub.create(days.created(case, date, now, clean_name(wish.name), key), table)
        except ConflictError:
            if await call.context.storage.lease_of(table) is None:
                raise  # otherwise it was asked for twice at the same moment
    return bodies.TableName(table)
