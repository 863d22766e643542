"""Which positions of Jack the Ripper a game can hold, and the keys of a position that only this case has."""

from casefile.cases.ripper import cards
from casefile.cases.ripper.cards import Figures, is_alibi, is_scene
from casefile.cases.ripper.events import END_DUE, NOTHING_DUE, TWO_CARDS_DUE
from casefile.cases.ripper.scoring import suspect_of
from casefile.cases.ripper.state import HIDDEN_TIP, NO_TIP, RipperState, RipperView
from casefile.core import checks
from casefile.core.counts import bit
from casefile.core.errors import CasefileError
from casefile.core.rules import Rules
from casefile.core.state import BY_DISCARD, BY_FILE, DRAW, NOTHING, OVER, PLAY, State
from casefile.core.view import View

DUE_WORDS = ["nothing", "two-cards", "end"]  # of the key "then" in "asked"


class RipperPositions(Rules):
    """Reads, writes and checks positions of Jack the Ripper."""

    figures: Figures
    tips_allowed: bool

    def read_more(self, state: State, data: dict[str, object]) -> None:
        """Melds and victims follow from the areas; tips, and what is due after a question, are keys."""
        assert isinstance(state, RipperState)
        state.find_melds(cards.LETTERS + 1)
        for side in range(state.sides):
            for victim in range(cards.VICTIM, cards.VICTIM + cards.VICTIMS):
                state.victims += state.in_area(side, victim)
        details = checks.asked_details(data)
        then = checks.read_then(details, DUE_WORDS, "escape", is_asked=state.question == cards.ESCAPE)
        if state.question == cards.ESCAPE:
            state.due = then if then >= 0 else guess_due(state)
        if state.question == cards.SEARCH or state.due != NOTHING_DUE:
            state.event_played = True  # that is what led here
        read_tips(state, data.get("tips"), details.get("sealed"), self.face_names)

    def write_more(self, state: State) -> dict[str, object]:
        """The keys of a position that only this case has."""
        assert isinstance(state, RipperState)
        tips = [None if tip == NO_TIP else self.face_names[tip] for tip in state.tips]
        more: dict[str, object] = {"tips": tips or None}
        if state.question == cards.ESCAPE and state.due != NOTHING_DUE:
            more["asked"] = {"then": DUE_WORDS[state.due]}
        return more

    def show_more(self, view: View) -> dict[str, object]:
        """The keys of what a seat sees that only this case has; of the others' tips nothing is shown (RIP-31)."""
        assert isinstance(view, RipperView)
        tips = [None if tip in (NO_TIP, HIDDEN_TIP) else self.face_names[tip] for tip in view.tips]
        more: dict[str, object] = {"tips": tips or None}
        if view.question == cards.ESCAPE and view.due != NOTHING_DUE:
            more["asked"] = {"then": DUE_WORDS[view.due]}
        return more

    def check(self, state: State, *, whole: bool) -> None:
        """Refuse a position that no game can hold, naming the first thing wrong."""
        assert isinstance(state, RipperState)
        check_areas(state, self.face_names)
        if whole:
            check_pairs(state, self.face_names, self.figures.partner)
        check_sizes(state)
        if state.tips and not self.tips_allowed:
            raise CasefileError('tips: this round is played without them; add "tips" to the options')
        if state.tips and not any(state.has_meld(side) for side in range(state.sides)):
            raise CasefileError("tips: nobody can have called for them, as no area has a meld (RIP-30)")
        check_question(state)
        if state.phase == OVER:
            check_ending(state, whole=whole)
        else:
            checks.check_running(state)


def guess_due(s: RipperState) -> int:
    """A position that does not say: with an empty hand the round is about to end (RIP-21)."""
    return END_DUE if 0 in s.sizes else NOTHING_DUE


