"""Questions to a judge, and the plainest of judges, which plays rounds out: all of it without NumPy."""

from dataclasses import dataclass
from hashlib import sha256

from casefile.bots.base import Decision, Situation
from casefile.bots.policy import Policy
from casefile.bots.search import Search
from casefile.core.actions import NO_ACTION
from casefile.core.rules import Rules
from casefile.core.view import View


@dataclass(frozen=True)
class Question:
    """A decision to judge: all that the seat knew, what it might do, and what it did, if that has to be tried."""

    view: View
    actions: list[int]  # the legal ones
    target: int  # of the match
    chosen: int = NO_ACTION


@dataclass(frozen=True)
class Effort:
    """How hard a judge tries."""

    worlds: int  # that agree with what the seat knows
    most: int  # actions that are tried in them, beside the one that was chosen; of the others only a guess is given
    ahead: bool  # play on until it is the seat's turn again, before a critic judges; playing out does so anyway


QUICK = Effort(worlds=12, most=4, ahead=False)
DEEP = Effort(worlds=96, most=12, ahead=True)


def situation_of(question: Question) -> Situation:
    """A question as bots are asked it; its chance follows from what the seat knows, and from nothing else."""
    seed = sha256(repr(question.view.key()).encode()).hexdigest()[:32]
    return Situation(question.view, question.actions, question.target, seed)


def enter(race: Search, question: Question, most: int) -> None:
    """All legal actions are in the race, but only those that look best, and what was chosen, will be tried."""
    for place, racer in enumerate(race.racers):
        racer.is_out = place >= most and racer.action != question.chosen


def played_out(rules: Rules, policy: Policy, question: Question, effort: Effort) -> Decision:
    """A verdict by playing rounds out: a race in which what was chosen stays to the end."""
    race = Search(rules, policy, situation_of(question), len(question.actions), infers=False)
    enter(race, question, effort.most)
    for _ in range(effort.worlds):
        race.advance()
        for racer in race.racers:
            racer.is_out = racer.is_out and racer.action != question.chosen
    return race.decision()
