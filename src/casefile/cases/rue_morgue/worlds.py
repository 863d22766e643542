"""Deal the unseen cards of Murders in the Rue Morgue anew, in agreement with all that a seat knows (C-22)."""

from itertools import product

from mypy_extensions import i64

from casefile.cases.rue_morgue.knowledge import EITHER, NEW, OLD, UNKNOWN, RueMorgueKnowledge
from casefile.cases.rue_morgue.state import RueMorgueState, RueMorgueView
from casefile.core.counts import add, listed
from casefile.core.rng import Rng


class RueMorgueWorlds:
    """Deals what a view leaves open; first it decides where cards came from of which that is open."""

    def __init__(self, view: RueMorgueView, rng: Rng) -> None:
        mind = view.mind.clone()
        assert isinstance(mind, RueMorgueKnowledge)
        self.view = view
        self.rng = rng
        self.mind = mind  # in it fewer slots and cards are left with every card that has found its place
        self.kinds = view.kinds
        self.hands: list[int] = []
        for place in range(view.seats):
            self.hands += view.hand if place == view.seat else mind.known_in(place)

    def deal(self, s: RueMorgueState) -> None:
        """Fill the other hands, the case file and what lies under the Orang-Utan."""
        mind = self.mind
        Settling(mind, self.rng).settle()
        if mind.seats == 4:
            self.scatter(mind.loose, [(mind.seat + 1) % 4, (mind.seat + 3) % 4])
            self.scatter(mind.loose + 1, [(mind.seat + 2) % 4, mind.under])
        old = listed(mind.unseen)
        self.rng.shuffle(old)
        new = listed(mind.known_in(mind.under))
        for _ in range(mind.slots_of(mind.under, OLD)):
            new.append(old.pop())
        self.rng.shuffle(new)
        for place in range(mind.seats):
            self.hand_out(place, mind.slots_of(place, OLD), old)
            self.hand_out(place, mind.slots_of(place, NEW), new)
        if mind.file_class == NEW:
            self.hand_out_either(old, new)
            s.case_file = new
        else:
            s.case_file = old
            s.under = new
        if mind.top != UNKNOWN:
            s.case_file.append(mind.top)
        s.hands = self.hands

    def scatter(self, loose: i64, places: list[int]) -> None:
        """Put each loose card into one of two places where there is room."""
        mind = self.mind
        cards = listed(mind.known_in(loose))
        self.rng.shuffle(cards)
        must_be_old = total_slots(mind, OLD) - sum(mind.unseen)
        for number, kind in enumerate(cards):
            room = [mind.slots_of(place, OLD) for place in places]
            if number >= must_be_old:
                room = [count + mind.slots_of(place, EITHER) for count, place in zip(room, places, strict=True)]
            place = places[0] if self.rng.below(sum(room)) < room[0] else places[1]
            mind.take_out_old(place, kind)
            if place == mind.under:
                mind.got_seen(place, kind)
            else:
                add(self.hands, place * self.kinds + kind, 1)

    def hand_out(self, place: i64, count: i64, cards: list[int]) -> None:
        """Give a hand some cards."""
        for _ in range(count):
            add(self.hands, place * self.kinds + cards.pop(), 1)

    def hand_out_either(self, old: list[int], new: list[int]) -> None:
        """Slots that can hold either get all OLD cards that are left, and NEW ones."""
        mind = self.mind
        cards = old[:]
        while len(cards) < total_slots(mind, EITHER):
            cards.append(new.pop())
        self.rng.shuffle(cards)
        for place in range(mind.seats):
            self.hand_out(place, mind.slots_of(place, EITHER), cards)


