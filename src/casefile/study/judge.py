"""Judges: what every legal action is worth to a seat, by what that seat knows, and what a table is worth to each side.

A judge has two duties. `appraise` answers as a seat: it gets a view and nothing else, and draws its own chance from the
view itself, so the same knowledge gets the same verdict wherever the unseen cards lie. `worth` looks at a table from
above: it sees all hands, but not the order in which unseen cards lie in the case file, which is chance that is still to
come. A case with a net is judged by the net and its critic, any other by playing rounds out.
"""

import tomllib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from casefile.arena.luck import hidden_part
from casefile.bots.base import Candidate, Decision, Reason
from casefile.bots.outlook import chances
from casefile.bots.search import play_out
from casefile.core.case import Case
from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.state import OVER, State
from casefile.errors import CasefileError
from casefile.learn.lookahead import Lookahead, as_array, judge, play_on
from casefile.learn.net import GAIN, POINTS, Net, net_of
from casefile.learn.vidocq import advise
from casefile.registry import policy_for
from casefile.study.questions import QUICK, Effort, Question, enter, played_out, situation_of

Worths = npt.NDArray[np.float64]  # table; the chance to win the match, then the points ahead in the round; side
FILE = "judge.toml"  # in the folder of a case, made by bench/review.py --truth
TOGETHER = 24  # questions that a net is asked in one go
ROWS = 512  # tables that a critic is shown in one go
CHOICE = 3  # worlds that are dealt for each one that is tried
ORDERS = 4  # of the case file, over which the worth of a table is averaged


class Judge(ABC):
    """What every judge does."""

    def __init__(self, rules: Rules, effort: Effort) -> None:
        self.rules = rules
        self.effort = effort
        self.policy = policy_for(rules)
        self.slope = 1.0  # what losses come to, of those that are claimed

    @abstractmethod
    def decide(self, questions: Sequence[Question]) -> list[Decision]:
        """The verdicts on some questions with more than one legal action, together."""

    @abstractmethod
    def running_worth(self, states: Sequence[State], target: int, orders: int) -> Worths:
        """What tables are worth where the round goes on."""

    def appraise(self, questions: Sequence[Question]) -> Iterator[Decision]:
        """A verdict on each question, in order: the best action and why, and all legal ones, best first.

        Their values are the chance of the seat's side to win the match, and the points of the round ahead of the best
        other side; `tries` says in how many worlds an action was tried, and 0 that its value is a guess.
        """
        for start in range(0, len(questions), TOGETHER):
            batch = questions[start : start + TOGETHER]
            decided = iter(self.decide([question for question in batch if len(question.actions) > 1]))
            for question in batch:
                yield (
                    shrunk(next(decided), self.slope)
                    if len(question.actions) > 1
                    else Decision(question.actions[0], [], Reason("only", []))
                )

    def worth(self, states: Sequence[State], target: int, orders: int = ORDERS) -> Worths:
        """What tables are worth to each side: the chance to win the match, and the points of the round ahead.

        It is a mean over so many orders of the unseen cards in the case file.
        """
        worths = np.zeros((len(states), 2, self.rules.sides))
        running = [at for at, state in enumerate(states) if state.phase != OVER]
        for at, state in enumerate(states):
            if state.phase == OVER:
                worths[at] = self.result(state.scores, self.rules.score(state).totals(), target)
        if running:
            worths[running] = self.running_worth([states[at] for at in running], target, orders)
        return worths

    def outlook(self, scores: list[int], target: int) -> list[float]:
        """The chance of each side to win the match, between two rounds."""
        return chances(scores, target, self.policy.pace, self.policy.spread)

    def result(self, scores: list[int], totals: list[int], target: int) -> Worths:
        """What a round was worth that began with these scores and brought these points."""
        after = [old + new for old, new in zip(scores, totals, strict=True)]
        return np.array([self.outlook(after, target), margins(totals)])


def shrunk(decision: Decision, slope: float) -> Decision:
    """A verdict with all gaps to the best action made smaller by so much."""
    if slope == 1.0 or not decision.candidates:
        return decision
    best = decision.candidates[0]
    candidates = [
        Candidate(
            one.action,
            best.points - slope * (best.points - one.points),
            best.chance - slope * (best.chance - one.chance),
            one.tries,
        )
        for one in decision.candidates
    ]
    return Decision(decision.action, candidates, decision.reason)


@cache
def slope_of(case: Case) -> float:
    """What the losses that the net of a case claims come to when rounds are played to their end, as it was measured."""
    path = files(case.package) / FILE
    if not path.is_file():
        return 1.0
    try:
        return min(1.0, float(tomllib.loads(path.read_text("utf-8"))["slope"]))
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError):
        raise CasefileError(f"{case.package}: {FILE}: must have a slope between 0 and 1") from None


