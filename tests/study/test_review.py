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
from casefile.text.record import Early, read_early, write_record
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
        if looked.winner() is not None:
            assert account.result.chance == (CHANCE if looked.winner() == side else 0)
            assert looked.steps[-1].worth[side].chance == account.result.chance
        if match.round.is_over():
            others = [score for at, score in enumerate(match.scores) if at != side]
            assert account.result.points == (match.scores[side] - max(others)) * POINT
        for at in range(len(looked.steps)):
            parts = split(looked, at, side)
            change = less(looked.steps[at].worth, looked.starts(at))[side]
            ended = looked.steps[at].ended
            assert parts.decision + parts.luck + parts.hidden + (Units() if ended is None else ended[side]) == change


@pytest.mark.once
@every_variant
def test_the_ledger_adds_up_exactly(variant: Variant) -> None:
    """By a net and by playing out, of random players and of good ones, of rounds that were finished or not."""
    rules = rules_of(variant)
    bots = [make_bot("random" if seat else "sergeant", rules) for seat in range(rules.seats)]
    given_up = Early(rules.sides - 1, by_resignation=True)
    adds_up(review(played(rules, bots, 2, 15), judge_for(rules, LEAST), early=given_up))
    finished = played(rules, [make_bot("sergeant", rules)] * rules.seats, 1, 600)
    looked = review(finished, judge_for(rules, LEAST))
    adds_up(looked)
    report(looked, Speaker(rules))
    after_a_round = Early(finished.scores.index(max(finished.scores)), by_resignation=False)
    ended = review(finished, judge_for(rules, LEAST), early=after_a_round)
    adds_up(ended)
    for seat in range(rules.seats):
        before, after = ledger(looked, seat), ledger(ended, seat)
        assert after.ended == after.result - before.result  # nothing else changes, and no points
        assert after.ended.points == 0


@pytest.mark.once
def test_a_match_that_ended_before_its_target_is_won_or_lost() -> None:
    """The header says who won after so many rounds, or because somebody gave up; what is not so is not believed."""
    rules = rules_for(next(iter(cases())), 2)
    match = played(rules, [make_bot("sergeant", rules)] * 2, 1, 600)
    best = match.scores.index(max(match.scores))
    ahead = match.scores[best] - match.scores[1 - best]
    assert ahead > 0
    assert match.winner() is None
    text = write_record(match, more={"Result": Early(best, by_resignation=False).result(1)})
    assert f'[Result "side {best} wins after 1 round"]' in text
    early = read_early(text, match)
    assert early == Early(best, by_resignation=False)
    looked = review(match, judge_for(rules, LEAST), early=early)
    told = report(looked, Speaker(rules))
    assert told["winner"] == best
    assert told["seats"][best]["sentence"].startswith(f"You won by {ahead}:")
    assert told["seats"][1 - best]["sentence"].startswith(f"You lost by {ahead}:")
    assert told["seats"][best]["lines"][-1] == ("Result", CHANCE, ahead * POINT)
    assert told["seats"][1 - best]["lines"][-1] == ("Result", 0, -ahead * POINT)
    assert told["seats"][best]["lines"][-2][::2] == ("Early end", 0)
    for nonsense in (f"side {1 - best} wins after 1 round", f"side {best} wins after 2 rounds", "side 7 wins 90"):
        assert read_early(write_record(match, more={"Result": nonsense}), match) is None
    given = Early(1 - best, by_resignation=True)
    assert read_early(write_record(match, more={"Result": given.result(1)}), match) == given
    told = report(review(match, judge_for(rules, LEAST), early=given), Speaker(rules))
    assert told["seats"][best]["sentence"].startswith(
        f"The match was given up, and you lost. You are ahead by {ahead}:"
    )
    assert told["seats"][best]["lines"][-1][1] == 0


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
    assert '"opens_on":0' in page
    assert main(["review", str(record), "--html", str(tmp_path / "page.html"), "--seat", "1"]) == 0
    assert '"opens_on":1' in (tmp_path / "page.html").read_text("utf-8")
    assert main(["review", str(record), "--json", "--seat", "1"]) == 0
    assert json.loads(capsys.readouterr().out)["seats"] == data["seats"][1:]
    assert main(["review", str(record), "--html", str(tmp_path / "none" / "page.html")]) == 2
    told = capsys.readouterr().err.strip()
    assert told == f"casefile: --html: {tmp_path / 'none' / 'page.html'}: cannot be written: No such file or directory"
    marked, empty = tmp_path / "marked.txt", tmp_path / "empty.txt"
    marked.write_text(record.read_text("utf-8"), "utf-8-sig")
    assert main(["review", str(marked), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == data
    empty.write_text("", "utf-8")
    assert main(["review", str(empty)]) == 2
    assert capsys.readouterr().err.strip() == f"casefile: {empty}: is empty, not a record"
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
