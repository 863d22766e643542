"""Bots of others: classes by their import path, and programs."""

import json
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from casefile.bots.base import Bot, Decision, Reason, Situation
from casefile.core.rules import Rules
from casefile.errors import CasefileError
from casefile.match import Match
from casefile.players import close_bot, make_bot
from casefile.players.custom import ImportedBot, ProgramBot
from casefile.players.play import play_match, situation_of
from casefile.registry import rules_for

NET = {"tries": 1, "quiet": True, "loud": False, "net": "runs/net-2.npz"}
EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "plain_bot.py"


class Last(Bot):
    """Always takes the last action."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def decide(self, situation: Situation) -> Decision:
        """The last one ends a turn soon."""
        return Decision(situation.actions[-1], [], Reason("other", []))


class Tuned(Last):
    """Is told how to play."""

    def __init__(self, rules: Rules, tries: int, **more: object) -> None:
        super().__init__(rules)
        self.told = {"tries": tries} | more


class Fails:
    """Goes wrong in a way that depends on the class."""

    def __init__(self, rules: Rules) -> None:
        pass

    def decide(self, situation: Situation) -> object:
        """Not what is expected."""
        raise ValueError("two\nlines")


class Wrong(Fails):
    """Answers something else than a decision."""

    def decide(self, situation: Situation) -> object:
        """A number is no decision."""
        return 3


class Illegal(Fails):
    """Answers an action that is not legal."""

    def decide(self, situation: Situation) -> object:
        """There is no such action."""
        return Decision(-1, [], Reason("other", []))


class Leaves(Fails):
    """Ends the whole process, if it is let; and complains in colours."""

    def decide(self, situation: Situation) -> object:
        """As a script would end."""
        raise SystemExit("\x1b[31mred")


class Stays(Fails):
    """Does not end as it should."""

    def close(self) -> None:
        """The match is over."""
        raise RuntimeError("cannot close")


class Mute:
    """Has no method decide."""

    def __init__(self, rules: Rules) -> None:
        pass


def opening(bot: Bot, rules: Rules) -> Decision:
    """The first decision of a match."""
    match = Match(rules, "opening", log=True)
    return bot.decide(situation_of(match, match.state.actor(), story=True))


def program(folder: Path, text: str, seconds: float = 20.0) -> ProgramBot:
    """A program of these lines."""
    (folder / "bot.py").write_text(text)
    return ProgramBot(f"exec:{sys.executable} {folder / 'bot.py'}", rules_for("ripper"), seconds)


def failure_of(bot: Bot) -> str:
    """What is said when the first decision goes wrong; the program must be gone then."""
    with pytest.raises(CasefileError) as caught:
        opening(bot, rules_for("ripper"))
    if isinstance(bot, ProgramBot):
        assert bot.process.returncode is not None
    close_bot(bot)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_class_plays() -> None:
    """By its import path."""
    rules = rules_for("jekyll-hyde")
    bots = [make_bot("tests.arena.test_custom:Last", rules), make_bot("random", rules)]
    match = Match(rules, "class")
    play_match(match, bots, 300)
    assert match.rounds


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("(tries=200)", {"tries": 200}),
        ("(tries=-3, explore=0.25,decay=1e-3)", {"tries": -3, "explore": 0.25, "decay": 0.001}),
        ("(tries=1,quiet=true,loud=false,net=runs/net-2.npz)", NET),
        ("(tries=__import__)", {"tries": "__import__"}),
    ],
)
def test_a_class_gets_arguments(arguments: str, told: dict[str, object]) -> None:
    """Numbers, true, false and words; they come behind the rules."""
    bot = make_bot(f"tests.arena.test_custom:Tuned{arguments}", rules_for("ripper"))
    assert isinstance(bot, ImportedBot)
    assert bot.bot.told == told
    assert [type(value) for value in bot.bot.told.values()] == [type(value) for value in told.values()]


def test_no_arguments_may_be_written_too() -> None:
    """As in a call."""
    assert failure_of(make_bot("tests.arena.test_custom:Fails()", rules_for("ripper"))).endswith("two lines")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("tests.arena.test_custom:Tuned(tries)", "arguments are written as (tries=200,explore=0.3), not '(tries)'"),
        ("tests.arena.test_custom:Tuned(tries=2", "arguments are written as (tries=200,explore=0.3), not '(tries=2'"),
        ("tests.arena.test_custom:Tuned(tries=f(3))", "arguments are written as (tries=200,explore=0.3), not"),
        ("tests.arena.test_custom:Tuned(tries=2,)", "arguments are written as (tries=200,explore=0.3), not"),
        ("tests.arena.test_custom:Tuned(tries=1,tries=2)", "the argument tries stands twice"),
        ("tests.arena.test_custom:Tuned", "cannot be made: TypeError"),
        ("tests.arena.test_custom:Last(tries=2)", "cannot be made: TypeError"),
        ("tests.arena.test_custom:Tuned(tries=1,rules=2)", "cannot be made: TypeError"),
        ("dupin(tries=2)", "unknown bot 'dupin(tries=2)'; known: random"),
        ("tests.arena.test_custom:Nobody", "cannot be made: AttributeError"),
        ("no.such.module:Bot", "cannot be made: ModuleNotFoundError: No module named 'no'"),
        ("tests.arena.test_custom:Mute", "has no method decide(situation)"),
        ("builtins:id", "has no method decide(situation)"),
        ("exec:", "name a program behind exec:"),
        ("exec:'", "cannot be read as a command"),
        ("exec:/no/such/program", "cannot be started: there is no program /no/such/program"),
        ("inspektor", "unknown bot 'inspektor'; did you mean inspector?"),
        ("inspektor:200", "unknown bot 'inspektor:200'"),
        ("holmes", "known: random, constable, sergeant, inspector, dupin, vidocq, ismcts, package.module:Class"),
        ("sergeant:200", "sergeant decides at a glance and takes no budget, not '200'"),
        ("inspector:0", "a whole number of tries (200) or seconds (0.5s), not '0'"),
        ("inspector:-3", "not '-3'"),
        ("dupin:nans", "not 'nans'"),
        ("dupin:0.0s", "not '0.0s'"),
        ("dupin:s", "not 's'"),
        ("inspector:0.5", "a whole number of tries (200) or seconds (0.5s), not '0.5'"),
    ],
)
def test_bad_names_say_what_would_be_right(name: str, said: str) -> None:
    """Before anything is played, in one line."""
    with pytest.raises(CasefileError) as caught:
        make_bot(name, rules_for("ripper"))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Fails", "raised ValueError (test_custom.py, line 52): two lines"),
        ("Wrong", "must return a Decision, not int"),
        ("Illegal", "chose -1, which is none of its legal actions"),
        ("Leaves", "raised SystemExit (test_custom.py, line 76): [31mred"),
    ],
)
def test_a_class_that_fails_is_named(name: str, said: str) -> None:
    """In one line, whatever it did."""
    bot = make_bot(f"tests.arena.test_custom:{name}", rules_for("ripper"))
    assert failure_of(bot) == f"bot tests.arena.test_custom:{name}: {said}"


def test_a_class_that_fails_at_the_end_is_named() -> None:
    """In one line, too."""
    bot = make_bot("tests.arena.test_custom:Stays", rules_for("ripper"))
    with pytest.raises(CasefileError) as caught:
        close_bot(bot)
    assert (
        str(caught.value)
        == "bot tests.arena.test_custom:Stays: raised RuntimeError (test_custom.py, line 84): cannot close"
    )


READ = "import sys, json\nseen = json.loads(sys.stdin.readline())\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("raise SystemExit(3)", "ended without an answer", id="ends at once"),
        pytest.param(READ + "1 / 0", "ended without an answer (ZeroDivisionError: division by zero)", id="dies"),
        pytest.param(READ + "print('dance')", "answered 'dance': unknown action 'dance'", id="no action"),
        pytest.param(READ + "print()", "answered '': unknown action ''", id="empty line"),
        pytest.param(READ + "print('discard jill')", "which is none of its legal actions", id="illegal"),
        pytest.param(READ + "print('x' * 5000)", "must answer with one line of text", id="endless line"),
        pytest.param(READ + "sys.stdout.buffer.write(bytes([255, 10]))", "answered '\ufffd'", id="no text"),
    ],
)
def test_a_program_that_fails_is_named(tmp_path: Path, text: str, said: str) -> None:
    """In one line, with the last thing that it complained about; and it is ended."""
    words = failure_of(program(tmp_path, text))
    assert words.startswith(f"bot exec:{sys.executable} ")
    assert said in words


@pytest.mark.parametrize(
    "text", [pytest.param(READ + "sys.stdin.read()", id="reads on"), pytest.param("while True: pass", id="never reads")]
)
def test_a_silent_program_is_ended(tmp_path: Path, text: str) -> None:
    """After its seconds."""
    assert failure_of(program(tmp_path, text, 0.5)).endswith("gave no answer within 0.5 s")


def test_what_a_program_started_is_ended_too(tmp_path: Path) -> None:
    """Also a child that outlives it."""
    child = "child = __import__('subprocess').Popen(['sleep', '600'])\nprint(child.pid, file=sys.stderr, flush=True)\n"
    bot = program(tmp_path, READ + child + "print('draw file', flush=True)\nsys.stdin.read()")
    opening(bot, rules_for("ripper"))
    bot.complaints.seek(0)
    child_number = int(bot.complaints.read())
    bot.close()
    wait_for_end(child_number)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends the children of a killed process")
def test_a_program_does_not_outlive_a_killed_process() -> None:
    """Not even one that never looks at its input."""
    start = (
        "from casefile.players.custom import ProgramBot; from casefile.registry import rules_for; import os, signal\n"
    )
    start += "bot = ProgramBot('exec:sleep 600', rules_for('ripper'))\nprint(bot.process.pid, flush=True)\n"
    start += "while b'sleep' not in open(f'/proc/{bot.process.pid}/cmdline', 'rb').read()[:6]: pass\n"
    start += "os.kill(os.getpid(), signal.SIGKILL)"
    done = subprocess.run([sys.executable, "-c", start], capture_output=True, text=True, check=False)
    wait_for_end(int(done.stdout))


def wait_for_end(number: int) -> None:
    """Until a process is gone; who is still there after ten seconds was not ended."""
    status = Path(f"/proc/{number}/status")
    deadline = time.monotonic() + 10
    with suppress(FileNotFoundError, ProcessLookupError):
        while "zombie" not in status.read_text():
            assert time.monotonic() < deadline, "nobody ended it"
            time.sleep(0.01)


def test_a_program_gets_what_the_seat_sees_and_nothing_else(tmp_path: Path) -> None:
    """Its whole input, key by key; neither the deal nor the match's seed is in it."""
    log = tmp_path / "log"
    bot = program(
        tmp_path, READ + f"open({str(log)!r}, 'w').write(json.dumps(seen))\nprint(seen['seat'], ': draw file')"
    )
    rules = rules_for("ripper")
    decision = opening(bot, rules)
    bot.close()
    assert rules.actions[decision.action].text == "draw file"
    seen = json.loads(log.read_text())
    keys = (
        "case edition players teams options deck seat scores dealer turn phase event_played file case_file discard "
        "hands areas tips asked ended notes unseen none_of target story seed actions"
    )
    assert list(seen) == keys.split()
    assert seen["actions"] == ["draw file", "draw discard"]
    assert set(seen["case_file"]) == set(seen["hands"][1 - seen["seat"]]) == {None}
    assert "opening" not in log.read_text()
    assert [event["what"] for event in seen["story"]] == ["deal", "deal", "turn-up"]


@pytest.mark.parametrize("case", ["ripper", "rue-morgue", "jekyll-hyde", "capone"])
def test_the_example_plays(case: str) -> None:
    """The program in examples/, a round of every case."""
    rules = rules_for(case)
    bots = [make_bot(f"exec:{sys.executable} {EXAMPLE}", rules), make_bot("random", rules)]
    match = Match(rules, "example", target=1, log=True)
    try:
        play_match(match, bots, 60)
    finally:
        for bot in bots:
            close_bot(bot)
    assert match.rounds[0].actions