def margins(totals: Sequence[float]) -> list[float]:
    """By how much each side is ahead of the best other one."""
    return [total - max(other for at, other in enumerate(totals) if at != side) for side, total in enumerate(totals)]


def other_orders(state: State, orders: int) -> Iterator[State]:
    """The table with its unseen cards of the case file in other orders, which do not depend on the real one."""
    hidden = hidden_part(state)
    for order in range(orders):
        other = state.clone()
        cards = sorted(state.case_file[:hidden])
        Rng(f"order/{order}").shuffle(cards)
        other.case_file[:hidden] = cards
        yield other


class Race(Lookahead):
    """A race over worlds that were dealt beforehand, of which the likelier ones are taken: quicker than one by one."""

    def deal(self, worlds: int) -> None:
        """Deal several times as many worlds as are wanted, and draw from them by how likely the net thinks each."""
        assert self.suspicions is not None
        dealt = [self.rules.determinize(self.situation.view, self.rng) for _ in range(worlds * CHOICE)]
        weights = [self.suspicions.weight(world) for world in dealt]
        self.dealt: list[State] = []
        for _ in range(worlds):
            pick = self.rng.below(65536) / 65536 * sum(weights)
            at = 0
            while at < len(dealt) - 1 and (pick := pick - weights[at]) >= 0:
                at += 1
            weights.pop(at)
            self.dealt.append(dealt.pop(at))

    def deal_world(self) -> State:
        """The next of the worlds that were drawn."""
        return self.dealt.pop()


class NetJudge(Judge):
    """Judges by a net: worlds that it believes in, and a critic that sees all cards of a world."""

    def __init__(self, rules: Rules, net: Net, effort: Effort) -> None:
        super().__init__(rules, effort)
        self.net = net
        self.slope = slope_of(rules.case)

    def decide(self, questions: Sequence[Question]) -> list[Decision]:
        """All races run together, so that the critic is asked rarely and much at once."""
        rules, net = self.rules, self.net
        races = []
        for question in questions:
            situation = situation_of(question)
            race = Race(rules, self.policy, situation, len(question.actions), net, advise(net, situation))
            race.deal(self.effort.worlds)
            enter(race, question, self.effort.most)
            races.append(race)
        tries = [one for race in races for one in race.more_tries(self.effort.worlds)]
        for start in range(0, len(tries), ROWS):
            some = tries[start : start + ROWS]
            if self.effort.ahead:
                play_on(rules, net, some)
            judge(rules, net, some)
        return [race.decision() for race in races]

    def running_worth(self, states: Sequence[State], target: int, orders: int) -> Worths:
        """What the critic says, as a mean over orders of the unseen cards."""
        tables = [other for state in states for other in other_orders(state, orders)]
        found = np.concatenate([self.criticize(tables[at : at + ROWS], target) for at in range(0, len(tables), ROWS)])
        return np.asarray(found.reshape(len(states), orders, 2, -1).mean(1))

    def criticize(self, tables: list[State], target: int) -> Worths:
        """What the critic says of some tables."""
        sides, writer = self.rules.sides, self.net.writer
        actors = [state.actor() for state in tables]
        seen = [writer.row(self.rules.glance(state, seat), target) for state, seat in zip(tables, actors, strict=True)]
        hidden = [writer.hidden_row(state, seat) for state, seat in zip(tables, actors, strict=True)]
        values = self.net.criticize(as_array(seen), as_array(hidden)).reshape(len(tables), 2, -1)
        worths = np.zeros((len(tables), 2, sides))
        for at, seat in enumerate(actors):
            steps = [(side - seat) % sides for side in range(sides)]
            worths[at, 0] = self.outlook(tables[at].scores, target) + values[at, 0, steps] * GAIN
            worths[at, 1] = values[at, 1, steps] * POINTS
        worths[:, 0] = worths[:, 0].clip(0, 1)
        return worths


class RolloutJudge(Judge):
    """Judges by playing rounds out, for cases without a net."""

    def decide(self, questions: Sequence[Question]) -> list[Decision]:
        """A race each, in which what was chosen stays to the end."""
        return [played_out(self.rules, self.policy, question, self.effort) for question in questions]

    def running_worth(self, states: Sequence[State], target: int, orders: int) -> Worths:
        """What came out on average when all seats played on by the policy."""
        worths = []
        for state in states:
            ends = [
                self.result(state.scores, play_out(self.rules, self.policy, other.clone(), state.actor(), whim), target)
                for other in other_orders(state, orders)
                for whim in range(max(1, self.effort.worlds // orders))
            ]
            worths.append(np.mean(ends, 0))
        return np.array(worths)


def judge_for(rules: Rules, effort: Effort = QUICK) -> Judge:
    """The judge of a game: by its net, or, where it has none, by playing rounds out."""
    net = net_of(rules)
    return RolloutJudge(rules, effort) if net is None else NetJudge(rules, net, effort)
