"""Puzzles: what ships is sound, what is said of an attempt is true, and mining finds what it promises."""

import io

import pytest

from casefile.cli import main
from casefile.errors import CasefileError
from casefile.registry import case_named, cases
from casefile.server import bodies
from casefile.server.puzzles import answer
from casefile.study import mining, puzzles
from casefile.study.mining import DEEP, Vein, agrees, mine
from casefile.study.puzzles import Puzzle, is_clear, puzzle_at, puzzles_of, read_puzzles
from casefile.text.languages import LANGUAGES
from casefile.text.notation import Notation

pytestmark = pytest.mark.once

WITH_PUZZLES = [name for name in cases() if puzzles_of(name)]
Wish = bodies.PuzzleWish


@pytest.mark.parametrize("case", WITH_PUZZLES)
def test_what_ships_is_sound(case: str) -> None:
    """Positions that a game can hold, legal solutions that are clearly best, obvious actions that are not."""
    found = puzzles_of(case)
    assert len({puzzle.name for puzzle in found}) == len(found)
    for puzzle in found:
        rules, state = puzzle.lay_out()
        legal = [rules.actions[action].text for action in rules.legal(state, puzzle.seat)]
        assert puzzle.best.action in legal
        assert puzzle.obvious in legal
        assert puzzle.obvious != puzzle.best.action
        assert all(is_clear(puzzle.best, option) for option in puzzle.options[1:]), puzzle.name
        assert puzzle.tries >= DEEP
        for language in LANGUAGES:
            reply = answer(case, Wish(found.index(puzzle), shown=True), language)
            assert "{" not in reply.text
            assert reply.finished


@pytest.mark.parametrize("case", WITH_PUZZLES)
def test_an_attempt_is_judged(case: str) -> None:
    """The solution is right and carried out; all else says what it costs, or which rule forbids it."""
    puzzle = puzzle_at(case, 0)
    right = answer(case, Wish(action=puzzle.best.action), "en")
    assert right.verdict is not None
    assert (right.verdict.kind, right.done, right.finished) == ("right", [puzzle.name], True)
    assert right.text.startswith("Right! The best: ")
    wrong = answer(case, Wish(action=puzzle.obvious), "en")
    assert wrong.verdict is not None
    assert (wrong.verdict.kind, wrong.done, wrong.finished) == ("other", [], False)
    assert wrong.next is None
    rules, state = puzzle.lay_out()
    number = next(each for each in range(len(rules.actions)) if rules.refusal(state, puzzle.seat, each) is not None)
    refused = answer(case, Wish(action=rules.actions[number].text), "en").verdict
    assert refused is not None
    assert refused.kind == "refused"
    with pytest.raises(CasefileError, match="has the puzzles 0 to"):
        puzzle_at(case, 9999)


def test_mining_finds_clear_moments(monkeypatch: pytest.MonkeyPatch) -> None:
    """With little thought and a low bar: the solution is what the last search says, and the table can be laid again."""
    monkeypatch.setattr(mining, "SCOUT", "inspector:8")
    for name in ("FIRST_LOOK", "SECOND_LOOK"):
        monkeypatch.setattr(mining, name, 16)
    monkeypatch.setattr(mining, "ASKED", {"constable": 2})
    monkeypatch.setattr(puzzles, "CLEAR_POINTS", 1.0)
    monkeypatch.setattr(puzzles, "CLEAR_CHANCE", 0.01)
    found: list[Puzzle] = []
    for number in range(4):
        found = mine(Vein("jekyll-hyde", 2, f"test/{number}", 16))
        if found:
            break
    assert found
    for puzzle in found:
        rules, state = puzzle.lay_out()
        Notation(rules).play(state, f"{puzzle.seat}: {puzzle.best.action}")
        assert is_clear(puzzle.best, puzzle.options[1])
        assert agrees(puzzle, 16, "x") in (True, False)


def test_at_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong answer says what it costs, the right one why."""
    case = WITH_PUZZLES[0]
    puzzle = puzzle_at(case, 0)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{puzzle.obvious}\n{puzzle.best.action}\nq\n"))
    assert main(["puzzles", "solve", case, "--language", "en"]) == 0
    said = capsys.readouterr().out
    assert "Not so good: " in said
    assert "The best: " in said


def test_a_case_without_puzzles_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(case_named("ripper"), "package", "casefile.study")
    assert read_puzzles(case_named("ripper")) == []
