#!/usr/bin/env python3
"""Build the image, start it, and see whether it works: `make container-check`, after `make release`.

It takes docker or podman, whichever answers, and a base image from a registry; where none is reached, one that is
imported from a bare Debian, which needs root and debootstrap. The container runs without a network and without any
capability, and with nothing but its volume to write to. Exit code 3: there is nothing to build it with.

On a machine that is itself locked up, podman may not raise limits, and its runtime crun refuses mixed control groups.
Then it is asked once more, with limits that need no right, and with runc.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import release
import release_check

IMAGE = "localhost/casefile"
BASE = "docker.io/library/python:3.13-slim"
NAME = "casefile-check"
LOCKED_UP = ["--network", "none", "--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "-v", f"{NAME}:/data"]
MODEST = """
[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
[engine]
runtime = "runc"
"""
ASK = """
import json, sys, urllib.request
method, path, body = json.loads(sys.argv[1])
data = None if body is None else json.dumps(body).encode()
kind = {"Content-Type": "application/json"}
request = urllib.request.Request("http://127.0.0.1:8000" + path, data, kind, method=method)
sys.stdout.write(urllib.request.urlopen(request, timeout=30).read().decode())
"""


class Engine:
    """Docker or podman."""

    def __init__(self, name: str) -> None:
        self.name = name

    def run(self, *arguments: str, check: bool = True, **more: object) -> str:
        """What a command of it prints."""
        command = [self.name, *arguments]
        done = subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True, **more)  # type: ignore[call-overload]
        if check and done.returncode:
            raise SystemExit(f"{' '.join(command)}: exit code {done.returncode}")
        return str(done.stdout).strip()


class UnableError(Exception):
    """What keeps this machine from building or starting containers."""


def main() -> int:
    """Build, start, ask, stop, start again."""
    try:
        engine = prepare()
    except UnableError as error:
        print(f"container-check: {error}", file=sys.stderr)
        return 3
    try:
        try_out(engine)
    finally:
        engine.run("rm", "-f", NAME, check=False, stderr=subprocess.DEVNULL)
        engine.run("volume", "rm", "-f", NAME, check=False, stderr=subprocess.DEVNULL)
    return 0


def prepare() -> Engine:
    """Find docker or podman, and build the image with it."""
    engine = find_engine()
    if engine is None:
        raise UnableError("neither docker nor podman answers")
    if not list(release.DIST.glob("*.whl")):
        raise UnableError("dist/ has no wheel; `make release` makes them")
    base = BASE if can_pull(engine, BASE) else import_base(engine)
    problem = why_not(engine, base)
    if problem and engine.name == "podman":
        os.environ["CONTAINERS_CONF"] = str(write_modest_settings())
        problem = f"{problem}; with modest settings: {second}" if (second := why_not(engine, base)) else ""
    if problem:
        raise UnableError(f"{engine.name} answers, but can start no container: {problem}")
    build(engine, base)
    return engine


def find_engine() -> Engine | None:
    """The first that answers."""
    for name in ("docker", "podman"):
        if shutil.which(name):
            done = subprocess.run([name, "info"], check=False, capture_output=True, timeout=60)
            if done.returncode == 0:
                return Engine(name)
    return None


def why_not(engine: Engine, base: str) -> str:
    """What keeps this machine from starting any container at all; nothing if it can."""
    command = [engine.name, "run", "--rm", "--network", "none", base, "true"]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    return " ".join(done.stderr.split()) if done.returncode else ""


def write_modest_settings() -> Path:
    """What podman can do with where it is not quite root."""
    path = release.WORK / "containers.conf"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(MODEST)
    return path


def build(engine: Engine, base: str) -> None:
    """The image, from the wheels of dist/; without a registry also without a network."""
    docker_format = ["--format", "docker"] if engine.name == "podman" else []  # the other one knows no health check
    with TemporaryDirectory() as folder:
        context = Path(folder)
        shutil.copytree(release.DIST, context / "dist")
        (context / "requirements").mkdir()
        shutil.copy(release.ROOT / "requirements/container.txt", context / "requirements")
        shutil.copy(release.ROOT / "Containerfile", context)
        settings: list[str] = []
        if base != BASE:
            fetch_wheels(context / "dist")
            settings = ["--build-arg", "PIP_NO_INDEX=1", "--network", "none"]
        print(f"container-check: {engine.name}, from {base}", flush=True)
        arguments = [*docker_format, *settings, "--build-arg", f"BASE={base}", "-f", str(context / "Containerfile")]
        engine.run("build", "-q", *arguments, "-t", IMAGE, str(context))


def can_pull(engine: Engine, image: str) -> bool:
    """Is there a registry that has it?"""
    try:
        done = subprocess.run([engine.name, "pull", "-q", image], check=False, capture_output=True, timeout=120)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def import_base(engine: Engine) -> str:
    """A bare Debian with Python as an image."""
    chroot = release_check.make_chroot(release_check.SUITES[release_check.ANY])
    return import_folder(engine, chroot, "localhost/debian-python")


def import_folder(engine: Engine, chroot: Path, name: str) -> str:
    """A Debian in a folder as an image."""
    leave_out = [
        f"--exclude=./{path}" for path in ("smoke", "root", "proc/*", "var/cache/apt/*", "var/lib/apt/lists/*")
    ]
    packed = subprocess.Popen(["tar", "-C", str(chroot), *leave_out, "-c", "."], stdout=subprocess.PIPE)
    engine.run("import", "-", name, stdin=packed.stdout)
    return name


def fetch_wheels(folder: Path) -> None:
    """The locked dependencies, for the Python of the bare Debian."""
    python = release.WORK / f"venv-{release_check.ANY}/bin/python"
    lock = release.ROOT / "requirements/container.txt"
    command = ["download", "-qq", "--require-hashes", "--only-binary=:all:", "-r", lock, "-d", folder]
    subprocess.run([python, "-m", "pip", *command], check=True)


def try_out(engine: Engine) -> None:
    """Not root, healthy, with its page; and a table is still there after a new start."""
    engine.run("run", "-d", "--name", NAME, *LOCKED_UP, IMAGE)
    wait_until_healthy(engine)
    assert engine.run("exec", NAME, "id", "-u") != "0"
    assert "<html" in ask(engine, "GET", "/")
    findings = json.loads(engine.run("exec", NAME, "casefile", "doctor", "--json"))
    assert not [each for each in findings if each["state"] == "bad"], findings
    seats = [{"for": "bot", "bot": "sergeant"}, {"for": "bot", "bot": "sergeant"}]
    table = json.loads(ask(engine, "POST", "/api/tables", {"case": "capone", "seats": seats}))["table"]
    engine.run("stop", "-t", "20", NAME)
    engine.run("rm", NAME)
    engine.run("run", "-d", "--name", NAME, *LOCKED_UP, IMAGE)
    wait_until_healthy(engine)
    assert json.loads(ask(engine, "GET", f"/api/tables/{table}"))["table"] == table
    size = int(engine.run("image", "inspect", "--format", "{{.Size}}", IMAGE)) / 1e6
    engine_kind = next(each["says"] for each in findings if each["what"] == "engine")
    print(f"container-check: works, {size:.0f} MB, engine {engine_kind.partition(':')[0]}")


def ask(engine: Engine, method: str, path: str, body: object = None, name: str = NAME, **more: Any) -> str:
    """What the server in a container answers."""
    return engine.run("exec", name, "python3", "-c", ASK, json.dumps([method, path, body]), **more)


def wait_until_healthy(engine: Engine) -> None:
    """By its own health check."""
    for _ in range(60):
        if engine.name == "podman":
            healthy = subprocess.run(["podman", "healthcheck", "run", NAME], check=False, capture_output=True)
            if healthy.returncode == 0:
                return
        elif engine.run("inspect", "--format", "{{.State.Health.Status}}", NAME) == "healthy":
            return
        time.sleep(1)
    raise SystemExit(f"container-check: not healthy: {engine.run('logs', NAME, stderr=subprocess.STDOUT)}")


if __name__ == "__main__":
    sys.exit(main())
