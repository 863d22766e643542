"""A net run with NumPy, and its file, which is in the safetensors format."""

import json
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from casefile.core.rules import Rules
from casefile.errors import CasefileError
from casefile.learn.actions import Features, action_features
from casefile.learn.net import DIGITS, GAIN, HIDDEN, LAYERS, POINTS, Judgement, Net

Array = npt.NDArray[np.float32]
DTYPES = {"F16": np.float16, "F32": np.float32, "I8": np.int8}
NAMES = {"float16": "F16", "float32": "F32", "int8": "I8"}
SCALE = ".scale"  # behind the name of a matrix: by what the numbers of each of its rows are multiplied
STEPS = 127  # the largest of these numbers
TINY = 1e-12


def write_tensors(path: Path, tensors: dict[str, Array], about: dict[str, str]) -> None:
    """Write arrays in the safetensors format: matrices as whole numbers of a byte, with a scale for each of their rows.

    That halves the file, and a decision hardly ever hangs on it.
    """
    parts: dict[str, npt.NDArray[Any]] = {}
    for name, array in tensors.items():
        if array.ndim == 2:
            scale = (np.abs(array).max(1) / STEPS + TINY).astype(np.float32)
            parts[name] = np.round(array / scale[:, None]).astype(np.int8)
            parts[f"{name}{SCALE}"] = scale
        else:
            parts[name] = array.astype(np.float16)
    header: dict[str, object] = {"__metadata__": about}
    end = 0
    for name, part in parts.items():
        start, end = end, end + part.nbytes
        header[name] = {"dtype": NAMES[part.dtype.name], "shape": list(part.shape), "data_offsets": [start, end]}
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    data = b"".join(np.ascontiguousarray(part).tobytes() for part in parts.values())
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def read_tensors(path: Path) -> tuple[dict[str, Array], dict[str, str]]:
    """Read arrays in the safetensors format, and what is said about them."""
    try:
        data = path.read_bytes()
        (length,) = struct.unpack_from("<Q", data)
        header = json.loads(data[8 : 8 + length])
        about = header.pop("__metadata__", {})
        tensors = {}
        for name, entry in header.items():
            start, stop = entry["data_offsets"]
            raw = np.frombuffer(data[8 + length + start : 8 + length + stop], DTYPES[entry["dtype"]])
            tensors[name] = raw.reshape(entry["shape"]).astype(np.float32)
        for name in [name for name in tensors if name.endswith(SCALE)]:
            tensors[name.removesuffix(SCALE)] *= tensors.pop(name)[:, None]
    except OSError as error:
        raise CasefileError(f"{path}: cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, struct.error, UnicodeDecodeError):
        raise CasefileError(f"{path}: is no net: it must be a file that `casefile train` wrote") from None
    return tensors, about


def layer(tensors: dict[str, Array], name: str) -> tuple[Array, Array]:
    """One layer, turned so that rows are multiplied from the left."""
    return np.ascontiguousarray(tensors[f"{name}.weight"].T), tensors[f"{name}.bias"]


def feature_table(rules: Rules) -> Array:
    """The features of all actions as a table, a row for each action."""
    features, width = action_features(rules)
    table = np.zeros((len(features), width), np.float32)
    for action, row in enumerate(features):
        for column, share in row:
            table[action, column] = share
    return table


def columns_of(features: list[Features]) -> tuple[npt.NDArray[np.intp], Array]:
    """The same, narrow: for each action the columns that it has something in, and how much; padded with nothing."""
    most = max(map(len, features))
    columns, shares = np.zeros((len(features), most), np.intp), np.zeros((len(features), most), np.float32)
    for action, row in enumerate(features):
        for at, (column, share) in enumerate(row):
            columns[action, at], shares[action, at] = column, share
    return columns, shares


class NumpyNet(Net):
    """The net of a file."""

    def __init__(self, rules: Rules, path: Path) -> None:
        self.path = path
        tensors, about = read_tensors(path)
        super().__init__(rules, str(path), about)
        self.columns, self.shares = columns_of(self.features)
        scales = np.array(self.writer.scales(), np.float32)
        hidden_scales = np.full(self.writer.hidden_size, 1 / HIDDEN, np.float32)
        try:
            self.layers = [layer(tensors, str(at)) for at in range(LAYERS)]
            self.layers[0] = (self.layers[0][0] / scales[:, None], self.layers[0][1])
            self.critic = [layer(tensors, f"critic{at}") for at in range(LAYERS + 1)]
            weight = self.critic[0][0] / np.concatenate([scales, hidden_scales])[:, None]
            self.critic[0] = (weight, self.critic[0][1])
            self.policy, self.value, self.belief = (layer(tensors, name) for name in ("policy", "value", "belief"))
        except (KeyError, ValueError):
            raise CasefileError(f"{path}: was trained for another version of {rules.case.name}") from None
        if self.policy[0].shape[1] != self.width:
            raise CasefileError(f"{path}: was trained for another version of {rules.case.name}")

    def judge(self, rows: Sequence[bytes]) -> list[Judgement]:
        """All that the net says of some rows."""
        trunk = through(self.layers, as_array(rows))
        values = trunk @ self.value[0] + self.value[1]
        wishes = trunk @ self.policy[0] + self.policy[1]
        places = trunk @ self.belief[0] + self.belief[1]
        return [
            Judgement(wish, gain * GAIN, points * POINTS, lying)
            for wish, (gain, points), lying in zip(wishes.tolist(), values.tolist(), places.tolist(), strict=True)
        ]

    def choose(self, rows: Sequence[bytes], legal: Sequence[Sequence[int]]) -> list[int]:
        """For each row, which of its legal actions the net prefers: the first of those with the greatest weight."""
        wishes = through(self.layers, as_array(rows)) @ self.policy[0]
        wishes += self.policy[1]
        counts = [len(actions) for actions in legal]
        actions = np.array([action for actions in legal for action in actions], np.intp)
        owners = np.repeat(np.arange(len(counts)), counts)
        logits = (wishes[owners[:, None], self.columns[actions]] * self.shares[actions]).sum(1).round(DIGITS)
        starts = np.cumsum([0, *counts[:-1]])
        best = np.flatnonzero(logits == np.maximum.reduceat(logits, starts)[owners])
        first = np.unique(owners[best], return_index=True)[1]
        return [int(action) for action in actions[best[first]]]

    def values(self, rows: Sequence[bytes]) -> list[tuple[float, float]]:
        """What the round brings to the seat of each row: a chance to win the match, and points ahead."""
        values = through(self.layers, as_array(rows)) @ self.value[0] + self.value[1]
        return [(gain * GAIN, points * POINTS) for gain, points in values.tolist()]

    def criticize(self, rows: Sequence[bytes], hidden: Sequence[bytes]) -> list[list[float]]:
        """What the critic says of some rows with what their seats may not know: by side, chances and then points."""
        *layers, (weight, bias) = self.critic
        values = through(layers, np.concatenate([as_array(rows), as_array(hidden)], 1)) @ weight + bias
        return [[float(value) for value in row] for row in values.tolist()]


def through(layers: Sequence[tuple[Array, Array]], rows: npt.NDArray[np.uint8]) -> Array:
    """What comes out of some layers, nothing of it below 0."""
    hidden = rows.astype(np.float32)
    for weight, bias in layers:
        hidden = hidden @ weight
        hidden += bias
        np.maximum(hidden, 0, out=hidden)
    return hidden


def as_array(rows: Sequence[bytes]) -> npt.NDArray[np.uint8]:
    """Rows of bytes as one array."""
    return np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1)
