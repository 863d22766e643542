"""Hints: what would be best by what the seat knows, for a person who plays against bots alone."""

from functools import lru_cache
from time import time
from typing import TYPE_CHECKING

from casefile.bots.base import Decision, Situation
from casefile.errors import CasefileError
from casefile.learn.net import MissingNetError
from casefile.players.play import situation_of
from casefile.server import frames, journal, messages
from casefile.server.connection import Connection
from casefile.server.problems import ProblemError, RefusedError
from casefile.server.room import Room, game_of
from casefile.server.slots import THINKING_SHARE, slot_of
from casefile.server.tasks import decide
from casefile.server.turns import Party
from casefile.study.hints import WITHOUT_NET, Adviser
from casefile.text.language import Speaker

if TYPE_CHECKING:
    from casefile.server.live import LiveRoom


@lru_cache(64)
def adviser_for(game: bytes) -> Adviser:
    """An adviser keeps nothing between two hints, so all rooms of a game share one."""
    return Adviser(game_of(game)[0], thinking=slot_of(WITHOUT_NET) * THINKING_SHARE)


def advise(game: bytes, situation: Situation) -> Decision:
    """What would be best; a task for those who think."""
    return adviser_for(game).decide(situation)


class Hints:
    """The hints of one room; one at a time for each seat, as some take long."""

    def __init__(self, live: "LiveRoom") -> None:
        self.live = live
        self.waiting: set[int | None] = set()  # seats that wait for one

    async def ask(self, connection: Connection, message: messages.AskHint) -> None:
        """What would be best, where that is nobody else's disadvantage."""
        if connection.seat in self.waiting:
            connection.send(messages.Refused(message.id, "too-fast", None, "wait for the last hint"))
            return
        self.waiting.add(connection.seat)
        try:
            with self.live.context.hints.one_of(connection.address):
                await self.find(connection, message)
        except ProblemError as problem:
            connection.send(messages.Refused(message.id, problem.code, None, problem.message))
        finally:
            self.waiting.discard(connection.seat)

    async def find(self, connection: Connection, message: messages.AskHint) -> None:
        """Wait for the moment, and think."""
        room = self.live.room
        if connection.seat not in room.asked_in_secret():
            await self.live.beat.over.wait()  # whether there is a hint must not tell that somebody is asked
        try:
            async with self.live.lock:
                seat = check(room, connection.seat, message.at)
                assert room.match is not None
                if seat not in room.hinted:
                    await self.live.commit([journal.Hinted(time(), seat)])
                    self.live.tell_table()  # it is not rated any more
                situation = situation_of(room.match, seat, story=True)
            party = Party(address=connection.address)
            advisers = self.live.context.advisers
            try:
                decision = await advisers.run(advise, room.game, situation, party=party)
            except MissingNetError:  # in a tab that has none yet, and no network
                decision = await advisers.run(decide, room.game, WITHOUT_NET, situation, party=party)
            speaker = frames.speaker_of(room, connection.language, seat)
            connection.send(hint_frame(room, message, decision, speaker))
        except RefusedError as refused:
            connection.send(messages.Refused(message.id, refused.code, refused.rule, refused.text))
        except (CasefileError, RuntimeError):  # nothing was found, or it could not be kept that there was help
            connection.send(messages.Refused(message.id, "no-hint", None, "no hint could be found; try again"))


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
    text = speaker.advice(decision)
    candidates = [
        messages.CandidateInfo(actions[each.action].text, round(each.points, 1), round(each.chance, 3), each.tries)
        for each in decision.candidates
    ]
    return messages.Hint(asked.id, asked.at, actions[decision.action].text, text, candidates)
