"""How a round of Dr. Jekyll & Mr. Hyde stands: what the areas count with either side up."""

from casefile.cases.jekyll_hyde.cards import FACES, HYDE, JEKYLL, Figures
from casefile.cases.jekyll_hyde.position import IDENTITIES
from casefile.cases.jekyll_hyde.scoring import score_area
from casefile.cases.jekyll_hyde.state import JekyllState
from casefile.core.notes import Row
from casefile.core.score import SideScore


def rows(s: JekyllState, figures: Figures) -> list[Row]:
    """What doubles while Jekyll is up and while Hyde is, and what shuts the other player out (JEK-12, JEK-14)."""
    up = s.identity
    found = []
    for identity in (JEKYLL, HYDE):
        s.identity = identity
        marks = ["up"] if identity == up else []
        for side in range(s.sides):
            if all_match(s, side, figures):
                marks.append(f"all-match-{side}")
        found.append(Row(IDENTITIES[identity], sides=worth(s, figures), marks=marks))
    s.identity = up
    return found


def all_match(s: JekyllState, side: int, figures: Figures) -> bool:
    """Do all letters of this area match the side that is up? There has to be one (JEK-14)."""
    lying = [face for face in range(FACES) if s.in_area(side, face) and figures.letter[face]]
    return bool(lying) and all(figures.matches(face, s.identity) for face in lying)


def worth(s: JekyllState, figures: Figures) -> list[int]:
    """What each area counts with this side up (JEK-12)."""
    totals = []
    for side in range(s.sides):
        result = SideScore()
        score_area(s, side, figures, result)
        totals.append(result.plus)
    return totals
