"""The report of a training: made from the curve alone, whatever figures it has."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from casefile.arena.curves import curve_picture, read_curve, write_curves
from casefile.errors import CasefileError

BENCH = Path(__file__).parent.parent.parent / "bench" / "curves.py"
CURVE = [
    {"spread": 1.5 - at / 50, "policy": 0.01, "belief": 0.6, "new": at, "seconds": 20 * at, "decisions": 1e6 * at}
    | {"rounds": 1000 * at}
    for at in range(1, 40)
]


def test_a_curve_for_every_figure(tmp_path: Path) -> None:
    """Also for one that has no words yet, and one that never changes; with the settings, and nothing from outside."""
    out = tmp_path / "net"
    out.with_suffix(".json").write_text(json.dumps(CURVE))
    text = write_curves(out, "A <case>", {"seed": "<0>"}).read_text("utf-8")
    assert text.count("<svg ") == 4
    for words in ("A &lt;case&gt;", "&lt;0&gt;", "Spread", "New", "39.0 million decisions in 39,000 rounds, 780 s"):
        assert words in text
    assert "http" not in text


def test_pictures_of_several_trainings(tmp_path: Path) -> None:
    """For documents: a line for each, with its label."""
    files = [f"{label}={tmp_path / label}.json" for label in ("one", "two")]
    for label in ("one", "two"):
        (tmp_path / f"{label}.json").write_text(json.dumps(CURVE))
    drawn = tmp_path / "curves.svg"
    command = [sys.executable, str(BENCH), *files, "--figure", "spread", "--picture", str(drawn)]
    subprocess.run(command, check=True)
    text = drawn.read_text("utf-8")
    assert text.startswith("<svg xmlns=")
    assert text.count("<polyline") == 2
    assert "two: 1.48 at first, 0.72 at the end" in text
    with pytest.raises(CasefileError, match="one: has no figure joy; it has spread, policy, belief, new"):
        curve_picture({"one": CURVE}, "joy")


def test_a_training_that_told_nothing_yet(tmp_path: Path) -> None:
    """Or told a single time, or wrote something else."""
    file = tmp_path / "net.json"
    file.write_text("[]")
    assert "Nothing has been told yet" in write_curves(tmp_path / "net", "case", {}).read_text("utf-8")
    file.write_text(json.dumps(CURVE[:1]))
    assert "<svg " in write_curves(tmp_path / "net", "case", {}).read_text("utf-8")
    file.write_text('{"no": "curve"}')
    with pytest.raises(CasefileError, match="is no curve"):
        read_curve(file)
    with pytest.raises(CasefileError, match="cannot be read"):
        read_curve(tmp_path / "missing.json")