def read_tips(s: RipperState, given: object, sealed: object, names: list[str]) -> None:
    """One tip for each seat, null where it is still to be written (RIP-31)."""
    if given is None:
        if s.question == cards.TIP:
            given = [None] * s.seats
        else:
            return
    if not isinstance(given, list) or len(given) != s.seats:
        raise CasefileError(f"tips: must be null or a list of {s.seats}, one for each seat, null if not written")
    tips = list(given)
    if isinstance(sealed, dict):
        for seat, tip in sealed.items():
            if str(seat) not in [str(number) for number in range(s.seats)]:
                raise CasefileError(f"asked: sealed: there is no seat {seat}")
            if tips[int(seat)] not in (None, tip):
                raise CasefileError(f"asked: sealed: seat {seat} has another tip already")
            tips[int(seat)] = tip
    for seat, tip in enumerate(tips):
        if tip is not None and tip not in names[: cards.SUSPECTS]:
            raise CasefileError(
                f"tips: seat {seat}: must name one of {', '.join(names[: cards.SUSPECTS])}, not {tip!r}"
            )
    s.tips = [NO_TIP if tip is None else names.index(str(tip)) for tip in tips]
    if s.phase == OVER:
        return  # somebody at a real table may have written none
    missing = sum([bit(seat) for seat, tip in enumerate(s.tips) if tip == NO_TIP])
    if s.question == NOTHING and missing:
        s.ask(cards.TIP, missing, NOTHING_DUE)
    if missing != (s.asked if s.question == cards.TIP else 0):
        raise CasefileError("asked: the seats that still have to write a tip must be those whose tip is null")


def check_areas(s: RipperState, names: list[str]) -> None:
    """Whatever lies in an area must have been allowed to come there."""
    alibis = 0
    for side in range(s.sides):
        for face in range(s.faces):
            count = s.in_area(side, face)
            if not count:
                continue
            where = f"areas: {names[face]} in area {side}"
            if face == cards.JOKER:
                raise CasefileError(f"{where}: write the suspect as whom it was played, such as joker@gull (RIP-2)")
            if face == cards.ALIBI_EDDY_GULL:
                raise CasefileError(f"{where}: write for whom, such as {names[face]}@gull (RIP-7)")
            if face in (cards.STRIKES, cards.COMMISSIONER):
                raise CasefileError(f"{where}: this card goes onto the discard pile (RIP-11, RIP-12)")
            if face == cards.ESCAPES and not (s.ended_by == cards.BY_ESCAPE and s.ended_seat == side):
                raise CasefileError(
                    f'{where}: then the round is over, ended by {{"by": "escape", "seat": {side}}} (RIP-18)'
                )
            if not (cards.VICTIM <= face < cards.STRIKES or face == cards.ESCAPES):
                check_colour(s, face, where, names)
            if is_alibi(face):
                alibis += 1
    if alibis > 1:
        raise CasefileError("areas: two alibis lie on the table, but there is only one at a time (RIP-6)")


def check_pairs(s: RipperState, names: list[str], partner: list[int]) -> None:
    """A victim and its scene lie together, unless the commissioner has resigned: then a scene may be left (RIP-12)."""
    if s.file_number == 2 or s.case_file.count(cards.COMMISSIONER) < cards.COMMISSIONERS:
        return  # a copy that is not in the first case file any more may have been played
    for victim in range(cards.VICTIM, cards.SCENE):
        scene = partner[victim]
        for side in range(s.sides):
            for other in range(s.sides):
                if side != other and s.in_area(side, victim) and s.in_area(other, scene):
                    raise CasefileError(
                        f"areas: {names[victim]} in area {side} and {names[scene]} in area {other} belong together, as "
                        f"no {names[cards.COMMISSIONER]} has been played (RIP-8, RIP-9, RIP-12)"
                    )


def check_colour(s: RipperState, face: int, where: str, names: list[str]) -> None:
    """Clues need a victim and a meld of their colour, suspicions and alibis a meld (RIP-1, C-10)."""
    colour = suspect_of(face) if face != cards.LETTERS else cards.LETTERS
    if not s.victims:
        raise CasefileError(f"{where}: no clue can have been melded before a victim lies on the table (RIP-1)")
    if not s.melded >> colour & 1:
        rule = "C-10"
        if face >= cards.SUSPICION and (is_alibi(face) or face < cards.SUSPICION + cards.SUSPECTS):
            rule = "RIP-5" if is_alibi(face) else "RIP-4"
        raise CasefileError(f"{where}: no area has a meld of {names[colour]}, three or more clues ({rule})")


