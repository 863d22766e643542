"""What the points of a round mean for the match: the chance of each side to win it (C-20)."""

from math import exp, sqrt
from typing import Final

from casefile.core.counts import added_up

LOGISTIC: Final = 1.702  # with it a logistic curve runs within a hundredth of the normal one


def chances(scores: list[int], target: int, pace: int, spread: int) -> list[float]:
    """The chance of each side, if from now on all play equally well.

    The lead has to last for as many rounds as the leader still needs; over these the scores drift apart at random.
    """
    best = max(scores)
    if best >= target and scores.count(best) == 1:
        return [1.0 if score == best else 0.0 for score in scores]
    rounds = max(1.0, (target - best) / pace)
    scale = spread * sqrt(2.0 * rounds) / LOGISTIC
    weights = [exp((score - best) / scale) for score in scores]
    total = added_up(weights)
    return [weight / total for weight in weights]
