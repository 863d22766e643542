"""What a seat sees on the table of Jack the Ripper, counted once for each decision. Points are in tenths."""

from typing import Final

from casefile.bots.expert import Reading
from casefile.bots.policy import POINT
from casefile.cases.ripper.cards import ALL_SUSPECTS, FACE_KIND, FACES, STRIKES, SUSPECTS, VICTIM, VICTIMS, is_alibi
from casefile.cases.ripper.scoring import suspect_of
from casefile.cases.ripper.state import RipperView
from casefile.core.counts import add

NOBODY: Final = -1
SUSPECT_OF: Final = [suspect_of(face) for face in range(FACES)]
ALIBI_FACE: Final = [is_alibi(face) for face in range(FACES)]
REACH: Final = 6 * POINT  # a suspect who lies no further behind the Ripper may still become him


class RipperReading(Reading):
    """The areas by suspect: ours, and all together; and the cards that are out of sight."""

    def __init__(self, view: RipperView, points: list[int], rank: list[int], copies: list[int]) -> None:
        super().__init__(view, view.unseen(copies, FACE_KIND))
        self.rank = rank
        self.victims = view.victims
        self.others = view.sides - 1
        self.melded = view.melded & ALL_SUSPECTS  # with the meld that is being weighed
        self.cleared = NOBODY
        self.ours = [0] * SUSPECTS
        self.total = [0] * SUSPECTS
        self.all_ours = 0
        self.all_theirs = 0  # of all others together, as the next one
        self.our_victims = 0  # victims and scenes, which count in an unsolved round too (RIP-29)
        self.their_victims = 0
        for at, count in enumerate(view.areas):
            if count:
                face = at % FACES
                self.count(face, count * points[FACE_KIND[face]] * POINT, is_ours=at // FACES == view.seat)

    def count(self, face: int, points: int, *, is_ours: bool) -> None:
        """Count cards of one face that lie in an area."""
        suspect = SUSPECT_OF[face]
        if suspect >= 0:
            add(self.total, suspect, points)
            if ALIBI_FACE[face]:
                self.cleared = suspect
        if is_ours:
            self.all_ours += points
            if suspect >= 0:
                add(self.ours, suspect, points)
            elif VICTIM <= face < STRIKES:
                self.our_victims += points
        else:
            self.all_theirs += points
            if VICTIM <= face < STRIKES:
                self.their_victims += points

    def may_be_ripper(self, suspect: int) -> bool:
        """Has this suspect a meld and no alibi (RIP-25)?"""
        return suspect != self.cleared and self.melded >> suspect & 1 != 0

    def ripper(self) -> int:
        """The suspect who would be found guilty now, or NOBODY (RIP-25)."""
        found = NOBODY
        for suspect in range(SUSPECTS):
            if self.may_be_ripper(suspect):
                ahead = self.total[suspect] - self.total[found] if found >= 0 else 1
                if ahead > 0 or (ahead == 0 and self.rank[suspect] < self.rank[found]):
                    found = suspect
        return found

    def lead(self, suspect: int) -> int:
        """How much more of a suspect's colour lies in this player's area than in the average other one."""
        ours = self.ours[suspect]
        return ours - (self.total[suspect] - ours) // self.others

    def margin(self) -> int:
        """What we would score more than the average other, if the round ended now; hands aside (RIP-26, RIP-29)."""
        ripper = self.ripper()
        if ripper < 0:
            return self.our_victims - self.their_victims // self.others
        return self.all_ours - self.all_theirs // self.others + self.lead(ripper)

    def outlook(self) -> int:
        """The margin as it may become: the doubled colour is shared among those within reach of the Ripper."""
        most = 0
        for suspect in range(SUSPECTS):
            if self.may_be_ripper(suspect) and self.total[suspect] > most:
                most = self.total[suspect]
        weights = 0
        doubled = 0
        for suspect in range(SUSPECTS):
            weight = self.total[suspect] - most + REACH
            if weight > 0 and self.may_be_ripper(suspect):
                weights += weight
                doubled += weight * self.lead(suspect)
        margin = self.all_ours - self.all_theirs // self.others
        return margin + doubled // weights if weights else margin

    def add(self, suspect: int, points: int) -> None:
        """Put cards into this player's area, or take them back (points below zero)."""
        if suspect >= 0:
            add(self.total, suspect, points)
            add(self.ours, suspect, points)
        self.all_ours += points

    def held_by_others(self, kind: int) -> int:
        """The chance, in percent, that a card that this seat cannot see lies in another hand (C-22)."""
        if not self.unseen[kind]:
            return 0
        view = self.view
        in_hands = 0
        for seat in range(view.seats):
            if seat != view.seat and view.known_of(seat, kind):
                return 100
        pools = view.mind.pools
        if pools and pools[kind]:
            return 100  # it was in no pile when the discard pile was shuffled
        for seat in range(view.seats):
            if seat != view.seat:
                row = view.mind.classes(seat)
                for at in range(0, len(row), 3):
                    if not row[at + 1] >> kind & 1 and (not pools or row[at] == 1):
                        in_hands += row[at + 2]
        return in_hands * 100 // max(1, in_hands + view.file_size)

    def victims_held(self) -> list[int]:
        """For each victim out of sight, the chance in percent that another hand holds it; else the case file does."""
        hidden = [victim for victim in range(VICTIM, VICTIM + VICTIMS) if self.unseen[victim]]
        return [self.held_by_others(victim) for victim in hidden]

    def own_victims(self) -> int:
        """How many victims this hand holds."""
        return sum(self.hand[VICTIM : VICTIM + VICTIMS])
