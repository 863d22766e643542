"""Matches of bots against each other, and what came out."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Protocol

from casefile.bots.base import Bot, Decision, Situation
from casefile.core.rules import Rules
from casefile.core.state import NOBODY
from casefile.match import CAP, Match, Round
from casefile.players import seated
from casefile.players.play import play_rounds, wants_story
from casefile.registry import rules_for


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
    tables: bool = False  # whether to make the tables of a dataset,
    hands: bool = False  # with all hands and the case file,
    events: bool = False  # and with a table of events

    def rules(self) -> Rules:
        """The rules of this plan."""
        return rules_for(self.case, self.players, self.edition, self.teams, self.options, self.deck)


@dataclass
class Tally:
    """What came out of some matches; tallies add up, in any order, to the same."""

    matches: int = 0
    unfinished: int = 0
    rounds: Counter[int] = field(default_factory=Counter)  # rounds per match
    endings: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)  # turns per round
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


class Watcher(Protocol):
    """Is told what happens in a match."""

    def watch_decision(self, match: Match, turn: int, situation: Situation, decision: Decision) -> None:
        """Somebody is about to act."""

    def watch_round(self, match: Match, turns: int, ending: str) -> None:
        """A round is over, or given up."""

    def watch_match(self, match: Match) -> None:
        """A match is over."""


def by_seat(bots: tuple[str, ...], seats: int) -> list[str]:
    """The name of the bot in each seat."""
    return [bots[seat % len(bots)] for seat in range(seats)]


def play_match(
    rules: Rules,
    bots: tuple[str, ...],
    seed: str,
    cap: int,
    tally: Tally,
    watcher: Watcher | None = None,
    *,
    log: bool = False,
) -> Match:
    """One match of bots, each of which sees its own view only; it keeps a log if a bot needs it, or if asked to."""
    with seated(by_seat(bots, rules.seats), rules) as players:
        match = Match(rules, seed, log=log or any(wants_story(player) for player in players))
        watch_play(match, players, cap, tally, watcher)
    tally.matches += 1
    tally.rounds[len(match.rounds)] += 1
    winner = match.winner()
    if winner is None:
        tally.unfinished += 1
    else:
        tally.wins[winner] += 1
    if watcher is not None:
        watcher.watch_match(match)
    return match


def watch_play(match: Match, players: list[Bot], cap: int, tally: Tally, watcher: Watcher | None) -> None:
    """Play the rounds of a match, and count what happens."""
    turns = 0
    turn = NOBODY

    def watch(situation: Situation, decision: Decision, seconds: float) -> None:
        nonlocal turns, turn
        turns += situation.view.turn != turn
        turn = situation.view.turn
        tally.decisions += 1
        if watcher is not None:
            watcher.watch_decision(match, turns, situation, decision)

    for played in play_rounds(match, players, cap, watch):
        turns += match.state.turn != turn
        count_round(match, played, turns, tally)
        if watcher is not None:
            watcher.watch_round(match, turns, ending_of(match))
        turns = 0
        turn = NOBODY


def count_round(match: Match, played: Round, turns: int, tally: Tally) -> None:
    """Add a round to the tally."""
    tally.turns[turns] += 1
    tally.endings[ending_of(match)] += 1
    if played.result is not None:
        tally.outcomes[played.result.outcome] += 1
        tally.points.update(played.result.totals())


def ending_of(match: Match) -> str:
    """How the newest round ended, given up ones included."""
    return "cap" if match.round.stopped else match.rules.case.endings[match.state.ended_by]
