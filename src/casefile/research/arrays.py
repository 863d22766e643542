"""Rows, masks and states of version 2 as NumPy arrays, and the spaces that they lie in."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from casefile.core.choices import Choices
from casefile.core.rows import RowWriter
from casefile.core.state import State
from casefile.core.view import View

Bytes = npt.NDArray[np.uint8]


def spaces_of(writer: RowWriter, choices: Choices) -> tuple[spaces.Dict, spaces.Discrete]:
    """Observations and actions of one seat."""
    rows = spaces.Box(0, 255, (writer.size + choices.parts,), np.uint8)
    mask = spaces.Box(0, 1, (choices.size,), np.int8)
    return spaces.Dict({"observation": rows, "action_mask": mask}), spaces.Discrete(choices.size)


def row_of(writer: RowWriter, view: View, target: int) -> Bytes:
    """A view as a row."""
    return np.frombuffer(writer.row(view, target), np.uint8)


def chosen_parts(choices: Choices, chosen: Sequence[int]) -> Bytes:
    """What stands behind the row: a byte for each part of actions, 1 where it is chosen already."""
    parts = np.zeros(choices.parts, np.uint8)
    parts[[choice - choices.whole for choice in chosen]] = 1
    return parts


def mask_of(size: int, offered: Sequence[int]) -> npt.NDArray[np.int8]:
    """A one for each of these."""
    mask = np.zeros(size, np.int8)
    mask[list(offered)] = 1
    return mask


def round_as_array(writer: RowWriter, state: State, target: int) -> Bytes:
    """All there is to a round."""
    return np.frombuffer(writer.whole(state, target), np.uint8)
