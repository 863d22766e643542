"""Bots reckon points for themselves, as that is quick: a law holds what they find against the scoring of the rules.

At every step of random rounds the round is ended as if a seat had gone out at that moment. What a bot can see must be
counted to the point; what it can only guess (other hands, what lies face down) is laid open or taken away first, so
that nothing is left to guess. Bots count in tenths of points.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from casefile.bots.policy import POINT, Policy
from casefile.cases.capone.bot.policy import CaponePolicy
from casefile.cases.capone.bot.reading import CaponeReading
from casefile.cases.jekyll_hyde.bot.policy import JekyllPolicy
from casefile.cases.jekyll_hyde.state import JekyllState
from casefile.cases.ripper.bot.policy import RipperPolicy
from casefile.cases.ripper.bot.reading import SUSPECT_OF
from casefile.cases.ripper.cards import BY_ESCAPE, ESCAPES, FACES
from casefile.cases.rue_morgue.bot.policy import RueMorguePolicy
from casefile.cases.rue_morgue.cards import COLOURS
from casefile.cases.rue_morgue.state import RueMorgueState
from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.score import RoundScore
from casefile.core.state import BY_DISCARD, OVER, State
from casefile.registry import case_named, policy_for
from tests.laws.walks import ALL, games, name, rules_of, walk


def gone_out(rules: Rules, state: State, seat: int, ended_by: int = BY_DISCARD) -> RoundScore:
    """The score if the round ended now, by default because this seat goes out."""
    end = state.clone()
    end.phase = OVER
    end.ended_by = ended_by
    end.ended_seat = seat
    return rules.score(end)


def tenths(points: list[int]) -> list[int]:
    """Points as bots count them."""
    return [POINT * one for one in points]


def played(rules: Rules, state: State, seat: int, action: int) -> State | None:
    """The round after a meld or a clue laid off, or None if the action is something else."""
    if rules.actions[action].verb not in ("meld", "lay"):
        return None
    after = state.clone()
    rules.apply(after, seat, action)
    return after


def check_ripper(policy: Policy, state: State, seat: int, choice: int) -> list[str]:
    """The areas and the Ripper to the point, also with a card laid off; the margin is rounded, hands are left out."""
    assert isinstance(policy, RipperPolicy)
    rules = policy.rules
    reading = policy.read(rules.view(state, seat))
    score = gone_out(rules, state, seat)
    plus = tenths([side.plus for side in score.sides])
    ripper = reading.ripper()
    assert ripper == score.culprit
    theirs = sum(plus) - plus[seat]
    if ripper >= 0:
        assert reading.all_ours + reading.ours[ripper] == plus[seat]
        assert reading.all_theirs + reading.total[ripper] - reading.ours[ripper] == theirs
    exact = plus[seat] * reading.others - theirs  # times the number of the others, whose average is rounded twice
    assert 0 <= reading.margin() * reading.others - exact < 2 * reading.others
    unsolved = tenths(gone_out(rules, state, seat, BY_ESCAPE).totals())
    if not any(state.areas[ESCAPES::FACES]):
        assert reading.our_victims == unsolved[seat]
        assert reading.their_victims == sum(unsolved) - unsolved[seat]
    after = played(rules, state, seat, choice)
    action = rules.actions[choice]
    if after is not None and action.verb == "lay":
        face = action.faces[0]
        reading.add(SUSPECT_OF[face], policy.points[rules.face_kind[face]] * POINT)
        assert reading.margin() == policy.read(rules.view(after, seat)).margin()
        return ["laid off", "guilty" if ripper >= 0 else "unsolved"]
    return ["guilty" if ripper >= 0 else "unsolved"]


def check_jekyll_hyde(policy: Policy, state: State, seat: int, choice: int) -> list[str]:
    """Both areas with either side up, and who shuts the other out; also after a meld. Hands are left out."""
    assert isinstance(policy, JekyllPolicy)
    rules = policy.rules
    assert isinstance(state, JekyllState)
    reading = policy.read(rules.view(state, seat))
    seen = []
    for identity in range(2):
        turned = state.clone()
        turned.identity = identity
        for side in range(2):
            score = gone_out(rules, turned, side)
            assert reading.shuts_out(side, identity) == (score.shut_out == side)
            seen.append("shut out" if score.shut_out >= 0 else "both count")
            counted = range(2) if score.shut_out < 0 else [side]
            assert [reading.counts(one, identity) for one in counted] == [
                POINT * score.sides[one].plus for one in counted
            ]
    after = played(rules, state, seat, choice)
    if after is not None:
        reading.add(seat, rules.actions[choice].faces[0], rules.actions[choice].counts[0])
        fresh = policy.read(rules.view(after, seat))
        assert [reading.margin(identity) for identity in range(2)] == [fresh.margin(identity) for identity in range(2)]
        seen.append("played")
    return seen


def check_capone(policy: Policy, state: State, seat: int, _choice: int) -> list[str]:
    """All areas, but for those shut out, and whether the match is lost; hands count nothing (CAP-14)."""
    assert isinstance(policy, CaponePolicy)
    rules = policy.rules
    rng = Rng(f"scores/{state.sizes}/{state.areas}")
    state = state.clone()
    state.scores = [rules.target - 1 - rng.below(60) for _ in range(rules.sides)]
    reading = CaponeReading(policy.sense, rules.view(state, seat))
    own = state.side(seat)
    score = gone_out(rules, state, seat)
    totals = score.totals()
    sides = [own] if score.shut_out >= 0 else range(rules.sides)
    assert [reading.area_total(side) for side in sides] == tenths([totals[side] for side in sides])
    if score.shut_out < 0:
        assert reading.rival_points() == POINT * max(total for side, total in enumerate(totals) if side != own)
    scores = [before + points for before, points in zip(state.scores, totals, strict=True)]
    lost = max(scores) >= rules.target and scores[own] < max(scores)
    assert reading.loses_match(0) == lost
    return ["lost" if lost else "not lost", "shut out" if score.shut_out >= 0 else "all count"]


def check_rue_morgue(policy: Policy, state: State, seat: int, choice: int) -> list[str]:
    """All sides to the point: if one rival holds all that is hidden, or if all know what lies under the Orang-Utan.

    What is caught is not expected to make melds, pairs or trios: such rounds are left out.
    """
    assert isinstance(policy, RueMorguePolicy)
    rules = policy.rules
    assert isinstance(state, RueMorgueState)
    seen = []
    in_one_hand = hide(state, seat, in_hand=True)
    in_one_hand.file_number = 2  # the Orang-Utan has escaped
    reading = policy.read(rules.view(in_one_hand, seat))
    assert policy.reckon(reading, 0, 0) == tenths(gone_out(rules, in_one_hand, seat).totals())
    if state.file_number == 1:
        no_hands = hide(state, seat, in_hand=False)
        reading = policy.read(rules.view(no_hands, seat))
        reading.below = [state.under.count(kind) for kind in range(rules.kinds)]
        score = gone_out(rules, no_hands, seat)
        nothing_caught = no_hands.clone()
        nothing_caught.under = []
        without = gone_out(rules, nothing_caught, seat)
        is_plain = max(reading.below[:COLOURS]) < 3 and score.shut_out == without.shut_out
        if is_plain and [side.bonus for side in score.sides] == [side.bonus for side in without.sides]:
            assert policy.reckon(reading, 0, 0) == tenths(score.totals())
            seen.append("caught" if score.totals() != without.totals() else "nothing caught")
    after = played(rules, state, seat, choice)
    if after is not None:
        reading = policy.read(rules.view(state, seat))
        action = rules.actions[choice]
        fresh = policy.read(rules.view(after, seat))
        if fresh.unseen == reading.unseen:  # not if a card that the seat knew was fed to the Orang-Utan
            assert policy.reckon(reading, action.faces[0], action.counts[0]) == policy.reckon(fresh, 0, 0)
            seen.append("played")
    return seen


def hide(state: RueMorgueState, seat: int, *, in_hand: bool) -> RueMorgueState:
    """The round with all hidden cards in the hand of the next seat, or with none but those under the Orang-Utan."""
    other = state.clone()
    hidden = Counter(state.case_file + state.under)
    for one in range(state.seats):
        if one != seat:
            hidden.update(state.hand_list(one))
            for kind in range(state.kinds):
                other.hands[one * state.kinds + kind] = 0
            other.sizes[one] = 0
    other.case_file = []
    if in_hand:
        other.under = []
        after = (seat + 1) % state.seats
        for kind, count in hidden.items():
            other.hands[after * state.kinds + kind] = count
        other.sizes[after] = hidden.total()
    return other


CHECKS: dict[str, tuple[Callable[[Policy, State, int, int], list[str]], set[str]]] = {
    "ripper": (check_ripper, {"guilty", "unsolved", "laid off"}),
    "jekyll-hyde": (check_jekyll_hyde, {"shut out", "both count", "played"}),
    "capone": (check_capone, {"lost", "not lost", "all count"}),
    "rue-morgue": (check_rue_morgue, {"caught", "nothing caught", "played"}),
}


# What the bots of others reckon is for their own tests to say.
OURS = [variant for variant in ALL if case_named(variant[0]).package.startswith("casefile.cases.")]


@pytest.mark.parametrize("variant", OURS, ids=map(name, OURS))
def test_bots_reckon_points_as_the_rules_score_them(variant: tuple[Any, ...]) -> None:
    """In every variant, and each thing that a bot reckons has come up."""
    rules = rules_of(variant)
    policy = policy_for(rules)
    check, expected = CHECKS[variant[0]]
    seen: set[str] = set()
    for game in range(games(40)):
        for state, seat, _actions, choice in walk(rules, f"reckon/{game}", 300):
            seen.update(check(policy, state, seat, choice))
    assert seen >= expected
