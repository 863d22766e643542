"""What a seat sees on the table of Dr. Jekyll & Mr. Hyde, counted once for each decision. Points are in tenths."""

from typing import Final

from casefile.bots.expert import Reading
from casefile.bots.policy import POINT
from casefile.cases.jekyll_hyde.cards import FACES, SIDES, Figures
from casefile.cases.jekyll_hyde.state import JekyllView
from casefile.core.counts import add

STAYS: Final = 85  # percent: the side that is up now will be up at the end


class JekyllReading(Reading):
    """The points and the letters in both areas."""

    def __init__(self, view: JekyllView, figures: Figures, copies: list[int], face_kind: list[int]) -> None:
        super().__init__(view, view.unseen(copies, face_kind))
        self.seat = view.seat
        self.identity = view.identity
        self.figures = figures
        self.areas = view.areas
        self.lying: list[int] = []  # side * faces + face: how many; empty until somebody asks for an area
        self.points = [0, 0]  # by side
        self.doubled = [0, 0, 0, 0]  # side * 2 + identity: what counts once more with this side up
        self.letters = [0, 0, 0, 0]  # side * 2 + identity: cards that match it
        self.clues = [0, 0]  # cards with a letter

    def count_areas(self) -> None:
        """Count what lies in both areas, once; a draw does not need it."""
        if self.lying:
            return
        self.lying = self.areas[:]
        for side in range(SIDES):
            for face in range(FACES):
                if self.areas[side * FACES + face]:
                    self.count(side, face, self.areas[side * FACES + face])

    def is_up(self, face: int) -> bool:
        """Does the letter of a card match the side that is up (JEK-2)?"""
        return self.figures.matches(face, self.identity)

    def count(self, side: int, face: int, count: int) -> None:
        """Cards lie in an area, or no longer (a count below zero)."""
        points = count * self.figures.points[face] * POINT
        add(self.points, side, points)
        letter = self.figures.letter[face]
        if letter:
            add(self.clues, side, count)
            for identity in range(2):
                if letter >> identity & 1:
                    add(self.letters, side * 2 + identity, count)
                    if not self.figures.never_doubled[face]:
                        add(self.doubled, side * 2 + identity, points)

    def add(self, side: int, face: int, count: int) -> None:
        """Lay cards into an area, or take them back (a count below zero)."""
        self.count_areas()
        add(self.lying, side * FACES + face, count)
        self.count(side, face, count)

    def change(self, side: int, face: int, to: int) -> None:
        """The transformation changes a group (JEK-9)."""
        self.count_areas()
        count = self.lying[side * FACES + face]
        self.add(side, face, -count)
        self.add(side, to, count)

    def counts(self, side: int, identity: int) -> int:
        """What an area counts with this side up (JEK-12)."""
        self.count_areas()
        return self.points[side] + self.doubled[side * 2 + identity]

    def margin(self, identity: int) -> int:
        """Ours less theirs with this side up at the end; hands aside."""
        return self.counts(self.seat, identity) - self.counts(1 - self.seat, identity)

    def outlook(self, identity: int) -> int:
        """The margin as it may become: a potion may turn the identity."""
        return (STAYS * self.margin(identity) + (100 - STAYS) * self.margin(1 - identity)) // 100

    def shuts_out(self, side: int, identity: int) -> bool:
        """Do all cards with a letter match the side that is up (JEK-14)?"""
        self.count_areas()
        return self.clues[side] > 0 and self.clues[side] == self.letters[side * 2 + identity]
