"""Bots that decide at a glance: any action, a beginner's, and a sound player's."""

from typing import Final

from casefile.bots.base import Bot, Candidate, Decision, Reason, Situation
from casefile.bots.policy import Policy
from casefile.core.rng import Rng

OVERLOOKED: Final = 35  # percent of the options that a beginner does not see
MISJUDGED: Final = 70  # tenths of points by which an action may seem better than it is, at a glance


class RandomBot(Bot):
    """Any legal action, with the same chance."""

    def decide(self, situation: Situation) -> Decision:
        """One of the legal actions."""
        actions = situation.actions
        return Decision(actions[Rng(situation.seed).below(len(actions))], [], Reason("random", []))


class Constable(Bot):
    """A beginner: sees what is obvious, if at all, and does it at once."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def decide(self, situation: Situation) -> Decision:
        """The best of the actions that are not overlooked."""
        rng = Rng(situation.seed)
        actions = situation.actions
        seen = [action for action in actions if rng.below(100) >= OVERLOOKED] if len(actions) > 1 else actions
        return glance(self.policy, situation, seen or actions, rng)


class Sergeant(Bot):
    """A sound player: what looks best with all that the case teaches, judged at a glance."""

    def __init__(self, policy: Policy, misjudged: int = MISJUDGED) -> None:
        self.policy = policy
        self.misjudged = misjudged

    def decide(self, situation: Situation) -> Decision:
        """The action that looks best, or one that is hardly worse."""
        return glance(self.policy, situation, situation.actions, Rng(situation.seed), self.misjudged)


def glance(policy: Policy, situation: Situation, actions: list[int], rng: Rng, misjudged: int = 1) -> Decision:
    """The action that looks best; of equals, or of those that are misjudged, any."""
    view = situation.view
    candidates: list[Candidate] = []
    if len(actions) == 1:
        return Decision(actions[0], candidates, policy.reason(view, actions[0]))
    weights = policy.weigh(view, actions)
    seeming = [weight + rng.below(misjudged) for weight in weights]
    best = max(seeming)
    equal = [actions[at] for at in range(len(actions)) if seeming[at] == best]
    action = equal[rng.below(len(equal))]
    return Decision(action, candidates, policy.why(view, actions, weights, action))
