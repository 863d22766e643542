"""The examples in README and docs are run as they stand.

A block ```console holds commands after `$ ` and what they print; a line `…` stands for any lines but a traceback. A
command must not fail, unless the last line that is shown says so: `casefile: …`. A comment
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
TRACEBACK = "Traceback (most recent call last)"
BLOCK = re.compile(r"(?:<!-- file: (\S+) -->\n)?```(\w*)\n(.*?)```", re.DOTALL)


def run_console(text: str, folder: Path) -> None:
    """Run the commands of a block, and compare what they print."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "COLUMNS": "100", "CASEFILE": str(ROOT)}
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        expected = expected.strip()
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        printed = f"$ {command}\n{done.stdout}"
        pattern = re.escape(expected).replace(re.escape("…"), "[^\0]*?")
        assert re.fullmatch(pattern, done.stdout.strip()), printed
        assert TRACEBACK not in done.stdout, printed
        shows_failure = expected.split("\n")[-1].startswith("casefile: ")
        assert (done.returncode != 0) == shows_failure, f"{printed}exit status {done.returncode}"


@pytest.mark.parametrize(
    "block",
    [
        pytest.param("$ false\n", id="a command that fails"),
        pytest.param("$ echo wrong; false\n…\n", id="also behind anything"),
        pytest.param("$ false | cat\n", id="also in the middle"),
        pytest.param("$ echo 'casefile: no such file'\ncasefile: no such file\n", id="one that fails to fail"),
        pytest.param("$ python -c 'raise ValueError' 2>&1; true\n…\n", id="a traceback"),
        pytest.param("$ echo two\none\n", id="another text"),
    ],
)
def test_an_example_can_fail(block: str, tmp_path: Path) -> None:
    """Whatever a page shows, these are not what it means."""
    with pytest.raises(AssertionError):
        run_console(block, tmp_path)


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
