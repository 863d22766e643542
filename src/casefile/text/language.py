"""Sentences and names in a language; everything that people read comes through here."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from casefile.bots.base import Candidate, Reason
from casefile.core.actions import Refusal
from casefile.core.events import HIDDEN, Event
from casefile.core.rules import Rules
from casefile.core.score import RoundScore
from casefile.core.state import ENDINGS
from casefile.core.view import View
from casefile.registry import case_info


@cache
def catalogue(language: str, case: str) -> dict[str, Any]:
    """What a case says in a language: its own words over those that all cases share."""
    common = tomllib.loads((files("casefile.text") / language / "common.toml").read_text("utf-8"))
    own = tomllib.loads((files(case_info(case).texts) / language / f"{case}.toml").read_text("utf-8"))
    words: dict[str, Any] = common | {key: value for key, value in own.items() if not isinstance(value, dict)}
    for section, entries in own.items():
        if isinstance(entries, dict):
            words[section] = common.get(section, {}) | entries
    return words


class Speaker:
    """Puts refusals, events and scores of one game into words."""

    def __init__(self, rules: Rules, names: list[str] | None = None, language: str = "en") -> None:
        self.rules = rules
        self.words = catalogue(language, rules.variant.case)
        phrases = self.words["phrases"]
        self.seats = names or [phrases["seat"].format(number=seat) for seat in range(rules.seats)]

    def card(self, face: int) -> str:
        """The name of a card."""
        return str(self.words["cards"][self.rules.face_names[face]])

    def cards(self, faces: list[int]) -> str:
        """A list of cards, equal ones together, hidden ones as a number."""
        if not faces:
            return str(self.words["phrases"]["nothing"])
        if HIDDEN in faces:
            phrases = self.words["phrases"]
            key = "hidden-one" if len(faces) == 1 else "hidden-many"
            return str(phrases[key].format(number=len(faces)))
        parts = []
        for face in sorted(set(faces), key=faces.index):
            count = faces.count(face)
            parts.append(self.card(face) if count == 1 else f"{count} × {self.card(face)}")
        return ", ".join(parts)

    def refusal(self, refusal: Refusal) -> str:
        """Why an action is not legal, with the rule's number."""
        sentence = self.words["refusals"][refusal.key].format(card=refusal.card)
        return f"{sentence} ({refusal.rule})"

    def reason(self, reason: Reason) -> str:
        """Why a bot chose its action."""
        card = self.card(reason.faces[0]) if reason.faces else ""
        other = self.card(reason.faces[1]) if len(reason.faces) > 1 else ""
        sentence = str(self.words["reasons"][reason.key])
        return sentence.format(card=card, other=other, cards=self.cards(reason.faces), number=reason.number)

    def comparison(self, candidates: list[Candidate]) -> str:
        """How the chosen action compares with the next best one."""
        if len(candidates) < 2:
            return ""
        first, second = candidates[:2]
        gap = round(first.points - second.points)
        key = "better" if gap >= 1 else "close"
        action = self.rules.actions[second.action].text
        return str(self.words["hint"][key].format(number=gap, action=action))

    def event(self, event: Event) -> str:
        """What happened, in one sentence."""
        who = self.seats[event.seat] if event.seat >= 0 else ""
        if event.what == "end":
            return str(self.words["endings"][ENDINGS[event.number]].format(who=who))
        sentence = self.words["events"][event.what]
        other = self.seats[event.number] if "{other}" in sentence else ""
        return str(sentence.format(who=who, cards=self.cards(event.cards), number=event.number, other=other))

    def table_notes(self, view: View) -> list[str]:
        """What else lies on the table for all to see: one sentence for each field that the case names."""
        notes = []
        for name, sentence in self.words.get("table", {}).items():
            value = getattr(view, name)
            if isinstance(sentence, list):
                notes.append(sentence[value])
            elif value:
                notes.append(sentence.format(number=value))
        return notes

    def side(self, side: int) -> str:
        """A player, or the players of a team."""
        return " & ".join(self.seats[side :: self.rules.sides])

    def score_lines(self, result: RoundScore, side: int) -> list[tuple[str, int]]:
        """What a side's points consist of."""
        lines = []
        for why, face, count, points in result.sides[side].lines:
            label = f"{count} × {self.card(face)}"
            if why:
                label = self.words["score"][why].format(cards=label, card=self.card(face), number=count)
            lines.append((label, points))
        return lines

    def outcome(self, result: RoundScore) -> str:
        """How the round came out."""
        culprit = self.card(result.culprit) if result.culprit >= 0 else ""
        side = self.side(result.shut_out) if result.shut_out >= 0 else ""
        sentence = str(self.words["outcomes"][result.outcome].format(culprit=culprit))
        if result.shut_out < 0:
            return sentence
        return sentence + " " + str(self.words["outcomes"]["shut-out"].format(side=side))
