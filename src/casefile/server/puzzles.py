"""Puzzles for clients: a position in the frames of the protocol, and what comes of an attempt. Nothing is kept here."""

from dataclasses import dataclass

from casefile.core.rules import Rules
from casefile.core.state import State
from casefile.errors import CasefileError
from casefile.server import bodies
from casefile.server.mistakes import KeptMistake
from casefile.server.prepared import PreparedTable, seen_events, verdict_frame
from casefile.study.lessons import Verdict
from casefile.study.mistakes import lay_out
from casefile.study.puzzles import Puzzle, cost, puzzle_at, puzzles_of, solution
from casefile.text.language import Speaker
from casefile.text.notation import Notation
from casefile.text.record import read_record


def answer(case: str, wish: bodies.PuzzleWish, language: str) -> bodies.LessonReply:
    """A puzzle as it is posed, or what comes of an attempt; solved or given up, the solution with its reason."""
    puzzle = puzzle_at(case, wish.number)
    rules, state = puzzle.lay_out()
    table = PreparedTable(rules, puzzle.seat, 1, f"{case}/{puzzle.name}", language)
    ask, grade = (table.speaker.say("puzzle", word) for word in ("ask", f"grade-{puzzle.grade}"))
    return pose(puzzle, table, state, wish, Posed(len(puzzles_of(case)), grade, ask))


def answer_mistake(
    record: str, kept: KeptMistake, wish: bodies.PuzzleWish, count: int, language: str
) -> bodies.LessonReply:
    """The same for a mistake of the player's own, at the table as it was."""
    match, names = read_record(record)
    rules, state = lay_out(match, kept.mistake.step)
    puzzle = kept.mistake.as_puzzle(f"{kept.table}/{kept.mistake.step}")
    table = PreparedTable(rules, puzzle.seat, kept.mistake.round, puzzle.name, language, names)
    title = table.speaker.say("puzzle", "own-title", number=kept.mistake.round)
    ask = table.speaker.say("puzzle", "own-ask", action=table.speaker.action(number_of(rules, puzzle.obvious)))
    return pose(puzzle, table, state, wish, Posed(count, title, ask))


@dataclass(frozen=True)
class Posed:
    """What stands around a puzzle: how many there are, what it is called, what is asked."""

    count: int
    title: str
    ask: str


def pose(
    puzzle: Puzzle, table: PreparedTable, state: State, wish: bodies.PuzzleWish, posed: Posed
) -> bodies.LessonReply:
    """A puzzle on its table, and what comes of an attempt."""
    rules, speaker = table.rules, table.speaker
    told = len(seen_events(state, puzzle.seat))  # before an attempt, which need not be told it again
    verdict = Verdict("")
    if wish.action is not None:
        verdict = judge(puzzle, state, wish.action, speaker)
    is_solved = verdict.kind == "right" or wish.shown
    text = solution(puzzle, rules, state, speaker) if is_solved else posed.ask
    if verdict.kind == "right":
        text = f"{speaker.say('puzzle', 'right')} {text}"
        Notation(rules).play(state, f"{puzzle.seat}: {wish.action}")
    return bodies.LessonReply(
        step=wish.number,
        steps=posed.count,
        title=posed.title,
        text=text,
        rules=[],
        done=[puzzle.name] if verdict.kind == "right" else [],
        finished=is_solved,
        next=None if verdict.kind == "right" else puzzle.best.action if wish.shown else None,
        verdict=verdict_frame(verdict),
        frames=[table.welcome(), table.seats(), *table.states([state], told if verdict.kind else 0)],
    )


def number_of(rules: Rules, text: str) -> int:
    """The number of an action that is written out in full."""
    return next(number for number, action in enumerate(rules.actions) if action.text == text)


def judge(puzzle: Puzzle, state: State, text: str, speaker: Speaker) -> Verdict:
    """Right, worse than the best, or refused by the rules."""
    rules, seat = speaker.rules, puzzle.seat
    try:
        action = Notation(rules, speaker.language).read_action(text, seat)
    except CasefileError as error:
        return Verdict("refused", str(error))
    refusal = rules.refusal(state, seat, action)
    if refusal is not None:
        card = speaker.words["cards"].get(refusal.card, refusal.card)
        return Verdict("refused", speaker.say("refusals", refusal.key, card=card), [refusal.rule])
    if puzzle.is_solved_by(rules.actions[action].text):
        return Verdict("right")
    return Verdict("other", cost(puzzle, rules.actions[action].text, speaker.action(action), speaker))
