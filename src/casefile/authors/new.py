"""Write the folder of a new case: The Burglar of docs/adding-a-case.md under another name."""

import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from keyword import iskeyword
from pathlib import Path

from casefile.errors import CasefileError, show
from casefile.registry import cases

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
MOST_LETTERS = 40
CODE = ".txt"  # behind the name of a Python file: as a template it is no module of this package


def write_case(name: str, title: str | None, folder: Path) -> list[Path]:
    """Write the files of a new case into a folder that must not exist; what was written."""
    check_name(name)
    if folder.exists():
        raise CasefileError(f"{folder}: exists already; remove it, or choose another name")
    words = words_for(name, " ".join((title or name.replace("-", " ").title()).split()))
    written = []
    for path, text in template_files().items():
        target = folder / replaced(path, words)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(replaced(text, words), "utf-8")
        written.append(target)
    return written


def check_name(name: str) -> None:
    """Can a case, and its Python package, have this name?"""
    if not NAME.fullmatch(name) or len(name) > MOST_LETTERS:
        raise CasefileError(f"{show(name)}: a case has a name of small letters such as night-watch")
    if name in cases() or iskeyword(name) or name in ("casefile", "common", "decks", "tests", "test"):
        taken = "is the name of a case that is installed" if name in cases() else "is taken"
        raise CasefileError(f"{show(name)}: {taken}; choose another one such as {name}-2")


def words_for(name: str, title: str) -> dict[str, str]:
    """What stands in the new files for each word of the template."""
    if not title or not title.isprintable() or '"' in title or "\\" in title:
        raise CasefileError(f"--title: must be a few words without quotes, not {show(title)}")
    package = name.replace("-", "_")
    prefix = "".join(part[0] for part in name.split("-")) if "-" in name else name[:3]
    return {
        "The Burglar": title,
        "BurglarRules": f"{package.title().replace('_', '')}Rules",
        "BurglarPolicy": f"{package.title().replace('_', '')}Policy",
        "BUR-": f"{prefix.upper()}-",
        '"BUR"': f'"{prefix.upper()}"',
        'name = "burglar"': f'name = "{name}"',
        'Case(\n    "burglar"': f'Case(\n    "{name}"',
        '"case": "burglar"': f'"case": "{name}"',
        "`burglar`": f"`{name}`",
        "burglar": package,
    }


def replaced(text: str, words: dict[str, str]) -> str:
    """A text with the words of the new case; each place is replaced once, by the longest word that fits."""
    fitting = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.sub(fitting, lambda match: words[match[0]], text)


def template_files() -> dict[str, str]:
    """The texts of the template by their paths."""
    found: dict[str, str] = {}

    def collect(folder: Traversable, path: str) -> None:
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
            if entry.is_dir():
                collect(entry, f"{path}{entry.name}/")
            else:
                found[path + entry.name.removesuffix(CODE)] = entry.read_text("utf-8")

    collect(files("casefile.authors") / "template", "")
    return found
