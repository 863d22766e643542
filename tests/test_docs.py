"""The examples in README and docs are run as they stand.

A block ```console holds commands after `$ ` and what they print; a line `…` stands for any lines. A comment
`<!-- file: NAME -->` before a block makes its content a file. A block ```python is run, and must not fail; one that
imports pyspiel is left out where there is no OpenSpiel.
All examples of one page share a folder, in the order in which they stand.
"""

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
HAS_OPENSPIEL = find_spec("pyspiel") is not None
BLOCK = re.compile(r"(?:<!-- file: (\S+) -->\n)?```(\w*)\n(.*?)```", re.DOTALL)


def run_console(text: str, folder: Path) -> None:
    """Run the commands of a block, and compare what they print."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "COLUMNS": "100", "CASEFILE": str(ROOT)}
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        pattern = re.escape(expected.strip()).replace(re.escape("…"), "[^\0]*?")
        assert re.fullmatch(pattern, done.stdout.strip()), f"$ {command}\n{done.stdout}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples(page: Path, tmp_path: Path) -> None:
    """Every example of a page does what the page says."""
    for name, kind, text in BLOCK.findall(page.read_text("utf-8")):
        if name:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text, "utf-8")
        if kind == "console":
            run_console(text, tmp_path)
        elif kind == "python" and not name and (HAS_OPENSPIEL or "import pyspiel" not in text):
            done = subprocess.run(
                [sys.executable, "-c", text], cwd=tmp_path, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, done.stderr


def test_links_lead_somewhere() -> None:
    """Relative links of all pages."""
    for page in [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]:
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"
