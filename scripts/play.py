#!/usr/bin/env python3
"""`make play`: serve the page, with the compiled engine as soon as there is one.

The compiled engine is a wheel in an environment of its own, .venv-play, so that .venv stays interpreted and editable.
Where it is out of date and a C compiler is at hand, it is built in the background while the interpreted one serves;
then the server is started anew with it. Nothing is lost by that: tables are on disk, and the page comes back by itself.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent
COMPILED = ".venv-play/.compiled"  # the target of make
LOG = ROOT / "build/play.log"

Command = Sequence[str]


def main() -> int:
    """Serve until somebody stops it; what follows on the command line goes to `casefile serve`."""
    interpreted = [str(ROOT / ".venv/bin/casefile"), "serve", *sys.argv[1:]]
    compiled = [str(ROOT / ".venv-play/bin/casefile"), "serve", *sys.argv[1:]]
    LOG.parent.mkdir(exist_ok=True)
    if is_fresh():
        return play(compiled, None, None)
    problem = missing_tool()
    if problem:
        say(f"the engine stays interpreted: {problem}; on Debian or Ubuntu, apt-get install gcc python3-dev brings it")
        return play(interpreted, None, None)
    say(f"the engine is being compiled in the background ({LOG.relative_to(ROOT)}); until then it is interpreted")
    return play(interpreted, ["nice", "-n", "19", "make", "-s", COMPILED], compiled)


def is_fresh() -> bool:
    """Is there a compiled engine that is newer than all sources?"""
    return subprocess.run(["make", "-s", "--question", COMPILED], cwd=ROOT, check=False).returncode == 0


def missing_tool() -> str | None:
    """What keeps this machine from compiling."""
    sys.path.insert(0, str(ROOT))
    from hatch_build import missing_tool as missing

    return missing()


def play(first: Command, build: Command | None, then: Command | None) -> int:
    """Serve; when the build is done, serve with what it has made. The exit code is that of the last server."""
    # Ctrl-C, or what machines send, is noted: it may come while something is being started, which has to be ended then.
    told: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _: told.append(number))
    with LOG.open("w") as log:
        builder = start(build, log) if build else None
        server = start(first)
        try:
            while not told and server.poll() is None:
                time.sleep(0.2)
                if builder is None or then is None or builder.poll() is None:
                    continue
                if builder.returncode:
                    say(f"the engine could not be compiled, and stays interpreted; see {LOG}")
                else:
                    say("the engine is compiled: starting anew with it")
                    end(server)
                    server = start([word for word in then if word != "--open"])
                builder = None
            if told:
                print(file=sys.stderr)
        finally:
            end(server)
            if builder is not None and builder.poll() is None:
                os.killpg(builder.pid, signal.SIGTERM)  # with the compiler that it has started
                builder.wait()
        return max(server.returncode, 0)  # a server that was told to stop did so


def start(command: Command, log: IO[str] | None = None) -> "subprocess.Popen[bytes]":
    """A process in a group of its own: Ctrl-C comes to us alone, and we end what we have started."""
    return subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log and subprocess.STDOUT, start_new_session=True)


def end(process: "subprocess.Popen[bytes]") -> None:
    """Let it finish what it has begun."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def say(text: str) -> None:
    """To whoever started it."""
    print(f"play: {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
