"""The rules of Jack the Ripper: which actions are legal, and what they do."""

from mypy_extensions import i64

from casefile.cases.ripper import board, cards, events, refusals, scoring
from casefile.cases.ripper.cards import FACE_KIND, Figures, action_table, face_names, meld_action
from casefile.cases.ripper.position import RipperPositions
from casefile.cases.ripper.state import HIDDEN_TIP, NO_TIP, RipperState, RipperView
from casefile.core import turns
from casefile.core.actions import NO_ACTION, Refusal
from casefile.core.case import Variant
from casefile.core.counts import among, bit, lowest
from casefile.core.deck import Deck
from casefile.core.events import DISCARD_PILE, HIDDEN, area_of, hand_of
from casefile.core.notes import Note, Row
from casefile.core.rng import Rng
from casefile.core.score import RoundScore
from casefile.core.state import DRAW, OVER, State
from casefile.core.view import View


class RipperRules(RipperPositions):
    """Jack the Ripper for two to four players."""

    def __init__(self, variant: Variant, deck: Deck) -> None:
        super().__init__(variant, deck, face_names(deck.names), FACE_KIND)
        self.figures = Figures(deck)
        self.tips_allowed = "tips" in variant.options
        self.hand_size = 12 - variant.seats
        self.actions = action_table(deck.names)
        self.secret_actions = [cards.HOLD]
        self.telling_actions = [cards.PLAY_CARD + cards.COMMISSIONER]
        self.never = {"take none": Refusal("must-take", "RIP-10")}

    def new_state(self) -> RipperState:
        """A state of this case."""
        return RipperState()

    def new_view(self) -> RipperView:
        """A view of this case."""
        return RipperView()

    def deal_world(self, view: View, state: State, rng: Rng) -> None:
        """Deal the unseen cards anew, and let the others have written some tip."""
        assert isinstance(view, RipperView)
        assert isinstance(state, RipperState)
        super().deal_world(view, state, rng)
        state.victims = view.victims
        state.tips = view.tips[:]
        for seat, tip in enumerate(state.tips):
            if tip == HIDDEN_TIP:
                waiting = view.question == cards.TIP and view.asked >> seat & 1
                state.tips[seat] = NO_TIP if waiting else rng.below(cards.SUSPECTS)

    def legal(self, state: State, seat: i64) -> list[int]:
        """All actions of a seat that has to choose, sorted."""
        assert isinstance(state, RipperState)
        s = state
        if not s.actors() >> seat & 1:
            return []
        if s.question == cards.ESCAPE:
            return [cards.HOLD, cards.PLAY_CARD + cards.ESCAPES]
        if s.question == cards.TIP:
            return [cards.GIVE_TIP + suspect for suspect in range(cards.SUSPECTS)]
        if s.question == cards.SEARCH:
            return takes(s)
        if s.phase == DRAW:
            return self.draws(s, seat)
        actions: list[int] = []
        held, threes = s.groups_held(seat)
        faces: i64 = 0
        if s.sizes[seat] > 1:
            if s.victims:
                add_melds(s, seat, held, threes, actions)
                add_lays(s, held, actions)
            if not s.event_played:
                faces = faces_of(s, held & cards.ANY_EVENT)  # one per turn (C-12)
        if s.may_escape():
            faces |= held & bit(cards.ESCAPES)
        turns.add_each(actions, cards.PLAY_CARD, faces)
        turns.add_each(actions, cards.DISCARD, held)
        return actions

    def draws(self, s: RipperState, seat: i64) -> list[int]:
        """What can be done at the start of a turn (C-7, RIP-22, RIP-30)."""
        actions = turns.draws(s, cards.DRAW_FILE, cards.DRAW_DISCARD)
        if self.tips_allowed and s.may_call_tips(seat):
            actions.append(cards.CALL_TIPS)
        if s.may_escape() and s.in_hand(seat, cards.ESCAPES):
            actions.append(cards.PLAY_CARD + cards.ESCAPES)
        return actions

    def seat_refusal(self, state: State, seat: i64, action: i64) -> Refusal | None:
        """A holder out of turn plays the escape when asked, and hears so (RIP-22)."""
        assert isinstance(state, RipperState)
        refusal = super().seat_refusal(state, seat, action)
        return None if refusal is None else refusals.escape_out_of_turn(state, seat, action) or refusal

    def choice_refusal(self, state: State, seat: i64, action: i64) -> Refusal | None:
        """Why a seat that has to choose may not choose this."""
        assert isinstance(state, RipperState)
        return refusals.refusal(state, seat, action, self.face_names, tips_allowed=self.tips_allowed)

    def apply(self, state: State, seat: i64, action: i64) -> None:
        """Carry out a legal action, with all that follows from it."""
        assert isinstance(state, RipperState)
        s = state
        partner = self.figures.partner
        if action >= cards.DISCARD:
            turns.discard(s, seat, action - cards.DISCARD)
            events.end_turn(s, seat)
        elif action >= cards.TAKE_AND_PLAY:
            face = action - cards.TAKE_AND_PLAY
            s.answered()
            s.remove_from_discard(self.face_kind[face])
            s.note_card("find", seat, self.face_kind[face])
            events.play_card(s, face, partner, DISCARD_PILE)
        elif action >= cards.TAKE:
            kind = action - cards.TAKE
            s.answered()
            s.take_shown(seat, kind)
            s.note_card("take", seat, kind, DISCARD_PILE, hand_of(seat))
            events.after_action(s)
        elif action >= cards.PLAY_CARD:
            self.play_from_hand(s, seat, action - cards.PLAY_CARD)
        elif action >= cards.LAY:
            face = action - cards.LAY
            s.leave_hand(seat, self.face_kind[face])
            events.play_card(s, face, partner, hand_of(seat))
        elif action >= cards.MELD:
            meld(s, seat, action - cards.MELD)
            events.after_action(s)
        elif action >= cards.GIVE_TIP:
            give_tip(s, seat, action - cards.GIVE_TIP)
        else:
            self.apply_short(s, seat, action)

    def play_from_hand(self, s: RipperState, seat: i64, face: i64) -> None:
        """Play an event, or let the Ripper escape, also in another player's turn (C-12, RIP-18)."""
        s.leave_hand(seat, self.face_kind[face])
        if face == cards.ESCAPES:
            events.escape(s, seat, hand_of(seat))
        else:
            s.event_played = True
            events.play_card(s, face, self.figures.partner, hand_of(seat))

    def apply_short(self, s: RipperState, seat: i64, action: i64) -> None:
        """The actions that name no card."""
        if action == cards.HOLD:
            due = s.due
            s.note_secret(seat, "hold")
            events.go_on_after_hold(s, due)
        elif action == cards.CALL_TIPS:
            s.note("call-tips", seat, [])
            s.tips = [NO_TIP] * s.seats
            s.ask(cards.TIP, bit(s.seats) - 1, events.NOTHING_DUE)
        else:
            turns.draw(s, seat, 1, from_discard=action == cards.DRAW_DISCARD)
            events.after_action(s)

    def score(self, state: State) -> RoundScore:
        """The points of a round that is over."""
        assert isinstance(state, RipperState)
        return scoring.score(state, self.figures)

    def shown(self, state: State, seat: i64) -> State:
        """Nobody sees that another was asked: the game seems to have gone on (RIP-22)."""
        assert isinstance(state, RipperState)
        if state.question == cards.ESCAPE and not state.asked >> seat & 1:
            return events.as_if_held(state)
        return state

    def may_ask_in_secret(self, state: State) -> bool:
        """With five victims on the table a holder may be asked after any action, but not once all is over (RIP-22)."""
        assert isinstance(state, RipperState)
        return state.may_escape() and (state.phase != OVER or state.ended_by == cards.BY_COMMISSIONER)

    def unsaid(self, state: State) -> i64:
        """Version 0.1.0 did not ask again after the two cards of the fifth victim: the card was kept (RIP-22)."""
        return cards.HOLD if state.question == cards.ESCAPE and state.due == events.NOTHING_DUE else NO_ACTION

    def notes(self, view: View) -> list[Note]:
        """How many victims lie on the table, and the tips that this seat may know (RIP-31)."""
        assert isinstance(view, RipperView)
        tips = [HIDDEN if tip in (NO_TIP, HIDDEN_TIP) else tip for tip in view.tips]
        return [Note("victims", tips, view.victims, cards.VICTIMS)]

    def standing(self, view: View) -> tuple[object, ...]:
        """What the board rests on."""
        return view.areas, view.melded, view.file_number, view.ended_by

    def board(self, view: View) -> list[Row]:
        """What speaks against whom (RIP-25)."""
        table = self.lying(view)
        assert isinstance(table, RipperState)
        table.ended_by = view.ended_by
        return board.rows(table, self.figures)

    def worth(self, view: View) -> list[int]:
        """What the areas count if the round is solved now (RIP-26)."""
        table = self.lying(view)
        assert isinstance(table, RipperState)
        return board.worth(table, self.figures)


