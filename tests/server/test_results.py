"""What is left of a match: a record that can be checked, ratings, statistics."""

import asyncio
import re
import threading
import zipfile
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from casefile.cli import main
from casefile.match import Match
from casefile.proof import commitment_of, seed_of
from casefile.registry import rules_for
from casefile.server.api_people import export
from casefile.server.ratings import Ratings, statistics
from casefile.server.results import Player, Summary
from casefile.server.storage import Result
from casefile.text.record import write_record
from tests.server.tables import MemoryStorage

SECRET = "ab" * 32


def record(secret: str = SECRET, entropy: str = '["", "tea"]') -> str:
    """A match that a server could have dealt."""
    rules = rules_for("capone", 2)
    match = Match(rules, seed_of(secret, ["", "tea"]))
    for _ in range(20):
        seat = match.state.actor()
        match.play(seat, rules.legal(match.state, seat)[0])
    more = {"Commitment": commitment_of(secret), "Secret": secret, "Entropy": entropy}
    return write_record(match, ["Ann", "Ben"], more)


def verify(text: str, folder: Path, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, str]:
    """What `casefile verify` says."""
    path = folder / "match.record"
    path.write_text(text, "utf-8")
    code = main(["verify", str(path), *more])
    captured = capsys.readouterr()
    return code, captured.out + captured.err


def test_an_honest_deal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is verified, with the commitment that was shown before."""
    code, said = verify(record(), tmp_path, capsys, "--commitment", commitment_of(SECRET))
    assert (code, "chosen by nobody" in said) == (0, True)


WRONG: list[Any] = [
    pytest.param(lambda text: text.replace(SECRET, "cd" * 32), "does not fit the commitment", id="another secret"),
    pytest.param(lambda text: text.replace("tea", "coffee"), "does not follow", id="another entropy"),
    pytest.param(lambda text: re.sub(r'\[Entropy ".*"\]', '[Entropy "{"]', text), "must hold", id="no list"),
    pytest.param(lambda text: re.sub(r"\[Secret .*\n", "", text), "has no header Secret", id="no secret"),
    pytest.param(lambda text: text.replace("draw file", "draw discard", 1), "line ", id="another action"),
    pytest.param(lambda text: "hello", "missing", id="no record"),
]


@pytest.mark.parametrize(("spoil", "words"), WRONG)
def test_a_dishonest_deal(spoil: Any, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is refused in one line, with exit code 2."""
    code, said = verify(spoil(record()), tmp_path, capsys)
    assert code == 2
    assert said.count("\n") == 1
    assert words in said


def test_another_commitment_than_the_one_that_was_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A server that shows one and deals by another is found out."""
    code, said = verify(record(), tmp_path, capsys, "--commitment", commitment_of("other"))
    assert (code, "another commitment" in said) == (2, True)


def test_backup_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line."""
    assert main(["backup", str(tmp_path / "copy"), "--data", str(tmp_path)]) == 2
    assert "has no data file" in capsys.readouterr().err


def summary(names: str, winner: int | None, scores: list[int], sides: int = 2, resigned: int = -1) -> Summary:
    """A match; bots are written in capitals."""
    seats = [
        Player(name, name.lower() if name.isupper() else "", f"key {name}", number == resigned)
        for number, name in enumerate(names.split())
    ]
    return Summary("capone", "pegasus", sides, 3, scores, winner, "points", seats, 0.0, 1.0)


def rated(*matches: Summary) -> dict[str, float]:
    """Ratings after some matches."""
    ratings = Ratings(MemoryStorage())
    for match in matches:
        ratings.count(match)
    return {row.name: row.rating for row in asyncio.run(ratings.rows())}


def test_who_wins_is_rated_higher() -> None:
    """People and bots alike; in teams both; who resigned is last."""
    two = rated(summary("Ann INSPECTOR", 0, [100, 40]))
    assert two["Ann"] > two["inspector"]
    teams = rated(summary("Ann Ben Cy Di", 1, [20, 100]))
    assert teams["Ben"] == teams["Di"] > teams["Ann"] == teams["Cy"]
    three = rated(summary("Ann Ben Cy", 0, [100, 60, 50], 3, resigned=1))
    assert three["Ann"] > three["Cy"] > three["Ben"]


def test_a_bot_on_several_seats_plays_one_match() -> None:
    """Its rating is the mean of what each seat would make of it, whichever comes last."""
    ratings = Ratings(MemoryStorage())
    for match in (summary("Ann BOT BOT", 1, [60, 100, 20], 3), summary("Ben BOT BOT", 2, [60, 20, 100], 3)):
        ratings.count(match)
    rows = {row.name: row for row in asyncio.run(ratings.rows())}
    assert (rows["bot"].matches, rows["bot"].won) == (2, 2)
    first = rated(summary("Ann BOT BOT", 1, [60, 100, 20], 3))
    assert first == rated(summary("Ann BOT BOT", 2, [60, 20, 100], 3))
    assert first["bot"] == pytest.approx(first["Ann"], abs=100)


def test_matches_that_count_for_nobody() -> None:
    """Without a winner, or against oneself."""
    assert rated(summary("Ann Ben", None, [0, 0]), summary("SERGEANT SERGEANT", 0, [100, 0])) == {}


def test_statistics() -> None:
    """By case, from the person's own seat."""
    matches = [(summary("Ann Ben", 0, [100, 40]), 0), (summary("Ann Ben", 1, [30, 100]), 0)]
    found = statistics(matches)["capone"]
    assert (found.played, found.won, found.points, found.rounds) == (2, 1, 130, 6)


def test_an_export_is_packed_beside_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """No table has to wait for it."""
    threads: list[threading.Thread] = []
    write = zipfile.ZipFile.writestr

    def watched(*arguments: Any) -> None:
        threads.append(threading.current_thread())
        write(*arguments)

    monkeypatch.setattr(zipfile.ZipFile, "writestr", watched)
    storage = MemoryStorage()
    for number in range(2):
        match = msgspec.json.encode(summary("Ann Ben", 0, [100, 40]))
        storage.kept.append(Result(f"table {number}", 0.0, match, f"record {number}"))
        storage.owners.append(("key Ann", f"table {number}"))
    context = SimpleNamespace(storage=storage, aside=asyncio.to_thread)
    call: Any = SimpleNamespace(context=context, caller=SimpleNamespace(key="key Ann"))
    archive = zipfile.ZipFile(BytesIO(bytes(asyncio.run(export(call)).content)))
    assert [archive.read(name) for name in archive.namelist()] == [b"record 0", b"record 1"]
    assert len(threads) == 2
    assert threading.main_thread() not in threads
