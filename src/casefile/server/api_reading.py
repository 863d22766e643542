"""HTTP: what can be read without sitting at a table: cases, texts, rules, replays, scores, health."""

import json
from functools import partial
from time import time
from typing import Any, cast

from casefile import __version__
from casefile.errors import CasefileError
from casefile.looks import stylesheet
from casefile.registry import case_named
from casefile.server import bodies, journal, lessons, puzzles, texts
from casefile.server.api_tables import find, own_seat
from casefile.server.calls import JSON, Answer, Call
from casefile.server.moments import belief, what_if
from casefile.server.past import may_look_back, past
from casefile.server.problems import ProblemError
from casefile.server.replays import replay
from casefile.server.reviews import Form
from casefile.server.turns import Party
from casefile.text.language import Speaker
from casefile.text.position import read_position
from casefile.text.record import write_record
from casefile.text.score import told_score

NOT_STORED = {"Cache-Control": "private, no-store"}
NOT_OVER = ProblemError(409, "not-over", "the match is not over yet")


async def alive(call: Call) -> bodies.Alive:
    """Does this process answer? A process that does not has to be started anew."""
    return bodies.Alive(__version__)


async def health(call: Call) -> bodies.Health:
    """Is the server well? A node that is not, or that drains, must not be given anything to do."""
    if not call.context.hub.node.is_ready or call.context.stopping.is_set():
        raise ProblemError(503, "not-read", "this node takes no tables now")
    await call.context.storage.get("cookie-key")
    wrong = await call.context.vitals.check()
    if wrong is not None:
        raise ProblemError(503, "not-saved", f"nothing can be saved: {wrong}")
    return bodies.Health("ok", __version__, len(call.context.hub.live))


def cached(call: Call, data: bytes, media: str = JSON) -> Answer:
    """A text that a browser may keep."""
    tag = texts.etag(data)
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if call.headers.get("if-none-match") == tag:
        return Answer(b"", 304, media, headers)
    return Answer(data, 200, media, headers)


def language_of(call: Call) -> str:
    """The language that was asked for."""
    return texts.known_language(call.query.get("language", "en"))


async def show_cases(call: Call) -> Answer:
    """What can be played."""
    return cached(call, texts.all_cases(call.context.settings.pace))


async def show_texts(call: Call) -> Answer:
    """All words of a case."""
    return cached(call, texts.case_texts(call.path["case"], language_of(call)))


async def show_style(call: Call) -> Answer:
    """The colours and ornaments of a case."""
    return cached(call, stylesheet(case_named(call.path["case"]).name), "text/css; charset=utf-8")


async def show_rules(call: Call) -> dict[str, Any]:
    """A page of the rules."""
    return texts.rules_page(call.path["page"], language_of(call))


async def show_lesson(call: Call) -> bodies.LessonReply:
    """A step of a case's lesson, or what comes of what the learner does there."""
    wish: bodies.LessonWish = call.body
    return lessons.answer(case_named(call.path["case"]).name, wish, texts.known_language(wish.language))


async def show_puzzle(call: Call) -> bodies.LessonReply:
    """A puzzle of a case, or what comes of an attempt to solve it."""
    wish: bodies.PuzzleWish = call.body
    return puzzles.answer(case_named(call.path["case"]).name, wish, texts.known_language(wish.language))


async def show_mistake(call: Call) -> bodies.LessonReply:
    """A mistake of the caller's own as a puzzle, or what comes of an attempt; solved, it does not come back."""
    wish: bodies.PuzzleWish = call.body
    case, key = case_named(call.path["case"]).name, call.caller.key
    mistakes = call.context.mistakes
    kept, count = await mistakes.at(key, case, wish.number)
    record = await call.context.storage.record(kept.table)
    if record is None:
        await mistakes.solve(key, kept)
        raise CasefileError("the match of this mistake is gone, and the mistake with it")
    language = texts.known_language(wish.language)
    reply = await call.context.aside(partial(puzzles.answer_mistake, record, kept, wish, count, language))
    if reply.done:
        await mistakes.solve(key, kept)
    return reply


async def show_replay(call: Call) -> bytes:
    """A record, step by step."""
    wish: bodies.ReplayWish = call.body
    language = texts.known_language(wish.language)
    party = Party(address=call.caller.address)
    return await call.context.scribes.run(replay, wish.record, language, wish.round, party=party)


