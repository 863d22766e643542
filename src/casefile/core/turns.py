"""The turn that all cases share: draw, play, discard, and how it ends (C-6 to C-16)."""

from mypy_extensions import i64

from casefile.core.actions import Refusal
from casefile.core.counts import MOST_NUMBERS, NUMBERS, lowest
from casefile.core.events import DISCARD_PILE, Event, hand_of
from casefile.core.state import BY_DISCARD, BY_FILE, DRAW, NOBODY, OVER, PLAY, RUNNING, State
from casefile.core.trail import LEFT, THROWN


def draws(state: State, draw_file: i64, draw_discard: i64) -> list[int]:
    """The piles from which a card can be drawn (C-7)."""
    if not state.discard:
        return [draw_file] if state.case_file else []
    return [draw_file, draw_discard] if state.case_file else [draw_discard]


def add_each(actions: list[int], first: i64, kinds: i64) -> None:
    """The actions that name one of these kinds or faces (bits), if `first` is the one that names kind 0."""
    while kinds:
        low: int = kinds & -kinds
        action = first + low.bit_length() - 1  # what `lowest` gives, without a call for every action
        actions.append(NUMBERS[action] if action < MOST_NUMBERS else action)
        kinds &= kinds - 1


def add_melds(state: State, seat: i64, colours: i64, first: i64, width: i64, actions: list[int]) -> None:
    """Melds of three or more clues of one of these colours (bits); `first` is one clue of colour 0 (C-8, C-9).

    The quicker, the fewer colours it has to look at: those of which the hand holds three are enough.
    """
    while colours:
        colour = lowest(colours)
        for clues in range(3, min(state.in_hand(seat, colour), state.sizes[seat] - 1) + 1):
            actions.append(first + colour * width + clues - 1)
        colours &= colours - 1


def draw(state: State, seat: i64, most: i64, *, from_discard: bool) -> None:
    """Draw from one of the piles; then cards can be played (C-6, C-7)."""
    if from_discard:
        state.draw_discard(seat)
    else:
        if state.discard:
            state.tally(LEFT, seat, state.discard[-1])
        state.draw_unseen(seat, most)
    state.phase = PLAY


def discard(state: State, seat: i64, kind: i64) -> None:
    """Put a card of the hand onto the discard pile, for all to see (C-14)."""
    state.discard_from_hand(seat, kind)
    state.tally(THROWN, seat, kind)
    if state.log is not None:
        state.note_card("discard", seat, kind, hand_of(seat), DISCARD_PILE)


def close_turn(state: State, seat: i64, files: i64) -> bool:
    """After a discard: the round ends, or the next seat follows (C-6, C-15, C-16). Does it go on?"""
    if state.sizes[seat] == 0:
        end(state, BY_DISCARD, seat)
        return False
    if not state.case_file:
        if state.file_number == files:
            end(state, BY_FILE, NOBODY)
            return False
        state.make_second_file()
    state.turns += 1
    state.turn = (state.turn + 1) % state.seats
    state.phase = DRAW
    state.event_played = False
    return True


def end(state: State, by: i64, seat: i64) -> None:
    """The round is over (C-18)."""
    assert by != RUNNING
    state.answered()
    state.phase = OVER
    state.ended_by = by
    state.ended_seat = seat
    if state.log is not None:
        state.log.append(Event("end", seat, [], [], ending=by))


# Why not?


def is_framed(state: State, action: i64, last_draw: i64, first_discard: i64) -> bool:
    """Is it for the rules of all cases to refuse this: a draw, a discard, or anything else before the draw?"""
    return action <= last_draw or action >= first_discard or state.phase == DRAW


def frame_refusal(
    state: State, seat: i64, action: i64, last_draw: i64, first_discard: i64, names: list[str]
) -> Refusal | None:
    """Why such an action is not legal, if draws come first and discards last among a case's actions (C-6, C-14)."""
    if action <= last_draw:
        return draw_refusal(state, from_discard=action == last_draw)
    if state.phase == DRAW:
        return Refusal("draw-first", "C-6")
    kind = action - first_discard
    return hand_refusal(state, seat, kind, "C-14", names[kind])


def draw_refusal(state: State, *, from_discard: bool) -> Refusal | None:
    """Draw once, at the start of the turn (C-6, C-7)."""
    if state.phase == PLAY:
        return Refusal("already-drawn", "C-6")
    if from_discard:
        return None if state.discard else Refusal("discard-empty", "C-7")
    return None if state.case_file else Refusal("file-empty", "C-7")


def hand_refusal(state: State, seat: i64, kind: i64, rule: str, name: str) -> Refusal | None:
    """Is this card in the hand?"""
    return None if state.in_hand(seat, kind) else Refusal("not-in-hand", rule, name)


def meld_refusal(state: State, seat: i64, kind: i64, clues: i64, name: str) -> Refusal | None:
    """Three or more clues that the hand holds (C-9)."""
    if clues < 3:
        return Refusal("meld-too-small", "C-9")
    return None if state.in_hand(seat, kind) >= clues else Refusal("too-few-in-hand", "C-9", name)


def lay_refusal(state: State, seat: i64, kind: i64, name: str, *, is_clue: bool, is_melded: bool) -> Refusal | None:
    """One clue whose colour has a meld (C-8, C-10)."""
    if not is_clue:
        return Refusal("not-a-clue", "C-10", name)
    if not state.in_hand(seat, kind):
        return Refusal("not-in-hand", "C-10", name)
    if not is_melded:
        return Refusal("no-meld-of", "C-10", name)
    return last_card_refusal(state, seat, 1)


def clue_refusal(
    state: State, seat: i64, action: i64, meld: i64, width: i64, lay: i64, colours: i64, names: list[str]
) -> Refusal | None:
    """Why clues cannot be melded or laid off, where each of the first kinds is a colour, and melds come before lays."""
    if action >= lay:
        kind = action - lay
        is_melded = kind < colours and state.melded >> kind & 1 != 0
        return lay_refusal(state, seat, kind, names[kind], is_clue=kind < colours, is_melded=is_melded)
    colour = (action - meld) // width
    clues = (action - meld) % width + 1
    return meld_refusal(state, seat, colour, clues, names[colour]) or last_card_refusal(state, seat, clues)


def event_refusal(state: State, seat: i64, kind: i64, name: str) -> Refusal | None:
    """An event of the hand, the first of the turn (C-12)."""
    if not state.in_hand(seat, kind):
        return Refusal("not-in-hand", "C-12", name)
    return Refusal("second-event", "C-12") if state.event_played else None


def last_card_refusal(state: State, seat: i64, played: i64) -> Refusal | None:
    """At least one card must be left after a play from the hand (C-8)."""
    return None if state.sizes[seat] > played else Refusal("last-card", "C-8")
