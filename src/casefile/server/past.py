"""Looking back during a match: earlier moments as one seat saw them, and never more. Runs in a process of its own.

Every frame is what the seat was shown then: the view of that moment, and the events as the seat may know them. What
changed nothing for the seat, such as an answer that was given in secret, is no moment of its own.
"""

from typing import Any

import msgspec

from casefile.core.events import Event
from casefile.core.rules import Rules
from casefile.core.state import State
from casefile.errors import CasefileError
from casefile.match import Match
from casefile.server.bodies import Replay, Step
from casefile.server.replays import told_event
from casefile.server.room import Room
from casefile.text.language import Speaker
from casefile.text.record import read_record
from casefile.text.score import told_score
from casefile.text.seen import view_to_dict


def may_look_back(room: Room, seat: int, number: int) -> bool:
    """May a seat look back at a round? With other people not at the one that is played, unless the table allowed it.

    Stepping back through it would be looking through the discard pile (C-3).
    """
    company = any(each.is_person for at, each in enumerate(room.seats) if at != seat)
    running = room.match is not None and number == len(room.match.rounds) and not room.is_between
    return room.settings.look_back or not (company and running)


def past(text: str, seat: int, number: int, language: str) -> bytes:
    """A round of a record, finished or not, as a seat saw it, in JSON."""
    match, names = read_record(text)
    if not 1 <= number <= len(match.rounds):
        raise CasefileError(f"round: must be 1 to {len(match.rounds)}, not {number}")
    speaker = Speaker(match.rules, names, language, you=seat)
    header: dict[str, Any] = {
        "rounds": len(match.rounds),
        "names": names,
        "Target": str(match.target),
        "scores": match.rounds[number - 1].scores,
    }
    return msgspec.json.encode(Replay(header, moments_of(match, seat, number, speaker)))


def moments_of(match: Match, seat: int, number: int, speaker: Speaker) -> list[Step]:
    """The moments of a round that a seat could tell apart."""
    steps: list[Step] = []
    told: list[Event] = []
    last: Any = None
    for state in match.states_of(number):
        view = view_to_dict(match.rules, match.rules.view(state, seat))
        events = seen_events(match.rules, state, seat)
        frame = (view, [event.key() for event in events])
        if frame != last:
            last = frame
            new = [told_event(match.rules, event, speaker) for event in events[common(told, events) :]]
            told = events
            steps.append(Step(number, None, None, new, {str(seat): view}, None, []))
    result = match.rounds[number - 1].result
    if steps and result is not None:
        steps[-1].result = {**told_score(match.rules, result, speaker), "scores": after(match, number)}
    return steps


def seen_events(rules: Rules, state: State, seat: int) -> list[Event]:
    """What a seat may know to have happened, in the round as it is shown it."""
    log = [*(state.log or []), *(rules.shown(state, seat).log or [])[len(state.log or []) :]]
    return [seen for event in log if (seen := event.seen_by(seat)) is not None]


def common(old: list[Event], new: list[Event]) -> int:
    """How many events two lists begin with alike; they differ where something turned out otherwise."""
    count = 0
    while count < min(len(old), len(new)) and old[count].key() == new[count].key():
        count += 1
    return count


def after(match: Match, number: int) -> list[int]:
    """The scores after a round."""
    return match.rounds[number].scores if number < len(match.rounds) else match.scores
