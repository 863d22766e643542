"""Judges: what every legal action is worth to a seat, by what that seat knows, and what a table is worth to each side.

A judge has two duties. `appraise` answers as a seat: it gets a view and nothing else, and draws its own chance from the
view itself, so the same knowledge gets the same verdict wherever the unseen cards lie. `worth` looks at a table from
above: it sees all hands, but not the order in which unseen cards lie in the case file, which is chance that is still to
come. A case with a net is judged by the net and its critic, any other by playing rounds out.
"""

import tomllib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from casefile.bots.base import Candidate, Decision, Reason
from casefile.bots.outlook import chances
from casefile.bots.search import play_out
from casefile.core.case import Case
from casefile.core.counts import added_up
from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.state import OVER, State
from casefile.errors import CasefileError
from casefile.learn.chance import hidden_part
from casefile.learn.lookahead import Lookahead, judge, play_on
from casefile.learn.net import GAIN, POINTS, Net, net_of
from casefile.learn.vidocq import advise
from casefile.registry import policy_for
from casefile.study.questions import QUICK, Effort, Question, enter, played_out, situation_of

FILE = "judge.toml"  # in the folder of a case, made by bench/review.py --truth
TOGETHER = 24  # questions that a net is asked in one go
ROWS = 512  # tables that a critic is shown in one go
CHOICE = 3  # worlds that are dealt for each one that is tried
ORDERS = 4  # of the case file, over which the worth of a table is averaged


@dataclass
class Worth:
    """What a table is worth to each side."""

    chances: list[float]  # to win the match
    points: list[float]  # of the round, ahead of the best other side


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
    def running_worth(self, states: Sequence[State], target: int, orders: int) -> list[Worth]:
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

    def worth(self, states: Sequence[State], target: int, orders: int = ORDERS) -> list[Worth]:
        """What tables are worth to each side: the chance to win the match, and the points of the round ahead.

        It is a mean over so many orders of the unseen cards in the case file.
        """
        running = [state for state in states if state.phase != OVER]
        found = iter(self.running_worth(running, target, orders) if running else ())
        return [
            next(found) if state.phase != OVER else self.result(state.scores, self.rules.score(state).totals(), target)
            for state in states
        ]

    def outlook(self, scores: list[int], target: int) -> list[float]:
        """The chance of each side to win the match, between two rounds."""
        return chances(scores, target, self.policy.pace, self.policy.spread)

    def result(self, scores: list[int], totals: list[int], target: int) -> Worth:
        """What a round was worth that began with these scores and brought these points."""
        after = [old + new for old, new in zip(scores, totals, strict=True)]
        return Worth(self.outlook(after, target), margins(totals))


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


def mean_of(worths: Sequence[Worth]) -> Worth:
    """What some tables are worth on average."""
    chances_by_side = zip(*[each.chances for each in worths], strict=True)
    points_by_side = zip(*[each.points for each in worths], strict=True)
    return Worth(
        [added_up(list(side)) / len(worths) for side in chances_by_side],
        [added_up(list(side)) / len(worths) for side in points_by_side],
    )


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
            pick = self.rng.below(65536) / 65536 * added_up(weights)
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

    def running_worth(self, states: Sequence[State], target: int, orders: int) -> list[Worth]:
        """What the critic says, as a mean over orders of the unseen cards."""
        tables = [other for state in states for other in other_orders(state, orders)]
        found = [
            worth for at in range(0, len(tables), ROWS) for worth in self.criticize(tables[at : at + ROWS], target)
        ]
        return [mean_of(found[at : at + orders]) for at in range(0, len(found), orders)]

    def criticize(self, tables: list[State], target: int) -> list[Worth]:
        """What the critic says of some tables."""
        sides, writer = self.rules.sides, self.net.writer
        actors = [state.actor() for state in tables]
        seen = [writer.row(self.rules.glance(state, seat), target) for state, seat in zip(tables, actors, strict=True)]
        hidden = [writer.hidden_row(state, seat) for state, seat in zip(tables, actors, strict=True)]
        worths = []
        for state, seat, values in zip(tables, actors, self.net.criticize(seen, hidden), strict=True):
            steps = [(side - seat) % sides for side in range(sides)]
            before = self.outlook(state.scores, target)
            gains = [values[step] * GAIN for step in steps]
            points = [values[len(values) // 2 + step] * POINTS for step in steps]
            worths.append(
                Worth([min(1.0, max(0.0, old + new)) for old, new in zip(before, gains, strict=True)], points)
            )
        return worths


class RolloutJudge(Judge):
    """Judges by playing rounds out, for cases without a net."""

    def decide(self, questions: Sequence[Question]) -> list[Decision]:
        """A race each, in which what was chosen stays to the end."""
        return [played_out(self.rules, self.policy, question, self.effort) for question in questions]

    def running_worth(self, states: Sequence[State], target: int, orders: int) -> list[Worth]:
        """What came out on average when all seats played on by the policy."""
        return [
            mean_of(
                [
                    self.result(
                        state.scores, play_out(self.rules, self.policy, other.clone(), state.actor(), whim), target
                    )
                    for other in other_orders(state, orders)
                    for whim in range(max(1, self.effort.worlds // orders))
                ]
            )
            for state in states
        ]


def judge_for(rules: Rules, effort: Effort = QUICK) -> Judge:
    """The judge of a game: by its net, or, where it has none, by playing rounds out."""
    net = net_of(rules)
    return RolloutJudge(rules, effort) if net is None else NetJudge(rules, net, effort)
