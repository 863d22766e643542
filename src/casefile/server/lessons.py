"""Lessons for clients: a prepared table in the same frames as any other, and what is said of each step.

Nothing is kept here: a question brings the step and what was done in it, and the answer follows from these alone.
"""

from typing import Any, cast

from casefile.core.rules import Rules
from casefile.core.state import OVER, State
from casefile.errors import CasefileError, show
from casefile.server import bodies, frames, messages
from casefile.study.lessons import Lesson, Moment, Verdict, lesson_of, names_for, try_action, words_of
from casefile.text.language import Speaker
from casefile.text.score import told_score
from casefile.text.seen import row_to_dict, view_to_dict
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
    table = Table(lesson, moment.number, language)
    past = moment.past if verdict.kind == "right" else [moment.state]
    first = told if verdict.kind else 0  # to a client that has just come, all is told
    sent = [table.welcome(), table.seats(), *table.states(past, first)]
    return reply(lesson, moment, verdict, sent, language)


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
        verdict=bodies.LessonVerdict(cast(Any, verdict.kind), verdict.text, verdict.rules) if verdict.kind else None,
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


def seen_events(state: State, seat: int) -> list[Any]:
    """What a seat saw happen at this table."""
    return [seen for event in state.log or [] if (seen := event.seen_by(seat)) is not None]


class Table:
    """A prepared table as its learner sees it, in the frames of the protocol."""

    def __init__(self, lesson: Lesson, step: int, language: str) -> None:
        self.lesson = lesson
        self.rules: Rules = lesson.rules
        self.seat = lesson.seat
        self.step = step
        self.number = lesson.table(step)
        self.name = f"{lesson.case.name}/{step}"
        self.names = names_for(lesson, language)
        self.speaker = Speaker(self.rules, self.names, language)

    def welcome(self) -> messages.Welcome:
        """What the table is like."""
        variant = self.rules.variant
        settings = messages.Settings(
            case=variant.case,
            edition=variant.edition,
            players=variant.seats,
            teams=variant.teams,
            options=list(variant.options),
            deck={},
            target=self.rules.target,
            pace="brisk",
            clock=None,
            hints=False,
            beat=0,
        )
        return messages.Welcome(messages.VERSION, "", self.seat, settings, "", [])

    def seats(self) -> messages.TableInfo:
        """Who sits there."""
        seats = []
        for seat, name in enumerate(self.names):
            kind, bot = ("person", None) if seat == self.seat else ("bot", "constable")
            seats.append(
                messages.SeatInfo(
                    name=name,
                    kind=cast(Any, kind),
                    bot=bot,
                    connected=True,
                    stand_in=None,
                    ready=False,
                    resigned=False,
                    left=False,
                )
            )
        return messages.TableInfo("playing", seats, {}, None, None)

    def states(self, past: list[State], told: int) -> list[bodies.LessonFrame]:
        """Every state that was reached, with what happened on the way, and the score if that ended the round."""
        found: list[bodies.LessonFrame] = []
        for state in past:
            frame = self.state(state, told)
            told = frame.told
            found.append(frame)
        if past[-1].phase == OVER and self.lesson.steps[self.step].do:  # what follows is only read
            found.append(self.scoring(past[-1]))
        return found

    def state(self, state: State, told: int) -> messages.StateInfo:
        """The table as it is, with the events after those that were told already."""
        rules, seat = self.rules, self.seat
        view = rules.view(state, seat)
        shown = cast(messages.View, view_to_dict(rules, view))
        bits = rules.shown(state, seat).actors() if state.phase != OVER else 0
        waiting = [at for at in range(rules.seats) if bits >> at & 1]
        events = seen_events(state, seat)
        legal = rules.legal(state, seat) if seat in waiting else []
        return messages.StateInfo(
            at=f"{self.name}/{len(state.log or [])}/{state.phase}/{state.question}",
            round=self.number,
            dealer=state.dealer,
            scores=state.scores,
            target=rules.target,
            view=shown,
            actions=[frames.action_info(rules, action, self.speaker) for action in legal],
            question=frames.question_for(shown, seat, waiting, self.speaker),
            waiting_for=waiting,
            events=frames.event_infos(rules, events, told, self.speaker),
            told=len(events),
            undo="no",
            standing=None,
            board=[cast(messages.BoardRow, row_to_dict(rules, row)) for row in rules.board(view)],
            worth=rules.worth(view),
        )

    def scoring(self, state: State) -> messages.Scoring:
        """How the round came out."""
        rules = self.rules
        result = rules.score(state)
        totals = result.totals()
        hands = view_to_dict(rules, rules.view(state, self.seat))["hands"]
        scores = [before + now for before, now in zip(state.scores, totals, strict=True)]
        told = told_score(rules, result, self.speaker)
        before = [state.scores] if self.number > 1 else []
        return messages.Scoring(self.number, told, hands, state.scores, scores, [*before, totals])
