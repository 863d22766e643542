"""The rules of Al Capone: which actions are legal, and what they do."""

from typing import Final

from mypy_extensions import i64

from casefile.cases.capone import board, events, position, refusals, scoring
from casefile.cases.capone.cards import (
    ALL_GANGSTERS,
    ANY_EVENT,
    ASK_AROUND,
    ASK_ONE,
    DISCARD,
    DRAW_DISCARD,
    DRAW_FILE,
    DRAW_TWO,
    GANGSTERS,
    KINDS,
    LAY,
    MEETING,
    MELD,
    MOST_COPIES,
    MOST_SEATS,
    NESS,
    PLAY_RAID,
    RAID,
    REVEAL,
    REVEAL_SEVEN,
    SEARCH,
    SEARCH_ONE,
    SEARCH_SET,
    TAKE,
    TAKE_EVENT,
    WARRANT,
    Figures,
    action_table,
    gangster_of,
)
from casefile.cases.capone.playable import among, complete_sets, melds, raid_brings
from casefile.cases.capone.state import CaponeState, CaponeView
from casefile.cases.capone.worlds import CaponeWorlds
from casefile.core import turns
from casefile.core.actions import Refusal
from casefile.core.case import Variant
from casefile.core.counts import bit
from casefile.core.deck import Deck
from casefile.core.notes import Row
from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.score import RoundScore
from casefile.core.state import DRAW, State
from casefile.core.view import View

FILES: Final = 1  # there is no second case file (CAP-14)


class CaponeRules(Rules):
    """Al Capone for two to four players, or for two teams."""

    def __init__(self, variant: Variant, deck: Deck) -> None:
        super().__init__(variant, deck, deck.names, [*range(KINDS)])
        self.figures = Figures(deck)
        self.target = 200
        self.actions = action_table(deck.names)

    def new_state(self) -> CaponeState:
        """A state of this case."""
        return CaponeState()

    def new_view(self) -> CaponeView:
        """A view of this case."""
        return CaponeView()

    def deal_world(self, view: View, state: State, rng: Rng) -> None:
        """Deal the unseen cards anew, those of the Underworld too (CAP-8)."""
        assert isinstance(view, CaponeView)
        assert isinstance(state, CaponeState)
        CaponeWorlds(view, self.deck.copies, self.face_kind).deal(state, rng)

    def legal(self, state: State, seat: i64) -> list[int]:
        """All actions of a seat that has to choose, sorted."""
        assert isinstance(state, CaponeState)
        s = state
        if not s.actors() >> seat & 1:
            return []
        if s.question == SEARCH:
            return takes_of_one(s) if s.due == events.FOR_ONE else takes_of_set(s, seat)
        if s.question == REVEAL:
            return takes_of_revealed(s, seat)
        if s.phase == DRAW:
            return turns.draws(s, DRAW_FILE, DRAW_DISCARD)
        actions: list[int] = []
        held = s.kinds_held(seat)
        if s.sizes[seat] > 1:
            turns.add_melds(s, seat, held & ALL_GANGSTERS, MELD, MOST_COPIES, actions)
            turns.add_each(actions, LAY, held & s.melded)  # clues to lay off (C-10)
            if held & ANY_EVENT and not s.event_played:
                self.add_events(s, seat, held, actions)
        turns.add_each(actions, DISCARD, held)
        return actions

    def add_events(self, s: CaponeState, seat: i64, held: i64, actions: list[int]) -> None:
        """One event a turn, if its action is allowed (C-12, CAP-6 to CAP-12)."""
        side = s.side(seat)
        own = melds(s, side)
        complete = complete_sets(s, self.figures.copies)
        opened = own & ~complete
        if held >> MEETING & 1:
            turns.add_each(actions, ASK_AROUND, ALL_GANGSTERS & ~complete)
            for gangster in range(GANGSTERS):
                if opened >> gangster & 1:
                    for player in range(s.seats):
                        if player != seat:
                            actions.append(ASK_ONE + gangster * MOST_SEATS + player)
        if held >> WARRANT & 1:
            if s.discard:
                actions.append(SEARCH_ONE)
            if opened:
                actions.append(SEARCH_SET)
        if held >> NESS & 1:
            actions.append(DRAW_TWO)
            if opened:
                actions.append(REVEAL_SEVEN)
        if held >> RAID & 1:
            for gangster in range(GANGSTERS):
                if own >> gangster & 1 and raid_brings(s, side, gangster):
                    actions.append(PLAY_RAID + gangster)

    def choice_refusal(self, state: State, seat: i64, action: i64) -> Refusal | None:
        """Why a seat that has to choose may not choose this."""
        assert isinstance(state, CaponeState)
        return refusals.refusal(state, seat, action, self.face_names, self.figures.copies)

    def apply(self, state: State, seat: i64, action: i64) -> None:
        """Carry out a legal action, with all that follows from it."""
        assert isinstance(state, CaponeState)
        s = state
        if action >= DISCARD:
            turns.discard(s, seat, action - DISCARD)
            turns.close_turn(s, seat, FILES)
        elif action >= TAKE:
            apply_take(s, seat, action)
        elif action >= ASK_AROUND:
            apply_event(s, seat, action)
        elif action >= LAY:
            gangster = action - LAY
            s.lay_down("lay", seat, gangster, 1)
            s.note_meld(s.side(seat), gangster)
        elif action >= MELD:
            gangster = (action - MELD) // MOST_COPIES
            s.lay_down("meld", seat, gangster, (action - MELD) % MOST_COPIES + 1)
            s.melded |= bit(gangster)
        else:
            turns.draw(s, seat, 2, from_discard=action == DRAW_DISCARD)

    def score(self, state: State) -> RoundScore:
        """The points of a round that is over."""
        assert isinstance(state, CaponeState)
        return scoring.score(state, self.figures)

    def read_more(self, state: State, data: dict[str, object]) -> None:
        """Fill the case's own fields from a position."""
        assert isinstance(state, CaponeState)
        position.read_more(state, data)

    def write_more(self, state: State) -> dict[str, object]:
        """The case's own keys of a position."""
        return position.write_more(state)

    def show_more(self, view: View) -> dict[str, object]:
        """The case's own keys of what a seat sees."""
        return position.show_more(view)

    def board(self, view: View) -> list[Row]:
        """How near each set is to complete (CAP-15)."""
        table = self.lying(view)
        assert isinstance(table, CaponeState)
        return board.rows(table, self.figures)

    def worth(self, view: View) -> list[int]:
        """What the areas count (CAP-15)."""
        table = self.lying(view)
        assert isinstance(table, CaponeState)
        return board.worth(table, self.figures)

    def check(self, state: State, *, whole: bool) -> None:
        """Refuse a position that no game can hold."""
        assert isinstance(state, CaponeState)
        position.check(state, self.face_names, self.figures.copies, whole=whole)


