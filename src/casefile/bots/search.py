"""Think ahead: deal the unseen cards anew, try the candidates in the same worlds, and play the rounds out.

One world says little: two candidates of equal worth come out twenty points apart by luck. So what the worlds say is
weighed against what the policy says, which is worth as much as some hundred worlds, and tries go where they can still
change the decision.
"""

from math import erf, exp, pi, sqrt
from time import perf_counter
from typing import Final

from mypy_extensions import mypyc_attr

from casefile.bots.base import Bot, Candidate, Decision, Reason, Situation
from casefile.bots.deduce import Beliefs, Suspicions, likely_world
from casefile.bots.outlook import chances
from casefile.bots.policy import POINT, Policy
from casefile.core.counts import added_up
from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.state import OVER, State

CAP: Final = 600  # decisions after which a round that is played out counts for nobody (C-23)
FIRST_LOOK: Final = 6  # worlds before a candidate can be dropped
WORTH_KNOWING: Final = 0.001  # as a chance to win: what a candidate that stays in the race may be expected to add
POINT_IN_VAIN: Final = 0.01  # as a chance to win: what a point counts in a match that no move can turn any more
# What a gap between the policy's weights tells of the true one, in points. Measured over many positions of every case.
TRUE_SHARE: Final = 0.5
DOUBT: Final = 1.0  # between equals
MORE_DOUBT: Final = 0.4  # for every point of the gap
FARTHEST: Final = 12.0  # a larger gap tells no more
USUAL: Final = 4  # worlds for which the usual spread of outcomes stands in, as few tell nothing of their own


class Budget:
    """How long a bot may think: rounds played out, or seconds, whichever is reached first; 0 sets no limit."""

    def __init__(self, tries: int, seconds: float = 0.0) -> None:
        self.tries = tries
        self.seconds = seconds

    def is_spent(self, tries: int, start: float) -> bool:
        """Is it used up, if thinking began at that time?"""
        if self.tries and tries >= self.tries:
            return True
        return self.seconds > 0 and perf_counter() - start >= self.seconds


class Advice:
    """What a net thinks of a situation before anything is tried."""

    def __init__(self, worths: list[float], odds: list[float]) -> None:
        self.worths = worths  # of the legal actions, in points; only differences count
        self.odds = odds  # see Beliefs


class Racer:
    """A candidate in the race."""

    def __init__(self, action: int, worth: float) -> None:
        self.action = action
        self.worth = worth  # by the policy, in points
        self.chance: list[float] = []  # to win the match, by world
        self.points: list[float] = []  # ahead of the best other side, by world
        self.is_out = False


class Scale:
    """How chances to win go with points, and how far they spread, over all tries so far."""

    def __init__(self) -> None:
        self.tries = 0
        self.points = 0.0
        self.chance = 0.0
        self.squared_points = 0.0
        self.squared_chance = 0.0
        self.product = 0.0

    def add(self, points: float, chance: float) -> None:
        """Take in one more outcome."""
        self.tries += 1
        self.points += points
        self.chance += chance
        self.squared_points += points * points
        self.squared_chance += chance * chance
        self.product += points * chance

    def slope(self) -> float:
        """The chance that one more point brings."""
        tries = max(1, self.tries)
        spread = self.squared_points - self.points * self.points / tries
        return max(0.0001, (self.product - self.points * self.chance / tries) / max(1.0, spread))

    def variance(self) -> float:
        """The variance of the chance to win."""
        tries = max(1, self.tries)
        return max(0.0, (self.squared_chance - self.chance * self.chance / tries) / tries) + 1e-8

    def variance_of_points(self) -> float:
        """The variance of the points."""
        tries = max(1, self.tries)
        return max(0.0, (self.squared_points - self.points * self.points / tries) / tries) + 1e-8


