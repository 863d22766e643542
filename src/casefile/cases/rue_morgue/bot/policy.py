"""How an expert plays Murders in the Rue Morgue.

Melds go down at once, and so do events, and a player who can go out does, unless that surely loses the match:
the others are caught with their hands, and the Orang-Utan's cards count. A discard is weighed by what the hand loses
and what the next player gets; partner sets are worth more than others. A hand of two cards can make no meld any
more, so a pair that waits for its third keeps clues beside it that could be laid off.
"""

from typing import Final

from casefile.bots.base import Reason
from casefile.bots.policy import POINT
from casefile.cases.rue_morgue import cards
from casefile.cases.rue_morgue.bot import reasons as rue_morgue_reasons
from casefile.cases.rue_morgue.bot.reading import Reckoning, RueMorgueReading
from casefile.cases.rue_morgue.bot.worth import JUNK, RueMorgueWorth
from casefile.cases.rue_morgue.knowledge import UNKNOWN
from casefile.cases.rue_morgue.scoring import POINTS_FOR_HELP
from casefile.cases.rue_morgue.state import RueMorgueView
from casefile.core.counts import bit
from casefile.core.rules import Rules
from casefile.core.view import View

SURELY: Final = 10000  # far beyond what any card is worth
UNSEEN_CARD: Final = 15  # what a card of the case file is worth
THROWN: Final = 60  # percent of its cost that a discard costs more than after drawing an unseen card
WAIT: Final = 50  # a clue that is laid off too early
PLAY_NOW: Final = 200  # clues count on the table only, and a player who waits may be caught
# Dupin's help; beside the 2 points that it may cost (RUE-25), waiting for a better moment costs more.
HELP_DRAWS: Final = 65
HELP_SEARCHES: Final = 5  # beside what it finds
HELP_CONSULTS: Final = 35
DUPIN_NOW: Final = 20
GO_OUT: Final = 400  # a player who does not go out may be caught
UNSURE: Final = 200  # what is under the Orang-Utan and in other hands may differ so much from what is expected
GIVE_EVENT: Final = -60  # events are too good for the Orang-Utan
NEARER: Final = 4  # percent of what a card under the Orang-Utan counts, for every card that the others hold more
LEFT_ON_TOP: Final = 12  # what the next player gets on average with the top of the case file
# Percent of a meld that a card is worth to the partner, …
MATE_HOLDS: Final = 30  # … who is known to hold another of its colour,
MATE_MAY_HOLD: Final = 4  # … or may hold one, for every copy out of sight.


class Costs:
    """What each card of the hand costs if it is discarded, and which two kinds cost least."""

    def __init__(self, policy: RueMorgueWorth, reading: RueMorgueReading, without: int = -1) -> None:
        self.of = [SURELY] * cards.KINDS
        self.least = SURELY
        self.least_kind = -1
        self.second = SURELY
        for kind in range(cards.KINDS):
            if reading.hand[kind] and kind != without:
                cost = policy.loss(reading, kind) + policy.gift(reading, kind)
                self.of[kind] = cost
                if cost < self.least:
                    self.second = self.least
                    self.least = cost
                    self.least_kind = kind
                elif cost < self.second:
                    self.second = cost

    def after(self, kind: int, *, is_all: bool) -> int:
        """The least cost once cards of a kind are played, or all of them."""
        return self.second if is_all and kind == self.least_kind else self.least