def check_sizes(s: RipperState) -> None:
    """Nobody is without cards while a round goes on, unless the commissioner is about to end it (C-18, RIP-21)."""
    if s.question != cards.ESCAPE or s.due != END_DUE:
        checks.check_hands(s)
    elif 0 not in s.sizes:
        raise CasefileError('asked: "then": the round only ends if a hand is empty (RIP-21)')


def check_question(s: RipperState) -> None:
    """A question must be one that this case asks at this moment."""
    if s.aside:
        raise CasefileError("asked: cards: in ripper no card lies aside; leave them out")
    if s.question == cards.TIP:
        if s.phase != DRAW:
            raise CasefileError("asked: tips are written before the draw (RIP-30)")
        if not s.has_meld(s.turn):
            raise CasefileError(f"asked: tips need a meld in the area of seat {s.turn}, who called for them (RIP-30)")
    elif s.question == cards.SEARCH:
        check_search(s)
    elif s.question == cards.ESCAPE:
        check_escape_question(s)


def check_search(s: RipperState) -> None:
    """Only the player whose turn it is searches, with a scene in the player's area and something to find (RIP-10)."""
    if s.asked != bit(s.turn) or s.phase != PLAY:
        raise CasefileError("asked: only the player whose turn it is, in the phase play, searches (RIP-10)")
    if not any(s.in_area(s.turn, scene) for scene in range(cards.SCENE, cards.STRIKES)):
        raise CasefileError("asked: a search needs a scene in the area of the player whose turn it is (RIP-9)")
    if all(is_scene(kind) for kind in s.discard):
        raise CasefileError("asked: the discard pile has no card to search for (RIP-10)")


def check_escape_question(s: RipperState) -> None:
    """Only the player who holds the card is asked, with five victims on the table (RIP-21, RIP-22)."""
    holder = s.holder(cards.ESCAPES)
    if holder < 0 or s.asked != bit(holder):
        raise CasefileError("asked: only the seat that holds ripper-escapes is asked for escape (RIP-22)")
    if s.victims != cards.VICTIMS:
        raise CasefileError("asked: nobody is asked for escape before all five victims lie on the table (RIP-18)")
    if holder == s.turn and s.due != END_DUE:
        raise CasefileError("asked: the player whose turn it is is not asked for escape (RIP-22)")
    if s.due != NOTHING_DUE and s.phase != PLAY:
        raise CasefileError('asked: "then": that is only due in the phase play (RIP-21, RIP-22)')
    if s.due == TWO_CARDS_DUE and not any(s.in_area(s.turn, cards.VICTIM + number) for number in range(cards.VICTIMS)):
        raise CasefileError('asked: "then": two cards need a victim in the area of the player whose turn it is (RIP-8)')


def check_ending(s: RipperState, *, whole: bool) -> None:
    """The ending must fit the table (RIP-23)."""
    if s.ended_by == BY_DISCARD:
        checks.check_going_out(s, whole=whole)
    elif s.ended_by == cards.BY_COMMISSIONER:
        if 0 not in s.sizes:
            raise CasefileError("ended: by the commissioner, but no hand is empty (RIP-17)")
        if any(s.in_hand(seat, cards.VICTIM + number) for seat in range(s.seats) for number in range(cards.VICTIMS)):
            raise CasefileError("ended: by the commissioner, but a victim is left in a hand (RIP-12)")
        if whole and cards.COMMISSIONER not in s.discard:
            raise CasefileError("ended: by the commissioner, but that card is not on the discard pile (RIP-12)")
    elif s.ended_by == cards.BY_ESCAPE:
        if s.victims != cards.VICTIMS:
            raise CasefileError("ended: by an escape, but not all five victims lie in areas (RIP-18)")
        if not s.in_area(s.ended_seat, cards.ESCAPES):
            raise CasefileError(
                f"ended: by an escape of seat {s.ended_seat}, but the card is not in that area (RIP-18)"
            )
    elif s.ended_by == BY_FILE:
        checks.check_last_file(s, whole=whole)
