"""Replays: a record as steps, for an all-knowing reader and for every seat. Runs in a process of its own."""

from collections.abc import Mapping
from typing import Any

import msgspec

from casefile.bots.base import Candidate
from casefile.core.events import Event
from casefile.core.rules import Rules
from casefile.errors import CasefileError
from casefile.match import Match
from casefile.server import bodies
from casefile.server.bodies import Replay, Step
from casefile.server.frames import move_infos
from casefile.text.language import Speaker
from casefile.text.position import position_to_dict
from casefile.text.record import read_comments, read_record, read_tags
from casefile.text.remarks import Note, read_note, read_thought
from casefile.text.score import told_score
from casefile.text.seen import event_to_dict, view_to_dict

MOST_STEPS = 4000
CHANCE, POINT = 10_000, 10  # the units of figures, as in a review


class Watcher:
    """Writes down how the table looks after every step."""

    def __init__(
        self,
        names: list[str] | None,
        language: str,
        only_round: int | None,
        comments: Mapping[int, list[str]] | None = None,
    ) -> None:
        self.names = names
        self.language = language
        self.only_round = only_round
        self.steps: list[Step] = []
        self.round = 0
        self.told = 0
        self.comments = comments or {}
        self.number = -1  # of the step

    def watch(self, match: Match) -> None:
        """Called after every deal and action."""
        self.number += 1
        number = len(match.rounds)
        dealt = number != self.round
        if dealt:
            self.round, self.told = number, 0
        first, self.told = self.told, len(match.events())
        if self.only_round not in (None, number):
            return
        if len(self.steps) == MOST_STEPS:
            raise CasefileError(f"record: has more than {MOST_STEPS} steps; ask for one round at a time")
        speaker = Speaker(match.rules, self.names, self.language)
        events = [told_event(match.rules, event, speaker) for event in match.events()[first:]]
        views: dict[str, Any] = {"all": position_to_dict(match.rules, match.state)}
        for viewer in range(match.rules.seats):
            views[str(viewer)] = view_to_dict(match.rules, match.rules.view(match.state, viewer))
        seat, action = (None, None) if dealt else match.round.actions[-1]
        self.steps.append(
            Step(
                number,
                seat,
                None if action is None else match.rules.actions[action].text,
                events,
                views,
                result_of(match, speaker),
                all_notes([views[str(viewer)]["notes"] for viewer in range(match.rules.seats)]),
                self.thought(speaker, action),
                [bodies.Remark(note.by, note.text) for note in self.remarks()],
            )
        )

    def thought(self, speaker: Speaker, action: int | None) -> bodies.Thought | None:
        """Why a bot did what it did, if the record tells it."""
        for comment in self.comments.get(self.number, []) if action is not None else []:
            decided = read_thought(speaker.rules, action or 0, comment)
            if decided is not None and decided.reason.key in speaker.words["reasons"]:
                options = [option(speaker, one.action, one) for one in decided.candidates]
                return bodies.Thought(speaker.reason(decided.reason), options)
        return None

    def remarks(self) -> list[Note]:
        """What people wrote about the step."""
        found = [read_note(comment) for comment in self.comments.get(self.number, [])]
        return [note for note in found if note is not None]


def told_event(rules: Rules, event: Event, speaker: Speaker) -> dict[str, Any]:
    """Something that happened, in words, with who may know of it."""
    return event_to_dict(rules, event) | {
        "moves": move_infos(rules, event),
        "other": event.other if event.other >= 0 else None,
        "count": event.count,
        "ending": rules.case.endings[event.ending],
        "text": speaker.event(event),
        "hidden_text": speaker.event(event.hidden()),
        "known_to": seats_in(rules, event.known_to),
        "shown_to": seats_in(rules, event.shown_to),
    }


def option(speaker: Speaker, action: int, candidate: Candidate | None) -> bodies.OptionInfo:
    """An action with its value, if it has one: where there is nothing to choose it has none."""
    told = speaker.rules.actions[action].text, speaker.action(action)
    if candidate is None:
        return bodies.OptionInfo(*told, None, None, 0)
    return bodies.OptionInfo(*told, round(candidate.chance * CHANCE), round(candidate.points * POINT), candidate.tries)


def all_notes(seen: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """What the table shows beside the cards, with every card that any seat knows."""
    notes = []
    for rows in zip(*seen, strict=True):
        note = dict(rows[0])
        if "cards" in note:
            cards = zip(*[row["cards"] for row in rows], strict=True)
            note["cards"] = [next((card for card in same if card is not None), None) for same in cards]
        notes.append(note)
    return notes


def seats_in(rules: Rules, bits: int) -> list[int]:
    """The seats of a set."""
    return [seat for seat in range(rules.seats) if bits >> seat & 1]


def result_of(match: Match, speaker: Speaker) -> dict[str, Any] | None:
    """How the round came out, if it is over."""
    result = match.round.result
    if result is None:
        return None
    return {**told_score(match.rules, result, speaker), "scores": match.scores}


def replay(text: str, language: str, only_round: int | None) -> bytes:
    """A record as steps, in JSON."""
    tags, _ = read_tags(text.splitlines())
    match, names = read_record(text)  # all of it must be right before anything is shown
    if only_round is not None and only_round > len(match.rounds):
        raise CasefileError(f"round: the record has the rounds 1 to {len(match.rounds)}")
    watcher = Watcher(names, language, only_round, read_comments(text))
    read_record(text, watcher.watch)
    header = dict(tags) | {
        "rounds": len(match.rounds),
        "names": names,
        "scores": match.scores,
        "winner": match.winner(),
    }
    return msgspec.json.encode(Replay(header, watcher.steps))
