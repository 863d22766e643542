"""Datasets as arrays, of schema 2 and of schema 1.

from casefile.research.datasets import read_decisions
data = read_decisions("data")
data.observations, data.masks, data.actions, data.ahead

"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from casefile.errors import CasefileError, one_line

SCHEMAS = (1, 2)


@dataclass
class Decisions:
    """A row for each decision."""

    about: dict[str, Any]  # what the files say about themselves
    observations: npt.NDArray[Any]  # what the seat saw: bytes, or in schema 1 numbers of 16 bits
    masks: npt.NDArray[np.bool_]  # what it might do, by action
    actions: npt.NDArray[np.int16]  # what it did
    ahead: npt.NDArray[np.int32]  # the points of its side in that round, less those of the best other side
    won: npt.NDArray[np.float32]  # 1 where its side won the match, 0 where another did, 0.5 where nobody did
    candidates: list[dict[int, float]]  # where the bot thought ahead: the chance to win the match, by action

    def soft_targets(self, temperature: float) -> npt.NDArray[np.float32]:
        """A distribution over the actions: by the chances that a bot saw; where it saw none, what it did is certain.

        With a higher temperature, actions that are nearly as good count more.
        """
        targets = np.zeros(self.masks.shape, np.float32)
        for row, thoughts in enumerate(self.candidates):
            if not thoughts:
                targets[row, self.actions[row]] = 1
                continue
            weights = np.exp((np.array(list(thoughts.values())) - max(thoughts.values())) / temperature)
            targets[row, list(thoughts)] = weights / weights.sum()
        return targets


def read_decisions(folder: str | Path) -> Decisions:
    """All decisions of a dataset; tens of thousands fit into memory, for more read the files by parts with pyarrow."""
    tables = {name: read_table(Path(folder) / name) for name in ("decisions", "rounds", "matches")}
    decisions = tables["decisions"]
    about = json.loads((decisions.schema.metadata or {}).get(b"casefile", b"{}"))
    if about.get("schema") not in SCHEMAS:
        raise CasefileError(f"{folder}: is no dataset of schema 1 or 2, as `casefile simulate --out` writes them")
    rows = decisions["observation"].combine_chunks()
    legal = decisions["legal"].combine_chunks()
    masks = np.zeros((decisions.num_rows, about["actions"]), bool)
    masks[np.repeat(np.arange(decisions.num_rows), legal.value_lengths().to_numpy()), legal.flatten().to_numpy()] = True
    if about["schema"] == 1:
        ahead, won = outcomes(tables)
        candidates: list[dict[int, float]] = [{} for _ in range(decisions.num_rows)]
    else:
        ahead = decisions["ahead"].to_numpy()
        won = decisions["won"].cast("float").fill_null(0.5).to_numpy()
        thoughts = zip(decisions["candidates"].to_pylist(), decisions["candidate_chances"].to_pylist(), strict=True)
        candidates = [dict(zip(actions, chances, strict=True)) for actions, chances in thoughts]
    return Decisions(
        about,
        rows.flatten().to_numpy().reshape(decisions.num_rows, -1),
        masks,
        decisions["action"].to_numpy(),
        ahead,
        won,
        candidates,
    )


def read_table(path: Path) -> Any:
    """All files of a table."""
    import pyarrow
    import pyarrow.parquet

    if not path.exists():
        raise CasefileError(f"{path}: is not there; name a folder that `casefile simulate --out` wrote")
    try:
        return pyarrow.parquet.read_table(path)
    except (OSError, pyarrow.ArrowException) as error:
        raise CasefileError(f"{path}: cannot be read: {one_line(error)}") from None


def outcomes(tables: dict[str, Any]) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float32]]:
    """What came of each decision of schema 1, from the tables of rounds and matches."""
    keys = ("match", "round", "points")
    rounds = zip(*(tables["rounds"][name].to_pylist() for name in keys), strict=True)
    points = {(match, number): row for match, number, row in rounds}
    winners = dict(zip(*(tables["matches"][name].to_pylist() for name in ("match", "winner")), strict=True))
    ahead, won = [], []
    for match, number, side in zip(
        *(tables["decisions"][name].to_pylist() for name in ("match", "round", "side")), strict=True
    ):
        row = points[match, number]
        ahead.append(row[side] - max(row[:side] + row[side + 1 :]))
        won.append(0.5 if winners[match] is None else float(winners[match] == side))
    return np.array(ahead, np.int32), np.array(won, np.float32)
