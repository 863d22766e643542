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

from casefile.bots.base import Decision, Situation
from casefile.cli import main
from casefile.core.rows import RowWriter
from casefile.errors import CasefileError
from casefile.match import Match
from casefile.players import make_bot
from casefile.players.play import play_round
from casefile.registry import rules_for
from casefile.research.datasets import read_decisions
from casefile.simulate.parquet import Recorder
from casefile.simulate.schema import EVENTS, TABLES, schemas

DOCS = Path(__file__).parents[2] / "docs" / "datasets.md"
SCHEMA_1 = Path(__file__).parent / "schema1"
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


@pytest.mark.parametrize("table", [*TABLES, EVENTS])
def test_the_page_describes_every_column(table: str) -> None:
    """Name, type and order."""
    section = DOCS.read_text("utf-8").partition(f"### {table}\n")[2].partition("\n##")[0]
    described = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", section, re.MULTILINE)
    rules = rules_for("ripper", players=2)
    real = [(field.name, type_name(field)) for field in schemas(rules, hands=True, events=True)[table]]
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
        2,
        "--batch",
        1,
        "--jobs",
        1,
        "--json",
        "--hands",
        "--out",
        tmp_path,
    )
    assert code == 0
    tables = {table: pyarrow.dataset.dataset(tmp_path / table).to_table() for table in TABLES}
    about = json.loads(tables["decisions"].schema.metadata[b"casefile"])
    rules = rules_for(about["case"], about["players"], about["edition"], about["teams"], about["options"])
    writer = RowWriter(rules)
    assert (about["observation"], about["actions"]) == (writer.size, len(rules.actions))
    assert [name for name, *_ in about["fields"]] == [field.name for field in writer.fields]
    decisions = iter(tables["decisions"].to_pylist())
    rounds = iter(tables["rounds"].to_pylist())
    for number, row in enumerate(tables["matches"].to_pylist()):
        match = Match(rules, row["seed"])
        assert (row["match"], row["bots"]) == (number, ["random"] * rules.seats)
        for at in range(1, row["rounds"] + 1):
            expected = next(rounds)
            turns = replay_round(match, decisions, writer, (number, at), expected["points"], row["winner"])
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


def replay_round(
    match: Match, rows: Any, writer: RowWriter, where: tuple[int, int], points: list[int], winner: int | None
) -> int:
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
        assert bytes(row["observation"]) == writer.row(view, rules.target)
        assert (row["hands"], row["case_file"]) == (state.hands, state.case_file[::-1])
        best = max(other for side, other in enumerate(points) if side != row["side"])
        assert (row["points"], row["ahead"]) == (points[row["side"]], points[row["side"]] - best)
        assert row["won"] == (None if winner is None else row["side"] == winner)
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
        (["--hands"], "its hands is false, not true"),
        (["--events"], "its events is false, not true"),
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
    plan.write_text(plan.read_text().replace('"schema": 2', '"schema": 1'))
    assert "its schema is 1, not 2" in run(capsys, *RIPPER, "--out", copy)[2]


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
    assert "--hands: adds to the dataset of --out, which is missing" in run(capsys, "simulate", "capone", "--hands")[2]
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    err = run(capsys, *RIPPER, "--out", tmp_path / "none")[2]
    assert err == 'casefile: --out: needs pyarrow: pip install "casefile-rummy[research]"'


def test_what_bots_thought(tmp_path: Path) -> None:
    """Candidates with their values, and reasons, are those of the bot; they make soft targets."""
    rules = rules_for("jekyll-hyde")
    names = ["inspector:20", "sergeant"]
    recorder = Recorder(rules, names, 0)
    match = Match(rules, "thoughts")
    decisions: list[Decision] = []

    def watch(situation: Situation, decision: Decision, seconds: float) -> None:
        decisions.append(decision)
        recorder.watch_decision(match, 1, situation, decision)

    play_round(match, [make_bot(name, rules) for name in names], 40, watch)
    recorder.watch_round(match, 1, "cap")
    recorder.watch_match(match)
    for table, data in recorder.files().items():
        (tmp_path / table).mkdir()
        (tmp_path / table / "0.parquet").write_bytes(data)
    rows = pyarrow.parquet.read_table(tmp_path / "decisions").to_pylist()
    for row, decision in zip(rows, decisions, strict=True):
        assert row["candidates"] == [each.action for each in decision.candidates]
        assert row["candidate_tries"] == [each.tries for each in decision.candidates]
        assert row["candidate_chances"] == pytest.approx([each.chance for each in decision.candidates])
        assert row["candidate_points"] == pytest.approx([each.points for each in decision.candidates])
        assert (row["reason"], row["reason_cards"]) == (decision.reason.key, decision.reason.faces)
        assert row["reason_number"] == decision.reason.number
    assert any(row["candidates"] for row in rows)
    found = read_decisions(tmp_path)
    targets = found.soft_targets(0.05)
    assert targets.sum(1) == pytest.approx(1)
    assert not targets[~found.masks].any()
    for row, target in zip(rows, targets, strict=True):
        best = max(zip(row["candidate_chances"], row["candidates"], strict=True), default=(0, row["action"]))
        assert target.argmax() == best[1] or target[best[1]] == target.max()


