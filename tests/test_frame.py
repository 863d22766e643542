"""The frame of the project: what is published, which build is tested, what the wheel holds."""

import importlib
import os
import re
import subprocess
import sys
import tomllib
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from zipfile import ZipFile

import pytest

import casefile
import hatch_build

ROOT = Path(__file__).resolve().parent.parent
COMPILED = os.environ.get("CASEFILE_EXPECT_COMPILED") == "1"
EXTENSIONS = tuple(EXTENSION_SUFFIXES)
HOSTS = ("pypi" + ".org", "python" + "hosted.org", "npm" + "js.", "debian" + ".org", "ubuntu" + ".com")


def published_files() -> list[Path]:
    """All files that are committed, or would be by adding everything."""
    git = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in listing.split("\0") if name and (ROOT / name).is_file()]


def engine_modules() -> list[str]:
    """The modules that are compiled: all of the engine but the packages themselves, and what the server needs most."""
    return [".".join(path.relative_to(ROOT / "src").with_suffix("").parts) for path in compiled_sources()]


def compiled_sources() -> list[Path]:
    """Their files."""
    package = ROOT / "src/casefile"
    return [path for pattern in hatch_build.COMPILED for path in package.glob(pattern) if path.name != "__init__.py"]


def build_wheel(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Build the wheel into that folder."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    return subprocess.run(command, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=False)


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a git checkout")
@pytest.mark.parametrize(
    "pattern",
    [
        pytest.param("|".join(map(re.escape, HOSTS)), id="registry host"),
        pytest.param(r"(?<![\w.}])/(work|root)/", id="path of one machine"),
    ],
)
def test_no_file_names(pattern: str) -> None:
    files = published_files()
    assert ROOT / "pyproject.toml" in files
    named = [str(file) for file in files if re.search(pattern, file.read_text("utf-8", errors="replace"))]
    assert named == []


def test_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == casefile.__version__


def test_engine_is_the_build_that_is_to_be_tested() -> None:
    modules = engine_modules()
    assert modules
    files = [importlib.import_module(module).__file__ or module for module in modules]
    strays = [file for file in files if file.endswith(EXTENSIONS) != COMPILED]
    assert strays == []


def test_the_engine_shifts_no_literal() -> None:
    """Mypyc shifts a literal within 32 bits if the other number is an i64: `bit` of casefile.core.counts does not."""
    sources = compiled_sources()
    shifted = [path.name for path in sources if re.search(r"\b\d+ << [^0-9]", path.read_text())]
    assert sources
    assert not shifted


def test_package_comes_from_the_right_place() -> None:
    in_sources = (ROOT / "src") in Path(casefile.__file__).resolve().parents
    assert in_sources != COMPILED


def test_no_extension_lies_among_the_sources() -> None:
    assert [file for file in (ROOT / "src").rglob("*") if file.name.endswith((".so", ".pyd"))] == []


def test_pure_wheel_holds_the_whole_package(tmp_path: Path) -> None:
    result = build_wheel(tmp_path, CASEFILE_COMPILE="0")
    assert result.returncode == 0, result.stderr
    (wheel,) = tmp_path.glob("*-py3-none-any.whl")
    package = ROOT / "src" / "casefile"
    wanted = {
        str(file.relative_to(package.parent))
        for file in package.rglob("*")
        if file.suffix in {".py", ".toml", ".md"} or file.name == "py.typed"
    }
    with ZipFile(wheel) as archive:
        assert wanted <= set(archive.namelist())


def test_wheel_stays_pure_without_a_compiler(tmp_path: Path) -> None:
    result = build_wheel(tmp_path, CASEFILE_COMPILE="", CC="no-such-compiler")
    assert result.returncode == 0, result.stderr
    assert "stays pure Python: no C compiler (no-such-compiler)" in result.stdout + result.stderr
    assert list(tmp_path.glob("*-py3-none-any.whl"))


def test_wheel_that_must_be_compiled_fails_without_a_compiler(tmp_path: Path) -> None:
    result = build_wheel(tmp_path, CASEFILE_COMPILE="1", CC="no-such-compiler")
    assert result.returncode != 0
    assert "cannot be compiled: no C compiler (no-such-compiler)" in result.stdout + result.stderr
    assert list(tmp_path.iterdir()) == []
