"""Think ahead several steps: a tree over the actions of all seats, in many worlds (information-set tree search).

Each try deals the unseen cards anew and walks down the same tree: at every step the seat that has to choose takes the
action that is best for its own side so far, with some curiosity that follows the policy. Where the tree ends, a step is
added and the round is played out. The tree joins worlds that differ in unseen cards, so it cannot plan with them.
"""

from math import exp, sqrt
from time import perf_counter
from typing import Final

from casefile.bots.base import Bot, Candidate, Decision, Reason, Situation
from casefile.bots.deduce import Suspicions, likely_world
from casefile.bots.outlook import chances
from casefile.bots.policy import Policy
from casefile.bots.search import Budget, play_out
from casefile.core.rng import QuickRng, Rng
from casefile.core.rules import Rules
from casefile.core.state import OVER, State

CURIOSITY: Final = 0.35  # how much a step counts that was tried little, as a chance to win
DOUBT: Final = 30.0  # tenths of points by which two actions may differ before the better-looking one is much preferred
DEPTH: Final = 12  # steps of the tree at most


class Node:
    """What came of an action in the tree."""

    def __init__(self, action: int) -> None:
        self.action = action
        self.tries = 0
        self.chance = 0.0  # sum of the chances to win of the side that chose it
        self.points = 0.0
        self.children: list[Node] = []

    def child(self, action: int) -> "Node":
        """The node of an action, added if it is new."""
        for node in self.children:
            if node.action == action:
                return node
        node = Node(action)
        self.children.append(node)
        return node

    def mean(self) -> float:
        """The mean chance to win."""
        return self.chance / self.tries if self.tries else 0.0


class TreeSearch:
    """A tree that grows by one step a try; it can be asked for the best action at any moment."""

    def __init__(self, rules: Rules, policy: Policy, situation: Situation) -> None:
        self.rules = rules
        self.policy = policy
        self.situation = situation
        self.rng = Rng(situation.seed)
        self.quick = QuickRng(self.rng.below(65536))
        self.root = Node(-1)
        self.tries = 0
        self.suspicions = Suspicions(rules, situation)
        view = situation.view
        self.seat = view.seat
        self.priors = preferences(policy.weigh(view, situation.actions))

    def advance(self) -> None:
        """One more try."""
        world = self.deal_world()
        path: list[Node] = []
        sides: list[int] = []
        node = self.root
        seat = self.seat
        actions = self.situation.actions
        priors = self.priors
        while len(path) < DEPTH:
            node = self.choose(node, actions, priors)
            path.append(node)
            sides.append(world.side(seat))
            self.rules.apply(world, seat, node.action)
            if node.tries == 0 or world.phase == OVER:
                break
            seat = world.actor()
            actions = self.rules.legal(world, seat)
            if len(actions) == 1:
                priors = [1.0]
            else:
                priors = preferences(self.policy.weigh(self.rules.view(world, seat), actions))
        self.learn(path, sides, play_out(self.rules, self.policy, world, self.quick))
        self.tries += 1

    def deal_world(self) -> State:
        """A world that agrees with all that the seat knows, and explains what it saw."""
        return likely_world(self.rules, self.situation, self.suspicions, self.rng)

    def choose(self, node: Node, actions: list[int], priors: list[float]) -> Node:
        """The next step: good so far, or promising and little tried."""
        if len(actions) == 1:
            return node.child(actions[0])
        known = [node.child(action) for action in actions]
        tried = 0
        for child in known:
            tried += child.tries
        fallback = node.mean() if node is not self.root else 0.5
        if node is self.root and tried:
            fallback = sum([child.chance for child in known]) / tried
        curiosity = CURIOSITY * sqrt(tried + 1.0)
        best = known[0]
        best_value = -1.0
        for at in range(len(known)):
            child = known[at]
            value = child.chance / child.tries if child.tries else fallback
            value += curiosity * priors[at] / (1.0 + child.tries)
            if value > best_value:
                best_value = value
                best = child
        return best

    def learn(self, path: list[Node], sides: list[int], totals: list[int]) -> None:
        """Tell every step of the path what came of it for the side that took it."""
        view = self.situation.view
        scores = [view.scores[side] + totals[side] for side in range(view.sides)]
        outlook = chances(scores, self.situation.target, self.policy.pace, self.policy.spread)
        for at in range(len(path)):
            path[at].tries += 1
            path[at].chance += outlook[sides[at]]
        side = sides[0]
        path[0].points += totals[side] - max([totals[other] for other in range(view.sides) if other != side])

    def decision(self) -> Decision:
        """The action that was tried most, with all that was thought about."""
        nodes = sorted(self.root.children, key=lambda node: (-node.tries, -node.mean()))
        if not nodes:
            return Decision(self.situation.actions[0], [], Reason("other", []))
        candidates = [
            Candidate(node.action, node.points / node.tries, node.mean(), node.tries) for node in nodes if node.tries
        ]
        best = nodes[0].action
        return Decision(best, candidates, self.policy.reason(self.situation.view, best))


def preferences(weights: list[int]) -> list[float]:
    """The share of curiosity that each action gets: the better it looks, the more."""
    best = max(weights)
    shares = [exp((weight - best) / DOUBT) for weight in weights]
    total = sum(shares)
    return [share / total for share in shares]


class Dupin(Bot):
    """The strongest: searches a tree over worlds that agree with what the seat knows and explain what it saw."""

    def __init__(self, rules: Rules, policy: Policy, budget: Budget) -> None:
        self.rules = rules
        self.policy = policy
        self.budget = budget
        self.wants_story = True

    def decide(self, situation: Situation) -> Decision:
        """The action that the search settled on."""
        if len(situation.actions) == 1:
            return Decision(situation.actions[0], [], Reason("only", []))
        search = TreeSearch(self.rules, self.policy, situation)
        start = perf_counter()
        while not self.budget.is_spent(search.tries, start):
            search.advance()
        return search.decision()
