"""`casefile new-case` and `casefile check-case`."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from casefile.authors.check import missing
from casefile.authors.new import template_files, write_case
from casefile.cli import main
from casefile.errors import CasefileError
from casefile.registry import cases
from tests.adding_a_case import ROOT

pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    ("name", "title", "message"),
    [
        pytest.param("Night", None, "'Night': a case has a name of small letters such as night-watch", id="capital"),
        pytest.param("a/b", None, "'a/b': a case has a name of small letters such as night-watch", id="a path"),
        pytest.param("", None, "'': a case has a name of small letters such as night-watch", id="nothing"),
        pytest.param(
            "ripper", None, "'ripper': is the name of a case that is installed; choose another one such as ripper-2"
        ),
        pytest.param("class", None, "'class': is taken; choose another one such as class-2", id="a word of Python"),
        pytest.param("moth", 'A "moth"', "--title: must be a few words without quotes, not 'A \"moth\"'", id="title"),
    ],
)
def test_names_that_cannot_be(name: str, title: str | None, message: str, tmp_path: Path) -> None:
    """One line says what would be right, and nothing is written."""
    with pytest.raises(CasefileError) as caught:
        write_case(name, title, tmp_path / "new")
    assert str(caught.value) == message
    assert not (tmp_path / "new").exists()


def test_a_folder_that_exists_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Bad input is the exit code 2."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "moth").mkdir()
    assert main(["new-case", "moth"]) == 2
    assert capsys.readouterr().err == "casefile: moth: exists already; remove it, or choose another name\n"
    assert list((tmp_path / "moth").iterdir()) == []


def test_a_case_that_was_written_and_not_installed_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is missing then is the installation."""
    monkeypatch.chdir(tmp_path)
    assert main(["new-case", "moth"]) == 0
    assert main(["check-case", "moth"]) == 2
    message = "casefile: moth: is not installed yet; python -m pip install --editable moth\n"
    assert capsys.readouterr().err == message


def test_a_new_case_keeps_no_word_of_the_template(tmp_path: Path) -> None:
    """Under another name nothing is called The Burglar any more, and the code is as tidy as ours."""
    written = write_case("night-watch", "The Night Watch", tmp_path / "night-watch")
    assert len(written) == len(template_files())
    for path in written:
        assert "burglar" not in (str(path.relative_to(tmp_path)) + path.read_text("utf-8")).lower()
        assert "BUR" not in path.read_text("utf-8")
    ruff = shutil.which("ruff", path=str(Path(sys.executable).parent))
    assert ruff is not None
    for command in (["check"], ["format", "--check"]):
        options = ["--quiet", "--config", str(ROOT / "pyproject.toml")]
        subprocess.run([ruff, *command, *options, "."], cwd=tmp_path / "night-watch", check=True)


BUILT_IN = ["ripper", "rue-morgue", "jekyll-hyde", "capone"]


@pytest.mark.parametrize("case", BUILT_IN)
def test_nothing_is_missing_from_a_case_of_ours(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As far as the command can tell."""
    monkeypatch.chdir(ROOT)
    assert missing(cases()[case]) == []


INCOMPLETE = """
import sys
from pathlib import Path
from casefile.cli import main

sys.path.insert(0, "moth")
from casefile import registry
from moth import CASE

CASE.policy = None
registry.cases()["moth"] = CASE
sys.exit(main(["check-case", "moth"]))
"""


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    """A line for each thing, by the file in which it would stand."""
    write_case("moth", "The Moth", tmp_path / "moth")
    package = tmp_path / "moth/moth"
    change(package / "text/en.toml", 'lamp = "Lamp"\n', "")
    change(package / "text/en.toml", 'scored = "The round is scored."\n', "")
    change(package / "text/en.md", "- **MOT-2**", "- **MOT-9**")
    change(package / "look.toml", 'alarm = { icon = "siren", ink = "#a3201d" }', 'alarm = { icon = "siren" }')
    (package / "text/de.toml").write_text('title = "Die Motte"\n', "utf-8")
    done = subprocess.run([sys.executable, "-c", INCOMPLETE], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert {
        "text/en.toml: [cards] lamp is missing",
        "text/en.toml: [outcomes] scored is missing",
        "text/en.md: MOT-2 is missing, which alarm names in deck.toml",
        "text/de.toml: blurb is missing",
        "text/de.toml: [cards] rope is missing",
        "text/it.toml: is missing, so in Italiano the case speaks English",
        "text/it.md: is missing: the page of rules in Italiano",
        "look.toml: [cards] alarm: has no ink",
        "tests: no test names MOT-9",
        "policy: is missing, so bots play by the common sense of all cases; declare Case(policy=…)",
    } <= set(done.stdout.splitlines())


def change(path: Path, old: str, new: str) -> None:
    """Break a file."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_a_case_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-case", "rippr"]) == 2
    assert capsys.readouterr().err == "casefile: unknown case 'rippr'; did you mean ripper?\n"
