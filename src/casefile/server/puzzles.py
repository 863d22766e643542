"""Puzzles for clients: a position in the frames of the protocol, and what comes of an attempt. Nothing is kept here."""

from casefile.core.state import State
from casefile.errors import CasefileError
from casefile.server import bodies
from casefile.server.prepared import PreparedTable, verdict_frame
from casefile.study.lessons import Verdict
from casefile.study.puzzles import Puzzle, cost, puzzle_at, puzzles_of, solution
from casefile.text.language import Speaker
from casefile.text.notation import Notation, split_words


def answer(case: str, wish: bodies.PuzzleWish, language: str) -> bodies.LessonReply:
    """A puzzle as it is posed, or what comes of an attempt; solved or given up, the solution with its reason."""
    puzzle = puzzle_at(case, wish.number)
    rules, state = puzzle.lay_out()
    table = PreparedTable(rules, puzzle.seat, 1, f"{case}/{puzzle.name}", language)
    speaker = table.speaker
    verdict = Verdict("")
    if wish.action is not None:
        verdict = judge(puzzle, state, wish.action, speaker)
    is_solved = verdict.kind == "right" or wish.shown
    text = solution(puzzle, rules, state, speaker) if is_solved else speaker.say("puzzle", "ask")
    if verdict.kind == "right":
        Notation(rules).play(state, f"{puzzle.seat}: {puzzle.best.action}")
    count = len(puzzles_of(case))
    grade = speaker.say("puzzle", f"grade-{puzzle.grade}")
    return bodies.LessonReply(
        step=wish.number,
        steps=count,
        title=grade,
        text=text,
        rules=[],
        done=[puzzle.name] if verdict.kind == "right" else [],
        finished=is_solved,
        next=None if verdict.kind == "right" else puzzle.best.action if wish.shown else None,
        verdict=verdict_frame(verdict),
        frames=[table.welcome(), table.seats(), *table.states([state], 0)],
    )


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
    if split_words(rules.actions[action].text) == split_words(puzzle.best.action):
        return Verdict("right")
    return Verdict("other", cost(puzzle, rules.actions[action].text, speaker.action(action), speaker))
