"""The review of a match: every decision graded by what its seat could know, and what every step was worth."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from casefile.bots.base import Candidate, Decision
from casefile.core.events import CASE_FILE, FIRST_AREA, FIRST_HAND, Event
from casefile.core.rng import Rng
from casefile.core.state import State
from casefile.learn.chance import could_have_been, is_chance
from casefile.match import Match, Round, catch_up
from casefile.study.judge import Judge, Worth, judge_for
from casefile.study.questions import Question
from casefile.study.units import CHANCE, Units, in_units
from casefile.text.record import Early

SLIP, MISTAKE, BLUNDER = 100, 300, 800  # what a decision costs at least that is called so
GRADES = ("best", "fine", "slip", "mistake", "blunder")
DEAL, DRAW, TURNED = "deal", "draw", "turned"

Progress = Callable[[int, int], None]  # decisions that are judged, of how many


@dataclass
class Verdict:
    """What is thought of one decision."""

    action: int
    decided: Decision
    loss: Units  # against the best, never below nothing
    grade: str

    @property
    def best(self) -> Candidate:
        """What would have been best."""
        return self.decided.candidates[0]


@dataclass
class Step:
    """A deal or an action of the match, and what it came to."""

    round: int  # from 1 on
    seat: int | None  # nobody, where a round is dealt
    action: int | None
    before: State | None  # none before a deal
    after: State
    question: Question | None
    events: list[Event]
    worth: list[Units] = field(default_factory=list)  # after it, by side
    luck: list[Units] | None = None  # the part of it that is chance, by side
    luck_name: str = ""
    verdict: Verdict | None = None
    ended: list[Units] | None = None  # what an early end of the match changed, by side

    def played(self) -> list[Units]:
        """What it was worth by what was played, by side: before the match ended early."""
        return self.worth if self.ended is None else less(self.worth, self.ended)


@dataclass
class Review:
    """A match that was looked through."""

    match: Match
    judge: Judge
    steps: list[Step]
    early: Early | None = None

    def winner(self) -> int | None:
        """Who won, by the target or because the match ended before it; nobody yet if it is not finished."""
        return self.match.winner() if self.early is None else self.early.winner

    def starts(self, step: int) -> list[Units]:
        """What the match was worth to the sides before a step: before a deal, by the scores alone."""
        if self.steps[step].seat is not None:
            return self.steps[step - 1].worth
        played = self.match.rounds[self.steps[step].round - 1]
        return by_side(nothing_yet(self.judge, played, self.match.target))

    def decisions(self, seat: int) -> list[Step]:
        """The steps at which a seat had a choice."""
        return [step for step in self.steps if step.seat == seat and step.verdict is not None]


def by_side(worth: Worth) -> list[Units]:
    """What a table is worth to each side, as whole numbers."""
    return [in_units(chance, points) for chance, points in zip(worth.chances, worth.points, strict=True)]


def less(worth: list[Units], other: list[Units]) -> list[Units]:
    """By how much more each side has."""
    return [mine - theirs for mine, theirs in zip(worth, other, strict=True)]


def nothing_yet(judge: Judge, played: Round, target: int) -> Worth:
    """What a round is worth before it is dealt, or if it is given up."""
    return judge.result(played.scores, [0] * len(played.scores), target)


def walk(played: Match) -> Iterator[Step]:
    """All deals and actions of a match again; answers that an older version did not ask for belong to what follows."""
    rules = played.rules
    match = Match(rules, played.seed, played.target, log=True, anew=played.anew)
    for number, old in enumerate(played.rounds, 1):
        if number > 1:
            match.next_round()
        yield Step(number, None, None, None, match.state.clone(), None, match.events()[:])
        for seat, action in old.actions:
            catch_up(rules, match.state, seat)
            told = len(match.events())
            before = match.state.clone()
            before.log = None
            question = Question(rules.view(before, seat), rules.legal(before, seat), played.target, action)
            match.apply(seat, action)
            after = match.state.clone()
            yield Step(number, seat, action, before, after, question, match.events()[told:])
            after.log = None
        if old.stopped:
            match.stop_round()


def begin(played: Match, judge: Judge | None = None, early: Early | None = None) -> Review:
    """The first graph: what every step was worth, but nothing graded yet."""
    judge = judge or judge_for(played.rules)
    steps = list(walk(played))
    worths = judge.worth([step.after for step in steps], played.target)
    for step, worth in zip(steps, worths, strict=True):
        step.worth = by_side(worth)
    for at, step in enumerate(steps):
        is_last = at == len(steps) - 1 or steps[at + 1].seat is None
        old = played.rounds[step.round - 1]
        if is_last and old.stopped:
            step.worth = by_side(nothing_yet(judge, old, played.target))
    if early is not None:
        end_early(steps[-1], early.winner)
    return Review(played, judge, steps, early)


def end_early(last: Step, winner: int) -> None:
    """Somebody won here though the target was not reached: what was still open is nobody's doing, and no luck."""
    before = last.worth
    last.worth = [Units(CHANCE if side == winner else 0, worth.points) for side, worth in enumerate(before)]
    last.ended = less(last.worth, before)


