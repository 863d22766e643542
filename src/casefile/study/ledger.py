"""The luck ledger: the result of a match split into decisions and luck, so that it adds up exactly.

Every step changes what the match is worth to a side. Of that change, what the step's decision cost by its seat's own
knowledge is that seat's part; what the cards that came to light brought, against what might as well have come, is the
luck of a draw or of a turned-up card; and the rest is what lay hidden: a decision that was right by all one could know
and met the wrong cards, or the other way round. Where a match ends before its target is reached, what was still open
then is a part of its own.
"""

from dataclasses import dataclass

from casefile.study.judge import margins
from casefile.study.review import DEAL, DRAW, TURNED, Review, Step
from casefile.study.units import NOTHING, POINT, Units, sum_of


@dataclass
class Ledger:
    """The parts of a result for one seat; each is chance and points, `others` and `draws` one for each seat."""

    seat: int
    start: Units  # before the first deal
    own: Units  # what the seat's own decisions cost, as a loss
    others: list[Units]  # what those of the others brought or, a partner's, cost; nothing for the seat itself
    deal: Units
    draws: list[Units]
    turned: Units
    hidden: Units
    shared: Units  # points that several others took from one another; nothing where there are two sides
    ended: Units  # what a match that ended before its target left open
    result: Units  # after the last step

    def cards(self) -> Units:
        """All that nobody decided."""
        return self.deal + sum_of(self.draws) + self.turned + self.hidden

    def total(self) -> Units:
        """All parts together: the result."""
        return self.start + self.own + sum_of(self.others) + self.cards() + self.shared + self.ended


@dataclass
class Split:
    """What one step changed for a side: chance and points."""

    decision: Units
    luck: Units
    hidden: Units


def split(review: Review, at: int, side: int) -> Split:
    """What a step changed for a side, by whose doing; what an early end changed is not among it."""
    step = review.steps[at]
    change = step.played()[side] - review.starts(at)[side]
    decision = share_of(step, side, review.match.rules.sides)
    luck = NOTHING if step.luck is None else step.luck[side]
    return Split(decision, luck, change - decision - luck)


def share_of(step: Step, side: int, sides: int) -> Units:
    """What a decision cost its own side; the other sides share what it lost."""
    if step.verdict is None or step.seat is None:
        return NOTHING
    if step.seat % sides == side:
        return -step.verdict.loss
    loss = step.verdict.loss
    return Units(round(loss.chance / (sides - 1)), round(loss.points / (sides - 1)))


def ledger(review: Review, seat: int) -> Ledger:
    """The ledger of one seat."""
    rules = review.match.rules
    side = seat % rules.sides
    others, draws = ([NOTHING] * rules.seats for _ in range(2))
    named = {DEAL: NOTHING, TURNED: NOTHING}
    hidden = NOTHING
    for at, step in enumerate(review.steps):
        parts = split(review, at, side)
        hidden = hidden + parts.hidden
        if step.luck_name == DRAW and step.seat is not None:
            draws[step.seat] = draws[step.seat] + parts.luck
        elif step.luck_name:
            named[step.luck_name] = named[step.luck_name] + parts.luck
        if step.seat is not None:
            others[step.seat] = others[step.seat] + parts.decision
    own, others[seat] = others[seat], NOTHING
    start = review.starts(0)[side]
    last = review.steps[-1]
    ended = NOTHING if last.ended is None else last.ended[side]
    ahead, shared = final_points(review, side)
    result = Units(last.worth[side].chance, ahead)
    return Ledger(seat, start, own, others, named[DEAL], draws, named[TURNED], hidden, shared, ended, result)


def final_points(review: Review, side: int) -> tuple[int, Units]:
    """By how many points a side ended ahead of the best other one, and how much of that no single round shows.

    Where several others share the rounds, none of them gets as many points as the best other side of each round
    together: they take points from one another.
    """
    match = review.match
    of_rounds = sum(
        int(margins(played.result.totals())[side]) * POINT for played in match.rounds if played.result is not None
    )
    ahead = int(margins(match.scores)[side]) * POINT
    running = 0 if match.round.is_over() else review.steps[-1].worth[side].points
    return ahead + running, Units(0, ahead - of_rounds)


def whole_parts(parts: list[int], total: int) -> list[int]:
    """Tenths as whole points that add up to a whole total: of each the part below a point is kept or dropped."""
    floors = [part // POINT for part in parts]
    missing = total - sum(floors)
    by_rest = sorted(range(len(parts)), key=lambda at: (-(parts[at] % POINT), at))
    for at in by_rest[:missing]:
        floors[at] += 1
    return floors
