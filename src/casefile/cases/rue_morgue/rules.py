"""The rules of Murders in the Rue Morgue: which actions are legal, and what they do."""

from mypy_extensions import i64

from casefile.cases.rue_morgue import events, position, refusals, scoring
from casefile.cases.rue_morgue.cards import (
    ACTIONS,
    COLOURS,
    CONSULT,
    DEDUCTION,
    DISCARD,
    DRAW_DISCARD,
    DRAW_FILE,
    DUPIN,
    DUPINS_HELP,
    FEED,
    FEED_DISCARD,
    FEED_FILE,
    GIVE_CARD,
    GIVING,
    HELP_CONSULT,
    HELP_DRAW,
    HELP_SEARCH,
    KINDS,
    LAY,
    MELD,
    MELD_WIDTH,
    PASS_CARD,
    PASSING,
    PLAY_CARD,
    SEARCH,
    TAKE,
    Figures,
    action_table,
)
from casefile.cases.rue_morgue.playable import may_play_by_melds
from casefile.cases.rue_morgue.state import UNDER_ORANG_UTAN, RueMorgueState, RueMorgueView
from casefile.cases.rue_morgue.worlds import RueMorgueWorlds
from casefile.core import turns
from casefile.core.actions import Refusal
from casefile.core.case import Variant
from casefile.core.counts import bit
from casefile.core.deck import Deck
from casefile.core.determinize import rebuild
from casefile.core.errors import CasefileError
from casefile.core.events import DISCARD_PILE, HIDDEN, PLACES, area_of, hand_of
from casefile.core.notes import Note
from casefile.core.rng import Rng
from casefile.core.rules import Rules, seat_refusal
from casefile.core.score import RoundScore
from casefile.core.state import DRAW, NOTHING, PLAY, State
from casefile.core.view import View


class RueMorgueRules(Rules):
    """Murders in the Rue Morgue for two or three players, or four in two teams."""

    def __init__(self, variant: Variant, deck: Deck) -> None:
        super().__init__(variant, deck, deck.names, list(range(KINDS)))
        self.figures = Figures(deck)
        self.at_once = variant.edition == "usgames"
        self.dupin_scores = "dupin-scores" in variant.options
        self.shut_out = "shut-out" in variant.options
        self.hand_size = 12 - variant.seats
        self.actions = action_table(deck.names)
        self.places = [*PLACES, "under"]
        self.never = {"take none": Refusal("must-take", "RUE-12")}
        assert len(self.actions) == ACTIONS

    def empty(self) -> RueMorgueState:
        """A table with nothing but the Orang-Utan on it."""
        s = RueMorgueState()
        s.clear_table(self.kinds, self.faces, self.seats, self.sides)
        s.at_once = self.at_once
        return s

    def set_up(self, state: State) -> None:
        """After the deal: ask for the first choice of the set-up (RUE-3, RUE-4)."""
        assert isinstance(state, RueMorgueState)
        for seat in range(self.seats):
            state.mind(seat).unseen = state.count_unseen(seat, self.deck.copies)
        events.set_up(state)

    def legal(self, state: State, seat: i64) -> list[int]:
        """All actions of a seat that has to choose, sorted."""
        assert isinstance(state, RueMorgueState)
        s = state
        if not s.actors() >> seat & 1:
            return []
        if s.question != NOTHING:
            return answers(s, seat)
        if s.phase == DRAW:
            return turns.draws(s, DRAW_FILE, DRAW_DISCARD)
        actions: list[int] = []
        held = s.kinds_held(seat)
        if s.sizes[seat] > 1:
            add_melds(s, seat, held, actions)
            turns.add_each(actions, LAY, held & s.melded)  # single clues of a melded colour (C-10)
            if not s.event_played:
                self.add_events(s, held, actions)
        turns.add_each(actions, DISCARD, held)
        return actions

    def add_events(self, s: RueMorgueState, held: i64, actions: list[int]) -> None:
        """One event a turn (C-12, RUE-10 to RUE-14)."""
        for kind in range(DEDUCTION, DUPINS_HELP):
            if held >> kind & 1 and may_play_by_melds(s, kind, self.figures):
                actions.append(PLAY_CARD + kind)
        if held >> DUPIN & 1:
            actions.append(PLAY_CARD + DUPIN)
        if held >> DUPINS_HELP & 1:
            if s.seats != 4:
                actions.append(HELP_DRAW)
            if s.discard:
                actions.append(HELP_SEARCH)
            if s.seats == 4:
                actions.append(HELP_CONSULT)

    def refusal(self, state: State, seat: i64, action: i64) -> Refusal | None:
        """Why this action is not legal, or None if it is."""
        assert isinstance(state, RueMorgueState)
        refusal = seat_refusal(state, seat)
        if refusal is not None:
            return refusal
        return refusals.refusal(state, seat, action, self.face_names, self.figures)

    def apply(self, state: State, seat: i64, action: i64) -> None:
        """Carry out a legal action, with all that follows from it."""
        assert isinstance(state, RueMorgueState)
        s = state
        if action >= DISCARD:
            kind = action - DISCARD
            s.discard_from_hand(seat, kind)
            s.note_card("discard", seat, kind, hand_of(seat), DISCARD_PILE)
            events.end_turn(s, seat)
        elif action >= PASS_CARD:
            events.seal(s, seat, action - PASS_CARD)
        elif action >= GIVE_CARD:
            events.seal(s, seat, action - GIVE_CARD)
        elif action >= TAKE:
            events.take(s, seat, action - TAKE)
        elif action >= HELP_DRAW:
            events.play_help(s, seat, action)
        elif action >= PLAY_CARD:
            events.play_event(s, seat, action - PLAY_CARD)
        elif action >= LAY:
            lay_off(s, seat, action - LAY)
        elif action >= MELD:
            meld(s, seat, action - MELD)
        elif action >= FEED_FILE:
            answer_feed(s, seat, action)
        else:
            draw(s, seat, action)

    def score(self, state: State) -> RoundScore:
        """The points of a round that is over."""
        assert isinstance(state, RueMorgueState)
        if state.unsaid:
            raise CasefileError(state.unsaid)
        return scoring.score(state, self.figures, dupin_scores=self.dupin_scores, shut_out=self.shut_out)

    def glance(self, state: State, seat: i64) -> View:
        """What a seat may know, until the state changes."""
        assert isinstance(state, RueMorgueState)
        v = RueMorgueView()
        v.look(state, seat)
        v.melded = state.melded
        v.under_size = len(state.under)
        v.sealed = state.sealed[seat]
        return v

    def determinize(self, view: View, rng: Rng) -> State:
        """A round that could be the one this view was taken of, as far as its seat can tell."""
        assert isinstance(view, RueMorgueView)
        s = self.empty()
        rebuild(view, s, rng)
        s.melded = view.melded
        RueMorgueWorlds(view, rng).deal(s)
        for seat in range(s.seats):
            if seat != view.seat:
                s.sit_down(seat, self.deck.copies)
        s.sealed[view.seat] = view.sealed
        for seat in position.answering(s):
            if seat != view.seat and not view.asked >> seat & 1:
                hand = s.hand_list(seat)
                s.sealed[seat] = hand[rng.below(len(hand))]
        return s

    def read_more(self, state: State, data: dict[str, object]) -> None:
        """Fill the case's own fields from a position."""
        assert isinstance(state, RueMorgueState)
        position.read_more(state, data, self.face_names)
        for seat in range(state.seats):
            state.sit_down(seat, self.deck.copies)

    def write_more(self, state: State) -> dict[str, object]:
        """The case's own keys of a position."""
        assert isinstance(state, RueMorgueState)
        return position.write_more(state, self.face_names)

    def show_more(self, view: View) -> dict[str, object]:
        """The case's own keys of what a seat sees."""
        assert isinstance(view, RueMorgueView)
        return position.show_more(view, self.face_names)

    def notes(self, view: View) -> list[Note]:
        """How many cards lie under the Orang-Utan, until it escapes (RUE-6)."""
        assert isinstance(view, RueMorgueView)
        return [Note("under", [HIDDEN] * view.under_size)] if view.file_number == 1 else []

    def check(self, state: State, *, whole: bool) -> None:
        """Refuse a position that no game can hold."""
        assert isinstance(state, RueMorgueState)
        position.check(state, self.face_names, self.figures, self.hand_size, whole=whole)

    def count_cards(self, state: State) -> list[int]:
        """How many cards of every kind lie in all places together."""
        assert isinstance(state, RueMorgueState)
        counts = super().count_cards(state)
        for kind in state.under:
            counts[kind] += 1
        return counts


