"""The rules of Murders in the Rue Morgue: which actions are legal, and what they do."""

from mypy_extensions import i64

from casefile.cases.rue_morgue import board, cards, events, refusals, scoring
from casefile.cases.rue_morgue.cards import Figures, action_table
from casefile.cases.rue_morgue.position import RueMorguePositions, answering
from casefile.cases.rue_morgue.state import UNDER_ORANG_UTAN, RueMorgueState, RueMorgueView
from casefile.cases.rue_morgue.worlds import RueMorgueWorlds
from casefile.core import turns
from casefile.core.actions import Refusal
from casefile.core.case import Variant
from casefile.core.counts import among, bit
from casefile.core.deck import Deck
from casefile.core.errors import CasefileError
from casefile.core.events import HIDDEN
from casefile.core.notes import Note, Row
from casefile.core.rng import Rng
from casefile.core.score import RoundScore
from casefile.core.state import DRAW, NOTHING, State
from casefile.core.view import View


class RueMorgueRules(RueMorguePositions):
    """Murders in the Rue Morgue for two or three players, or four in two teams."""

    def __init__(self, variant: Variant, deck: Deck) -> None:
        super().__init__(variant, deck, deck.names, list(range(cards.KINDS)))
        self.figures = Figures(deck)
        self.at_once = variant.edition == "usgames"
        self.dupin_scores = "dupin-scores" in variant.options
        self.shut_out = "shut-out" in variant.options
        self.hand_size = 12 - variant.seats
        self.actions = action_table(deck.names)
        self.never = {"take none": Refusal("must-take", "RUE-12")}

    def new_state(self) -> RueMorgueState:
        """A state of this case, in its edition."""
        state = RueMorgueState()
        state.at_once = self.at_once
        return state

    def new_view(self) -> RueMorgueView:
        """A view of this case."""
        return RueMorgueView()

    def deal_world(self, view: View, state: State, rng: Rng) -> None:
        """Deal the unseen cards anew, those under the Orang-Utan too, and let the others have chosen something."""
        assert isinstance(view, RueMorgueView)
        assert isinstance(state, RueMorgueState)
        RueMorgueWorlds(view, rng).deal(state)
        for seat in range(state.seats):
            if seat != view.seat:
                state.sit_down(seat, self.unseen(state, seat))
        state.sealed[view.seat] = view.sealed
        for seat in answering(state):
            if seat != view.seat and not view.asked >> seat & 1:
                hand = state.hand_list(seat)
                state.sealed[seat] = hand[rng.below(len(hand))]

    def set_up(self, state: State) -> None:
        """After the deal: ask for the first choice of the set-up (RUE-3, RUE-4)."""
        assert isinstance(state, RueMorgueState)
        for seat in range(len(state.minds)):
            state.mind(seat).unseen = self.unseen(state, seat)
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
            return turns.draws(s, cards.DRAW_FILE, cards.DRAW_DISCARD)
        actions: list[int] = []
        held, threes = s.groups_held(seat)
        if s.sizes[seat] > 1:
            turns.add_melds(s, seat, threes & cards.ALL_COLOURS, cards.MELD, cards.MELD_WIDTH, actions)
            turns.add_each(actions, cards.LAY, held & s.melded)  # single clues of a melded colour (C-10)
            if not s.event_played:
                self.add_events(s, held, actions)
        turns.add_each(actions, cards.DISCARD, held)
        return actions

    def add_events(self, s: RueMorgueState, held: i64, actions: list[int]) -> None:
        """One event per turn (C-12, RUE-10 to RUE-14)."""
        for kind in range(cards.DEDUCTION, cards.DUPINS_HELP):
            if held >> kind & 1 and s.may_play_by_melds(kind, self.figures):
                actions.append(cards.PLAY_CARD + kind)
        if held >> cards.DUPIN & 1:
            actions.append(cards.PLAY_CARD + cards.DUPIN)
        if held >> cards.DUPINS_HELP & 1:
            if s.seats != 4:
                actions.append(cards.HELP_DRAW)
            if s.discard:
                actions.append(cards.HELP_SEARCH)
            if s.seats == 4:
                actions.append(cards.HELP_CONSULT)

    def choice_refusal(self, state: State, seat: i64, action: i64) -> Refusal | None:
        """Why a seat that has to choose may not choose this."""
        assert isinstance(state, RueMorgueState)
        return refusals.refusal(state, seat, action, self.face_names, self.figures)

    def apply(self, state: State, seat: i64, action: i64) -> None:
        """Carry out a legal action, with all that follows from it."""
        assert isinstance(state, RueMorgueState)
        s = state
        if action >= cards.DISCARD:
            turns.discard(s, seat, action - cards.DISCARD)
            events.end_turn(s, seat)
        elif action >= cards.PASS_CARD:
            events.seal(s, seat, action - cards.PASS_CARD)
        elif action >= cards.GIVE_CARD:
            events.seal(s, seat, action - cards.GIVE_CARD)
        elif action >= cards.TAKE:
            events.take(s, seat, action - cards.TAKE)
        elif action >= cards.HELP_DRAW:
            events.play_help(s, seat, action)
        elif action >= cards.PLAY_CARD:
            events.play_event(s, seat, action - cards.PLAY_CARD)
        elif action >= cards.LAY:
            s.lay_down("lay", seat, action - cards.LAY, 1)  # nobody feeds after that (RUE-9)
        elif action >= cards.MELD:
            colour = (action - cards.MELD) // cards.MELD_WIDTH
            s.lay_down("meld", seat, colour, (action - cards.MELD) % cards.MELD_WIDTH + 1)
            s.melded |= bit(colour)
            events.feed(s, seat)
        elif action >= cards.FEED_FILE:
            answer_feed(s, seat, action)
        else:
            turns.draw(s, seat, 1, from_discard=action == cards.DRAW_DISCARD)

    def score(self, state: State) -> RoundScore:
        """The points of a round that is over."""
        assert isinstance(state, RueMorgueState)
        if state.unsaid:
            raise CasefileError(state.unsaid)
        return scoring.score(state, self.figures, dupin_scores=self.dupin_scores, shut_out=self.shut_out)

    def notes(self, view: View) -> list[Note]:
        """How many cards lie under the Orang-Utan, until it escapes (RUE-6)."""
        assert isinstance(view, RueMorgueView)
        return [Note("under", [HIDDEN] * view.under_size)] if view.file_number == 1 else []

    def count_cards(self, state: State) -> list[int]:
        """How many cards of every kind lie in all places together."""
        assert isinstance(state, RueMorgueState)
        counts = super().count_cards(state)
        for kind in state.under:
            counts[kind] += 1
        return counts

    def standing(self, view: View) -> tuple[object, ...]:
        """What the board rests on."""
        assert isinstance(view, RueMorgueView)
        under = [view.known_under(kind) for kind in range(view.kinds)]
        return view.areas, view.melded, view.file_number, view.under_size, under

    def board(self, view: View) -> list[Row]:
        """The pairs, and what this seat knows of the cards under the Orang-Utan (RUE-6, RUE-23)."""
        table = self.lying(view)
        assert isinstance(table, RueMorgueState)
        assert isinstance(view, RueMorgueView)
        under: list[int] = []
        for kind in range(view.kinds):
            under += [kind] * view.known_under(kind)
        return board.rows(table, self.figures, under + [HIDDEN] * (view.under_size - len(under)))

    def worth(self, view: View) -> list[int]:
        """The cards of each area and its pairs (RUE-23)."""
        table = self.lying(view)
        assert isinstance(table, RueMorgueState)
        return board.worth(table, self.figures)


def answers(s: RueMorgueState, seat: i64) -> list[int]:
    """What a question can be answered with."""
    actions: list[int] = []
    if s.question == cards.FEED:
        actions = [cards.FEED_FILE, cards.FEED_DISCARD]
    elif s.question == cards.SEARCH:
        turns.add_each(actions, cards.TAKE, among(s.under if s.due == UNDER_ORANG_UTAN else s.discard))
    elif s.question == cards.GIVING:
        turns.add_each(actions, cards.GIVE_CARD, s.kinds_held(seat))
    else:
        assert s.question == cards.PASSING or s.question == cards.CONSULT
        turns.add_each(actions, cards.PASS_CARD, s.kinds_held(seat))
    return actions


def answer_feed(s: RueMorgueState, seat: i64, action: i64) -> None:
    """Feed the top card of one of the piles (RUE-7)."""
    s.answered()
    if action == cards.FEED_FILE:
        s.feed_from_file(seat)
    else:
        s.feed_from_discard(seat)
