"""Luck that is taken out of a comparison: it must be nothing on average, and leave everything else as it is."""

import json
from pathlib import Path
from statistics import fmean

import numpy as np
import pytest

from casefile.arena.figures import gain, points_estimate, without_luck
from casefile.arena.luck import Judge, luck_of
from casefile.arena.matches import Plan
from casefile.arena.run import Arena
from casefile.bots.base import Bot, Decision, Situation
from casefile.bots.plain import Sergeant
from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.state import State
from casefile.learn.chance import could_have_been, hidden_part, is_chance
from casefile.learn.net import net_of
from casefile.match import Match
from casefile.registry import cases, policy_for, rules_for
from casefile.text.record import read_record
from tests.arena.playing import run, without_times
from tests.laws.test_laws import Variant, every_variant
from tests.laws.walks import games, rules_of, walk

TRAINED = [case for case in cases() if net_of(rules_for(case)) is not None]


class OtherWhims(Bot):
    """As good as a sergeant, exactly, but with other whims."""

    def __init__(self, rules: Rules) -> None:
        self.sergeant = Sergeant(policy_for(rules))

    def decide(self, situation: Situation) -> Decision:
        """As a sergeant in another mood."""
        other = Situation(situation.view, situation.actions, situation.target, situation.seed + "other", None)
        return self.sergeant.decide(other)


def arena(
    case: str, bots: tuple[str, str], count: int, *, rounds: bool = True, jobs: int = 1, records: Path | None = None
) -> Arena:
    """An arena that has been played, or goes on where it stopped, with luck taken out."""
    plan = Plan((case,), bots, "luck", keep_records=records is not None, single_rounds=rounds, less_luck=True)
    played = Arena(plan, count, play_all=True, records=None if records is None else str(records))
    if records is not None:
        played.resume()
    played.run(jobs, None, lambda done, total: None)
    assert played.error is None
    return played


@every_variant
def test_whether_cards_come_to_light_does_not_depend_on_which(variant: Variant) -> None:
    """Else more than luck would be taken out. And who has to choose cannot tell the worlds from the real one."""
    rules = rules_of(variant)
    found = 0
    for number in range(games(20)):
        for step, (state, seat, _, action) in enumerate(walk(rules, f"light/{number}", 400)):
            after = state.clone()
            rules.apply(after, seat, action)
            rng = Rng(f"{number}/{step}")
            seen = rules.view(state, seat).key()
            worlds = [other for _, other in could_have_been(state, rng)][:3] if hidden_part(state) else []
            for other in worlds:
                assert rules.view(other, seat).key() == seen
                assert rules.legal(other, seat) == rules.legal(state, seat)
                other_after = other.clone()
                rules.apply(other_after, seat, action)
                assert is_chance(other, other_after) == is_chance(state, after)
                found += 1
    assert found


@pytest.mark.parametrize("case", TRAINED)
def test_luck_is_nothing_on_average(case: str) -> None:
    """Of a single card that comes to light, exactly: each card that could be there, as often as it could be there."""
    rules = rules_for(case)
    net = net_of(rules)
    assert net is not None
    judge = Judge(rules, net, rules.target)
    draws_one = False
    for step, (state, seat, _, action) in enumerate(walk(rules, "average", 60)):
        after = state.clone()
        rules.apply(after, seat, action)
        if rules.actions[action].verb != "draw" or hidden_part(after) != hidden_part(state) - 1:
            continue
        real = list(could_have_been(state, Rng(str(step))))
        assert sum(share for share, _ in real) == pytest.approx(1)
        mean = sum(share * luck_of_step(judge, other, seat, action) for share, other in real)
        assert np.abs(mean).max() < 1e-3
        draws_one = True
        break
    assert draws_one or rules.case.name == "capone"  # where two are drawn


def luck_of_step(judge: Judge, state: State, seat: int, action: int) -> np.ndarray:
    """What an action brought by luck."""
    worth = judge.nothing()
    after = state.clone()
    judge.rules.apply(after, seat, action)
    judge.count(worth, after, 1.0)
    for share, other in could_have_been(state, Rng("step")):
        judge.rules.apply(other, seat, action)
        judge.count(worth, other, -share)
    judge.settle(worth)
    return worth.points


@pytest.mark.once
def test_the_same_bot_twice_stays_exactly_even() -> None:
    """One has the luck that the other lacks."""
    comparison = arena("ripper", ("constable", "constable"), 8).comparisons[0, 1]
    assert [comparison.lucky_lead(deal) for deal in range(4)] == pytest.approx([0] * 4, abs=1e-4)
    less = comparison.less_luck()
    assert less.points.mean == pytest.approx(0, abs=1e-4)


@pytest.mark.parametrize("case", TRAINED)
def test_pairs_with_a_known_answer(case: str) -> None:
    """Equal bots stay equal; of unequal ones both figures say the same; the luck itself is near nothing."""
    equal = arena(case, ("sergeant", f"{__name__}:OtherWhims"), games(80)).comparisons[0, 1]
    unequal = arena(case, ("sergeant", "random"), games(80)).comparisons[0, 1]
    less = equal.less_luck().points
    assert less.mean is not None
    assert less.low is not None
    assert abs(less.mean) <= 2 * (less.mean - less.low)
    for comparison in (equal, unequal):
        luck = points_estimate([comparison.lucky_lead(deal) for deal in comparison.counted()])
        assert luck.mean is not None
        assert luck.low is not None
        assert abs(luck.mean) <= 2 * (luck.mean - luck.low)


