#!/usr/bin/env python3
"""Build all that is released into dist/: the sdist with the built page, and from it, without npm, a pure wheel and a
compiled one for each CPython that is here.

    .venv/bin/python scripts/release.py [--python PYTHON]… [--pure] [--twice]

Without `--python` it takes python3.11 to python3.14 from the path, and from pyenv. All bytes depend on the sources, the
tools (requirements/build.txt, the C compiler) and SOURCE_DATE_EPOCH, which is the time of the last commit if it is not
set. SHA256SUMS lists what was made. `make release` calls this; with `--twice` it does everything once more, in other
folders, and fails if a single byte differs.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build/release"
DIST = ROOT / "dist"
MINORS = (11, 12, 13, 14)
SHARED = {
    "share/man/man1/casefile.1": ("man",),
    "share/bash-completion/completions/casefile": ("completion", "bash"),
    "share/fish/vendor_completions.d/casefile.fish": ("completion", "fish"),
    "share/zsh/site-functions/_casefile": ("completion", "zsh"),
}


def main() -> int:
    """Build everything."""
    parser = argparse.ArgumentParser(description="Build all that is released into dist/.")
    parser.add_argument("--python", action="append", metavar="PYTHON", help="compile for this one (all that are here)")
    parser.add_argument("--pure", action="store_true", help="the sdist and the pure wheel only")
    parser.add_argument("--twice", action="store_true", help="build everything again, and compare")
    options = parser.parse_args()
    os.environ.setdefault("SOURCE_DATE_EPOCH", time_of_last_commit())
    os.umask(0o022)
    compiled_for = [] if options.pure else list(map(Path, options.python or [])) or pythons()
    build_all(DIST, WORK / "source", compiled_for)
    sums = write_sums(DIST)
    return compare(sums, compiled_for) if options.twice else 0


def build_all(into: Path, source_folder: Path, compiled_for: list[Path]) -> None:
    """The sdist, and all wheels from what is in it."""
    shutil.rmtree(into, ignore_errors=True)
    WORK.mkdir(parents=True, exist_ok=True)
    write_shared()
    builder = environment(Path(sys.executable))
    build(builder, ROOT, "sdist", into, CASEFILE_PAGE="0")
    source = unpack(next(into.glob("*.tar.gz")), source_folder)
    build(builder, source, "wheel", into, CASEFILE_COMPILE="0", CASEFILE_PAGE="0")
    for python in compiled_for:
        compile_wheel(environment(python), source, into)


def compare(sums: str, compiled_for: list[Path]) -> int:
    """Build everything again; what differs decides."""
    again = WORK / "again"
    build_all(again, WORK / "source-again", compiled_for)
    lines = set(write_sums(again).splitlines())
    different = [line.split()[1] for line in sums.splitlines() if line not in lines]
    for name in different:
        print(f"release: {name} has other bytes when it is built again", file=sys.stderr)
    if not different:
        print(f"release: built twice, {len(lines)} of {len(lines)} the same to the byte")
    return int(bool(different))


def time_of_last_commit() -> str:
    """In seconds; what is not under version control is from 2020, as hatchling has it."""
    git = ["git", "-c", "safe.directory=*", "log", "-1", "--format=%ct"]
    done = subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "1580601600"


def write_shared() -> None:
    """The manual page and completion, where a system looks for them below its prefix."""
    shutil.rmtree(ROOT / "share", ignore_errors=True)
    for name, command in SHARED.items():
        path = ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(subprocess.check_output([sys.executable, "-m", "casefile", *command], cwd=ROOT))


def pythons() -> list[Path]:
    """One CPython of each version that is on this machine, with what it takes to compile for it."""
    pyenv = Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser() / "versions"
    found = []
    for minor in MINORS:
        name = f"python3.{minor}"
        candidates = [*sorted(pyenv.glob(f"3.{minor}.*/bin/{name}")), Path(shutil.which(name) or "/nowhere")]
        usable = [path for path in candidates if can_compile(path, minor)]
        if usable:
            found.append(usable[0])
        else:
            print(f"release: no {name} with its headers: no compiled wheel for it", file=sys.stderr)
    return found


def can_compile(python: Path, minor: int) -> bool:
    """Does it run, as this version, and has it headers?"""
    check = f"""
import pathlib, sys, sysconfig
here = sys.version_info[:2] == (3, {minor})
sys.exit(not (here and pathlib.Path(sysconfig.get_path("include"), "Python.h").exists()))"""
    return python.exists() and subprocess.run([python, "-c", check], check=False, capture_output=True).returncode == 0


def environment(python: Path) -> Path:
    """The Python of an environment with the tools of the lock, for this Python."""
    show = "import sys; print('%d.%d' % sys.version_info[:2])"
    version = subprocess.check_output([python, "-c", show], text=True).strip()
    folder = WORK / f"venv-{version}"
    lock = ROOT / "requirements/build.txt"
    made = folder / ".made"
    if not made.exists() or made.stat().st_mtime < lock.stat().st_mtime:
        subprocess.run([python, "-m", "venv", "--clear", folder], check=True)
        subprocess.run([folder / "bin/pip", "install", "-qq", "--require-hashes", "-r", lock], check=True)
        made.touch()
    return folder / "bin/python"


def build(python: Path, source: Path, target: str, into: Path, **settings: str) -> None:
    """Let hatchling build a target from this folder."""
    command = [python, "-m", "hatchling", "build", "--target", target, "--directory", into]
    subprocess.run(command, cwd=source, env=os.environ | settings, check=True)


def unpack(sdist: Path, folder: Path) -> Path:
    """The sdist as a folder; wheels are built from it, so that it has proved to hold all that they need."""
    shutil.rmtree(folder, ignore_errors=True)
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    return folder / sdist.name.removesuffix(".tar.gz")


def compile_wheel(python: Path, source: Path, into: Path) -> None:
    """A wheel with the compiled engine; auditwheel finds out on which systems it runs, and names it so."""
    folder = WORK / "compiled"
    shutil.rmtree(folder, ignore_errors=True)
    build(python, source, "wheel", folder, CASEFILE_COMPILE="1", CASEFILE_PAGE="0")
    (wheel,) = folder.glob("*.whl")
    tools = os.environ | {"PATH": f"{python.parent}:{os.environ['PATH']}"}
    subprocess.run([python, "-m", "auditwheel", "repair", "--wheel-dir", into, wheel], env=tools, check=True)


def write_sums(folder: Path) -> str:
    """What was made, with sizes for people and digests for machines."""
    artifacts = sorted(path for path in folder.iterdir() if path.suffix in (".whl", ".gz"))
    sums = "".join(f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in artifacts)
    (folder / "SHA256SUMS").write_text(sums)
    for path in artifacts:
        print(f"{path.stat().st_size / 1e6:6.2f} MB  {path.name}")
    return sums


if __name__ == "__main__":
    sys.exit(main())
