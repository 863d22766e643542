"""The rules in our own words, as pages and rule by rule."""

import re
from functools import cache
from importlib.resources import files

from casefile.core.deck import Card
from casefile.errors import CasefileError, unknown
from casefile.registry import CaseInfo, cases
from casefile.text.language import catalogue

RULE = re.compile(r"^- \*\*([A-Z]+-\d+)\*\* ", re.MULTILINE)


@cache
def page(name: str) -> str:
    """A page of the rules: `common`, `decks` or a case."""
    texts = cases()[name].texts if name in cases() else "casefile.text"
    path = files(texts) / "rules" / f"{name}.md"
    if not path.is_file():
        raise CasefileError(f"there is no page of rules for {name}")
    return path.read_text("utf-8")


@cache
def numbered_rules() -> dict[str, str]:
    """Every rule by its number, as it stands on its page."""
    found: dict[str, str] = {}
    for name in ("common", *cases()):
        text = page(name)
        starts = [match.start() for match in RULE.finditer(text)]
        for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
            match = RULE.match(text, start)
            assert match is not None
            found[match[1]] = re.split(r"\n\n|\n#", text[match.end() : end])[0].rstrip()
    return found


def rule(number: str) -> str:
    """One rule, with its number."""
    rules = numbered_rules()
    if number not in rules:
        raise unknown("rule", number, list(rules))
    return f"**{number}** {rules[number]}"


def plain(text: str) -> str:
    """A text of the rules without the marks of its format, one paragraph a line."""
    paragraphs = [" ".join(part.split()) for part in re.split(r"\n\n|\n(?=- )", re.sub(r"[*`]|^#+ ", "", text))]
    return "\n".join(part for part in paragraphs if part)


def card_page(info: CaseInfo, card: Card) -> str:
    """All that the rules say about a card; figures that no rulebook gives are marked."""
    title = catalogue("en", info.name)["cards"][card.name]
    lines = [f"# {title} (`{card.name}`)", "", f"- copies: {card.copies}"]
    for figure, value in card.figures.items():
        mark = " (assumed)" if figure in card.assumed else ""
        shown = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
        lines.append(f"- {figure.replace('_', ' ')}: {shown}{mark}")
    lines.append("")
    for number in card.rules:
        lines += [rule(number), ""]
    return "\n".join(lines)


def deck_table(info: CaseInfo, cards: list[Card]) -> str:
    """The deck as a table; figures that no rulebook gives are marked with an asterisk."""
    lines = [f"## The deck of {info.title} in figures", "", "| card | copies | figures |", "|---|---|---|"]
    for card in cards:
        figures = [
            f"{figure.replace('_', ' ')} {value}{' *' if figure in card.assumed else ''}"
            for figure, value in card.figures.items()
        ]
        lines.append(f"| `{card.name}` | {card.copies} | {', '.join(figures)} |")
    return "\n".join([*lines, "", r"\* assumed: printed on the cards, not in the rulebook.", ""])
