"""The matches of an arena: which are played, and what is kept of each."""

from dataclasses import dataclass, field
from itertools import combinations

from casefile.arena.figures import Times
from casefile.bots.base import Situation
from casefile.core.rules import Rules
from casefile.custom import SECONDS
from casefile.match import Match
from casefile.players import close_bot, make_bot, seated
from casefile.registry import rules_for
from casefile.table import CAP, play_match, wants_story
from casefile.text.record import write_record


@dataclass(frozen=True)
class Plan:
    """What is to be played; plain data, so that it travels to other processes."""

    game: tuple[object, ...]  # what `rules_for` takes
    bots: tuple[str, ...]
    seed: str = "0"
    cap: int = CAP  # decisions after which a round is given up
    seconds: float = SECONDS  # that a program has for an answer
    keep_records: bool = False

    def rules(self) -> Rules:
        """The rules of the game."""
        return rules_for(*self.game)  # type: ignore[arg-type]  # checked there, word by word

    def pairs(self) -> list[tuple[int, int]]:
        """Every bot meets every other."""
        return list(combinations(range(len(self.bots)), 2))

    def labels(self) -> list[str]:
        """The bots' names, with a number where one stands there twice."""
        return [
            name if name not in self.bots[:at] else f"{name} ({self.bots[:at].count(name) + 1})"
            for at, name in enumerate(self.bots)
        ]


@dataclass(frozen=True)
class Task:
    """One match: of a deal, with these bots (by number) at the sides."""

    plan: Plan
    pair: tuple[int, int]
    deal: int
    seating: tuple[int, ...]


@dataclass
class Played:
    """What is kept of a match."""

    winner: int | None  # the bot whose side won, by number
    scores: list[int]  # of the sides
    rounds: list[list[int]]  # the points of the sides in each round
    times: dict[int, Times] = field(default_factory=dict)  # by number of the bot
    record: str = ""


def seatings(sides: int, pair: tuple[int, int]) -> list[tuple[int, ...]]:
    """Every way to seat two bots in turns, from either and from any side on: each has every seat equally often.

    Two sides: AB, BA. Four: ABAB, BABA. Three: ABA, AAB, BAA, and BAB, BBA, ABB.
    """
    found: list[tuple[int, ...]] = []
    for first in (0, 1):
        row = [pair[(first + side) % 2] for side in range(sides)]
        for turn in range(sides):
            turned = tuple(row[turn:] + row[:turn])
            if turned not in found:
                found.append(turned)
    return found


def play_task(task: Task) -> Played:
    """Play one match."""
    plan = task.plan
    rules = plan.rules()
    played = Played(None, [], [], {bot: Times() for bot in task.pair})

    def watch(situation: Situation, action: int, seconds: float) -> None:
        if len(situation.actions) > 1:
            played.times[task.seating[situation.view.seat % rules.sides]].add(seconds)

    names = [plan.bots[task.seating[seat % rules.sides]] for seat in range(rules.seats)]
    with seated(names, rules, plan.seconds) as bots:
        match = Match(rules, f"{plan.seed}/{task.deal}", log=any(wants_story(bot) for bot in bots))
        play_match(match, bots, plan.cap, watch)
    winner = match.winner()
    played.winner = None if winner is None else task.seating[winner]
    played.scores = match.scores
    played.rounds = [[0] * rules.sides if one.result is None else one.result.totals() for one in match.rounds]
    if plan.keep_records:
        labels = plan.labels()
        played.record = write_record(match, [labels[task.seating[seat % rules.sides]] for seat in range(rules.seats)])
    return played


def check_bots(plan: Plan) -> None:
    """Refuse what cannot be played before anything is played."""
    rules = plan.rules()
    for name in plan.bots:
        close_bot(make_bot(name, rules, plan.seconds))
