"""What a case still lacks: words, reasons, look, pages of rules, tests and a policy of its own."""

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from casefile import looks
from casefile.core.case import Case
from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.state import OVER
from casefile.errors import CasefileError
from casefile.registry import policy_for, rules_for
from casefile.text.language import catalogue
from casefile.text.languages import ENGLISH, LANGUAGES
from casefile.text.notation import words_of
from casefile.text.rulebook import RULE

ROUNDS = 4  # of random choices for each number of players: what is said in them must have words
Said = set[tuple[str, str]]  # section and key


def missing(case: Case) -> list[str]:
    """A line for everything that is missing, by the file in which it would stand."""
    folder = files(case.package)
    if not (folder / "text" / f"{ENGLISH}.toml").is_file():
        return [f"text/{ENGLISH}.toml: is missing; without it nothing can be said"]
    words_of(rules_for(case.name))
    lines = [*missing_words(case), *missing_pages(case), *missing_look(case), *missing_tests(case)]
    if case.policy is None:
        lines.append("policy: is missing, so bots play by the common sense of all cases; declare Case(policy=…)")
    return lines


# Words


def missing_words(case: Case) -> Iterator[str]:
    """Sentences that a language lacks."""
    own = {language: own_words(case, language) for language in LANGUAGES}
    said = sorted(said_by(case))
    spoken = catalogue(ENGLISH, case.name)
    for section, key in said:
        if section not in spoken or (key and key not in spoken[section]):
            yield lacking(ENGLISH, section, key)
    if case.policy is not None and not own[ENGLISH].get("reasons"):
        yield f"text/{ENGLISH}.toml: [reasons] is missing: what bots say of their choices in this case"
    for language, words in own.items():
        if not words:
            yield f"text/{language}.toml: is missing, so in {LANGUAGES[language]} the case speaks English"
            continue
        for section, key in keys_of(own[ENGLISH]) - keys_of(words):
            yield lacking(language, section, key)


def lacking(language: str, section: str, key: str) -> str:
    """A sentence that is missing, by the file in which it would stand."""
    return f"text/{language}.toml: {f'[{section}] {key}' if key else section} is missing"


def own_words(case: Case, language: str) -> dict[str, Any]:
    """The words that a case brings in a language, if any."""
    path = files(case.package) / "text" / f"{language}.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


def keys_of(words: dict[str, Any]) -> Said:
    """Which sentences there are."""
    found: Said = set()
    for section, value in words.items():
        found |= {(section, key) for key in value} if isinstance(value, dict) else {(section, "")}
    return found


def said_by(case: Case) -> Said:
    """What must have words: all that the case declares, and whatever comes up in rounds of random choices."""
    said: Said = {("title", ""), ("blurb", ""), ("piles", "discard")}
    said |= {("cards", face) for face in rules_for(case.name).face_names}
    said |= {("questions", question) for question in case.questions[1:]}
    said |= {("endings", ending) for ending in case.endings[1:]}
    said |= {("options", option) for option in case.options}
    said |= {("orders", order) for order in case.standing_orders}
    if len(case.editions) > 1:
        said |= {("editions", edition) for edition in case.editions}
    for players in case.players:
        rules = rules_for(case.name, players)
        for number in range(ROUNDS):
            said |= said_in_round(rules, f"check/{number}")
    return said


def said_in_round(rules: Rules, seed: str) -> Said:
    """What a round of random choices needs words for."""
    rng = Rng(seed)
    said: Said = set()
    policy = policy_for(rules)
    state = rules.deal(0, [0] * rules.sides, seed, log=True)
    while state.phase != OVER:
        seat = state.actor()
        view = rules.glance(state, seat)
        actions = rules.legal(state, seat)
        said |= {("reasons", policy.reason(view, action).key) for action in actions}
        said |= {("table", f"{note.key}-title") for note in rules.notes(view)}
        refused = rules.refusal(state, seat, rng.below(len(rules.actions)))
        if refused is not None:
            said.add(("refusals", refused.key))
        rules.apply(state, seat, actions[rng.below(len(actions))])
    said |= {("events", event.what) for event in state.log or [] if not event.ending}
    score = rules.score(state)
    said.add(("outcomes", score.outcome))
    return said | {("score", line[0]) for side in score.sides for line in side.lines if line[0]}


# Pages, look and tests


def missing_pages(case: Case) -> Iterator[str]:
    """Pages of rules, and rules that cards name and the page does not have."""
    for language, called in LANGUAGES.items():
        if not (files(case.package) / "text" / f"{language}.md").is_file():
            yield f"text/{language}.md: is missing: the page of rules in {called}"
    numbers = rule_numbers(case)
    for card in rules_for(case.name).deck.cards:
        if not card.rules:
            yield f"deck.toml: {card.name}: names no rule"
        for number in card.rules:
            if number.startswith(f"{case.prefix}-") and number not in numbers:
                yield f"text/{ENGLISH}.md: {number} is missing, which {card.name} names in deck.toml"


def rule_numbers(case: Case) -> list[str]:
    """The numbers of the case's own rules."""
    page = files(case.package) / "text" / f"{ENGLISH}.md"
    return RULE.findall(page.read_text("utf-8")) if page.is_file() else []


def missing_look(case: Case) -> Iterator[str]:
    """Faces without a look of their own, or a look that cannot be read."""
    try:
        file: looks.LookFile | None = looks.read(case.package, looks.LookFile)
        looks.look_of(case.name)
    except CasefileError as error:
        yield str(error)
        return
    if file is None:
        yield "look.toml: is missing, so the case has the neutral look"
        return
    if file.theme is None:
        yield "look.toml: [theme] is missing: the colours of the room"
    rules = rules_for(case.name)
    for face, kind in zip(rules.face_names, rules.face_kind, strict=True):
        card = rules.deck.cards[kind]
        names = [face, card.name, card.name.partition(":")[0], face.partition("@")[2] or card.colour]
        for field in ("icon", "ink"):
            if all(getattr(file.cards.get(name), field, None) is None for name in names):
                yield f"look.toml: [cards] {face}: has no {field}"


def missing_tests(case: Case) -> Iterator[str]:
    """Rules whose number no test names: in `tests` here, or beside the package."""
    with as_file(files(case.package)) as package:
        folders = {Path("tests").resolve(), package.resolve().parent / "tests"}
    texts = [path.read_text("utf-8") for folder in folders for path in sorted(folder.rglob("test_*.py"))]
    if not texts:
        yield "tests: there are none in the folder tests here, or beside the package"
        return
    named = {number for text in texts for number in re.findall(rf"\b{case.prefix}-\d+\b", text)}
    for number in rule_numbers(case):
        if number not in named:
            yield f"tests: no test names {number}"
