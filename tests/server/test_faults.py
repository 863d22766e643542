"""A few faults of bench/faults.py, which is run for longer by hand."""

import subprocess
import sys

import pytest

from tests.conftest import QUICK
from tests.server.clients import ROOT
from tests.server.database import programs

pytestmark = pytest.mark.once


def test_nothing_acknowledged_is_lost_whatever_fails() -> None:
    """Three nodes on a real PostgreSQL, and all kinds of faults."""
    if programs() is None:
        pytest.skip("there is no PostgreSQL (Debian, Ubuntu: apt-get install postgresql)")
    some = ["--faults", "2" if QUICK else "8", "--seed", "7", "--tables", "3", "--seconds", "90"]
    command = [sys.executable, "-m", "bench.faults", *some]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "wrong: 0; tracebacks in logs: 0" in done.stdout
