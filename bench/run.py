"""Casefile, interpreted and compiled, side by side with other libraries: random play, clones, memory.

python bench/run.py --compiled .venv-compiled/bin/python --others .venv-bench/bin/python

Every contender is measured in a process of its own, one after the other on one core, in several passes over all of
them; a figure is the median of its passes. What is printed is Markdown, as it stands in docs/performance.md.

python bench/run.py --compiled .venv-compiled/bin/python --before OLDER/bin/python

measures nothing but our own builds, each beside the same kind of build of an older version, in turn.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any, NoReturn

from before import FEWEST_PASSES, Passes, compare
from rich.console import Console
from rich.progress import track
from tables import report

HERE = Path(__file__).parent
PASSES = 3
PASSES_BEFORE = 15  # small differences need more of them


def refuse(problem: str) -> NoReturn:
    """Say in one line what is wrong."""
    print(f"bench: {problem}", file=sys.stderr)
    sys.exit(2)


def call(python: str, script: str, *arguments: str) -> Any:
    """What a script of contenders answers, or None where it cannot: then it says why in its last line."""
    command = [python, "-W", "ignore", str(HERE / script), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        refuse(f"{python} does not run ({error.strerror}): name a Python interpreter")
    if done.returncode:
        why = (done.stderr.strip().splitlines() or ["it says nothing"])[-1]
        print(f"bench: {' '.join([script, *arguments])} was not measured: {why}", file=sys.stderr)
        return None
    return json.loads(done.stdout)


def find_contenders(options: argparse.Namespace) -> dict[str, tuple[str, str]]:
    """The interpreter and the script of each contender that is wanted."""
    scripts = [(sys.executable, "ours.py"), (options.compiled, "ours.py"), (options.others, "others.py")]
    found: dict[str, tuple[str, str]] = {}
    for python, script in scripts:
        if python is not None:
            found |= dict.fromkeys(call(python, script) or [], (python, script))
    if options.compiled and not any(name.startswith("compiled/") for name in found):
        refuse(f"{options.compiled} has no compiled build: make .venv-compiled/.compiled")
    for text in options.only:
        if not any(text in name for name in found):
            refuse(f"no contender has {text!r} in its name; there are: {', '.join(found)}")
    return {name: where for name, where in found.items() if any(text in name for text in options.only)}


def stay_on_one_core() -> None:
    """The processes we start inherit it."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def about(options: argparse.Namespace) -> dict[str, Any]:
    """Where and how it was measured."""
    return {
        "machine": f"{os.cpu_count()} cores, {platform.system()} on {platform.machine()}",
        "python": platform.python_version(),
        "seconds": options.seconds,
    }


def measure_before(options: argparse.Namespace) -> dict[str, Any]:
    """All passes over our contenders in the older build and in this one; in each, the other one begins."""
    options.others = None
    older = call(options.before, "ours.py") or refuse(f"{options.before} has no casefile")
    contenders = {name: where for name, where in find_contenders(options).items() if name in older}
    if not contenders:
        refuse(f"{options.before} has none of these contenders; it has: {', '.join(older)}")
    stay_on_one_core()
    passes: dict[str, Passes] = {build: {name: [] for name in contenders} for build in ("before", "now")}
    turns = [(turn, name) for turn in range(options.passes) for name in contenders]
    for turn, name in track(turns, "Measuring", console=Console(stderr=True)):
        python, script = contenders[name]
        pair = [("before", options.before), ("now", python)]
        figures = {
            build: call(where, script, name, "--seconds", str(options.seconds))
            for build, where in (pair if turn % 2 else pair[::-1])
        }
        if all(figures.values()):
            for build, row in figures.items():
                passes[build][name].append(row)
    return about(options) | {"before": passes["before"], "passes": passes["now"]}


def tell(figures: dict[str, Any]) -> str:
    """The tables of a run."""
    return compare(figures["before"], figures["passes"]) if "before" in figures else report(figures)


def measure(options: argparse.Namespace) -> dict[str, Any]:
    """All passes over all contenders, and the medians."""
    contenders = find_contenders(options)
    stay_on_one_core()
    passes: Passes = {name: [] for name in contenders}
    turns = [name for _ in range(options.passes) for name in contenders]
    for name in track(turns, "Measuring", console=Console(stderr=True)):
        figures = call(*contenders[name], name, "--seconds", str(options.seconds))
        if figures is not None:
            passes[name].append(figures)
    return about(options) | {
        "median": {
            name: {key: median(row[key] for row in rows) for key in rows[0]} for name, rows in passes.items() if rows
        },
        "passes": passes,
    }


def show(file: Path) -> None:
    """Print the tables of a run that was kept."""
    try:
        print(tell(json.loads(file.read_text("utf-8"))))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        refuse(f"{file} holds no figures: name a file that --json has written")


def main() -> None:
    """Measure, or take what was measured before; print the tables, and keep the figures if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiled", metavar="PYTHON", help="an interpreter that has the compiled build")
    parser.add_argument("--others", metavar="PYTHON", help="an interpreter that has the other libraries")
    parser.add_argument("--before", metavar="PYTHON", help="an interpreter that has an older build to compare with")
    parser.add_argument("--seconds", type=float, default=0.5, help="of CPU time for each measure in each pass")
    parser.add_argument("--passes", type=int, help=f"{PASSES}, or {PASSES_BEFORE} with --before, if not given")
    parser.add_argument("--only", metavar="TEXT", nargs="+", default=[""], help="contenders with this in their names")
    parser.add_argument("--json", metavar="FILE", type=Path, help="keep all figures in this file")
    parser.add_argument("--show", metavar="FILE", type=Path, help="measure nothing: print what --json has kept")
    options = parser.parse_args()
    if options.show:
        show(options.show)
        return
    if not 0 < options.seconds <= 60:
        refuse("--seconds has to be above 0 and at most 60")
    fewest, usual = (FEWEST_PASSES, PASSES_BEFORE) if options.before else (1, PASSES)
    options.passes = usual if options.passes is None else options.passes
    if options.passes < fewest:
        refuse(f"--passes has to be at least {fewest}")
    if options.json:
        try:
            options.json.touch()
        except OSError as error:
            refuse(f"{options.json} cannot be written ({error.strerror}): name another file")
    figures = measure_before(options) if options.before else measure(options)
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    print(tell(figures))
    if any(len(rows) < options.passes for rows in figures["passes"].values()):
        sys.exit(1)


if __name__ == "__main__":
    main()
