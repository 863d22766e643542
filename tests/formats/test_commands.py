"""The commands, as somebody at a shell uses them."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from casefile.cases.ripper.cards import ESCAPE, HOLD
from casefile.cli import MODULES, main, make_parser
from casefile.cli.play import TerminalMatch
from casefile.cli.replay import Teller
from casefile.core.rng import Rng
from casefile.core.state import OVER
from casefile.match import Match
from casefile.registry import rules_for
from casefile.simulate import Tally, play_match
from casefile.text.language import Speaker
from casefile.text.record import read_record, write_record
from tests.scene import position

GOLDEN = Path(__file__).parent.parent / "golden" / "records" / "ripper-3-pegasus-tips.txt"
COMMAND = [sys.executable, "-m", "casefile"]


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a command."""
    try:
        code = main([str(argument) for argument in arguments])
    except SystemExit as stop:
        code = int(stop.code or 0)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A position in a file."""
    data = position("ripper", ["jill*2 joker", "druitt*3 gull"], ["", "victim:kelly"], discard="eddy", phase="play")
    path = tmp_path / "position.json"
    path.write_text(json.dumps(data))
    return path


@pytest.mark.once
def test_each_command_is_found_in_its_module() -> None:
    """So that only that one needs to be imported; the help has all of them, in the same order."""
    names = [name for module in MODULES.values() for name in module]
    assert re.findall(r"^    (\S+)", make_parser().format_help(), re.MULTILINE) == names
    for module, commands in MODULES.items():
        found = re.findall(r"^    (\S+)", make_parser(commands[0]).format_help(), re.MULTILINE)
        assert (module, found) == (module, list(commands))


@pytest.mark.once
def test_a_command_starts_with_what_it_needs() -> None:
    """No numbers or web pages for what needs none: that would make it slow to start."""
    program = "import sys; from casefile.cli import main; main(['legal', '-']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], input="", capture_output=True, text=True, check=True)
    assert {"casefile.cli.positions", "numpy", "rich.console", "starlette", "casefile.cli.review"} & set(
        done.stdout.split()
    ) == {"casefile.cli.positions"}


def test_legal_prints_every_action(capsys: pytest.CaptureFixture[str], table: Path) -> None:
    """One per line, with the seat."""
    code, out, _ = run(capsys, "legal", table)
    assert code == 0
    assert out.splitlines() == ["1: discard druitt", "1: discard gull", "1: meld druitt*3"]


def test_legal_reads_standard_input(
    capsys: pytest.CaptureFixture[str], table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`-` is standard input."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(table.read_bytes())))
    assert run(capsys, "legal", "-")[1].count("\n") == 3


def test_apply_prints_the_position_after(capsys: pytest.CaptureFixture[str], table: Path) -> None:
    """With and without seats, names in any order."""
    assert "druitt" in run(capsys, "apply", table, "meld druitt druitt*2")[1]
    code, out, _ = run(capsys, "apply", table, "1: discard gull", "draw discard", "discard joker", "draw file")
    after = json.loads(out)
    assert code == 0
    assert after["hands"][0] == ["gull", "jill", "jill"]
    assert (after["turn"], after["phase"]) == (1, "play")


def test_apply_stops_at_the_first_illegal_action(capsys: pytest.CaptureFixture[str], table: Path) -> None:
    """It names the action and the rule, and prints no position."""
    code, out, err = run(capsys, "apply", table, "meld druitt*3", "play victim:stride")
    assert (code, out) == (2, "")
    assert err == "casefile: 'play victim:stride': victim:stride is not in the hand (C-12)\n"


def test_the_seed_decides_shuffles(capsys: pytest.CaptureFixture[str], table: Path) -> None:
    """The same seed gives the same second case file."""
    data = json.loads(table.read_text())
    data["discard"], data["case_file"] = data["case_file"] + data["discard"], []
    table.write_text(json.dumps(data))
    files = [json.loads(run(capsys, "apply", table, "discard gull", "--seed", seed)[1])["case_file"] for seed in "112"]
    assert files[0] == files[1] != files[2]


def test_nothing_is_legal_in_a_round_that_is_over(capsys: pytest.CaptureFixture[str], table: Path) -> None:
    """No line at all."""
    over = run(capsys, "apply", table, "meld druitt*3", "discard gull")[1]
    table.write_text(over)
    assert run(capsys, "legal", table) == (0, "", "")


def test_score_prints_json(capsys: pytest.CaptureFixture[str], table: Path) -> None:
    """Totals and lines, also without the piles."""
    data = json.loads(run(capsys, "apply", table, "meld druitt*3", "discard gull")[1])
    del data["case_file"], data["discard"]
    table.write_text(json.dumps(data))
    code, out, _ = run(capsys, "score", table)
    assert code == 0
    assert json.loads(out) == {
        "outcome": "solved",
        "ripper": "druitt",
        "shut_out": None,
        "sides": [
            {"plus": 0, "minus": 4, "bonus": 0, "total": -4, "lines": [["2 × Jill the Ripper in the hand", -4]]},
            {
                "plus": 13,
                "minus": 0,
                "bonus": 0,
                "total": 13,
                "lines": [["3 × Montague Druitt, the Ripper, double", 12], ["1 × Mary Jane Kelly", 1]],
            },
        ],
    }


def test_replay_tells_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    """As the referee saw it, or as one seat did."""
    code, out, _ = run(capsys, "replay", GOLDEN)
    assert code == 0
    assert "Round 1." in out
    assert "The match goes to " in out
    seat = run(capsys, "replay", GOLDEN, "--seat", 1, "--round", 1)[1]
    assert "Seat 0 is dealt 9 cards." in seat
    assert "Round 2." not in seat
    assert "keeps The Ripper escapes" not in seat


def test_replay_does_not_stop_where_nothing_was_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """RIP-22: a stop would tell that somebody was asked."""
    rules = rules_for("ripper", 2)
    text = next(
        text
        for seed in range(500)
        if "\n1: hold\n" in (text := write_record(play_match(rules, ("random",), str(seed), 5000, Tally())))
    )
    stops = []
    monkeypatch.setattr(Teller, "wait", lambda teller: stops.append(capsys.readouterr().out))
    match, _ = read_record(text, Teller(Speaker(rules), 0, None, step=True).watch)
    told = [seat for played in match.rounds for seat, action in played.actions if (seat, action) != (1, HOLD)]
    assert len(stops) == len(told) + len(match.rounds)
    assert all(stops)


def test_endless_files(capsys: pytest.CaptureFixture[str]) -> None:
    """A device that never ends is read up to a limit."""
    code, out, err = run(capsys, "legal", "/dev/zero")
    assert (code, out) == (2, "")
    assert "is larger than" in err


def test_replay_step_by_step(tmp_path: Path) -> None:
    """It waits for Enter; at the end of the input it tells the rest."""
    command = [*COMMAND, "replay", str(GOLDEN), "--step"]
    stepped = subprocess.run(command, input="\n\n\n", capture_output=True, text=True, check=True)
    assert "The match goes to " in stepped.stdout


def test_simulate_reports(capsys: pytest.CaptureFixture[str]) -> None:
    """A table for people."""
    code, out, _ = run(capsys, "simulate", "ripper", "--players", 3, "--matches", 3, "--jobs", 1)
    assert code == 0
    for words in (
        "3 of 3 matches",
        "rounds ended by",
        "rounds per match",
        "turns per round",
        "points per side",
        "won by side 2",
    ):
        assert words in out


def test_simulate_is_the_same_for_any_number_of_jobs(tmp_path: Path) -> None:
    """In other processes too; with records that replay."""
    outputs = []
    for jobs in ("1", "2"):
        command = [*COMMAND, "simulate", "ripper", "--matches", "9", "--seed", "7", "--jobs", jobs, "--json"]
        command += ["--records", str(tmp_path / jobs)]
        outputs.append(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert outputs[0] == outputs[1]
    assert json.loads(outputs[0])["matches"] == 9
    for record in sorted((tmp_path / "1").iterdir()):
        assert record.read_text() == (tmp_path / "2" / record.name).read_text()
    assert main(["replay", str(record)]) == 0


def test_records_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line, from another process too."""
    (tmp_path / "ripper-000000.txt").mkdir()
    for jobs in (1, 2):
        code, out, err = run(capsys, "simulate", "ripper", "--matches", 6, "--jobs", jobs, "--records", tmp_path)
        assert (code, out) == (2, "")
        assert "ripper-000000.txt: cannot be written: Is a directory" in err


