"""Decisions of somebody's own that cost much, as puzzles: a moment of a record, with all that the player knew then."""

from collections.abc import Iterator

from msgspec import Struct

from casefile.bots.base import Decision
from casefile.core.rules import Rules
from casefile.core.state import State
from casefile.errors import CasefileError
from casefile.match import Match, catch_up
from casefile.study.coach import is_suspect, loss_of, second_look
from casefile.study.puzzles import Option, Puzzle
from casefile.study.questions import Question

MOST = 6  # of one match: those that cost most
AS_GOOD_POINTS, AS_GOOD_CHANCE = 2.0, 0.02  # what is not worse by more may be chosen as well


class Mistake(Struct):
    """A decision that cost much: where it stands in its record, and what a judge says of it."""

    step: int  # of the match: actions of all rounds, from 0
    round: int
    seat: int
    chosen: str
    options: list[Option]  # the best first
    also: list[str]  # nearly as good as the best

    def as_puzzle(self, name: str) -> Puzzle:
        """The same as a puzzle; its table is laid by `lay_out`."""
        return Puzzle(name, self.seat, {}, self.options, self.chosen, {}, 0, self.also)


def moments(played: Match) -> Iterator[tuple[int, int, State]]:
    """Every action of a match again: its seat, what it does, and the table before it, with the log of its round."""
    match = Match(played.rules, played.seed, played.target, log=True, anew=played.anew)
    for number, old in enumerate(played.rounds):
        if number:
            match.next_round()
        for seat, action in old.actions:
            catch_up(played.rules, match.state, seat)
            yield seat, action, match.state
            match.apply(seat, action)
        if old.stopped:
            match.stop_round()


def mistakes_of(played: Match, seat: int, verdicts: list[Decision]) -> list[Mistake]:
    """The costliest decisions of a seat, in the order of the match; a second look has to agree that they were costly.

    The verdicts are those of a review, one for every decision of any seat that had a choice.
    """
    rules = played.rules
    said = iter(verdicts)
    suspected: list[tuple[float, int, Question, Decision]] = []
    for step, (actor, action, state) in enumerate(moments(played)):
        legal = rules.legal(state, actor)
        verdict = next(said) if len(legal) > 1 else None
        if verdict is not None and actor == seat and is_suspect(verdict, action):
            question = Question(rules.view(state, seat), legal, played.target, action)
            suspected.append((-loss_of(verdict, action).chance, step, question, verdict))
    found = []
    for _, step, question, verdict in sorted(suspected, key=lambda each: each[:2])[:MOST]:
        better = second_look(rules, question, verdict)
        if better is not None:
            found.append(mistake_at(played, step, seat, question, verdict, better))
    return sorted(found, key=lambda each: each.step)


def mistake_at(played: Match, step: int, seat: int, question: Question, verdict: Decision, second: Decision) -> Mistake:
    """A mistake as it is kept, with the figures of the second look, which called it one."""
    texts = played.rules.actions
    tried = [each for each in verdict.candidates if each.tries]
    best, best_again = verdict.candidates[0], second.candidates[0]
    looked_again = {each.action: each for each in second.candidates}
    options = []
    for each in tried:
        # The second look was at two actions; any other keeps its distance from the best.
        points, chance = best_again.points - best.points + each.points, best_again.chance - best.chance + each.chance
        if each.action in looked_again:
            points, chance = looked_again[each.action].points, looked_again[each.action].chance
        options.append(Option(texts[each.action].text, round(points, 1), round(chance, 3)))
    also = [
        texts[each.action].text
        for each in tried[1:]
        if best.points - each.points < AS_GOOD_POINTS and best.chance - each.chance < AS_GOOD_CHANCE
    ]
    return Mistake(step, round_of(played, step), seat, texts[question.chosen].text, options, also)


def round_of(played: Match, step: int) -> int:
    """The round that a step belongs to, from 1 on."""
    for number, each in enumerate(played.rounds, 1):
        if step < len(each.actions):
            return number
        step -= len(each.actions)
    raise CasefileError(f"step: the record has no step {step}")


def lay_out(played: Match, step: int) -> tuple[Rules, State]:
    """The table before a step of a match, with all that anybody knew then."""
    for number, (_, _, state) in enumerate(moments(played)):
        if number == step:
            return played.rules, state.clone()
    raise CasefileError(f"step: the record has no step {step}")
