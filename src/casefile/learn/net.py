"""A net that was trained for one case, run with NumPy alone.

It reads a row of version 2 (casefile.core.rows) and answers with a weight for every action, the chance to win the
match, the points of the round, and where the cards lie that the seat does not see. Beside it stands the critic, which
judges worlds whose cards are all known. The file is in the safetensors format.
"""

import json
import struct
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from casefile.core.rows import VERSION, RowWriter
from casefile.core.rules import Rules
from casefile.core.view import View
from casefile.errors import CasefileError
from casefile.learn.actions import action_features
from casefile.learn.proofs import FILE

Array = npt.NDArray[np.float32]
LAYERS = 3
POINTS = 20.0  # the unit in which a net counts points,
GAIN = 0.25  # and chances
HIDDEN = 0.25  # by which the critic multiplies what it alone sees
MOST_ODDS = 5.0  # logs of odds beyond this say no more
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


@dataclass
class Judgement:
    """What a net says of some rows."""

    weights: Array  # row, action: logits; those of actions that are not legal say nothing
    gain: Array  # row: what the round adds to the chance to win the match
    points: Array  # row: of the round, ahead of the best other side
    places: Array  # row, place, kind: logits of where an unseen card of a kind lies; the last place is the case file


def layer(tensors: dict[str, Array], name: str) -> tuple[Array, Array]:
    """One layer, turned so that rows are multiplied from the left."""
    return np.ascontiguousarray(tensors[f"{name}.weight"].T), tensors[f"{name}.bias"]


def net_of(rules: Rules) -> "Net | None":
    """The net that a case has brought along, if there is one."""
    path = Path(str(files(rules.case.package))) / FILE
    return Net(rules, path) if path.is_file() else None


class Net:
    """The trained net of one case, for one variant of it."""

    def __init__(self, rules: Rules, path: Path) -> None:
        self.path = path
        tensors, self.about = read_tensors(path)
        writer = RowWriter(rules)
        if self.about.get("rows") != str(VERSION):
            raise CasefileError(f"{path}: reads rows of version {self.about.get('rows')}, not {VERSION}: train it anew")
        if self.about.get("case") != rules.case.name:
            raise CasefileError(f"{path}: is a net for {self.about.get('case')}, not for {rules.case.name}")
        self.writer = writer
        self.features = action_features(rules)
        scales = np.array(writer.scales(), np.float32)
        hidden_scales = np.full(writer.hidden_size, 1 / HIDDEN, np.float32)
        try:
            self.layers = [layer(tensors, str(at)) for at in range(LAYERS)]
            self.layers[0] = (self.layers[0][0] / scales[:, None], self.layers[0][1])
            self.critic = [layer(tensors, f"critic{at}") for at in range(LAYERS + 1)]
            weight = self.critic[0][0] / np.concatenate([scales, hidden_scales])[:, None]
            self.critic[0] = (weight, self.critic[0][1])
            self.policy, self.value, self.belief = (layer(tensors, name) for name in ("policy", "value", "belief"))
        except (KeyError, ValueError):
            raise CasefileError(f"{path}: was trained for another version of {rules.case.name}") from None
        self.kinds = rules.kinds
        if self.policy[0].shape[1] != self.features.shape[1]:
            raise CasefileError(f"{path}: was trained for another version of {rules.case.name}")

    def row(self, view: View, target: int) -> npt.NDArray[np.uint8]:
        """A view as the net reads it: one row."""
        return np.frombuffer(self.writer.row(view, target), np.uint8)[None]

    def believe(self, trunk: Array) -> Array:
        """For each other hand, clockwise, and each kind: the log of how much rather a card lies there than in the file.

        For a trunk of one row; rounded.
        """
        logits = (trunk[0] @ self.belief[0] + self.belief[1]).reshape(-1, self.kinds)
        return np.asarray(np.round(np.clip(logits[:-1] - logits[-1], -MOST_ODDS, MOST_ODDS), 3), np.float32)

    def trunk(self, rows: npt.NDArray[np.uint8]) -> Array:
        """What the net makes of the rows, before it says anything."""
        hidden = rows.astype(np.float32)
        for weight, bias in self.layers:
            hidden = np.maximum(hidden @ weight + bias, 0)
        return hidden

    def wishes(self, hidden: Array) -> Array:
        """What actions should be like, for some trunks: an action's logit is its features times this."""
        return np.asarray(hidden @ self.policy[0] + self.policy[1], np.float32)

    def weigh(self, hidden: Array, actions: list[int]) -> Array:
        """The logits of some actions, for a trunk of one row."""
        return np.asarray(self.features[actions] @ self.wishes(hidden), np.float32)

    def criticize(self, rows: npt.NDArray[np.uint8], hidden: npt.NDArray[np.uint8]) -> Array:
        """What the critic says of some rows with what their seats may not know: by side, chances and then points."""
        values = np.concatenate([rows, hidden], 1).astype(np.float32)
        for at, (weight, bias) in enumerate(self.critic):
            values = values @ weight + bias
            if at < LAYERS:
                values = np.maximum(values, 0)
        return values

    def judge(self, rows: npt.NDArray[np.uint8]) -> Judgement:
        """All that the net says."""
        hidden = self.trunk(rows)
        weights = self.wishes(hidden) @ self.features.T
        places = (hidden @ self.belief[0] + self.belief[1]).reshape(len(rows), -1, self.kinds)
        return Judgement(np.asarray(weights, np.float32), *self.values(hidden), places)

    def values(self, hidden: Array) -> tuple[Array, Array]:
        """What the round brings, for some trunks: chances to win the match, and points ahead."""
        value = hidden @ self.value[0] + self.value[1]
        return value[:, 0] * np.float32(GAIN), value[:, 1] * np.float32(POINTS)
