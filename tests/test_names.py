"""The engine, the server and the page know no case by name: whatever is particular to one lies in its folder."""

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent
PLACES = [ROOT / "src/casefile", ROOT / "web/src"]
NAMES = "ripper|squartatore|rue[-_ ]?morgue|jekyll|hyde|capone|orang|commissioner"
CARDS = "alibi|potion|gangster|underworld|dupins"
WORDS = re.compile(rf"{NAMES}|{CARDS}|\b(rip|rue|jek|cap)-\d", re.IGNORECASE)

# Where such words may stand, with the reason.
MAY_NAME = {
    "src/casefile/cases": "the cases themselves",
    "src/casefile/page": "built: it holds the symbols of the cases",
    "src/casefile/core/frozen.py": "words that version 1 of a public format fixed",
    "src/casefile/text/rules": "the common rules compare the printed rulebooks",
}


def named_in(path: Path) -> list[str]:
    """The lines of a file that name a case."""
    lines = path.read_text("utf-8").splitlines()
    return [f"{path.relative_to(ROOT)}:{number}: {line}" for number, line in enumerate(lines, 1) if WORDS.search(line)]


def test_no_case_is_known_by_name() -> None:
    """But for the list above, in which every row is needed."""
    found: list[str] = []
    needed = {"src/casefile/page"}
    for path in sorted(path for place in PLACES for path in place.rglob("*") if path.is_file()):
        name = path.relative_to(ROOT).as_posix()
        rows = [row for row in MAY_NAME if name == row or name.startswith(f"{row}/")]
        if "src/casefile/page" in rows or path.suffix == ".pyc" or path.suffix in (".woff2", ".png", ".safetensors"):
            continue
        lines = named_in(path)
        if lines and rows:
            needed.update(rows)
        elif not rows and (WORDS.search(name) or lines):
            found += lines or [name]
    assert found == []
    assert needed == set(MAY_NAME)
