"""What every case offers: the two doors to a round, views, and scoring."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from casefile.core.actions import NO_ACTION, Action, IllegalActionError, Refusal
from casefile.core.case import Variant
from casefile.core.counts import listed
from casefile.core.deck import Deck
from casefile.core.determinize import Worlds, rebuild
from casefile.core.errors import CasefileError
from casefile.core.events import CASE_FILE, DISCARD_PILE
from casefile.core.notes import Note, Row
from casefile.core.rng import QuickRng, Rng
from casefile.core.score import RoundScore
from casefile.core.state import OVER, State
from casefile.core.view import View

MOST_KINDS: Final = 62  # sets of kinds are bits of a number that is kept in 64 bits


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules:
    """The rules of one case in one variant with one deck; they hold no state of a game."""

    def __init__(self, variant: Variant, deck: Deck, face_names: list[str], face_kind: list[int]) -> None:
        self.case = variant.declared
        self.variant = variant
        self.deck = deck
        self.seats = variant.seats
        self.sides = 2 if variant.teams else variant.seats
        self.kinds = len(deck.names)
        self.faces = len(face_names)
        self.face_names = face_names
        self.face_kind = face_kind
        if self.kinds > MOST_KINDS:
            raise CasefileError(f"deck: {variant.case} has {self.kinds} kinds of cards; there can be {MOST_KINDS}")
        self.all_cards = listed(deck.copies)
        self.actions: list[Action] = []
        self.never: dict[str, Refusal] = {}  # what the notation can say and this case never allows, with the reason
        self.secret_actions: list[int] = []  # answers of which the others may not know that they were given
        self.telling_actions: list[int] = []  # that tell something which shows in no card, such as what others lack
        self.hand_size = 10
        self.target = 100

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled and copied by what they are made of."""
        return self.case.make, (self.variant, self.deck)

    def deal(self, dealer: i64, scores: list[int], seed: str, *, log: bool, observed: bool = False) -> State:
        """A new round, at its first decision (C-1, C-2); if it is observed, `observe` can tell what all may know."""
        state = self.empty()
        if observed:
            state.admit_observer()
        state.dealer = dealer
        state.turn = (dealer + 1) % self.seats
        state.scores = scores[:]
        state.seed = seed
        state.log = [] if log else None
        state.case_file = self.all_cards[:]
        state.shuffle(state.case_file)
        state.deal(self.hand_size)
        self.set_up(state)
        return state

    def set_up(self, state: State) -> None:
        """After the deal: turn over the first card of the discard pile, unless the case does more (C-2)."""
        state.note("turn-up", state.dealer, [state.turn_over()], CASE_FILE, DISCARD_PILE)

    def legal(self, state: State, seat: i64) -> list[int]:
        """All actions of a seat that has to choose, sorted, without doubles."""
        raise NotImplementedError

    def refusal(self, state: State, seat: i64, action: i64) -> Refusal | None:
        """Why this action is not legal, or None if it is."""
        return self.seat_refusal(state, seat, action) or self.choice_refusal(state, seat, action)

    def seat_refusal(self, state: State, seat: i64, action: i64) -> Refusal | None:
        """Why this seat may not choose anything now. It must not tell that somebody was asked."""
        if state.phase == OVER:
            return Refusal("round-over", "C-18")
        return None if state.actors() >> seat & 1 else Refusal("not-asked", "C-6")

    def choice_refusal(self, state: State, seat: i64, action: i64) -> Refusal | None:
        """Why a seat that has to choose may not choose this, or None if it may."""
        raise NotImplementedError

    def apply(self, state: State, seat: i64, action: i64) -> None:
        """The trusting door: carry out a legal action, with all that follows from it."""
        raise NotImplementedError

    def score(self, state: State) -> RoundScore:
        """The points of a round that is over."""
        raise NotImplementedError

    def view(self, state: State, seat: i64) -> View:
        """What a seat may know; it stays as it is when the round goes on."""
        state.shares_trail = True  # so that the view need not copy it
        view = self.glance(state, seat)
        view.keep()
        return view

    def observe(self, state: State) -> View:
        """What somebody without a seat may know: what follows from public events alone; of a round that is observed."""
        return self.view(state, self.seats)

    # A case whose state has fields of its own overrides these.

    def new_state(self) -> State:
        """A state of this case, all fields still to be set."""
        return State()

    def new_view(self) -> View:
        """A view of this case, all fields still to be set."""
        return View()

    def deal_world(self, view: View, state: State, rng: Rng) -> None:
        """Deal the unseen cards of a view anew, and set the fields that only this case has."""
        Worlds(view, self.deck.copies, self.face_kind).deal(state, rng)

    def empty(self) -> State:
        """A table without any card."""
        state = self.new_state()
        state.clear_table(self.kinds, self.faces, self.seats, self.sides)
        return state

    def shown(self, state: State, seat: i64) -> State:
        """The round as a seat is shown it: as it is, unless the case must hide that somebody else was asked."""
        return state

    def shown_to_spectators(self, state: State) -> State:
        """The round as a spectator is shown it, who has no seat and is never asked anything."""
        return self.shown(state, self.seats)

    def may_ask_in_secret(self, state: State) -> bool:
        """Could somebody be asked now of which the others may not know, as far as all can see?"""
        return False

    def unsaid(self, state: State) -> i64:
        """What records of an older version leave unsaid at this question, which it did not ask, or NO_ACTION."""
        return NO_ACTION

    def glance(self, state: State, seat: i64) -> View:
        """What a seat may know, until the state changes: for a quick decision while a round is played out."""
        view = self.new_view()
        view.look(self.shown(state, seat), seat)
        return view

    def determinize(self, view: View, rng: Rng) -> State:
        """A round that could be the one this view was taken of, as far as its seat can tell."""
        state = self.empty()
        rebuild(view, state, rng)
        self.deal_world(view, state, rng)
        return state

    def read_more(self, state: State, data: dict[str, object]) -> None:
        """Fill the case's own fields from a position whose cards are on the table already."""

    def write_more(self, state: State) -> dict[str, object]:
        """The case's own keys of a position; within "asked", what it needs beyond the question."""
        return {}

    def show_more(self, view: View) -> dict[str, object]:
        """The case's own keys of what a seat sees, in the form of `write_more`; a card it cannot know is None."""
        return {}

    def notes(self, view: View) -> list[Note]:
        """What the table shows a seat beside the cards; the same notes in the same order for every seat."""
        return []

    def board(self, view: View) -> list[Row]:
        """How the case stands, for a seat; the same rows in the same order for every seat and throughout a round."""
        return []

    def worth(self, view: View) -> list[int]:
        """What each side's area would count if somebody went out now; nothing if the case does not say."""
        return []

    def standing(self, view: View) -> tuple[object, ...]:
        """What `board` and `worth` rest on: while it is the same, for whichever seat, so are they."""
        return view.key()

    def lying(self, view: View) -> State:
        """A table with nothing but the areas of a view, for what reckons with a state."""
        state = self.empty()
        state.areas = view.areas[:]
        state.melded = view.melded
        state.file_number = view.file_number
        return state

    def check(self, state: State, *, whole: bool) -> None:
        """Refuse a position that no game can hold; without the piles if it is not whole."""
        raise NotImplementedError

    def count_cards(self, state: State) -> list[int]:
        """How many cards of every kind lie in all places together."""
        counts = [0] * self.kinds
        for at, count in enumerate(state.hands):
            counts[at % self.kinds] += count
        for at, count in enumerate(state.areas):
            counts[self.face_kind[at % self.faces]] += count
        for kind in state.case_file + state.discard + state.aside:
            counts[kind] += 1
        return counts

    def play(self, state: State, seat: i64, action: i64) -> None:
        """The checking door: refuse an illegal action with the reason and the rule's number."""
        refusal = self.refusal(state, seat, action)
        if refusal is not None:
            raise IllegalActionError(refusal)
        self.apply(state, seat, action)

    def playout(self, state: State, seed: int, cap: i64 = 5000) -> i64:
        """Play on with random actions until the round ends or the cap is reached (C-23); how many were played.

        Who knows what is not followed, as this is for scores and not for looks: afterwards the state has no views.
        """
        state.forget()
        rng = QuickRng(seed)
        played: i64 = 0
        while state.phase != OVER and played < cap:
            seat = state.actor()
            actions = self.legal(state, seat)
            self.apply(state, seat, actions[rng.below(len(actions))])
            played += 1
        return played
