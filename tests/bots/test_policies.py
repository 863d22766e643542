"""Laws for what the bots know of every case: in random rounds, whatever the variant and the figures on the cards."""

import tomllib
from typing import Any

import pytest

from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.state import OVER
from casefile.registry import case_named, cases, policy_for, rules_for
from casefile.text.language import Speaker, own_words
from casefile.text.languages import LANGUAGES
from tests.bots.experts import SAYS_NOTHING
from tests.laws.walks import ALL, NAMES, dump, games, rules_of, walk

ROUNDS_TO_SAY_ALL = 80  # of every variant; most cases need twenty
SAID_IN_SITUATIONS = {"escape-hold"}  # so rare that test_ripper_reasons sets a table for it

OTHER_FIGURES: dict[str, dict[str, Any]] = {
    "ripper": {"druitt": {"points": 5}, "ripper-escapes": {"points": 3}},
    "rue-morgue": {"sailor": {"points": 9}},
    "jekyll-hyde": {"poole": {"points": 5, "letter": "J/H"}},
    "capone": {"capone": {"points": 999}, "hunt": {"points": 0, "complete_set": 0}},
}


def check_weights_and_reasons(rules: Rules) -> None:
    """Weights depend on the view alone, and every reason can be said in every language."""
    policy = policy_for(rules)
    speakers = [Speaker(rules, language=language) for language in LANGUAGES]
    for game in range(games(10)):
        for step, (state, seat, actions, _) in enumerate(walk(rules, f"reasons/{game}")):
            view = rules.view(state, seat)
            weights = policy.weigh(rules.glance(state, seat), actions)
            assert len(weights) == len(actions)
            assert dump(rules.view(state, seat)) == dump(view), "weighing changed something on the table"
            for action in actions:
                reason = policy.reason(view, action)
                sentences = [speaker.reason(reason) for speaker in speakers]
                assert [not sentence for sentence in sentences] == [reason.key in SAYS_NOTHING] * len(sentences)
                assert not any(gap in sentence for sentence in sentences for gap in ("„“", "«»", "  ", " ;"))
            if step % 7 == 0:
                world = rules.determinize(view, Rng(f"{game}/{step}"))
                assert policy.weigh(rules.view(world, seat), actions) == weights


@pytest.mark.parametrize("variant", ALL, ids=NAMES)
def test_every_action_has_a_weight_and_a_reason(variant: tuple[Any, ...]) -> None:
    """In every variant."""
    check_weights_and_reasons(rules_of(variant))


@pytest.mark.parametrize("case", OTHER_FIGURES)
def test_other_figures_are_weighed_too(case: str) -> None:
    """The figures on the cards are the deck's."""
    check_weights_and_reasons(rules_for(case, deck=OTHER_FIGURES[case]))


@pytest.mark.parametrize("variant", ALL, ids=NAMES)
def test_rounds_between_experts_end(variant: tuple[Any, ...]) -> None:
    """C-23: they do not hand one another the same discard for ever."""
    rules = rules_of(variant)
    policy = policy_for(rules)
    for game in range(games(20)):
        state = rules.deal(0, [0] * rules.sides, f"end/{game}", log=False)
        for _ in range(1000):
            if state.phase == OVER:
                break
            seat = state.actor()
            rules.apply(state, seat, policy.pick(rules.view(state, seat), rules.legal(state, seat), game))
        assert state.phase == OVER


def reasons_given(case: str, wanted: set[str]) -> set[str]:
    """What bots say of all actions in rounds of experts that blunder now and then, until all that is wanted is said.

    Scores near to the end of a match are among them, as some sentences belong there.
    """
    given: set[str] = set()
    for game in range(ROUNDS_TO_SAY_ALL):
        for variant in [variant for variant in ALL if variant[0] == case]:
            if wanted <= given:
                return given
            rules = rules_of(variant)
            policy = policy_for(rules)
            rng = Rng(f"said/{game}")
            scores = [rng.below(rules.target) for _ in range(rules.sides)] if game % 2 else [0] * rules.sides
            state = rules.deal(game % rules.seats, scores, f"said/{game}", log=False)
            while state.phase != OVER:
                seat = state.actor()
                actions = rules.legal(state, seat)
                view = rules.view(state, seat)
                weights = policy.weigh(view, actions)
                for action in actions:
                    given |= {policy.why(view, actions, weights, action).key, policy.reason(view, action).key}
                blunder = rng.below(3) == 0
                choice = actions[rng.below(len(actions))] if blunder else policy.pick(view, actions, game)
                rules.apply(state, seat, choice)
    return given


@pytest.mark.parametrize("case", cases())
def test_no_sentence_is_left_unsaid(case: str) -> None:
    """Every sentence of the case is said in some round, or in a situation of its own, in all languages alike."""
    assert case_named(case).policy is not None, "the case is played by its own policy, not by common sense"
    sentences = [set(tomllib.loads(own_words(language, case).read_text("utf-8"))["reasons"]) for language in LANGUAGES]
    assert all(one == sentences[0] for one in sentences)
    assert len(sentences[0]) >= 12
    wanted = sentences[0] - SAID_IN_SITUATIONS
    assert wanted - reasons_given(case, wanted) == set()
