"""Decks are data: read a case's deck file, and let owners of the printed cards correct its figures."""

import json
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from casefile.core.deck import CLUE, EVENT, OTHER, Card, Deck, Figure
from casefile.errors import CasefileError, OtherRulesError, each_key_once, one_line, show, unknown

KINDS = {"clue": CLUE, "event": EVENT, "other": OTHER}
FIXED = ("name", "copies", "kind", "colour", "rules", "assumed")
LARGEST = 999

Overrides = dict[str, dict[str, Figure]]


@cache
def deck_data(package: str) -> list[dict[str, Any]]:
    """The cards of the deck file in a case's package."""
    cards: list[dict[str, Any]] = tomllib.loads((files(package) / "deck.toml").read_text("utf-8"))["card"]
    return cards


def load_deck(package: str, overrides: object = None) -> Deck:
    """The deck of a case, with the figures that somebody's own cards show."""
    checked: Overrides = {}
    if overrides is not None:
        if not isinstance(overrides, dict):
            raise CasefileError('deck: must be an object such as {"poe": {"points": 2}}')
        checked = {str(name): dict(figures) if isinstance(figures, dict) else {} for name, figures in overrides.items()}
        for name, figures in overrides.items():
            if not isinstance(figures, dict):
                raise CasefileError(f'deck: {show(name)}: must be an object of figures such as {{"points": 2}}')
    cards = [make_card(entry) for entry in deck_data(package)]
    by_name = {card.name: card for card in cards}
    for name, figures in checked.items():
        if name not in by_name:
            raise unknown("card in deck", name, list(by_name))
        override(by_name[name], figures)
    check_partners(by_name)
    check_ranks(cards)
    return Deck(cards, checked)


def make_card(entry: dict[str, Any]) -> Card:
    """One card of a deck file."""
    return Card(
        entry["name"],
        entry["copies"],
        KINDS[entry["kind"]],
        entry.get("colour", ""),
        {key: value for key, value in entry.items() if key not in FIXED},
        entry.get("assumed", []),
        entry["rules"],
    )


def override(card: Card, figures: dict[str, Figure]) -> None:
    """Replace printed figures of a card; an owner has seen them, so they are no longer assumed."""
    for figure, value in figures.items():
        where = f"deck: {card.name}: {one_line(figure)}"
        if figure == "copies":
            raise CasefileError(f"{where}: the number of copies is the rulebook's and cannot be changed")
        if figure not in card.figures:
            known = ", ".join(card.figures)
            raise CasefileError(f"{where}: this card has no such figure; it has: {known}")
        old = card.figures[figure]
        if isinstance(old, bool):
            if not isinstance(value, bool):
                raise CasefileError(f"{where}: must be true or false")
        elif isinstance(old, int):
            if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= LARGEST:
                raise CasefileError(f"{where}: must be a whole number from 0 to {LARGEST}")
        elif not isinstance(value, str):
            raise CasefileError(f"{where}: must be a text such as {old!r}")
        card.figures[figure] = value
        card.assumed = [name for name in card.assumed if name != figure]


def all_figures(deck: Deck) -> Overrides:
    """Every figure of every card, in the order of the deck: what a match begins with, and keeps."""
    return {card.name: dict(card.figures) for card in deck.cards}


def as_begun(package: str, overrides: object, figures: Overrides) -> Overrides:
    """The overrides that give a deck the figures with which a match began, whatever has been corrected since."""
    deck = load_deck(package, overrides)
    corrected = {name: dict(changed) for name, changed in deck.overrides.items()}
    if list(figures) != deck.names:
        raise OtherRulesError("deck: the match was begun with other cards than this version has")
    for card in deck.cards:
        for figure, value in figures[card.name].items():
            if figure not in card.figures:
                raise OtherRulesError(f"deck: {card.name}: the match was begun with an unknown figure, {figure}")
            if card.figures[figure] != value:
                corrected.setdefault(card.name, {})[figure] = value
    return corrected


def check_partners(by_name: dict[str, Card]) -> None:
    """Partners must exist, and be mutual."""
    for card in by_name.values():
        if "partner" not in card.figures:
            continue
        partner = card.word("partner")
        if partner not in by_name:
            raise unknown(f"partner of {card.name} in deck", partner, list(by_name))
        other = by_name[partner].figures.get("partner")
        group = card.name.partition(":")
        if partner == card.name:
            raise CasefileError(f"deck: {card.name}: partner: cannot be the card itself")
        if group[1] and partner.startswith(group[0] + group[1]):
            raise CasefileError(f"deck: {card.name}: partner: cannot be another {group[0]}")
        if other != card.name:
            raise CasefileError(
                f"deck: {card.name}: partner: must be mutual, but the partner of {partner} is {other or 'nobody'}"
            )


def check_ranks(cards: list[Card]) -> None:
    """Ranks break ties, so no two may be the same."""
    ranks = [card.number("rank") for card in cards if "rank" in card.figures]
    for card in cards:
        if "rank" in card.figures and ranks.count(card.number("rank")) > 1:
            raise CasefileError(f"deck: {card.name}: rank: {card.figures['rank']} is given to two cards")


def read_overrides(path: str, text: str) -> object:
    """Overrides from the text of a file, JSON or TOML by its name."""
    try:
        return tomllib.loads(text) if path.endswith(".toml") else json.loads(text, object_pairs_hook=each_key_once)
    except RecursionError:
        raise CasefileError(f"{path}: is nested too deep") from None
    except ValueError as error:
        raise CasefileError(f"{path}: is neither JSON nor TOML: {one_line(error)}") from None