def test_what_happened(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every event of every round, with who may know of it, before the decision that it led to."""
    game = ["simulate", "ripper", "--players", 3, "--options", "tips", "--bots", "random", "--matches", 2]
    assert run(capsys, *game, "--jobs", 1, "--events", "--out", tmp_path)[0] == 0
    assert run(capsys, *game, "--jobs", 1, "--events", "--out", tmp_path)[0] == 0  # nothing is damaged
    rules = rules_for("ripper", 3, options=["tips"])
    tables = {name: pyarrow.parquet.read_table(tmp_path / name).to_pylist() for name in (*TABLES, EVENTS)}
    found = iter(tables[EVENTS])
    decisions = iter(tables["decisions"])
    for played in tables["matches"]:
        match = Match(rules, played["seed"], log=True)
        for at in range(1, played["rounds"] + 1):
            steps: list[int] = []
            while match.round.result is None:
                steps += [len(match.round.actions)] * (len(match.events()) - len(steps))
                row = next(decisions)
                match.play(row["seat"], row["action"])
            steps += [len(match.round.actions)] * (len(match.events()) - len(steps))
            for step, event in zip(steps, match.events(), strict=True):
                row = next(found)
                assert (row["match"], row["round"], row["step"]) == (played["match"], at, step)
                assert (row["what"], row["seat"], row["cards"]) == (event.what, event.seat, event.cards)
                assert (row["shown_to"], row["known_to"]) == (event.shown_to, event.known_to)
                assert (row["other"], row["count"]) == (event.other, event.count)
            if at < played["rounds"]:
                match.next_round()
    assert next(found, None) is None


def test_schema_1_is_still_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A dataset that 0.1.0 could have written gives the same arrays as the same matches of today, but for the rows."""
    old = read_decisions(SCHEMA_1)
    assert old.about["schema"] == 1
    game = ["simulate", "jekyll-hyde", "--bots", "sergeant", "--matches", 1, "--seed", 1, "--jobs", 1]
    assert run(capsys, *game, "--out", tmp_path)[0] == 0
    new = read_decisions(tmp_path)
    assert new.about["schema"] == 2
    assert old.observations.shape[0] == old.masks.shape[0] == len(old.actions) == len(old.ahead) == len(old.won)
    assert old.masks[range(len(old.actions)), old.actions].all()
    for mine, row in ((old.won, old.ahead), (new.won, new.ahead)):
        assert mine.any()
        assert row.any()
    if len(old.actions) == len(new.actions) and (old.actions == new.actions).all():  # while sergeants play as then
        assert (old.masks == new.masks).all()
        assert (old.ahead == new.ahead).all()
        assert (old.won == new.won).all()
    rounds = pyarrow.parquet.read_table(SCHEMA_1 / "rounds").to_pylist()
    assert {abs(int(ahead)) for ahead in old.ahead} == {abs(row["points"][0] - row["points"][1]) for row in rounds}


def test_what_is_no_dataset_is_refused(tmp_path: Path, copy: Path) -> None:
    """One line."""
    with pytest.raises(CasefileError, match="decisions: is not there"):
        read_decisions(tmp_path / "none")
    for table in TABLES:
        path = next((copy / table).iterdir())
        shutil.rmtree(copy / table)
        (copy / table).mkdir()
        pyarrow.parquet.write_table(pyarrow.table({"match": [1]}), copy / table / path.name)
    with pytest.raises(CasefileError, match="is no dataset of schema 1 or 2"):
        read_decisions(copy)


LONG = [sys.executable, "-m", "casefile", *RIPPER, "--batch", "2", "--matches", "12"]


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dozen matches in one go."""
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
    assert json.loads(out)["matches"] == 12


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