class Settling:
    """Decides whether each card was OLD or NEW that left a hand when both were possible.

    Tries likely decisions first; as it remembers what led nowhere, it always ends, and finds one if there is any.
    """

    def __init__(self, mind: RueMorgueKnowledge, rng: Rng) -> None:
        self.mind = mind
        self.rng = rng
        self.left = [[0] * mind.seats for _ in range(mind.kinds)]  # kind, place: how many are open
        for place in range(mind.seats):
            for kind in mind.waiting(place):
                self.left[kind][place] += 1
        self.order = [kind for kind in range(mind.kinds) if any(self.left[kind])]
        rng.shuffle(self.order)
        self.decided: list[list[int]] = []  # for each kind of the order, by place: how many of them were OLD
        self.olds = [0] * mind.seats
        self.news = [0] * mind.seats
        self.mixed = 0  # NEW ones that lay unseen under the Orang-Utan
        self.found = 0  # OLD ones that were loose cards
        self.dead: set[tuple[int, ...]] = set()

    def settle(self) -> None:
        """Take the cards out of their slots."""
        if not self.order:
            return
        solved = self.search(0)
        assert solved, "no deal agrees with this view"
        for kind, olds in zip(self.order, self.decided, strict=True):
            for place, count in enumerate(olds):
                for number in range(self.left[kind][place]):
                    if number < count:
                        self.mind.take_out_old(place, kind)
                    else:
                        self.mind.take_out_new(place, kind)

    def search(self, index: i64) -> bool:
        """Decide for this kind of card and those after it."""
        if index == len(self.order):
            return self.agrees()
        key = (index, self.mixed, self.found, *self.olds)
        if key in self.dead:
            return False
        kind = self.order[index]
        for olds in self.decisions(kind):
            if self.decide(kind, olds, 1):
                self.decided.append(olds)
                if self.search(index + 1):
                    return True
                self.decided.pop()
            self.decide(kind, olds, -1)
        self.dead.add(key)
        return False

    def decisions(self, kind: i64) -> list[list[int]]:
        """All ways to decide for a kind of card, a likely one first."""
        ways = [list(olds) for olds in product(*[range(count + 1) for count in self.left[kind]])]
        order = list(range(len(ways)))
        self.rng.shuffle(order)
        return [self.likely(kind), *[ways[at] for at in order]]

    def likely(self, kind: i64) -> list[int]:
        """Decide for each card by how many slots and cards there are."""
        mind = self.mind
        olds = [0] * mind.seats
        for place, count in enumerate(self.left[kind]):
            either = mind.slots_of(place, EITHER)
            for_old = (mind.slots_of(place, OLD) + either) * (mind.unseen[kind] + 1)
            for_new = (mind.slots_of(place, NEW) + either) * (mind.count_known(mind.under, kind) + 1)
            for _ in range(count):
                if self.rng.below(for_old + for_new) < for_old:
                    add(olds, place, 1)
        return olds

    def decide(self, kind: i64, olds: list[int], sign: i64) -> bool:
        """Count a decision (or take it back); is it possible as far as this kind goes?"""
        mind = self.mind
        old = sum(olds)
        new = sum(self.left[kind]) - old
        loose = 0
        for place, count in enumerate(olds):
            add(self.olds, place, sign * count)
            add(self.news, place, sign * (self.left[kind][place] - count))
            if mind.loose_in(place) == mind.loose:
                loose += count
        loose = min(loose, mind.count_known(mind.loose, kind)) if mind.seats == 4 else 0
        mixed = max(0, new - mind.count_known(mind.under, kind))
        self.mixed += sign * mixed
        self.found += sign * loose
        if old - loose + mixed > mind.unseen[kind] or self.mixed > mind.slots_of(mind.under, OLD):
            return False
        return min([self.either_left(place) for place in range(mind.seats)]) >= 0

    def either_left(self, place: i64) -> i64:
        """Slots that can hold either, without those that the cards need for which no others are left."""
        mind = self.mind
        more_olds = max(0, self.olds[place] - mind.slots_of(place, OLD))
        more_news = max(0, self.news[place] - mind.slots_of(place, NEW))
        return mind.slots_of(place, EITHER) - more_olds - more_news

    def agrees(self) -> bool:
        """Do the cards that are left then fit into the slots that are left?"""
        mind = self.mind
        loose = room = 0
        old_slots = mind.slots_of(mind.under, OLD) - self.mixed
        old_room = either = 0
        for place in range(mind.seats):
            olds_left = max(0, mind.slots_of(place, OLD) - self.olds[place])
            old_slots += olds_left
            either += self.either_left(place)
            if mind.loose_in(place) == mind.loose:
                old_room += olds_left
                room += olds_left + self.either_left(place)
        if mind.seats == 4:
            loose = sum(mind.known_in(mind.loose)) - self.found
        unseen = sum(mind.unseen) - (sum(self.olds) - self.found) - self.mixed
        spare = unseen - old_slots
        return loose <= room and spare + min(loose, old_room) >= 0 and spare + loose <= either


def total_slots(mind: RueMorgueKnowledge, pool: i64) -> i64:
    """The slots of a class in all places."""
    return sum([mind.slots_of(place, pool) for place in range(mind.under + 1)])