@mypyc_attr(allow_interpreted_subclasses=True)
class Search:
    """A race of candidates over worlds; it can be asked for the best one at any moment."""

    def __init__(
        self,
        rules: Rules,
        policy: Policy,
        situation: Situation,
        most: int,
        *,
        misjudged: int = 1,
        infers: bool,
        advice: Advice | None = None,
    ) -> None:
        """Race at most `most` candidates; each may look better by less than `misjudged` tenths of a point."""
        self.rules = rules
        self.policy = policy
        self.situation = situation
        self.rng = Rng(situation.seed)
        self.suspicions: Suspicions | None = None
        if advice is not None:
            self.suspicions = Beliefs(situation.view.seat, advice.odds)
        elif infers:
            self.suspicions = Suspicions(rules, situation)
        self.scale = Scale()
        self.worlds = 0
        self.next_look = FIRST_LOOK
        view = situation.view
        self.side = view.side(view.seat)
        self.weights = policy.weigh(view, situation.actions)
        worths = [(weight + self.rng.below(misjudged)) / POINT for weight in self.weights]
        if advice is not None:
            worths = advice.worths
        order = sorted(range(len(worths)), key=lambda at: -worths[at])[:most]
        self.racers = [Racer(situation.actions[at], worths[at]) for at in order]

    def is_over(self) -> bool:
        """Is one candidate left?"""
        return sum([not racer.is_out for racer in self.racers]) <= 1

    def advance(self) -> None:
        """Try all candidates that are left in one more world."""
        world = self.deal_world()
        whim = self.rng.below(65536)
        for racer in self.racers:
            if not racer.is_out:
                self.try_out(racer, world.clone(), whim)
        self.worlds += 1
        if self.worlds == self.next_look:
            self.next_look += 1 + self.worlds // 8
            self.drop_the_hopeless()

    def deal_world(self) -> State:
        """A world that agrees with all that the seat knows; a bot that infers prefers one that explains what it saw."""
        if self.suspicions is None:
            return self.rules.determinize(self.situation.view, self.rng)
        return likely_world(self.rules, self.situation, self.suspicions, self.rng)

    def try_out(self, racer: Racer, world: State, whim: int) -> None:
        """Carry out the candidate in a world, play the round out, and look at the match after it."""
        view = self.situation.view
        self.rules.apply(world, view.seat, racer.action)
        totals = play_out(self.rules, self.policy, world, view.seat, whim)
        scores = [view.scores[side] + totals[side] for side in range(view.sides)]
        chance = chances(scores, self.situation.target, self.policy.pace, self.policy.spread)[self.side]
        points = totals[self.side] - max([totals[side] for side in range(view.sides) if side != self.side])
        racer.chance.append(chance)
        racer.points.append(points)
        self.scale.add(points, chance)

    def drop_the_hopeless(self) -> None:
        """Candidates leave the race if more tries are not expected to show that they are better than the leader."""
        best = self.leader()
        for racer in self.racers:
            if racer is not best and not racer.is_out:
                lead, doubt = self.lead(racer, best)
                racer.is_out = hope(lead, doubt) < WORTH_KNOWING

    def leader(self) -> Racer:
        """The best candidate so far; before the first try, the one that looks best."""
        best = self.racers[0]
        for racer in self.racers:
            if not racer.is_out and (best.is_out or self.lead(racer, best)[0] > 0):
                best = racer
        return best

    def is_decided(self) -> bool:
        """Is the match won or lost whatever is played, as far as was tried? Then the points of the round count."""
        return self.scale.tries > 0 and self.scale.variance() < WORTH_KNOWING * WORTH_KNOWING

    def lead(self, one: Racer, other: Racer) -> tuple[float, float]:
        """How much better one is, as a chance to win, and the doubt."""
        if not self.is_decided():
            return self.chance_ahead(one, other)
        ahead, doubt = self.points_ahead(one, other)
        return ahead * POINT_IN_VAIN, doubt * POINT_IN_VAIN

    def chance_ahead(self, one: Racer, other: Racer) -> tuple[float, float]:
        """How much better the chance of one is, and the doubt: policy and worlds each count by how sure they are."""
        slope = self.scale.slope()
        gap = max(-FARTHEST, min(FARTHEST, one.worth - other.worth))
        prior = TRUE_SHARE * gap * slope
        prior_doubt = (DOUBT + MORE_DOUBT * abs(gap)) * slope
        return weigh(prior, prior_doubt, one.chance, other.chance, self.scale.variance())

    def points_ahead(self, one: Racer, other: Racer) -> tuple[float, float]:
        """How many points one brings more than the other, and the doubt, weighed like the chances."""
        gap = max(-FARTHEST, min(FARTHEST, one.worth - other.worth))
        doubt = DOUBT + MORE_DOUBT * abs(gap)
        return weigh(TRUE_SHARE * gap, doubt, one.points, other.points, self.scale.variance_of_points())

    def decision(self) -> Decision:
        """The best move so far, with all that was thought about."""
        best = self.leader()
        chance = mean(best.chance)
        points = mean(best.points)
        candidates = [Candidate(best.action, points, chance, len(best.chance))]
        for racer in self.racers:
            if racer is not best:
                lead = self.chance_ahead(racer, best)[0]
                ahead = self.points_ahead(racer, best)[0]
                if self.is_decided():
                    lead, ahead = 0.0, min(0.0, ahead)
                likely = max(0.0, chance + min(0.0, lead))
                candidates.append(Candidate(racer.action, points + ahead, likely, len(racer.chance)))
        candidates.sort(key=lambda one: (one.action != best.action, -one.chance, -one.points))
        reason = self.policy.why(self.situation.view, self.situation.actions, self.weights, best.action)
        return Decision(best.action, candidates, reason)


