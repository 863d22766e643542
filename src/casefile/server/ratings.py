"""Ratings for every player and bot, and personal statistics: both follow from the results alone."""

import asyncio
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean
from typing import Any

from casefile.server import bodies
from casefile.server.results import Summary, read_summary
from casefile.server.storage import Storage


@dataclass
class Rated:
    """Somebody who has played."""

    skill: Any  # openskill keeps the type of its ratings to itself
    name: str = ""  # as it was called last
    matches: int = 0
    won: int = 0


Game = tuple[str, int]  # a case, and how many play
Who = tuple[Game, str, bool]  # at which game, by key or as which bot, and whether it is one


class Ratings:
    """Brought up to date with new results whenever somebody asks. A rating belongs to a key, at one game."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.last = 0
        self.rated: dict[Who, Rated] = {}

    @cached_property
    def model(self) -> Any:
        """How skill follows from results; it is loaded when somebody asks for it, as few do."""
        from openskill.models import PlackettLuce

        return PlackettLuce()

    async def rows(self, key: str = "") -> list[bodies.RatingRow]:
        """Everybody who has played, the best first; those of this key are marked."""
        for number, result in await self.storage.results(self.last):
            if number > self.last:
                self.last = number
                self.count(read_summary(result.body))
                await asyncio.sleep(0)  # after a restart there may be very many, and no table has to wait for all
        rows = [
            bodies.RatingRow(
                *game,
                name=rated.name,
                bot=bot,
                own=not bot and bool(key) and who == key,
                rating=round(rated.skill.ordinal(target=1500, alpha=200 / 3), 1),
                matches=rated.matches,
                won=rated.won,
            )
            for (game, who, bot), rated in self.rated.items()
        ]
        return sorted(rows, key=lambda row: (row.case, row.players, -row.rating, row.name))

    def count(self, match: Summary) -> None:
        """One match more; sides are teams, and who resigned comes last."""
        teams = [list(range(side, len(match.seats), match.sides)) for side in range(match.sides)]
        game = (match.case, len(match.seats))
        keys: list[Who] = [(game, seat.bot or seat.key or seat.name, bool(seat.bot)) for seat in match.seats]
        if match.winner is None or match.unrated or len(set(keys)) < 2:
            return
        for key, seat in zip(keys, match.seats, strict=True):
            self.rated.setdefault(key, Rated(self.model.rating())).name = seat.bot or seat.name
        scores = [float(score) for score in match.scores]
        for side, team in enumerate(teams):
            if side == match.winner:
                scores[side] = max(scores) + 1
            elif any(match.seats[at].resigned for at in team):
                scores[side] = min(scores) - 1
        skills = self.model.rate([[self.rated[keys[at]].skill for at in team] for team in teams], scores=scores)
        found: dict[Who, list[Any]] = {}  # a bot may sit on several seats, on several sides
        for side, team in enumerate(teams):
            for at, skill in zip(team, skills[side], strict=True):
                found.setdefault(keys[at], []).append(skill)
        for key, ratings in found.items():
            rated = self.rated[key]
            rated.skill = self.model.rating(
                mu=fmean(skill.mu for skill in ratings), sigma=fmean(skill.sigma for skill in ratings)
            )
            rated.matches += 1
            rated.won += key in [keys[at] for at in teams[match.winner]]


def statistics(matches: list[tuple[Summary, int]]) -> dict[str, bodies.CaseStatistics]:
    """What somebody's matches come to, by case; with each match the seat."""
    found: dict[str, bodies.CaseStatistics] = {}
    for match, seat in matches:
        side = seat % match.sides
        old = found.get(match.case, bodies.CaseStatistics(0, 0, 0, 0, 0))
        has_won = match.winner == side
        against = dict(old.against)
        for other in {each.bot or each.name for at, each in enumerate(match.seats) if at % match.sides != side}:
            won, played = against.get(other, (0, 0))
            against[other] = (won + has_won, played + 1)
        found[match.case] = bodies.CaseStatistics(
            old.played + 1,
            old.won + has_won,
            old.resigned + match.seats[seat].resigned,
            old.points + match.scores[side],
            old.rounds + match.rounds,
            against,
        )
    return dict(sorted(found.items()))
