"""Which positions no game of any case can hold."""

from mypy_extensions import i64

from casefile.core.counts import bit
from casefile.core.errors import CasefileError
from casefile.core.state import BY_DISCARD, DRAW, OVER, PLAY, State


def asked_details(data: dict[str, object]) -> dict[str, object]:
    """What a position says of its question beyond who is asked for what."""
    asked = data.get("asked")
    return asked if isinstance(asked, dict) else {}


def read_then(details: dict[str, object], words: list[str], question: str, *, is_asked: bool) -> i64:
    """What is due after the answer, as the place of its word; -1 if the position does not say."""
    then = details.get("then")
    if then is None:
        return -1
    if not is_asked:
        raise CasefileError(f'asked: "then" belongs to the question for {question} only')
    if then not in words:
        raise CasefileError(f'asked: "then" must be {" or ".join(words)}, not {then!r}')
    return words.index(str(then))


def check_hands(state: State) -> None:
    """Nobody is without cards while a round goes on (C-8, C-18)."""
    for seat in range(state.seats):
        if state.sizes[seat] == 0 and state.phase != OVER:
            raise CasefileError(f"hands: seat {seat} has no card, but the round goes on (C-18)")


def check_running(state: State) -> None:
    """Before a draw no event was played, and there is a card to draw (C-6, C-15, C-16)."""
    if state.phase == DRAW:
        if state.event_played:
            raise CasefileError("event_played: no event can be played before the draw (C-6)")
        if not state.case_file:
            raise CasefileError("case_file: cannot be empty at the start of a turn (C-15, C-16)")


def check_going_out(state: State, *, whole: bool) -> None:
    """Ended by a discard: that hand, and no other, is empty (C-14, C-18)."""
    empty = [seat for seat in range(state.seats) if state.sizes[seat] == 0]
    if state.ended_seat not in empty:
        raise CasefileError(f"ended: by a discard of seat {state.ended_seat}, but that hand is not empty (C-18)")
    if len(empty) > 1:
        raise CasefileError("ended: by a discard, but another hand is empty too (C-18)")
    if whole and not state.discard:
        raise CasefileError("ended: by a discard, but the discard pile is empty (C-14)")


def check_last_file(state: State, *, whole: bool) -> None:
    """Ended by the second case file: it is empty, and no hand is (C-15, C-16)."""
    if 0 in state.sizes:
        raise CasefileError("ended: by the case file, but a hand is empty (C-16)")
    if state.case_file:
        raise CasefileError("ended: by the case file, but that is not empty (C-16)")
    if whole and state.file_number == 1:
        raise CasefileError("ended: by the case file, but the first one is followed by a second (C-15)")
    if whole and not state.discard:
        raise CasefileError("ended: by the case file, but the discard pile is empty (C-14)")


def check_ending(state: State, *, whole: bool) -> None:
    """The ending must fit the table, where a round ends by a discard or by the second case file."""
    if state.ended_by == BY_DISCARD:
        check_going_out(state, whole=whole)
    else:
        check_last_file(state, whole=whole)


def check_own_question(state: State, word: str, rule: str) -> None:
    """A question that only the player whose turn it is can be asked, after the draw."""
    if state.phase != PLAY or state.asked != bit(state.turn):
        raise CasefileError(f"asked: only the player whose turn it is, in the phase play, is asked for {word} ({rule})")
