"""What is said about the steps of a record, in its comments: why a bot chose an action, and notes of people.

A comment is JSON after a word that says what it is, `; why {…}` or `; note {…}`. Readers that do not know it skip it,
as they skip any comment; here one is skipped that cannot be understood.
"""

import json
import re
from dataclasses import dataclass
from typing import Any

from casefile.bots.base import Candidate, Decision, Reason
from casefile.core.rules import Rules

MOST_OPTIONS = 6  # that are kept of a decision
LONGEST = 2000  # letters of a note
WHY, NOTE = "why", "note"


@dataclass(frozen=True)
class Note:
    """What somebody wrote about a step."""

    by: str
    text: str


def write_thought(rules: Rules, decision: Decision) -> str:
    """Why a bot chose an action, and what else it thought of, as a comment."""
    reason = decision.reason
    data: dict[str, Any] = {"key": reason.key}
    if reason.faces:
        data["cards"] = [rules.face_names[face] for face in reason.faces]
    if reason.number:
        data["number"] = reason.number
    options = [
        [rules.actions[one.action].text, round(one.chance, 4), round(one.points, 1), one.tries]
        for one in decision.candidates[:MOST_OPTIONS]
    ]
    return f"{WHY} {json.dumps(data | ({'options': options} if options else {}), ensure_ascii=False)}"


def read_thought(rules: Rules, action: int, comment: str) -> Decision | None:
    """The same again; nothing if it is another comment."""
    data = data_of(WHY, comment)
    try:
        faces = [rules.face_names.index(name) for name in data.get("cards", [])]
        reason = Reason(str(data["key"]), faces, int(data.get("number", 0)))
        numbers = {each.text: number for number, each in enumerate(rules.actions)}
        options = [
            Candidate(numbers[str(text)], float(points), float(chance), int(tries))
            for text, chance, points, tries in data.get("options", [])[:MOST_OPTIONS]
        ]
    except (KeyError, ValueError, TypeError, AttributeError):
        return None
    return Decision(action, options, reason)


def write_note(note: Note) -> str:
    """A note as a comment."""
    return f"{NOTE} {json.dumps({'by': note.by, 'text': note.text}, ensure_ascii=False)}"


def read_note(comment: str) -> Note | None:
    """The same again; nothing if it is another comment."""
    data = data_of(NOTE, comment)
    by, text = data.get("by", ""), data.get("text")
    if not isinstance(by, str) or not isinstance(text, str) or not text:
        return None
    return Note(by[:40], text[:LONGEST])


def data_of(word: str, comment: str) -> dict[str, Any]:
    """What stands behind a word; nothing if that is not what the comment is."""
    found = re.fullmatch(rf"{word} (\{{.*\}})", comment.strip(), re.DOTALL)
    try:
        data = json.loads(found[1]) if found else {}
    except (ValueError, RecursionError):
        data = {}
    return data if isinstance(data, dict) else {}
