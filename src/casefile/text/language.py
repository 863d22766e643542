"""Sentences and names in a language; everything that people read comes through here."""

import tomllib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from casefile.bots.base import Candidate, Decision, Reason
from casefile.core.actions import Refusal
from casefile.core.deck import CLUE, Card
from casefile.core.events import HIDDEN, Event
from casefile.core.notes import NO_NUMBER, Note
from casefile.core.rules import Rules
from casefile.core.score import RoundScore
from casefile.registry import case_named
from casefile.text.languages import ENGLISH, checked

CLEARLY = 0.005  # as a chance to win: less may be luck of what was tried
Words = dict[str, Any]
KindOfEvent = tuple[str, int, bool, bool]  # what happened, how the round ended, and whether you did it, or had it done


def own_words(language: str, case: str) -> Traversable:
    """Where a case keeps its own words; there need not be such a file in every language."""
    return files(case_named(case).package) / "text" / f"{language}.toml"


def language_of(case: str, language: str) -> str:
    """The language in which a case can be told: the wanted one, or English if the case does not speak it."""
    return language if own_words(checked(language), case).is_file() else ENGLISH


@cache
def common_words(language: str) -> Words:
    """What all cases say alike."""
    return tomllib.loads((files("casefile.text") / "words" / f"{checked(language)}.toml").read_text("utf-8"))


@cache
def catalogue(language: str, case: str) -> Words:
    """What a case says: its own words over those that all cases share; English where it lacks a sentence."""
    words: Words = {}
    for spoken in dict.fromkeys([ENGLISH, language_of(case, language)]):
        for layer in (common_words(spoken), tomllib.loads(own_words(spoken, case).read_text("utf-8"))):
            for key, value in layer.items():
                words[key] = words.get(key, {}) | value if isinstance(value, dict) else value
            for what in layer.get("events", {}).keys() - layer.get("by-you", {}).keys():
                words.get("by-you", {}).pop(what, None)  # nobody is told an event in words that the case has changed
    return words


def help_for(words: Words, card: Card) -> str:
    """What a card is for, in one sentence: its own, that of its family, or that of all clues."""
    family = card.name.partition(":")[0]
    return str(words["help"].get(card.name) or words["help"].get(family) or words["help"]["clue"] * (card.kind == CLUE))


def copies(word: str) -> int:
    """How many cards a word of an action names."""
    return int(word.partition("*")[2] or 1)


