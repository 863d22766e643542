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

NUMBER = re.compile(r"[A-Za-z]+-\d+")


def add_commands(commands: Commands) -> None:
    """Tell the parser about this command."""
    parser = commands.add_parser("rules", help="read the rules")
    parser.add_argument("case", metavar="PAGE", nargs="?", help="a case, common, decks, or a rule's number such as C-9")
    parser.add_argument("card", metavar="CARD", nargs="?", help="a card of the case, or a word of its rules")
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
    page, card = options.case, options.card
    if page is None:
        titles = {name: catalogue(language, name)["title"] for name in cases()} | {"decks": notes["own-cards"]}
        names = "\n".join(f"- `casefile rules {name}`: {title}" for name, title in titles.items())
        return f"{names}\n\n{rulebook.page('common', language)}"
    if card is None and NUMBER.fullmatch(page):
        return rulebook.rule(page.upper(), language)
    if page not in (known := ["common", "decks", *cases()]):
        raise unknown("page", page, known)
    if card is not None and NUMBER.fullmatch(card):
        return rulebook.rule(card.upper(), language)
    if card is not None:
        return about(page, card, options, language)
    if page not in cases():
        return rulebook.page(page, language)
    info = case_named(page)
    deck = load_deck(info.package, overrides(options))
    text, table = rulebook.page(page, language), rulebook.deck_table(info, deck.cards, language)
    return f"{table}\n{notes['own-figures']}\n\n{text}" if deck.overrides else f"{text}\n{table}"


def about(page: str, wish: str, options: argparse.Namespace, language: str) -> str:
    """All about a card of a case, or every rule in which a word stands."""
    names: list[str] = []
    if page in cases():
        info = case_named(page)
        deck = load_deck(info.package, overrides(options))
        names = deck.names
        name = rulebook.card_called(info, wish, language)
        if name in deck.kind_of:
            return rulebook.card_page(info, deck.cards[deck.kind_of[name]], language)
    found = rulebook.rules_about(page, wish, language)
    if not found:
        raise unknown(f"card or word in {page}", wish, names)
    return "\n\n".join(found)


def show(text: str) -> None:
    """Well set in a terminal, as it is into a file or pipe."""
    console = Console()
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        print(text)
