"""The rules of Dr. Jekyll & Mr. Hyde: which actions are legal, and what they do."""

from mypy_extensions import i64

from casefile.cases.jekyll_hyde import board, cards, events, refusals, scoring
from casefile.cases.jekyll_hyde.cards import Figures, action_table, face_kinds, face_names
from casefile.cases.jekyll_hyde.position import IDENTITIES, JekyllPositions
from casefile.cases.jekyll_hyde.state import JekyllState, JekyllView
from casefile.core import turns
from casefile.core.actions import Refusal
from casefile.core.case import Variant
from casefile.core.counts import bit
from casefile.core.deck import Deck
from casefile.core.notes import Note, Row
from casefile.core.rng import Rng
from casefile.core.score import RoundScore
from casefile.core.state import DRAW, NOTHING, State
from casefile.core.view import View


class JekyllRules(JekyllPositions):
    """Dr. Jekyll & Mr. Hyde for two players."""

    def __init__(self, variant: Variant, deck: Deck) -> None:
        super().__init__(variant, deck, face_names(deck.names), face_kinds())
        self.figures = Figures(deck)
        self.actions = action_table(deck.names)
        self.never = {"take none": Refusal("must-take", "JEK-4")}

    def new_state(self) -> JekyllState:
        """A state of this case."""
        return JekyllState()

    def new_view(self) -> JekyllView:
        """A view of this case."""
        return JekyllView()

    def deal_world(self, view: View, state: State, rng: Rng) -> None:
        """Deal the unseen cards anew; the identity lies open."""
        assert isinstance(view, JekyllView)
        assert isinstance(state, JekyllState)
        super().deal_world(view, state, rng)
        state.identity = view.identity

    def legal(self, state: State, seat: i64) -> list[int]:
        """All actions of a seat that has to choose, sorted."""
        assert isinstance(state, JekyllState)
        s = state
        if not s.actors() >> seat & 1:
            return []
        if s.question == NOTHING and s.phase == DRAW:
            return turns.draws(s, cards.DRAW_FILE, cards.DRAW_DISCARD)
        actions: list[int] = []
        if s.question != NOTHING:
            turns.add_each(actions, cards.TAKE, events.takeable(s, self.figures))  # what lab work offers (JEK-4)
            return actions
        held, threes = s.groups_held(seat)
        if s.sizes[seat] > 1:
            if threes:
                matching = self.figures.matching[s.identity]  # the side that is up (JEK-2)
                turns.add_melds(s, seat, threes & matching, cards.MELD, cards.MELD_WIDTH, actions)
            turns.add_each(actions, cards.LAY, held & s.melded)  # whatever side is up (C-10, JEK-3)
            if not s.event_played:
                add_events(s, held, actions)
        turns.add_each(actions, cards.DISCARD, held)
        return actions

    def choice_refusal(self, state: State, seat: i64, action: i64) -> Refusal | None:
        """Why a seat that has to choose may not choose this."""
        assert isinstance(state, JekyllState)
        return refusals.refusal(state, seat, action, self.face_names, self.figures)

    def apply(self, state: State, seat: i64, action: i64) -> None:
        """Carry out a legal action, with all that follows from it."""
        assert isinstance(state, JekyllState)
        s = state
        if action >= cards.DISCARD:
            turns.discard(s, seat, action - cards.DISCARD)
            events.end_turn(s, seat, self.figures)
        elif action >= cards.TAKE:
            events.take(s, seat, action - cards.TAKE)
        elif action >= cards.TRANSFORM:
            code = action - cards.TRANSFORM
            events.transform(s, seat, code // cards.COLOURS, code % cards.COLOURS, self.figures)
        elif action == cards.LAB_LONDON:
            events.work_on_london(s, seat, self.figures)
        elif action == cards.LAB_FILE:
            events.work_on_file(s, seat, self.figures)
        elif action >= cards.PLAY_CARD:
            events.drink(s, seat)
        elif action >= cards.LAY:
            s.lay_down("lay", seat, action - cards.LAY, 1)  # with its printed letter (JEK-3, JEK-9)
        elif action >= cards.MELD:
            code = action - cards.MELD
            s.lay_down("meld", seat, code // cards.MELD_WIDTH, code % cards.MELD_WIDTH + 1)
            s.melded |= bit(code // cards.MELD_WIDTH)
        else:
            turns.draw(s, seat, 1, from_discard=action == cards.DRAW_DISCARD)

    def score(self, state: State) -> RoundScore:
        """The points of a round that is over."""
        assert isinstance(state, JekyllState)
        return scoring.score(state, self.figures)

    def notes(self, view: View) -> list[Note]:
        """Which side of the double identity is up (JEK-1)."""
        assert isinstance(view, JekyllView)
        return [Note(IDENTITIES[view.identity])]

    def standing(self, view: View) -> tuple[object, ...]:
        """What the board rests on."""
        assert isinstance(view, JekyllView)
        return view.areas, view.melded, view.file_number, view.identity

    def board(self, view: View) -> list[Row]:
        """What the areas count with either side up (JEK-12)."""
        return board.rows(self.table_of(view), self.figures)

    def worth(self, view: View) -> list[int]:
        """What the areas count with the side that is up (JEK-12)."""
        return board.worth(self.table_of(view), self.figures)

    def table_of(self, view: View) -> JekyllState:
        """The areas, and the side that is up."""
        table = self.lying(view)
        assert isinstance(table, JekyllState)
        assert isinstance(view, JekyllView)
        table.identity = view.identity
        return table


def add_events(s: JekyllState, held: i64, actions: list[int]) -> None:
    """One event per turn (C-12, JEK-4, JEK-5, JEK-7, JEK-8)."""
    if held >> cards.POTION & 1:
        actions.append(cards.PLAY_CARD + cards.POTION)
    if held >> cards.LAB_WORK & 1:
        if s.case_file or not s.discard:
            actions.append(cards.LAB_FILE)
        if s.discard:
            actions.append(cards.LAB_LONDON)
    if held >> cards.TRANSFORMATION & 1:
        for side in range(s.sides):
            for colour in range(cards.COLOURS):
                if s.clues_of(side, colour):
                    actions.append(cards.TRANSFORM + side * cards.COLOURS + colour)
