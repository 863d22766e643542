"""Datasets: true to the matches, and whole, whatever happens while they are written."""

import fcntl
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow.dataset
import pyarrow.parquet
import pytest

from casefile.cli import main
from casefile.core.encoding import Encoder
from casefile.errors import CasefileError
from casefile.match import Match
from casefile.registry import rules_for
from casefile.simulate.parquet import TABLES, Recorder, schemas

DOCS = Path(__file__).parents[2] / "docs" / "datasets.md"
RIPPER = ["simulate", "ripper", "--players", "3", "--seed", "7", "--bots", "random", "--batch", "4", "--json"]


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """A command: exit code, standard output and error."""
    code = main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err.strip()


def content(folder: Path) -> dict[str, bytes]:
    """All files of a dataset."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten matches in one go."""
    folder = tmp_path_factory.mktemp("whole") / "data"
    assert main([*RIPPER, "--matches", "10", "--jobs", "1", "--out", str(folder)]) == 0
    return folder


@pytest.fixture
def copy(whole: Path, tmp_path: Path) -> Path:
    """The same in a folder that a test may spoil."""
    return shutil.copytree(whole, tmp_path / "copy")


@pytest.mark.parametrize("table", TABLES)
def test_the_page_describes_every_column(table: str) -> None:
    """Name, type and order."""
    section = DOCS.read_text("utf-8").partition(f"### {table}\n")[2].partition("\n##")[0]
    described = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", section, re.MULTILINE)
    rules = rules_for("ripper", players=2)
    real = [(field.name, type_name(field)) for field in schemas(rules, Encoder(rules).size)[table]]
    assert described == real


def type_name(field: Any) -> str:
    """The type of a column as the page writes it."""
    kind = field.type
    if pyarrow.types.is_dictionary(kind):
        name = "string, dictionary"
    elif pyarrow.types.is_fixed_size_list(kind):
        name = f"fixed-size list of {kind.value_type}"
    elif pyarrow.types.is_list(kind):
        name = f"list of {kind.value_type}"
    else:
        name = str(kind)
    return name + (" or null" if field.nullable else "")


