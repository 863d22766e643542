"""Which positions of Dr. Jekyll & Mr. Hyde a game can hold, and the keys of a position that only this case has."""

from casefile.cases.jekyll_hyde import cards
from casefile.cases.jekyll_hyde.cards import Figures
from casefile.cases.jekyll_hyde.events import TURNED_OVER, takeable
from casefile.cases.jekyll_hyde.state import JekyllState, JekyllView
from casefile.core import checks
from casefile.core.errors import CasefileError
from casefile.core.rules import Rules
from casefile.core.state import NOTHING, OVER, State
from casefile.core.view import View

IDENTITIES = ["jekyll", "hyde"]


class JekyllPositions(Rules):
    """Reads, writes and checks positions of Dr. Jekyll & Mr. Hyde."""

    figures: Figures

    def read_more(self, state: State, data: dict[str, object]) -> None:
        """Melds follow from the areas; the identity is a key, and Jekyll is up without it (JEK-1)."""
        assert isinstance(state, JekyllState)
        state.find_melds(cards.COLOURS)
        identity = data.get("identity", "jekyll")
        if identity not in IDENTITIES:
            raise CasefileError(f"identity: must be jekyll or hyde, not {identity!r}")
        state.identity = IDENTITIES.index(str(identity))
        if checks.asked_details(data).get("then"):
            raise CasefileError('asked: "then": jekyll-hyde has no such thing; leave it out')
        if state.question in (cards.REVEAL, cards.SEARCH):
            state.event_played = True

    def write_more(self, state: State) -> dict[str, object]:
        """The keys of a position that only this case has."""
        assert isinstance(state, JekyllState)
        return {"identity": IDENTITIES[state.identity]}

    def show_more(self, view: View) -> dict[str, object]:
        """The keys of what a seat sees that only this case has."""
        assert isinstance(view, JekyllView)
        return {"identity": IDENTITIES[view.identity]}

    def check(self, state: State, *, whole: bool) -> None:
        """Refuse a position that no game can hold, naming the first thing wrong."""
        assert isinstance(state, JekyllState)
        check_areas(state, self.face_names, self.figures)
        check_transformation(state, self.face_names, self.figures)
        checks.check_hands(state)
        check_question(state, self.figures, whole=whole)
        if state.phase == OVER:
            checks.check_ending(state, whole=whole)
        else:
            checks.check_running(state)


def check_areas(s: JekyllState, names: list[str], figures: Figures) -> None:
    """Whatever lies in an area must have been allowed to come there."""
    for side in range(s.sides):
        for face in range(s.faces):
            if not s.in_area(side, face):
                continue
            where = f"areas: {names[face]} in area {side}"
            if face == cards.POTION:
                raise CasefileError(f"{where}: this card goes onto London (JEK-7)")
            if face == cards.LAB_WORK or face == cards.TRANSFORMATION:
                continue
            colour = face if face < cards.COLOURS else face - cards.CHANGED
            if not s.melded >> colour & 1:
                raise CasefileError(f"{where}: no area has a meld of {names[colour]}, three or more clues (C-10)")
            if face != colour:
                check_changed(s, side, colour, where, names, figures)


def check_changed(s: JekyllState, side: int, colour: int, where: str, names: list[str], figures: Figures) -> None:
    """A letter is only changed by the transformation in this area, and never if it is J/H (JEK-8, JEK-9)."""
    if not s.in_area(side, cards.TRANSFORMATION):
        raise CasefileError(f"{where}: its letter cannot have changed without the transformation there (JEK-8)")
    if figures.letter[colour] == figures.letter[cards.CHANGED + colour]:
        raise CasefileError(f"{where}: it has both letters, so nothing changes; write {names[colour]} (JEK-8)")
    for other in range(s.sides):
        if other != side and s.clues_of(other, colour) >= 3:
            return
    # Without a meld elsewhere the first three lay here before any could be changed.
    if s.in_area(side, cards.CHANGED + colour) < 3:
        raise CasefileError(f"{where}: the meld that lay there first changed as a whole, three or more (JEK-8)")


def check_transformation(s: JekyllState, names: list[str], figures: Figures) -> None:
    """The transformation lies with one group of clues; unless that is J/H, some letters changed (JEK-8, JEK-10)."""
    for side in range(s.sides):
        if not s.in_area(side, cards.TRANSFORMATION):
            continue
        changed = [colour for colour in range(cards.COLOURS) if s.in_area(side, cards.CHANGED + colour)]
        if len(changed) > 1:
            both = f"{names[changed[0]]} and {names[changed[1]]}"
            raise CasefileError(f"areas: letters of {both} changed in area {side}, but only one group can (JEK-8)")
        if changed:
            continue
        both_letters = [c for c in range(cards.COLOURS) if figures.letter[c] == figures.letter[cards.CHANGED + c]]
        if not any(s.in_area(side, colour) for colour in both_letters):
            raise CasefileError(
                f"areas: {names[cards.TRANSFORMATION]} in area {side}: it needs a group whose letter it changed, "
                f"such as {names[cards.CHANGED]}, or one with both letters (JEK-8)"
            )


def check_question(s: JekyllState, figures: Figures, *, whole: bool) -> None:
    """Only lab work asks, and only if there is something to take (JEK-4)."""
    if s.question == NOTHING:
        return
    word = cards.QUESTIONS[s.question - 1]
    checks.check_own_question(s, word, "JEK-4")
    if not s.in_area(s.side(s.turn), cards.LAB_WORK):
        raise CasefileError(f"asked: {word} needs lab-work in the area of the player whose turn it is (JEK-4)")
    if s.question == cards.REVEAL:
        check_turned_over(s, whole=whole)
    elif s.aside:
        raise CasefileError("asked: cards: nothing is turned over in a search; leave them out (JEK-4)")
    if not takeable(s, figures):
        place = "turned-over card" if s.question == cards.REVEAL else "card in London"
        raise CasefileError(f"asked: no {place} matches {IDENTITIES[s.identity]}, so nothing is asked (JEK-4)")


def check_turned_over(s: JekyllState, *, whole: bool) -> None:
    """Three cards are turned over, or as many as the case file still had (JEK-4, C-13)."""
    count = len(s.aside)
    if count > TURNED_OVER:
        raise CasefileError(f"asked: cards: at most {TURNED_OVER} are turned over, not {count} (JEK-4)")
    if whole and count < TURNED_OVER and s.case_file:
        raise CasefileError(
            f"asked: cards: {TURNED_OVER} are turned over while the case file has them, not {count} (JEK-4, C-13)"
        )