def add_melds(s: RipperState, seat: i64, held: i64, threes: i64, actions: list[int]) -> None:
    """Three or more clues of one colour, jokers among them for a suspect (C-8, C-9, RIP-3)."""
    base = seat * cards.KINDS
    jokers_held: i64 = s.hands[base + cards.JOKER] if held >> cards.JOKER & 1 else 0
    most: i64 = s.sizes[seat] - 1
    colours = (held & cards.ALL_SUSPECTS if jokers_held else 0) | threes & cards.ALL_COLOURS
    while colours:
        colour = lowest(colours)
        colours &= colours - 1
        clues_held: i64 = s.hands[base + colour]
        jokers_most = jokers_held if colour < cards.SUSPECTS else 0
        for clues in range(1, clues_held + 1):
            for jokers in range(jokers_most + 1):
                if 3 <= clues + jokers <= most:
                    actions.append(meld_action(colour, clues, jokers))


def add_lays(s: RipperState, held: i64, actions: list[int]) -> None:
    """One clue whose colour has a meld (C-10, RIP-2)."""
    faces = held & s.melded
    if held >> cards.JOKER & 1:
        faces |= s.faces_now(cards.JOKER)
    turns.add_each(actions, cards.LAY, faces)


def faces_of(s: RipperState, kinds: i64) -> i64:
    """The faces (bits) with which cards of these kinds (bits) can be played now."""
    faces: i64 = 0
    while kinds:
        faces |= s.faces_now(lowest(kinds))
        kinds &= kinds - 1
    return faces