@pytest.mark.parametrize(
    "game",
    [
        ["ripper", "--players", "3", "--options", "tips"],
        ["rue-morgue", "--players", "4"],
        ["jekyll-hyde"],
        ["capone", "--players", "4", "--teams"],
    ],
    ids=lambda game: game[0],
)
def test_rows_are_what_happened(game: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Played again from the seeds, every row is what the seat saw, might do and did."""
    code, out, _ = run(
        capsys,
        "simulate",
        *game,
        "--bots",
        "random",
        "--matches",
        3,
        "--batch",
        2,
        "--jobs",
        1,
        "--json",
        "--out",
        tmp_path,
    )
    assert code == 0
    tables = {table: pyarrow.dataset.dataset(tmp_path / table).to_table() for table in TABLES}
    about = json.loads(tables["decisions"].schema.metadata[b"casefile"])
    rules = rules_for(about["case"], about["players"], about["edition"], about["teams"], about["options"])
    encoder = Encoder(rules)
    assert (about["observation"], about["actions"]) == (encoder.size, len(rules.actions))
    decisions = iter(tables["decisions"].to_pylist())
    rounds = iter(tables["rounds"].to_pylist())
    for number, row in enumerate(tables["matches"].to_pylist()):
        match = Match(rules, row["seed"])
        assert (row["match"], row["bots"]) == (number, ["random"] * rules.seats)
        for at in range(1, row["rounds"] + 1):
            expected = next(rounds)
            turns = replay_round(match, decisions, encoder, (number, at))
            result = match.round.result
            assert result is not None
            assert (expected["match"], expected["round"], expected["turns"]) == (number, at, turns)
            assert (expected["outcome"], expected["points"]) == (result.outcome, result.totals())
            assert expected["points"] == [
                plus + bonus - minus
                for plus, bonus, minus in zip(expected["plus"], expected["bonus"], expected["minus"], strict=True)
            ]
            if at < row["rounds"]:
                match.next_round()
        assert (row["scores"], row["winner"]) == (match.scores, match.winner())
    assert next(decisions, None) is None
    assert next(rounds, None) is None
    assert json.loads(out)["decisions"] == tables["decisions"].num_rows


def replay_round(match: Match, rows: Any, encoder: Encoder, where: tuple[int, int]) -> int:
    """Play the rows of a round, compare each with the table, and count the turns."""
    rules = match.rules
    turns = 1
    step = 0
    while match.round.result is None:
        row = next(rows)
        state = match.state
        seat = row["seat"]
        view = rules.view(state, seat)
        assert (row["match"], row["round"], row["step"], row["turn"]) == (*where, step, turns)
        assert (seat, row["side"]) == (state.actor(), state.side(seat))
        assert (row["phase"], row["question"]) == (rules.case.phases[view.phase], rules.case.questions[view.question])
        assert row["legal"] == rules.legal(state, seat)
        assert row["text"] == rules.actions[row["action"]].text
        assert row["observation"] == encoder.encode(view)
        turn = state.turn
        match.play(seat, row["action"])
        turns += state.turn != turn
        step += 1
    return turns


def test_a_round_at_the_cap(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """C-23: nobody scores, there is no outcome, and what is found again gives the same tally."""
    command = ["simulate", "capone", "--cap", 9, "--matches", 1, "--jobs", 1, "--json", "--out", tmp_path]
    first = run(capsys, *command)
    row = pyarrow.parquet.read_table(tmp_path / "rounds").to_pylist()[0]
    assert (row["ending"], row["outcome"], row["points"], row["decisions"]) == ("cap", None, [0, 0], 9)
    assert json.loads(first[1])["unfinished"] == 1
    assert run(capsys, *command) == first


def test_the_same_for_any_number_of_jobs(whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Byte by byte; and the tally is that of a run without a dataset."""
    with_out = run(capsys, *RIPPER, "--matches", 10, "--jobs", 3, "--out", tmp_path / "new")
    plain = run(capsys, *[word for word in RIPPER if word not in ("--batch", "4")], "--matches", 10, "--jobs", 1)
    assert with_out == plain
    assert content(tmp_path / "new") == content(whole)


def test_what_is_there_is_not_played_again(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The tally covers it all the same."""
    stamps = {path: path.stat().st_mtime_ns for path in copy.rglob("*")}
    bots = ["--bots", *["random"] * 3]  # written otherwise, but the same
    again = run(capsys, *RIPPER, *bots, "--matches", 10, "--jobs", 1, "--out", copy)
    assert again[0] == 0
    assert json.loads(again[1])["matches"] == 10
    assert {path: path.stat().st_mtime_ns for path in copy.rglob("*")} == stamps


@pytest.mark.parametrize("before", [1, 4, 7])
def test_more_matches_extend_it(before: int, whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """To the same data as in one go, also where the last file was not full."""
    assert run(capsys, *RIPPER, "--matches", before, "--jobs", 1, "--out", tmp_path)[0] == 0
    out = run(capsys, *RIPPER, "--matches", 10, "--jobs", 1, "--out", tmp_path)[1]
    assert content(tmp_path) == content(whole)
    assert json.loads(out)["matches"] == 10


def test_fewer_matches_are_refused(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is thrown away."""
    before = content(copy)
    for matches in (9, 3):
        code, _, err = run(capsys, *RIPPER, "--matches", matches, "--out", copy)
        assert (code, content(copy)) == (2, before)
        assert "holds more matches already; --matches can only extend it" in err


@pytest.mark.parametrize(
    "lost",
    [
        ["matches/000000004.parquet"],
        ["decisions/000000008.parquet"],
        ["matches/000000000.parquet", "rounds/000000000.parquet", "decisions/000000004.parquet"],
    ],
)
def test_lost_files_are_written_again(
    lost: list[str], whole: Path, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As after a kill between the files of a batch; what was being written is cleaned up."""
    for name in lost:
        (copy / name).unlink()
    (copy / "decisions" / ".000000004.parquet.part").write_bytes(b"PAR1 half of it")
    (copy / ".plan.json.part").write_bytes(b"{")
    assert run(capsys, *RIPPER, "--matches", 10, "--jobs", 1, "--out", copy)[0] == 0
    assert content(copy) == content(whole)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("damage", ["empty", "cut", "text", "another", "folder"])
def test_damaged_files_are_named(
    table: str, damage: str, whole: Path, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line; deleting the file mends the dataset."""
    path = copy / table / "000000004.parquet"
    if damage == "folder":
        path.unlink()
        path.mkdir()
    else:
        data = path.read_bytes()
        others = (copy / table / "000000008.parquet").read_bytes()
        path.write_bytes({"empty": b"", "cut": data[:-20], "text": b"hello " * 99, "another": others}[damage])
    command = [*RIPPER, "--matches", 10, "--jobs", 1, "--out", copy]
    code, out, err = run(capsys, *command)
    assert (code, out, err.count("\n")) == (2, "", 0)
    assert f"{path}: is damaged (" in err
    path.rmdir() if damage == "folder" else path.unlink()
    assert run(capsys, *command)[0] == 0
    assert content(copy) == content(whole)


def test_a_flipped_bit_is_found(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In what is read again for the tally."""
    path = copy / "rounds" / "000000000.parquet"
    data = bytearray(path.read_bytes())
    data[60] ^= 4
    path.write_bytes(data)
    code, _, err = run(capsys, *RIPPER, "--matches", 10, "--out", copy)
    assert code == 2
    assert f"{path}: is damaged (" in err


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (["--seed", "8"], "its seed is '7', not '8'"),
        (["--players", "2"], "its players is 3, not 2"),
        (["--options", "tips"], 'its options is [], not ["tips"]'),
        (["--bots", "constable"], 'its bots is ["random", "random", "random"], not'),
        (["--cap", "99"], "its cap is 5000, not 99"),
        (["--batch", "5"], "its batch is 4, not 5"),
    ],
)
def test_another_plan_is_refused(other: list[str], words: str, copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder holds one simulation."""
    before = content(copy)
    code, out, err = run(capsys, *RIPPER, *other, "--matches", 10, "--out", copy)
    assert (code, out, content(copy)) == (2, "", before)
    assert "holds another simulation: " + words in err


def test_another_version_is_refused(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Bots and columns may differ from one to the next."""
    plan = copy / "plan.json"
    plan.write_text(plan.read_text().replace('"schema": 1', '"schema": 0'))
    assert "its schema is 0, not 1" in run(capsys, *RIPPER, "--out", copy)[2]


@pytest.mark.parametrize("text", ["", "[]", "{", "{}", '{"format": 1}', '{"format": 1, "format": 2}', "[" * 9999])
def test_a_plan_that_is_none(text: str, copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line."""
    (copy / "plan.json").write_text(text)
    code, _, err = run(capsys, *RIPPER, "--out", copy)
    assert code == 2
    assert "plan.json: is not the plan of a dataset; name a new folder" in err


def test_folders_that_cannot_be_used(tmp_path: Path, copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line each, and nothing is touched."""
    (tmp_path / "file").write_text("mine")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    shutil.rmtree(copy / "rounds")
    (copy / "rounds").write_text("")
    for folder, words in (
        (tmp_path / "file", "file: File exists"),
        (tmp_path / "file" / "below", "below: Not a directory"),
        (tmp_path / "full", "is not empty and has no plan.json; name a new folder"),
        (copy, "rounds: File exists"),
    ):
        code, out, err = run(capsys, *RIPPER, "--jobs", 1, "--out", folder)
        assert (code, out) == (2, "")
        assert words in err
    assert len(content(tmp_path / "full")) == 1


def test_files_that_do_not_belong_there(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A reader of the dataset would take them for a part of it."""
    for name in ("mine.parquet", "000000002.parquet"):
        path = copy / "decisions" / name
        path.write_bytes(b"")
        code, _, err = run(capsys, *RIPPER, "--matches", 10, "--out", copy)
        assert code == 2
        assert f"{path}: does not belong to this dataset; move it away" in err
        path.unlink()


def test_only_one_writes(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two commands would undo each other's files."""
    handle = os.open(copy, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        assert "another casefile is writing there now" in run(capsys, *RIPPER, "--out", copy)[2]
    finally:
        os.close(handle)


def test_arguments_that_do_not_fit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A batch without a dataset; no pyarrow."""
    assert "--batch: says how many matches go into a file of --out" in run(capsys, *RIPPER)[2]
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    err = run(capsys, *RIPPER, "--out", tmp_path / "none")[2]
    assert err == 'casefile: --out: needs pyarrow: pip install "casefile-rummy[research]"'


def test_a_score_that_a_column_cannot_hold() -> None:
    """One line; no deck of four-figure cards gets there in a match of sensible length."""
    rules = rules_for("ripper", players=2)
    match = Match(rules, "0")
    match.state.scores[0] = -40_000
    with pytest.raises(CasefileError, match="too large for an observation"):
        Recorder(rules, ["random"] * 2, 0).watch_decision(match, 1, rules.view(match.state, 0), [0], 0)


LONG = [sys.executable, "-m", "casefile", *RIPPER, "--matches", "24"]


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two dozen matches in one go."""
    folder = tmp_path_factory.mktemp("long") / "data"
    subprocess.run([*LONG, "--jobs", "1", "--out", str(folder)], check=True, capture_output=True)
    return folder


@pytest.mark.once
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_stopped_command_goes_on(how: signal.Signals, long: Path, tmp_path: Path) -> None:
    """Again and again, until all is there: the same data, byte by byte, and the tally of all matches."""
    command = [*LONG, "--jobs", "2", "--out", str(tmp_path)]
    stops = 0
    while True:
        before = len(list(tmp_path.glob("matches/*.parquet")))
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        while process.poll() is None and len(list(tmp_path.glob("matches/*.parquet"))) < before + 1:
            time.sleep(0.01)
        if process.poll() is None and stops < 2:
            os.killpg(process.pid, how) if how == signal.SIGINT else process.send_signal(how)
            stops += 1
        out, err = process.communicate(timeout=60)
        assert b"Traceback" not in err
        if process.returncode == 0:
            break
        assert process.returncode == (130 if how == signal.SIGINT else -how)
        if how == signal.SIGINT:
            assert b"the same command goes on" in err
    assert stops > 0
    assert content(tmp_path) == content(long)
    assert json.loads(out)["matches"] == 24


@pytest.mark.once
def test_a_full_disk(long: Path, tmp_path: Path) -> None:
    """One line; with more room the same command goes on. A limit on the size of files stands in for the disk."""
    command = [*LONG, "--jobs", "1", "--out", str(tmp_path)]
    limit = ["bash", "-c", 'ulimit -f 4; exec "$@"', "-"]
    full = subprocess.run([*limit, *command], capture_output=True, text=True, check=False)
    assert full.returncode == 2
    assert full.stderr.strip().splitlines()[-1].endswith("decisions/000000000.parquet: File too large")
    assert list(content(tmp_path)) == ["plan.json"]
    subprocess.run(command, capture_output=True, check=True)
    assert content(tmp_path) == content(long)
