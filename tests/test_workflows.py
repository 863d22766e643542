"""The workflows of the public CI, as far as they can be checked without it."""

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

ROOT = Path(__file__).resolve().parent.parent
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_names_what_exists(path: Path) -> None:
    """Actions by their digest, with the version beside it; targets of make and scripts that are there."""
    text = path.read_text("utf-8")
    for line in re.findall(r"uses: (.*)", text):
        assert re.fullmatch(r"[\w-]+/[\w/-]+@[0-9a-f]{40} # v[\d.]+", line), line
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"(?:run: |^ {10,})make ([a-z-]+)", text, re.MULTILINE):
        assert f"\n{target}:" in makefile, target
    for script in re.findall(r"(?:scripts|\.ci)/[\w.]+", text):
        assert (ROOT / script).is_file(), script


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_may_do_no_more_than_it_must(path: Path) -> None:
    """It reads; a job that needs more says so; and no secret is passed on."""
    text = path.read_text("utf-8")
    assert "\npermissions:\n  contents: read\n\n" in text
    assert "secrets." not in text
    for needed in re.findall(r"^    needs: \[?([\w, ]+)", text, re.MULTILINE):
        for job in needed.split(", "):
            assert f"\n  {job}:\n" in text, job
