"""States of a round to go back to: taking back costs the same however long the round is."""

from casefile.core.state import State

STEP = 32  # actions between the nearest ones


class Checkpoints:
    """Some states of one round, each after so many actions; the longer ago, the farther apart."""

    def __init__(self) -> None:
        self.kept: list[tuple[int, State]] = []

    def keep(self, actions: int, state: State) -> None:
        """Remember this state if it is time for it."""
        if actions and actions % STEP == 0:
            self.kept.append((actions, state.clone()))
            self.kept = [each for each in self.kept if each[0] % apart(actions - each[0]) == 0]

    def last(self, actions: int) -> tuple[int, State] | None:
        """The last state after at most so many actions; later ones are forgotten."""
        while self.kept and self.kept[-1][0] > actions:
            self.kept.pop()
        if not self.kept:
            return None
        count, state = self.kept[-1]
        return count, state.clone()


def apart(ago: int) -> int:
    """How far apart states are that lie so many actions back: always a multiple of what it was before."""
    distance = STEP
    while ago > 4 * distance:
        distance *= 2
    return distance
