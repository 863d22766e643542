"""Bots of every level: fair, reproducible, never at a loss, and ready to answer at any moment."""

import pickle
from typing import Any

import pytest

from casefile.bots.base import Decision, Situation
from casefile.bots.outlook import chances
from casefile.bots.policy import GIVE_AWAY, POINT, Policy, taste
from casefile.bots.search import Search, hope, play_out
from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.state import OVER, State
from casefile.errors import CasefileError
from casefile.match import Match
from casefile.players import make_bot
from casefile.registry import policy_for, rules_for
from casefile.text.language import Speaker
from tests.bots.experts import SAYS_NOTHING
from tests.laws.walks import ALL, NAMES, games, rules_of, walk

QUICK_LEVELS = ["random", "constable", "sergeant", "inspector:8", "dupin:5", "ismcts:12"]


def told(decision: Decision) -> Any:
    """All that a decision says, in comparable form."""
    candidates = [(one.action, one.points, one.chance, one.tries) for one in decision.candidates]
    return decision.action, candidates, (decision.reason.key, decision.reason.faces, decision.reason.number)


def situation_of(rules: Rules, state: State, seat: int, actions: list[int], seed: str) -> Situation:
    """What the bot at a seat gets."""
    story = [seen for event in state.log or [] if (seen := event.seen_by(seat)) is not None]
    return Situation(rules.view(state, seat), actions, rules.target, seed, story)


@pytest.mark.parametrize("variant", ALL, ids=NAMES)
def test_cards_that_a_bot_cannot_know_change_nothing(variant: tuple[Any, ...]) -> None:
    """Same view, same seed: same decision and same explanation, whatever the unseen cards are (C-22)."""
    rules = rules_of(variant)
    bots = [make_bot(level, rules) for level in QUICK_LEVELS]
    speaker = Speaker(rules)
    swapped = 0
    for game in range(games(2)):
        for step, (state, seat, actions, _) in enumerate(walk(rules, f"fair/{game}", 60)):
            if len(actions) == 1 or step % 9:
                continue
            here = situation_of(rules, state, seat, actions, f"{game}/{step}")
            other = rules.determinize(here.view, Rng(f"swap/{game}/{step}"))
            swapped += other.hands != state.hands or other.case_file != state.case_file
            there = Situation(rules.view(other, seat), rules.legal(other, seat), rules.target, here.seed, here.story)
            for bot in bots:
                decision = bot.decide(here)
                assert decision.action in actions
                assert told(decision) == told(bot.decide(there))
                assert speaker.reason(decision.reason) or decision.reason.key in SAYS_NOTHING
    assert swapped


@pytest.mark.parametrize("level", QUICK_LEVELS)
def test_what_a_bot_gets_and_answers_travels_to_other_processes(level: str) -> None:
    """And gives the same there."""
    rules = rules_for("ripper", 3)
    state, seat, actions, _ = next(step for step in walk(rules, "travel") if len(step[2]) > 1)
    situation = situation_of(rules, state, seat, actions, "1")
    decision = make_bot(level, rules).decide(situation)
    again = make_bot(level, rules).decide(pickle.loads(pickle.dumps(situation)))
    assert told(again) == told(decision) == told(pickle.loads(pickle.dumps(decision)))


@pytest.mark.parametrize("infers", [False, True])
def test_a_search_answers_at_any_moment(infers: bool) -> None:  # noqa: FBT001
    """Also before its first try, and better informed after each."""
    rules = rules_for("capone", 2)
    state, seat, actions, _ = next(step for step in walk(rules, "moment") if len(step[2]) > 3)
    situation = situation_of(rules, state, seat, actions, "1")
    search = Search(rules, Policy(rules), situation, 8, infers=infers)
    for _ in range(12):
        decision = search.decision()
        assert decision.action in actions
        assert decision.action == decision.candidates[0].action
        assert decision.candidates[0].chance == max(candidate.chance for candidate in decision.candidates)
        assert sum(candidate.tries for candidate in decision.candidates) == search.scale.tries
        search.advance()


def test_a_clear_choice_takes_little_thought() -> None:
    """What leads by far is not tried as often as the budget allows; what was dropped stays dropped."""
    rules = rules_for("ripper", 2)
    spent = []
    for step, (state, seat, actions, _) in enumerate(walk(rules, "clear", 40)):
        if len(actions) > 1 and step % 8 == 0:
            decision = make_bot("inspector:80", rules).decide(situation_of(rules, state, seat, actions, "1"))
            spent.append(sum(candidate.tries for candidate in decision.candidates))
            assert max(one.tries for one in decision.candidates) == decision.candidates[0].tries
    assert min(spent) < 80


