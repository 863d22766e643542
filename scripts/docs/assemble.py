#!/usr/bin/env python3
"""Put together what the documentation site is made of: the pages of docs/, and those that are written from the code.

    .venv/bin/python scripts/docs/assemble.py FOLDER [--play]

Written from the code are the rules in every language as `casefile rules` prints them, and the reference of commands,
protocol and engine. `--play` says that the game itself will lie beside the pages, in play/. `make docs` calls this.
"""

import argparse
import re
import shutil
import sys
from pathlib import Path

import reference

from casefile.decks import load_deck
from casefile.registry import cases
from casefile.text import rulebook
from casefile.text.language import catalogue, common_words
from casefile.text.languages import ENGLISH, LANGUAGES

ROOT = Path(__file__).resolve().parent.parent.parent
FONTS = ROOT / "web/node_modules/@fontsource"
ONLY_WITH_GAME = "<!-- play -->"
BESIDE = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}  # pages that do not lie in docs/
FILES = {"examples/remote_bot.py": "remote_bot.py", "examples/plain_bot.py": "plain_bot.py", "LICENSE": "LICENSE.txt"}


def main() -> int:
    """Fill the folder."""
    parser = argparse.ArgumentParser(description="Put together what the documentation site is made of.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--play", action="store_true", help="the game will lie beside the pages")
    options = parser.parse_args()
    assemble(options.folder, play=options.play)
    return 0


def assemble(folder: Path, *, play: bool) -> None:
    """All pages, pictures and fonts."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "docs", folder, ignore=shutil.ignore_patterns("rules", "*.json"))
    shutil.copytree(ROOT / "scripts/docs/look", folder / "look")
    for name in (
        "alegreya-sans-latin-400-normal",
        "alegreya-sans-latin-700-normal",
        "playfair-display-latin-700-normal",
    ):
        for font in FONTS.glob(f"*/files/{name}.woff2"):
            shutil.copy(font, folder / "look")
    shutil.copy(ROOT / "web/public/icon.svg", folder / "look/mark.svg")
    for name, page in BESIDE.items():
        (folder / page).write_text(outside(ROOT / name), "utf-8")
    for name, copy in FILES.items():
        shutil.copy(ROOT / name, folder / copy)
    for page in folder.glob("*.md"):
        page.write_text(inside(page.read_text("utf-8"), play=play), "utf-8")
    write_rules(folder / "rules")
    for name, text in reference.pages().items():
        (folder / "reference").mkdir(exist_ok=True)
        (folder / "reference" / name).write_text(text, "utf-8")


def outside(path: Path) -> str:
    """A page from beside docs/: its links count from there."""
    text = path.read_text("utf-8").replace("](docs/", "](")
    return renamed(text, "")


def inside(text: str, *, play: bool) -> str:
    """A page of docs/, whose links may lead out of it; what is only there with the game is left out without it."""
    text = renamed(text, "../")
    if not play:
        text = re.sub(rf"{ONLY_WITH_GAME}.*?{ONLY_WITH_GAME}", "", text, flags=re.DOTALL)
    return text.replace(ONLY_WITH_GAME, "")


def renamed(text: str, up: str) -> str:
    """Links to what has another place on the site."""
    for name, target in {**BESIDE, **FILES}.items():
        text = text.replace(f"]({up}{name}", f"]({target}")
    return text


# The rules


def write_rules(folder: Path) -> None:
    """Every page of rules in every language, with the table of its cards; rules can be linked to by their number."""
    for language in LANGUAGES:
        place = folder if language == ENGLISH else folder / language
        place.mkdir(parents=True)
        for name in ("common", *cases(), "decks"):
            text = rulebook.page(name, language)
            if name in cases():
                case = cases()[name]
                cards = load_deck(case.package, None).cards
                text = f"{text}\n{rulebook.deck_table(case, cards, language)}"
            (place / f"{name}.md").write_text(f"{head(name, language)}{linkable(text)}", "utf-8")


def head(name: str, language: str) -> str:
    """The title for the menu, and the ways to the same page in other languages."""
    words = common_words(language)["rulebook"]
    own = str(words["own-cards"])
    titles = {"decks": own[:1].upper() + own[1:]}
    title = catalogue(language, name)["title"] if name in cases() else titles.get(name)
    up = "" if language == ENGLISH else "../"
    others = [
        f"[{spoken}]({up}{'' if code == ENGLISH else code + '/'}{name}.md)"
        for code, spoken in LANGUAGES.items()
        if code != language
    ]
    return (f"---\ntitle: {title}\n---\n\n" if title else "") + f"{' · '.join(others)}\n{{ .languages }}\n\n"


def linkable(text: str) -> str:
    """With a place to link to before each rule's number."""
    return rulebook.RULE.sub(lambda found: f'- <a id="{found[1]}"></a>**{found[1]}** ', text)


if __name__ == "__main__":
    sys.exit(main())
