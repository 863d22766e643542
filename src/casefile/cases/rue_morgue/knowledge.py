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

from mypy_extensions import i64

from casefile.core.counts import add, listed
from casefile.core.knowledge import CLASS, GONE, Knowledge

OLD: Final = 0
NEW: Final = 1
EITHER: Final = 2

UNKNOWN: Final = -1


class RueMorgueKnowledge(Knowledge):
    """What one seat knows of the other hands, of the cards under the Orang-Utan and of the case file."""

    seats: i64
    under: i64  # the place under the Orang-Utan, or the second case file
    loose: i64  # the place of loose cards among the opponents; then that of the partner's; there are none without teams
    unseen: list[int]  # kind: OLD cards that are in no other count
    below: list[int]  # kind: cards that are known at `under`; too many, later, for the list `certain`
    file_class: i64  # of the cards of the case file
    top: i64  # the top card of the case file, if this seat has looked at it (RUE-7), or UNKNOWN

    def begin(self, seat: i64, seats: i64, kinds: i64) -> None:
        """Know nothing of an empty table."""
        self.start(seat, seats + 3 if seats == 4 else seats + 1, kinds)
        self.seats = seats
        self.under = seats
        self.loose = seats + 1
        self.unseen = [0] * kinds
        self.below = [0] * kinds
        self.file_class = OLD
        self.top = UNKNOWN

    def clone(self) -> "RueMorgueKnowledge":
        """An independent copy."""
        other = RueMorgueKnowledge()
        self.copy_to(other)
        other.seats = self.seats
        other.under = self.under
        other.loose = self.loose
        other.unseen = self.unseen[:]
        other.below = self.below[:]
        other.file_class = self.file_class
        other.top = self.top
        return other

    def key(self) -> tuple[object, ...]:
        """All fields, for comparison."""
        return (*super().key(), self.unseen, self.file_class, self.top)

    def count_known(self, place: i64, kind: i64) -> i64:
        """How many cards of a kind are certainly in a place."""
        return self.below[kind] if place == self.under else super().count_known(place, kind)

    def known_everywhere(self) -> list[int]:
        """The cards that are certainly in each place."""
        row = super().known_everywhere()
        base = self.under * self.kinds
        row[base : base + self.kinds] = self.below
        return row

    def known_in(self, place: i64) -> list[int]:
        """The cards that are certainly in a place, as a row of counts."""
        return self.below[:] if place == self.under else super().known_in(place)

    def slots_of(self, place: i64, pool: i64) -> i64:
        """How many slots of a class a place has."""
        slots = self.slots
        for at in range(0, len(slots), CLASS):
            if slots[at] == place and slots[at + 1] == pool:
                return slots[at + 3]
        return 0

    def loose_in(self, place: i64) -> i64:
        """The place of the loose cards that may lie in this place, or UNKNOWN."""
        if self.seats != 4:
            return UNKNOWN
        return self.loose if place < self.seats and (place - self.seat) % 2 else self.loose + 1

    def could_be_in(self, place: i64, kind: i64) -> bool:
        """Could an unseen card of a place be of this kind?"""
        return self.could_be_old(place, kind) or self.could_be_new(place, kind)

    def could_be_drawn(self, kind: i64) -> bool:
        """Could a card of the case file be of this kind, if one is unseen?"""
        if self.file_class == OLD:
            return self.unseen[kind] > 0
        return self.below[kind] > 0 or (self.unseen[kind] > 0 and self.slots_of(self.under, OLD) > 0)

    # Cards come

    def got_seen(self, place: i64, kind: i64) -> None:
        """A card that this seat saw came to a place."""
        if place == self.under:
            add(self.below, kind, 1)
        else:
            super().got_seen(place, kind)

    def got_unseen(self, place: i64, pool: i64, count: i64) -> None:
        """Unseen cards of a class came to a place."""
        slots = self.slots
        for at in range(0, len(slots), CLASS):
            if slots[at] == place and slots[at + 1] == pool:
                add(slots, at + 3, count)
                if slots[at + 3] == 0:
                    del slots[at : at + CLASS]
                return
        if count:
            self.add_slots(place, pool, 0, count)

    def peek(self, kind: i64) -> None:
        """This seat looks at the top card of the first case file (RUE-7)."""
        if self.top == UNKNOWN:
            add(self.unseen, kind, -1)
            self.top = kind

    def top_came(self, place: i64) -> None:
        """The top card of the case file came to a place; a seat that has looked at it knows it there (RUE-7)."""
        if self.top == UNKNOWN:
            self.got_unseen(place, self.file_class, 1)
        else:
            self.got_seen(place, self.top)
            self.top = UNKNOWN

    def drew(self, kind: i64) -> None:
        """This seat itself took the top card of the case file."""
        if self.top == UNKNOWN:
            self.saw_of_pool(self.file_class, kind)
        self.top = UNKNOWN

    # Cards leave

    def left_known(self, place: i64, kind: i64) -> bool:
        """Was the card that left a place known to be there? Then it is not any more."""
        if place != self.under:
            return super().left_known(place, kind)
        if self.below[kind] == 0:
            return False
        add(self.below, kind, -1)
        return True

    def saw_of_pool(self, pool: i64, kind: i64) -> None:
        """A card of a class was seen before it came to a place."""
        if pool == NEW:
            self.take_out(self.under, kind)
        else:
            add(self.unseen, kind, -1)
        self.tidy()

    def left(self, place: i64, kind: i64) -> None:
        """This seat saw which card left a place."""
        self.take_out(place, kind)
        self.tidy()

    def take_out(self, place: i64, kind: i64) -> None:
        """A card came out of a place: a known one, or else an OLD or a NEW one, if it is clear which."""
        if self.left_known(place, kind):
            return
        if not self.could_be_new(place, kind):
            self.take_out_old(place, kind)
        elif not self.could_be_old(place, kind):
            self.take_out_new(place, kind)
        else:
            self.keep_waiting(place, kind)

    def could_be_old(self, place: i64, kind: i64) -> bool:
        """Can a card that left a place have been one from before the second case file?"""
        if not self.slots_of(place, OLD) and not self.slots_of(place, EITHER):
            return False
        loose = self.loose_in(place)
        return self.unseen[kind] > 0 or (loose != UNKNOWN and self.count_known(loose, kind) > 0)

    def could_be_new(self, place: i64, kind: i64) -> bool:
        """Can a card that left a place have come out of the second case file?"""
        if not self.slots_of(place, NEW) and not self.slots_of(place, EITHER):
            return False
        if self.count_known(self.under, kind):
            return True
        return self.unseen[kind] > 0 and self.slots_of(self.under, OLD) > 0

    def take_out_old(self, place: i64, kind: i64) -> None:
        """An OLD card came out of a place; a slot that can hold either is the last to be closed."""
        self.got_unseen(place, OLD if self.slots_of(place, OLD) else EITHER, -1)
        loose = self.loose_in(place)
        if loose == UNKNOWN or not self.left_known(loose, kind):
            add(self.unseen, kind, -1)

    def take_out_new(self, place: i64, kind: i64) -> None:
        """A NEW card came out of a place."""
        self.got_unseen(place, NEW if self.slots_of(place, NEW) else EITHER, -1)
        self.take_out(self.under, kind)

    # Cards move unseen

    def mix_hands(self, one: i64, other: i64) -> None:
        """Two opponents passed a card to each other (RUE-5, RUE-13)."""
        for place in (one, other):
            self.loosen(place)
            if self.file_class == NEW:
                for pool in (OLD, NEW):
                    if self.slots_of(place, pool):
                        self.got_unseen(place, pool, -1)
                        self.got_unseen(place, EITHER, 1)
        self.tidy()

    def fed_from_hand(self, seat: i64) -> None:
        """Somebody put a card of the hand under the Orang-Utan (RUE-6)."""
        if self.seats == 4:
            self.loosen(seat)
        self.got_unseen(seat, OLD, -1)
        self.got_unseen(self.under, OLD, 1)
        self.tidy()

    def loosen(self, place: i64) -> None:
        """A card leaves a place unseen: of each kind that is known there, one may be gone."""
        pool = EITHER if self.file_class == NEW else OLD
        loose = self.loose_in(place)
        for kind, count in enumerate(self.known_in(place)):
            if count:
                self.left_known(place, kind)
                self.got_seen(loose, kind)
                self.got_unseen(place, pool, 1)

    # Things become clear

    def look_under(self, cards: list[int]) -> None:
        """This seat looks through all cards under the Orang-Utan (RUE-14)."""
        known = self.below
        self.below = [0] * self.kinds
        for kind in cards:
            if known[kind]:
                add(known, kind, -1)
            else:
                self.take_out_old(self.under, kind)
        for kind in cards:
            self.got_seen(self.under, kind)
        self.tidy()

    def escaped(self, discard: list[int]) -> None:
        """The cards under the Orang-Utan are shuffled with the discard pile: the second case file (RUE-17)."""
        for kind in discard:
            self.got_seen(self.under, kind)
        if self.seats == 4:
            self.forget_loose(self.loose + 1)  # the shuffle ends it
        self.file_class = NEW

    def forget_loose(self, loose: i64) -> None:
        """Loose cards become cards of which only is known that they are hidden."""
        for kind, count in enumerate(self.known_in(loose)):
            add(self.unseen, kind, count)
        self.certain = [at for at in self.certain if at // self.kinds != loose]

    def see_all(self, hands: list[int]) -> None:
        """All hands are laid open; what is unseen now lies in the case file."""
        super().see_all(hands)
        self.below = [0] * self.kinds
        self.file_class = OLD

    def tidy(self) -> None:
        """Draw conclusions: out of which slots cards came, and where loose cards lie."""
        if self.settling:
            for place in range(self.seats):
                self.review(place)
        if self.seats == 4:
            self.place_loose(self.loose, (self.seat + 1) % 4, (self.seat + 3) % 4)
            self.place_loose(self.loose + 1, (self.seat + 2) % 4, self.under)

    def review(self, place: i64) -> None:
        """Of cards that left a place it may have become clear whether they were OLD or NEW."""
        at: i64 = 0
        while at < len(self.settling):
            kind: i64 = self.settling[at + 1]
            if self.settling[at] == place and not (self.could_be_new(place, kind) and self.could_be_old(place, kind)):
                del self.settling[at : at + GONE]
                if self.could_be_new(place, kind):
                    self.take_out_new(place, kind)
                else:
                    self.take_out_old(place, kind)
            else:
                at += GONE

    def place_loose(self, loose: i64, one: i64, other: i64) -> None:
        """Loose cards are in one of two places; if one has no room for them, they are in the other."""
        cards = listed(self.known_in(loose))
        if not cards:
            return
        room = self.slots_of(one, OLD) + self.slots_of(one, EITHER)
        if room and self.slots_of(other, OLD) + self.slots_of(other, EITHER):
            return
        place = one if room else other
        for kind in cards:
            self.take_out_old(place, kind)
            if kind in self.waiting(place):
                self.forget_one(place, kind)  # copies are interchangeable: let it be the one that left
            else:
                self.got_seen(place, kind)
