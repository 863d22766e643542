"""How a round of Al Capone stands: how near each set is to complete."""

from casefile.cases.capone.cards import GANGSTERS, Figures
from casefile.cases.capone.scoring import score_area
from casefile.cases.capone.state import CaponeState
from casefile.core.notes import Row
from casefile.core.score import SideScore


def rows(s: CaponeState, figures: Figures) -> list[Row]:
    """The gangsters: how many lie in each area, of how many, and what the set would be worth (CAP-2, CAP-15)."""
    found = []
    for gangster in range(GANGSTERS):
        sides = [s.in_area(side, gangster) for side in range(s.sides)]
        complete = any(s.is_complete(side, gangster, figures.copies) for side in range(s.sides))
        split = sum(1 for count in sides if count) > 1
        marks = ["complete"] if complete else ["split"] if split else []
        set_worth = figures.complete_set[gangster]
        found.append(Row("set", [gangster], sides=sides, of=figures.copies[gangster], points=set_worth, marks=marks))
    return found


def worth(s: CaponeState, figures: Figures) -> list[int]:
    """What each area counts (CAP-15)."""
    totals = []
    for side in range(s.sides):
        result = SideScore()
        score_area(s, side, figures, result)
        totals.append(result.plus)
    return totals
