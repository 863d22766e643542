"""What is released: an sdist that holds all that its wheels need, the same bytes from every build; and `make play`."""

import os
import signal
import subprocess
import sys
import tarfile
import time
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest

import hatch_build

pytestmark = pytest.mark.once

ROOT = Path(__file__).resolve().parent.parent
SERVER = "import time; print('{}', flush=True); time.sleep({})"


def build(target: str, source: Path, into: Path) -> Path:
    """Build without npm and without a compiler, in a folder and at a time that nothing must tell."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(into)]
    settings = {"CASEFILE_COMPILE": "0", "CASEFILE_PAGE": "0", "SOURCE_DATE_EPOCH": "1700000000"}
    done = subprocess.run(command, cwd=source, env=os.environ | settings, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (built,) = into.iterdir()
    return built


def test_the_sdist_makes_the_same_wheel_everywhere(tmp_path: Path) -> None:
    """With the page and without npm; from the checkout, and from the sdist in another folder."""
    if not (ROOT / "src/casefile/page/index.html").is_file():
        pytest.skip("the page is not built")
    sdist = build("sdist", ROOT, tmp_path / "sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "elsewhere", filter="data")
    (source,) = (tmp_path / "elsewhere").iterdir()
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    known = {name.split("/")[0] for name in tracked} | {"share", "PKG-INFO"}
    assert not tracked or {path.name for path in source.iterdir()} <= known  # nothing that tools leave behind
    for path in source.rglob("*"):
        os.utime(path, (1, 1))
    wheels = [build("wheel", ROOT, tmp_path / "here"), build("wheel", source, tmp_path / "there")]
    with ZipFile(wheels[0]) as archive:
        assert "casefile/page/index.html" in archive.namelist()
    first, second = (sha256(path.read_bytes()).hexdigest() for path in wheels)
    assert first == second


MODULE = """
NAMES = frozenset({"meld", "lay", "discard", "draw", "gavel", "joker"})

def is_known(name: str, more: set[str]) -> bool:
    assert name, "no name"
    return name in NAMES or name in more or name in {"alibi", "scene", "victim"}
"""


@pytest.mark.skipif(hatch_build.missing_tool() is not None, reason="nothing can be compiled here")
def test_extensions_are_the_same_from_every_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`make release RELEASE=--twice` compares all that is released; this, the way in which the engine is compiled."""
    package = tmp_path / "small"
    (package / "core").mkdir(parents=True)
    for path in (package / "__init__.py", package / "core/__init__.py"):
        path.touch()
    (package / "core/names.py").write_text(MODULE)
    digests = []
    for number in (1, 2):
        monkeypatch.setenv("PYTHONHASHSEED", str(number))
        (folder := tmp_path / f"built in the folder {number}").mkdir()
        made = hatch_build.compile_engine(package, folder)
        digests.append({name: sha256(Path(path).read_bytes()).hexdigest() for path, name in made.items()})
    assert len(digests[0]) == 2  # the module, and what all of them share
    assert digests[0] == digests[1]


def start_play(first: str, builder: str, then: str) -> "subprocess.Popen[str]":
    """`make play` with programs in place of its servers and its build."""
    commands = [[sys.executable, "-c", program] for program in (first, builder, then)]
    script = f"import play, sys; sys.exit(play.play(*{commands!r}))"
    environment = os.environ | {"PYTHONPATH": str(ROOT / "scripts")}
    return subprocess.Popen(
        [sys.executable, "-c", script],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize(
    ("builder", "printed", "said"),
    [
        pytest.param("import time; time.sleep(0.5)", "first second", "compiled: starting anew", id="built"),
        pytest.param("raise SystemExit(1)", "first", "stays interpreted", id="not to be built"),
    ],
)
def test_play_goes_over_to_the_compiled_engine(builder: str, printed: str, said: str) -> None:
    """As soon as it is ready, and not if it cannot be built."""
    with start_play(SERVER.format("first", 3 if printed == "first" else 300), builder, "print('second')") as play:
        out, err = play.communicate(timeout=60)
    assert play.returncode == 0
    assert out.split() == printed.split()
    assert said in err


def test_stopping_play_stops_all_of_it(tmp_path: Path) -> None:
    """The server, the build, and what the build has started."""
    mark = tmp_path / "still there"
    child = f"import time, pathlib; time.sleep(2); pathlib.Path({str(mark)!r}).touch()"
    builder = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    with start_play(SERVER.format("first", 300), builder, "") as play:
        assert play.stdout is not None
        assert play.stdout.readline() == "first\n"
        play.send_signal(signal.SIGTERM)
        assert play.wait(30) == 0
    time.sleep(2.5)
    assert not mark.exists()
