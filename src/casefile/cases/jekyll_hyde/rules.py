"""The rules of Dr. Jekyll & Mr. Hyde: which actions are legal, and what they do."""

from mypy_extensions import i64

from casefile.cases.jekyll_hyde import events, position, refusals, scoring
from casefile.cases.jekyll_hyde.cards import (
    ACTIONS,
    COLOURS,
    DISCARD,
    DRAW_DISCARD,
    DRAW_FILE,
    JEKYLL,
    KINDS,
    LAB_FILE,
    LAB_LONDON,
    LAB_WORK,
    LAY,
    MELD,
    MELD_WIDTH,
    PLAY_CARD,
    POTION,
    TAKE,
    TRANSFORM,
    TRANSFORMATION,
    Figures,
    action_table,
    face_kinds,
    face_names,
)
from casefile.cases.jekyll_hyde.state import JekyllState, JekyllView
from casefile.core import turns
from casefile.core.actions import Refusal
from casefile.core.case import Variant
from casefile.core.deck import Deck
from casefile.core.determinize import Worlds, rebuild
from casefile.core.events import DISCARD_PILE, hand_of
from casefile.core.notes import Note
from casefile.core.rng import Rng
from casefile.core.rules import Rules, seat_refusal
from casefile.core.score import RoundScore
from casefile.core.state import DRAW, NOTHING, PLAY, State
from casefile.core.view import View


class JekyllRules(Rules):
    """Dr. Jekyll & Mr. Hyde for two players."""

    def __init__(self, variant: Variant, deck: Deck) -> None:
        super().__init__(variant, deck, face_names(deck.names), face_kinds())
        self.figures = Figures(deck)
        self.actions = action_table(deck.names)
        self.never = {"take none": Refusal("must-take", "JEK-4")}
        assert len(self.actions) == ACTIONS

    def empty(self) -> JekyllState:
        """A table without any card, with Jekyll up (JEK-1)."""
        s = JekyllState()
        s.clear_table(self.kinds, self.faces, self.seats, self.sides)
        s.identity = JEKYLL
        s.melded = 0
        return s

    def legal(self, state: State, seat: i64) -> list[int]:
        """All actions of a seat that has to choose, sorted."""
        assert isinstance(state, JekyllState)
        s = state
        if not s.actors() >> seat & 1:
            return []
        if s.question != NOTHING:
            return takes(s, self.figures)
        if s.phase == DRAW:
            return turns.draws(s, DRAW_FILE, DRAW_DISCARD)
        actions: list[int] = []
        held = s.kinds_held(seat)
        if s.sizes[seat] > 1:
            self.add_melds(s, seat, held, actions)
            turns.add_each(actions, LAY, held & s.melded)  # whatever side is up (C-10, JEK-3)
            if not s.event_played:
                add_events(s, held, actions)
        turns.add_each(actions, DISCARD, held)
        return actions

    def add_melds(self, s: JekyllState, seat: i64, held: i64, actions: list[int]) -> None:
        """Three or more clues of one colour whose letter matches the side that is up (C-8, C-9, JEK-2)."""
        base = seat * KINDS
        for colour in range(COLOURS):
            if held >> colour & 1 and s.hands[base + colour] >= 3 and self.figures.matches(colour, s.identity):
                for clues in range(3, min(s.hands[base + colour], s.sizes[seat] - 1) + 1):
                    actions.append(MELD + colour * MELD_WIDTH + clues - 1)

    def refusal(self, state: State, seat: i64, action: i64) -> Refusal | None:
        """Why this action is not legal, or None if it is."""
        assert isinstance(state, JekyllState)
        refusal = seat_refusal(state, seat)
        if refusal is not None:
            return refusal
        return refusals.refusal(state, seat, action, self.face_names, self.figures)

    def apply(self, state: State, seat: i64, action: i64) -> None:
        """Carry out a legal action, with all that follows from it."""
        assert isinstance(state, JekyllState)
        s = state
        if action >= DISCARD:
            kind = action - DISCARD
            s.discard_from_hand(seat, kind)
            s.note_card("discard", seat, kind, hand_of(seat), DISCARD_PILE)
            events.end_turn(s, seat, self.figures)
        elif action >= TAKE:
            events.take(s, seat, action - TAKE)
        elif action >= TRANSFORM:
            code = action - TRANSFORM
            events.transform(s, seat, code // COLOURS, code % COLOURS, self.figures)
        elif action == LAB_LONDON:
            events.work_on_london(s, seat, self.figures)
        elif action == LAB_FILE:
            events.work_on_file(s, seat, self.figures)
        elif action >= PLAY_CARD:
            events.drink(s, seat)
        elif action >= LAY:
            events.lay_off(s, seat, action - LAY)
        elif action >= MELD:
            code = action - MELD
            events.meld(s, seat, code // MELD_WIDTH, code % MELD_WIDTH + 1)
        else:
            if action == DRAW_FILE:
                s.draw_unseen(seat, 1)
            else:
                s.draw_discard(seat)
            s.phase = PLAY

    def score(self, state: State) -> RoundScore:
        """The points of a round that is over."""
        assert isinstance(state, JekyllState)
        return scoring.score(state, self.figures)

    def glance(self, state: State, seat: i64) -> View:
        """What a seat may know, until the state changes."""
        assert isinstance(state, JekyllState)
        v = JekyllView()
        v.look(state, seat)
        v.identity = state.identity
        v.melded = state.melded
        return v

    def determinize(self, view: View, rng: Rng) -> State:
        """A round that could be the one this view was taken of, as far as its seat can tell."""
        assert isinstance(view, JekyllView)
        s = JekyllState()
        rebuild(view, s, rng)
        Worlds(view, self.deck.copies, self.face_kind).deal(s, rng)
        s.identity = view.identity
        s.melded = view.melded
        return s

    def read_more(self, state: State, data: dict[str, object]) -> None:
        """Fill the case's own fields from a position."""
        assert isinstance(state, JekyllState)
        position.read_more(state, data)

    def write_more(self, state: State) -> dict[str, object]:
        """The case's own keys of a position."""
        assert isinstance(state, JekyllState)
        return position.write_more(state)

    def show_more(self, view: View) -> dict[str, object]:
        """The case's own keys of what a seat sees."""
        assert isinstance(view, JekyllView)
        return position.show_more(view)

    def notes(self, view: View) -> list[Note]:
        """Which side of the double identity is up (JEK-1)."""
        assert isinstance(view, JekyllView)
        return [Note(position.IDENTITIES[view.identity])]

    def check(self, state: State, *, whole: bool) -> None:
        """Refuse a position that no game can hold."""
        assert isinstance(state, JekyllState)
        position.check(state, self.face_names, self.figures, whole=whole)


def takes(s: JekyllState, figures: Figures) -> list[int]:
    """What lab work offers (JEK-4)."""
    actions: list[int] = []
    turns.add_each(actions, TAKE, events.takeable(s, figures))
    return actions


def add_events(s: JekyllState, held: i64, actions: list[int]) -> None:
    """One event a turn (C-12, JEK-4, JEK-5, JEK-7, JEK-8)."""
    if held >> POTION & 1:
        actions.append(PLAY_CARD + POTION)
    if held >> LAB_WORK & 1:
        if s.case_file or not s.discard:
            actions.append(LAB_FILE)
        if s.discard:
            actions.append(LAB_LONDON)
    if held >> TRANSFORMATION & 1:
        for side in range(s.sides):
            for colour in range(COLOURS):
                if s.clues_of(side, colour):
                    actions.append(TRANSFORM + side * COLOURS + colour)
