"""What a seat knows of the hidden cards of Murders in the Rue Morgue, where cards also move unseen (C-22).

The class of a slot says which card it can hold: one that this seat has never seen (OLD), one of the second case file
(NEW), or either, after an unseen exchange (EITHER). There are further places beside the hands:

- the cards under the Orang-Utan. Once it has escaped, this place stands for the second case file instead: its known
  cards are those of the discard pile and those that were known there before, its slots hold OLD cards (RUE-17);
- loose cards, each in one of two places, but nobody can tell in which: among the opponents, who may have passed it
  on (RUE-5, RUE-13), or with the partner, who may have put it under the Orang-Utan (RUE-6). They lie in slots there.

As copies are interchangeable, a card that comes out of a place is taken for a known one if there is one, then for a
loose one. Where it is open whether a card was OLD or NEW, it is kept in `settling`, and its slot stays counted.
"""

from typing import Final

from casefile.core.knowledge import Knowledge

OLD: Final = 0
NEW: Final = 1
EITHER: Final = 2

UNKNOWN: Final = -1


class RueMorgueKnowledge(Knowledge):
    """What one seat knows of the other hands, of the cards under the Orang-Utan and of the case file."""

    seats: int
    under: int  # the place under the Orang-Utan, or the second case file
    loose: int  # the place of loose cards among the opponents; then that of the partner's; there are none without teams
    unseen: list[int]  # kind: OLD cards that are in no other count
    file_class: int  # of the cards of the case file
    top: int  # the top card of the case file, if this seat has looked at it (RUE-7), or UNKNOWN

    def begin(self, seat: int, seats: int, kinds: int) -> None:
        """Know nothing of an empty table."""
        self.start(seat, seats + 3 if seats == 4 else seats + 1, kinds)
        self.seats = seats
        self.under = seats
        self.loose = seats + 1
        self.unseen = [0] * kinds
        self.file_class = OLD
        self.top = UNKNOWN

    def clone(self) -> "RueMorgueKnowledge":
        """An independent copy."""
        other = RueMorgueKnowledge()
        other.seat = self.seat
        other.kinds = self.kinds
        other.known = self.known[:]
        other.slots = [row[:] for row in self.slots]
        other.settling = [row[:] for row in self.settling]
        other.pools = self.pools[:]
        other.seats = self.seats
        other.under = self.under
        other.loose = self.loose
        other.unseen = self.unseen[:]
        other.file_class = self.file_class
        other.top = self.top
        return other

    def key(self) -> tuple[object, ...]:
        """All fields, for comparison."""
        return (*super().key(), self.unseen, self.file_class, self.top)

    def slots_of(self, place: int, pool: int) -> int:
        """How many slots of a class a place has."""
        row = self.slots[place]
        for at in range(0, len(row), 3):
            if row[at] == pool:
                return row[at + 2]
        return 0

    def loose_in(self, place: int) -> int:
        """The place of the loose cards that may lie in this place, or UNKNOWN."""
        if self.seats != 4:
            return UNKNOWN
        return self.loose if place < self.seats and (place - self.seat) % 2 else self.loose + 1

    # Cards come

    def got_unseen(self, place: int, pool: int, count: int) -> None:
        """Unseen cards of a class came to a place."""
        row = self.slots[place]
        for at in range(0, len(row), 3):
            if row[at] == pool:
                row[at + 2] += count
                if row[at + 2] == 0:
                    del row[at : at + 3]
                return
        if count:
            row += [pool, 0, count]

    def peek(self, kind: int) -> None:
        """This seat looks at the top card of the first case file (RUE-7)."""
        if self.top == UNKNOWN:
            self.unseen[kind] -= 1
            self.top = kind

    def top_came(self, place: int) -> None:
        """The top card of the case file came to a place; who has looked at it knows it there (RUE-7)."""
        if self.top == UNKNOWN:
            self.got_unseen(place, self.file_class, 1)
        else:
            self.got_seen(place, self.top)
            self.top = UNKNOWN

    def drew(self, kind: int) -> None:
        """This seat itself took the top card of the case file."""
        if self.top == UNKNOWN:
            self.saw_of_pool(self.file_class, kind)
        self.top = UNKNOWN

    # Cards leave

    def saw_of_pool(self, pool: int, kind: int) -> None:
        """A card of a class was seen before it came to a place."""
        if pool == NEW:
            self.take_out(self.under, kind)
        else:
            self.unseen[kind] -= 1
        self.tidy()

    def left(self, place: int, kind: int) -> None:
        """This seat saw which card left a place."""
        self.take_out(place, kind)
        self.tidy()

    def take_out(self, place: int, kind: int) -> None:
        """A card came out of a place: a known one, or else an OLD or a NEW one, if it is clear which."""
        at = place * self.kinds + kind
        if self.known[at]:
            self.known[at] -= 1
        elif not self.could_be_new(place, kind):
            self.take_out_old(place, kind)
        elif not self.could_be_old(place, kind):
            self.take_out_new(place, kind)
        else:
            self.settling[place].append(kind)

    def could_be_old(self, place: int, kind: int) -> bool:
        """Can a card that left a place have been one from before the second case file?"""
        if not self.slots_of(place, OLD) and not self.slots_of(place, EITHER):
            return False
        loose = self.loose_in(place)
        return self.unseen[kind] > 0 or (loose != UNKNOWN and self.known[loose * self.kinds + kind] > 0)

    def could_be_new(self, place: int, kind: int) -> bool:
        """Can a card that left a place have come out of the second case file?"""
        if not self.slots_of(place, NEW) and not self.slots_of(place, EITHER):
            return False
        if self.known[self.under * self.kinds + kind]:
            return True
        return self.unseen[kind] > 0 and self.slots_of(self.under, OLD) > 0

    def take_out_old(self, place: int, kind: int) -> None:
        """An OLD card came out of a place; a slot that can hold either is the last to be closed."""
        self.got_unseen(place, OLD if self.slots_of(place, OLD) else EITHER, -1)
        loose = self.loose_in(place)
        if loose != UNKNOWN and self.known[loose * self.kinds + kind]:
            self.known[loose * self.kinds + kind] -= 1
        else:
            self.unseen[kind] -= 1

    def take_out_new(self, place: int, kind: int) -> None:
        """A NEW card came out of a place."""
        self.got_unseen(place, NEW if self.slots_of(place, NEW) else EITHER, -1)
        self.take_out(self.under, kind)

    # Cards move unseen

    def mix_hands(self, one: int, other: int) -> None:
        """Two opponents passed a card to each other (RUE-5, RUE-13)."""
        for place in (one, other):
            self.loosen(place)
            if self.file_class == NEW:
                for pool in (OLD, NEW):
                    if self.slots_of(place, pool):
                        self.got_unseen(place, pool, -1)
                        self.got_unseen(place, EITHER, 1)
        self.tidy()

    def fed_from_hand(self, seat: int) -> None:
        """Somebody put a card of the hand under the Orang-Utan (RUE-6)."""
        if self.seats == 4:
            self.loosen(seat)
        self.got_unseen(seat, OLD, -1)
        self.got_unseen(self.under, OLD, 1)
        self.tidy()

    def loosen(self, place: int) -> None:
        """A card leaves a place unseen: of each kind that is known there, one may be gone."""
        pool = EITHER if self.file_class == NEW else OLD
        loose = self.loose_in(place)
        for kind in range(self.kinds):
            if self.known[place * self.kinds + kind]:
                self.known[place * self.kinds + kind] -= 1
                self.known[loose * self.kinds + kind] += 1
                self.got_unseen(place, pool, 1)

    # Things become clear

    def look_under(self, cards: list[int]) -> None:
        """This seat looks through all cards under the Orang-Utan (RUE-14)."""
        base = self.under * self.kinds
        known = self.known[base : base + self.kinds]
        for kind in range(self.kinds):
            self.known[base + kind] = 0
        for kind in cards:
            if known[kind]:
                known[kind] -= 1
            else:
                self.take_out_old(self.under, kind)
        for kind in cards:
            self.known[base + kind] += 1
        self.tidy()

    def escaped(self, discard: list[int]) -> None:
        """The cards under the Orang-Utan are shuffled with the discard pile: the second case file (RUE-17)."""
        for kind in discard:
            self.got_seen(self.under, kind)
        if self.seats == 4:
            self.forget_loose(self.loose + 1)  # the shuffle ends it
        self.file_class = NEW

    def forget_loose(self, loose: int) -> None:
        """Loose cards become cards of which only is known that they are hidden."""
        for kind in range(self.kinds):
            self.unseen[kind] += self.known[loose * self.kinds + kind]
            self.known[loose * self.kinds + kind] = 0

    def see_all(self, hands: list[int]) -> None:
        """All hands are laid open; what is unseen now lies in the case file."""
        super().see_all(hands)
        self.file_class = OLD

    def tidy(self) -> None:
        """Draw conclusions: out of which slots cards came, and where loose cards lie."""
        if self.file_class == NEW:
            for place in range(self.seats):
                if self.settling[place]:
                    self.review(place)
        if self.seats == 4:
            self.place_loose(self.loose, (self.seat + 1) % 4, (self.seat + 3) % 4)
            self.place_loose(self.loose + 1, (self.seat + 2) % 4, self.under)

    def review(self, place: int) -> None:
        """Of cards that left a place it may have become clear whether they were OLD or NEW."""
        waiting = self.settling[place]
        self.settling[place] = []
        for kind in waiting:
            if not self.could_be_new(place, kind):
                self.take_out_old(place, kind)
            elif not self.could_be_old(place, kind):
                self.take_out_new(place, kind)
            else:
                self.settling[place].append(kind)

    def place_loose(self, loose: int, one: int, other: int) -> None:
        """Loose cards are in one of two places; if one has no room for them, they are in the other."""
        if not any(self.known[loose * self.kinds : (loose + 1) * self.kinds]):
            return
        room = self.slots_of(one, OLD) + self.slots_of(one, EITHER)
        if room and self.slots_of(other, OLD) + self.slots_of(other, EITHER):
            return
        place = one if room else other
        for kind in range(self.kinds):
            for _ in range(self.known[loose * self.kinds + kind]):
                self.take_out_old(place, kind)
                if kind in self.settling[place]:
                    self.settling[place].remove(kind)  # copies are interchangeable: let it be the one that left
                else:
                    self.got_seen(place, kind)