@pytest.mark.parametrize("scores", [[0, 199], [199, 0]], ids=["seat 1 wins", "seat 0 wins"])
def test_points_decide_where_the_match_is_decided(scores: list[int]) -> None:
    """C-20: who can no longer win, or lose, the match plays on for the points of the round, and thinks about them."""
    rules = rules_for("capone", 2)
    policy = policy_for(rules)
    worlds = []
    for step, (state, seat, actions, _) in enumerate(walk(rules, "decided", 40)):
        if len(actions) < 3 or step % 8:
            continue
        state.scores = scores
        situation = situation_of(rules, state, seat, actions, str(step))
        situation.target = 150  # one side is beyond it, and the other cannot reach it
        search = Search(rules, policy, situation, 8, infers=False)
        while not search.is_over() and search.worlds < 20:
            search.advance()
        found = search.decision().candidates
        assert {one.chance for one in found} == {float(scores[seat] > 0)}
        assert [one.points for one in found] == sorted((one.points for one in found), reverse=True)
        worlds.append(search.worlds)
    assert max(worlds) == 20


def test_few_tries_do_not_overrule_what_a_case_teaches() -> None:
    """A single world says next to nothing: an action that looks better by five points is mostly chosen."""
    rules = rules_for("capone", 2)
    policy = policy_for(rules)
    same = []
    for step, (state, seat, actions, _) in enumerate(walk(rules, "few", 200)):
        if len(actions) > 1:
            search = Search(rules, policy, situation_of(rules, state, seat, actions, str(step)), 4, infers=False)
            favourite = search.decision().action
            search.advance()
            if search.racers[0].worth - search.racers[1].worth >= 5:
                same.append(search.decision().action == favourite)
    assert len(same) > 10
    assert sum(same) > 0.75 * len(same)


def test_hope_is_what_a_candidate_may_add() -> None:
    """Nothing if it is surely worse or surely the same, its lead if it is surely better."""
    assert hope(-1, 0.01) == pytest.approx(0)
    assert hope(0, 1e-9) == pytest.approx(0, abs=1e-9)
    assert hope(1, 0.01) == pytest.approx(1)
    assert 0 < hope(-1, 1) < hope(0, 1) < hope(1, 1)


def test_a_whim_prefers_any_of_two_actions_equally_often() -> None:
    """So that ties are broken fairly, though always in the same way by the same whim."""
    for one, other in ((0, 1), (5, 6), (3, 250)):
        likes = [taste(whim, one) - taste(whim, other) for whim in range(0, 60000, 13)]
        assert abs(sum(like > 0 for like in likes) - sum(like < 0 for like in likes)) < 0.1 * len(likes)
    assert {taste(whim, 7) for whim in range(500)} == set(range(16))


@pytest.mark.parametrize("variant", ALL, ids=NAMES)
def test_a_round_that_is_played_out_keeps_all_cards(variant: tuple[Any, ...]) -> None:
    """Seats draw from both ends of the case file, and end with points as in any round."""
    rules = rules_of(variant)
    policy = policy_for(rules)
    for game in range(games(2)):
        state = rules.deal(0, [0] * rules.sides, f"both-ends/{game}", log=False)
        before = rules.count_cards(state)
        totals = play_out(rules, policy, state, game % rules.seats, game)
        assert state.phase == OVER
        assert totals == rules.score(state).totals()
        assert rules.count_cards(state) == before


@pytest.mark.parametrize("limit", ["0.01s", "3"])
def test_budgets_are_tries_or_seconds(limit: str) -> None:
    """Both lead to an answer."""
    rules = rules_for("jekyll-hyde")
    state, seat, actions, _ = next(step for step in walk(rules, "budget") if len(step[2]) > 1)
    for level in ("inspector", "dupin", "ismcts"):
        decision = make_bot(f"{level}:{limit}", rules).decide(situation_of(rules, state, seat, actions, "1"))
        assert decision.candidates


