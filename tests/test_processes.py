"""Work over several processes: every result once, whoever dies."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from multiprocessing import active_children
from pathlib import Path

import pytest

from casefile.cli.stops import termination_interrupts
from casefile.errors import CasefileError
from casefile.work import run_tasks
from casefile.work.processes import NUMPY_THREADS, interrupts_wait

pytestmark = pytest.mark.once


def square(number: int) -> int:
    """Some work."""
    return number * number


def die_once(folder: Path, number: int) -> int:
    """Work at which the process is killed the first time that it meets a multiple of five."""
    mark = folder / str(number)
    if number % 5 == 0 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def die(number: int) -> int:
    """Work that nobody survives."""
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def refuse(number: int) -> int:
    """Work with an error for people at one task, and with a mistake at another."""
    if number == 2:
        raise CasefileError("two is too many")
    return 1 // (number - 5)


def sleep_after_first(number: int) -> int:
    """Work that takes far too long, but for the first task."""
    time.sleep(0 if number == 0 else 600)
    return number


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_every_result_once(jobs: int) -> None:
    """More tasks than processes, fewer, and none."""
    for count in (20, 2, 0):
        results = sorted(run_tasks(square, iter(range(count)), jobs))
        assert results == [(number, number * number) for number in range(count)]
    assert not active_children()


@pytest.mark.parametrize("wanted", ["", "3"])
def test_a_process_calculates_in_one_thread(wanted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """There are as many processes as cores already; what somebody has set stays."""
    monkeypatch.setenv(NUMPY_THREADS, wanted)
    if not wanted:
        monkeypatch.delenv(NUMPY_THREADS)
    assert dict(run_tasks(os.getenv, [NUMPY_THREADS] * 2, 2)) == {NUMPY_THREADS: wanted or "1"}


def test_a_killed_process_is_replaced(tmp_path: Path) -> None:
    """Its task runs again elsewhere, and every result counts once."""
    results = sorted(run_tasks(partial(die_once, tmp_path), range(12), 2))
    assert results == [(number, number * number) for number in range(12)]
    assert len(list(tmp_path.iterdir())) == 3
    assert not active_children()


def test_a_task_that_kills_every_process() -> None:
    """One line, after some tries, that names the task."""
    with pytest.raises(CasefileError, match=r"3 processes died, .* on the same task \(3\)"):
        list(run_tasks(die, range(6), 2))
    assert not active_children()


@pytest.mark.parametrize("jobs", [1, 2])
def test_errors_arrive(jobs: int) -> None:
    """An error for people as it is, a mistake with its place."""
    with pytest.raises(CasefileError, match=r"^two is too many$"):
        list(run_tasks(refuse, [1, 2, 3], jobs))
    with pytest.raises((ZeroDivisionError, RuntimeError), match="by zero"):
        list(run_tasks(refuse, [4, 5], jobs))
    assert not active_children()


def test_closing_ends_the_work() -> None:
    """At once, although much of it is still being done; no process is left."""
    with closing(run_tasks(sleep_after_first, iter(range(10**9)), 3)) as results:
        assert next(results) == (0, 0)
        assert len(active_children()) == 3
    assert not active_children()


def test_work_from_another_thread() -> None:
    """A server may spread work too, although it cannot hear of Ctrl-C there."""
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(lambda: sorted(run_tasks(square, [1, 2], 2))).result() == [(1, 1), (2, 4)]


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_waits_for_a_start(stop: signal.Signals) -> None:
    """Then it comes, once."""
    reached: list[str] = []

    def start() -> None:
        with termination_interrupts(), interrupts_wait():
            os.kill(os.getpid(), stop)
            reached.append("end")

    with pytest.raises(KeyboardInterrupt):
        start()
    assert reached == ["end"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def children(pid: int) -> list[int]:
    """The processes that a process has started, where Linux lists them."""
    if not Path("/proc/self/task").exists():
        return []
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def alive(pid: int) -> bool:
    """Does a process run? One that nobody has waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def all_end(pids: list[int]) -> bool:
    """Do all of these processes end soon?"""
    until = time.monotonic() + 60
    while any(alive(pid) for pid in pids) and time.monotonic() < until:
        time.sleep(0.05)
    return not any(alive(pid) for pid in pids)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds processes as Linux lists them")
def test_no_process_outlives_a_killed_command() -> None:
    """After killing the command with -9, nobody has to look for its processes."""
    command = [sys.executable, "-m", "casefile", "simulate", "ripper", "--matches", "100000", "--jobs", "2"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while len(workers := children(process.pid)) < 3:  # two workers, and Python's tracker of resources
        time.sleep(0.05)
    process.kill()
    process.communicate()
    assert all_end(workers)
