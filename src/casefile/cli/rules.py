"""`casefile rules`: the rules in our own words."""

import argparse
import re

from rich.console import Console
from rich.markdown import Markdown

from casefile.cli.common import Commands, overrides
from casefile.decks import load_deck
from casefile.errors import unknown
from casefile.registry import case_info, cases
from casefile.text import rulebook


def add_commands(commands: Commands) -> None:
    """Tell the parser about this command."""
    parser = commands.add_parser("rules", help="read the rules")
    parser.add_argument(
        "case", metavar="CASE", nargs="?", help="a case, common, decks, or a rule's number such as RIP-6"
    )
    parser.add_argument("card", metavar="CARD", nargs="?", help="a card of the case")
    parser.add_argument("--deck", metavar="FILE", help="JSON or TOML file with the figures of your own cards")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print a page, a rule or a card."""
    show(find_text(options))
    return 0


def find_text(options: argparse.Namespace) -> str:
    """What the arguments ask for."""
    if options.case is None:
        names = "\n".join(f"- `casefile rules {info.name}`: {info.title}" for info in cases().values())
        return f"{names}\n- `casefile rules decks`: figures of your own cards\n\n{rulebook.page('common')}"
    if options.card is None and re.fullmatch(r"[A-Za-z]+-\d+", options.case):
        return rulebook.rule(options.case.upper())
    if options.case in ("common", "decks"):
        return rulebook.page(options.case)
    info = case_info(options.case)
    deck = load_deck(info.package, overrides(options))
    if options.card is None:
        table = rulebook.deck_table(info, deck.cards)
        if deck.overrides:
            note = "The figures of your own cards are in this table; the page below has those of the package."
            return f"{table}\n{note}\n\n{rulebook.page(info.name)}"
        return rulebook.page(info.name) + "\n" + table
    name = options.card.partition("@")[0]
    if name not in deck.kind_of:
        raise unknown(f"card of {info.name}", options.card, deck.names)
    return rulebook.card_page(info, deck.cards[deck.kind_of[name]])


def show(text: str) -> None:
    """Well set in a terminal, as it is into a file or pipe."""
    console = Console()
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        print(text)
