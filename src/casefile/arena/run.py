"""An arena: plays its matches or rounds, stops comparisons that are clear, and says what came out."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from openskill.models import PlackettLuce

from casefile.arena.figures import (
    Estimate,
    LessLuck,
    Luck,
    Times,
    gain,
    is_clear,
    is_clear_by_points,
    is_look,
    points_estimate,
    rate_estimate,
    without_luck,
)
from casefile.arena.matches import Plan, Played, Task, play_task, read_played, seatings
from casefile.errors import CasefileError
from casefile.work import run_tasks

Progress = Callable[[int, int], None]  # matches played, and how many there will be at most


class Comparison:
    """Two bots, and the deals that they played against each other."""

    def __init__(self, plan: Plan, pair: tuple[int, int], deals: int, sides: int) -> None:
        self.plan = plan
        self.pair = pair
        self.deals = deals  # at most
        self.seatings = seatings(sides, pair)
        self.played: dict[int, dict[tuple[int, ...], Played]] = {}
        self.looked = 0  # deals that were there at the last look
        self.clear = False

    def take(self, task: Task, played: Played) -> None:
        """Count a match that has been played."""
        self.played.setdefault(task.deal, {})[task.seating] = played

    def look(self) -> None:
        """Stop if it is clear who is better. Only whole deals without a gap are looked at, in any order of arrival."""
        while not self.clear:
            deals = next(count for count in range(self.looked + 1, 2 * self.looked + 9) if is_look(count))
            if not all(self.is_whole(deal) for deal in range(self.looked, deals)):
                return
            self.looked = deals
            if self.is_clear(deals):
                self.clear = True
                self.deals = deals

    def is_clear(self, deals: int) -> bool:
        """Do the first deals say who is better: who wins matches, or who makes more points in single rounds?"""
        first = range(deals)
        if self.plan.single_rounds:
            leads = [self.lead(deal) for deal in first]
            if self.plan.less_luck:
                leads = without_luck(leads, [self.lucky_lead(deal) for deal in first])
            return is_clear_by_points(leads)
        rates = [self.rate(deal) for deal in first]
        if self.plan.less_luck:
            rates = without_luck(rates, [self.lucky_rate(deal) for deal in first])
            return is_clear_by_points([rate - 0.5 for rate in rates])
        return is_clear(rates)

    def is_whole(self, deal: int) -> bool:
        """Has this deal been played with all seatings?"""
        return len(self.played.get(deal, {})) == len(self.seatings)

    def counted(self) -> list[int]:
        """The deals that count: those that are whole, and came before the stop."""
        return [deal for deal in sorted(self.played) if deal < self.deals and self.is_whole(deal)]

    def matches(self) -> list[tuple[tuple[int, ...], Played]]:
        """The matches that count, in their order."""
        return [(seating, self.played[deal][seating]) for deal in self.counted() for seating in self.seatings]

    def rate(self, deal: int) -> float:
        """The first bot's share of the matches of a deal; one without a winner counts half."""
        shares = [share(match.winner, self.pair[0]) for match in self.played[deal].values()]
        return sum(shares) / len(shares)

    def lead(self, deal: int) -> float:
        """By how many points per match or single round the first bot was ahead in a deal, side by side."""
        leads = [mean_of(seating, match.scores, self.pair) for seating, match in self.played[deal].items()]
        return sum(leads) / len(leads)

    def lucky_rate(self, deal: int) -> float:
        """How much of the first bot's share of the matches of a deal was luck."""
        shares = [
            sum(chance for side, chance in enumerate(luck_in(match).chances) if seating[side] == self.pair[0])
            for seating, match in self.played[deal].items()
        ]
        return sum(shares) / len(shares)

    def lucky_lead(self, deal: int) -> float:
        """By how many points the first bot was ahead in a deal by luck."""
        leads = [mean_of(seating, luck_in(match).points, self.pair) for seating, match in self.played[deal].items()]
        return sum(leads) / len(leads)

    def rates(self) -> list[float]:
        """One win rate for each deal that counts."""
        return [self.rate(deal) for deal in self.counted()]

    def win_rate(self) -> Estimate:
        """The share of the matches that the first bot won."""
        return rate_estimate(self.rates())

    def leads(self) -> list[float]:
        """By how many points the first bot was ahead in each deal that counts."""
        return [self.lead(deal) for deal in self.counted()]

    def points(self) -> Estimate:
        """The first bot's points per match or single round, less the second's."""
        return points_estimate(self.leads())

    def less_luck(self) -> LessLuck:
        """The same figures with the luck taken out, and how much that helps."""
        deals = self.counted()
        rates = without_luck(self.rates(), [self.lucky_rate(deal) for deal in deals])
        leads = without_luck(self.leads(), [self.lucky_lead(deal) for deal in deals])
        saved = gain(self.leads(), leads) if self.plan.single_rounds else gain(self.rates(), rates)
        return LessLuck(points_estimate(rates), points_estimate(leads), saved)

    def as_json(self, labels: list[str]) -> dict[str, Any]:
        """The comparison as JSON data."""
        winners = Counter(match.winner for _, match in self.matches())
        return {
            "bots": [labels[bot] for bot in self.pair],
            "deals": len(self.counted()),
            self.plan.units: winners.total(),
            "wins": [winners[bot] for bot in self.pair],
            "unfinished": winners[None],
            "win_rate": estimate_json(self.win_rate(), 4),
            "points_ahead": estimate_json(self.points(), 2),
            "stopped_early": self.clear,
            **({"less_luck": self.luck_json()} if self.plan.less_luck else {}),
        }

    def luck_json(self) -> dict[str, Any]:
        """The figures without luck as JSON data; a net does not say who wins a single round."""
        less = self.less_luck()
        won = {} if self.plan.single_rounds else {"win_rate": estimate_json(less.win_rate, 4)}
        saved = None if less.gain is None else round(less.gain, 2)
        return {**won, "points_ahead": estimate_json(less.points, 2), "times_as_many": saved}


