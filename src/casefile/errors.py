"""Errors that are meant for people: one line that says what is wrong and what would be right."""

from difflib import get_close_matches

from casefile.core.errors import CasefileError

__all__ = ["CasefileError", "unknown"]


def unknown(what: str, given: object, known: list[str]) -> CasefileError:
    """An error for a name that does not exist, with the nearest or all names that do."""
    near = get_close_matches(str(given), known, 1)
    hint = f"did you mean {near[0]}?" if near else "known: " + ", ".join(known)
    return CasefileError(f"unknown {what} {given!r}; {hint}")