def test_an_interrupt_reports_what_was_played(tmp_path: Path) -> None:
    """Ctrl-C stops cleanly, without a traceback."""
    command = [*COMMAND, "simulate", "ripper", "--players", "4", "--matches", "100000", "--json", "--jobs", "2"]
    command += ["--records", str(tmp_path)]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    while process.poll() is None and len(list(tmp_path.iterdir())) < 2:
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert json.loads(out)["matches"] == len(list(tmp_path.iterdir())) < 100000
    assert "Traceback" not in err


def test_a_closed_pipe_is_no_error() -> None:
    """`casefile rules | head` leaves no traceback."""
    command = f"{sys.executable} -m casefile rules ripper | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stderr == ""


def test_an_output_that_cannot_be_written_is_said_in_one_line() -> None:
    """Filling a disk gives no traceback."""
    command = f"{sys.executable} -m casefile rules ripper > /dev/full"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "casefile: No space left on device\n")


def test_play_a_round(tmp_path: Path) -> None:
    """A person who always takes the first action plays to the end, leaves, and comes back."""
    record = tmp_path / "match.txt"
    command = [*COMMAND, "play", "ripper", "--players", "3", "--seed", "1", "--record", str(record)]
    command += ["--bot", "sergeant"]
    talk = "? joker\n?\nscore\nnonsense\ndiscard jill\n99\nu\n" + "1\n" * 20
    first = subprocess.run(command, input=talk, capture_output=True, text=True, check=True)
    assert "Traceback" not in first.stderr
    assert "Type the number of an action" in first.stdout
    assert "Not possible: unknown action 'nonsense'" in first.stdout
    before = record.read_text()
    again = subprocess.run(command, input="1\n" * 30 + "q\n", capture_output=True, text=True, check=True)
    assert "Traceback" not in again.stderr
    assert record.read_text().startswith(before.split("[Result")[0])
    assert len(record.read_text()) > len(before)


