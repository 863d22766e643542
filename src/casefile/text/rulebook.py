"""The rules in our own words, as pages and rule by rule, in every language."""

import re
from functools import cache
from importlib.resources import files

from casefile.core.case import Case
from casefile.core.deck import Card, Figure
from casefile.errors import CasefileError, unknown
from casefile.registry import cases
from casefile.text.language import Words, catalogue, help_for, language_of
from casefile.text.languages import ENGLISH, checked

RULE = re.compile(r"^- \*\*([A-Z]+-\d+)\*\* ", re.MULTILINE)


@cache
def page(name: str, language: str = ENGLISH) -> str:
    """A page of the rules: `common`, `decks` or a case; in English where a case has it in no other language."""
    for spoken in (checked(language), ENGLISH):
        path = files(cases()[name].package) / "text" if name in cases() else files("casefile.text") / "rules" / name
        page = path / f"{spoken}.md"
        if page.is_file():
            return page.read_text("utf-8")
    raise CasefileError(f"there is no page of rules for {name}")


@cache
def numbered_rules(language: str = ENGLISH) -> dict[str, str]:
    """Every rule by its number, as it stands on its page."""
    found: dict[str, str] = {}
    for name in ("common", *cases()):
        text = page(name, language)
        starts = [match.start() for match in RULE.finditer(text)]
        for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
            match = RULE.match(text, start)
            assert match is not None
            found[match[1]] = re.split(r"\n\n|\n#", text[match.end() : end])[0].rstrip()
    return found


def rule(number: str, language: str = ENGLISH) -> str:
    """One rule, with its number."""
    rules = numbered_rules(language)
    if number not in rules:
        raise unknown("rule", number, list(rules))
    return f"**{number}** {rules[number]}"


def rules_about(name: str, word: str, language: str = ENGLISH) -> list[str]:
    """The rules of a page, and those that all cases share, in which this stands, or words that begin with it."""
    pages = dict.fromkeys(["common", name])
    numbers = [match[1] for each in pages for match in RULE.finditer(page(each, language))]
    wish = re.compile(r"\b" + r"\s+".join(map(re.escape, word.split())), re.IGNORECASE)
    return [
        rule(number, language) for number in numbers if word.strip() and wish.search(numbered_rules(language)[number])
    ]


def card_called(info: Case, wish: str, language: str = ENGLISH) -> str | None:
    """The kind of card that goes by this name, or is called so in this language or in English."""
    named = wish.partition("@")[0].casefold()
    for spoken in (language, ENGLISH):
        for name, title in catalogue(spoken, info.name)["cards"].items():
            if named in (name, title.casefold()):
                return str(name)
    return None


def plain(text: str) -> str:
    """A text of the rules without the marks of its format, one paragraph a line."""
    paragraphs = [" ".join(part.split()) for part in re.split(r"\n\n|\n(?=- )", re.sub(r"[*`]|^#+ ", "", text))]
    return "\n".join(part for part in paragraphs if part)


def figure_name(words: Words, figure: str) -> str:
    """What a figure of a card is called; those of third parties may have no name but their own."""
    return str(words["figures"].get(figure, figure.replace("_", " ")))


def figure_value(words: Words, value: Figure) -> Figure:
    """A figure as people read it."""
    return str(words["rulebook"]["yes" if value else "no"]) if isinstance(value, bool) else value


def card_page(info: Case, card: Card, language: str = ENGLISH) -> str:
    """All that the rules say about a card; figures that no rulebook gives are marked."""
    words = catalogue(language, info.name)
    note = words["rulebook"]
    lines = [f"# {words['cards'][card.name]} (`{card.name}`)", "", help_for(words, card), ""]
    lines = lines if lines[2] else lines[:2]
    lines.append(f"- {note['copies']}: {card.copies}")
    for figure, value in card.figures.items():
        mark = f" ({note['assumed']})" if figure in card.assumed else ""
        lines.append(f"- {figure_name(words, figure)}: {figure_value(words, value)}{mark}")
    lines.append("")
    for number in card.rules:
        lines += [rule(number, language_of(info.name, language)), ""]
    return "\n".join(lines)


def deck_table(info: Case, cards: list[Card], language: str = ENGLISH) -> str:
    """The deck as a table; figures that no rulebook gives are marked with an asterisk."""
    words = catalogue(language, info.name)
    note = words["rulebook"]
    lines = [f"## {note['deck'].format(title=words['title'])}", ""]
    lines += [f"| {note['card']} | {note['copies']} | {note['figures']} |", "|---|---|---|"]
    for card in cards:
        figures = [
            f"{figure_name(words, figure)} {figure_value(words, value)}{' *' if figure in card.assumed else ''}"
            for figure, value in card.figures.items()
        ]
        lines.append(f"| `{card.name}` | {card.copies} | {', '.join(figures)} |")
    return "\n".join([*lines, "", rf"\* {note['footnote']}", ""])