def weigh(
    prior: float, doubt: float, ones: list[float], others: list[float], usual_variance: float
) -> tuple[float, float]:
    """How far one is ahead of another, and the doubt: by what was thought before, and by the outcomes in each world."""
    trust = 1 / (doubt * doubt)
    gaps = [ours - theirs for ours, theirs in zip(ones, others, strict=False)]
    if not gaps:
        return prior, doubt
    middle = added_up(gaps) / len(gaps)
    squares = added_up([(apart - middle) * (apart - middle) for apart in gaps]) + USUAL * usual_variance
    measured = len(gaps) * (len(gaps) - 1 + USUAL) / squares
    return (middle * measured + prior * trust) / (measured + trust), 1 / sqrt(measured + trust)


def mean(values: list[float]) -> float:
    """The mean of some numbers; 0 if there are none."""
    return added_up(values) / max(1, len(values))


def hope(lead: float, doubt: float) -> float:
    """What it is worth to find out whether a candidate is better after all: its lead if so, else nothing."""
    distance = lead / doubt
    return doubt * exp(-distance * distance / 2) / sqrt(2 * pi) + lead * (1 + erf(distance / sqrt(2))) / 2


def play_out(rules: Rules, policy: Policy, state: State, seat: int, whim: int) -> list[int]:
    """The points of each side when all seats play on by the policy, each from its own view.

    One seat draws from the top of the case file, and all others from its bottom, as long as nobody has looked into it:
    so what one draws does not change what the others draw, and candidates are compared with less luck.
    """
    is_turned = False
    for _ in range(CAP):
        if state.phase == OVER:
            return rules.score(state).totals()
        actor = state.actor()
        if (actor != seat) != is_turned and state.may_turn_file():
            state.turn_file()
            is_turned = not is_turned
        actions = rules.legal(state, actor)
        action = actions[0] if len(actions) == 1 else policy.pick(rules.glance(state, actor), actions, whim + actor)
        rules.apply(state, actor, action)
    return [0] * state.sides


@mypyc_attr(allow_interpreted_subclasses=True)
class Thinker(Bot):
    """Plans: a race of the best-looking actions over worlds that agree with what the seat knows."""

    def __init__(
        self, rules: Rules, policy: Policy, budget: Budget, most: int, *, misjudged: int = 1, infers: bool
    ) -> None:
        self.rules = rules
        self.policy = policy
        self.budget = budget
        self.most = most
        self.misjudged = misjudged
        self.wants_story = infers

    def race(self, situation: Situation) -> Search:
        """The candidates at the start."""
        return Search(self.rules, self.policy, situation, self.most, misjudged=self.misjudged, infers=self.wants_story)

    def decide(self, situation: Situation) -> Decision:
        """The winner of the race."""
        if len(situation.actions) == 1:
            return Decision(situation.actions[0], [], Reason("only", []))
        start = perf_counter()
        search = self.race(situation)
        search.advance()  # nothing can be said of what was never tried
        while not search.is_over() and not self.budget.is_spent(search.scale.tries, start):
            search.advance()
        return search.decision()