class Speaker:
    """Puts refusals, events and scores of one game into words."""

    def __init__(
        self, rules: Rules, names: list[str] | None = None, language: str = ENGLISH, you: int | None = None
    ) -> None:
        self.rules = rules
        self.you = you  # the seat that is spoken to
        self.language = language_of(rules.variant.case, language)
        self.words = catalogue(language, rules.variant.case)
        self.face_of = {name: face for face, name in enumerate(rules.face_names)}
        self.sections: dict[KindOfEvent, str] = {}  # of the catalogue, for each kind of event
        self.seats = names or [self.say("phrases", "seat", number=seat) for seat in range(rules.seats)]

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled and copied by what it is made of."""
        return Speaker, (self.rules, self.seats, self.language, self.you)

    def say(self, section: str, key: str, **filling: object) -> str:
        """A sentence of the catalogue with its gaps filled."""
        return str(self.words[section][key]).format(**filling)

    def card(self, face: int) -> str:
        """The name of a card."""
        return str(self.words["cards"][self.rules.face_names[face]])

    def named(self, face: int) -> str:
        """The name of a card within a sentence: in quotes where a language would have to inflect it."""
        return self.say("phrases", "card", card=self.card(face))

    def cards(self, faces: list[int]) -> str:
        """A list of cards, equal ones together, hidden ones as a number."""
        if not faces:
            return str(self.words["phrases"]["nothing"])
        if HIDDEN in faces:
            return self.say("phrases", "hidden-one" if len(faces) == 1 else "hidden-many", number=len(faces))
        parts = []
        for face in sorted(set(faces), key=faces.index):
            count = faces.count(face)
            parts.append(self.named(face) if count == 1 else f"{count} × {self.named(face)}")
        return self.listed(parts)

    def listed(self, parts: list[str]) -> str:
        """Several things as the language joins them: A, B and C."""
        if len(parts) < 2:
            return "".join(parts)
        return self.say("phrases", "and", list=", ".join(parts[:-1]), last=parts[-1])

    def refusal(self, refusal: Refusal) -> str:
        """Why an action is not legal, with the rule's number."""
        return f"{self.say('refusals', refusal.key, card=refusal.card)} ({refusal.rule})"

    def action(self, number: int) -> str:
        """An action as a person would say it, where the notation only names cards and words."""
        verb, *rest = self.rules.actions[number].text.split()
        names = self.face_of
        faces = [names[name] for word in rest for name in [word.partition("*")[0]] * copies(word) if name in names]
        seats = [int(word) for word in rest if word.isdigit()]
        who = "".join(self.seats[seat] for seat in seats)
        words = [word for word in rest if word.partition("*")[0] not in names and not word.isdigit()]
        full = "-".join([verb, *(words or rest[:1])])
        keys = [*[f"{full}-yours" for seat in seats if seat == self.you], full, verb]
        key = next((key for key in keys if key in self.words["actions"]), None)
        return self.cards(faces) if key is None else self.say("actions", key, **self.about(faces), who=who)

    def about(self, faces: list[int]) -> dict[str, str]:
        """The gaps for cards: the first, the second, all of them."""
        first, second = [*[self.card(face) for face in dict.fromkeys(faces)], "", ""][:2]
        return {"card": first, "other": second, "cards": self.cards(faces)}

    def reason(self, reason: Reason) -> str:
        """Why a bot chose its action."""
        return self.say("reasons", reason.key, **self.about(reason.faces), number=reason.number)

    def advice(self, decision: Decision) -> str:
        """Why an action is proposed, and how it compares with the next best one."""
        why = self.reason(decision.reason)
        if not why and decision.candidates:
            why = self.say("hint", "tried")
        return f"{why} {self.comparison(decision.candidates)}".strip()

    def comparison(self, candidates: list[Candidate]) -> str:
        """How the chosen action compares with the next best one: candidates stand in the order of their chances."""
        if len(candidates) < 2:
            return ""
        first, second = candidates[:2]
        gap = round(first.points - second.points)
        key = "better" if gap >= 1 else "close"
        if gap <= -1 and first.chance - second.chance >= CLEARLY:
            key = "bolder"
        action = self.action(second.action)
        action = action[:1].upper() + action[1:] if key == "bolder" else action  # it begins the sentence
        return self.say("hint", key, number=abs(gap), action=action)

    def event(self, event: Event) -> str:
        """What happened, in one sentence."""
        who = self.seats[event.seat] if event.seat >= 0 else ""
        if event.ending:
            return self.say(self.told_as(event), self.rules.case.endings[event.ending], who=who)
        other = self.seats[event.other] if event.other >= 0 else ""
        cards = self.cards(event.cards)
        return self.say(self.told_as(event), event.what, who=who, cards=cards, number=event.count, other=other)

    def told_as(self, event: Event) -> str:
        """The section that has the sentence for an event: told to somebody who took part, or to all."""
        is_by = event.seat >= 0 and event.seat == self.you
        is_to = event.other >= 0 and event.other == self.you
        kind = (event.what, event.ending, is_by, is_to)
        found = self.sections.get(kind)
        if found is None:
            found = self.sections[kind] = self.section_for(kind)
        return found

    def section_for(self, kind: KindOfEvent) -> str:
        """The same, for all events of a kind."""
        what, ending, is_by, is_to = kind
        key = self.rules.case.endings[ending] if ending else what
        sections = [
            *["your-endings"] * (is_by and bool(ending)),
            *["by-you-to-you"] * (is_by and is_to),
            *["by-you"] * (is_by and not ending),
            *["to-you"] * is_to,
        ]
        return next((each for each in sections if key in self.words.get(each, {})), "endings" if ending else "events")

    def table_notes(self, notes: list[Note]) -> list[str]:
        """What the table shows beside the cards: a sentence for each note that the case has one for, unless it is 0."""
        said = []
        for note in notes:
            number = note.number if note.cards is None or note.number != NO_NUMBER else len(note.cards)
            if number and note.key in self.words.get("table", {}):
                said.append(self.say("table", note.key, number=number, of=note.of))
        return said

    def side(self, side: int) -> str:
        """A player, or the players of a team."""
        return " & ".join(self.seats[side :: self.rules.sides])

    def won(self, side: int, score: int) -> str:
        """Who has won the match."""
        return self.say("phrases", "won", who=self.side(side), number=score)

    def score_lines(self, result: RoundScore, side: int) -> list[tuple[str, int]]:
        """What a side's points consist of."""
        lines = []
        for why, face, count, points in result.sides[side].lines:
            label = f"{count} × {self.card(face)}"
            if why:
                partner = str(self.rules.deck.cards[self.rules.face_kind[face]].figures.get("partner") or "")
                other = self.words["cards"].get(partner, "")
                label = self.say("score", why, cards=label, card=self.card(face), other=other, number=count)
            lines.append((label, points))
        return lines

    def outcome(self, result: RoundScore) -> str:
        """How the round came out."""
        culprit = self.card(result.culprit) if result.culprit >= 0 else ""
        sentence = self.say("outcomes", result.outcome, culprit=culprit)
        return sentence if result.shut_out < 0 else f"{sentence} {self.say('outcomes', 'shut-out')}"