def answers(s: RueMorgueState, seat: i64) -> list[int]:
    """What a question can be answered with."""
    actions: list[int] = []
    if s.question == FEED:
        actions = [FEED_FILE, FEED_DISCARD]
    elif s.question == SEARCH:
        lying: i64 = 0
        for kind in s.under if s.due == UNDER_ORANG_UTAN else s.discard:
            lying |= bit(kind)
        turns.add_each(actions, TAKE, lying)
    elif s.question == GIVING:
        turns.add_discards(s, seat, GIVE_CARD, actions)
    else:
        assert s.question == PASSING or s.question == CONSULT
        turns.add_discards(s, seat, PASS_CARD, actions)
    return actions


def add_melds(s: RueMorgueState, seat: i64, held: i64, actions: list[int]) -> None:
    """Melds of three or more clues of one colour (C-8, C-9)."""
    base = seat * KINDS
    for colour in range(COLOURS):
        if held >> colour & 1 and s.hands[base + colour] >= 3:
            for clues in range(3, min(s.hands[base + colour], s.sizes[seat] - 1) + 1):
                actions.append(MELD + colour * MELD_WIDTH + clues - 1)


def draw(s: RueMorgueState, seat: i64, action: i64) -> None:
    """Draw the top card of one of the piles (C-7)."""
    s.phase = PLAY
    if action == DRAW_FILE:
        s.draw_unseen(seat, 1)
    else:
        s.draw_discard(seat)


def meld(s: RueMorgueState, seat: i64, code: i64) -> None:
    """Lay a meld from the hand into the own area, and feed the Orang-Utan (C-9, RUE-7)."""
    colour = code // MELD_WIDTH
    clues = code % MELD_WIDTH + 1
    for _ in range(clues):
        s.leave_hand(seat, colour)
        s.put_into_area(s.side(seat), colour)
    s.note_meld(s.side(seat), colour)
    if s.log is not None:
        s.note("meld", seat, [colour] * clues, hand_of(seat), area_of(s.side(seat)))
    events.feed(s, seat)


def lay_off(s: RueMorgueState, seat: i64, colour: i64) -> None:
    """Lay one clue into the own area (C-10); nobody feeds after that (RUE-9)."""
    s.leave_hand(seat, colour)
    s.put_into_area(s.side(seat), colour)
    s.note_card("lay", seat, colour, hand_of(seat), area_of(s.side(seat)))


def answer_feed(s: RueMorgueState, seat: i64, action: i64) -> None:
    """Feed the top card of one of the piles (RUE-7)."""
    s.answered()
    if action == FEED_FILE:
        s.feed_from_file(seat)
    else:
        s.feed_from_discard(seat)
