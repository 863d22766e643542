"""Bots with labels: reports call them so, records say what they are."""

import json
from pathlib import Path

import pytest

from casefile.arena.matches import read_bots
from casefile.text.record import read_record
from tests.arena.playing import run

TUNED = "tests.arena.test_custom:Tuned"


@pytest.mark.parametrize(
    ("given", "bots", "labels"),
    [
        (["random", "random"], ["random", "random"], ["random", "random (2)"]),
        (["quick=dupin:20", "dupin:20"], ["dupin:20", "dupin:20"], ["quick", "dupin:20"]),
        (["a=b=random", "random"], ["b=random", "random"], ["a", "random"]),
        ([f"{TUNED}(tries=2)", f"two={TUNED}(tries=2)"], [f"{TUNED}(tries=2)"] * 2, [f"{TUNED}(tries=2)", "two"]),
        (["exec:bot --net=3", "net 3=exec:bot --net=3"], ["exec:bot --net=3"] * 2, ["exec:bot --net=3", "net 3"]),
    ],
)
def test_what_stands_before_the_sign_is_a_label(given: list[str], bots: list[str], labels: list[str]) -> None:
    """Unless it belongs to the bot: to the arguments of a class, or to a command."""
    assert read_bots(given) == (tuple(bots), tuple(labels))


def test_labels_are_shown_everywhere(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """In the tables, in the JSON and on the page, in place of the names."""
    page = tmp_path / "page.html"
    bots = ["hasty=constable", "<careful>=constable", f"tuned={TUNED}(tries=3)"]
    arguments = ["ripper", *bots, "--rounds", 4, "--jobs", 1, "--html", page]
    code, out, _ = run(capsys, *arguments)
    assert code == 0
    assert "hasty against <careful>: rounds 4" in out
    code, out, _ = run(capsys, *arguments, "--json")
    data = json.loads(out)
    assert data["bots"] == ["hasty", "<careful>", "tuned"]
    assert {row["bot"] for row in data["ratings"]} == set(data["bots"])
    text = page.read_text("utf-8")
    assert "hasty against &lt;careful&gt;" in text
    assert "constable" not in text
    assert "Tuned" not in text


def test_records_say_what_a_bot_is(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """So that it can be made again, and another label finds the same records."""
    arguments = ["ripper", "--rounds", 2, "--jobs", 1, "--records", tmp_path]
    assert run(capsys, *arguments, "one=random", "other=constable")[0] == 0
    texts = {path: path.read_text("utf-8") for path in tmp_path.iterdir()}
    assert [sorted(read_record(text)[1] or []) for text in texts.values()] == [["constable", "random"]] * 2
    code, out, _ = run(capsys, *arguments, "random", "again=constable", "--resume", "--json")
    assert code == 0
    assert sum(row["count"] for row in json.loads(out)["decisions"]) == 0
    assert {path: path.read_text("utf-8") for path in tmp_path.iterdir()} == texts
