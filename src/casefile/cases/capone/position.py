"""Which positions of Al Capone a game can hold, and what "asked" says in this case."""

from casefile.cases.capone.cards import GANGSTERS, MEETING, NESS, QUESTIONS, SEARCH, WARRANT, Figures
from casefile.cases.capone.events import FOR_ONE, FOR_SET
from casefile.cases.capone.state import CaponeState
from casefile.core import checks
from casefile.core.counts import among
from casefile.core.errors import CasefileError
from casefile.core.rules import Rules
from casefile.core.state import BY_DISCARD, NOTHING, OVER, State
from casefile.core.view import View

SEARCH_WORDS = ["one", "set"]  # of the key "then" in "asked"


class CaponePositions(Rules):
    """Reads, writes and checks positions of Al Capone."""

    figures: Figures

    def read_more(self, state: State, data: dict[str, object]) -> None:
        """What a search is for is a key; if it is left out, for one card, which is always allowed."""
        assert isinstance(state, CaponeState)
        state.find_melds(GANGSTERS)
        then = checks.read_then(checks.asked_details(data), SEARCH_WORDS, "search", is_asked=state.question == SEARCH)
        if state.question == SEARCH:
            state.due = then + 1 if then >= 0 else FOR_ONE
        if state.question != NOTHING:
            state.event_played = True

    def write_more(self, state: State) -> dict[str, object]:
        """What a search is for."""
        return {"asked": {"then": SEARCH_WORDS[state.due - 1]}} if state.question == SEARCH else {}

    def show_more(self, view: View) -> dict[str, object]:
        """What a search is for."""
        return {"asked": {"then": SEARCH_WORDS[view.due - 1]}} if view.question == SEARCH else {}

    def check(self, state: State, *, whole: bool) -> None:
        """Refuse a position that no game can hold, naming the first thing wrong."""
        assert isinstance(state, CaponeState)
        if state.file_number != 1:
            raise CasefileError("file: capone has one case file only (C-16)")
        check_areas(state, self.face_names)
        check_question(state, self.face_names, self.figures.copies)
        if state.phase == OVER:
            check_ending(state, whole=whole)
            return
        checks.check_running(state)
        check_hands(state)


def check_areas(s: CaponeState, names: list[str]) -> None:
    """Only clues of a gangster who has a meld lie in areas."""
    for side in range(s.sides):
        for kind in range(s.faces):
            if not s.in_area(side, kind):
                continue
            where = f"areas: {names[kind]} in area {side}"
            if kind >= GANGSTERS:
                raise CasefileError(f"{where}: events go onto the discard pile (CAP-3)")
            if not s.melded >> kind & 1:
                raise CasefileError(f"{where}: no area has a meld of {names[kind]}, three or more clues (C-10)")


def check_hands(s: CaponeState) -> None:
    """A hand can be empty only because it was asked for its last cards, with nothing left to draw (CAP-17)."""
    for seat in range(s.seats):
        if s.sizes[seat]:
            continue
        where = f"hands: seat {seat} has no card, but the round goes on"
        if s.case_file:
            raise CasefileError(f"{where} (C-18)")
        if seat == s.turn:
            raise CasefileError(f"{where}, and a last card is never played (C-8)")
        if not s.event_played or MEETING not in s.discard:
            raise CasefileError(f"{where}; only an agent-meeting of this turn can have emptied it (CAP-17)")
        check_emptied(s, "hands")


def check_emptied(s: CaponeState, where: str) -> None:
    """Only one player can have given all cards, as an event is played once per turn (C-12, CAP-17)."""
    empty = [seat for seat in range(s.seats) if s.sizes[seat] == 0 and seat != s.ended_seat]
    if len(empty) > 1:
        seats = " and ".join([str(seat) for seat in empty])
        raise CasefileError(
            f"{where}: the hands of seats {seats} are empty, but only one can have been emptied (CAP-17)"
        )


def check_question(s: CaponeState, names: list[str], copies: list[int]) -> None:
    """A question must be one that this case asks at this moment."""
    if s.question == NOTHING:
        return
    checks.check_own_question(s, QUESTIONS[s.question - 1], "C-6")
    if s.question == SEARCH:
        check_search(s, copies)
    else:
        check_reveal(s, names)


def check_search(s: CaponeState, copies: list[int]) -> None:
    """The warrant waits aside while its player looks through the discard pile (CAP-8, CAP-9)."""
    if s.aside != [WARRANT]:
        raise CasefileError('asked: a search needs "cards": ["search-warrant"], which is put down after it (CAP-8)')
    if s.due == FOR_ONE and not s.discard:
        raise CasefileError("asked: the discard pile is empty, so that no card can be taken out of it (CAP-8)")
    if s.due == FOR_SET and not s.open_melds(s.side(s.turn), copies):
        raise CasefileError("asked: a search for a set needs a meld in the player's area that is not complete (CAP-9)")


def check_reveal(s: CaponeState, names: list[str]) -> None:
    """Up to seven cards are turned over, and at least one of them can be taken (CAP-11)."""
    if not 1 <= len(s.aside) <= 7:
        raise CasefileError(f"asked: cards: seven cards are turned over at most, not {len(s.aside)} (CAP-11)")
    if len(s.aside) < 7 and s.case_file:
        raise CasefileError("asked: cards: seven cards are turned over as long as the case file has them (CAP-11)")
    if not s.discard or s.discard[-1] != NESS:
        raise CasefileError(f"asked: a reveal needs {names[NESS]} on top of the discard pile (CAP-11)")
    if not s.melds(s.side(s.turn)) & among(s.aside):
        raise CasefileError(f"asked: cards: none of them matches a meld in area {s.side(s.turn)} (CAP-11)")


def check_ending(s: CaponeState, *, whole: bool) -> None:
    """The ending must fit the table (CAP-14, CAP-17)."""
    if s.ended_by == BY_DISCARD:
        if s.sizes[s.ended_seat]:
            raise CasefileError(f"ended: by a discard of seat {s.ended_seat}, but that hand is not empty (CAP-14)")
        if whole and not s.discard:
            raise CasefileError("ended: by a discard, but the discard pile is empty (C-14)")
    elif s.case_file:
        raise CasefileError("ended: by the case file, but that is not empty (C-16)")
    check_emptied(s, "ended")
    emptied = any(s.sizes[seat] == 0 and seat != s.ended_seat for seat in range(s.seats))
    if emptied and s.case_file:
        raise CasefileError("ended: a hand was emptied that could have drawn from the case file (CAP-17)")
    if emptied and whole and MEETING not in s.discard:
        raise CasefileError("ended: a hand is empty, but no agent-meeting lies in the discard pile (CAP-17)")
