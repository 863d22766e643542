"""How a round of Jack the Ripper stands: what speaks against whom, and who would be the Ripper now."""

from casefile.cases.ripper.cards import FACE_KIND, FACES, SUSPECTS, VICTIM, VICTIMS, Figures
from casefile.cases.ripper.scoring import find_ripper, score_area, suspect_of
from casefile.cases.ripper.state import RipperState
from casefile.core.notes import Row
from casefile.core.score import SideScore
from casefile.core.state import RUNNING


def rows(s: RipperState, figures: Figures) -> list[Row]:
    """The suspects with their points on the table (RIP-25), and the victims that were found.

    In a round that ended unsolved nobody is the Ripper (RIP-24, RIP-29).
    """
    is_on = s.ended_by == RUNNING
    ripper, cleared = find_ripper(s, figures) if is_on or s.is_solved() else -1, s.cleared()
    found = []
    for suspect in range(SUSPECTS):
        sides = [points_against(s, side, suspect, figures) for side in range(s.sides)]
        marks = []
        if suspect == ripper:
            marks.append("ripper")
        if cleared >> suspect & 1:
            marks.append("alibi")
        found.append(Row("suspect", [suspect], sides=sides, points=sum(sides), marks=marks))
    if ripper >= 0 and not is_on:
        equals = equals_of(s, found, ripper)
        found[ripper].marks.append("by-rank" if equals else "by-points")
        for other in equals:
            found[other].marks.append("equal")
    victims = [face for face in range(VICTIM, VICTIM + VICTIMS) for side in range(s.sides) if s.in_area(side, face)]
    marks = ["all-victims"] if len(victims) == VICTIMS and is_on else []
    return [*found, Row("victims", victims, points=len(victims), of=VICTIMS, marks=marks)]


def equals_of(s: RipperState, found: list[Row], ripper: int) -> list[int]:
    """The other suspects who could have been the Ripper and have as many points (RIP-25)."""
    suspects = s.melded & ~s.cleared()
    return [
        other
        for other in range(SUSPECTS)
        if other != ripper and suspects >> other & 1 and found[other].points == found[ripper].points
    ]


def points_against(s: RipperState, side: int, suspect: int, figures: Figures) -> int:
    """The points of a suspect's cards in one area."""
    points = 0
    for face in range(FACES):
        if suspect_of(face) == suspect:
            points += s.in_area(side, face) * figures.points[FACE_KIND[face]]
    return points


def worth(s: RipperState, figures: Figures) -> list[int]:
    """What each area counts if the round is solved now, by the suspect who would be the Ripper (RIP-26)."""
    ripper = find_ripper(s, figures)
    totals = []
    for side in range(s.sides):
        result = SideScore()
        score_area(s, side, ripper, figures, result)
        totals.append(result.plus)
    return totals
