"""The matches of an arena: which are played, and what is kept of each. A round can stand for a whole match."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from casefile.arena.figures import Luck, Times
from casefile.bots.base import Situation
from casefile.core.rules import Rules
from casefile.errors import CasefileError, show
from casefile.match import CAP, MOST_ROUNDS, Match, winner
from casefile.players import close_bot, make_bot, seated
from casefile.players.custom import SECONDS
from casefile.players.play import play_match, wants_story
from casefile.registry import rules_for
from casefile.text.record import read_record, read_tags, write_record

LABELLED = re.compile(r"(?P<label>[^:=(]*)=(?P<bot>.*)", re.DOTALL)
LONGEST_LABEL = 60


@dataclass(frozen=True)
class Plan:
    """What is to be played; plain data, so that it travels to other processes."""

    game: tuple[object, ...]  # what `rules_for` takes
    bots: tuple[str, ...]  # as `make_bot` takes them
    seed: str = "0"
    cap: int = CAP  # decisions after which a round is given up
    seconds: float = SECONDS  # that a program has for an answer
    keep_records: bool = False
    labels: tuple[str, ...] = ()  # what reports call the bots; left out, their names
    single_rounds: bool = False  # only the first round of each match is played, and the most points win it
    less_luck: bool = False  # find out how much of what came out was luck

    @property
    def unit(self) -> str:
        """What is played and counted."""
        return "round" if self.single_rounds else "match"

    @property
    def units(self) -> str:
        """The same, if there are several."""
        return "rounds" if self.single_rounds else "matches"

    @property
    def most_rounds(self) -> int:
        """How many rounds there can be in a match."""
        return 1 if self.single_rounds else MOST_ROUNDS

    def rules(self) -> Rules:
        """The rules of the game."""
        return rules_for(*self.game)  # type: ignore[arg-type]  # checked there, word by word

    def pairs(self) -> list[tuple[int, int]]:
        """The pairs of bots to compare: every bot meets every other."""
        return list(combinations(range(len(self.bots)), 2))

    def names(self) -> list[str]:
        """What records call the bots: by what they are, so that they can be made again, not by their labels."""
        return numbered(self.bots)


@dataclass(frozen=True)
class Task:
    """One match: of a deal, with these bots (by number) at the sides."""

    plan: Plan
    pair: tuple[int, int]
    deal: int
    seating: tuple[int, ...]

    def match(self, *, log: bool = False) -> Match:
        """The match before its first action."""
        return Match(self.plan.rules(), f"{self.plan.seed}/{self.deal}", log=log)

    def at_seats(self, names: Sequence[str]) -> list[str]:
        """Of names of all bots, those of the bots at the seats; partners are the same bot."""
        rules = self.plan.rules()
        return [names[self.seating[seat % rules.sides]] for seat in range(rules.seats)]

    def record_of(self, match: Match) -> str:
        """The record of this match, as far as it was played."""
        return write_record(match, self.at_seats(self.plan.names()))


@dataclass
class Played:
    """What is kept of a match."""

    winner: int | None  # the bot whose side won the match, or the single round, by number
    scores: list[int]  # of the sides
    rounds: list[list[int]]  # the points of the sides in each round
    times: dict[int, Times] = field(default_factory=dict)  # by number of the bot; none if it was read from a record
    record: str = ""
    luck: Luck | None = None

    @classmethod
    def of(cls, match: Match, task: Task) -> "Played":
        """What is kept of a match that has been played."""
        won = winner(match.scores, min(match.scores)) if task.plan.single_rounds else match.winner()
        nothing = [0] * match.rules.sides
        rounds = [nothing if one.result is None else one.result.totals() for one in match.rounds]
        return cls(None if won is None else task.seating[won], match.scores, rounds, luck=find_luck(match, task.plan))


def find_luck(match: Match, plan: Plan) -> Luck | None:
    """The luck of a match, if the plan asks for it; only then NumPy is loaded."""
    if not plan.less_luck:
        return None
    from casefile.arena.luck import luck_of

    return luck_of(match)


def read_bots(given: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The bots that are to play, each given as BOT or LABEL=BOT, and what to call them.

    A bot that stands there twice without a label gets a number.
    """
    read = [LABELLED.fullmatch(one) for one in given]
    bots = tuple(one if found is None else found["bot"] for one, found in zip(given, read, strict=True))
    labels = tuple(
        name if found is None else read_label(found) for name, found in zip(numbered(given), read, strict=True)
    )
    for label in labels:
        if labels.count(label) > 1:
            raise CasefileError(f"arena: the label {show(label)} stands for two bots; give each its own, LABEL=BOT")
    return bots, labels


def read_label(found: re.Match[str]) -> str:
    """The label of a bot."""
    label = found["label"].strip()
    if not label or not label.isprintable() or len(label) > LONGEST_LABEL:
        form = f"1 to {LONGEST_LABEL} letters before the sign, such as quick=dupin:20"
        raise CasefileError(f"arena: a bot with a label is LABEL=BOT, {form}, not {show(found.string)}")
    return label


def numbered(bots: Sequence[str]) -> list[str]:
    """The bots' names, with a number where one stands there twice."""
    return [name if name not in bots[:at] else f"{name} ({bots[:at].count(name) + 1})" for at, name in enumerate(bots)]


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
    times = {bot: Times() for bot in task.pair}

    def watch(situation: Situation, action: int, seconds: float) -> None:
        if len(situation.actions) > 1:
            times[task.seating[situation.view.seat % rules.sides]].add(seconds)

    with seated(task.at_seats(plan.bots), rules, plan.seconds) as bots:
        match = task.match(log=any(wants_story(bot) for bot in bots))
        play_match(match, bots, plan.cap, watch, plan.most_rounds)
    played = Played.of(match, task)
    played.times = times
    if plan.keep_records:
        played.record = task.record_of(match)
    return played


def read_played(task: Task, record: str) -> Played | None:
    """What came out of a match, from its record; None if that was cut off, so that the match has to be played again."""
    try:
        match, _ = read_record(record)
    except CasefileError:
        return None
    there, here = (read_tags(text.splitlines())[0] for text in (record, task.record_of(task.match())))
    for tag in here:
        if tag != "Result" and there.get(tag) != here[tag]:
            raise CasefileError(f"is of another match: {tag} {show(there.get(tag, ''))}, not {show(here[tag])}")
    whole = match.winner() is not None or (len(match.rounds) == task.plan.most_rounds and match.round.is_over())
    return Played.of(match, task) if whole else None


def check_bots(plan: Plan) -> None:
    """Refuse what cannot be played before anything is played."""
    rules = plan.rules()
    if plan.less_luck:
        from casefile.arena.luck import needed_net

        needed_net(rules)
    for name in plan.bots:
        close_bot(make_bot(name, rules, plan.seconds))
