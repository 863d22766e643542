"""Comparisons over single rounds: the same deals from every seating, in points per round."""

import json
from pathlib import Path
from statistics import fmean

import pytest

from casefile.arena.figures import is_clear_by_points, is_look, points_estimate
from casefile.arena.matches import Plan
from casefile.arena.run import Arena
from casefile.core.rng import Rng
from casefile.match import Match
from casefile.text.record import read_record
from tests.arena.playing import run, without_times


def rounds(
    case: str = "ripper",
    bots: tuple[str, ...] = ("constable", "random"),
    count: int = 6,
    players: int | None = None,
    jobs: int = 1,
    *,
    play_all: bool = True,
    records: Path | None = None,
) -> Arena:
    """An arena over rounds that has been played, or goes on where it stopped."""
    plan = Plan((case, players), bots, "test", keep_records=records is not None, single_rounds=True)
    played = Arena(plan, count, play_all=play_all, records=None if records is None else str(records))
    if records is not None:
        played.resume()
    played.run(jobs, None, lambda done, total: None)
    return played


@pytest.mark.parametrize(("case", "players"), [("ripper", 2), ("capone", 3), ("rue-morgue", 4)])
def test_a_round_of_every_deal_from_every_seating(case: str, players: int, tmp_path: Path) -> None:
    """The points ahead are those of the rounds as they are recorded."""
    played = rounds(case, count=12, players=players, records=tmp_path)
    comparison = played.comparisons[0, 1]
    leads: dict[str, list[float]] = {}
    for path in tmp_path.iterdir():
        match, names = read_record(path.read_text("utf-8"))
        assert names is not None
        assert len(match.rounds) == 1
        assert match.rounds[0].scores == [0] * match.rules.sides
        assert Match(match.rules, match.seed).state.hands
        means = [
            fmean(match.scores[side] for side in range(match.rules.sides) if names[side] == bot)
            for bot in ("constable", "random")
        ]
        leads.setdefault(match.seed, []).append(means[0] - means[1])
    assert [fmean(leads[seed]) for seed in sorted(leads)] == pytest.approx(comparison.leads())
    assert len(comparison.matches()) == 12
    assert comparison.points() == points_estimate(comparison.leads())


def test_the_same_bot_twice_is_exactly_even() -> None:
    """In every deal one makes what the other loses."""
    comparison = rounds(bots=("constable", "constable"), count=8).comparisons[0, 1]
    assert comparison.leads() == [0] * 4
    assert comparison.rates() == [0.5] * 4


def test_rounds_do_not_depend_on_the_number_of_processes() -> None:
    """Nor do the stops."""
    one, two = (rounds("rue-morgue", ("sergeant", "random"), 200, jobs=jobs, play_all=False) for jobs in (1, 2))
    assert without_times(one) == without_times(two)
    assert one.comparisons[0, 1].clear
    assert len(one.comparisons[0, 1].counted()) < 100


def test_rounds_go_on_where_they_stopped(tmp_path: Path) -> None:
    """And never take the record of a match for that of a round, or the other way round."""
    whole = rounds(count=8)
    rounds(count=4, records=tmp_path)
    assert without_times(rounds(count=8, records=tmp_path)) == without_times(whole)
    plan = Plan(("ripper", None), ("constable", "random"), "test", keep_records=True)
    matches = Arena(plan, 8, records=str(tmp_path))
    matches.resume()
    assert matches.count_played() == 0


def test_the_report_of_rounds(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Lines, JSON and page speak of rounds."""
    page = tmp_path / "page.html"
    arguments = ["jekyll-hyde", "sergeant", "random", "--rounds", 7, "--all", "--jobs", 1, "--html", page]
    code, out, _ = run(capsys, *arguments)
    assert code == 0
    assert out.splitlines()[0] == "jekyll-hyde, 2 players: 8 rounds"
    assert "sergeant against random: rounds 8, won " in out
    assert ", points per round ahead +" in out
    data = json.loads(run(capsys, *arguments, "--json")[1])
    assert data["unit"] == "round"
    comparison = data["comparisons"][0]
    assert (comparison["deals"], comparison["rounds"]) == (4, 8)
    assert comparison["points_ahead"]["low"] < comparison["points_ahead"]["mean"] < comparison["points_ahead"]["high"]
    text = page.read_text("utf-8")
    assert "points ahead per round" in text
    assert "Points per round" in text
    assert "sergeant was +" in text
    assert "Points by round" not in text
    assert "per match" not in text


def test_even_bots_are_seldom_told_apart_by_points() -> None:
    """Looks at rounds of two even bots, drawn by a generator of ours; and bots that differ are told apart."""
    rng = Rng("points")
    looks = [count for count in range(1, 257) if is_look(count)]
    mistaken = told = 0
    for _ in range(300):
        even = [float(sum(rng.below(21) - 10 for _ in range(4))) for _ in range(256)]
        mistaken += any(is_clear_by_points(even[:count]) for count in looks)
        told += any(is_clear_by_points([lead + 6 for lead in even[:count]]) for count in looks)
    assert mistaken <= 6
    assert told >= 295
    assert not is_clear_by_points([0] * 8)
