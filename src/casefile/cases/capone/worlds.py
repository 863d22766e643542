"""Deal the unseen cards of Al Capone anew, in agreement with all that a seat knows, the Underworld among it (C-22)."""

from typing import Final

from mypy_extensions import i64

from casefile.cases.capone.matching import Finding, Leaving, Seating
from casefile.cases.capone.memory import UNKNOWN
from casefile.cases.capone.state import CaponeView, memory
from casefile.core.counts import add
from casefile.core.determinize import FILE, Worlds, pick
from casefile.core.rng import Rng
from casefile.core.state import State

IN_HAND: Final = -1  # what a take brought is still in the hand, other than a card that has left it
PATIENCE: Final = 100  # so many choices are tried before an attempt begins anew


class CaponeWorlds(Worlds):
    """The unseen cards of a view, and the takes whose cards are to be found in the doubtful part of the Underworld."""

    def __init__(self, view: CaponeView, copies: list[int], face_kind: list[int]) -> None:
        self.view = view
        self.mind = view.mind
        self.memory = memory(view.mind)
        unseen = view.unseen(copies, face_kind)
        for at in self.mind.certain:
            add(unseen, at % view.kinds, -1)
        for kind in self.memory.lower + self.memory.taken[::3]:
            add(unseen, kind, -1)
        for kind in self.memory.takes[1::2]:
            if kind != UNKNOWN:
                add(unseen, kind, 1)  # it was counted where it is seen now, and as a card that once lay in the pile
        self.supply = [unseen]
        # The world that is being dealt: the cards that were dealt or drawn, the departed cards among them, and for each
        # take its kind, if that has left the hand, and the hand that still has it otherwise.
        self.dealt: list[int] = []
        self.left: list[bool] = []
        self.kinds: list[int] = []
        self.places: list[int] = []
        self.order: list[int] = []  # of the takes that are to be decided
        self.patience = 0

    def try_to_deal(self, state: State, rng: Rng) -> bool:
        """One attempt; it fails if a card finds no place that could hold it."""
        self.dealt = self.supply[0][:]
        self.left = [True] * len(self.memory.departed)
        self.kinds = self.memory.takes[1::2]
        self.places = [self.memory.place_of(number) for number in self.memory.takes[::2]]
        self.order = [take for take, place in enumerate(self.places) if place != UNKNOWN]
        self.patience = PATIENCE
        rng.shuffle(self.order)
        return self.decide(0, state, rng)

    def decide(self, at: i64, state: State, rng: Rng) -> bool:
        """Decide for each take whether the card is still in the hand, or which of the departed cards it was."""
        if at == len(self.order):
            return self.deal_rest(state, rng)
        take = self.order[at]
        place = self.places[take]
        choices = self.choices(take)
        weights = [self.weight(take, choice) for choice in choices]
        while sum(weights) and self.patience:
            self.patience -= 1
            chosen = pick(weights, rng.below(sum(weights)))
            weights[chosen] = 0
            choice = choices[chosen]
            if choice != IN_HAND:
                self.departs(take, choice, self.memory.departed[choice].kind, UNKNOWN, 1)
            if self.is_promising(at + 1, place, rng) and self.decide(at + 1, state, rng):
                return True
            if choice != IN_HAND:
                self.departs(take, choice, UNKNOWN, place, -1)
        return False

    def is_promising(self, at: i64, place: i64, rng: Rng) -> bool:
        """Can the rest still work out: the slots of this hand, the cards in the pile, and the number of copies?"""
        row = self.mind.classes(place)
        slots = sum([row[start + 2] for start in range(0, len(row), 3) if row[start] == 0])
        undecided = self.order[at:]
        slots += len([take for take in undecided if self.places[take] == place])
        waiting = [one for one, left in enumerate(self.left) if left]
        if len([one for one in waiting if self.memory.departed[one].place == place]) > slots:
            return False
        for kind, count in enumerate(self.dealt):
            if count < 0:
                leaving = Leaving(self.memory, undecided, rng)
                placed = [one for one in waiting if self.memory.departed[one].kind == kind and leaving.place(one)]
                if len(placed) < -count:
                    return False
        return Finding(self.memory, self.kinds, rng, strict=False).place_all()

    def departs(self, take: i64, choice: i64, kind: i64, place: i64, dealt: i64) -> None:
        """A departed card was what a take had brought, so that one more of its kind was dealt; or not after all."""
        self.left[choice] = kind == UNKNOWN
        add(self.dealt, self.memory.departed[choice].kind, dealt)
        self.kinds[take] = kind
        self.places[take] = place

    def choices(self, take: i64) -> list[int]:
        """The departed cards that a take can have brought, of equal ones the first; or the card is in the hand."""
        number = self.memory.takes[2 * take]
        lying = self.memory.cards_for(number)
        found: list[int] = []
        for one, gone in enumerate(self.memory.departed):
            if self.left[one] and gone.kind in lying and number in gone.pools:
                found.append(one)
        return [*found, IN_HAND]

    def weight(self, take: i64, choice: i64) -> i64:
        """How likely a choice is: each unseen card of the hand as much as a departed one that is equally frequent."""
        place = self.places[take]
        if choice == IN_HAND:
            resting = sum(self.mind.classes(place)[2::3]) - len(self.mind.waiting(place))
            return 50 * resting
        kind = self.memory.departed[choice].kind
        lying = self.memory.cards_for(self.memory.takes[2 * take])
        dealt = max(1, 2 * self.dealt[kind] + 2)  # if all copies are accounted for, it was hardly dealt
        return max(1, 100 * lying.count(kind) * max(1, sum(self.dealt)) // (dealt * len(lying)))

    def deal_rest(self, state: State, rng: Rng) -> bool:
        """All that is decided: find the cards of the takes in the pile, and slots for what was dealt or drawn."""
        view = self.view
        departed = [gone for one, gone in enumerate(self.memory.departed) if self.left[one]]
        finding = Finding(self.memory, self.kinds, rng, strict=True)
        seating = Seating(self.memory, view.file_size, rng)
        if min(self.dealt) < 0 or not finding.place_all() or not seating.place_all(departed, self.dealt):
            return False
        hands = self.certain_hands()
        for take, place in enumerate(self.places):
            if place != UNKNOWN:
                add(hands, place * view.kinds + finding.kind_of(take), 1)
        state.case_file = []
        for slot, place in enumerate(seating.places):
            kind = seating.resting(slot)
            if place == FILE:
                state.case_file.append(kind)
            elif kind != UNKNOWN:
                add(hands, place * view.kinds + kind, 1)
        state.hands = hands
        state.discard = finding.pile() + view.discard
        return True
