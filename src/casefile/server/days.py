"""The deal of the day: one round with the same cards for everybody on this server, until the day ends.

The deal follows from the key of the server and the date, so nobody can know it before, and all nodes have the same one.
So does the name of the table at which somebody plays it: who asks twice gets the same table. A browser without a
server has no key to keep secret; there the deal follows from the date alone, and nothing is ranked.
"""

import asyncio
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING

from casefile.core.case import Case
from casefile.learn.proofs import who_plays
from casefile.match import CAP, Match
from casefile.players import LEVELS, make_bot
from casefile.players.play import play_match
from casefile.proof import seed_of
from casefile.registry import case_named
from casefile.server import journal, messages
from casefile.server.intents import deck_and_rules
from casefile.server.results import read_summary
from casefile.server.room import game_key, game_of
from casefile.server.turns import Party

if TYPE_CHECKING:
    from casefile.server.context import Context

BOT = "sergeant"  # decides at a glance, and so the same wherever the same has happened
SEAT = 0  # of the person
LEVELS_IN_A_TAB = LEVELS[:2]  # that decide at a glance; there is one worker for everything
KEPT_DAYS = 3


@dataclass(frozen=True)
class Tried:
    """What somebody made of the deal."""

    key: str
    name: str
    scores: list[int]


@dataclass
class Played:
    """What the levels and the people of this server made of one deal."""

    people: list[Tried] = field(default_factory=list)
    levels: dict[str, list[int]] = field(default_factory=dict)  # the scores of the round
    is_measured: bool = False  # the levels play it, or have


def date_at(now: float) -> str:
    """The day, the same everywhere in the world."""
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def recent_days(now: float) -> list[str]:
    """The days of which it is remembered who played what, today first."""
    return [date_at(now - 86_400 * ago) for ago in range(KEPT_DAYS)]


def end_of(date: str) -> float:
    """When a day ends."""
    return (datetime.fromisoformat(date).replace(tzinfo=UTC) + timedelta(days=1)).timestamp()


class Days:
    """The deals of the day of one server."""

    def __init__(self, context: "Context") -> None:
        self.context = context
        self.last = 0  # result that was looked at
        self.played: dict[tuple[str, str], Played] = {}

    @property
    def is_ranked(self) -> bool:
        """Can nobody know the deal beforehand?"""
        return bool(self.context.cookie_key)

    def digest(self, *parts: str) -> bytes:
        """What follows from the key of this server, and from nothing else that anybody knows."""
        return sha256(b"casefile day 1\n" + self.context.cookie_key + "\n".join(["", *parts]).encode()).digest()

    def secret(self, case: str, date: str) -> str:
        """The secret of a day's deal."""
        return self.digest("deal", case, date).hex()

    def table(self, case: str, date: str, key: str) -> str:
        """The name of the table at which somebody plays it: one try for each key."""
        return urlsafe_b64encode(self.digest("table", case, date, key)[:12]).decode()

    def created(self, case: str, date: str, now: float, name: str, key: str) -> journal.Created:
        """The table itself: nobody adds to the seed, nothing is hinted at, and nothing is learned by taking back."""
        settings = settings_of(case_named(case), date, self.context.settings.beat)
        bots = [journal.SeatPlan(BOT, f"{BOT.capitalize()} {at}") for at in range(1, settings.players)]
        plans = [journal.SeatPlan(name=name, key=key), *bots]
        return journal.Created(now, settings, self.secret(case, date), key, plans, "", 0, *deck_and_rules(settings))

    async def found(self, case: str, date: str) -> Played:
        """What is known of a deal."""
        await self.catch_up()
        return self.of(case, date)

    async def catch_up(self) -> None:
        """Look at all results that have come since."""
        for number, result in await self.context.storage.results(self.last):
            if number > self.last:
                self.last = number
                summary = read_summary(result.body)
                if summary.day and summary.reason == "rounds":
                    tried = Tried(summary.seats[SEAT].key, summary.seats[SEAT].name, summary.scores)
                    self.of(summary.case, summary.day).people.append(tried)
                await asyncio.sleep(0)

    async def played_by(self, key: str, now: float) -> list[str]:
        """The cases whose deal of today somebody has played."""
        date = date_at(now)
        await self.catch_up()
        today = [(case, row.people) for (day, case), row in self.played.items() if day == date]
        return [case for case, people in today if any(each.key == key for each in people)]

    def of(self, case: str, date: str) -> Played:
        """The row of a deal; those of days gone by are dropped."""
        row = self.played.setdefault((date, case), Played())
        days = sorted({day for day, _ in self.played})
        for key in [key for key in self.played if key[0] in days[:-KEPT_DAYS]]:
            del self.played[key]
        return row

    async def measure(self, case: str, date: str) -> None:
        """Let every level play the deal, one after the other: it takes long, and the same comes out everywhere."""
        played = self.of(case, date)
        if played.is_measured:
            return
        played.is_measured = True
        players = case_named(case).players[0]
        seed = seed_of(self.secret(case, date), [""] * players)
        try:
            for level in self.levels(case):
                rivals = self.context.rivals
                played.levels[level] = await rivals.run(scores_of, game_key(case, players), seed, level, party=Party())
        except BaseException:
            played.is_measured = False  # somebody may ask again
            raise

    def levels(self, case: str) -> list[str]:
        """The levels that play here; who would only stand in for another one does not."""
        rules, _ = game_of(game_key(case, case_named(case).players[0]))
        offered = LEVELS if self.is_ranked else LEVELS_IN_A_TAB
        return [level for level in offered if who_plays(level, rules) == level]


def settings_of(case: Case, date: str, beat: float) -> messages.Settings:
    """How the deal of a day is played: one round, by the rules that the case is played by at first."""
    rules, _ = game_of(game_key(case.name, case.players[0]))
    return messages.Settings(
        case=case.name,
        edition=rules.variant.edition,
        players=rules.seats,
        teams=rules.variant.teams,
        options=[],
        deck={},
        target=rules.target,
        pace="natural",
        clock=None,
        hints=False,
        beat=beat,
        rounds=1,
        day=date,
    )


def scores_of(game: bytes, seed: str, level: str) -> list[int]:
    """What a level makes of a deal in the person's place; a task for those who think."""
    rules, _ = game_of(game)
    match = Match(rules, seed, log=True)
    bots = [make_bot(level if seat == SEAT else BOT, rules) for seat in range(rules.seats)]
    play_match(match, bots, CAP, most=1)
    return match.scores
