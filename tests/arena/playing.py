"""Arenas that have been played, and the command that plays them."""

from pathlib import Path

import pytest

from casefile.arena.matches import Plan
from casefile.arena.run import Arena
from casefile.cli import main


def arena(
    case: str = "ripper",
    bots: tuple[str, ...] = ("constable", "random"),
    matches: int = 6,
    players: int | None = None,
    jobs: int = 1,
    *,
    play_all: bool = True,
    records: Path | None = None,
    resume: bool = False,
) -> Arena:
    """An arena that has been played."""
    plan = Plan((case, players), bots, "test", keep_records=records is not None)
    played = Arena(plan, matches, play_all=play_all, records=None if records is None else str(records))
    if resume:
        played.resume()
    played.run(jobs, None, lambda done, total: None)
    return played


def without_times(played: Arena) -> dict[str, object]:
    """All that came out and is the same every time."""
    return {key: value for key, value in played.as_json().items() if key != "decisions"}


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of the command."""
    try:
        code = main(["arena", *(str(argument) for argument in arguments)])
    except SystemExit as stop:
        code = int(stop.code or 0)
    captured = capsys.readouterr()
    return code, captured.out, captured.err
