"""Bots that think for a number of tries decide the same on every Python that is here, and in a browser's.

Changing what they decide needs a reason: `python -m tests.golden.decisions > tests/golden/decisions.json` pins it anew.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import mypy_extensions
import pytest

from tests.golden.decisions import all_decided
from tests.golden.learned import all_told

ROOT = Path(__file__).parent.parent.parent
GOLDEN = json.loads(Path(__file__).with_name("decisions.json").read_text("utf-8"))
SCRIPT = ROOT / "tests/golden/decisions.py"
LEARNED = ROOT / "tests/golden/learned.py"
ENGINE = ROOT / "build/site/engine"
NODE = ROOT / ".venv-web/bin/node"


def test_here() -> None:
    """Interpreted or compiled."""
    assert json.loads(all_decided()) == GOLDEN


def python_of(version: str) -> str | None:
    """A Python of this version that runs: of this machine, or of pyenv."""
    known = [Path(f"python{version}"), *Path("~/.pyenv/versions").expanduser().glob(f"{version}.*/bin/python")]
    for path in known:
        found = shutil.which(path)
        if found and subprocess.run([found, "-c", ""], capture_output=True, check=False).returncode == 0:
            return found
    return None


@pytest.mark.once
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_on_other_pythons(version: str, tmp_path: Path) -> None:
    """Floats are added up in one order, whatever `sum` does."""
    python = python_of(version)
    if not python or version == f"{sys.version_info[0]}.{sys.version_info[1]}":
        pytest.skip(f"there is no other Python {version}")
    shutil.copy(mypy_extensions.__file__, tmp_path)
    environment = os.environ | {"PYTHONPATH": f"{ROOT / 'src'}:{tmp_path}", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([python, SCRIPT], capture_output=True, text=True, check=False, env=environment, timeout=300)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == GOLDEN


def in_webassembly(script: Path) -> Any:
    """What a script prints with the very engine that the site ships."""
    if not ENGINE.is_dir() or not NODE.is_file():
        pytest.skip("the site was not built; `make site` builds it")
    done = subprocess.run(
        [NODE, ROOT / "web/scripts/run.mjs", ENGINE, script], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


@pytest.mark.once
def test_in_webassembly() -> None:
    """To the last bit."""
    assert in_webassembly(SCRIPT) == GOLDEN


@pytest.mark.once
def test_nets_say_the_same_in_webassembly() -> None:
    """A browser adds up in another order than NumPy, in single precision: decisions are the same, and figures nearly.

    They are points and per cent. A graph is told in tenths of a point and hundredths of a per cent, so a figure on the
    border between two of them may fall to either side.
    """
    here, there = json.loads(all_told()), in_webassembly(LEARNED)
    assert here.keys() == there.keys()
    for case, told in here.items():
        for part in ("vidocq", "best"):
            assert there[case][part] == told[part], (case, part)
        for part, allowed in (("thinks", 0.001), ("grades", 0.001), ("graph", 0.11)):
            for mine, other in zip(told[part], there[case][part], strict=True):
                assert other == pytest.approx(mine, abs=allowed, rel=0), (case, part)
