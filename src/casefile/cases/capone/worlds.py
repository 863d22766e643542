"""Deal the unseen cards of Al Capone anew, in agreement with all that a seat knows, the Underworld among it (C-22)."""

from casefile.cases.capone.memory import UNKNOWN, Departed
from casefile.cases.capone.state import CaponeView, memory
from casefile.core.determinize import FILE, Worlds
from casefile.core.rng import Rng
from casefile.core.state import State


class CaponeWorlds(Worlds):
    """The unseen cards of a view, and the takes whose cards are to be found in the doubtful part of the Underworld."""

    def __init__(self, view: CaponeView, copies: list[int]) -> None:
        self.view = view
        self.mind = view.mind
        self.memory = memory(view.mind)
        # Of the world that is being dealt: for each take its kind, the kinds that it cannot be, the hand that still
        # has the card, which takes are still to be chosen, and the lower part of the pile.
        self.kinds: list[int] = []
        self.masks: list[int] = []
        self.places: list[int] = []
        self.open: list[int] = []
        self.pile: list[int] = []
        unseen = copies[:]
        for kind, count in enumerate(view.hand):
            unseen[kind] -= count
        for at, count in enumerate(view.areas):
            unseen[at % view.faces] -= count
        for at, count in enumerate(self.mind.known):
            unseen[at % view.kinds] -= count
        for kind in view.discard + view.aside + self.memory.lower + self.memory.taken[::3]:
            unseen[kind] -= 1
        for kind in self.memory.takes[1::2]:
            if kind != UNKNOWN:
                unseen[kind] += 1  # it was counted where it is seen now, and as a card that once lay in the pile
        self.supply = [unseen]

    def try_to_deal(self, state: State, rng: Rng) -> bool:
        """One attempt; it fails if a card finds no place that could hold it."""
        view = self.view
        supply = self.supply[0][:]
        hands = self.mind.known[:]
        for kind, count in enumerate(view.hand):
            hands[view.seat * view.kinds + kind] = count
        self.open_takes(rng)
        departed = self.choose_departed(supply, rng)
        if min(supply) < 0 or not self.choose_missing(rng) or not self.choose_lying(rng):
            return False
        for place, kind in zip(self.places, self.kinds, strict=True):
            if place != UNKNOWN:
                hands[place * view.kinds + kind] += 1
        seating = Seating(self.mind.slots, view.file_size, rng)
        if not seating.seat_all(departed, supply):
            return False
        state.case_file = []
        for slot, kind in enumerate(seating.cards):
            if seating.departed[slot] is None:
                if seating.places[slot] == FILE:
                    state.case_file.append(kind)
                else:
                    hands[seating.places[slot] * view.kinds + kind] += 1
        state.hands = hands
        state.discard = self.pile + view.discard
        return True

    def open_takes(self, rng: Rng) -> None:
        """All takes are still to be chosen."""
        self.kinds = self.memory.takes[1::2]
        self.masks = [0] * len(self.kinds)
        self.places = [UNKNOWN] * len(self.kinds)
        for place, row in enumerate(self.mind.slots):
            for at in range(0, len(row), 3):
                if row[at]:
                    take = self.memory.take_at(row[at]) // 2
                    self.places[take] = place
                    self.masks[take] = row[at + 1]
        self.open = [*range(len(self.kinds))]
        rng.shuffle(self.open)

    def choose_departed(self, supply: list[int], rng: Rng) -> list[Departed]:
        """Decide which cards that left a hand had been taken out of the pile; the others are returned."""
        others: list[Departed] = []
        order = [*range(len(self.memory.departed))]
        rng.shuffle(order)
        for one in order:
            gone = self.memory.departed[one]
            able = [take for take in self.open if self.places[take] == gone.place and self.could_leave(take, gone)]
            weights = [self.weight(take, gone.kind, supply) for take in able]
            dealt = 0
            for slots in range(0, len(self.mind.slots[gone.place]), 3):
                row = self.mind.slots[gone.place][slots : slots + 3]
                if row[0] == 0 and gone.may_be_of(0, row[1]):
                    dealt += row[2] * max(0, supply[gone.kind] + 1)
            pick = rng.below(max(1, dealt + sum(weights)))
            for take, weight in zip(able, weights, strict=True):
                if 0 <= pick < weight:
                    self.kinds[take] = gone.kind
                    self.places[take] = UNKNOWN
                    supply[gone.kind] += 1
                pick -= weight
            if pick >= 0:
                others.append(gone)
        return others

    def could_leave(self, take: int, gone: Departed) -> bool:
        """Can this card, which left the hand, be what the take had brought?"""
        number = self.memory.takes[2 * take]
        return number in gone.pools and self.memory.could_have_taken(number, gone.kind)

    def weight(self, take: int, kind: int, supply: list[int]) -> int:
        """How likely it is that the take brought this kind, compared with a dealt card being of it."""
        cards = self.cards_for(take)
        fitting = [at for card, at in cards if card == kind]
        return max(1, len(fitting) * (sum(supply) + 1) // len(cards))

    def choose_missing(self, rng: Rng) -> bool:
        """Every card that is certainly missing was one of the takes."""
        for missing, kind in enumerate(self.memory.taken[::3]):
            able = [
                take for take in self.open if self.fits(take, kind) and (kind, -1 - missing) in self.cards_for(take)
            ]
            if not able:
                return False
            take = able[rng.below(len(able))]
            self.kinds[take] = kind
            self.open.remove(take)
        return True

    def choose_lying(self, rng: Rng) -> bool:
        """The other takes were cards of the doubtful part; those whose kind is known choose first."""
        used: list[int] = []
        certain = [take for take in self.open if self.kinds[take] != UNKNOWN]
        for take in certain + [take for take in self.open if take not in certain]:
            able = [at for kind, at in self.cards_for(take) if at >= 0 and at not in used and self.fits(take, kind)]
            if not able:
                return False
            at = able[rng.below(len(able))]
            self.kinds[take] = self.memory.lower[at]
            used.append(at)
        self.pile = [kind for at, kind in enumerate(self.memory.lower) if at not in used]
        return True

    def cards_for(self, take: int) -> list[tuple[int, int]]:
        """The cards that lay in the pile then: their kind, and where in `lower`, or, below 0, where in `taken`."""
        mind = self.memory
        number = mind.takes[2 * take]
        found = [(kind, at) for at, kind in enumerate(mind.lower) if mind.since[at] <= number]
        for at in range(0, len(mind.taken), 3):
            if mind.taken[at + 1] <= number <= mind.taken[at + 2]:
                found.append((mind.taken[at], -1 - at // 3))
        return found

    def fits(self, take: int, kind: int) -> bool:
        """Can this take have been of this kind, as far as the hand goes that took it?"""
        if self.kinds[take] != UNKNOWN:
            return self.kinds[take] == kind
        return not self.masks[take] >> kind & 1


class Seating:
    """The slots of cards that nobody saw since the deal, in the hands and in the case file, and a card for each."""

    def __init__(self, slots: list[list[int]], file_size: int, rng: Rng) -> None:
        self.rng = rng
        hidden: list[tuple[int, int]] = [(FILE, 0)] * file_size
        for place, row in enumerate(slots):
            for at in range(0, len(row), 3):
                if row[at] == 0:
                    hidden += [(place, row[at + 1])] * row[at + 2]
        order = [*range(len(hidden))]
        rng.shuffle(order)
        self.places = [hidden[at][0] for at in order]
        self.masks = [hidden[at][1] for at in order]
        self.cards = [UNKNOWN] * len(order)
        self.departed: list[Departed | None] = [None] * len(order)  # the slot had such a card, which has left it

    def seat_all(self, departed: list[Departed], supply: list[int]) -> bool:
        """Find slots for cards that have left a hand, and for all of the supply."""
        excluded = 0
        for mask in self.masks:
            excluded |= mask
        bound: list[int] = []
        free: list[int] = []
        for kind, count in enumerate(supply):
            if excluded >> kind & 1:
                bound += [kind] * count
            else:
                free += [kind] * count
        if len(departed) + len(bound) + len(free) != len(self.cards):
            return False
        self.rng.shuffle(bound)
        self.rng.shuffle(free)
        for gone in departed:
            if not self.seat(gone.kind, gone, [False] * len(self.cards)):
                return False
        for kind in bound:
            if not self.seat(kind, None, [False] * len(self.cards)):
                return False
        for slot, card in enumerate(self.cards):
            if card == UNKNOWN:
                self.cards[slot] = free.pop()
        return True

    def seat(self, kind: int, gone: Departed | None, tried: list[bool]) -> bool:
        """Find a slot for one card; if all that suit it are taken, one of the others has to move."""
        suited = [slot for slot in range(len(self.cards)) if not tried[slot] and self.suits(slot, kind, gone)]
        empty = [slot for slot in suited if self.cards[slot] == UNKNOWN]
        if empty:
            slot = empty[self.rng.below(len(empty))]
            self.cards[slot] = kind
            self.departed[slot] = gone
            return True
        for slot in suited:
            if not tried[slot]:
                tried[slot] = True
                if self.seat(self.cards[slot], self.departed[slot], tried):
                    self.cards[slot] = kind
                    self.departed[slot] = gone
                    return True
        return False

    def suits(self, slot: int, kind: int, gone: Departed | None) -> bool:
        """Can this slot hold the card, or can it have held the one that left?"""
        if gone is None:
            return not self.masks[slot] >> kind & 1
        return self.places[slot] == gone.place and gone.may_be_of(0, self.masks[slot])
