"""Hints: the judge of reviews gives them, so that what is advised is never called a mistake afterwards."""

import pytest

from casefile.bots.base import Candidate, Decision, Reason
from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.match import Match
from casefile.players import make_bot
from casefile.players.play import decisions_of, play_match, situation_of
from casefile.registry import cases, rules_for
from casefile.study import hints
from casefile.study.coach import costly
from casefile.study.hints import Adviser
from casefile.study.judge import RolloutJudge
from casefile.study.questions import Question
from casefile.study.review import review
from casefile.text.language import Speaker


def hinted_match(rules: Rules) -> Match:
    """A match to half of its target: seat 0 follows every hint, and the other one is sound."""
    match = Match(rules, "hints", rules.target // 2, log=True)
    play_match(match, [Adviser(rules), make_bot("sergeant", rules)])
    return match


@pytest.mark.once  # a net does not depend on the build
@pytest.mark.parametrize("case", cases())
def test_a_review_calls_no_hint_a_mistake(case: str) -> None:
    """A player who follows every hint has decided well everywhere, by the review and by the coach."""
    rules = rules_for(case, 2)
    match = hinted_match(rules)
    verdicts = [step.verdict for step in review(match).decisions(0) if step.verdict is not None]
    assert len(verdicts) > 10
    assert {verdict.grade for verdict in verdicts} <= {"best", "fine"}
    assert sum(verdict.grade == "best" for verdict in verdicts) >= 0.98 * len(verdicts)
    moments = [each for each in decisions_of(match) if each[0].view.seat == 0 and len(each[0].actions) > 1]
    for situation, action in moments[:: max(1, len(moments) // 5)]:
        assert costly(rules, Question(situation.view, situation.actions, situation.target, action)) is None


@pytest.mark.parametrize("case", cases())
def test_a_hint_follows_from_what_the_seat_knows(case: str) -> None:
    """Unseen cards that are swapped, and the chance of the table, change nothing; only what was tried is named."""
    rules = rules_for(case, 2)
    match, other = Match(rules, "known", log=True), Match(rules, "other", log=True)
    seat = match.state.actor()
    real, adviser = situation_of(match, seat), Adviser(rules)
    other.state = rules.determinize(real.view, Rng("swapped"))
    said, again = adviser.decide(real), adviser.decide(situation_of(other, seat))
    assert said.action == again.action == said.candidates[0].action
    assert [each.points for each in said.candidates] == [each.points for each in again.candidates]
    assert all(each.tries for each in said.candidates)
    assert len(said.candidates) > 1


def test_where_no_net_can_run_a_strong_bot_gives_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "judge_for", RolloutJudge)
    monkeypatch.setattr(hints, "WITHOUT_NET", "dupin:20")
    rules = rules_for(next(iter(cases())), 2)
    adviser = Adviser(rules)
    match = Match(rules, "no net", log=True)
    situation = situation_of(match, match.state.actor(), story=True)
    assert adviser.wants_story
    assert adviser.decide(situation).action == make_bot("dupin:20", rules).decide(situation).action


@pytest.mark.parametrize(
    ("second", "said"),
    [
        pytest.param((8.0, 0.6), "Next best: discard Frank Nitti (points: about −2).", id="worse"),
        pytest.param((9.8, 0.61), "Hardly worse: discard Frank Nitti.", id="hardly"),
        pytest.param((13.0, 0.619), "Hardly worse: discard Frank Nitti.", id="a chance that may be luck"),
        pytest.param(
            (13.0, 0.5),
            "Discard Frank Nitti: more points on average (about 3), but a smaller chance to win the match.",
            id="more points, less chance",
        ),
    ],
)
def test_a_hint_does_not_contradict_its_figures(second: tuple[float, float], said: str) -> None:
    """What came out best for the match may bring fewer points; what is said without a reason was tried all the same."""
    rules = rules_for("capone", 2)
    number = {action.text: at for at, action in enumerate(rules.actions)}
    first = Candidate(number["discard burke"], 10.0, 0.62, 12)
    decision = Decision(first.action, [first, Candidate(number["discard nitti"], *second, 12)], Reason("other", []))
    assert Speaker(rules).advice(decision) == f"Played on with many possible cards, this came out best. {said}"
