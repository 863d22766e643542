"""Bots that are no part of Casefile: a class by its import path, or a program that reads and writes lines."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile
from traceback import extract_tb
from typing import Any

from casefile.bots.base import Bot, Decision, Reason, Situation
from casefile.core.rules import Rules
from casefile.errors import CasefileError, one_line, show
from casefile.text.notation import Notation
from casefile.text.seen import situation_to_dict

OWN = Path(__file__).parent.parent  # our own files
PROGRAM = "exec:"
IMPORT_PATH = re.compile(r"(?P<module>[A-Za-z_][\w.]*):(?P<attribute>[A-Za-z_]\w*)(?P<arguments>\(.*)?")
ARGUMENT = re.compile(r"\s*(?P<name>[A-Za-z_]\w*)\s*=\s*(?P<value>[^\s,()=]+)\s*")
WHOLE_NUMBER = re.compile(r"[+-]?\d{1,18}", re.ASCII)
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
SECONDS = 60.0  # that a program may take for an answer
LONGEST_ANSWER = 1000
GRACE = 2.0  # seconds to end by itself
# Linux ends a program started by this when we are killed and cannot end it ourselves (1 is PR_SET_PDEATHSIG).
LAUNCH = (
    "import ctypes, os, signal, sys; ctypes.CDLL(None).prctl(1, signal.SIGKILL); os.execvp(sys.argv[1], sys.argv[1:])"
)


def is_custom(name: str) -> bool:
    """Is this the name of a program or of a class, not of a bot of ours?"""
    return name.startswith(PROGRAM) or IMPORT_PATH.fullmatch(name) is not None


def make_custom(name: str, rules: Rules, seconds: float = SECONDS) -> Bot:
    """A bot by its import path (`package.module:Class(NAME=VALUE)`), or a program (`exec:COMMAND ARGUMENTS`)."""
    if name.startswith(PROGRAM):
        return ProgramBot(name, rules, seconds)
    return ImportedBot(name, rules)


def read_arguments(name: str, text: str) -> dict[str, str | int | float | bool]:
    """What stands behind a class, `(tries=200,explore=0.3)`: numbers, true, false and words; nothing is evaluated."""
    arguments: dict[str, str | int | float | bool] = {}
    for part in text[1:].removesuffix(")").split(",") if text not in ("", "()") else []:
        read = ARGUMENT.fullmatch(part)
        if read is None or not text.endswith(")"):
            raise CasefileError(f"bot {name}: arguments are written as (tries=200,explore=0.3), not {show(text)}")
        if read["name"] in arguments:
            raise CasefileError(f"bot {name}: the argument {read['name']} stands twice")
        arguments[read["name"]] = read_value(read["value"])
    return arguments


def read_value(text: str) -> str | int | float | bool:
    """A number, true or false; anything else is a word, such as the name of a file."""
    if text in ("true", "false"):
        return text == "true"
    if WHOLE_NUMBER.fullmatch(text):
        return int(text)
    return float(text) if NUMBER.fullmatch(text) else text


class ImportedBot(Bot):
    """Somebody's class, called with the rules; whatever goes wrong in it is said in one line that names it."""

    def __init__(self, name: str, rules: Rules) -> None:
        self.name = name
        path = IMPORT_PATH.fullmatch(name)
        assert path is not None
        arguments = read_arguments(name, path["arguments"] or "")
        if str(Path.cwd()) not in sys.path:
            sys.path.insert(0, str(Path.cwd()))  # as with `python -m`; the command alone does not look here
        try:
            self.bot: Any = getattr(import_module(path["module"]), path["attribute"])(rules, **arguments)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - it is not our code, so anything may happen
            raise CasefileError(f"bot {name}: cannot be made: {type(error).__name__}: {one_line(error)}") from None
        if not callable(getattr(self.bot, "decide", None)):
            raise CasefileError(f"bot {name}: has no method decide(situation); see docs/bots.md")
        self.wants_story = bool(getattr(self.bot, "wants_story", False))

    def decide(self, situation: Situation) -> Decision:
        """What the class decides, if that is legal."""
        try:
            decision = self.bot.decide(situation)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - as above
            raise self.failure(error) from None
        if not isinstance(decision, Decision):
            raise CasefileError(f"bot {self.name}: must return a Decision, not {type(decision).__name__}")
        if decision.action not in situation.actions:
            raise CasefileError(f"bot {self.name}: chose {decision.action}, which is none of its legal actions")
        return decision

    def close(self) -> None:
        """Close the bot, if its class can be closed, as the match is over."""
        close = getattr(self.bot, "close", None)
        if callable(close):
            try:
                close()
            except (Exception, SystemExit) as error:  # noqa: BLE001 - as above
                raise self.failure(error) from None

    def failure(self, error: BaseException) -> CasefileError:
        """What the class did wrong, and where in its author's files."""
        steps = [step for step in extract_tb(error.__traceback__) if not Path(step.filename).is_relative_to(OWN)]
        where = f" ({Path(steps[-1].filename).name}, line {steps[-1].lineno})" if steps else ""
        return CasefileError(f"bot {self.name}: raised {type(error).__name__}{where}: {one_line(error)}")