def luck_in(played: Played) -> Luck:
    """The luck of a match, if the plan asks for it."""
    assert played.luck is not None
    return played.luck


def share(winner: int | None, bot: int) -> float:
    """What a match counts for a bot."""
    return 0.5 if winner is None else float(winner == bot)


def mean_of(seating: tuple[int, ...], scores: Sequence[float], pair: tuple[int, int]) -> float:
    """The mean score of the first bot's sides, less that of the second's."""
    means = []
    for bot in pair:
        own = [score for side, score in enumerate(scores) if seating[side] == bot]
        means.append(sum(own) / len(own))
    return means[0] - means[1]


def estimate_json(estimate: Estimate, places: int) -> dict[str, float | None]:
    """An estimate as JSON data."""
    values = {"mean": estimate.mean, "low": estimate.low, "high": estimate.high}
    return {key: None if value is None else round(value, places) for key, value in values.items()}


class Arena:
    """All comparisons of a plan."""

    def __init__(self, plan: Plan, count: int, *, play_all: bool = False, records: str | None = None) -> None:
        self.plan = plan
        self.play_all = play_all
        self.records = records
        rules = plan.rules()
        self.variant = rules.variant
        self.seats = rules.seats
        self.sides = rules.sides
        self.labels = list(plan.labels) or plan.names()
        a_deal = len(seatings(rules.sides, (0, 1)))
        self.deals = -(-count // a_deal)
        self.comparisons = {pair: Comparison(plan, pair, self.deals, rules.sides) for pair in plan.pairs()}
        self.stop: KeyboardInterrupt | None = None  # what ended the playing early
        self.error: CasefileError | None = None

    def run(self, jobs: int, cluster: str | None, progress: Progress) -> None:
        """Play; an interrupt or a bot that fails ends it, and what was played before counts."""
        results = run_tasks(play_task, self.tasks(), jobs, cluster)
        try:
            for task, played in results:
                if self.records is not None:
                    self.keep_record(task, played)
                self.take(task, played)
                progress(self.count_played(), self.count_planned())
        except KeyboardInterrupt as stop:
            self.stop = stop
        except CasefileError as error:
            self.error = error
        finally:
            results.close()
            self.drop_records()

    @property
    def interrupted(self) -> bool:
        """Was the playing stopped from outside?"""
        return self.stop is not None

    def tasks(self) -> Iterator[Task]:
        """All matches, deal by deal; asked for one after the other, so that a stop saves the rest."""
        for deal in range(self.deals):
            for pair, comparison in self.comparisons.items():
                for seating in comparison.seatings:
                    if deal < comparison.deals and seating not in comparison.played.get(deal, {}):
                        yield Task(self.plan, pair, deal, seating)

    def take(self, task: Task, played: Played) -> None:
        """Count a match that has been played."""
        comparison = self.comparisons[task.pair]
        comparison.take(task, played)
        if not self.play_all:
            comparison.look()

    def keep_record(self, task: Task, played: Played) -> None:
        """Write a match's record into its folder, and forget it here."""
        path = self.record_path(task.deal, task.seating)
        try:
            path.write_text(played.record, "utf-8")
        except OSError as error:
            raise CasefileError(f"--records: {path}: cannot be written: {error.strerror}") from None
        played.record = ""

    def resume(self) -> None:
        """Take the matches that were played before, from their records, and leave only the others to be played."""
        for task in self.tasks():
            path = self.record_path(task.deal, task.seating)
            try:
                played = read_played(task, path.read_text("utf-8"))
            except (FileNotFoundError, UnicodeDecodeError):  # not played yet, or cut off
                continue
            except OSError as error:
                raise CasefileError(f"--resume: {path}: cannot be read: {error.strerror}") from None
            except CasefileError as error:
                raise CasefileError(f"--resume: {path}: {error}; name another folder") from None
            if played is not None:
                self.take(task, played)

    def record_path(self, deal: int, seating: tuple[int, ...]) -> Path:
        """Where a record lies: the case, the deal, and who sat where."""
        known = self.plan.names()
        names = "-".join(re.sub(r"[^\w.]+", "_", known[bot])[-40:] + f"_{bot}" for bot in seating)
        single = "round-" if self.plan.single_rounds else ""
        return Path(self.records or "") / f"{self.variant.case}-{single}{deal:06}-{names}.txt"

    def drop_records(self) -> None:
        """Keep records of matches that count, and no others."""
        for comparison in self.comparisons.values():
            counted = set(comparison.counted())
            for deal in sorted(set(comparison.played) - counted):
                for seating in comparison.played.pop(deal):
                    if self.records is not None:
                        self.record_path(deal, seating).unlink(missing_ok=True)

    def count_played(self) -> int:
        """How many matches count, or will count, in all comparisons."""
        return sum(
            len(played)
            for comparison in self.comparisons.values()
            for deal, played in comparison.played.items()
            if deal < comparison.deals
        )

    def count_planned(self) -> int:
        """Matches that there will be, unless further comparisons become clear."""
        return sum(comparison.deals * len(comparison.seatings) for comparison in self.comparisons.values())

    def times(self) -> list[Times]:
        """For each bot, how long its decisions took."""
        times = [Times() for _ in self.plan.bots]
        for comparison in self.comparisons.values():
            for _, played in comparison.matches():
                for bot, taken in played.times.items():
                    times[bot].merge(taken)
        return times

    def ratings(self) -> list[tuple[int, float, float]]:
        """Bots with mean and uncertainty of their rating, the best first; matches in the order of their deals."""
        model = PlackettLuce()
        ratings = [model.rating(name=label) for label in self.labels]
        for deal in range(self.deals):
            for (one, other), comparison in self.comparisons.items():
                if deal not in comparison.played:
                    continue
                for seating in comparison.seatings:
                    result = share(comparison.played[deal][seating].winner, one)
                    ranks = [1 - result, result]
                    (ratings[one],), (ratings[other],) = model.rate([[ratings[one]], [ratings[other]]], ranks=ranks)
        rows = [(bot, rating.mu, rating.sigma) for bot, rating in enumerate(ratings)]
        return sorted(rows, key=lambda row: (-row[1], row[0]))

    def as_json(self) -> dict[str, Any]:
        """All results, as JSON data."""
        return {
            "case": self.variant.case,
            "edition": self.variant.edition,
            "players": self.seats,
            "teams": self.variant.teams,
            "options": list(self.variant.options),
            "seed": self.plan.seed,
            "unit": self.plan.unit,
            "bots": self.labels,
            "comparisons": [comparison.as_json(self.labels) for comparison in self.comparisons.values()],
            "ratings": [
                {"bot": self.labels[bot], "mu": round(mean, 2), "sigma": round(sigma, 2)}
                for bot, mean, sigma in self.ratings()
            ],
            "decisions": [
                {
                    "bot": label,
                    "count": times.count,
                    "mean_ms": round(1000 * times.mean(), 3),
                    "p95_ms": round(1000 * times.quantile(0.95), 3),
                }
                for label, times in zip(self.labels, self.times(), strict=True)
            ],
            "interrupted": self.interrupted,
        }
