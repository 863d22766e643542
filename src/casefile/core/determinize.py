"""Deal the unseen cards anew, in agreement with all that a seat knows (C-22)."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from casefile.core.counts import add
from casefile.core.knowledge import CLASS, GONE
from casefile.core.rng import Rng
from casefile.core.state import State
from casefile.core.view import View

FILE: Final = -1
TRIES: Final = 1000  # a world that agrees exists, as the real one does; nearly always the first try finds one
EASY_TRIES: Final = 8  # after so many, cards that can have come from the first pool only are placed first


@mypyc_attr(allow_interpreted_subclasses=True)
class Worlds:
    """The unseen cards of a view, by pool, and the places where they can lie."""

    def __init__(self, view: View, copies: list[int], face_kind: list[int], on_top: list[int] | None = None) -> None:
        self.view = view
        self.mind = view.mind
        self.on_top = on_top or []  # cards of the case file that the seat has looked at, the last on top
        self.supply: list[list[int]] = []
        self.places_bound_first = False
        if self.mind.pools:
            self.supply = [self.mind.pools[: view.kinds], self.mind.pools[view.kinds :]]
        else:
            self.supply = [self.count_unseen(copies, face_kind)]
        for kind in self.on_top:
            add(self.supply[-1], kind, -1)

    def count_unseen(self, copies: list[int], face_kind: list[int]) -> list[int]:
        """The cards of the deck that the seat sees nowhere, and knows in no hand."""
        view = self.view
        unseen = view.unseen(copies, face_kind)
        for at in self.mind.certain:
            add(unseen, at % view.kinds, -1)
        for at in range(1, len(self.mind.settling), GONE):
            add(unseen, self.mind.settling[at], 1)
        return unseen

    def deal(self, state: State, rng: Rng) -> None:
        """Fill the other hands and the case file of the state."""
        for attempt in range(TRIES):
            self.places_bound_first = attempt >= EASY_TRIES
            if self.try_to_deal(state, rng):
                return
        raise AssertionError("no deal agrees with this view")

    def try_to_deal(self, state: State, rng: Rng) -> bool:
        """One attempt; it fails if a card finds no place that could hold it."""
        view = self.view
        supply = [row[:] for row in self.supply]
        slots = self.mind.slots[:]
        if not self.place_settling(slots, supply, rng):
            return False
        hands = self.certain_hands()
        case_file: list[int] = []
        for pool, counts in enumerate(supply):
            places: list[int] = []
            masks: list[int] = []
            for place in range(view.seats):
                for at in range(0, len(slots), CLASS):
                    if slots[at] == place and slots[at + 1] == pool:
                        places += [place] * slots[at + 3]
                        masks += [slots[at + 2]] * slots[at + 3]
            if pool == len(supply) - 1:
                hidden = view.file_size - len(self.on_top)
                places += [FILE] * hidden
                masks += [0] * hidden
            cards = scatter(counts, masks, rng)
            if len(cards) != len(places):
                return False
            for slot, kind in enumerate(cards):
                if places[slot] == FILE:
                    case_file.append(kind)
                else:
                    add(hands, places[slot] * view.kinds + kind, 1)
        state.hands = hands
        state.case_file = case_file + self.on_top
        return True

    def certain_hands(self) -> list[int]:
        """The seat's own hand, and what is known of the others."""
        view = self.view
        hands = [0] * (view.seats * view.kinds)
        for at in self.mind.certain:
            add(hands, at, 1)
        for kind, count in enumerate(view.hand):
            hands[view.seat * view.kinds + kind] = count
        return hands

    def place_settling(self, slots: list[int], supply: list[list[int]], rng: Rng) -> bool:
        """Decide out of which class of slots each card came of which that is open."""
        if not self.mind.settling:
            return True
        for pool in range(len(supply) if self.places_bound_first else 1):
            for place in range(self.view.seats):
                if not self.place_of_pools(place, slots, supply, rng, pool):
                    return False
        return True

    def place_of_pools(self, place: i64, slots: list[int], supply: list[list[int]], rng: Rng, pool: i64) -> bool:
        """Decide so for one hand: all its cards, or, bound ones first, those of which this is the latest pool."""
        cards = self.mind.waiting(place)
        if not cards:
            return True
        latest = self.mind.latest_pools(place)
        order = list(range(len(cards)))
        if self.places_bound_first:
            order = [gone for gone in order if latest[gone] == pool]
        rng.shuffle(order)
        here = [at for at in range(0, len(slots), CLASS) if slots[at] == place]
        for gone in order:
            kind: i64 = cards[gone]
            weights: list[int] = []
            total: i64 = 0
            for at in here:
                weight: i64 = slots[at + 3] * supply[slots[at + 1]][kind] if slots[at + 1] <= latest[gone] else 0
                weights.append(weight)
                total += weight
            if total <= 0:
                return False
            chosen: i64 = here[pick(weights, rng.below(total))]
            add(slots, chosen + 3, -1)
            add(supply[slots[chosen + 1]], kind, -1)
        return True


def pick(weights: list[int], number: i64) -> i64:
    """Which of several choices a number below the sum of their weights stands for."""
    chosen: i64 = 0
    while number >= weights[chosen]:
        number -= weights[chosen]
        chosen += 1
    return chosen


def scatter(counts: list[int], masks: list[int], rng: Rng) -> list[int]:
    """Cards for slots that must not hold the kinds of their mask; an empty list if that went wrong."""
    restricted: i64 = 0
    for mask in masks:
        restricted |= mask
    bound: list[int] = []
    free: list[int] = []
    for kind in range(len(counts)):
        if counts[kind] < 0:
            return []
        row = bound if restricted >> kind & 1 else free
        for _ in range(counts[kind]):
            row.append(kind)
    if len(bound) + len(free) != len(masks):
        return []
    cards = [-1] * len(masks)
    rng.shuffle(bound)
    for kind in bound:
        places = [at for at, mask in enumerate(masks) if cards[at] < 0 and not mask >> kind & 1]
        if not places:
            return []
        cards[places[rng.below(len(places))]] = kind
    rng.shuffle(free)
    for at, card in enumerate(cards):
        if card < 0:
            cards[at] = free.pop()
    return cards


def rebuild(view: View, state: State, rng: Rng) -> None:
    """Give a state all that the view holds, but for the cards themselves; shuffles to come are new.

    What the other seats know cannot be told from here: they start with what anybody could see.
    """
    view.share(state)
    state.unshare()
    state.scores = view.scores[:]
    state.shares_trail = True
    state.asked = view.asked if view.question else 0
    for seat in range(view.seats):
        if seat == view.seat:
            state.minds[seat] = view.mind.clone()
            continue
        for other in range(view.seats):
            if other != seat and view.sizes[other]:
                state.minds[seat].got_unseen(other, 0, view.sizes[other])
    state.seed = "/".join([str(rng.below(65536)) for _ in range(8)])
