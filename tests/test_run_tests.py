"""A test that fails beside others is tried once more, alone, and never passes unnoticed."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

pytestmark = pytest.mark.once
ROOT = Path(__file__).resolve().parent.parent
SOUND = "def test_sound(): pass\n"
UNSTEADY = """
from pathlib import Path

def test_unsteady():
    tried = Path("tried")
    if not tried.exists():
        tried.touch()
        raise AssertionError
"""
BROKEN = "def test_broken(): raise AssertionError\n"
# Skipped, and no longer there, the second time: neither is a pass.
HIDING = """
import pytest
from pathlib import Path

def test_hidden():
    if Path("seen").exists():
        pytest.skip()
    Path("seen").touch()
    raise AssertionError

if not Path("seen").exists():
    def test_lost():
        raise AssertionError
"""
MANY = "".join(f"def test_{number}(): raise AssertionError\n" for number in range(9))
QUICK = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": "-q -p xdist"}


@pytest.mark.parametrize(
    ("tests", "status", "counts", "said"),
    [
        pytest.param(SOUND + UNSTEADY, 0, (2, 0), "unsteady: test_all::test_unsteady", id="unsteady"),
        pytest.param(UNSTEADY + BROKEN, 1, (2, 1), "unsteady: test_all::test_unsteady", id="unsteady, and broken"),
        pytest.param(UNSTEADY + HIDING, 1, (3, 2), "unsteady: test_all::test_unsteady", id="not run again"),
        pytest.param(SOUND + MANY, 1, (10, 9), "", id="too many to be tried again"),
    ],
)
def test_what_fails_beside_others(tmp_path: Path, tests: str, status: int, counts: tuple[int, int], said: str) -> None:
    (tmp_path / "pytest.ini").touch()
    (tmp_path / "test_all.py").write_text(tests, "utf-8")
    script = [sys.executable, str(ROOT / "scripts/run_tests.py"), "report.xml"]
    ran = subprocess.run(script, cwd=tmp_path, env=os.environ | QUICK, capture_output=True, text=True, check=False)
    assert ran.returncode == status, ran.stdout + ran.stderr
    assert said in ran.stdout
    assert ("tried again" in ran.stdout) == bool(said)
    suites = list(ElementTree.parse(tmp_path / "report.xml").iter("testsuite"))
    assert sum(int(suite.get("tests", 0)) for suite in suites) == counts[0]
    assert sum(int(suite.get(kind, 0)) for suite in suites for kind in ("failures", "errors")) == counts[1]
