"""Lessons: short steps on prepared tables, played with the real rules.

A lesson is data in the folder `lesson` of a case: `steps.toml` says how each table lies and what is asked of the
learner, and one file for each language what is said (docs/adding-a-case.md). Nothing is kept between two questions:
a step and what was done in it are enough to lay the table again, wherever this code runs.
"""

import tomllib
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Literal

import msgspec
from msgspec import Struct

from casefile.core.case import Case
from casefile.core.events import OWN_PLACES
from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.state import State
from casefile.errors import CasefileError, one_line
from casefile.registry import case_named, rules_for
from casefile.text.language import Speaker, catalogue
from casefile.text.languages import ENGLISH, checked
from casefile.text.notation import Notation, split_words
from casefile.text.position import position_from_dict

FOLDER = "lesson"
STEPS = "steps.toml"


class Strict(Struct, forbid_unknown_fields=True):
    """Part of a lesson's files; a word that they do not know is a mistake."""


class Step(Strict):
    """One idea: where the table lies, what is asked, and what happens then."""

    name: str
    rules: list[str]  # that the words are about
    position: dict[str, Any] | None = None  # None: the table of the step before; see `whole_position`
    do: list[str] = []  # of the learner, in any order that the rules allow; nothing: it is only read
    wrong: dict[str, list[str]] = {}  # actions, or verbs, that are explained, with the rules that say why
    then: list[str] = []  # what the others do afterwards


class LessonFile(Strict):
    """The file of steps."""

    steps: list[Step]
    seat: int = 0  # the learner's


class StepWords(Strict):
    """What is said at one step."""

    title: str
    text: str
    done: str = ""  # when all that was asked is done; without it the lesson goes on at once
    wrong: dict[str, str] = {}  # why this is not the thing to do, for every action or verb that the step explains


@dataclass
class Moment:
    """A table of a lesson, laid out as far as the learner has come."""

    number: int  # of the step
    done: list[str]  # of what the step asks
    state: State
    past: list[State] = field(default_factory=list)  # after each action since the learner's last one


class Lesson:
    """The lesson of one case."""

    def __init__(self, case: Case, file: LessonFile) -> None:
        self.case = case
        self.steps = file.steps
        self.seat = file.seat
        if not self.steps or self.steps[0].position is None:
            raise CasefileError(f"{case.package}: {FOLDER}/{STEPS}: the first step needs a position")
        self.rules, _ = self.lay_out(0)
        self.notation = Notation(self.rules)

    def lay_out(self, number: int) -> tuple[Rules, State]:
        """The table of a step that has one of its own."""
        step = self.steps[number]
        assert step.position is not None
        rules, state = position_from_dict(whole_position(self.case, step))
        state.log = []
        state.seed = f"{self.case.name}/{step.name}"
        return rules, state

    def table(self, number: int) -> int:
        """Which of the prepared tables a step is played at, from 1."""
        return sum(step.position is not None for step in self.steps[: number + 1])

    def at(self, number: int, done: list[str]) -> Moment:
        """The table at a step, when this much of it was done."""
        first = max(at for at in range(number + 1) if self.steps[at].position is not None)
        _, state = self.lay_out(first)
        for step in self.steps[first:number]:
            for action in [*[f"{self.seat}: {text}" for text in step.do], *step.then]:
                self.notation.play(state, action)
        moment = Moment(number, [], state)
        for text in done:
            if text not in self.left(moment):
                raise CasefileError(f"done: the step {self.steps[number].name} does not ask for {text!r} now")
            self.do(moment, text)
        return moment

    def left(self, moment: Moment) -> list[str]:
        """What the step still asks for."""
        left = Counter(self.steps[moment.number].do) - Counter(moment.done)
        return [text for text in dict.fromkeys(self.steps[moment.number].do) for _ in range(left[text])]

    def do(self, moment: Moment, text: str) -> None:
        """Carry out what is asked; when that was all, the others do what they do."""
        self.notation.play(moment.state, f"{self.seat}: {text}")
        moment.done.append(text)
        moment.past = [moment.state.clone()]
        if not self.left(moment):
            for action in self.steps[moment.number].then:
                self.notation.play(moment.state, action)
                moment.past.append(moment.state.clone())

    def is_asked(self, moment: Moment, action: int) -> str:
        """What is asked and meant by this action, if it leaves the rest of what is asked possible; or nothing."""
        words = split_words(self.rules.actions[action].text)
        found = next((text for text in self.left(moment) if split_words(text) == words), "")
        if not found:
            return ""
        tried = Moment(moment.number, moment.done[:], moment.state.clone())
        try:
            self.do(tried, found)
            for text in self.left(tried):
                self.do(tried, text)
        except CasefileError:
            return ""
        return found


Kind = Literal["", "right", "other", "refused"]  # other: the rules allow it, but it is not the thing to do here