def takes_of_one(s: CaponeState) -> list[int]:
    """Every card of the Underworld, an event too (CAP-8)."""
    lying = among(s.discard)
    actions = [TAKE + bit(gangster) for gangster in range(GANGSTERS) if lying >> gangster & 1]
    return actions + [TAKE_EVENT + kind - MEETING for kind in range(MEETING, KINDS) if lying >> kind & 1]


def takes_of_set(s: CaponeState, seat: i64) -> list[int]:
    """All clues of one gangster who has a meld in the player's area, or none (CAP-9)."""
    found = melds(s, s.side(seat)) & among(s.discard)
    return [TAKE] + [TAKE + bit(gangster) for gangster in range(GANGSTERS) if found >> gangster & 1]


def takes_of_revealed(s: CaponeState, seat: i64) -> list[int]:
    """All clues of any of the gangsters who were turned over and have a meld in the player's area (CAP-11)."""
    found = melds(s, s.side(seat)) & among(s.aside)
    actions = [TAKE]
    for gangster in range(GANGSTERS):
        if found >> gangster & 1:
            actions += [action + bit(gangster) for action in actions]
    return actions


def apply_take(s: CaponeState, seat: i64, action: i64) -> None:
    """The answer to a search, or to what was turned over."""
    if s.question == REVEAL:
        events.take_revealed(s, seat, action - TAKE)
    elif s.due == events.FOR_SET:
        events.take_set(s, seat, gangster_of(action - TAKE))
    elif action >= TAKE_EVENT:
        events.take_one(s, seat, MEETING + action - TAKE_EVENT)
    else:
        events.take_one(s, seat, gangster_of(action - TAKE))


def apply_event(s: CaponeState, seat: i64, action: i64) -> None:
    """Play an event with the action that was said (CAP-4)."""
    if action >= PLAY_RAID:
        events.raid(s, seat, action - PLAY_RAID)
    elif action == REVEAL_SEVEN:
        events.reveal_seven(s, seat)
    elif action == DRAW_TWO:
        events.draw_two(s, seat)
    elif action == SEARCH_SET:
        events.search(s, seat, events.FOR_SET)
    elif action == SEARCH_ONE:
        events.search(s, seat, events.FOR_ONE)
    elif action >= ASK_ONE:
        code = action - ASK_ONE
        events.ask_one(s, seat, code // MOST_SEATS, code % MOST_SEATS)
    else:
        events.ask_around(s, seat, action - ASK_AROUND)
