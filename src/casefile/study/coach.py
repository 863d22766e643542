"""The coach: did a decision that was just made cost much, by what its player knew?"""

from casefile.bots.base import Candidate, Decision
from casefile.core.rules import Rules
from casefile.study.judge import NetJudge, judge_for
from casefile.study.questions import QUICK, Effort, Question, played_out

SUSPECT_POINTS, SUSPECT_CHANCE = 2.0, 0.02  # from where on a first look is followed by a second one
COSTLY_POINTS, COSTLY_CHANCE = 5.0, 0.05  # from where on the second one calls a decision costly
SECOND_LOOK = Effort(worlds=48, most=2, ahead=True)  # at what was chosen, and what seems better
SECOND_LOOK_PLAYED_OUT = Effort(worlds=40, most=2, ahead=True)


def costly(rules: Rules, question: Question) -> Decision | None:
    """What would have been clearly better, with the reason; nothing if the decision was sound, or nearly so.

    A glance at all actions comes first. Only if it finds something better is that compared with what was chosen, in
    many more worlds. The candidates are these two: a decision is called costly only if both looks agree.
    """
    if len(question.actions) < 2:
        return None
    return second_look(rules, question, appraise(rules, question, QUICK))


def second_look(rules: Rules, question: Question, first: Decision) -> Decision | None:
    """What is clearly better than what was chosen, if a first look said so and a second one, in many worlds, agrees."""
    if not is_suspect(first, question.chosen):
        return None
    again = Question(question.view, sorted({first.action, question.chosen}), question.target, question.chosen)
    second = appraise(rules, again, SECOND_LOOK)
    lost = loss_of(second, question.chosen)
    if second.action != first.action or (lost.points < COSTLY_POINTS and lost.chance < COSTLY_CHANCE):
        return None
    return Decision(second.action, second.candidates, first.reason)


def appraise(rules: Rules, question: Question, effort: Effort) -> Decision:
    """The verdict of the case's judge; where it has no net, rounds are played out, fewer of them."""
    judge = judge_for(rules, effort)
    if isinstance(judge, NetJudge):
        if effort is SECOND_LOOK:
            judge.slope = 1.0  # two actions in many worlds: none of them looks best by luck, and their gap is true
        return next(judge.appraise([question]))
    worlds = SECOND_LOOK_PLAYED_OUT if effort is SECOND_LOOK else effort
    return played_out(rules, judge.policy, question, worlds)


def loss_of(decision: Decision, chosen: int) -> Candidate:
    """What an action cost against the best one: points, and the chance to win."""
    best = decision.candidates[0]
    mine = next(each for each in decision.candidates if each.action == chosen)
    return Candidate(chosen, max(0.0, best.points - mine.points), max(0.0, best.chance - mine.chance), mine.tries)


def is_suspect(decision: Decision, chosen: int) -> bool:
    """Did an action cost so much, by a first look, that it is worth another one?"""
    lost = loss_of(decision, chosen)
    return lost.points >= SUSPECT_POINTS or lost.chance >= SUSPECT_CHANCE
