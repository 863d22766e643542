"""Information set Monte Carlo tree search, as plain as in the textbook: a yardstick for other bots.

One tree for the seat that decides (Cowling, Powley and Whitehouse, 2012: single-observer ISMCTS). Every try deals the
unseen cards anew, walks down the tree by UCB1 among the actions that are legal in that world, adds one action, and
plays the round out at random. Of a case it knows the rules, and from the policy what points mean for the match; how
good an action looks it does not ask.
"""

from math import log, sqrt
from time import perf_counter
from typing import Final

from casefile.bots.base import Bot, Candidate, Decision, Reason, Situation
from casefile.bots.outlook import chances
from casefile.bots.policy import Policy
from casefile.bots.search import Budget
from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.state import OVER, State

EXPLORE: Final = 0.35  # the constant of UCB1, for chances to win
CAP: Final = 2000  # random decisions after which a round counts for nobody (C-23)


class Edge:
    """An action at a node of the tree."""

    def __init__(self) -> None:
        self.legal = 0  # how often it could be chosen; UCB1 takes this in place of the visits of the node
        self.visits = 0
        self.chance = 0.0  # of the side that chooses to win the match, summed over the visits
        self.points = 0  # by which the side that thinks came out ahead of the best other one, summed likewise
        self.nodes: dict[bytes, Node] = {}  # what follows, by the hand of the seat that thinks: it sees what it draws


class Node:
    """What the seat that thinks can tell apart: the actions so far, and what it had in its hand after each."""

    def __init__(self) -> None:
        self.edges: dict[int, Edge] = {}


class Tree:
    """The search for one decision; it can be asked for the best action after any try."""

    def __init__(self, rules: Rules, policy: Policy, situation: Situation) -> None:
        self.rules = rules
        self.policy = policy
        self.situation = situation
        self.rng = Rng(situation.seed)
        self.root = Node()
        self.tries = 0

    def advance(self) -> None:
        """One more try: deal a world, walk down, play the round out, and tell the path what came out."""
        view = self.situation.view
        world = self.rules.determinize(view, self.rng)
        world.forget()  # nobody is asked for a view, so nobody has to follow who knows what
        path = self.descend(world)
        if world.phase != OVER:
            self.rules.playout(world, self.rng.below(65536), CAP)
        totals = self.rules.score(world).totals() if world.phase == OVER else [0] * view.sides
        scores = [view.scores[side] + totals[side] for side in range(view.sides)]
        won = chances(scores, self.situation.target, self.policy.pace, self.policy.spread)
        own = view.side(view.seat)
        ahead = totals[own] - max([totals[side] for side in range(view.sides) if side != own])
        for side, edge in path:
            edge.visits += 1
            edge.chance += won[side]
            edge.points += ahead
        self.tries += 1

    def descend(self, world: State) -> list[tuple[int, Edge]]:
        """Walk down until something is new or the round is over; every action on the way, with the side that chose."""
        path: list[tuple[int, Edge]] = []
        node = self.root
        actor = self.situation.view.seat  # also where others are asked at the same time
        actions = self.situation.actions
        hand = actor * world.kinds
        while True:
            action = self.choose(node, actions)
            edge = node.edges[action]
            path.append((world.side(actor), edge))
            self.rules.apply(world, actor, action)
            if world.phase == OVER:
                return path
            seen = bytes(world.hands[hand : hand + world.kinds])
            following = edge.nodes.get(seen)
            if following is None:
                edge.nodes[seen] = Node()
                return path
            node = following
            actor = world.actor()
            actions = self.rules.legal(world, actor)

    def choose(self, node: Node, actions: list[int]) -> int:
        """An action that is legal in this world: any that is new at this node, or the best by UCB1."""
        edges = node.edges
        fresh: list[int] = []
        best = -1
        best_value = -1.0
        for action in actions:
            edge = edges.get(action)
            if edge is None:
                fresh.append(action)
                continue
            edge.legal += 1
            value = edge.chance / edge.visits + EXPLORE * sqrt(log(edge.legal) / edge.visits)
            if value > best_value:
                best_value = value
                best = action
        if not fresh:
            return best
        action = fresh[self.rng.below(len(fresh))]
        edge = Edge()
        edge.legal = 1
        edges[action] = edge
        return action

    def decision(self) -> Decision:
        """The action that was tried most, with all others that were tried."""
        candidates = [
            Candidate(action, edge.points / edge.visits, edge.chance / edge.visits, edge.visits)
            for action, edge in self.root.edges.items()
        ]
        candidates.sort(key=lambda one: (-one.tries, -one.chance, one.action))
        view = self.situation.view
        actions = self.situation.actions
        best = candidates[0].action
        return Decision(best, candidates, self.policy.why(view, actions, self.policy.weigh(view, actions), best))


class Ismcts(Bot):
    """Searches afresh for every decision."""

    def __init__(self, rules: Rules, policy: Policy, budget: Budget) -> None:
        self.rules = rules
        self.policy = policy
        self.budget = budget

    def decide(self, situation: Situation) -> Decision:
        """The action that was tried most."""
        if len(situation.actions) == 1:
            return Decision(situation.actions[0], [], Reason("only", []))
        tree = Tree(self.rules, self.policy, situation)
        start = perf_counter()
        tree.advance()  # nothing can be said of what was never tried
        while not self.budget.is_spent(tree.tries, start):
            tree.advance()
        return tree.decision()
