"""A net that was trained for one case, run with NumPy alone.

It reads a row of version 2 (casefile.core.rows) and answers with a weight for every action, the chance to win the
match, the points of the round, and where the cards lie that the seat does not see. The file is in the safetensors
format, in half precision.
"""

import json
import struct
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import numpy as np
import numpy.typing as npt

from casefile.core.rows import VERSION, RowWriter
from casefile.core.rules import Rules
from casefile.core.view import View
from casefile.errors import CasefileError
from casefile.learn.actions import action_features

Array = npt.NDArray[np.float32]
FILE = "net.safetensors"
LAYERS = 3
POINTS = 20.0  # the unit in which a net counts points,
GAIN = 0.25  # and chances
MOST_ODDS = 5.0  # logs of odds beyond this say no more
DTYPES = {"F16": np.float16, "F32": np.float32}


def write_tensors(path: Path, tensors: dict[str, npt.NDArray[np.float16]], about: dict[str, str]) -> None:
    """Write arrays in the safetensors format."""
    header: dict[str, object] = {"__metadata__": about}
    end = 0
    for name, array in tensors.items():
        start, end = end, end + array.nbytes
        header[name] = {"dtype": "F16", "shape": list(array.shape), "data_offsets": [start, end]}
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    data = b"".join(np.ascontiguousarray(array, np.float16).tobytes() for array in tensors.values())
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
        self.layers = [(tensors[f"{at}.weight"].T.copy(), tensors[f"{at}.bias"]) for at in range(LAYERS)]
        self.layers[0] = (self.layers[0][0] / np.array(writer.scales(), np.float32)[:, None], self.layers[0][1])
        self.policy = (tensors["policy.weight"].T.copy(), tensors["policy.bias"])
        self.value = (tensors["value.weight"].T.copy(), tensors["value.bias"])
        self.belief = (tensors["belief.weight"].T.copy(), tensors["belief.bias"])
        self.kinds = rules.kinds
        if self.layers[0][0].shape[0] != writer.size or self.policy[0].shape[1] != self.features.shape[1]:
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

    def weigh(self, hidden: Array, actions: list[int]) -> Array:
        """The logits of some actions, for a trunk of one row."""
        return np.asarray(self.features[actions] @ (hidden @ self.policy[0] + self.policy[1]), np.float32)

    def judge(self, rows: npt.NDArray[np.uint8]) -> Judgement:
        """All that the net says."""
        hidden = self.trunk(rows)
        weights = (hidden @ self.policy[0] + self.policy[1]) @ self.features.T
        places = (hidden @ self.belief[0] + self.belief[1]).reshape(len(rows), -1, self.kinds)
        return Judgement(np.asarray(weights, np.float32), *self.values(hidden), places)

    def values(self, hidden: Array) -> tuple[Array, Array]:
        """What the round brings, for some trunks: chances to win the match, and points ahead."""
        value = hidden @ self.value[0] + self.value[1]
        return value[:, 0] * np.float32(GAIN), value[:, 1] * np.float32(POINTS)
