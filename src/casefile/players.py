"""Bots by name."""

from casefile.bots.base import Bot
from casefile.bots.plain import Constable, RandomBot, Sergeant
from casefile.bots.policy import Policy
from casefile.bots.search import Budget, Inspector
from casefile.core.rules import Rules
from casefile.errors import CasefileError, unknown
from casefile.registry import case_info

LEVELS = ("constable", "sergeant", "inspector", "dupin")
NAMES = ("random", *LEVELS)


def make_bot(name: str, rules: Rules) -> Bot:
    """A bot for one game; `inspector:200` thinks for 200 tries, `inspector:0.5s` for half a second."""
    level, _, limit = name.partition(":")
    if level not in NAMES:
        raise unknown("bot", name, list(NAMES))
    if level == "random":
        return RandomBot()
    if level == "constable":
        return Constable(Policy(rules))
    policy = case_info(rules.variant.case).policy(rules)
    if level == "sergeant":
        return Sergeant(policy)
    if level == "inspector":
        return Inspector(rules, policy, budget(limit, 120), 8)
    return Inspector(rules, policy, budget(limit, 800), 16)


def budget(limit: str, tries: int) -> Budget:
    """What stands behind a bot's name: tries, or seconds; nothing means its own number of tries."""
    try:
        if limit.endswith("s"):
            return Budget(0, float(limit[:-1]))
        return Budget(int(limit) if limit else tries)
    except ValueError:
        raise CasefileError(f"a bot's budget is a number of tries (200) or seconds (0.5s), not {limit}") from None
