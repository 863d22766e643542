"""Completion in real shells, the manual page, and the doctor."""

import json
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from casefile.cli import main, make_parser
from casefile.cli.shell import SCRIPTS, build_date
from casefile.cli.shell.manual import manual
from casefile.cli.shell.outline import Command, outline
from casefile.server import context

pytestmark = pytest.mark.once

BASH = """
source "$1"
COMP_WORDS=(casefile "${@:2}")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_casefile
printf '%s\\n' "${COMPREPLY[@]}"
"""
# A shell at a terminal of its own, in which somebody types the line and presses the tabulator; what is offered to the
# user, who is not shown it, is written to a file.
ZSH = """
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'PROMPT=; autoload -U compinit; compinit -u -D'
zpty -w shell "source ${(q)1}"
zpty -w shell 'compadd() { builtin compadd -O found "$@"; print -l -- $found >>| '${(q)2}'; builtin compadd "$@" }'
zpty -w shell 'told() { print end >>| '${(q)2}' }; zle -N told; bindkey "^I" complete-word; bindkey "^T" told'
zpty -w -n shell "${(j: :)@[3,-1]}"$'\\t\\x14'
for i in {1..200}; do [[ -f $2 ]] && grep -qx end $2 && break; sleep 0.05; done
zpty -d shell
cat $2
"""
FISH = "source $argv[1]; complete -C $argv[2]"


def offered(shell: str, folder: Path, *words: str) -> set[str]:
    """What a shell offers for the last of these words."""
    script = folder / f"casefile.{shell}"
    script.write_text(SCRIPTS[shell](commands()))
    line = ("casefile", *words)
    command = {
        "bash": ["bash", "--norc", "-c", BASH, "bash", str(script), *words],
        "zsh": ["zsh", "-f", "-c", ZSH, "zsh", str(script), str(folder / "offered"), *line],
        "fish": ["fish", "--no-config", "-c", FISH, str(script), " ".join(line)],
    }[shell]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr == ""
    (folder / "offered").unlink(missing_ok=True)
    return {line.partition("\t")[0] for line in done.stdout.splitlines()} - {"", "end"}


def commands() -> Command:
    """The commands as data."""
    return outline(make_parser())


@pytest.mark.parametrize("shell", SCRIPTS)
def test_a_shell_completes(shell: str, tmp_path: Path) -> None:
    """Commands, their parts, arguments, options and their values, files and folders."""
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    (tmp_path / "match.txt").touch()
    (tmp_path / "records").mkdir()
    cases = {"ripper", "rue-morgue", "jekyll-hyde", "capone"}
    assert offered(shell, tmp_path, "re") == {"replay", "review", "repair"}
    assert offered(shell, tmp_path, "admin", "d") == {"drain"}
    assert offered(shell, tmp_path, "play", "") & {*cases, "play", "match.txt"} == cases
    assert offered(shell, tmp_path, "serve", "--pace", "") == {"relaxed", "natural", "brisk", "instant"}
    assert "--language" in offered(shell, tmp_path, "rules", "ripper", "--la")
    assert offered(shell, tmp_path, "simulate", "ripper", "--bots", "dupin", "v") >= {"vidocq"}
    assert offered(shell, tmp_path, "replay", "m") == {"match.txt"}
    assert {name.rstrip("/") for name in offered(shell, tmp_path, "simulate", "--out", "")} == {"records"}


@pytest.mark.parametrize("shell", SCRIPTS)
def test_a_script_knows_every_command_and_option(shell: str) -> None:
    """It is made from the parser, and leaves nothing out."""
    script = SCRIPTS[shell](commands())
    for command in commands().walk():
        for word in [*command.path, *(flag for option in command.options for flag in option.flags)]:
            assert word.lstrip("-") in script


def test_the_manual_page() -> None:
    """Every command with its options; a reader of manuals has nothing to complain of."""
    page = manual(commands(), "1.2.3", "2026-11-17")
    assert page.startswith('.\\" Written by `casefile man`.\n.TH CASEFILE 1 2026-11-17 "casefile 1.2.3"')
    for command in commands().walk():
        if command.path and not command.parts:
            assert re.search(f'^.SS "{" ".join(["casefile", *command.path]).replace("-", ".{2}")}', page, re.MULTILINE)
    if shutil.which("man"):
        read = subprocess.run(
            ["man", "--warnings", "-l", "-"], input=page, capture_output=True, text=True, check=True, timeout=60
        )
        assert read.stderr == ""
        assert "--trust-proxy" in read.stdout


def test_the_day_of_a_reproducible_build(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not today."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert build_date() == "1970-01-02"


def examine(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, dict[str, dict[str, str]]]:
    """The exit code of the doctor, and its findings."""
    code = main(["doctor", "--json", *map(str, arguments)])
    return code, {finding["what"]: finding for finding in json.loads(capsys.readouterr().out)}


def test_the_doctor_finds_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where all is there, and says what is there."""
    (tmp_path / "index.html").touch()
    monkeypatch.setattr(context, "PAGE", tmp_path)
    code, findings = examine(capsys, "--data", tmp_path / "new" / "folder", "--port", 0)
    assert code == 0, findings
    assert findings["nets"]["says"] == "run for ripper, rue-morgue, jekyll-hyde, capone"
    assert findings["data"]["state"] == "good"


def test_the_doctor_says_what_is_wrong_and_what_to_do(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page, the data, and a port that somebody else has, which is no fault of ours."""
    monkeypatch.setattr(context, "PAGE", tmp_path)
    (tmp_path / "casefile.sqlite").write_text("something else")
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        code, findings = examine(capsys, "--data", tmp_path, "--port", port)
    assert code == 1
    assert {what for what, finding in findings.items() if finding["state"] == "bad"} == {"page", "data"}
    assert findings["page"]["remedy"].startswith("make page")
    assert "is no data file of Casefile" in findings["data"]["says"]
    assert findings["port"]["remedy"] == "casefile serve --port 0 takes any free one"


@pytest.mark.parametrize("place", ["/proc/nothing", "file/below"])
def test_the_doctor_tries_whether_data_can_be_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, place: str
) -> None:
    """Rights alone do not tell: root has them everywhere, also where nobody can make a folder."""
    if place.startswith("/proc") and not Path("/proc/self").exists():
        pytest.skip("there is no /proc")
    (tmp_path / "file").touch()
    code, findings = examine(capsys, "--data", tmp_path / place, "--port", 0)
    assert code == 1
    assert findings["data"]["state"] == "bad"
    assert "cannot be written" in findings["data"]["says"]
    assert findings["data"]["remedy"] == "name another folder with --data"


def test_the_doctor_speaks_to_people() -> None:
    """One line for each thing, and what it comes to."""
    done = subprocess.run([sys.executable, "-m", "casefile", "doctor"], capture_output=True, text=True, check=False)
    assert re.search(r"^ok  cases     ripper", done.stdout, re.MULTILINE)
    assert done.stdout.splitlines()[-1] == (
        "1 to be mended." if done.returncode else "All that Casefile needs is there."
    )