@dataclass
class Verdict:
    """What is said of something that the learner wanted to do."""

    kind: Kind
    text: str = ""
    rules: list[str] = field(default_factory=list)


def try_action(lesson: Lesson, moment: Moment, text: str, language: str) -> Verdict:
    """Carry out an action that is asked for; anything else is explained, and changes nothing."""
    rules, seat = lesson.rules, lesson.seat
    try:
        _, action = Notation(rules, language).read(f"{seat}: {text}", moment.state)
    except CasefileError as error:
        return Verdict("refused", str(error))
    asked = lesson.is_asked(moment, action)
    if asked:
        lesson.do(moment, asked)
        return Verdict("right")
    refusal = rules.refusal(moment.state, seat, action)
    kind: Kind = "other" if refusal is None else "refused"
    step = lesson.steps[moment.number]
    explained = explains(step, rules.actions[action].text)
    if explained is not None:
        return Verdict(kind, words_of(lesson.case.name, language)[step.name].wrong[explained], step.wrong[explained])
    speaker = Speaker(rules, names_for(lesson, language), language, you=seat)
    if refusal is not None:
        card = speaker.words["cards"].get(refusal.card, refusal.card)
        return Verdict(kind, speaker.say("refusals", refusal.key, card=card), [refusal.rule])
    left = lesson.left(moment)
    if not left:
        return Verdict(kind, str(speaker.words["lesson"]["go-on"]))
    wanted = speaker.action(lesson.notation.read_action(left[0]))
    return Verdict(kind, speaker.say("lesson", "other", action=wanted))


def explains(step: Step, action: str) -> str | None:
    """Under which words a step explains why not this action: those of the action itself, or of its verb."""
    words = split_words(action)
    exact = [key for key in step.wrong if split_words(key) == words]
    verb = [key for key in step.wrong if key == words[0]]
    return next(iter(exact + verb), None)


# The files


def whole_position(case: Case, step: Step) -> dict[str, Any]:
    """The position of a step: what its case file does not name lies below, in an order that is always the same."""
    assert step.position is not None
    data: dict[str, Any] = {"case": case.name, "players": case.players[0], **step.position}
    rules = rules_for(case.name, data["players"], data.get("edition"), data.get("teams"), data.get("options", []))
    left = rules.deck.copies[:]
    own = [data.get(place, []) for place in case.places[OWN_PLACES:]]
    asked = (data.get("asked") or {}).get("cards", [])
    piles = [data.get("discard", []), data.get("case_file", []), asked, *own]
    for name in [name for pile in [*data.get("hands", []), *data.get("areas", []), *piles] for name in pile]:
        if name in rules.face_names:  # the reader of positions names what is unknown
            left[rules.face_kind[rules.face_names.index(name)]] -= 1
    rest = [kind for kind, count in enumerate(left) for _ in range(count)]
    Rng(f"{case.name}/{step.name}").shuffle(rest)
    below = [rules.deck.names[kind] for kind in rest]
    return data | {"discard": data.get("discard", []), "case_file": [*data.get("case_file", []), *below]}


def folder_of(case: Case) -> Traversable:
    """Where a case keeps its lesson."""
    return files(case.package) / FOLDER


def has_lesson(case: Case) -> bool:
    """Does a case bring a lesson?"""
    return (folder_of(case) / STEPS).is_file()


def read(path: Traversable, where: str, kind: Any) -> Any:
    """A file of a lesson."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), kind)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise CasefileError(f"{where}: {one_line(error)}") from None


@cache
def lesson_of(name: str) -> Lesson:
    """The lesson of a case."""
    case = case_named(name)
    if not has_lesson(case):
        raise CasefileError(f"{name} has no lesson")
    return Lesson(case, read(folder_of(case) / STEPS, f"{case.package}: {FOLDER}/{STEPS}", LessonFile))


@cache
def words_of(name: str, language: str) -> dict[str, StepWords]:
    """What a lesson says, by the names of its steps; in English where a case does not speak the language."""
    case = case_named(name)
    path = folder_of(case) / f"{checked(language)}.toml"
    spoken = language if path.is_file() else ENGLISH
    where = f"{case.package}: {FOLDER}/{spoken}.toml"
    found: dict[str, StepWords] = read(folder_of(case) / f"{spoken}.toml", where, dict[str, StepWords])
    return found


def names_for(lesson: Lesson, language: str) -> list[str]:
    """What the learner and the others are called."""
    return names_at(lesson.rules, lesson.seat, language)


def names_at(rules: Rules, seat: int, language: str) -> list[str]:
    """What a person who studies on this seat is called, and all others."""
    words = catalogue(language, rules.case.name)["lesson"]
    seats = range(rules.seats)
    others = [words["other-seat"] if len(seats) == 2 else f"{words['other-seat']} {at}" for at in seats]
    return [words["learner"] if at == seat else others[at] for at in seats]
