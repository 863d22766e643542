"""What a seat remembers of the Underworld and of the hands after others took cards out of it unseen (CAP-8, C-22).

Everybody saw each card that came to the Underworld. When another seat takes one of them unseen, the whole pile as it
lay then becomes doubtful: `lower` holds it as remembered, bottom first, and the real lower part of the pile is what
is left of it. What comes on top later is certain: the warrant first, which is never drawn before the next search, as
a player draws only what the player before discarded. Every such *take* has a number, and a slot of its own in the hand
that took it: the slot's pool is the number of the take, while pool 0 is what nobody saw since the deal.

A card of `lower` can have been taken only by a take after it came there (`since`). Once it turns out to be missing,
it is moved to `taken`, and only a take before that (`until`) can have been it. Of equal cards it makes no difference
which one was taken, so the lowest count as missing: the earlier a card lay there, the more takes can have been it.

When a card leaves a hand and could have been one of several classes of slots, it is `departed`, with those classes;
this is what `settling` lists in `casefile.core.knowledge`, but remembers which classes were possible at the time.
"""

from typing import Final

from mypy_extensions import i64

from casefile.core.counts import add, bit, lowest
from casefile.core.knowledge import CLASS, Knowledge

UNKNOWN: Final = -1


class Departed:
    """A card that left a hand, and the classes of slots that could have held it; never changed."""

    def __init__(self, place: i64, kind: i64, pools: list[int], masks: list[int]) -> None:
        self.place = place
        self.kind = kind
        self.pools = pools
        self.masks = masks

    def __reduce__(self) -> tuple[type["Departed"], tuple[int, int, list[int], list[int]]]:
        """Minds can be pickled, compiled or not."""
        return Departed, (self.place, self.kind, self.pools, self.masks)

    def after_exclusion(self, kinds: i64) -> "Departed":
        """The same card when its place is known to hold none of these kinds any more: classes may have become one."""
        pools: list[int] = []
        masks: list[int] = []
        for at in range(len(self.pools)):
            wider = self.masks[at] | kinds
            if not is_among(pools, masks, self.pools[at], wider):
                pools.append(self.pools[at])
                masks.append(wider)
        return Departed(self.place, self.kind, pools, masks)

    def without(self, pool: i64, mask: i64) -> "Departed":
        """The same card when it is clear that it came out of no slot of this class."""
        others = [at for at in range(len(self.pools)) if pool != self.pools[at] or mask != self.masks[at]]
        return Departed(self.place, self.kind, [self.pools[at] for at in others], [self.masks[at] for at in others])

    def may_be_of(self, pool: i64, mask: i64) -> bool:
        """Is this class of slots one of those that could have held the card?"""
        return is_among(self.pools, self.masks, pool, mask)

    def key(self) -> tuple[object, ...]:
        """All fields, for comparison."""
        return (self.place, self.kind, self.pools, self.masks)


def is_among(pools: list[int], masks: list[int], pool: i64, mask: i64) -> bool:
    """Is a class of slots one of these?"""
    return any(pools[at] == pool and masks[at] == mask for at in range(len(pools)))