def takes(s: RipperState) -> list[int]:
    """Every card of the discard pile but scenes; at once, if it could be played now (RIP-10, RIP-14)."""
    lying = among(s.discard) & ~cards.ANY_SCENE
    actions: list[int] = []
    turns.add_each(actions, cards.TAKE, lying)
    turns.add_each(actions, cards.TAKE_AND_PLAY, faces_of(s, lying))
    return actions


def meld(s: RipperState, seat: i64, code: i64) -> None:
    """Lay a meld from the hand into the player's area (C-9)."""
    colour = code // cards.MELD_WIDTH
    clues = code % cards.MELD_WIDTH // 3 + 1
    jokers = code % 3
    for _ in range(clues):
        s.leave_hand(seat, colour)
        s.put_into_area(seat, colour)
    for _ in range(jokers):
        s.leave_hand(seat, cards.JOKER)
        s.put_into_area(seat, cards.JOKER_AS + colour)
    s.note_meld(seat, colour)
    if s.log is not None:
        laid = [colour] * clues + [cards.JOKER_AS + colour] * jokers
        s.note("meld", seat, laid, hand_of(seat), area_of(seat))


def give_tip(s: RipperState, seat: i64, suspect: i64) -> None:
    """Write down a suspect; when all have, the turn goes on (RIP-31)."""
    s.tips[seat] = suspect
    s.asked &= ~bit(seat)
    if s.asked:
        return
    s.answered()
    if s.log is not None:
        for tipper in range(s.seats):
            s.note_to(tipper, "tip", [s.tips[tipper]])
    events.after_action(s)