class RueMorguePolicy(RueMorgueWorth):
    """Weighs the actions of Murders in the Rue Morgue."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.in_teams = rules.variant.teams
        self.dupin_scores = "dupin-scores" in rules.variant.options
        self.shut_out = "shut-out" in rules.variant.options
        self.target = rules.target
        self.hand_size = rules.hand_size
        self.pace = 25
        self.spread = 18

    def read(self, view: View) -> RueMorgueReading:
        """What the seat of a view reads off the table."""
        assert isinstance(view, RueMorgueView)
        return RueMorgueReading(view, self.copies, self.face_kind)

    def explain(self, reading: RueMorgueReading, action: int) -> Reason:
        """The main reason for an action."""
        return rue_morgue_reasons.reason(self, reading, action)

    # Questions, and the start of a turn

    def answer(self, reading: RueMorgueReading, action: int) -> int:
        """Feed the Orang-Utan, take out of a pile, give a card away or pass one on."""
        question = reading.view.question
        if question == cards.FEED:
            return self.feed(reading, action)
        if question == cards.SEARCH:
            return self.gain(reading, action - cards.TAKE)
        if question == cards.GIVING:
            return self.give(reading, action - cards.GIVE_CARD)
        return self.pass_on(reading, action - cards.PASS_CARD)

    def give(self, reading: RueMorgueReading, kind: int) -> int:
        """A card for the Orang-Utan (RUE-6): the one that can best be spared; the player who goes out gets it."""
        worth = -self.loss(reading, kind)
        return worth + GIVE_EVENT if kind >= cards.DEDUCTION else worth

    def pass_on(self, reading: RueMorgueReading, kind: int) -> int:
        """A card for the partner (RUE-5, RUE-13): hardly missed here, and fitting what is known there."""
        worth = -self.loss(reading, kind)
        if kind < cards.COLOURS and not reading.melded >> kind & 1:
            view = reading.view
            held = view.mind.count_known((view.seat + 2) % view.seats, kind)
            percent = MATE_HOLDS if held else MATE_MAY_HOLD * reading.unseen[kind]
            worth += self.set_worth(reading, kind) * percent // 100
        return worth

    def feed(self, reading: RueMorgueReading, action: int) -> int:
        """Which card goes under the Orang-Utan (RUE-7): the other hands must not get the top of the case file if it is
        good for them, and the player who is nearer to going out wants cards there that count."""
        ahead = NEARER * (reading.least - reading.size)
        if action == cards.FEED_FILE:
            kind = reading.file_top
            return self.catch_worth(reading, kind) * ahead // 100 + self.gift(reading, kind) - LEFT_ON_TOP
        worth = self.catch_worth(reading, reading.view.discard[-1]) * ahead // 100
        if reading.hand[cards.DUPINS_HELP] and not reading.view.event_played and not self.in_teams:
            worth += self.gain(reading, reading.file_top) - UNSEEN_CARD  # the help will draw it
        return worth

    def catch_worth(self, reading: RueMorgueReading, kind: int) -> int:
        """What a card under the Orang-Utan is worth to the player who catches it (RUE-20)."""
        if kind >= cards.DUPINS_HELP:
            return 0
        if reading.melded >> self.first[kind] & reading.melded >> self.second[kind] & 1:
            return self.points[kind] * POINT
        return self.points[kind] * POINT // 5

    def draw(self, reading: RueMorgueReading, action: int) -> int:
        """From which pile (C-7): the top of the discard pile if the hand gains more by it than it has to throw away."""
        if action == cards.DRAW_FILE:
            if reading.file_top == UNKNOWN:
                return UNSEEN_CARD
            return max(self.gain(reading, reading.file_top), JUNK)
        kind = reading.view.discard[-1]
        worth = self.gain(reading, kind)
        if worth <= 0:
            return worth
        cost = Costs(self, reading, without=kind).least
        if 0 < cost < SURELY:
            worth -= cost * THROWN // 100
        return worth

    # The rest of a turn

    def turn(self, reading: RueMorgueReading, actions: list[int]) -> list[int]:
        """Weigh plays and discards; after a play another card has to be discarded."""
        costs = Costs(self, reading)
        weights: list[int] = []
        for action in actions:
            if action >= cards.DISCARD:
                weights.append(-costs.of[action - cards.DISCARD])
            elif action >= cards.HELP_DRAW:
                weights.append(self.help(reading, action) - costs.least)
            elif action >= cards.PLAY_CARD:
                weights.append(self.event(reading, costs, action - cards.PLAY_CARD))
            elif action >= cards.LAY:
                weights.append(self.clues(reading, costs, action - cards.LAY, 1))
            else:
                code = action - cards.MELD
                weights.append(self.clues(reading, costs, code // cards.MELD_WIDTH, code % cards.MELD_WIDTH + 1))
        return weights

    def clues(self, reading: RueMorgueReading, costs: Costs, colour: int, count: int) -> int:
        """A meld, or a clue that is laid off (C-9, C-10). Holding melds back has never measured better."""
        if reading.size == count + 1:
            return self.going_out(reading, colour, count)
        rest = costs.after(colour, is_all=reading.hand[colour] == count)
        if count == 1 and self.holds_back(reading, reading.size - 1):
            return -WAIT - rest
        return count * self.points[colour] * POINT + PLAY_NOW - rest

    def event(self, reading: RueMorgueReading, costs: Costs, kind: int) -> int:
        """Dupin, the prefect, or a deduction."""
        if kind == cards.DUPIN:
            return DUPIN_NOW + self.paid(reading, kind) - costs.least
        if reading.size == 2:
            return self.going_out(reading, kind, 1)
        return self.points[kind] * POINT - costs.after(kind, is_all=True)

    def help(self, reading: RueMorgueReading, action: int) -> int:
        """Dupin's help: two cards, or the best of the discard pile, or the partner's choice (RUE-12)."""
        worth = self.paid(reading, cards.DUPINS_HELP)
        if action == cards.HELP_DRAW:
            return worth + HELP_DRAWS
        if action == cards.HELP_CONSULT:
            return worth + HELP_CONSULTS
        return worth + HELP_SEARCHES + self.best_in_discard(reading)

    def best_in_discard(self, reading: RueMorgueReading) -> int:
        """What the best card of the discard pile would bring."""
        best = -SURELY
        seen = 0
        for kind in reading.view.discard:
            if not seen >> kind & 1:
                seen |= bit(kind)
                best = max(best, self.gain(reading, kind))
        return best

    def paid(self, reading: RueMorgueReading, kind: int) -> int:
        """What Dupin, or his help, brings or costs by the way (RUE-25)."""
        if not self.dupin_scores:
            return 0
        own = reading.areas[reading.own + cards.DUPINS_HELP]
        others = -own
        paid_side = -1
        for side in range(reading.view.sides):
            others += reading.areas[side * cards.KINDS + cards.DUPINS_HELP]
            if reading.areas[side * cards.KINDS + cards.DUPIN]:
                paid_side = side
        if kind == cards.DUPIN:
            return (others - own) * POINTS_FOR_HELP * POINT
        return -POINTS_FOR_HELP * POINT if paid_side >= 0 else 0

    def going_out(self, reading: RueMorgueReading, kind: int, count: int) -> int:
        """What it is worth to end the round now: the others are caught with their hands."""
        totals = self.reckon(reading, kind, count)
        mine = totals[reading.side]
        best = -SURELY
        scores = reading.view.scores
        lead = scores[reading.side] * POINT + mine
        ahead = -SURELY
        for side in range(len(totals)):
            if side != reading.side:
                best = max(best, totals[side])
                ahead = max(ahead, scores[side] * POINT + totals[side])
        if ahead >= self.target * POINT and lead + UNSURE < ahead:
            return -SURELY
        return mine - best + GO_OUT

    def reckon(self, reading: RueMorgueReading, kind: int, count: int) -> list[int]:
        """The points of all sides if this seat goes out with these cards."""
        return Reckoning(
            reading, self.figures, kind, count, dupin_scores=self.dupin_scores, shut_out=self.shut_out
        ).totals
