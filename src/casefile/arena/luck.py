"""The luck of a match that a net can see, so that an arena can take it out (AIVAT, Burch et al. 2018).

Whenever cards come off the case file, the net judges the position that came of it, and those that might as well have
come of it: whatever the bots have done so far, every order of the cards that nobody has looked at is equally likely, as
no bot knows it. By how much the real position is better than the mean of them all is luck. That is nothing on average,
however good or bad the net is; so what came out less the luck has the same expectation as before, and spreads less.

The same holds for the deal of every round but the first, which is compared with other deals. The first deal is played
from every seating, which takes its luck out already.
"""

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from casefile.arena.figures import Luck
from casefile.bots.outlook import chances
from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.state import OVER, State
from casefile.errors import CasefileError
from casefile.learn.chance import could_have_been, is_chance
from casefile.learn.net import Net, net_of
from casefile.match import Match, Round, catch_up
from casefile.registry import policy_for

OTHERS = 24  # deals that are compared with the real one


@dataclass
class Worth:
    """What a position, or the mean of several, is worth to each side: rows for the net, and what is certain."""

    points: npt.NDArray[np.float64]
    chances: npt.NDArray[np.float64]
    rows: list[bytes] = field(default_factory=list)
    weights: list[tuple[float, int]] = field(default_factory=list)  # for each row: how much it counts, and whose it is


@lru_cache(8)
def cached_net(rules: Rules) -> Net | None:
    """The net of a game, read once."""
    return net_of(rules)


def needed_net(rules: Rules) -> Net:
    """The net that judges a game, or one line that says that there is none."""
    net = cached_net(rules)
    if net is None:
        raise CasefileError(f"--less-luck: {rules.case.name} has no net that could tell luck from skill; leave it out")
    return net


def luck_of(match: Match) -> Luck:
    """The luck of a match that has been played; it follows from its record."""
    rules = match.rules
    judge = Judge(rules, needed_net(rules), match.target)
    points, gains = np.zeros(rules.sides), np.zeros(rules.sides)
    for number, played in enumerate(match.rounds):
        seed = f"{match.seed}/{number + 1}"
        worth = judge.nothing()
        state = rules.deal(played.dealer, played.scores, seed, log=False)
        if number:
            judge.count(worth, state, 1.0)
            for other in range(OTHERS):
                dealt = rules.deal(played.dealer, played.scores, f"{seed}/other/{other}", log=False)
                judge.count(worth, dealt, -1 / OTHERS)
        replay_round(judge, worth, state, played, seed)
        judge.settle(worth)
        points += worth.points
        gains += worth.chances
    return Luck(points.tolist(), gains.tolist())


def replay_round(judge: "Judge", worth: Worth, state: State, played: Round, seed: str) -> None:
    """Play a round again, and count what was luck in it."""
    rules = judge.rules
    for step, (seat, action) in enumerate(played.actions):
        catch_up(rules, state, seat)
        before = state.clone()
        rules.apply(state, seat, action)
        if not is_chance(before, state):
            continue
        judge.count(worth, state, 1.0)
        rng = Rng(f"{seed}/luck/{step}")
        for share, other in could_have_been(before, rng):
            rules.apply(other, seat, action)
            judge.count(worth, other, -share)


class Judge:
    """Adds up what positions are worth to the sides."""

    def __init__(self, rules: Rules, net: Net, target: int) -> None:
        self.rules = rules
        self.net = net
        self.target = target
        self.policy = policy_for(rules)

    def nothing(self) -> Worth:
        """An empty sum."""
        return Worth(np.zeros(self.rules.sides), np.zeros(self.rules.sides))

    def count(self, worth: Worth, state: State, share: float) -> None:
        """Add a position; the seat that has to choose judges it, as that is what nets have learned."""
        rules = self.rules
        if state.phase == OVER:
            totals = rules.score(state).totals()
            scores = [old + new for old, new in zip(state.scores, totals, strict=True)]
            worth.points += share * (np.array(totals) - np.mean(totals))
            worth.chances += share * np.subtract(self.outlook(scores), self.outlook(state.scores))
            return
        seat = state.actor()
        worth.rows.append(self.net.writer.row(rules.glance(state, seat), self.target))
        worth.weights.append((share, seat % rules.sides))

    def outlook(self, scores: list[int]) -> list[float]:
        """The chances of the sides to win the match."""
        return chances(scores, self.target, self.policy.pace, self.policy.spread)

    def settle(self, worth: Worth) -> None:
        """Let the net judge all rows. What a side is ahead, or gains, the others lose together."""
        if not worth.rows:
            return
        sides = self.rules.sides
        judged = self.net.values(worth.rows)
        for (share, side), (gain, ahead) in zip(worth.weights, judged, strict=True):
            worth.points -= share * ahead / sides
            worth.points[side] += share * ahead
            worth.chances -= share * gain / (sides - 1)
            worth.chances[side] += share * gain * sides / (sides - 1)
