"""Lessons for clients: a prepared table in the same frames as any other, and what is said of each step.

Nothing is kept here: a question brings the step and what was done in it, and the answer follows from these alone.
"""

import msgspec

from casefile.core.state import OVER
from casefile.errors import CasefileError, show
from casefile.server import bodies, messages
from casefile.server.prepared import PreparedTable, seen_events, verdict_frame
from casefile.study.lessons import Lesson, Moment, Verdict, lesson_of, names_for, try_action, words_of
from casefile.text.language import Speaker
from casefile.text.whynot import why_not


def answer(case: str, wish: bodies.LessonWish, language: str) -> bodies.LessonReply:
    """Where the learner is after this wish: at the same step, or at the next one if this one is done."""
    lesson = lesson_of(case)
    if wish.step >= len(lesson.steps):
        raise CasefileError(f"step: the lesson of {case} has the steps 0 to {len(lesson.steps) - 1}")
    moment = lesson.at(wish.step, wish.done)
    told = len(seen_events(moment.state, lesson.seat))
    verdict = Verdict("")
    if wish.action is not None:
        verdict = try_action(lesson, moment, wish.action, language)
    elif wish.cards:
        verdict = why(lesson, moment, wish.cards, language)
    number = lesson.table(moment.number)
    table = PreparedTable(lesson.rules, lesson.seat, number, f"{case}/{moment.number}", language)
    past = moment.past if verdict.kind == "right" else [moment.state]
    first = told if verdict.kind else 0  # to a client that has just come, all is told
    sent: list[bodies.LessonFrame] = [table.welcome(), table.seats(), *table.states(past, first)]
    if not lesson.steps[moment.number].do:  # nothing is asked: what could be done would only distract
        sent = [still(frame) if isinstance(frame, messages.StateInfo) else frame for frame in sent]
    if moment.state.phase == OVER and lesson.steps[moment.number].do:  # what follows is only read
        sent.append(table.scoring(moment.state))
    return reply(lesson, moment, verdict, sent, language)


def still(frame: messages.StateInfo) -> messages.StateInfo:
    """A table at which nobody is asked anything."""
    return msgspec.structs.replace(frame, actions=[], question="", waiting_for=[])


def reply(
    lesson: Lesson, moment: Moment, verdict: Verdict, sent: list[bodies.LessonFrame], language: str
) -> bodies.LessonReply:
    """What is said now; a step that is done and has nothing more to say gives way to the next one."""
    number, done = moment.number, moment.done
    words = words_of(lesson.case.name, language)
    is_done = not lesson.left(moment)
    is_last = number + 1 == len(lesson.steps)
    if is_done and lesson.steps[number].do and not words[lesson.steps[number].name].done and not is_last:
        number, done, is_done = number + 1, [], not lesson.steps[number + 1].do
    step = lesson.steps[number]
    said = words[step.name]
    left = [] if is_done else lesson.left(Moment(number, done, moment.state))
    return bodies.LessonReply(
        step=number,
        steps=len(lesson.steps),
        title=said.title,
        text=said.done if is_done and said.done else said.text,
        rules=step.rules,
        done=done,
        finished=is_done,
        next=left[0] if left else None,
        verdict=verdict_frame(verdict),
        frames=sent,
    )


def why(lesson: Lesson, moment: Moment, cards: list[str], language: str) -> Verdict:
    """Why nothing can be done with these cards of the learner's hand."""
    rules = lesson.rules
    kinds = rules.deck.kind_of
    for card in cards:
        if card not in kinds or moment.state.in_hand(lesson.seat, kinds[card]) < cards.count(card):
            raise CasefileError(f"cards: name cards of the learner's hand; {show(card)} is not among them")
    speaker = Speaker(rules, names_for(lesson, language), language)
    reason = why_not(rules, moment.state, lesson.seat, [kinds[card] for card in cards], speaker)
    return Verdict("") if reason is None else Verdict("refused", reason[0], [reason[1]])
