"""HTTP: the caller's name, matches and records, and everybody's ratings."""

import io
import zipfile
from collections import Counter
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from time import time

from casefile.server import bodies
from casefile.server.api_tables import clean_name
from casefile.server.calls import Answer, Call
from casefile.server.problems import ProblemError
from casefile.server.profiles import Profile
from casefile.server.ratings import statistics
from casefile.server.results import Summary, read_summary
from casefile.server.storage import Result, UnreadableError
from casefile.server.texts import known_language

MOST_ROWS = 200


async def own_results(call: Call) -> list[tuple[Result, Summary, int]]:
    """The caller's finished matches, oldest first, each with the caller's seat."""
    found = []
    for result in await call.context.storage.results_of(call.caller.key):
        summary = read_summary(result.body)
        for seat, player in enumerate(summary.seats):
            if player.key == call.caller.key:
                found.append((result, summary, seat))
    return found


async def show_me(call: Call) -> bodies.Me:
    """Name, matches and statistics of the caller."""
    profile = await call.profiles.find(call.caller)
    finished = await own_results(call)
    rows = [
        bodies.MatchRow(
            result.table,
            summary.case,
            "over",
            seat,
            [player.name for player in summary.seats],
            summary.scores,
            summary.winner,
            your_turn=False,
            time=result.time,
        )
        for result, summary, seat in finished
    ]
    tables = await call.context.storage.tables_of(call.caller.key)
    for table in [table for table in tables if table.status != "over"][:MOST_ROWS]:
        with suppress(UnreadableError):
            rows.append(await running(call, table.name))
    rows.sort(key=lambda row: -row.time)
    return bodies.Me(
        profile.name if profile else None,
        profile.language if profile else None,
        rows[:MOST_ROWS],
        statistics([(summary, seat) for _, summary, seat in finished]),
        Counter(each.case for each in (await call.context.mistakes.kept(call.caller.key)).mistakes),
        await call.context.days.played_by(call.caller.key, time()),
    )


async def running(call: Call, name: str) -> bodies.MatchRow:
    """A match that goes on."""
    glance = await call.context.hub.glance(name)
    seat = glance.keys.index(call.caller.key) if call.caller.key in glance.keys else None
    return bodies.MatchRow(
        name,
        glance.case,
        glance.status,
        seat,
        glance.names,
        glance.scores,
        None,
        your_turn=seat in glance.waiting_for,
        time=glance.time,
        waiting_for=glance.waiting_for,
    )


async def tell_me(call: Call) -> bodies.Me:
    """Keep the name of the caller."""
    wish: bodies.MeWish = call.body
    profile = Profile(clean_name(wish.name), wish.language)
    await call.profiles.tell(call.caller, profile)
    return await show_me(call)


async def show_key(call: Call) -> bodies.Key:
    """The caller's key, to be kept or taken to another device."""
    if not call.caller.by_cookie:
        raise ProblemError(409, "wrong", "a program is known by its token, which it has already")
    return bodies.Key(call.caller.new_cookie or call.caller.cookie)


async def take_key(call: Call) -> bodies.Me:
    """Be the player of this key from now on."""
    if not call.caller.by_cookie:
        raise ProblemError(409, "wrong", "a program is known by its token, and nobody else")
    from casefile.server.cookies import caller_with  # where there are any

    wish: bodies.Key = call.body
    caller = caller_with(call.context, wish.key, call.caller.address)
    if caller is None:
        raise ProblemError(409, "wrong-code", "this is no key of this server")
    call.caller = caller
    return await show_me(call)


async def show_push(call: Call) -> bodies.PushKey:
    """Whether this server notifies people who are away from a slow table, and its key."""
    push = call.context.push
    return bodies.PushKey(None if push is None else push.public_key)


async def set_push(call: Call) -> bodies.PushKey:
    """Notify a device of the caller's, or do so no longer."""
    push, wish = call.context.push, call.body
    if push is None:
        raise ProblemError(409, "wrong", "this server sends no notices")
    from casefile.server.push import Device

    if not wish.on:
        await push.drop(call.context.storage, call.caller.key, wish.endpoint)
        return await show_push(call)
    push.check(wish.endpoint)
    if call.caller.new_cookie is not None or not call.context.new_profiles.take(call.caller.address):
        raise ProblemError(429, "too-fast", "too many new devices from your address; try again later")
    device = Device(wish.endpoint, wish.p256dh, wish.auth, known_language(wish.language))
    await push.keep(call.context.storage, call.caller.key, device)
    return await show_push(call)


async def show_ratings(call: Call) -> list[bodies.RatingRow]:
    """The ratings of all players and bots, by case and number of players."""
    return await call.context.ratings.rows(call.caller.key)


async def export(call: Call) -> Answer:
    """All records of the caller's finished matches, in one file."""
    file = io.BytesIO()  # packed beside the event loop
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, (result, summary, _) in enumerate(await own_results(call), 1):
            record = await call.context.storage.record(result.table)
            day = datetime.fromtimestamp(result.time, UTC).strftime("%Y-%m-%d")
            name = f"{number:04}-{day}-{summary.case}.record"
            await call.context.aside(partial(archive.writestr, name, record or ""))
    headers = {"Content-Disposition": 'attachment; filename="casefile-records.zip"'}
    return Answer(file.getvalue(), media="application/zip", headers=headers)
