#!/usr/bin/env python3
"""Install every artifact of dist/ in a bare Debian, without a network, and see whether it works there.

    sudo .venv/bin/python scripts/release_check.py [ARTIFACT…]      # or `make release-check`, for all of them

Bare is what `debootstrap --variant=minbase` makes, with python3-venv: Debian 12 (Python 3.11) and 13 (Python 3.13). For
a version that neither has, this machine's own Python is copied into Debian 12. Each artifact gets a fresh environment;
its dependencies come from a folder that pip has filled from the lock. `scripts/smoke.py` is the test.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import release

CHROOTS = release.ROOT / "build/chroot"
SUITES = {"3.11": "bookworm", "3.13": "trixie"}
ANY = "3.11"  # which Python a pure artifact is tried with
LOOPBACK = (  # the one network that is left; a bare Debian has no command for it
    "import fcntl, socket, struct; "
    'fcntl.ioctl(socket.socket(), 0x8914, struct.pack("16sH14x", b"lo", 1))'  # SIOCSIFFLAGS, IFF_UP
)
LIBRARIES = "libbz2-1.0,libffi8,liblzma5,libreadline8,libsqlite3-0,libssl3,zlib1g"  # of a Python that is copied


def main() -> int:
    """Try all artifacts; how many failed decides."""
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        print("release-check: needs root and debootstrap (apt-get install debootstrap)", file=sys.stderr)
        return 3
    named = [Path(name) for name in sys.argv[1:]]
    artifacts = named or sorted(path for path in release.DIST.glob("*") if path.suffix in (".whl", ".gz"))
    if not artifacts:
        print("release-check: dist/ is empty; `make release` fills it", file=sys.stderr)
        return 1
    failed = [artifact.name for artifact in artifacts if not works(artifact)]
    print(f"{len(artifacts) - len(failed)} of {len(artifacts)} artifacts work in a bare Debian")
    return int(bool(failed))


def works(artifact: Path) -> bool:
    """Install one artifact, and try it."""
    tag = artifact.name.split("-")[2] if artifact.suffix == ".whl" else "py3"
    version = f"3.{tag.removeprefix('cp3')}" if tag.startswith("cp3") else ANY
    chroot = make_chroot(SUITES.get(version, SUITES[ANY]))
    python = "python3" if version in SUITES else copy_python(version, chroot)
    folder = chroot / "smoke"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(wheels_for(version), folder / "wheels")
    for path in (artifact, release.ROOT / "scripts/smoke.py"):
        shutil.copy(path, folder)
    kind = "compiled" if tag.startswith("cp") else "interpreted"
    script = f"""
set -e
mount -t proc proc /proc
python3 -c '{LOOPBACK}'
{python} -m venv /smoke/venv
/smoke/venv/bin/pip install -qq --disable-pip-version-check --no-index --find-links /smoke/wheels /smoke/{artifact.name}
exec /smoke/venv/bin/python /smoke/smoke.py {kind}
"""
    print(f"== {artifact.name} in {chroot.name}", flush=True)
    bare = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8"}
    command = ["unshare", "--mount", "--pid", "--net", "--fork", "chroot", chroot, "/bin/sh", "-c", script]
    return subprocess.run(command, env=bare, check=False).returncode == 0


def make_chroot(suite: str, name: str = "", packages: str = "python3,python3-venv") -> Path:
    """A bare Debian with some packages; made once."""
    folder = CHROOTS / (name or suite)
    if not (folder / ".made").exists():
        shutil.rmtree(folder, ignore_errors=True)
        CHROOTS.mkdir(parents=True, exist_ok=True)
        include = f"--include={packages}" + (f",{LIBRARIES}" if suite == SUITES[ANY] else "")
        subprocess.run(["debootstrap", "--variant=minbase", include, suite, folder], check=True, stdout=sys.stderr)
        (folder / ".made").touch()
    return folder


def copy_python(version: str, chroot: Path) -> str:
    """This machine's Python of that version, in a Debian that has none."""
    show = "import sys; print(sys.base_prefix)"
    prefix = Path(subprocess.check_output([builder(version), "-c", show], text=True).strip())
    target = chroot / prefix.relative_to("/")
    if not target.exists():
        shutil.copytree(prefix, target, symlinks=True, ignore=shutil.ignore_patterns("__pycache__", "test"))
    return f"{prefix}/bin/python{version}"


def builder(version: str) -> Path:
    """The Python with which the wheel of that version was built."""
    return release.WORK / f"venv-{version}/bin/python"


def wheels_for(version: str) -> Path:
    """What an installation needs, as the lock has it; for the sdist also what builds it."""
    folder = release.WORK / f"wheels-{version}"
    for lock in ("runtime", "build"):
        path = release.ROOT / f"requirements/{lock}.txt"
        command = ["download", "-qq", "--require-hashes", "--only-binary=:all:", "-r", path, "-d", folder]
        subprocess.run([builder(version), "-m", "pip", *command], check=True)
    return folder


if __name__ == "__main__":
    sys.exit(main())
