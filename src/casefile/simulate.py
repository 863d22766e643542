"""Many matches of bots against each other, over all cores, and what came out."""

from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from casefile.bots.simple import BOTS
from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.state import ENDINGS, OVER
from casefile.errors import CasefileError
from casefile.match import Match
from casefile.registry import rules_for
from casefile.runner import run_tasks
from casefile.text.record import write_record

CAP = 5000  # decisions a round; nothing in the rules limits a round (C-23)
BATCH = 4  # matches a task


@dataclass(frozen=True)
class Plan:
    """What is to be simulated; plain data, so that it travels to other processes."""

    case: str
    players: int | None
    edition: str | None
    teams: bool | None
    options: tuple[str, ...]
    deck: object
    bots: tuple[str, ...]
    seed: str
    records: str | None = None
    cap: int = CAP

    def rules(self) -> Rules:
        """The rules of this plan."""
        return rules_for(self.case, self.players, self.edition, self.teams, self.options, self.deck)


@dataclass
class Tally:
    """What came out of some matches; tallies add up, in any order, to the same."""

    matches: int = 0
    unfinished: int = 0
    rounds: Counter[int] = field(default_factory=Counter)  # rounds a match
    endings: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)  # turns a round
    points: Counter[int] = field(default_factory=Counter)  # of a side in a round
    wins: Counter[int] = field(default_factory=Counter)  # by side
    decisions: int = 0

    def add(self, other: "Tally") -> None:
        """Take in what another process counted."""
        self.matches += other.matches
        self.unfinished += other.unfinished
        self.decisions += other.decisions
        for name in ("rounds", "endings", "outcomes", "turns", "points", "wins"):
            getattr(self, name).update(getattr(other, name))

    def as_json(self) -> dict[str, Any]:
        """The tally as JSON data, with means beside the distributions."""
        data: dict[str, Any] = {
            "matches": self.matches,
            "unfinished": self.unfinished,
            "decisions": self.decisions,
            "endings": dict(sorted(self.endings.items())),
            "outcomes": dict(sorted(self.outcomes.items())),
            "wins": {str(side): count for side, count in sorted(self.wins.items())},
        }
        for name in ("rounds", "turns", "points"):
            counts: Counter[int] = getattr(self, name)
            spread = {str(value): count for value, count in sorted(counts.items())}
            data[name] = {"mean": mean(counts), "spread": spread}
        return data


def mean(counts: dict[int, int]) -> float | None:
    """The mean of a distribution, to two places."""
    total = sum(counts.values())
    return round(sum(value * count for value, count in counts.items()) / total, 2) if total else None


MOST_ROUNDS = 200


def play_match(rules: Rules, bots: tuple[str, ...], seed: str, cap: int, tally: Tally) -> Match:
    """One match of bots, each of which sees its own view only."""
    match = Match(rules, seed)
    players = [BOTS[bots[seat % len(bots)]](rules, Rng(f"{seed}/bot/{seat}")) for seat in range(rules.seats)]
    while True:
        play_round(match, players, cap, tally)
        if match.winner() is not None or len(match.rounds) == MOST_ROUNDS:
            break
        match.next_round()
    tally.matches += 1
    tally.rounds[len(match.rounds)] += 1
    winner = match.winner()
    if winner is None:
        tally.unfinished += 1
    else:
        tally.wins[winner] += 1
    return match


def play_round(match: Match, players: list[Any], cap: int, tally: Tally) -> None:
    """One round, given up at the cap."""
    state = match.state
    rules = match.rules
    turns = 1
    for _ in range(cap):
        if state.phase == OVER:
            break
        seat = state.actor()
        turn = state.turn
        match.apply(seat, players[seat].choose(rules.view(state, seat), rules.legal(state, seat)))
        tally.decisions += 1
        turns += state.turn != turn
    tally.turns[turns] += 1
    if match.round.result is None:
        match.stop_round()
        tally.endings["cap"] += 1
        return
    tally.endings[ENDINGS[state.ended_by]] += 1
    tally.outcomes[match.round.result.outcome] += 1
    tally.points.update(match.round.result.totals())


Records = dict[str, str]  # the text of each record by the name of its file


def run_batch(plan: Plan, batch: tuple[int, int]) -> tuple[Tally, Records]:
    """Some matches of a plan, by the first and how many; the number decides the seed, whoever plays it."""
    first, count = batch
    rules = plan.rules()
    tally = Tally()
    records: Records = {}
    for number in range(first, first + count):
        match = play_match(rules, plan.bots, f"{plan.seed}/{number}", plan.cap, tally)
        if plan.records:
            records[f"{plan.case}-{number:06}.txt"] = write_record(match)
    return tally, records


def keep(records: Records, folder: str) -> None:
    """Write records; those of matches that are counted, and no others."""
    for name, text in records.items():
        try:
            (Path(folder) / name).write_text(text, "utf-8")
        except OSError as error:
            raise CasefileError(f"--records: {Path(folder) / name}: cannot be written: {error.strerror}") from None


def simulate(
    plan: Plan, matches: int, jobs: int, progress: Callable[[int], None], cluster: str | None = None
) -> tuple[Tally, bool]:
    """Play the matches; if that is interrupted, say so and report what was played."""
    tally = Tally()
    batches = [(first, min(BATCH, matches - first)) for first in range(0, matches, BATCH)]
    try:
        with closing(run_tasks(partial(run_batch, plan), batches, jobs, cluster)) as parts:
            for _, (part, records) in parts:
                if plan.records:
                    keep(records, plan.records)
                tally.add(part)
                progress(part.matches)
    except KeyboardInterrupt:
        return tally, True
    return tally, False
