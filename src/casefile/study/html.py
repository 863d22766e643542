"""A replay with its review as one HTML file that needs nothing else: no server, no network."""

import json
import re
from collections.abc import Set
from html import escape
from importlib.resources import files
from typing import Any

from casefile.core.events import OWN_PLACES
from casefile.core.rules import Rules
from casefile.core.state import State
from casefile.looks import look_of
from casefile.study.report import report
from casefile.study.review import Review
from casefile.text.language import Speaker
from casefile.text.position import position_to_dict

FILE = "review.html"


def write_html(review: Review, speaker: Speaker, hidden: Set[int] = frozenset(), opens_on: int = 0) -> str:
    """The page: a template with the review, the tables of all steps and the words that it needs; a seat comes first."""
    rules = review.match.rules
    ink = look_of(rules.case.name).faces
    data = report(review, speaker, hidden)
    texts = Texts()
    data["steps"] = [compact(step, texts) for step in data["steps"]]
    data |= {
        "opens_on": opens_on,
        "texts": texts.found,
        "cards": [[str(speaker.words["cards"][name]), ink[name].ink] for name in rules.face_names],
        "tables": [table_of(rules, step.after) for step in review.steps],
        "log": [[speaker.event(event) for event in step.events] for step in review.steps],
        "words": data["words"] | {"piles": speaker.words["piles"]},
    }
    title = f"{speaker.words['title']}: {' – '.join(speaker.seats)}"
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    template = (files("casefile.study") / FILE).read_text("utf-8")
    fillings = {"LANGUAGE": speaker.language, "TITLE": escape(title), "DATA": text}
    return re.sub("@(LANGUAGE|TITLE|DATA)@", lambda gap: fillings[gap[1]], template)


class Texts:
    """Sentences and actions that occur often, each kept once."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.number: dict[str, int] = {}

    def keep(self, text: str) -> int:
        """The number of a text."""
        if text not in self.number:
            self.number[text] = len(self.found)
            self.found.append(text)
        return self.number[text]


def compact(step: dict[str, Any], texts: Texts) -> dict[str, Any]:
    """A step of a report as the page reads it: in few letters, as there are hundreds."""
    short = {key: step[key] for key in ("round", "seat", "chance", "swing")}
    said = step["decision"]
    if said is not None:
        kept = {key: texts.keep(said[key]) for key in ("text", "best_text", "reason")}
        options = [[texts.keep(one["text"]), one["chance"], one["points"]] for one in said["options"]]
        short["decision"] = {"grade": said["grade"], "loss": said["loss"], **kept, "options": options}
    return short


def table_of(rules: Rules, state: State) -> list[Any]:
    """The cards of a table as numbers of faces: hands, areas, discard pile, the size of the case file, other places."""
    face = {name: at for at, name in enumerate(rules.face_names)}
    data = position_to_dict(rules, state)
    own = [name for name in rules.case.places[OWN_PLACES:] if isinstance(data.get(name), list)]
    hands, areas = ([[face[name] for name in cards] for cards in data[key]] for key in ("hands", "areas"))
    discard = [face[name] for name in data["discard"]]
    more = [[face[name] for name in data[place] if name in face] for place in own]
    return [hands, areas, discard, len(data["case_file"]), more]