@pytest.mark.once
def test_plain_figures_stay_as_they_are(tmp_path: Path) -> None:
    """Whatever the number of processes; and records give the luck again."""
    bots = ("sergeant", "random")
    one = arena("jekyll-hyde", bots, 4, jobs=1)
    assert without_times(one) == without_times(arena("jekyll-hyde", bots, 4, jobs=2))
    arena("jekyll-hyde", bots, 2, records=tmp_path)
    assert without_times(one) == without_times(arena("jekyll-hyde", bots, 4, records=tmp_path))
    plain = Arena(Plan(("jekyll-hyde",), bots, "luck", single_rounds=True), 4, play_all=True)
    plain.run(1, None, lambda done, total: None)
    assert plain.comparisons[0, 1].leads() == one.comparisons[0, 1].leads()
    match, _ = read_record(next(tmp_path.iterdir()).read_text("utf-8"))
    assert sum(luck_of(match).points) == pytest.approx(0, abs=1e-3)


@pytest.mark.once
@pytest.mark.parametrize(("case", "players"), [("ripper", 3), ("rue-morgue", 4)])
def test_luck_of_several_sides(case: str, players: int) -> None:
    """What one side gains by luck the others lose, with three sides and with teams."""
    plan = Plan((case, players), ("sergeant", "random"), "sides", single_rounds=True, less_luck=True)
    played = Arena(plan, 2, play_all=True)
    played.run(1, None, lambda done, total: None)
    comparison = played.comparisons[0, 1]
    for _, match in comparison.matches():
        assert match.luck is not None
        assert len(match.luck.points) == played.sides
        assert sum(match.luck.points) == pytest.approx(0, abs=1e-3)
        assert sum(match.luck.chances) == pytest.approx(0, abs=1e-3)
        assert any(match.luck.points)
    assert comparison.less_luck().points.mean is not None


def test_luck_of_whole_matches(capsys: pytest.CaptureFixture[str]) -> None:
    """Deals after the first count, too; lines, JSON and page say which figure is which."""
    match = Match(rules_for("ripper"), "two rounds", 1000)
    bot = Sergeant(policy_for(match.rules))
    while len(match.rounds) < 3:
        seat = match.state.actor()
        decision = bot.decide(
            Situation(match.rules.view(match.state, seat), match.rules.legal(match.state, seat), 1000, "0", None)
        )
        match.apply(seat, decision.action)
        if match.round.is_over():
            match.next_round()
    luck = luck_of(match)
    assert luck.points == pytest.approx([-point for point in reversed(luck.points)], abs=1e-3)
    assert luck.chances == pytest.approx([-chance for chance in reversed(luck.chances)], abs=1e-3)
    assert luck.points[0] != 0
    code, out, _ = run(capsys, "ripper", "sergeant", "random", "--matches", 2, "--all", "--jobs", 1, "--less-luck")
    assert code == 0
    assert "\nthe same without the luck that the net can see\nsergeant against random: won " in out


@pytest.mark.once
def test_the_report_without_luck(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Of single rounds: points only, as a net does not say who wins a single round."""
    page = tmp_path / "page.html"
    arguments = ["ripper", "sergeant", "random", "--rounds", 16, "--all", "--jobs", 1, "--less-luck"]
    code, out, _ = run(capsys, *arguments, "--html", page)
    assert code == 0
    assert "sergeant against random: points per round ahead +" in out
    assert " times as many" in out
    few = ["ripper", "sergeant", "random", "--rounds", 4, "--jobs", 1, "--less-luck", "--json"]
    less = json.loads(run(capsys, *few)[1])["comparisons"][0]["less_luck"]
    assert less["times_as_many"] is None
    assert less["points_ahead"]["low"] < less["points_ahead"]["mean"]
    assert "The same without the luck that the net can see" in page.read_text("utf-8")


@pytest.mark.once
def test_a_case_without_a_net_says_so_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anything is played."""
    monkeypatch.setattr("casefile.arena.luck.cached_net", lambda rules: None)
    code, out, error = run(capsys, "ripper", "sergeant", "random", "--less-luck")
    assert (code, out) == (2, "")
    assert error == "casefile: --less-luck: ripper has no net that could tell luck from skill; leave it out\n"


@pytest.mark.once
def test_what_is_taken_off_is_nothing_on_average() -> None:
    """Drawn by a generator of ours: the mean stays, the spread shrinks, and useless luck does no harm."""
    rng = Rng("without luck")

    def dice() -> float:
        return float(sum(rng.below(21) - 10 for _ in range(3)))

    means, plain_means = [], []
    for _ in range(400):
        luck = [dice() for _ in range(12)]
        deals = [2 + 0.5 * lucky + 0.5 * dice() for lucky in luck]
        means.append(fmean(without_luck(deals, luck)))
        plain_means.append(fmean(deals))
    assert fmean(means) == pytest.approx(2, abs=0.15)
    assert gain(plain_means, means) or 0 > 1.3
    luck, deals = [dice() for _ in range(400)], [dice() for _ in range(400)]
    assert (gain(deals, without_luck(deals, luck)) or 0) == pytest.approx(1, abs=0.05)
    assert without_luck([3.0], [1.0]) == [2.0]
    assert without_luck([], []) == []
