"""What a bot gets and what it answers. A bot gets a view, never a state, and keeps nothing between two decisions."""

from mypy_extensions import mypyc_attr

from casefile.core.events import Event
from casefile.core.view import View


class Situation:
    """All that a bot gets to decide: the same situation always leads to the same decision."""

    def __init__(
        self, view: View, actions: list[int], target: int, seed: str, story: list[Event] | None = None
    ) -> None:
        self.view = view
        self.actions = actions  # the legal ones
        self.target = target  # of the match
        self.seed = seed  # for this decision alone
        self.story = story or []  # what the seat saw happen in this round, as far as it was kept

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the fields, to travel to other processes."""
        return (Situation, (self.view, self.actions, self.target, self.seed, self.story))


class Candidate:
    """An action that was thought about, and what was found."""

    def __init__(self, action: int, points: float, chance: float, tries: int) -> None:
        self.action = action
        self.points = points  # of the bot's own side in this round, less the best other side's
        self.chance = chance  # that the bot's own side wins the match
        self.tries = tries  # rounds played out

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the fields, to travel to other processes."""
        return (Candidate, (self.action, self.points, self.chance, self.tries))


class Reason:
    """Why an action: a key for the sentence, and the cards and the number that it is about."""

    def __init__(self, key: str, faces: list[int], number: int = 0) -> None:
        self.key = key
        self.faces = faces
        self.number = number

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the fields, to travel to other processes."""
        return (Reason, (self.key, self.faces, self.number))


class Decision:
    """The chosen action, why it was chosen, and, from bots that think ahead, the other candidates, best first."""

    def __init__(self, action: int, candidates: list[Candidate], reason: Reason) -> None:
        self.action = action
        self.candidates = candidates
        self.reason = reason

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the fields, to travel to other processes."""
        return (Decision, (self.action, self.candidates, self.reason))


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """A player that chooses an action for a seat, from what that seat may know."""

    wants_story: bool = False  # is told what happened in the round

    def decide(self, situation: Situation) -> Decision:
        """One of the legal actions, and why."""
        raise NotImplementedError
