"""How a round of Murders in the Rue Morgue stands: pairs of sets, and what lies under the Orang-Utan."""

from casefile.cases.rue_morgue.cards import Figures
from casefile.cases.rue_morgue.scoring import PAIR_BONUS
from casefile.cases.rue_morgue.state import RueMorgueState
from casefile.core.notes import Row
from casefile.core.score import SideScore


def rows(s: RueMorgueState, figures: Figures, under: list[int]) -> list[Row]:
    """The pairs of partner sets (RUE-23), and the cards under the Orang-Utan as far as they are known (RUE-6)."""
    found = []
    for colour in figures.pairs:
        pair = [colour, figures.partner[colour]]
        counts = [sum(s.in_area(side, each) for side in range(s.sides)) for each in pair]
        bonus = [PAIR_BONUS if s.has_pair(side, colour, figures) else 0 for side in range(s.sides)]
        marks = ["pair"] if any(bonus) else []
        found.append(Row("pair", pair, counts, bonus, points=PAIR_BONUS, marks=marks))
    if s.file_number == 1:
        return [*found, Row("under", under, points=len(under))]
    return [*found, Row("escaped")]


def worth(s: RueMorgueState, figures: Figures) -> list[int]:
    """The cards of each area and its pairs (RUE-23)."""
    totals = []
    for side in range(s.sides):
        result = SideScore()
        for kind in range(s.kinds):
            count = s.in_area(side, kind)
            if count:
                result.add("", kind, count, count * figures.points[kind])
        for colour in figures.pairs:
            if s.has_pair(side, colour, figures):
                result.extra("pair", colour, 1, PAIR_BONUS)
        totals.append(result.total())
    return totals
