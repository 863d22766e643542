"""Reviews: the ledger adds up, grades follow knowledge, and better players lose less."""

import json
from pathlib import Path

import pytest

from casefile.bots.base import Bot
from casefile.cli import main
from casefile.core.rules import Rules
from casefile.match import Match
from casefile.players import make_bot
from casefile.players.play import play_match
from casefile.registry import cases, rules_for
from casefile.study.judge import NetJudge, RolloutJudge, judge_for
from casefile.study.ledger import ledger, split, whole_parts
from casefile.study.questions import Effort
from casefile.study.report import figure, report
from casefile.study.review import Review, begin, less, review
from casefile.study.units import CHANCE, POINT, Units, sum_of
from casefile.text.language import Speaker
from casefile.text.languages import LANGUAGES
from casefile.text.record import write_record
from tests.laws.test_laws import Variant, every_variant
from tests.laws.walks import rules_of

LEAST = Effort(worlds=1, most=1, ahead=False)
LITTLE = Effort(worlds=6, most=4, ahead=False)


def played(rules: Rules, bots: list[Bot], rounds: int = 2, cap: int = 40) -> Match:
    """Some rounds, each given up after so many decisions."""
    match = Match(rules, "study", log=True)
    play_match(match, bots, cap=cap, most=rounds)
    return match


def test_what_rounds_to_nothing_has_no_sign() -> None:
    """A loss of a hundredth is not written as a minus before zeros."""
    assert [figure(units, 100, ",") for units in (-4, 0, 4, -6, 6)] == ["0,0", "0,0", "0,0", "−0,1", "+0,1"]


def mark(rules: Rules, bot: str) -> float:
    """What bots of a level lose per decision, in points, by what they know."""
    looked = review(played(rules, [make_bot(bot, rules)] * rules.seats, 1, 60), judge_for(rules, LITTLE))
    lost = [step.verdict.loss.points for step in looked.steps if step.verdict is not None]
    return sum(lost) / len(lost) / POINT


def adds_up(looked: Review) -> None:
    """Every seat's ledger comes to the result, and every step's parts to what it changed."""
    match = looked.match
    for seat in range(match.rules.seats):
        account = ledger(looked, seat)
        assert account.total() == account.result
        own = [step.verdict.loss for step in looked.decisions(seat) if step.verdict is not None]
        assert account.own == -sum_of(own)
        side = seat % match.rules.sides
        if match.winner() is not None:
            assert account.result.chance == (CHANCE if match.winner() == side else 0)
        if match.round.is_over():
            others = [score for at, score in enumerate(match.scores) if at != side]
            assert account.result.points == (match.scores[side] - max(others)) * POINT
        for at in range(len(looked.steps)):
            parts = split(looked, at, side)
            change = less(looked.steps[at].worth, looked.starts(at))[side]
            assert parts.decision + parts.luck + parts.hidden == change


@pytest.mark.once
@every_variant
def test_the_ledger_adds_up_exactly(variant: Variant) -> None:
    """By a net and by playing out, of random players and of good ones, of rounds that were finished or not."""
    rules = rules_of(variant)
    bots = [make_bot("random" if seat else "sergeant", rules) for seat in range(rules.seats)]
    adds_up(review(played(rules, bots, 2, 15), judge_for(rules, LEAST)))
    finished = played(rules, [make_bot("sergeant", rules)] * rules.seats, 1, 600)
    looked = review(finished, judge_for(rules, LEAST))
    adds_up(looked)
    report(looked, Speaker(rules))


@pytest.mark.once
def test_a_case_without_a_net_is_reviewed_by_playing_out() -> None:
    """The ledger adds up there, too."""
    rules = rules_for(next(iter(cases())))
    looked = review(played(rules, [make_bot("sergeant", rules)] * rules.seats, 1, 12), RolloutJudge(rules, LEAST))
    adds_up(looked)
    assert report(looked, Speaker(rules))["judge"] == "playing out"


@pytest.mark.once
@pytest.mark.parametrize("case", cases())
def test_better_players_lose_less(case: str) -> None:
    """From random play to a net's; `python bench/review.py --levels` shows all levels, judged by a deeper search."""
    rules = rules_for(case, 2)
    if not isinstance(judge_for(rules), NetJudge):
        pytest.skip("no net")
    assert mark(rules, "random") > mark(rules, "sergeant") > mark(rules, "vidocq:0")


@pytest.mark.once
def test_the_graph_is_there_before_any_grade() -> None:
    """It begins at even chances by the scores alone, and ends with the result."""
    rules = rules_for(next(iter(cases())), 2)
    looked = begin(played(rules, [make_bot("sergeant", rules)] * 2, 1, 600))
    assert looked.starts(0) == [Units(CHANCE // 2, 0)] * 2
    result = looked.match.round.result
    assert result is not None
    ahead = (result.totals()[0] - result.totals()[1]) * POINT
    assert [worth.points for worth in looked.steps[-1].worth] == [ahead, -ahead]
    assert all(step.verdict is None for step in looked.steps)


@pytest.mark.once
@pytest.mark.parametrize(
    ("parts", "total", "whole"),
    [
        ([-241, -88, 19], -31, [-24, -9, 2]),
        ([5, 5], 1, [1, 0]),
        ([-5, -5], -1, [0, -1]),
        ([0, 0, 0], 0, [0, 0, 0]),
    ],
)
def test_whole_points_add_up(parts: list[int], total: int, whole: list[int]) -> None:
    """Rounded so that the sentence is right."""
    assert whole_parts(parts, total) == whole
    assert sum(whole) == total


@pytest.mark.once
def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """JSON with figures that add up; words in every language; a seat that is not there is refused in one line."""
    rules = rules_for(next(iter(cases())), 2)
    record = tmp_path / "match.txt"
    record.write_text(write_record(played(rules, [make_bot("sergeant", rules)] * 2, 1, 20)), "utf-8")
    assert main(["review", str(record), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["units"] == {"chance": CHANCE, "points": POINT}
    assert len(data["steps"]) == 21
    for language in LANGUAGES:
        assert main(["review", str(record), "--seat", "1", "--language", language]) == 0
        said = capsys.readouterr().out
        assert data["names"][0] in said or language != "en"
        assert "{" not in said
    assert main(["review", str(record), "--html", str(tmp_path / "page.html"), "--language", "it"]) == 0
    page = (tmp_path / "page.html").read_text("utf-8")
    assert len(page.encode()) < 500_000
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in page
    assert main(["review", str(record), "--seat", "2"]) == 2
    assert capsys.readouterr().err.strip() == "casefile: --seat: there is no seat 2; seats are 0 to 1"


@pytest.mark.once
def test_hidden_seats_are_judged_for_nobody_else() -> None:
    """Nothing is told of their decisions, but for the sum in the others' ledgers, which still add up."""
    rules = rules_for(next(iter(cases())), 2)
    looked = review(played(rules, [make_bot("random", rules)] * 2, 1, 12), judge_for(rules, LEAST))
    whole, partial = report(looked, Speaker(rules)), report(looked, Speaker(rules), {0})
    assert partial["hidden"] == [0]
    for one, other in zip(whole["steps"], partial["steps"], strict=True):
        assert other["decision"] == (None if one["seat"] == 0 else one["decision"])
        assert (other["chance"], other["luck"]) == (one["chance"], one["luck"])
    assert whole["seats"][0]["decisions"] > 0
    assert (partial["seats"][0]["decisions"], partial["seats"][0]["worst"], partial["seats"][0]["lines"]) == (0, [], [])
    assert partial["seats"][1] == whole["seats"][1]