class CaponeMind(Knowledge):
    """What one seat knows of the other hands and of the Underworld."""

    lower: list[int]  # the doubtful part of the Underworld as remembered, bottom first
    since: list[int]  # for each of these cards the first take that could have been it
    taken: list[int]  # three numbers for each card that is certainly missing: kind, since, until
    takes: list[int]  # two numbers for each take that is not cleared up: its number, and its kind or UNKNOWN
    searches: i64  # how many takes there were
    departed: list[Departed]

    def start(self, seat: i64, places: i64, kinds: i64) -> None:
        """Know nothing of some empty places."""
        super().start(seat, places, kinds)
        self.lower = []
        self.since = []
        self.taken = []
        self.takes = []
        self.searches = 0
        self.departed = []

    def clone(self) -> "CaponeMind":
        """An independent copy."""
        other = CaponeMind()
        self.copy_to(other)
        other.lower = self.lower[:]
        other.since = self.since[:]
        other.taken = self.taken[:]
        other.takes = self.takes[:]
        other.searches = self.searches
        other.departed = self.departed[:]
        return other

    def key(self) -> tuple[object, ...]:
        """All fields, for comparison."""
        pile = (self.lower, self.since, self.taken, self.takes, self.searches)
        return (*super().key(), *pile, [gone.key() for gone in self.departed])

    def missing(self) -> i64:
        """How many cards of `lower` are not in the pile."""
        return len(self.takes) // 2 - len(self.taken) // 3

    def lower_size(self) -> i64:
        """How many cards of the pile, from the bottom, are doubtful."""
        return len(self.lower) - self.missing()

    # What happens

    def others_took(self, place: i64, certain: list[int]) -> None:
        """Another seat took a card out of the pile, whose upper part was certain until now (CAP-8)."""
        self.searches += 1
        self.lower += certain
        self.since += [self.searches] * len(certain)
        self.takes += [self.searches, UNKNOWN]
        self.add_slots(place, self.searches, 0, 1)
        self.think()

    def looked_through(self, pile: list[int]) -> None:
        """This seat sees the whole pile, and so what is missing of it (CAP-8, CAP-9)."""
        for at in range(self.lower_size() - 1, -1, -1):
            self.found_on_top(pile[at])
        self.nothing_left()
        self.think()

    def others_showed_all(self, kind: i64, doubtful: i64) -> None:
        """All cards of a kind were taken out of the pile and shown, some of them out of the doubtful part (CAP-9)."""
        left = doubtful
        for at in range(len(self.lower) - 1, -1, -1):
            if self.lower[at] == kind:
                if left:
                    left -= 1
                else:
                    self.taken += [kind, self.since[at], self.searches]
                del self.lower[at]
                del self.since[at]
        self.think()

    def found_on_top(self, kind: i64) -> None:
        """The topmost card of the doubtful part is of this kind: what was above it is missing, it is certain."""
        while self.lower[-1] != kind:
            self.top_is_missing()
        self.lower.pop()
        self.since.pop()

    def nothing_left(self) -> None:
        """Nothing of the doubtful part is in the pile any more."""
        while self.lower:
            self.top_is_missing()

    def top_is_missing(self) -> None:
        """The topmost card of the doubtful part has been taken."""
        self.taken += [self.lower.pop(), self.since.pop(), self.searches]

    def left(self, place: i64, kind: i64) -> None:
        """This seat saw which card left a hand: account for it."""
        if self.left_known(place, kind):
            return
        slots = self.slots
        found = self.only_class(place)
        if found == UNKNOWN:
            possible = self.possible_classes(place, kind)
            assert possible, "no slot can have held a card that left"
            if len(possible) > 1:
                pools = [slots[at + 1] for at in possible]
                self.keep_waiting(place, kind)
                self.departed.append(Departed(place, kind, pools, [slots[at + 2] for at in possible]))
                return
            found = possible[0]
        numbers = len(slots)
        self.close_slot(found, kind)
        if len(slots) < numbers:
            self.think()

    def possible_classes(self, place: i64, kind: i64) -> list[int]:
        """The classes of slots of a place that could hold this card."""
        slots = self.slots
        found: list[int] = []
        for at in range(0, len(slots), CLASS):
            if slots[at] == place and self.could_hold(slots[at + 1], slots[at + 2], kind):
                found.append(at)
        return found

    def could_hold(self, pool: i64, excluded: i64, kind: i64) -> bool:
        """Could a slot of this class hold this card, as far as this seat can tell?"""
        return not excluded >> kind & 1 and (pool == 0 or self.could_have_taken(pool, kind))

    def could_have_taken(self, number: i64, kind: i64) -> bool:
        """Lay a card of this kind in the pile when this take was made?"""
        return self.kinds_for(number) >> kind & 1 != 0

    def kinds_for(self, number: i64) -> i64:
        """The kinds of the cards that can have lain in the pile when this take was made, one bit each."""
        kinds: i64 = 0
        size: i64 = len(self.lower)
        for at in range(size):
            if self.since[at] <= number:
                kinds |= bit(self.lower[at])
        for card in range(0, len(self.taken), 3):
            if self.taken[card + 1] <= number <= self.taken[card + 2]:
                kinds |= bit(self.taken[card])
        return kinds

    def cards_for(self, number: i64) -> list[int]:
        """The cards that can have lain in the pile when this take was made."""
        found = [kind for at, kind in enumerate(self.lower) if self.since[at] <= number]
        for at in range(0, len(self.taken), 3):
            if self.taken[at + 1] <= number <= self.taken[at + 2]:
                found.append(self.taken[at])
        return found

    def close_slot(self, at: i64, kind: i64) -> None:
        """A card certainly came out of a slot of this class."""
        slots = self.slots
        number: i64 = slots[at + 1]
        if slots[at + 3] == 1:
            for index, gone in enumerate(self.departed):
                if gone.place == slots[at]:
                    self.departed[index] = gone.without(number, slots[at + 2])
            del slots[at : at + CLASS]
        else:
            add(slots, at + 3, -1)
        if number:
            self.takes[self.take_at(number) + 1] = kind

    def exclude(self, place: i64, kinds: i64) -> None:
        """A hand holds none of these kinds (bits); what has left it may have been of them."""
        for at, gone in enumerate(self.departed):
            if gone.place == place:
                self.departed[at] = gone.after_exclusion(kinds)
        super().exclude(place, kinds)

    def settle(self, place: i64) -> None:
        """Something new is known of a hand."""
        self.think()

    # What follows from it

    def think(self) -> None:
        """Draw conclusions until there are no more."""
        if not self.departed and not self.takes:
            return
        while (
            self.place_departed()
            or self.learn_kind()
            or self.find_take_of_taken()
            or self.find_card_of_take()
            or self.settle_pile()
            or self.learn_hand()
        ):
            pass

    def place_departed(self) -> bool:
        """Find a departed card that only one class of slots can have held."""
        slots = self.slots
        for index, gone in enumerate(self.departed):
            found: i64 = UNKNOWN
            several = False
            for at in range(0, len(slots), CLASS):
                if (
                    slots[at] == gone.place
                    and gone.may_be_of(slots[at + 1], slots[at + 2])
                    and (slots[at + 1] == 0 or self.could_have_taken(slots[at + 1], gone.kind))
                ):
                    several = found != UNKNOWN
                    if several:
                        break
                    found = at
            if not several:
                assert found != UNKNOWN, "no slot can have held a card that left"
                self.forget_departed(index)
                self.close_slot(found, gone.kind)
                return True
        return False

    def forget_departed(self, at: i64) -> None:
        """It is clear which slot a departed card came from."""
        gone = self.departed[at]
        self.forget_one(gone.place, gone.kind)
        del self.departed[at]

    def learn_kind(self) -> bool:
        """Find a take that can have been one kind only."""
        for at in range(0, len(self.takes), 2):
            if self.takes[at + 1] != UNKNOWN:
                continue
            possible: i64 = 0
            kinds = self.kinds_for(self.takes[at])
            while kinds:
                if self.could_be(at, lowest(kinds)):
                    possible |= kinds & -kinds
                kinds &= kinds - 1
            assert possible, "no card can have been taken"
            if possible & (possible - 1) == 0:
                self.learn(at, lowest(possible))
                return True
        return False

    def find_take_of_taken(self) -> bool:
        """Find a missing card that only one take can have been."""
        for card in range(0, len(self.taken), 3):
            found = UNKNOWN
            several = False
            for at in range(0, len(self.takes), 2):
                in_time = self.taken[card + 1] <= self.takes[at] <= self.taken[card + 2]
                if in_time and self.could_be(at, self.taken[card]):
                    several = found != UNKNOWN
                    if several:
                        break
                    found = at
            if not several:
                if self.takes[found + 1] == UNKNOWN:
                    self.learn(found, self.taken[card])
                del self.taken[card : card + 3]
                del self.takes[found : found + 2]
                return True
        return False

    def find_card_of_take(self) -> bool:
        """Find a take of a known kind that can have been one card only, wherever that lay, or one of equal ones."""
        for at in range(0, len(self.takes), 2):
            kind = self.takes[at + 1]
            if kind == UNKNOWN:
                continue
            number = self.takes[at]
            lying = [card for card in range(len(self.lower)) if self.lower[card] == kind and self.since[card] <= number]
            gone = [
                card
                for card in range(0, len(self.taken), 3)
                if self.taken[card] == kind and self.taken[card + 1] <= number <= self.taken[card + 2]
            ]
            # Of equal cards side by side the highest may be it: the pile stays the same, and a lower one is more use
            # to explain another take.
            together = not gone and lying[-1] - lying[0] == len(lying) - 1
            if len(lying) + len(gone) > 1 and not together:
                continue
            if lying:
                del self.lower[lying[-1]]
                del self.since[lying[-1]]
            else:
                del self.taken[gone[0] : gone[0] + 3]
            del self.takes[at : at + 2]
            return True
        return False

    def settle_pile(self) -> bool:
        """Is clear what lies in the pile, as nothing of the doubtful part is missing, or all of it?"""
        if not self.lower:
            return False
        if self.missing() == 0:
            self.lower = []
            self.since = []
            return True
        if self.lower_size() == 0:
            self.nothing_left()
            return True
        return False

    def learn_hand(self) -> bool:
        """If all that is missing was taken into one hand, it does not matter in which order."""
        if self.lower:
            return False
        unknown = [self.takes[at] for at in range(0, len(self.takes), 2) if self.takes[at + 1] == UNKNOWN]
        cards = self.taken[::3]
        for at in range(1, len(self.takes), 2):
            if self.takes[at] != UNKNOWN:
                cards.remove(self.takes[at])
        place = self.place_of(unknown[0]) if unknown else UNKNOWN
        for number in unknown:
            if self.place_of(number) != place:
                return False
        for gone in self.departed:
            if gone.place == place and gone.kind in cards:
                for number in unknown:
                    if number not in gone.pools:
                        return False  # it left before one of the takes, so that the order does matter
        for kind in cards:
            self.learn(self.take_at(unknown.pop()), kind)
        self.takes = []
        self.taken = []
        return place != UNKNOWN

    def could_be(self, at: i64, kind: i64) -> bool:
        """Can this take have been a card of this kind, as far as the hand goes that took it?"""
        if self.takes[at + 1] != UNKNOWN:
            return self.takes[at + 1] == kind
        number = self.takes[at]
        return self.may_hold(number, kind) or self.departed_of(number, kind) != UNKNOWN

    def may_hold(self, number: i64, kind: i64) -> bool:
        """Has a take still its slot in a hand that may hold this kind?"""
        at = self.class_of(number)
        return at != UNKNOWN and not self.slots[at + 2] >> kind & 1

    def departed_of(self, number: i64, kind: i64) -> i64:
        """The first departed card of a kind that can have been what this take brought, or UNKNOWN."""
        for at, gone in enumerate(self.departed):
            if gone.kind == kind and number in gone.pools:
                return at
        return UNKNOWN

    def learn(self, at: i64, kind: i64) -> None:
        """A take was certainly of this kind: it is in the hand, or it was the first such card that left it since."""
        number = self.takes[at]
        slot = self.class_of(number)
        gone = self.departed_of(number, kind)
        if gone == UNKNOWN:
            self.got_seen(self.slots[slot], kind)
        else:
            self.forget_departed(gone)
        self.close_slot(slot, kind)

    def take_at(self, number: i64) -> i64:
        """Where a take stands in the list of takes."""
        at = 0
        while self.takes[at] != number:
            at += 2
        return at

    def class_of(self, number: i64) -> i64:
        """The class of slots that is the one of a take, or UNKNOWN if the take has none any more."""
        for at in range(0, len(self.slots), CLASS):
            if self.slots[at + 1] == number:
                return at
        return UNKNOWN

    def place_of(self, number: i64) -> i64:
        """The hand that has the slot of a take, or UNKNOWN."""
        at = self.class_of(number)
        return UNKNOWN if at == UNKNOWN else self.slots[at]