async def show_belief(call: Call) -> bytes:
    """What a perfect memory knew at a moment of a record, and how likely each hidden card was where."""
    wish: bodies.BeliefWish = call.body
    party = Party(address=call.caller.address)
    return await call.context.scribes.run(belief, wish.record, wish.step, wish.seat, party=party)


async def show_what_if(call: Call) -> bytes:
    """What else could be done at a moment of a record, what that is worth, and how it would go on."""
    wish: bodies.WhatIfWish = call.body
    asked = (wish.record, wish.step, wish.line, wish.action, texts.known_language(wish.language))
    return await call.context.scribes.run(what_if, *asked, party=Party(address=call.caller.address))


async def table_record(call: Call) -> bytes:
    """The record of a match that is over."""
    live = await find(call)
    record = await call.context.storage.record(live.room.name)
    if record is None:
        raise NOT_OVER
    return record.encode()


async def table_replay(call: Call) -> bytes:
    """A match that is over, step by step."""
    live = await find(call)
    record = await call.context.storage.record(live.room.name)
    if record is None:
        raise NOT_OVER
    only_round = int(call.query["round"]) if "round" in call.query else None
    party = Party(address=call.caller.address)
    return await call.context.scribes.run(replay, record, language_of(call), only_round, party=party)


async def table_past(call: Call) -> bytes:
    """A round of the running match as the caller's seat saw it, step by step."""
    live = await find(call)
    seat = own_seat(live, call)
    await live.beat.over.wait()  # whether somebody is asked in secret must not show
    async with live.lock:
        room = live.room
        if room.match is None:
            raise ProblemError(409, "not-started", "the match has not started: not all seats are taken")
        number = int(call.query.get("round", len(room.match.rounds)))
        if not may_look_back(room, seat, number):
            text = "with people the round that is played stays covered, unless the table allowed to look back (C-3)"
            raise ProblemError(409, "covered", text)
        record = write_record(room.match, [each.name for each in room.seats])
    party = Party(address=call.caller.address)
    return await call.context.scribes.run(past, record, seat, number, language_of(call), party=party)


async def show_review(call: Call) -> bytes:
    """What each decision of a record cost, and what was luck."""
    wish: bodies.ReviewWish = call.body
    party = Party(address=call.caller.address)
    return await call.context.reviewers.review(wish.record, texts.known_language(wish.language), wish.form, party)


async def table_review(call: Call) -> Answer:
    """The same of a match that is over, for those who played it."""
    live = await find(call)
    seat = own_seat(live, call)
    record = await call.context.storage.record(live.room.name)
    if record is None:
        raise NOT_OVER
    form = cast(Form, call.query.get("form", "full"))
    party = Party(address=call.caller.address)
    hidden = frozenset(live.room.hidden - {seat})
    found = await call.context.reviewers.review(record, language_of(call), form, party, hidden)
    call.context.spawn(call.context.mistakes.collect(call.caller.key, live.room.name, seat, record))
    if form != "page":
        return Answer(found, headers=NOT_STORED)
    name = {"Content-Disposition": f'attachment; filename="casefile-{live.room.name[:8]}.html"'}
    return Answer(found, media="text/html; charset=utf-8", headers=NOT_STORED | name)


async def hide_review(call: Call) -> bodies.HideReview:
    """Keep to oneself what is thought of one's decisions, or let the others who played read it again."""
    wish: bodies.HideReview = call.body
    live = await find(call)
    async with live.lock:
        seat = own_seat(live, call)
        if live.room.status != "over":
            raise NOT_OVER
        if not live.beside.take(str(seat)):
            raise ProblemError(429, "too-fast", "so much cannot be done at once; wait a moment")
        if (seat in live.room.hidden) != wish.hidden:
            await live.change([journal.Hid(time(), seat, wish.hidden)])
    return wish


async def score(call: Call) -> bodies.Scored:
    """The points of a round that was played with printed cards."""
    wish: bodies.ScoreWish = call.body
    rules, state = read_position(json.dumps(wish.position), scoring=True)
    if len(wish.names) not in (0, rules.seats):
        raise CasefileError(f"names: one for each of {rules.seats} seats, or none, not {len(wish.names)}")
    speaker = Speaker(rules, wish.names, texts.known_language(wish.language))
    return bodies.Scored(told_score(rules, rules.score(state), speaker))
