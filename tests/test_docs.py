"""The examples in README and docs are run as they stand.

A block ```console holds commands after `$ ` and what they print; a line `…` stands for any lines but a traceback. A
command must not fail, unless the last line that is shown says so: `casefile: …`. A comment
`<!-- file: NAME -->` before a block makes its content a file, `<!-- more: NAME -->` adds it to one, and
`<!-- template: NAME -->` says that `casefile new-case` wrote it so. A block ```python is run, and must not fail; one
that imports pyspiel is left out where there is no OpenSpiel.
All examples of one page share a folder, in the order in which they stand.
"""

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.adding_a_case import BLOCK, PAGE, ROOT, put_file

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
HAS_OPENSPIEL = find_spec("pyspiel") is not None
MADE = ("play/index.html", "reference/commands.md")  # only the documentation site has them
TRACEBACK = "Traceback (most recent call last)"
BUILDS_A_CASE = [PAGE]  # with both builds, as the classes of a case are subclasses of compiled ones


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


@pytest.mark.once
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


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, id=page.name, marks=[] if page in BUILDS_A_CASE else [pytest.mark.once]) for page in PAGES],
)
def test_examples(page: Path, tmp_path: Path) -> None:
    """Every example of a page does what the page says."""
    for what, name, kind, text in BLOCK.findall(page.read_text("utf-8")):
        if name:
            put_file(tmp_path, what, name, text)
        if kind == "console":
            run_console(text, tmp_path)
        elif kind == "python" and not name and (HAS_OPENSPIEL or "import pyspiel" not in text):
            done = subprocess.run(
                [sys.executable, "-c", text], cwd=tmp_path, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, done.stderr


def anchors_of(page: Path) -> set[str]:
    """The headings of a page as links name them, and places that are marked by hand."""
    text = page.read_text("utf-8")
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    marked = set(re.findall(r'<a id="([^"]+)">', text))
    plain = [re.sub(r"[^\w\s-]", "", title).strip().lower() for title in titles]
    return marked | {re.sub(r"\s", "-", title) for title in plain} | {re.sub(r"[\s-]+", "-", title) for title in plain}


@pytest.mark.once
def test_links_lead_somewhere() -> None:
    """Relative links of all pages, and the headings that they name."""
    for page in [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]:
        for link, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", page.read_text("utf-8")):
            target = page.parent / link if link else page
            if link not in MADE:
                assert target.exists(), f"{page.name}: {link}"
                assert not anchor or anchor in anchors_of(target), f"{page.name}: {link}#{anchor}"


@pytest.mark.once
def test_the_site_holds_every_page(tmp_path: Path) -> None:
    """Pages that are written from the code, too; the menu names all, and all links lead to something that is there."""
    site = tmp_path / "site"
    command = [sys.executable, str(ROOT / "scripts/docs/assemble.py"), str(site), "--play"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    pages = {str(page.relative_to(site)) for page in site.rglob("*.md")}
    assert pages == set(re.findall(r"[\w/.-]+\.md", (ROOT / "mkdocs.yml").read_text("utf-8")))
    for page in site.rglob("*.md"):
        for link in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            assert link in MADE or (page.parent / link).exists(), f"{page.relative_to(site)}: {link}"
    assert 'src="look/live.html"' in (site / "index.md").read_text("utf-8")  # the game, in the page itself
    for link in re.findall(r'(?:src|href)="\.\./([^"]+)"', (site / "look/live.html").read_text("utf-8")):
        assert link in MADE or (site / link).exists(), f"live.html: {link}"
    assert '<a id="RIP-6"></a>**RIP-6**' in (site / "rules/it/ripper.md").read_text("utf-8")
    for command_name in ("casefile doctor", "casefile admin drain"):
        assert f"\n## {command_name}\n" in (site / "reference/commands.md").read_text("utf-8")
    assert "\n### POST /api/tables\n" in (site / "reference/protocol.md").read_text("utf-8")
