"""The benchmark runs without the libraries that it compares with, and judges figures as they are."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

RUN = Path(__file__).parent.parent / "bench" / "run.py"
CASES = ("ripper", "rue-morgue", "jekyll-hyde", "capone")


def bench(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the benchmark in this environment."""
    command = [sys.executable, RUN, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_our_own_part(tmp_path: Path) -> None:
    """All measures of all our contenders, in tables and in a file that can be shown again."""
    file = tmp_path / "figures.json"
    done = bench("--seconds", "0.01", "--passes", "1", "--json", file)
    assert done.returncode == 0, done.stderr
    medians = json.loads(file.read_text("utf-8"))["median"]
    kinds = ("", "pettingzoo/", "vector/", "review/")
    assert [name.partition("/")[2] for name in medians] == [f"{kind}{case}" for kind in kinds for case in CASES]
    assert all(figure > 0 for row in medians.values() for figure in row.values())
    assert {len(row) for row in medians.values()} == {1, 2, 11}
    assert all(f"| {name} " in done.stdout for name in medians)
    assert bench("--show", file).stdout == done.stdout


def test_beside_an_older_build(tmp_path: Path) -> None:
    """Every measure of every contender that both builds have; the same build twice is about as good as itself."""
    file = tmp_path / "figures.json"
    some = ["--only", "interpreted/ripper", "vector/ripper", "--seconds", "0.001", "--passes", "6"]
    done = bench("--before", sys.executable, *some, "--json", file)
    assert done.returncode == 0, done.stderr
    figures = json.loads(file.read_text("utf-8"))
    names = [name.partition("/")[2] for name in figures["passes"]]
    assert names == ["ripper", "vector/ripper"]
    assert {len(rows) for build in ("before", "passes") for rows in figures[build].values()} == {6}
    assert len(done.stdout.splitlines()) == 2 + 11 + 2
    assert bench("--show", file).stdout == done.stdout


def test_how_an_older_build_compares(tmp_path: Path) -> None:
    """Above 1 is better, be it more decisions or less time; the interval leaves out the extremes."""
    before = [{"python": 100.0, "clone": 2.0} for _ in range(15)]
    now = [{"python": 100.0 * (90 + at) / 100, "clone": 1.0} for at in range(15)]
    file = tmp_path / "figures.json"
    file.write_text(json.dumps({"before": {"compiled/ripper": before}, "passes": {"compiled/ripper": now}}), "utf-8")
    lines = [line.split("|")[2:6] for line in bench("--show", file).stdout.splitlines()[2:]]
    assert [[cell.strip() for cell in line] for line in lines] == [
        ["decisions/s from Python", "0.970", "0.930", "1.010"],
        ["clone", "2.000", "2.000", "2.000"],
    ]


def kept(tmp_path: Path, **changes: float) -> Path:
    """A file of figures in which ripper is exactly as good as every aim asks, but for these changes."""
    ours = {"python": 500.0, "games": 5.0, "inside": 2000.0, "inside_games": 20.0, "inside_root": 3000.0, "clone": 0.99}
    gin_rummy = {"python": 50.0, "games": 1.0, "inside": 60.0, "inside_games": 1.0, "inside_root": 70.0}
    go_fish = {"python": 500.0, "games": 1.0, "inside": 2000.0, "inside_games": 1.0, "inside_root": 3000.0}
    medians = {
        "compiled/ripper": ours | changes,
        "compiled/pettingzoo/ripper": {"python": 10.0, "games": 1.0},
        "compiled/vector/ripper": {"python": changes.get("vector", 150.0), "games": 1.0},
        "open_spiel/gin_rummy": gin_rummy,
        "open_spiel/go_fish": go_fish,
    }
    figures = {"machine": "2 cores", "python": "3", "seconds": 1, "median": medians, "passes": {"compiled/ripper": [1]}}
    file = tmp_path / "figures.json"
    file.write_text(json.dumps(figures), "utf-8")
    return file


@pytest.mark.parametrize(
    ("changes", "missed"),
    [
        ({}, []),
        ({"python": 499.0}, ["10 times OpenSpiel's gin_rummy", "from Python, level with"]),
        ({"inside": 1999.0}, ["inside, level with OpenSpiel's quickest (go_fish)"]),
        ({"inside_root": 2999.0}, ["inside, from clones"]),
        ({"clone": 1.0}, ["a clone under 1 µs"]),
        ({"vector": 149.0}, ["many tables side by side, at least 15 times"]),
    ],
    ids=str,
)
def test_verdicts(tmp_path: Path, changes: dict[str, float], missed: list[str]) -> None:
    """An aim is reached or it is not."""
    lines = bench("--show", kept(tmp_path, **changes)).stdout.partition("Aims:")[2].split("\n- ")[1:]
    assert len(lines) == 6
    failed = [line for line in lines if "NOT reached" in line]
    assert len(failed) == len(missed)
    assert all(text in line for text, line in zip(missed, failed, strict=True))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--only", "ripper", "whist"], "no contender has 'whist' in its name; there are: "),
        (["--others", "no-such-python"], "no-such-python does not run"),
        (["--seconds", "0"], "--seconds has to be above 0 and at most 60"),
        (["--passes", "0"], "--passes has to be at least 1"),
        (["--before", sys.executable, "--passes", "5"], "--passes has to be at least 6"),
        (["--before", "no-such-python"], "no-such-python does not run"),
        (["--json", "no-such-folder/file"], "no-such-folder/file cannot be written"),
        (["--show", "no-such-file"], "no-such-file holds no figures"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input(arguments: list[str], message: str) -> None:
    """One clear line, before anything is measured."""
    done = bench(*arguments)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert message in line
