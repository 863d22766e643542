"""Where the cards lie that a seat does not see: what a net believes, in agreement with all that is certain.

The net says for each kind of card how likely an unseen one lies in each hand, in a place of the case's own, or in the
case file. That knows nothing of how many cards a place has, so it is fitted to what is certain: every place holds as
many cards as it has, every kind has as many unseen copies as there are, and what cannot lie somewhere does not. Of all
tables with these sums the one is taken that changes least what the net said (iterative proportional fitting).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log

from casefile.core.counts import added_up
from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.state import State
from casefile.core.view import View
from casefile.learn.net import Net

Table = list[list[float]]  # place, kind
ROUNDS = 200  # of fitting, at most
CLOSE = 1e-9  # cards: what may be missing in a sum
WORLDS = 24  # that say what may lie in a pile of which nobody can be sure
LEAST = 1e-12  # of what could lie somewhere, however little the net thinks of it


@dataclass
class Belief:
    """By hidden place and kind. Places: the other hands clockwise, those of the case's own, and last the case file."""

    seats: list[int]  # whose hands the first places are
    known: Table  # cards that certainly lie there
    expected: Table  # of the others, how many are to be expected

    def chances(self) -> Table:
        """The chance that an unseen card of a kind, of which nothing is certain, lies in a place."""
        totals = sums_of_kinds(self.expected)
        return [
            [there / total if total > 0 else 0.0 for there, total in zip(row, totals, strict=True)]
            for row in self.expected
        ]


class Hidden:
    """The hidden places of a view, as far as they are certain: how many cards, how many copies, and what cannot be."""

    def __init__(self, rules: Rules, view: View, rng: Rng) -> None:
        self.seats = [(view.seat + 1 + step) % view.seats for step in range(view.seats - 1)]
        world = rules.determinize(view, rng)
        self.kinds = rules.kinds
        self.own = len(world.hidden_numbers()) // self.kinds  # places of the case's own
        self.known = self.known_cards(view, world)
        free = self.unsure(world)
        self.sizes = [added_up(row) for row in free]
        self.copies = sums_of_kinds(free)
        if view.discard_size > len(view.discard):
            self.copies = self.doubtful_copies(rules, view, rng)
        self.possible = [
            [size > 0 and copies > 0 and could for could, copies in zip(row, self.copies, strict=True)]
            for row, size in zip(self.possible_cards(view), self.sizes, strict=True)
        ]

    def doubtful_copies(self, rules: Rules, view: View, rng: Rng) -> list[float]:
        """How many copies are to be expected if some may as well lie in a pile that others have taken from unseen."""
        worlds = [sums_of_kinds(self.unsure(rules.determinize(view, rng))) for _ in range(WORLDS)]
        known = sums_of_kinds(self.known)
        unseen = view.unseen(rules.deck.copies, rules.face_kind)
        found = [
            max(0.5, added_up([world[kind] for world in worlds])) / WORLDS if unseen[kind] > known[kind] else 0.0
            for kind in range(self.kinds)
        ]
        share = added_up(self.sizes) / added_up(found)
        return [each * share for each in found]

    def lying(self, state: State) -> Table:
        """The cards that lie in the hidden places of a state."""
        kinds = self.kinds
        own = state.hidden_numbers()
        table = [[float(count) for count in state.hands[seat * kinds : (seat + 1) * kinds]] for seat in self.seats]
        table += [[float(count) for count in own[at * kinds : (at + 1) * kinds]] for at in range(self.own)]
        case_file = [0.0] * kinds
        for kind in state.case_file:
            case_file[kind] += 1
        return [*table, case_file]

    def unsure(self, state: State) -> Table:
        """Those of them that are not known to lie there."""
        return [
            [there - sure for there, sure in zip(row, known, strict=True)]
            for row, known in zip(self.lying(state), self.known, strict=True)
        ]

    def known_cards(self, view: View, world: State) -> Table:
        """The cards that certainly lie in each place."""
        mind = view.mind
        known = [[float(count) for count in mind.known_in(seat)] for seat in self.seats]
        for own in range(self.own):
            is_known = view.file_number == 1
            counts = mind.known_in(view.seats + own) if is_known else [0] * self.kinds
            known.append([float(count) for count in counts])
        known.append([0.0] * self.kinds)
        if not world.may_turn_file():
            known[-1][world.case_file[-1]] = 1.0
        return known

    def possible_cards(self, view: View) -> list[list[bool]]:
        """Which kinds each place could hold, beside the cards that are certain."""
        mind = view.mind
        places = [*self.seats, *range(view.seats, view.seats + self.own)]
        rows = [[mind.could_be_in(place, kind) for kind in range(self.kinds)] for place in places]
        rows.append([mind.could_be_drawn(kind) for kind in range(self.kinds)])
        return rows

    def fit(self, weights: Sequence[Sequence[float]]) -> Belief:
        """The table next to these weights that has the right sums, and nothing where nothing can be."""
        table = [
            [max(weight, LEAST) if could else 0.0 for weight, could in zip(row, possible, strict=True)]
            for row, possible in zip(weights, self.possible, strict=True)
        ]
        for _ in range(ROUNDS):
            for row, size in zip(table, self.sizes, strict=True):
                total = added_up(row)
                share = size / total if total > 0 else 0.0
                row[:] = [each * share for each in row]
            sums = sums_of_kinds(table)
            shares = [wanted / there if there > 0 else 0.0 for wanted, there in zip(self.copies, sums, strict=True)]
            for row in table:
                row[:] = [each * share for each, share in zip(row, shares, strict=True)]
            if max([abs(there - wanted) for there, wanted in zip(sums, self.copies, strict=True)]) < CLOSE:
                break
        return Belief(self.seats, self.known, table)

    def fit_evenly(self) -> Belief:
        """The table by which every deal that agrees with what is certain is as likely as every other."""
        return self.fit([[1.0] * self.kinds for _ in self.known])


def sums_of_kinds(table: Table) -> list[float]:
    """How many cards of each kind lie in all places together."""
    return [added_up(list(column)) for column in zip(*table, strict=True)]


def believe(net: Net, rules: Rules, view: View, target: int, rng: Rng, trust: float = 1.0) -> Belief:
    """Where a net believes the cards to lie that a seat does not see.

    A net has learned to read players who play like itself. With less trust, what it infers counts less, and without
    any every deal that agrees with what is certain is as likely as every other.
    """
    hidden = Hidden(rules, view, rng)
    return hidden.fit(net_weights(hidden, net.look(view, target).places, trust))


def net_weights(hidden: Hidden, places: Sequence[float], trust: float = 1.0) -> Table:
    """What the net says of the places that there are in this game; it has room for more hands."""
    kinds = hidden.kinds
    rows = [places[start : start + kinds] for start in range(0, len(places), kinds)]
    there = rows[: len(hidden.seats)] + rows[-hidden.own - 1 :]
    total = max(1.0, added_up(hidden.sizes))
    flat = [log(max(size, 1e-9) / total) for size in hidden.sizes]
    table = [[0.0] * kinds for _ in there]
    for kind in range(kinds):
        logits = [row[kind] for row in there]
        best = max(logits)
        whole = log(added_up([exp(logit - best) for logit in logits])) + best
        for place, logit in enumerate(logits):
            mixed = trust * (logit - whole) + (1 - trust) * flat[place]
            table[place][kind] = exp(mixed) * hidden.copies[kind]
    return table
