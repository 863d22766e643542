"""Many tables at once, as arrays: what every actor sees and may do, for agents that learn from batches.

    from casefile.research.vector import VectorTables
    tables = VectorTables("CASE", 256, players=3, seed="1")
    while learning:
        ended, points = tables.step(choose(tables.rows, tables.masks))

Each table waits for one seat, its actor; forced moves are played through, and rounds and matches follow each other
without end. Rows are of version 2 (docs/learning.md), as bytes, and actions are those of `casefile.core.choices`:
`tables.choices.texts` says what each means.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from casefile.core.choices import ChoiceTables
from casefile.core.tables import RUNS_ON
from casefile.errors import CasefileError
from casefile.registry import rules_for

Bytes = npt.NDArray[np.uint8]


class VectorTables:
    """Tables of one game, side by side; the arrays are those of this moment, until the next step."""

    def __init__(
        self,
        case: str,
        count: int,
        *,
        players: int | None = None,
        edition: str | None = None,
        teams: bool | None = None,
        options: Sequence[str] = (),
        deck: object = None,
        seed: str = "0",
    ) -> None:
        if count < 1:
            raise CasefileError(f"count: there must be at least one table, not {count}")
        self.rules = rules_for(case, players, edition, teams, options, deck)
        self.tables = ChoiceTables(self.rules, count, seed)
        self.choices = self.tables.choices
        self.count = count
        self.look()

    def look(self) -> None:
        """Take in what all actors see."""
        self.rows: Bytes = self.array(self.tables.rows())
        self.masks: Bytes = self.array(self.tables.masks())
        self.actors: Bytes = np.frombuffer(self.tables.actors(), np.uint8)

    def array(self, data: bytes) -> Bytes:
        """Bytes as an array with a row for each table; nothing is copied."""
        return np.frombuffer(data, np.uint8).reshape(self.count, -1)

    def hidden(self) -> Bytes:
        """What each actor may not see, for central critics: other hands, the case file and its next cards."""
        return self.array(self.tables.hidden())

    def states(self) -> Bytes:
        """All there is to each table, seen from no seat (docs/research.md)."""
        return self.array(self.tables.states())

    def step(self, actions: npt.NDArray[Any]) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int32]]:
        """At each table the actor does this: where a round ended, and the points of all sides there."""
        if actions.shape != (self.count,) or not np.issubdtype(actions.dtype, np.integer):
            raise CasefileError(f"actions: must be {self.count} whole numbers, one for each table")
        if (actions < 0).any() or (actions >= self.choices.size).any():
            raise CasefileError(f"actions: must be numbers from 0 to {self.choices.size - 1}")
        illegal = np.flatnonzero(self.masks[np.arange(self.count), actions] == 0)
        if len(illegal):
            table = int(illegal[0])
            text = self.choices.texts[int(actions[table])]
            raise CasefileError(f"actions: table {table}: {text} is not legal now; see masks")
        self.tables.step(actions.tolist())
        self.look()
        self.outcomes: Bytes = np.frombuffer(self.tables.outcomes(), np.uint8)  # as casefile.core.tables counts them
        ended = self.outcomes != RUNS_ON
        points = np.zeros((self.count, self.rules.sides), np.int32)
        for table in np.flatnonzero(ended).tolist():
            points[table] = self.tables.tables[table].totals
        return ended, points
