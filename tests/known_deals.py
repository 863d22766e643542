"""`casefile` whose tables are dealt from a secret that the tests know: the same entropy gives the same cards, always.

python -m tests.known_deals serve --port 0
"""

import sys
from itertools import count
from types import SimpleNamespace
from typing import Any

from casefile.cli import main
from casefile.match import Match
from casefile.proof import secret_from, seed_of
from casefile.registry import rules_for
from casefile.server import intents

SECRET = "ca5ef11e" * 8


def entropy_that_begins(case: str, seats: int, **variant: Any) -> str:
    """What the first seat adds, and nobody else, to be the first to draw."""
    rules = rules_for(case, seats, **variant)
    secret = secret_from(SECRET, intents.MOST_REMATCHES)
    others = [""] * (seats - 1)
    deals = ((str(each), Match(rules, seed_of(secret, [str(each), *others]))) for each in count())
    return next(entropy for entropy, match in deals if match.round.dealer == seats - 1)  # C-1


if __name__ == "__main__":
    setattr(intents, "secrets", SimpleNamespace(token_hex=lambda _: SECRET))  # noqa: B010
    sys.exit(main())
