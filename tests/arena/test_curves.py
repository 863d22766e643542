"""The report of a training: made from the curve alone, whatever figures it has."""

import json
from pathlib import Path

import pytest

from casefile.arena.curves import curve_picture, read_curve, write_curves
from casefile.errors import CasefileError

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
    drawn = curve_picture(CURVE, "spread")
    assert drawn.startswith("<svg xmlns=")
    assert "1.48 at first, 0.72 at the end" in drawn


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
