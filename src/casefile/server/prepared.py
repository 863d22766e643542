"""Prepared tables, as lessons and puzzles lay them: shown in the same frames as any other table."""

from typing import Any, cast

from casefile.core.rules import Rules
from casefile.core.state import OVER, State
from casefile.server import bodies, frames, messages
from casefile.study.lessons import Verdict, names_at
from casefile.text.language import Speaker
from casefile.text.score import told_score
from casefile.text.seen import row_to_dict, view_to_dict
from casefile.text.whynot import left_to_do


def verdict_frame(verdict: Verdict) -> bodies.LessonVerdict | None:
    """What is said of an attempt, if there was one."""
    return None if verdict.kind == "" else bodies.LessonVerdict(verdict.kind, verdict.text, verdict.rules)


def seen_events(state: State, seat: int) -> list[Any]:
    """What a seat saw happen at this table."""
    return [seen for event in state.log or [] if (seen := event.seen_by(seat)) is not None]


class PreparedTable:
    """A prepared table as the person who studies there sees it, in the frames of the protocol."""

    def __init__(
        self, rules: Rules, seat: int, number: int, name: str, language: str, names: list[str] | None = None
    ) -> None:
        self.rules = rules
        self.seat = seat
        self.number = number  # of the round, as the page shows it
        self.name = name
        self.names = names or names_at(rules, seat, language)
        self.speaker = Speaker(rules, self.names, language, you=seat)

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
            pace="natural",
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
        """Every state that was reached, with what happened on the way."""
        found: list[bodies.LessonFrame] = []
        for state in past:
            frame = self.state(state, told)
            told = frame.told
            found.append(frame)
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
            scores=state.scores if state.phase != OVER else self.scores_after(state),
            target=rules.target,
            view=shown,
            actions=[frames.action_info(rules, action, self.speaker) for action in legal],
            question=frames.question_for(
                left_to_do(rules, state, seat, legal) or frames.asked_in(shown), seat, waiting, self.speaker
            ),
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
        hands = view_to_dict(rules, rules.view(state, self.seat))["hands"]
        told = told_score(rules, result, self.speaker)
        sheet = [*[state.scores] * (self.number > 1), result.totals()]
        return messages.Scoring(self.number, told, hands, state.scores, self.scores_after(state), sheet)

    def scores_after(self, state: State) -> list[int]:
        """What the sides have with the points of this round, which is over."""
        totals = self.rules.score(state).totals()
        return [before + now for before, now in zip(state.scores, totals, strict=True)]
