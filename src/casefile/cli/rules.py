"""`casefile rules`: the rules in our own words."""

import argparse
import re

from rich.console import Console
from rich.markdown import Markdown

from casefile.cli.common import Commands, add_language, overrides
from casefile.decks import load_deck
from casefile.errors import unknown
from casefile.registry import case_named, cases
from casefile.text import rulebook
from casefile.text.language import catalogue, common_words
from casefile.text.languages import wanted


def add_commands(commands: Commands) -> None:
    """Tell the parser about this command."""
    parser = commands.add_parser("rules", help="read the rules")
    parser.add_argument("case", metavar="PAGE", nargs="?", help="a case, common, decks, or a rule's number such as C-9")
    parser.add_argument("card", metavar="CARD", nargs="?", help="a card of the case")
    parser.add_argument("--deck", metavar="FILE", help="JSON or TOML file with the figures of your own cards")
    add_language(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print a page, a rule or a card."""
    show(find_text(options))
    return 0


def find_text(options: argparse.Namespace) -> str:
    """What the arguments ask for."""
    language = wanted(options.language)
    notes = common_words(language)["rulebook"]
    if options.case is None:
        titles = {name: catalogue(language, name)["title"] for name in cases()} | {"decks": notes["own-cards"]}
        names = "\n".join(f"- `casefile rules {name}`: {title}" for name, title in titles.items())
        return f"{names}\n\n{rulebook.page('common', language)}"
    if options.card is None and re.fullmatch(r"[A-Za-z]+-\d+", options.case):
        return rulebook.rule(options.case.upper(), language)
    if options.case in ("common", "decks"):
        return rulebook.page(options.case, language)
    info = case_named(options.case)
    deck = load_deck(info.package, overrides(options))
    if options.card is None:
        page, table = rulebook.page(info.name, language), rulebook.deck_table(info, deck.cards, language)
        return f"{table}\n{notes['own-figures']}\n\n{page}" if deck.overrides else f"{page}\n{table}"
    name = options.card.partition("@")[0]
    if name not in deck.kind_of:
        raise unknown(f"card of {info.name}", options.card, deck.names)
    return rulebook.card_page(info, deck.cards[deck.kind_of[name]], language)


def show(text: str) -> None:
    """Well set in a terminal, as it is into a file or pipe."""
    console = Console()
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        print(text)
