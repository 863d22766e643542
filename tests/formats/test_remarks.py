"""Comments of a record: why bots did what they did, and notes; whoever does not know them skips them."""

import pytest

from casefile.bots.base import Candidate, Decision, Reason
from casefile.match import Match
from casefile.registry import cases, rules_for
from casefile.text.record import read_comments, read_record, write_record
from casefile.text.remarks import Note, read_note, read_thought, write_note, write_thought

pytestmark = pytest.mark.once


def test_reasons_are_written_and_read_again() -> None:
    """With the cards, the number and the other options, behind the action that they belong to."""
    rules = rules_for(next(iter(cases())), 2)
    match = Match(rules, "remarks", log=True)
    seat = match.state.actor()
    for action in (rules.legal(match.state, seat)[0], -1):
        match.apply(seat, action if action >= 0 else rules.legal(match.state, seat)[-1])
    options = [Candidate(action, 1.5, 0.25, 40) for action in range(8)]
    thought = write_thought(rules, Decision(0, options, Reason("draw-unseen", [1, 2], 3)))
    text = write_record(match, comments={(1, 2): thought})
    again, _ = read_record(text)
    assert again.round.actions == match.round.actions
    assert read_comments(text) == {2: [thought]}
    found = read_thought(rules, 0, thought)
    assert found is not None
    assert (found.reason.key, found.reason.faces, found.reason.number) == ("draw-unseen", [1, 2], 3)
    assert [one.action for one in found.candidates] == [0, 1, 2, 3, 4, 5]
    assert (found.candidates[0].chance, found.candidates[0].points, found.candidates[0].tries) == (0.25, 1.5, 40)


def test_notes_are_written_and_read_again() -> None:
    """Below the round, an action or a result; several of them, too."""
    note = Note("Ann; Ben", "Why?\nBecause; of")
    text = (
        f'[Format "casefile 1"]\n[Case "x"]\n[Players "2"]\n[Seed "1"]\n; {write_note(note)}\nRound 1\n; a\n1: x ; b\n'
    )
    assert read_note(write_note(note)) == note
    assert read_comments(f"{text}; {write_note(note)}\n") == {0: ["a"], 1: ["b", write_note(note)]}


@pytest.mark.parametrize(
    "comment",
    ["Ben begins", "why", "why {", 'why {"key": 1, "cards": ["nobody"]}', "why []", 'why {"key": "a", "options": 7}'],
)
def test_other_comments_say_nothing(comment: str) -> None:
    """What cannot be understood is skipped, as by readers that do not know any of it."""
    assert read_thought(rules_for(next(iter(cases())), 2), 0, comment) is None
    assert read_note(comment) is None
    assert read_note(comment.replace("why", "note")) is None
