"""The cases that docs/adding-a-case.md builds, for tests that want them installed."""

import re
import subprocess
import sys
from pathlib import Path

from casefile.authors.new import template_files, write_case

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/adding-a-case.md"
BLOCK = re.compile(r"(?:<!-- (file|more|template): (\S+) -->\n)?```(\w*)\n(.*?)```", re.DOTALL)
INSTALL = "pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --target".split()


def put_file(folder: Path, what: str, name: str, text: str) -> None:
    """Do with a file what a comment before a block says: write it, or write more of it; a template is there already."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if what == "more":
        path.write_text(path.read_text("utf-8") + text, "utf-8")
    elif what == "file":
        path.write_text(text, "utf-8")
    else:
        assert text == template_files()[name.partition("/")[2]], f"{name} is not what `casefile new-case` writes"


def build_cases(folder: Path) -> Path:
    """The Burglar, and The Night Watch, which has no look; the folder into which both are installed."""
    write_case("burglar", "The Burglar", folder / "burglar")
    write_case("night-watch", "The Night Watch", folder / "night-watch")
    (folder / "night-watch/night_watch/look.toml").unlink()
    for what, name, _, text in BLOCK.findall(PAGE.read_text("utf-8")):
        if what:
            put_file(folder, what, name, text)
    for case in ("burglar", "night-watch"):
        subprocess.run([sys.executable, "-m", *INSTALL, str(folder / "site"), "."], cwd=folder / case, check=True)
    return folder / "site"
