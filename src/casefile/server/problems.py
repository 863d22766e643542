"""Everything that can be wrong, by its code: one list for the server, the page and the protocol's description."""

from typing import Literal

Code = Literal[
    # A message or a request that means nothing now
    "illegal",
    "stale",
    "not-yours",
    "not-started",
    "match-over",
    "round-on",
    "resigned",
    "nothing-to-undo",
    "no-vote",
    "no-such-seat",
    "no-such-order",
    "not-away",
    "has-bot",
    "no-hints",
    "no-hint",
    "not-asked",
    "empty",
    "spectator",
    "not-here",
    # A connection that cannot go on
    "hello-first",
    "unreadable",
    "version",
    "moved",
    # Tables and seats
    "no-such-table",
    "no-seat",
    "has-seat",
    "wrong-code",
    "wrong-name",
    "not-over",
    # A request that cannot be read
    "wrong",
    "wrong-body",
    "wrong-method",
    "not-json",
    "too-large",
    "gone",
    "no-such-page",
    # The server, and what it allows
    "too-fast",
    "too-many-tables",
    "foreign-origin",
    "not-saved",
    "not-read",
    "no-page",
]


class RefusedError(Exception):
    """Why a message changes nothing."""

    def __init__(self, code: Code, text: str, rule: str | None = None) -> None:
        super().__init__(text)
        self.code: Code = code
        self.text = text
        self.rule = rule


class ProblemError(Exception):
    """An answer that is an error: its HTTP status, a code, and one line."""

    def __init__(self, status: int, code: Code, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code: Code = code
        self.message = message