class ProgramBot(Bot):
    """A program that reads one line of JSON for each decision, and answers with one line: an action."""

    wants_story = True

    def __init__(self, name: str, rules: Rules, seconds: float = SECONDS) -> None:
        self.name = name
        self.rules = rules
        self.seconds = seconds
        self.notation = Notation(rules)
        try:
            command = shlex.split(name.removeprefix(PROGRAM))
        except ValueError as error:
            raise CasefileError(f"bot {name}: cannot be read as a command: {error}") from None
        if not command:
            raise CasefileError(f"bot {name}: name a program behind {PROGRAM}, such as exec:python3 bot.py")
        if shutil.which(command[0]) is None:
            raise CasefileError(f"bot {name}: cannot be started: there is no program {command[0]}")
        if sys.platform == "linux":
            command = [sys.executable, "-IS", "-c", LAUNCH, *command]
        self.complaints = TemporaryFile()  # noqa: SIM115 - open as long as the program runs
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self.complaints,
                start_new_session=True,  # Ctrl-C is for us; we end the program, and whatever it has started
            )
        except OSError as error:
            self.complaints.close()
            raise CasefileError(f"bot {name}: cannot be started: {error.strerror}") from None
        # A thread of its own may wait for a program that neither reads nor answers, while we watch the clock.
        self.thread = ThreadPoolExecutor(1)
        self.answer: Future[bytes] | None = None

    def decide(self, situation: Situation) -> Decision:
        """The action that the program answers."""
        line = json.dumps(situation_to_dict(self.rules, situation), ensure_ascii=False)
        try:
            self.answer = self.thread.submit(self.exchange, line)
            answer = self.answer.result(self.seconds)
        except TimeoutError:
            raise self.failure(f"gave no answer within {self.seconds:g} s") from None
        if not answer:
            raise self.failure("ended without an answer")
        if not answer.endswith(b"\n"):
            raise self.failure("must answer with one line of text, an action")
        text = re.sub(rf"^\s*{situation.view.seat}\s*:", "", answer.decode("utf-8", "replace")).strip()
        try:
            action = self.notation.read_action(text)
        except CasefileError as error:
            raise self.failure(f"answered {show(text)}: {error}") from None
        if action not in situation.actions:
            raise self.failure(f"answered {show(text)}, which is none of its legal actions")
        return Decision(action, [], Reason("other", []))

    def exchange(self, line: str) -> bytes:
        """Hand a line over and wait for one; nothing if the program has ended."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with suppress(BrokenPipeError):  # a program that has ended may have said something before
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        return self.process.stdout.readline(LONGEST_ANSWER)

    def failure(self, what: str) -> CasefileError:
        """What the program did wrong, with the last line of its complaints."""
        self.end()
        self.complaints.seek(0)
        lines = self.complaints.read().decode("utf-8", "replace").strip().splitlines()
        last = f" ({one_line(lines[-1])})" if lines else ""
        return CasefileError(f"bot {self.name}: {what}{last}")

    def close(self) -> None:
        """The match is over: the program's input ends, so that it ends, too."""
        is_idle = self.answer is None or self.answer.done()
        self.end(GRACE if is_idle else 0.0)
        self.complaints.close()

    def end(self, grace: float = 0.0) -> None:
        """See that the program ends, and what it has started."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        if grace:
            with suppress(OSError):
                self.process.stdin.close()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(grace)
        with suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.thread.shutdown()
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                pipe.close()