def review(
    played: Match, judge: Judge | None = None, progress: Progress | None = None, early: Early | None = None
) -> Review:
    """Look a match through: the graph, what was chance in it, and a grade for every decision of every seat."""
    looked = begin(played, judge, early)
    find_luck(looked)
    questions = questions_in(looked.steps)
    for done, _ in enumerate(grade(looked, looked.judge.appraise(questions)), 1):
        if progress is not None:
            progress(done, len(questions))
    return looked


def with_grades(played: Match, decisions: list[Decision], early: Early | None = None) -> Review:
    """The same, where all decisions were judged before."""
    looked = begin(played, early=early)
    find_luck(looked)
    for _ in grade(looked, decisions):
        pass
    return looked


def judge_some(played: Match, first: int, count: int) -> tuple[list[Decision], int]:
    """The verdicts on so many decisions of a match, from this one on; and how many there are in all."""
    questions = questions_in(walk(played))
    return list(judge_for(played.rules).appraise(questions[first : first + count])), len(questions)


def questions_in(steps: Iterable[Step]) -> list[Question]:
    """The decisions of some steps at which there was a choice."""
    return [step.question for step in steps if step.question is not None and len(step.question.actions) > 1]


def grade(looked: Review, decisions: Iterable[Decision]) -> Iterator[Step]:
    """Give every decision its grade, one after the other; what it yields is graded."""
    asked = [step for step in looked.steps if step.question is not None and len(step.question.actions) > 1]
    for step, decided in zip(asked, decisions, strict=True):
        assert step.action is not None
        step.verdict = verdict_on(step.action, decided)
        yield step


def verdict_on(action: int, decided: Decision) -> Verdict:
    """What an action cost against the best one."""
    best = decided.candidates[0]
    chosen = next(one for one in decided.candidates if one.action == action)
    lost = in_units(best.chance - chosen.chance, best.points - chosen.points)
    loss = Units(max(0, lost.chance), max(0, lost.points))
    return Verdict(action, decided, loss, grade_of(loss.chance, is_best=best.action == action))


def grade_of(loss: int, *, is_best: bool) -> str:
    """What a decision is called that cost so much of the match."""
    if is_best:
        return "best"
    worse = sum(loss >= least for least in (SLIP, MISTAKE, BLUNDER))
    return GRADES[1 + worse]


def find_luck(looked: Review) -> None:
    """Name what was chance: deals, and steps that brought cards to light which nobody had looked at.

    Such a step is compared with what might as well have come, all hands as they are.
    """
    rules, judge = looked.match.rules, looked.judge
    chances: list[tuple[Step, list[float], int]] = []
    others: list[State] = []
    for at, step in enumerate(looked.steps):
        if step.before is None or step.seat is None or step.action is None:
            step.luck, step.luck_name = less(step.played(), looked.starts(at)), DEAL
        elif is_chance(step.before, step.after):
            shares = []
            for share, other in could_have_been(step.before, Rng(f"luck/{at}")):
                rules.apply(other, step.seat, step.action)
                shares.append(share)
                others.append(other)
            chances.append((step, shares, len(others)))
            step.luck_name = DRAW if is_draw(step.events) else TURNED
    if not others:
        return
    worths = judge.worth(others, looked.match.target, orders=1)  # there are many of them
    for step, shares, end in chances:
        expected = weighted(worths[end - len(shares) : end], shares)
        step.luck = less(step.played(), by_side(expected))


def weighted(worths: Sequence[Worth], shares: Sequence[float]) -> Worth:
    """What is to be expected of tables that come about with these chances."""
    total = Worth([0.0] * len(worths[0].chances), [0.0] * len(worths[0].points))
    for worth, share in zip(worths, shares, strict=True):
        for sums, figures in ((total.chances, worth.chances), (total.points, worth.points)):
            for side, figure in enumerate(figures):
                sums[side] += share * figure
    return total


def is_draw(events: Sequence[Event]) -> bool:
    """Did a card of the case file go to a hand? Otherwise it was turned up, or went elsewhere."""
    return any(
        move.came_from == CASE_FILE and FIRST_HAND <= move.went_to < FIRST_AREA
        for event in events
        for move in event.moves
    )
