"""What if: another action at a decision of a match, what it is worth, and how the best players would go on from there.

An action is judged as in a review, by nothing but what its seat knew. The line that follows it is played with the cards
as they really lay, each seat by what it sees, by the strongest player that decides at a glance.
"""

from collections.abc import Callable
from dataclasses import dataclass

from casefile.bots.base import Bot, Decision, Reason
from casefile.bots.plain import Sergeant
from casefile.core.rules import Rules
from casefile.core.state import OVER
from casefile.match import Match
from casefile.players import make_learned
from casefile.players.play import situation_of
from casefile.registry import policy_for
from casefile.study.judge import NetJudge, judge_for
from casefile.study.questions import QUICK, Effort, Question, played_out

AHEAD = 8  # steps that are played on
PLAIN = Effort(worlds=40, most=8, ahead=False)  # where there is no net


@dataclass
class Advisers:
    """Who judges, and who plays on: nets where there are any."""

    rules: Rules

    def __post_init__(self) -> None:
        self.policy = policy_for(self.rules)
        judge = judge_for(self.rules, QUICK)
        self.judge = judge if isinstance(judge, NetJudge) else None
        self.player: Bot = make_learned(self.rules, self.policy, None) or Sergeant(self.policy, misjudged=1)

    def appraise(self, match: Match, chosen: int) -> Decision:
        """What every legal action is worth to the seat that has to choose, by what it knows."""
        seat = match.state.actor()
        view = match.rules.view(match.state, seat)
        question = Question(view, match.rules.legal(match.state, seat), match.target, chosen)
        if len(question.actions) == 1:
            return Decision(question.actions[0], [], Reason("only", []))
        if self.judge is not None:
            return next(self.judge.appraise([question]))
        return played_out(self.rules, self.policy, question, PLAIN)

    def worth(self, match: Match) -> tuple[list[float], list[float]] | None:
        """The chance of each side to win the match, and the points ahead, seen from above; not without a net."""
        if self.judge is None:
            return None
        worth = self.judge.worth([match.state], match.target)[0]
        return worth.chances, worth.points


def play_on(match: Match, player: Bot, watch: Callable[[Match], None], most: int = AHEAD) -> None:
    """Let a match go on for some steps, to the end of the round at most; the watcher is called after each of them."""
    for _ in range(most):
        if match.state.phase == OVER:
            return
        seat = match.state.actor()
        match.apply(seat, player.decide(situation_of(match, seat, story=True)).action)
        watch(match)
