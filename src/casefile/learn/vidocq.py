"""The players that a net makes: one that goes by the net alone, and one that thinks ahead from there.

Both decide from the view alone. What the net says is rounded before it is compared, so that a decision does not hang on
the last digits of a machine's arithmetic.
"""

from collections.abc import Sequence
from math import exp
from pathlib import Path

from casefile.bots.base import Bot, Decision, Reason, Situation
from casefile.bots.policy import Policy
from casefile.bots.search import Advice, Budget, Search, Thinker
from casefile.core.counts import added_up
from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.errors import CasefileError
from casefile.learn.lookahead import Lookahead
from casefile.learn.net import Net
from casefile.registry import policy_for

MOST = 6  # candidates that are tried
POINTS_PER_LOGIT = 1.5  # how much better an action is that the net prefers e times as much
LEAST_LOGIT = -8.0  # below the best: what is less likely counts the same
TRUST = 0.5  # in what the net infers: it learned from players like itself, and others mean less by what they do
DIGITS = 3
LONG = 60  # turns after which a player that never varies could go in circles with another one


class Instant(Bot):
    """Does what the net thinks best, at a glance."""

    def __init__(self, rules: Rules, policy: Policy, net: Net) -> None:
        self.rules = rules
        self.policy = policy
        self.net = net

    def decide(self, situation: Situation) -> Decision:
        """The action with the greatest weight; in a very long round one by chance, the freer the longer it lasts."""
        actions = situation.actions
        if len(actions) == 1:
            return Decision(actions[0], [], Reason("only", []))
        view = situation.view
        logits = preferences(self.net, self.net.look(view, situation.target).wishes, actions)
        best = logits.index(max(logits))
        if view.turns > LONG:
            freedom = (LONG / view.turns) ** 2
            best = draw([logit * freedom for logit in logits], Rng(situation.seed))
        reason = self.policy.why(view, actions, self.policy.weigh(view, actions), actions[best])
        return Decision(actions[best], [], reason)


class Vidocq(Thinker):
    """Tries out what the net prefers, in worlds that it believes in."""

    def __init__(self, rules: Rules, policy: Policy, net: Net, budget: Budget) -> None:
        super().__init__(rules, policy, budget, MOST, infers=False)
        self.net = net

    def race(self, situation: Situation) -> Search:
        """What the net prefers, in worlds that it believes in."""
        return Lookahead(self.rules, self.policy, situation, self.most, self.net, advise(self.net, situation))


def advise(net: Net, situation: Situation) -> Advice:
    """What the net prefers, in points, and where it believes the hidden cards to lie."""
    view = situation.view
    judged = net.look(view, situation.target)
    worths = [logit * POINTS_PER_LOGIT for logit in preferences(net, judged.wishes, situation.actions)]
    odds = [0.0] * (view.seats * view.kinds)
    for step, believed in enumerate(net.odds(judged)[: view.seats - 1]):
        seat = (view.seat + 1 + step) % view.seats
        odds[seat * view.kinds : (seat + 1) * view.kinds] = [each * TRUST for each in believed]
    return Advice(worths, odds)


def with_net(rules: Rules, net: str, tries: int = 0) -> Bot:
    """A player with a net of one's own: `casefile.learn.vidocq:with_net(net=build/mine.safetensors)` in the arena."""
    if tries < 0:
        raise CasefileError(f"tries: a number from 0 on, where 0 decides at a glance, not {tries}")
    from casefile.learn.numpy_net import NumpyNet  # here, as a tab of a browser has no NumPy

    policy, own = policy_for(rules), NumpyNet(rules, Path(net))
    return Vidocq(rules, policy, own, Budget(tries)) if tries else Instant(rules, policy, own)


def preferences(net: Net, wishes: Sequence[float], actions: list[int]) -> list[float]:
    """How much the net prefers each action, as logits below that of the best."""
    logits = net.weigh(wishes, actions)
    best = max(logits)
    return [round(max(logit - best, LEAST_LOGIT), DIGITS) for logit in logits]


def draw(logits: list[float], rng: Rng) -> int:
    """One of the actions, by the chance that the net gives it."""
    weights = [exp(logit) for logit in logits]
    pick = rng.below(65536) / 65536 * added_up(weights)
    for at, weight in enumerate(weights):
        pick -= weight
        if pick < 0:
            return at
    return logits.index(max(logits))
