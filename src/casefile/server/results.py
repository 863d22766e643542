"""What is kept of a finished match beside its entries: its record, and a line for statistics and ratings."""

import json

import msgspec
from msgspec import Struct

from casefile.decks import all_figures
from casefile.proof import commitment_of
from casefile.server import journal
from casefile.server.room import Room
from casefile.server.storage import Result
from casefile.text.record import Early, write_record

HINTS = "hints"


class Player(Struct):
    """Who sat on a seat."""

    name: str
    bot: str
    key: str
    resigned: bool


class Summary(Struct):
    """How a match came out."""

    case: str
    edition: str
    sides: int
    rounds: int
    scores: list[int]
    winner: int | None
    reason: str
    seats: list[Player]
    started: float
    ended: float
    unrated: list[str] = []  # why it is not rated: hints, coach, undo, target, played-on, look-back; not kept by 0.1.0
    day: str = ""  # whose deal it was


read_summary = msgspec.json.Decoder(Summary).decode


def status_after(room: Room, entries: list[journal.AnyEntry]) -> str:
    """The status of a table once these entries have taken effect."""
    for entry in entries:
        if isinstance(entry, journal.Ended):
            return "over"
    if room.status == "waiting" and any(isinstance(entry, journal.Started) for entry in entries):
        return "playing"
    return room.status


def keys_in(entries: list[journal.AnyEntry]) -> list[str]:
    """Who gets a seat by these entries."""
    keys = []
    for entry in entries:
        if isinstance(entry, journal.Created):
            keys += [plan.key for plan in entry.seats if plan.key]
        elif isinstance(entry, journal.Sat | journal.Moved):
            keys.append(entry.key)
    return keys


def result_of(room: Room, entries: list[journal.AnyEntry]) -> Result | None:
    """What is kept if these entries end the match."""
    ended = next((entry for entry in entries if isinstance(entry, journal.Ended)), None)
    if ended is None or room.match is None:
        return None
    resigned = {entry.seat for entry in entries if isinstance(entry, journal.Resigned)}
    seats = [
        Player(seat.name, seat.bot, seat.key, seat.resigned or number in resigned)
        for number, seat in enumerate(room.seats)
    ]
    match = room.match
    summary = Summary(
        room.settings.case,
        room.settings.edition,
        room.rules.sides,
        len(match.rounds),
        match.scores,
        ended.winner,
        ended.reason,
        seats,
        room.started_at,
        ended.time,
        unrated_by(room),
        room.settings.day,
    )
    return Result(room.name, ended.time, msgspec.json.encode(summary), record_of(room, ended))


def unrated_by(room: Room) -> list[str]:
    """Why a match says too little about who is the better player; nothing if it is rated."""
    reasons = {
        HINTS: bool(room.hinted),
        "coach": room.settings.coach,
        "undo": room.took_news_back,
        "target": room.settings.target < room.rules.target or room.settings.rounds > 0,
        "played-on": bool(room.begun),
        "look-back": room.settings.look_back and sum(seat.is_person or seat.is_open for seat in room.seats) > 1,
    }
    return [reason for reason, holds in reasons.items() if holds]


def record_of(room: Room, ended: journal.Ended) -> str:
    """The record of a match, with what proves its deal; one that was begun elsewhere was not dealt here."""
    assert room.match is not None
    more = {}
    if not room.begun:
        more = {
            "Commitment": commitment_of(room.secret),
            "Secret": room.secret,
            "Entropy": json.dumps([seat.entropy for seat in room.seats], ensure_ascii=False),
        }
    if room.revision:
        more["Deck"] = json.dumps(all_figures(room.rules.deck), ensure_ascii=False)
        more["Rules"] = str(room.revision)
    if ended.winner is not None and ended.reason != "points":
        early = Early(ended.winner, by_resignation=ended.reason == "resignation")
        more["Result"] = early.result(len(room.match.rounds))
    return write_record(room.match, [seat.name for seat in room.seats], more, room.thoughts)
