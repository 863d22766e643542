"""Hints: what a strong player would do, for who plays against bots alone."""

from casefile.bots.base import Decision
from casefile.server import frames, messages
from casefile.server.requests import RefusedError
from casefile.server.room import Room
from casefile.text.language import Speaker

ADVISER = "dupin"


def check(room: Room, seat: int | None, at: str) -> int:
    """May this seat have a hint now?"""
    if seat is None:
        raise RefusedError("spectator", "spectators only look on")
    if not room.settings.hints:
        raise RefusedError("no-hints", "this table plays without hints")
    if any(each.is_person for number, each in enumerate(room.seats) if number != seat):
        raise RefusedError("no-hints", "there are hints only where all others are bots")
    if room.match is None or seat not in room.actors():
        raise RefusedError("not-asked", "it is not for you to choose now", "C-6")
    if at != frames.at_of(room, seat):
        raise RefusedError("stale", "the table has changed since")
    return seat


def hint_frame(room: Room, asked: messages.AskHint, decision: Decision, speaker: Speaker) -> messages.Hint:
    """A decision in words."""
    actions = room.rules.actions
    text = f"{speaker.reason(decision.reason)} {speaker.comparison(decision.candidates)}".rstrip()
    candidates = [
        messages.CandidateInfo(actions[each.action].text, round(each.points, 1), round(each.chance, 3), each.tries)
        for each in decision.candidates
    ]
    return messages.Hint(asked.id, asked.at, actions[decision.action].text, text, candidates)
