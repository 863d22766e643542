"""Think ahead: deal the unseen cards anew, try each candidate in the same worlds, and play the rounds out."""

from math import sqrt
from time import perf_counter
from typing import Final

from casefile.bots.base import Bot, Candidate, Decision, Reason, Situation
from casefile.bots.outlook import chances
from casefile.bots.policy import Policy
from casefile.core.rng import QuickRng, Rng
from casefile.core.rules import Rules
from casefile.core.state import OVER, State

CAP: Final = 600  # decisions after which a round that is played out counts for nobody (C-23)
FIRST_LOOK: Final = 6  # worlds before a candidate can be dropped
CLEARLY_WORSE: Final = 2.0  # standard errors behind the best


class Budget:
    """How long a bot may think: rounds played out, or seconds, whichever is reached first; 0 sets no limit."""

    def __init__(self, tries: int, seconds: float = 0.0) -> None:
        self.tries = tries
        self.seconds = seconds

    def is_spent(self, tries: int, start: float) -> bool:
        """Is it used up by somebody who began to think then?"""
        if self.tries and tries >= self.tries:
            return True
        return self.seconds > 0 and perf_counter() - start >= self.seconds


class Racer:
    """A candidate in the race."""

    def __init__(self, action: int) -> None:
        self.action = action
        self.chance: list[float] = []  # to win the match, by world
        self.points = 0.0
        self.is_out = False

    def mean(self) -> float:
        """The mean chance to win."""
        return sum(self.chance) / len(self.chance) if self.chance else 0.0


class Search:
    """A race of candidates over worlds; it can be asked for the best one at any moment."""

    def __init__(self, rules: Rules, policy: Policy, situation: Situation, most: int) -> None:
        self.rules = rules
        self.policy = policy
        self.situation = situation
        self.rng = Rng(situation.seed)
        self.tries = 0
        self.worlds = 0
        view = situation.view
        self.side = view.side(view.seat)
        weights = policy.weigh(view, situation.actions)
        order = sorted(range(len(weights)), key=lambda at: -weights[at])
        self.racers = [Racer(situation.actions[at]) for at in order[:most]]

    def is_over(self) -> bool:
        """Is one candidate left?"""
        return sum([not racer.is_out for racer in self.racers]) <= 1

    def advance(self) -> None:
        """Try all candidates that are left in one more world."""
        world = self.deal_world()
        self.worlds += 1
        seed = self.rng.below(65536)
        for racer in self.racers:
            if not racer.is_out:
                self.try_out(racer, world.clone(), seed)
        if self.worlds >= FIRST_LOOK:
            self.drop_the_worse()

    def deal_world(self) -> State:
        """A world that agrees with all that the seat knows."""
        return self.rules.determinize(self.situation.view, self.rng)

    def try_out(self, racer: Racer, world: State, seed: int) -> None:
        """Carry out the candidate in a world, play the round out, and look at the match after it."""
        view = self.situation.view
        self.rules.apply(world, view.seat, racer.action)
        totals = play_out(self.rules, self.policy, world, QuickRng(seed))
        scores = [view.scores[side] + totals[side] for side in range(view.sides)]
        outlook = chances(scores, self.situation.target, self.policy.pace, self.policy.spread)
        racer.chance.append(outlook[self.side])
        others = [totals[side] for side in range(view.sides) if side != self.side]
        racer.points += totals[self.side] - max(others)
        self.tries += 1

    def drop_the_worse(self) -> None:
        """Candidates that are clearly behind the best, compared world by world, leave the race."""
        best = self.leader()
        for racer in self.racers:
            if racer is best or racer.is_out:
                continue
            gaps = [ours - theirs for ours, theirs in zip(best.chance, racer.chance, strict=True)]
            mean = sum(gaps) / len(gaps)
            variance = sum([(gap - mean) * (gap - mean) for gap in gaps]) / (len(gaps) - 1)
            if mean > CLEARLY_WORSE * sqrt(variance / len(gaps)):
                racer.is_out = True

    def leader(self) -> Racer:
        """The best candidate so far; before the first try, the one that looks best."""
        best = self.racers[0]
        for racer in self.racers:
            if not racer.is_out and (best.is_out or racer.mean() > best.mean()):
                best = racer
        return best

    def decision(self) -> Decision:
        """The best move so far, with all that was thought about."""
        best = self.leader()
        racers = sorted(self.racers, key=lambda racer: (racer is not best, racer.is_out, -racer.mean()))
        candidates = [
            Candidate(racer.action, racer.points / max(1, len(racer.chance)), racer.mean(), len(racer.chance))
            for racer in racers
        ]
        return Decision(best.action, candidates, self.policy.reason(self.situation.view, best.action))


def play_out(rules: Rules, policy: Policy, state: State, rng: QuickRng) -> list[int]:
    """The points of each side when all seats play on by the policy, each from its own view."""
    for _ in range(CAP):
        if state.phase == OVER:
            return rules.score(state).totals()
        seat = state.actor()
        actions = rules.legal(state, seat)
        action = actions[0] if len(actions) == 1 else policy.pick(rules.view(state, seat), actions, rng)
        rules.apply(state, seat, action)
    return [0] * state.sides


class Inspector(Bot):
    """Plans: a race of the best-looking actions over worlds that agree with what the seat knows."""

    def __init__(self, rules: Rules, policy: Policy, budget: Budget, most: int) -> None:
        self.rules = rules
        self.policy = policy
        self.budget = budget
        self.most = most

    def decide(self, situation: Situation) -> Decision:
        """The winner of the race."""
        if len(situation.actions) == 1:
            return Decision(situation.actions[0], [], Reason("only", []))
        search = Search(self.rules, self.policy, situation, self.most)
        start = perf_counter()
        while not search.is_over() and not self.budget.is_spent(search.tries, start):
            search.advance()
        return search.decision()
