"""A net that was trained for one case: what can be asked of it, in plain numbers.

It reads a row of version 2 (casefile.core.rows) and answers with a weight for every action, the chance to win the
match, the points of the round, and where the cards lie that the seat does not see. Beside it stands the critic, which
judges worlds whose cards are all known. Where nets lie and what multiplies them is left open: files of the cases, and
NumPy (casefile.learn.numpy_net); or, in a tab, the browser (casefile.tab.nets).
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from casefile.core.counts import added_up
from casefile.core.rows import VERSION, RowWriter
from casefile.core.rules import Rules
from casefile.core.view import View
from casefile.errors import CasefileError
from casefile.learn.actions import action_features

FILE = "net.safetensors"  # in the folder of a case
LAYERS = 3
POINTS = 20.0  # the unit in which a net counts points,
GAIN = 0.25  # and chances
HIDDEN = 0.25  # by which the critic multiplies what it alone sees
MOST_ODDS = 5.0  # logs of odds beyond this say no more
DIGITS = 4  # to which logits are rounded before they are compared, so that the last digits of a machine do not decide


class MissingNetError(CasefileError):
    """A case has a net, but it cannot be had now."""


@dataclass
class Judgement:
    """What a net says of a row."""

    wishes: Sequence[float]  # what actions should be like: an action's logit is the sum over its features
    gain: float  # what the round adds to the chance to win the match
    points: float  # of the round, ahead of the best other side
    places: Sequence[float]  # place by place, logits of where an unseen card of a kind lies; the last is the case file


class Net(ABC):
    """The trained net of one case, for one variant of it."""

    def __init__(self, rules: Rules, name: str, about: dict[str, str]) -> None:
        if about.get("rows") != str(VERSION):
            raise CasefileError(f"{name}: reads rows of version {about.get('rows')}, not {VERSION}: train it anew")
        if about.get("case") != rules.case.name:
            raise CasefileError(f"{name}: is a net for {about.get('case')}, not for {rules.case.name}")
        self.about = about
        self.writer = RowWriter(rules)
        self.kinds = rules.kinds
        self.features, self.width = action_features(rules)

    @abstractmethod
    def judge(self, rows: Sequence[bytes]) -> list[Judgement]:
        """All that the net says of some rows."""

    @abstractmethod
    def choose(self, rows: Sequence[bytes], legal: Sequence[Sequence[int]]) -> list[int]:
        """For each row, which of its legal actions the net prefers."""

    @abstractmethod
    def values(self, rows: Sequence[bytes]) -> list[tuple[float, float]]:
        """What the round brings to the seat of each row: a chance to win the match, and points ahead."""

    @abstractmethod
    def criticize(self, rows: Sequence[bytes], hidden: Sequence[bytes]) -> list[list[float]]:
        """What the critic says of some rows with what their seats may not know: by side, chances and then points."""

    def look(self, view: View, target: int) -> Judgement:
        """All that the net says of a view."""
        return self.judge([self.writer.row(view, target)])[0]

    def weigh(self, wishes: Sequence[float], actions: Sequence[int]) -> list[float]:
        """The logits of some actions."""
        return [added_up([wishes[at] * share for at, share in self.features[action]]) for action in actions]

    def odds(self, judged: Judgement) -> list[list[float]]:
        """For each other hand, clockwise, and each kind: the log of how much rather a card lies there than in the file.

        Rounded, too.
        """
        kinds = self.kinds
        case_file = judged.places[-kinds:]
        return [
            [
                round(max(-MOST_ODDS, min(MOST_ODDS, judged.places[start + kind] - case_file[kind])), 3)
                for kind in range(kinds)
            ]
            for start in range(0, len(judged.places) - kinds, kinds)
        ]


class Nets(Protocol):
    """Where the nets of cases lie, and what runs them."""

    def digest(self, package: str) -> str | None:
        """The SHA-256 of the net that a case has brought along, if there is one and it can run here."""

    def is_at_hand(self, package: str) -> bool:
        """Can the net of a case play now? In a tab it may have to be fetched first, without a network."""

    def open(self, rules: Rules) -> Net | None:
        """This net, for one variant of the case."""


class FileNets:
    """In the folders of the cases, run with NumPy."""

    def path(self, package: str) -> Path | None:
        """The file of a case's net, if it has one and there is NumPy."""
        path = Path(str(files(package))) / FILE
        return path if path.is_file() and find_spec("numpy") is not None else None

    def digest(self, package: str) -> str | None:
        """The SHA-256 of the net that a case has brought along, if there is one and it can run here."""
        path = self.path(package)
        return None if path is None else sha256(path.read_bytes()).hexdigest()

    def is_at_hand(self, package: str) -> bool:
        """Can the net of a case play now?"""
        return self.path(package) is not None

    def open(self, rules: Rules) -> Net | None:
        """This net, for one variant of the case."""
        path = self.path(rules.case.package)
        if path is None:
            return None
        from casefile.learn.numpy_net import NumpyNet  # here, as a tab of a browser has no NumPy

        return NumpyNet(rules, path)


class Source:
    """The nets of this program: the only place that says where they come from."""

    nets: Nets = FileNets()


def net_of(rules: Rules) -> Net | None:
    """The net that a case has brought along, if there is one and it can run here."""
    return Source.nets.open(rules)
