"""Cases, texts and rules for clients, in a language."""

from dataclasses import asdict
from functools import cache
from hashlib import sha256
from typing import Any

import msgspec

from casefile import decks
from casefile.core.case import Case
from casefile.learn.proofs import proved_seats
from casefile.looks import look_of
from casefile.players import NAMES
from casefile.registry import case_named, cases, rules_for
from casefile.study.effects import switches_said
from casefile.study.lessons import has_lesson
from casefile.study.puzzles import puzzles_of
from casefile.text import rulebook
from casefile.text.language import catalogue
from casefile.text.languages import ENGLISH, LANGUAGES

KINDS = list(decks.KINDS)  # their words, by number


def known_language(language: str) -> str:
    """A language that there are texts in: this one, or English."""
    return language if language in LANGUAGES else ENGLISH


@cache
def all_cases(pace: str) -> bytes:
    """What can be played, and how quickly bots play if nobody says otherwise."""
    described = [describe(info) for info in cases().values()]
    return msgspec.json.encode({"languages": list(LANGUAGES), "bots": list(NAMES), "pace": pace, "cases": described})


def describe(info: Case) -> dict[str, Any]:
    """A case before it is played."""
    teams = {players: [players in info.always_teams] for players in info.players}
    for players, in_teams in info.teams:
        teams[players].append(in_teams)
    texts = {}
    for language in LANGUAGES:
        words = catalogue(language, info.name)
        texts[language] = {"title": words["title"], "blurb": words.get("blurb", "")}
    return {
        "name": info.name,
        "title": info.title,
        "players": info.players,
        "editions": info.editions,
        "options": info.options,
        "teams": {str(players): choices for players, choices in teams.items()},
        "target": rules_for(info.name).target,
        "hands": {str(players): rules_for(info.name, players).hand_size for players in info.players},
        "deck": [asdict(card) | {"kind": KINDS[card.kind]} for card in decks.load_deck(info.package).cards],
        "texts": texts,
        "prefix": info.prefix,
        "endings": info.endings[1:],
        "ended_by_seat": info.ended_by_seat,
        "look": look_of(info.name),
        "lesson": has_lesson(info),
        "learned": proved_seats(info),
        "puzzles": [puzzle.name for puzzle in puzzles_of(info.name)],
    }


@cache
def case_texts(case: str, language: str) -> bytes:
    """All that a case says in a language."""
    name = case_named(case).name
    return msgspec.json.encode(catalogue(language, name) | {"switches": switches_said(name, language)})


def etag(data: bytes) -> str:
    """Names a text, so that nobody need get it twice."""
    return f'"{sha256(data).hexdigest()[:16]}"'


def rules_page(name: str, language: str) -> dict[str, Any]:
    """A page of the rules, whole and rule by rule."""
    if name not in ("common", "decks"):
        case_named(name)
    text = rulebook.page(name, known_language(language))
    title = text.splitlines()[0].lstrip("# ")
    numbered = rulebook.numbered_rules(known_language(language))
    rules = [{"number": number, "markdown": numbered[number]} for number in rulebook.RULE.findall(text)]
    return {"title": title, "markdown": text, "rules": rules}
