"""A table of bots: every seat is asked in turn, gets what it may know, and nothing else."""

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from time import perf_counter

from casefile.bots.base import Bot, Decision, Situation
from casefile.core.events import Event
from casefile.core.state import OVER
from casefile.errors import CasefileError
from casefile.match import CAP, MOST_ROUNDS, Match, Round

Watcher = Callable[[Situation, Decision, float], None]  # a situation, what is decided, the seconds that took


def wants_story(bot: Bot) -> bool:
    """Does this bot want to be told what happened? Few do, and the telling takes time."""
    return bool(getattr(bot, "wants_story", False))


def decision_seed(match: Match, seat: int) -> str:
    """The chance of one decision. It tells nothing of the deal, which comes from the match's seed itself."""
    key = f"{match.seed}/decision/{len(match.rounds)}/{len(match.round.actions)}/{seat}"
    return sha256(key.encode()).hexdigest()[:32]


def story_of(match: Match, seat: int) -> list[Event]:
    """What a seat saw happen in this round, if the match keeps a log."""
    seen = [event.seen_by(seat) for event in match.events()]
    return [event for event in seen if event is not None]


def situation_of(match: Match, seat: int, *, story: bool = False) -> Situation:
    """All that a bot gets for its decision; it follows from the match so far, so a record can give it again."""
    rules = match.rules
    return Situation(
        rules.view(match.state, seat),
        rules.legal(match.state, seat),
        match.target,
        decision_seed(match, seat),
        story_of(match, seat) if story else None,
    )


def play_match(
    match: Match, bots: Sequence[Bot], cap: int = CAP, watch: Watcher | None = None, most: int = MOST_ROUNDS
) -> None:
    """Play a match to its end, a bot for each seat; a bot that wants the story needs a match that keeps a log."""
    for _ in play_rounds(match, bots, cap, watch, most):
        pass


def play_rounds(
    match: Match, bots: Sequence[Bot], cap: int, watch: Watcher | None, most: int = MOST_ROUNDS
) -> Iterator[Round]:
    """The same, round by round, at most so many; each is handed on when it is over or given up."""
    while True:
        play_round(match, bots, cap, watch)
        yield match.round
        if match.winner() is not None or len(match.rounds) == most:
            return
        match.next_round()


def play_round(match: Match, bots: Sequence[Bot], cap: int, watch: Watcher | None) -> None:
    """Play the newest round to its end, or give it up at the cap."""
    state = match.state
    while state.phase != OVER:
        if len(match.round.actions) >= cap:
            match.stop_round()
            return
        seat = state.actor()
        bot = bots[seat]
        situation = situation_of(match, seat, story=wants_story(bot))
        start = perf_counter()
        decision = bot.decide(situation)
        seconds = perf_counter() - start
        action = decision.action
        if action not in situation.actions:
            raise CasefileError(f"the bot of seat {seat} answered {action}, which is none of its legal actions")
        if watch is not None:
            watch(situation, decision, seconds)
        match.apply(seat, action)


def decisions_of(played: Match) -> Iterator[tuple[Situation, int]]:
    """Every decision of a match again: what the seat got, with the story, and the action that it chose."""
    match = Match(played.rules, played.seed, played.target, log=True, anew=played.anew)
    for number, old in enumerate(played.rounds):
        if number:
            match.next_round()
        for seat, action in old.actions:
            yield situation_of(match, seat, story=True), action
            match.apply(seat, action)
        if old.stopped:
            match.stop_round()
