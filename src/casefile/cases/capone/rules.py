"""The rules of Al Capone: which actions are legal, and what they do."""

from typing import Final

from mypy_extensions import i64

from casefile.cases.capone import board, cards, events, refusals, scoring
from casefile.cases.capone.cards import Figures, action_table, gangster_of
from casefile.cases.capone.position import CaponePositions
from casefile.cases.capone.state import CaponeState, CaponeView
from casefile.cases.capone.worlds import CaponeWorlds
from casefile.core import turns
from casefile.core.actions import Refusal
from casefile.core.case import Variant
from casefile.core.counts import among, bit
from casefile.core.deck import Deck
from casefile.core.notes import Row
from casefile.core.rng import Rng
from casefile.core.score import RoundScore
from casefile.core.state import DRAW, State
from casefile.core.view import View

FILES: Final = 1  # there is no second case file (CAP-14)


class CaponeRules(CaponePositions):
    """Al Capone for two to four players, or for two teams."""

    def __init__(self, variant: Variant, deck: Deck) -> None:
        super().__init__(variant, deck, deck.names, [*range(cards.KINDS)])
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
        if s.question == cards.SEARCH:
            return takes_of_one(s) if s.due == events.FOR_ONE else takes_of_set(s, seat)
        if s.question == cards.REVEAL:
            return takes_of_revealed(s, seat)
        if s.phase == DRAW:
            return turns.draws(s, cards.DRAW_FILE, cards.DRAW_DISCARD)
        actions: list[int] = []
        held, threes = s.groups_held(seat)
        if s.sizes[seat] > 1:
            turns.add_melds(s, seat, threes & cards.ALL_GANGSTERS, cards.MELD, cards.MOST_COPIES, actions)
            turns.add_each(actions, cards.LAY, held & s.melded)  # clues to lay off (C-10)
            if held & cards.ANY_EVENT and not s.event_played:
                self.add_events(s, seat, held, actions)
        turns.add_each(actions, cards.DISCARD, held)
        return actions

    def add_events(self, s: CaponeState, seat: i64, held: i64, actions: list[int]) -> None:
        """One event per turn, if its action is allowed (C-12, CAP-6 to CAP-12)."""
        side = s.side(seat)
        own = s.melds(side)
        complete = s.complete_sets(self.figures.copies)
        opened = own & ~complete
        if held >> cards.MEETING & 1:
            turns.add_each(actions, cards.ASK_AROUND, cards.ALL_GANGSTERS & ~complete)
            for gangster in range(cards.GANGSTERS):
                if opened >> gangster & 1:
                    for player in range(s.seats):
                        if player != seat:
                            actions.append(cards.ASK_ONE + gangster * cards.MOST_SEATS + player)
        if held >> cards.WARRANT & 1:
            if s.discard:
                actions.append(cards.SEARCH_ONE)
            if opened:
                actions.append(cards.SEARCH_SET)
        if held >> cards.NESS & 1:
            actions.append(cards.DRAW_TWO)
            if opened:
                actions.append(cards.REVEAL_SEVEN)
        if held >> cards.RAID & 1:
            for gangster in range(cards.GANGSTERS):
                if own >> gangster & 1 and s.raid_brings(side, gangster):
                    actions.append(cards.PLAY_RAID + gangster)

    def choice_refusal(self, state: State, seat: i64, action: i64) -> Refusal | None:
        """Why a seat that has to choose may not choose this."""
        assert isinstance(state, CaponeState)
        return refusals.refusal(state, seat, action, self.face_names, self.figures.copies)

    def apply(self, state: State, seat: i64, action: i64) -> None:
        """Carry out a legal action, with all that follows from it."""
        assert isinstance(state, CaponeState)
        s = state
        if action >= cards.DISCARD:
            turns.discard(s, seat, action - cards.DISCARD)
            turns.close_turn(s, seat, FILES)
        elif action >= cards.TAKE:
            apply_take(s, seat, action)
        elif action >= cards.ASK_AROUND:
            apply_event(s, seat, action)
        elif action >= cards.LAY:
            gangster = action - cards.LAY
            s.lay_down("lay", seat, gangster, 1)
            s.note_meld(s.side(seat), gangster)
        elif action >= cards.MELD:
            gangster = (action - cards.MELD) // cards.MOST_COPIES
            s.lay_down("meld", seat, gangster, (action - cards.MELD) % cards.MOST_COPIES + 1)
            s.melded |= bit(gangster)
        else:
            turns.draw(s, seat, 2, from_discard=action == cards.DRAW_DISCARD)

    def score(self, state: State) -> RoundScore:
        """The points of a round that is over."""
        assert isinstance(state, CaponeState)
        return scoring.score(state, self.figures)

    def standing(self, view: View) -> tuple[object, ...]:
        """What the board rests on."""
        return view.areas, view.melded, view.file_number

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


def takes_of_one(s: CaponeState) -> list[int]:
    """Every card of the Underworld, an event too (CAP-8)."""
    lying = among(s.discard)
    actions = [cards.TAKE + bit(gangster) for gangster in range(cards.GANGSTERS) if lying >> gangster & 1]
    turns.add_each(actions, cards.TAKE_EVENT, lying >> cards.MEETING)
    return actions


def takes_of_set(s: CaponeState, seat: i64) -> list[int]:
    """All clues of one gangster who has a meld in the player's area, or none (CAP-9)."""
    found = s.melds(s.side(seat)) & among(s.discard)
    return [cards.TAKE] + [cards.TAKE + bit(gangster) for gangster in range(cards.GANGSTERS) if found >> gangster & 1]


def takes_of_revealed(s: CaponeState, seat: i64) -> list[int]:
    """All clues of any of the gangsters who were turned over and have a meld in the player's area (CAP-11)."""
    found = s.melds(s.side(seat)) & among(s.aside)
    actions = [cards.TAKE]
    for gangster in range(cards.GANGSTERS):
        if found >> gangster & 1:
            actions += [action + bit(gangster) for action in actions]
    return actions


def apply_take(s: CaponeState, seat: i64, action: i64) -> None:
    """The answer to a search, or to what was turned over."""
    if s.question == cards.REVEAL:
        events.take_revealed(s, seat, action - cards.TAKE)
    elif s.due == events.FOR_SET:
        events.take_set(s, seat, gangster_of(action - cards.TAKE))
    elif action >= cards.TAKE_EVENT:
        events.take_one(s, seat, cards.MEETING + action - cards.TAKE_EVENT)
    else:
        events.take_one(s, seat, gangster_of(action - cards.TAKE))


def apply_event(s: CaponeState, seat: i64, action: i64) -> None:
    """Play an event with the action that was said (CAP-4)."""
    if action >= cards.PLAY_RAID:
        events.raid(s, seat, action - cards.PLAY_RAID)
    elif action == cards.REVEAL_SEVEN:
        events.reveal_seven(s, seat)
    elif action == cards.DRAW_TWO:
        events.draw_two(s, seat)
    elif action == cards.SEARCH_SET:
        events.search(s, seat, events.FOR_SET)
    elif action == cards.SEARCH_ONE:
        events.search(s, seat, events.FOR_ONE)
    elif action >= cards.ASK_ONE:
        code = action - cards.ASK_ONE
        events.ask_one(s, seat, code // cards.MOST_SEATS, code % cards.MOST_SEATS)
    else:
        events.ask_around(s, seat, action - cards.ASK_AROUND)
