"""Bots by name."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager

from casefile.bots.base import Bot
from casefile.bots.ismcts import Ismcts
from casefile.bots.plain import MISJUDGED, Constable, RandomBot, Sergeant
from casefile.bots.policy import Policy
from casefile.bots.search import Budget, Thinker
from casefile.core.rules import Rules
from casefile.errors import CasefileError, show, unknown
from casefile.learn.proofs import LEARNED, STRONGEST, who_plays
from casefile.players.custom import SECONDS, is_custom, make_custom
from casefile.registry import policy_for

LEVELS = ("constable", "sergeant", "inspector", STRONGEST, LEARNED)
NAMES = ("random", *LEVELS)  # that people are offered
YARDSTICK = "ismcts"  # to measure other bots by
ALL_NAMES = (*NAMES, YARDSTICK)
THINKERS = ("inspector", STRONGEST, LEARNED, YARDSTICK)


def make_bot(name: str, rules: Rules, seconds: float = SECONDS, thinking: float = 0.0) -> Bot:
    """A bot for one seat of one match; `inspector:200` thinks for 200 tries, `inspector:0.5s` for half a second.

    Others than ours are named by their import path, `package.module:Class`, with arguments if need be,
    `package.module:Class(tries=200)`, or as a program, `exec:COMMAND`, which has so many seconds for an answer. A bot
    may have a method `close`: `close_bot` calls it. With `thinking`, one of ours without a budget behind its name
    answers after so many seconds at the latest, however few its tries were.
    """
    level, _, limit = who_plays(name, rules).partition(":")
    if level not in ALL_NAMES and is_custom(name):
        return make_custom(name, rules, seconds)
    if level not in ALL_NAMES:
        raise unknown("bot", name, [*ALL_NAMES, "package.module:Class", "exec:COMMAND"])
    if limit and level not in THINKERS:
        raise CasefileError(f"bot: {level} decides at a glance and takes no budget, not {show(limit)}")
    if level == "random":
        return RandomBot()
    if level == "constable":
        return Constable(Policy(rules))
    policy = policy_for(rules)
    if level == "sergeant":
        return Sergeant(policy)
    if level == YARDSTICK:
        return Ismcts(rules, policy, read_budget(limit, 2000, thinking))
    if level == "inspector":
        budget = read_budget(limit, 40, thinking)
        return Thinker(rules, policy, budget, 6, misjudged=MISJUDGED // 2, infers=False)
    if level == LEARNED:
        at_a_glance = limit == "0"
        budget = read_budget("" if at_a_glance else limit, 400, thinking)
        learned = make_learned(rules, policy, None if at_a_glance else budget)
        if learned is not None:
            return learned
        limit = "" if at_a_glance else limit
    return Thinker(rules, policy, read_budget(limit, 500, thinking), 8, infers=True)


def make_learned(rules: Rules, policy: Policy, budget: Budget | None) -> Bot | None:
    """The player that a net makes, at a glance without a budget; none if the case has no net."""
    from casefile.learn.net import net_of
    from casefile.learn.vidocq import Instant, Vidocq

    net = net_of(rules)
    if net is None:
        return None
    return Instant(rules, policy, net) if budget is None else Vidocq(rules, policy, net, budget)


def read_budget(limit: str, tries: int, thinking: float = 0.0) -> Budget:
    """Read what follows a bot's name: tries, or seconds; nothing means its own tries, within a limit of seconds."""
    if not limit:
        return Budget(tries, thinking)
    number = limit.removesuffix("s")
    is_time = number != limit
    digits = number.replace(".", "", 1) if is_time else number
    if not digits.isdecimal() or not digits.isascii() or float(number) == 0:
        wrong = show(limit)
        raise CasefileError(f"bot: a budget is a whole number of tries (200) or seconds (0.5s), not {wrong}")
    return Budget(0, float(number)) if is_time else Budget(int(number))


@contextmanager
def seated(names: Iterable[str], rules: Rules, seconds: float = SECONDS) -> Iterator[list[Bot]]:
    """A bot for every seat, each made for this match, so that none remembers another one; ended afterwards."""
    with ExitStack() as stack:
        bots: list[Bot] = []
        for name in names:
            bot = make_bot(name, rules, seconds)
            stack.callback(close_bot, bot)
            bots.append(bot)
        yield bots


def close_bot(bot: Bot) -> None:
    """End what a bot has started, if it has."""
    close = getattr(bot, "close", None)
    if close is not None:
        close()
