"""Where the cards lie that a seat does not see: what a net believes, in agreement with all that is certain.

The net says for each kind of card how likely an unseen one lies in each hand, in a place of the case's own, or in the
case file. That knows nothing of how many cards a place has, so it is fitted to what is certain: every place holds as
many cards as it has, every kind has as many unseen copies as there are, and what cannot lie somewhere does not. Of all
tables with these sums the one is taken that changes least what the net said (iterative proportional fitting).
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.state import State
from casefile.core.view import View
from casefile.learn.net import Net

Table = npt.NDArray[np.float64]
ROUNDS = 200  # of fitting, at most
CLOSE = 1e-9  # cards: what may be missing in a sum
WORLDS = 24  # that say what may lie in a pile of which nobody can be sure


@dataclass
class Belief:
    """By hidden place and kind. Places: the other hands clockwise, those of the case's own, and last the case file."""

    seats: list[int]  # whose hands the first places are
    known: Table  # cards that certainly lie there
    expected: Table  # of the others, how many are to be expected

    def chances(self) -> Table:
        """The chance that an unseen card of a kind, of which nothing is certain, lies in a place."""
        total = self.expected.sum(0)
        return np.asarray(self.expected / np.where(total > 0, total, 1))


class Hidden:
    """The hidden places of a view, as far as they are certain: how many cards, how many copies, and what cannot be."""

    def __init__(self, rules: Rules, view: View, rng: Rng) -> None:
        self.seats = [(view.seat + 1 + step) % view.seats for step in range(view.seats - 1)]
        world = rules.determinize(view, rng)
        self.own = len(world.hidden_numbers()) // rules.kinds  # places of the case's own
        self.kinds = rules.kinds
        self.known = self.known_cards(view, world)
        free = self.lying(world) - self.known
        self.sizes = free.sum(1)
        self.copies = free.sum(0)
        if view.discard_size > len(view.discard):
            self.copies = self.doubtful_copies(rules, view, rng)
        self.possible = self.possible_cards(view) & (self.copies > 0) & (self.sizes > 0)[:, None]

    def doubtful_copies(self, rules: Rules, view: View, rng: Rng) -> Table:
        """How many copies are to be expected if some may as well lie in a pile that others have taken from unseen."""
        worlds = [rules.determinize(view, rng) for _ in range(WORLDS)]
        found = np.mean([(self.lying(world) - self.known).sum(0) for world in worlds], 0)
        most = np.array(view.unseen(rules.deck.copies, rules.face_kind)) - self.known.sum(0)
        found = np.where(most > 0, np.maximum(found, 0.5 / WORLDS), 0.0)
        return np.asarray(found * self.sizes.sum() / found.sum())

    def lying(self, state: State) -> Table:
        """The cards that lie in the hidden places of a state."""
        hands = np.array(state.hands, float).reshape(-1, self.kinds)[self.seats]
        own = np.array(state.hidden_numbers(), float).reshape(-1, self.kinds)
        case_file = np.bincount(np.array(state.case_file, int), minlength=self.kinds)
        return np.vstack([hands, own, case_file])

    def known_cards(self, view: View, world: State) -> Table:
        """The cards that certainly lie in each place."""
        mind = view.mind
        known = np.zeros((len(self.seats) + self.own + 1, self.kinds))
        for row, seat in enumerate(self.seats):
            known[row] = mind.known_in(seat)
        for own in range(self.own if view.file_number == 1 else 0):
            known[len(self.seats) + own] = mind.known_in(view.seats + own)
        if not world.may_turn_file():
            known[-1, world.case_file[-1]] = 1
        return known

    def possible_cards(self, view: View) -> npt.NDArray[np.bool_]:
        """Which kinds each place could hold, beside the cards that are certain."""
        mind = view.mind
        places = [*self.seats, *range(view.seats, view.seats + self.own)]
        rows = [[mind.could_be_in(place, kind) for kind in range(self.kinds)] for place in places]
        rows.append([mind.could_be_drawn(kind) for kind in range(self.kinds)])
        return np.array(rows)

    def fit(self, weights: Table) -> Belief:
        """The table next to these weights that has the right sums, and nothing where nothing can be."""
        table = np.where(self.possible, np.maximum(weights, 1e-12), 0.0)
        for _ in range(ROUNDS):
            table *= ratio(self.sizes, table.sum(1))[:, None]
            sums = table.sum(0)
            table *= ratio(self.copies, sums)
            if np.abs(sums - self.copies).max() < CLOSE:
                break
        return Belief(self.seats, self.known, table)


def ratio(wanted: Table, there: Table) -> Table:
    """By what sums must be multiplied; nothing stays nothing."""
    return np.divide(wanted, there, out=np.zeros_like(wanted), where=there > 0)


def believe(net: Net, rules: Rules, view: View, target: int, rng: Rng, trust: float = 1.0) -> Belief:
    """Where a net believes the cards to lie that a seat does not see.

    A net has learned to read players who play like itself. With less trust, what it infers counts less, and without
    any every deal that agrees with what is certain is as likely as every other.
    """
    hidden = Hidden(rules, view, rng)
    logits = net.judge(net.row(view, target)).places[0].astype(float)
    return hidden.fit(net_weights(hidden, logits, trust))


def net_weights(hidden: Hidden, logits: Table, trust: float = 1.0) -> Table:
    """What the net says of the places that there are in this game; it has room for more hands."""
    hands = len(hidden.seats)
    rest = hidden.own + 1
    there = np.vstack([logits[:hands], logits[-rest:]])
    logs = there - there.max(0)
    logs -= np.log(np.exp(logs).sum(0))
    flat = np.log(np.maximum(hidden.sizes, 1e-9) / max(1.0, hidden.sizes.sum()))[:, None]
    return np.asarray(np.exp(trust * logs + (1 - trust) * flat) * hidden.copies)