def test_a_limit_in_seconds_beside_the_tries() -> None:
    """Whichever is reached first; a budget behind the name is a wish of its own."""
    rules = rules_for("jekyll-hyde")
    state, seat, actions, _ = next(step for step in walk(rules, "budget") if len(step[2]) > 1)
    situation = situation_of(rules, state, seat, actions, "1")
    for level in ("inspector", "dupin"):
        at_once = make_bot(level, rules, thinking=1e-9).decide(situation)
        assert {one.tries for one in at_once.candidates} == {1}  # what is said of a candidate was tried
        in_time = make_bot(f"{level}:6", rules, thinking=1e-9).decide(situation)
        assert told(in_time) == told(make_bot(f"{level}:6", rules).decide(situation))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("inspektor", "did you mean inspector"),
        ("dupin:fast", "a whole number of tries (200) or seconds (0.5s)"),
        ("dupin:0", "a whole number of tries (200) or seconds (0.5s)"),
        ("dupin:-3s", "a whole number of tries (200) or seconds (0.5s)"),
        ("dupin:nans", "a whole number of tries (200) or seconds (0.5s)"),
        ("sergeant:5", "sergeant decides at a glance and takes no budget"),
    ],
)
def test_a_wrong_name_says_what_would_be_right(name: str, message: str) -> None:
    """In one line."""
    with pytest.raises(CasefileError) as caught:
        make_bot(name, rules_for("ripper", 2))
    assert message in str(caught.value)


def test_chances_follow_the_scores() -> None:
    """They add up, favour who is ahead, more so the nearer the end is, and are certain when the match is won (C-20)."""
    for scores in ([0, 0], [10, 30], [90, 40, 70, 95]):
        assert sum(chances(scores, 100, 25, 20)) == pytest.approx(1)
    assert chances([0, 0], 100, 25, 20) == [0.5, 0.5]
    assert chances([20, 0], 100, 25, 20)[0] < chances([90, 70], 100, 25, 20)[0]
    assert chances([100, 99], 100, 25, 20) == [1, 0]
    assert chances([100, 100], 100, 25, 20) == [0.5, 0.5]


def test_who_is_far_behind_takes_risks() -> None:
    """A bot counts chances to win, not points: a long shot that wins beats a safe gain that loses."""
    safe = chances([20, 105], 100, 25, 20)[0]
    long_shot = 0.2 * chances([110, 80], 100, 25, 20)[0] + 0.8 * chances([0, 110], 100, 25, 20)[0]
    assert long_shot > safe == 0


@pytest.mark.parametrize("variant", ALL, ids=NAMES)
def test_matches_of_all_levels_come_to_an_end(variant: tuple[Any, ...]) -> None:
    """Any bots, one at each seat, play a whole match."""
    rules = rules_of(variant)
    levels = ["constable", "sergeant", "inspector:3", "dupin:3"]
    bots = [make_bot(levels[seat % 4], rules) for seat in range(rules.seats)]
    match = Match(rules, "levels", 20, log=True)
    for step in range(4000):
        if match.round.result is not None:
            if match.winner() is not None:
                return
            match.next_round()
        seat = match.state.actor()
        actions = rules.legal(match.state, seat)
        match.play(seat, bots[seat].decide(situation_of(rules, match.state, seat, actions, str(step))).action)
    raise AssertionError("the match did not end")


@pytest.mark.parametrize("variant", ALL, ids=NAMES)
def test_no_reason_compares_a_card_with_one_that_looks_better(variant: tuple[Any, ...]) -> None:
    """A bot that gives away another card than the case would says only that the hand misses it least."""
    rules = rules_of(variant)
    policy = policy_for(rules)
    otherwise = 0
    for game in range(games(5)):
        for state, seat, actions, _ in walk(rules, f"compare/{game}", 100):
            view = rules.view(state, seat)
            weights = policy.weigh(view, actions)
            given = [at for at, action in enumerate(actions) if policy.verb[action] == GIVE_AWAY]
            for at in given:
                reason = policy.why(view, actions, weights, actions[at])
                if max(weights[other] for other in given) > weights[at] + POINT:
                    assert not reason.key.startswith("discard-")
                    otherwise += policy.reason(view, actions[at]).key.startswith("discard-")
                else:
                    assert reason.key == policy.reason(view, actions[at]).key
    assert otherwise


@pytest.mark.parametrize("variant", ALL, ids=NAMES)
def test_a_policy_can_explain_every_action(variant: tuple[Any, ...]) -> None:
    """Every legal action of a random round has a weight, and a reason with a sentence."""
    rules = rules_of(variant)
    policy = policy_for(rules)
    speaker = Speaker(rules)
    for game in range(games(3)):
        for state, seat, actions, _ in walk(rules, f"reasons/{game}", 100):
            view = rules.view(state, seat)
            assert len(policy.weigh(view, actions)) == len(actions)
            for action in actions:
                sentence = speaker.reason(policy.reason(view, action))
                if not sentence:
                    continue
                assert sentence[0].isupper()
                assert sentence.endswith(".")
                assert "{" not in sentence