def test_play_gives_a_hint() -> None:
    """What a strong player would do, and why; it changes nothing."""
    done = subprocess.run(
        [*COMMAND, "play", "jekyll-hyde", "--seed", "2"], input="hint\nq\n", capture_output=True, text=True
    )
    assert done.returncode == 0
    assert "Hint: draw " in done.stdout


def test_play_goes_on_only_with_the_same_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody changes seats to see another hand, nor plays another game by mistake."""
    record = tmp_path / "match.txt"
    command = [*COMMAND, "play", "ripper", "--seed", "1", "--record", str(record)]
    subprocess.run(command, input="draw file\nq\n", capture_output=True, text=True, check=True)
    for other in (["--seat", "1"], ["capone"], ["--players", "4"], ["--seed", "2"]):
        code, out, err = run(capsys, "play", "--record", record, *other)
        assert (code, out) == (2, "")
        assert "holds a match of ripper with 2 players, you on seat 0" in err
    done = subprocess.run(
        [*COMMAND, "play", "--record", str(record)], input="q\n", capture_output=True, text=True, check=True
    )
    assert "Resuming" in done.stdout
    code, _, err = run(capsys, "play", "--record", GOLDEN)
    assert code == 2
    assert "holds no match of one person against bots" in err


def table_of(rules_options: tuple[int, str]) -> TerminalMatch:
    """A person on seat 0 against bots."""
    players, seed = rules_options
    rules = rules_for("ripper", players)
    names = ["Ann", *[f"Bot {seat}" for seat in range(1, players)]]
    return TerminalMatch(Match(rules, seed, log=True), names, 0, "random", None)


def test_play_takes_back_what_told_nothing(tmp_path: Path) -> None:
    """A meld can be taken back, a draw cannot."""
    record = tmp_path / "match.txt"
    command = [*COMMAND, "play", "ripper", "--seed", "1", "--record", str(record)]
    done = subprocess.run(command, input="draw file\nundo\nq\n", capture_output=True, text=True, check=True)
    assert "this cannot be taken back" in done.stdout


def test_taking_back_does_not_tell_who_was_asked() -> None:
    """RIP-22: whether another seat held The Ripper escapes makes no difference to what can be taken back."""
    held = 0
    for seed in range(400):
        table = table_of((2, str(seed)))
        match, rng = table.match, Rng(f"back/{seed}")
        for _ in range(300):
            if match.state.phase == OVER:
                break
            seat = match.state.actor()
            actions = table.rules.legal(match.state, seat)
            choice = actions[rng.below(len(actions))]
            if seat == 1 and match.state.question == ESCAPE:
                before = len(match.round.actions)
                last = match.round.actions[-1]
                match.apply(1, actions[0])
                if last[0] == 0 and table.rules.actions[last[1]].verb == "lay":
                    held += 1
                    table.take_back()
                    assert len(match.round.actions) == before - 1
                    match.apply(*last)
                    match.apply(1, actions[0])
                continue
            match.apply(seat, choice)
    assert held


def test_a_terminal_that_lacks_letters(tmp_path: Path) -> None:
    """A question mark stands for a letter that cannot be shown."""
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [*COMMAND, "replay", str(GOLDEN)], capture_output=True, text=True, check=True, env=environment
    )
    assert "2 ? " in done.stdout


def test_hint_says_what_to_do_and_why(capsys: pytest.CaptureFixture[str], table: Path) -> None:
    """The action, a sentence, and the candidates with what they promise."""
    code, out, _ = run(capsys, "hint", table, "--bot", "inspector:40")
    assert code == 0
    lines = out.splitlines()
    assert lines[0] in run(capsys, "legal", table)[1].splitlines()
    assert lines[1].endswith(".")
    assert any(line.startswith(" → ") for line in lines[2:])
    assert run(capsys, "hint", table, "--bot", "inspector:40")[1] == out


def test_hint_as_data(capsys: pytest.CaptureFixture[str], table: Path) -> None:
    """With what is needed to translate the reason."""
    code, out, _ = run(capsys, "hint", table, "--bot", "dupin:20", "--json")
    hint = json.loads(out)
    assert code == 0
    assert hint["seat"] == 1
    assert hint["action"] in [candidate["action"] for candidate in hint["candidates"]]
    assert set(hint["because"]) == {"key", "cards", "number"}
    assert all(0 <= candidate["chance"] <= 1 for candidate in hint["candidates"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seat", "0"], "--seat: it is for seat 1 to choose, not for 0"),
        (["--seat", "9"], "--seat: it is for seat 1 to choose, not for 9"),
        (["--bot", "watson"], "unknown bot"),
    ],
)
def test_hint_refuses(capsys: pytest.CaptureFixture[str], table: Path, arguments: list[str], message: str) -> None:
    """In one line."""
    code, out, err = run(capsys, "hint", table, *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_no_hint_for_a_round_that_is_over(capsys: pytest.CaptureFixture[str], table: Path) -> None:
    """There is nothing to choose."""
    table.write_text(run(capsys, "apply", table, "meld druitt*3", "discard gull")[1])
    code, _, err = run(capsys, "hint", table)
    assert code == 2
    assert "the round is over" in err
