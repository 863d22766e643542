"""The coach: did a decision that was just made cost much, by what its player knew?"""

from casefile.bots.base import Candidate, Decision
from casefile.core.rules import Rules
from casefile.study.judge import NetJudge, judge_for
from casefile.study.questions import QUICK, Effort, Question, played_out

COSTLY_POINTS, COSTLY_CHANCE = 3.0, 0.03  # from where on a decision cost much: what a review calls a mistake
SECOND_LOOK = Effort(worlds=48, most=2, ahead=True)  # at what was chosen, and what seems better
SECOND_LOOK_PLAYED_OUT = Effort(worlds=40, most=2, ahead=True)


def costly(rules: Rules, question: Question) -> Decision | None:
    """What would have been clearly better, with the reason; nothing if the decision was sound, or nearly so.

    A glance at all actions comes first. Only if it finds something clearly better is that compared with what was
    chosen, in many more worlds. The candidates are these two: a decision is called costly only if both looks agree.
    """
    if len(question.actions) < 2:
        return None
    return second_look(rules, question, appraise(rules, question, QUICK))


def second_look(rules: Rules, question: Question, first: Decision) -> Decision | None:
    """What is clearly better than what was chosen, if a first look said so and a second one, in many worlds, agrees."""
    if not is_clear(first, question.chosen):
        return None
    again = Question(question.view, sorted({first.action, question.chosen}), question.target, question.chosen)
    second = appraise(rules, again, SECOND_LOOK)
    if second.action != first.action or not is_clear(second, question.chosen):
        return None
    return Decision(second.action, second.candidates, first.reason)


def appraise(rules: Rules, question: Question, effort: Effort) -> Decision:
    """The verdict of the case's judge; where it has no net, rounds are played out, fewer of them."""
    judge = judge_for(rules, effort)
    if isinstance(judge, NetJudge):
        return next(judge.appraise([question]))
    worlds = SECOND_LOOK_PLAYED_OUT if effort is SECOND_LOOK else effort
    return played_out(rules, judge.policy, question, worlds)


def loss_of(decision: Decision, chosen: int) -> Candidate:
    """What an action cost against the best one: points, and the chance to win."""
    best = decision.candidates[0]
    mine = next(each for each in decision.candidates if each.action == chosen)
    return Candidate(chosen, max(0.0, best.points - mine.points), max(0.0, best.chance - mine.chance), mine.tries)


def is_clear(decision: Decision, chosen: int) -> bool:
    """Did an action cost so much that it is worth a word?"""
    lost = loss_of(decision, chosen)
    return lost.points >= COSTLY_POINTS or lost.chance >= COSTLY_CHANCE
