"""Who sits at a table, and what they vote on."""

from dataclasses import dataclass, field

from casefile.server import journal

SUBSTITUTE = "sergeant"  # plays for who resigned, and decides when a clock has run down
NO_ORDER = "none"  # the word for it in journals and messages


@dataclass
class Seat:
    """Who sits on a seat."""

    name: str = ""
    bot: str = ""
    key: str = ""  # whom it belongs to: a digest of a browser's identity or of a token
    entropy: str = ""
    stand_in: str = ""
    ready: bool = False
    resigned: bool = False
    left: bool = False
    order: str = NO_ORDER
    muted: set[int] = field(default_factory=set)
    followed: tuple[int, int] = (1, 0)  # this person surely saw so many events of this round, and all rounds before

    @property
    def is_person(self) -> bool:
        """Does a person, or somebody's program, sit here?"""
        return bool(self.key)

    @property
    def is_open(self) -> bool:
        """May somebody sit down here?"""
        return not self.key and not self.bot

    @property
    def is_waited_for(self) -> bool:
        """Does the table wait for this person?"""
        return self.is_person and not (self.left or self.resigned or self.stand_in)

    @property
    def player(self) -> str:
        """The bot that decides for this seat, or nothing."""
        return self.bot or self.stand_in or (SUBSTITUTE if self.resigned else "")


@dataclass
class Ballot:
    """What was proposed, and who has agreed."""

    proposed: journal.Proposed
    agreed: set[int]
    told: bool = False  # what is to be taken back told its player something

    @property
    def is_carried(self) -> bool:
        """Have all agreed?"""
        return self.agreed >= set(self.proposed.asked)
