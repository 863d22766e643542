"""The coach of a table against bots: after a costly decision of the player's own, a word that it can be taken back."""

from typing import TYPE_CHECKING

from casefile.bots.base import Decision
from casefile.errors import CasefileError
from casefile.server import frames, journal, messages
from casefile.server.connection import Connection
from casefile.server.room import Position, Room, game_of
from casefile.server.turns import Party
from casefile.study.coach import costly, loss_of
from casefile.study.questions import Question
from casefile.text.language import Speaker
from casefile.undo import steps_back

if TYPE_CHECKING:
    from casefile.server.live import LiveRoom


def judge(game: bytes, question: Question) -> Decision | None:
    """What would have been clearly better than what was chosen; a task for those who think."""
    return costly(game_of(game)[0], question)


def question_of(room: Room, seat: int, entries: list[journal.AnyEntry]) -> Question | None:
    """The decision that a seat is about to make with these entries, if the table has a coach and there is a choice.

    What a seat is asked in secret is nobody else's business, the coach's included.
    """
    if not room.settings.coach or room.match is None or seat not in room.actors() or room.asked_in_secret():
        return None
    acted = next((entry for entry in entries if isinstance(entry, journal.Acted)), None)
    actions = room.rules.legal(room.match.state, seat)
    if acted is None or len(actions) < 2:
        return None
    chosen = room.notation.read_action(acted.action)
    return Question(room.rules.view(room.match.state, seat), actions, room.settings.target, chosen)


class Coach:
    """The coach of one room."""

    def __init__(self, live: "LiveRoom") -> None:
        self.live = live

    async def look(self, connection: Connection, seat: int, question: Question, before: Position) -> None:
        """Judge a decision that was carried out, and say so if it cost much and can still be taken back."""
        room = self.live.room
        party = Party(address=connection.address)
        try:
            better = await self.live.context.advisers.run(judge, room.game, question, party=party)
        except (CasefileError, RuntimeError):  # nobody waits for it
            return
        if better is not None and is_last(room, seat, before):
            connection.send(advice_frame(better, question, frames.speaker_of(room, connection.language, seat)))


def is_last(room: Room, seat: int, before: Position) -> bool:
    """Is what a seat did in this position still the last that it did, in a round that goes on?"""
    if room.match is None or not room.is_running:
        return False
    number, actions, undone = before
    steps, _ = steps_back(room.match, seat)
    return (number, actions, undone) == (len(room.match.rounds), len(room.match.round.actions) - steps, room.undone)


def advice_frame(better: Decision, question: Question, speaker: Speaker) -> messages.Advice:
    """What a decision cost, in a sentence that does not give the better one away, and that one for those who ask."""
    lost = loss_of(better, question.chosen)
    points, percent = round(lost.points), round(100 * lost.chance)
    text = speaker.say("coach", "costs", action=speaker.action(question.chosen), number=points, percent=percent)
    told = speaker.say("coach", "better", action=speaker.action(better.action))
    actions = speaker.rules.actions
    return messages.Advice(
        actions[question.chosen].text,
        text,
        actions[better.action].text,
        f"{told} {speaker.reason(better.reason)}".rstrip(),
        round(lost.points, 1),
        round(lost.chance, 3),
    )
