"""An arena goes on where it stopped, and all comes out as in one go."""

from pathlib import Path

import pytest

from casefile.arena.matches import Plan
from casefile.arena.run import Arena
from tests.arena.playing import arena, run, without_times


@pytest.mark.parametrize(("case", "players"), [("ripper", 2), ("capone", 3), ("rue-morgue", 4)])
def test_an_arena_goes_on_where_it_stopped(case: str, players: int, tmp_path: Path) -> None:
    """What is missing or cut off is played, the rest is taken from its record, and all comes out as in one go."""
    bots = ("constable", "random", "constable")
    whole = arena(case, bots, 12, players, records=tmp_path)
    texts = {path: path.read_text("utf-8") for path in sorted(tmp_path.iterdir())}
    for at, (path, text) in enumerate(texts.items()):
        if at % 5 == 0:
            path.unlink()
        elif at % 5 == 1:
            path.write_text(text[: len(text) * (at % 7) // 7], "utf-8")
    again = arena(case, bots, 12, players, jobs=2, records=tmp_path, resume=True)
    assert without_times(again) == without_times(whole)
    assert {path: path.read_text("utf-8") for path in sorted(tmp_path.iterdir())} == texts
    timed = sum(bool(match.times) for comparison in again.comparisons.values() for _, match in comparison.matches())
    assert timed == sum(at % 5 < 2 for at in range(len(texts)))


def test_an_arena_goes_on_with_more_matches(tmp_path: Path) -> None:
    """Or stops where it would have stopped."""
    arena(bots=("sergeant", "random"), matches=4, records=tmp_path)
    more = arena(bots=("sergeant", "random"), matches=20, play_all=False, records=tmp_path, resume=True)
    assert more.comparisons[0, 1].clear
    assert without_times(more) == without_times(arena(bots=("sergeant", "random"), matches=20, play_all=False))


def test_a_match_without_a_winner_is_not_played_again(tmp_path: Path) -> None:
    """A whole record says so: two hundred rounds, all given up."""
    plan = Plan(("ripper",), ("random", "random"), "test", cap=1, keep_records=True)
    for timed in (2, 0):
        played = Arena(plan, 2, records=str(tmp_path))
        played.resume()
        played.run(1, None, lambda done, total: None)
        matches = [match for _, match in played.comparisons[0, 1].matches()]
        assert [match.winner for match in matches] == [None, None]
        assert sum(bool(match.times) for match in matches) == timed


def test_records_of_another_arena_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """One line says what is different; nothing is overwritten."""
    arguments = ["ripper", "random", "constable", "--matches", 2, "--jobs", 1, "--records", tmp_path]
    assert run(capsys, *arguments, "--seed", "one")[0] == 0
    texts = [path.read_bytes() for path in sorted(tmp_path.iterdir())]
    code, out, err = run(capsys, *arguments, "--seed", "two", "--resume")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "is of another match: Seed 'one/0', not 'two/0'; name another folder" in err
    assert [path.read_bytes() for path in sorted(tmp_path.iterdir())] == texts
