"""The yardstick: plain information set Monte Carlo tree search."""

import pytest

from casefile.bots.base import Situation
from casefile.bots.ismcts import Node, Tree
from casefile.core.rules import Rules
from casefile.core.state import OVER, State
from casefile.match import Match, winner
from casefile.players import LEVELS, NAMES, make_bot
from casefile.players.play import situation_of
from casefile.registry import policy_for, rules_for

CASES = ["ripper", "rue-morgue", "jekyll-hyde", "capone"]


def choice(rules: Rules, least: int = 3) -> Situation:
    """The first decision of a round with so many actions at least."""
    match = Match(rules, "choice")
    while True:
        seat = match.state.actor()
        situation = situation_of(match, seat)
        if len(situation.actions) >= least:
            return situation
        match.apply(seat, situation.actions[0])


def visits(node: Node) -> int:
    """How often the actions of a node were tried."""
    return sum(edge.visits for edge in node.edges.values())


@pytest.mark.parametrize("case", CASES)
def test_every_try_is_one_path_through_the_tree(case: str) -> None:
    """Each action is tried once before any is tried again, and what follows an action was tried less often than it."""
    situation = choice(rules := rules_for(case, 2))
    tree = Tree(rules, policy_for(rules), situation)
    for tries in range(1, 41):
        tree.advance()
        assert visits(tree.root) == tree.tries == tries
        assert len(tree.root.edges) == min(tries, len(situation.actions))
    todo = [tree.root]
    deepest = 0
    while todo:
        node = todo.pop()
        deepest += node is not tree.root
        for edge in node.edges.values():
            assert 0 < edge.visits <= edge.legal <= tree.tries
            assert 0 <= edge.chance <= edge.visits
            assert sum(visits(following) for following in edge.nodes.values()) < edge.visits
            todo += edge.nodes.values()
    assert deepest


def test_the_decision_is_what_was_tried_most() -> None:
    """Its candidates are all that was tried, in that order."""
    rules = rules_for("capone", 2)
    situation = choice(rules)
    decision = make_bot("ismcts:60", rules).decide(situation)
    tries = [one.tries for one in decision.candidates]
    assert decision.action == decision.candidates[0].action
    assert tries == sorted(tries, reverse=True)
    assert sum(tries) == 60
    assert all(0 <= one.chance <= 1 for one in decision.candidates)


def winning(rules: Rules, state: State, seat: int, actions: list[int]) -> list[int]:
    """The actions that end the round with points enough for a match to 10."""
    found = []
    for action in actions:
        after = state.clone()
        rules.apply(after, seat, action)
        if after.phase == OVER and winner(rules.score(after).totals(), 10) == seat:
            found.append(action)
    return found


def test_it_sees_that_an_action_wins_the_match() -> None:
    """And does it, or what wins as surely."""
    rules = rules_for("capone", 2)
    sergeant, yardstick = make_bot("sergeant", rules), make_bot("ismcts:60", rules)
    seen = 0
    for game in range(12):
        match = Match(rules, f"ends/{game}", 10)
        while match.state.phase != OVER:
            seat = match.state.actor()
            situation = situation_of(match, seat)
            sure = winning(rules, match.state, seat, situation.actions)
            if 0 < len(sure) < len(situation.actions):
                decision = yardstick.decide(situation)
                for one in decision.candidates:
                    if one.action in (*sure, decision.action):
                        assert one.chance > 0.9
                        assert one.points > 0
                        seen += 1
            match.apply(seat, sergeant.decide(situation).action)
    assert seen


def test_it_is_no_level() -> None:
    """People are not offered to play against it."""
    assert "ismcts" not in LEVELS
    assert "ismcts" not in NAMES
