"""The container: what can be said of its files, and the image itself where it can be built."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

ROOT = Path(__file__).resolve().parent.parent
NOTHING_TO_BUILD_IT_WITH = 3


def test_the_image_holds_what_its_file_names() -> None:
    """Not root, one volume, a health check, and no file but those that are let in."""
    text = (ROOT / "Containerfile").read_text("utf-8")
    steps = re.findall(r"^([A-Z]+) (.*)", text, re.MULTILINE)
    assert [rest for step, rest in steps if step == "VOLUME"] == ["/data"]
    assert ("USER", "10001") in steps
    assert "HEALTHCHECK" in dict(steps)
    let_in = re.findall(r"^!(.*)$", (ROOT / ".dockerignore").read_text("utf-8"), re.MULTILINE)
    copied = [part for step, rest in steps if step == "COPY" and "--from" not in rest for part in rest.split()[:-1]]
    assert set(copied) == set(let_in)


def test_the_driver_of_the_database_is_locked() -> None:
    """The nodes of compose.yaml need it, in the versions that everything else has."""
    pattern = re.compile(r"^([\w.-]+)(?:\[\w+\])?==(\S+)", re.MULTILINE)
    locked = dict(pattern.findall((ROOT / "requirements/container.txt").read_text("utf-8")))
    tested = dict(pattern.findall((ROOT / "requirements/dev.txt").read_text("utf-8")))
    assert "psycopg" in locked
    assert {name: version for name, version in locked.items() if tested.get(name) != version} == {}


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    "check",
    [
        "container-check",
        pytest.param(
            "compose-check",
            marks=pytest.mark.skipif("CASEFILE_LONG" not in os.environ, reason="takes long: `make compose-check`"),
        ),
    ],
)
def test_the_image_works(check: str) -> None:
    """Built and started, where docker or podman answers and `make release` has made what goes into it."""
    command = [sys.executable, str(ROOT / f"scripts/{check.replace('-', '_')}.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == NOTHING_TO_BUILD_IT_WITH:
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{check}: works" in done.stdout
