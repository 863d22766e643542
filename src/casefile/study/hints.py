"""Hints: what the judge of reviews and of the coach thinks best, so that all three say the same.

A question has one answer: its chance follows from the view, and a review tries the same actions in the same worlds. So
nobody who follows a hint is told afterwards that it was a mistake.
"""

from casefile.bots.base import Bot, Decision, Situation
from casefile.core.rules import Rules
from casefile.players import make_bot
from casefile.study.judge import NetJudge, judge_for
from casefile.study.questions import QUICK, Question

WITHOUT_NET = "dupin"  # is asked where a case has no net, or none can run


class Adviser(Bot):
    """Gives hints, from what a seat knows; in the arena it shows what they are worth."""

    def __init__(self, rules: Rules, thinking: float = 0.0) -> None:
        judge = judge_for(rules, QUICK)
        self.judge = judge if isinstance(judge, NetJudge) else None
        self.bot = None if self.judge else make_bot(WITHOUT_NET, rules, thinking=thinking)
        self.wants_story = self.bot is not None

    def decide(self, situation: Situation) -> Decision:
        """What is best, why, and the alternatives that were tried."""
        if self.judge is None:
            assert self.bot is not None
            return self.bot.decide(situation)
        said = next(self.judge.appraise([Question(situation.view, situation.actions, situation.target)]))
        return Decision(said.action, [each for each in said.candidates if each.tries], said.reason)
