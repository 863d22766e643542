"""Look ahead with a net: candidates are tried in worlds that it believes in, and a critic judges where they lead.

Each world is played on as the net would, until it is the seat's turn again. There the critic says what the round will
bring. It sees all cards of the world: a few dozen worlds tell as much as hundreds of rounds that are played out.
"""

from casefile.bots.base import Situation
from casefile.bots.outlook import chances
from casefile.bots.policy import Policy
from casefile.bots.search import Advice, Racer, Search, hope
from casefile.core.rules import Rules
from casefile.core.state import OVER, State
from casefile.learn.net import GAIN, POINTS, Net

BATCH = 16  # worlds that are looked at in one go
WORTH_KNOWING = 0.0003  # as a chance to win: less than where rounds are played out, as a critic is swayed less by luck
FARTHEST = 20  # decisions that are looked ahead at most
DIGITS = 4  # to which figures are rounded before they are compared


class Try:
    """A candidate in a world, and how it goes on there."""

    def __init__(self, race: "Lookahead", racer: Racer, state: State) -> None:
        self.race = race
        self.racer = racer
        self.state = state
        self.legal: list[int] = []  # what the seat that has to choose may do; nothing if the round is over
        self.passed_on = False  # has it been another seat's turn?

    def go_on(self, rules: Rules) -> bool:
        """Play what is forced. Has somebody to choose before it is the turn of the seat that races again?"""
        state, seat = self.state, self.race.seat
        self.legal = []
        while state.phase != OVER:
            self.legal = rules.legal(state, state.actor())
            if len(self.legal) > 1:
                break
            rules.apply(state, state.actor(), self.legal.pop())
        self.passed_on = self.passed_on or state.turn != seat
        return bool(self.legal) and not (self.passed_on and state.turn == seat)


class Lookahead(Search):
    """A race of candidates that a critic judges."""

    def __init__(self, rules: Rules, policy: Policy, situation: Situation, most: int, net: Net, advice: Advice) -> None:
        super().__init__(rules, policy, situation, most, infers=False, advice=advice)
        self.net = net
        self.seat = situation.view.seat
        self.target = situation.target
        self.before = chances(situation.view.scores, self.target, policy.pace, policy.spread)[self.side]

    def advance(self) -> None:
        """Try all candidates that are left in some more worlds."""
        tries = self.more_tries(BATCH)
        play_on(self.rules, self.net, tries)
        judge(self.rules, self.net, tries)
        self.drop_the_hopeless()

    def more_tries(self, worlds: int) -> list[Try]:
        """The candidates that are left, each carried out in every one of some more worlds."""
        tries: list[Try] = []
        for _ in range(worlds):
            world = self.deal_world()
            for racer in self.racers:
                if not racer.is_out:
                    state = world.clone()
                    self.rules.apply(state, self.seat, racer.action)
                    tries.append(Try(self, racer, state))
        self.worlds += worlds
        return tries

    def drop_the_hopeless(self) -> None:
        """Candidates leave the race if more tries are not expected to show that they are better than the leader."""
        best = self.leader()
        for racer in self.racers:
            if racer is not best and not racer.is_out:
                racer.is_out = hope(*self.lead(racer, best)) < WORTH_KNOWING

    def write_down(self, one: Try, values: list[float] | None) -> None:
        """Where a candidate has led: what the critic says of it, or how the round came out."""
        chance, points = self.result(one.state) if values is None else self.expectation(one.state, values)
        one.racer.chance.append(chance)
        one.racer.points.append(points)
        self.scale.add(points, chance)

    def expectation(self, state: State, values: list[float]) -> tuple[float, float]:
        """The chance to win the match, and the points ahead in the round, as the critic sees them; rounded."""
        sides = self.rules.sides
        step = (self.side - state.actor()) % sides
        gain, points = values[step] * GAIN, values[len(values) // 2 + step] * POINTS
        return round(self.before + gain, DIGITS), round(points, DIGITS)

    def result(self, state: State) -> tuple[float, float]:
        """The same after a round that is over."""
        totals = self.rules.score(state).totals()
        scores = [old + new for old, new in zip(self.situation.view.scores, totals, strict=True)]
        chance = chances(scores, self.target, self.policy.pace, self.policy.spread)[self.side]
        return chance, totals[self.side] - max(total for side, total in enumerate(totals) if side != self.side)


def play_on(rules: Rules, net: Net, tries: list[Try]) -> None:
    """All seats choose as the net would, until it is the turn of the seat that races again."""
    for _ in range(FARTHEST):
        tries = [one for one in tries if one.go_on(rules)]
        if not tries:
            return
        chosen = net.choose(rows_of(rules, net, tries), [one.legal for one in tries])
        for one, action in zip(tries, chosen, strict=True):
            rules.apply(one.state, one.state.actor(), action)


def judge(rules: Rules, net: Net, tries: list[Try]) -> None:
    """Write down for each candidate where it has led."""
    for one in tries:
        one.go_on(rules)
    running = [one for one in tries if one.legal]
    judged: list[list[float]] = []
    if running:
        hidden = [net.writer.hidden_row(one.state, one.state.actor()) for one in running]
        judged = net.criticize(rows_of(rules, net, running), hidden)
    values = iter(judged)
    for one in tries:
        one.race.write_down(one, next(values) if one.legal else None)


def rows_of(rules: Rules, net: Net, tries: list[Try]) -> list[bytes]:
    """What the seats see that have to choose."""
    write, glance = net.writer.row, rules.glance
    return [write(glance(one.state, one.state.actor()), one.race.target) for one in tries]
