"""Everything that can be wrong, by its code: one list for the server, the page and the protocol's description."""

from typing import Literal

NotNow = Literal[
    "stale", "not-started", "started", "match-over", "round-on", "not-over", "resigned", "not-asked", "no-vote"
]
NotPossible = Literal[
    "illegal", "not-yours", "nothing-to-undo", "not-away", "has-bot", "empty", "spectator", "not-here", "covered"
]
Missing = Literal[
    "no-such-table", "no-such-seat", "no-such-order", "no-such-page", "no-seat", "no-hint", "no-hints", "no-mistake"
]
Wrong = Literal[
    "wrong", "wrong-body", "wrong-code", "wrong-method", "wrong-name", "has-seat", "not-host", "not-json", "unreadable"
]
TooMuch = Literal["too-fast", "too-large", "too-many-tables", "busy"]
Connection = Literal["hello-first", "version", "moved", "gone", "foreign-origin"]
Trouble = Literal["not-saved", "not-read", "no-page"]  # of the server's own
Code = Literal[NotNow, NotPossible, Missing, Wrong, TooMuch, Connection, Trouble]


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
