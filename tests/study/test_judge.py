"""Judges: what actions are worth by what a seat knows, and tables by all that lies on them."""

import numpy as np

from casefile.core.case import Case
from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.state import State
from casefile.registry import cases, rules_for
from casefile.study.judge import Judge, RolloutJudge, judge_for, slope_of
from casefile.study.questions import Effort, Question
from tests.laws.test_laws import Variant, every_variant
from tests.laws.walks import rules_of, walk

LITTLE = Effort(worlds=3, most=3, ahead=False)


def judges(rules: Rules) -> list[Judge]:
    """A judge with the case's net, and one without."""
    return [judge_for(rules, LITTLE), RolloutJudge(rules, LITTLE)]


def question(rules: Rules, state: State, seat: int, chosen: int) -> Question:
    """What a seat is asked at a table."""
    return Question(rules.view(state, seat), rules.legal(state, seat), rules.target, chosen)


def values(judge: Judge, asked: list[Question]) -> list[list[tuple[int, float, float, int]]]:
    """All that a judge says, in figures."""
    verdicts = judge.appraise(asked)
    return [[(one.action, one.chance, one.points, one.tries) for one in said.candidates] for said in verdicts]


@every_variant
def test_a_verdict_does_not_change_when_unseen_cards_are_swapped(variant: Variant) -> None:
    """Whatever lies where a seat cannot see it: the same knowledge, the same figures, for every legal action."""
    rules = rules_of(variant)
    moments = [(state.clone(), seat, choice) for state, seat, actions, choice in walk(rules, "swap") if actions[1:]]
    for judge in judges(rules):
        picked = moments[:: max(1, len(moments) // 3)]
        real = [question(rules, state, seat, choice) for state, seat, choice in picked]
        swapped = [
            question(rules, rules.determinize(rules.view(state, seat), Rng("others")), seat, choice)
            for state, seat, choice in picked
        ]
        said = values(judge, real)
        assert said == values(judge, swapped)
        for asked, options in zip(real, said, strict=True):
            assert sorted(option[0] for option in options) == asked.actions
            assert options[0][1] == max(option[1] for option in options)
            assert all(tries for action, _, _, tries in options if action == asked.chosen)


@every_variant
def test_the_worth_of_a_table_does_not_hang_on_the_order_of_unseen_cards(variant: Variant) -> None:
    """A judge of tables knows all hands, but no card that nobody has looked at."""
    rules = rules_of(variant)
    for judge in judges(rules):
        states = [state.clone() for state, *_ in walk(rules, "order", 30)][::10]
        others = [state.clone() for state in states]
        for state in others:
            if state.may_turn_file():
                state.case_file.reverse()
        worths = judge.worth(states, rules.target)
        assert worths == judge.worth(others, rules.target)
        assert all(0 <= chance <= 1 for worth in worths for chance in worth.chances)


def test_what_is_forced_is_not_thought_about() -> None:
    """A single legal action is its own verdict."""
    for case in cases():
        rules = rules_for(case)
        *_, (state, seat, actions, choice) = walk(rules, "forced", 12)
        asked = Question(rules.view(state, seat), [choice], rules.target, choice)
        (said,) = judge_for(rules, LITTLE).appraise([asked])
        assert (said.action, said.candidates) == (choice, [])
        assert actions


def test_losses_are_shrunk_by_what_they_were_measured_to_come_to() -> None:
    """The order of the actions stays, and what is said of the best one; the gaps to it shrink."""
    rules = rules_for("rue-morgue", 2)
    *_, (state, seat, _, choice) = [each for each in walk(rules, "slope", 40) if len(each[2]) > 3]
    asked = [question(rules, state, seat, choice)]
    plain, measured = judge_for(rules, LITTLE), judge_for(rules, LITTLE)
    assert 0 < measured.slope < 1
    plain.slope = 1.0
    (claimed,), (said,) = values(plain, asked), values(measured, asked)
    assert [one[0] for one in said] == [one[0] for one in claimed]
    best = claimed[0]
    assert said[0] == best
    for one, other in zip(claimed, said, strict=True):
        assert np.isclose(best[2] - other[2], measured.slope * (best[2] - one[2]))
        assert np.isclose(best[1] - other[1], measured.slope * (best[1] - one[1]))
    unmeasured = Case("moth", "The Moth", "casefile.study", lambda variant, deck: None, players=(2,), prefix="MOT")
    assert slope_of(unmeasured) == 1.0
