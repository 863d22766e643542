"""Cards for slots that do not suit every card: found whenever there is a way, and as random as it gets."""

from mypy_extensions import i64

from casefile.cases.capone.memory import UNKNOWN, CaponeMind, Departed
from casefile.core.determinize import FILE
from casefile.core.rng import Rng


class Matching:
    """Numbered cards, each to be placed in a slot that suits it."""

    def __init__(self, slots: i64, rng: Rng) -> None:
        self.rng = rng
        self.holds = [UNKNOWN] * slots  # the card in each slot

    def suits(self, card: i64, slot: i64) -> bool:
        """Can this slot hold this card?"""
        raise NotImplementedError

    def place(self, card: i64) -> bool:
        """Find a slot for another card."""
        return self.place_or_move(card, [False] * len(self.holds))

    def place_or_move(self, card: i64, tried: list[bool]) -> bool:
        """If all slots that suit the card are taken, one of the cards in them has to move."""
        size = len(self.holds)
        empty = [
            slot for slot in range(size) if self.holds[slot] == UNKNOWN and not tried[slot] and self.suits(card, slot)
        ]
        if empty:
            self.holds[empty[self.rng.below(len(empty))]] = card
            return True
        for slot in range(size):
            if not tried[slot] and self.suits(card, slot):
                tried[slot] = True
                if self.place_or_move(self.holds[slot], tried):
                    self.holds[slot] = card
                    return True
        return False


class Finding(Matching):
    """Which card of the Underworld each take was: the slots are the cards that lay there, the lower part first.

    What is placed are the takes by their index, and above these as many numbers as cards still lie there.
    """

    def __init__(self, mind: CaponeMind, kinds: list[int], rng: Rng, *, strict: bool) -> None:
        super().__init__(len(mind.lower) + len(mind.taken) // 3, rng)
        self.mind = mind
        self.kinds = kinds
        self.strict = strict  # whatever is not of a known kind is still in its hand

    def place_all(self) -> bool:
        """Find a card for every take, such that all that are certainly missing are among them."""
        order = [*range(len(self.kinds))]
        self.rng.shuffle(order)
        return all(self.place(card) for card in [*order, *range(len(order), len(self.holds))])

    def card_in(self, slot: i64) -> i64:
        """The card of the Underworld that a slot stands for."""
        lying = len(self.mind.lower)
        return self.mind.lower[slot] if slot < lying else self.mind.taken[3 * (slot - lying)]

    def suits(self, card: i64, slot: i64) -> bool:
        """Can this take have been that card? Can that card still lie there?"""
        mind = self.mind
        missing = 3 * (slot - len(mind.lower))
        if card >= len(self.kinds):
            return missing < 0
        number = mind.takes[2 * card]
        kind = self.card_in(slot)
        if missing < 0:
            if mind.since[slot] > number:
                return False
        elif not mind.taken[missing + 1] <= number <= mind.taken[missing + 2]:
            return False
        if self.kinds[card] != UNKNOWN:
            return self.kinds[card] == kind
        return mind.may_hold(number, kind) or (not self.strict and mind.departed_of(number, kind) != UNKNOWN)

    def kind_of(self, take: i64) -> i64:
        """The kind that was found for a take."""
        return self.card_in(self.holds.index(take))

    def pile(self) -> list[int]:
        """What still lies in the lower part of the Underworld."""
        return [kind for slot, kind in enumerate(self.mind.lower) if self.holds[slot] >= len(self.kinds)]


class Leaving(Matching):
    """Which takes brought cards that have left a hand since: the slots are the takes that are not decided yet."""

    def __init__(self, mind: CaponeMind, takes: list[int], rng: Rng) -> None:
        super().__init__(len(takes), rng)
        self.mind = mind
        self.takes = takes

    def suits(self, card: i64, slot: i64) -> bool:
        """Can this take have brought that departed card?"""
        gone = self.mind.departed[card]
        number = self.mind.takes[2 * self.takes[slot]]
        return number in gone.pools and self.mind.could_have_taken(number, gone.kind)


class Seating(Matching):
    """The slots of cards that nobody saw since the deal, in the hands and in the case file, and a card for each.

    Cards are numbers of kinds, or, above these, cards that have left such a slot.
    """

    def __init__(self, mind: CaponeMind, file_size: i64, rng: Rng) -> None:
        self.places = [FILE] * file_size
        self.masks = [0] * file_size
        for place in range(mind.places):
            row = mind.classes(place)
            for at in range(0, len(row), 3):
                if row[at] == 0:
                    self.places += [place] * row[at + 2]
                    self.masks += [row[at + 1]] * row[at + 2]
        super().__init__(len(self.places), rng)
        self.kinds = 0
        self.departed: list[Departed] = []

    def place_all(self, departed: list[Departed], supply: list[int]) -> bool:
        """Find slots for cards that have left a hand, and for all of the supply."""
        self.kinds = len(supply)
        self.departed = departed
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
        if len(departed) + len(bound) + len(free) != len(self.holds):
            return False
        self.rng.shuffle(bound)
        self.rng.shuffle(free)
        for card in [*range(self.kinds, self.kinds + len(departed)), *bound]:
            if not self.place(card):
                return False
        for slot, card in enumerate(self.holds):
            if card == UNKNOWN:
                self.holds[slot] = free.pop()
        return True

    def suits(self, card: i64, slot: i64) -> bool:
        """Can this slot hold the card, or can it have held the one that left?"""
        if card < self.kinds:
            return not self.masks[slot] >> card & 1
        gone = self.departed[card - self.kinds]
        return self.places[slot] == gone.place and gone.may_be_of(0, self.masks[slot])

    def resting(self, slot: i64) -> i64:
        """The card that lies in a slot now, or UNKNOWN if that has left it."""
        return self.holds[slot] if self.holds[slot] < self.kinds else UNKNOWN
