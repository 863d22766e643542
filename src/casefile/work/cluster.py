"""Work on the machines of a Ray cluster (the extra `cluster`)."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from casefile import __version__
from casefile.errors import CasefileError, one_line
from casefile.work.processes import MOST_DEATHS, Results, answer, too_many_deaths

T = TypeVar("T")
R = TypeVar("R")

PATIENCE = 30  # seconds for a cluster to answer
AHEAD = 2  # tasks for each processor of the cluster: one is worked on, one waits


def run_on_cluster(work: Callable[[T], R], tasks: Iterable[T], address: str) -> Results[T, R]:
    """Keep the processors of the cluster busy; Ray runs a task again when its process or machine dies."""
    ray = import_ray()
    ours = not ray.is_initialized()
    if ours:
        connect(ray, address)
    todo = iter(tasks)
    waiting: dict[Any, T] = {}
    try:
        remote = ray.remote(max_retries=MOST_DEATHS - 1)(answer_for)
        shared = ray.put(work)
        while True:
            room = max(1, AHEAD * int(ray.cluster_resources().get("CPU", 1))) - len(waiting)
            for _, task in zip(range(room), todo, strict=False):
                waiting[remote.remote(__version__, shared, task)] = task
            if not waiting:
                return
            done, _ = ray.wait(list(waiting), num_returns=1)
            for reference in done:
                task = waiting.pop(reference)
                yield task, fetch(ray, reference, task)
    finally:
        for reference in waiting:
            ray.cancel(reference, force=True)
        if ours:
            ray.shutdown()


def answer_for(version: str, work: Callable[[T], R], task: T) -> tuple[R | None, Exception | None]:
    """The result of a task on some machine of the cluster."""
    if version != __version__:
        node = socket.gethostname()
        problem = f"{node} has casefile {__version__}, but {version} is asked for: install the same everywhere"
        return None, CasefileError(f"--cluster: {problem}")
    return answer(work, task)


def fetch(ray: Any, reference: Any, task: object) -> Any:
    """The result, or what went wrong in one line."""
    try:
        result, error = ray.get(reference)
    except ray.exceptions.WorkerCrashedError:
        raise too_many_deaths(task) from None
    except ray.exceptions.RayError as problem:
        raise CasefileError(f"--cluster: a machine could not do its work: {last_line(problem)}") from None
    if error is not None:
        raise error
    return result


def last_line(problem: Exception) -> str:
    """Where Ray's long messages come to the point."""
    lines = [line for line in str(problem).splitlines() if line.strip()]
    return one_line(lines[-1] if lines else type(problem).__name__)


def import_ray() -> Any:
    """The library, told to keep to itself."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError:
        raise CasefileError('--cluster: needs Ray: pip install "casefile-rummy[cluster]"') from None
    return ray


def connect(ray: Any, address: str) -> None:
    """Join a cluster, or say soon that there is none."""
    if address not in ("auto", "local"):
        check(address)
    handler = signal.getsignal(signal.SIGTERM)
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, RuntimeError, ValueError) as problem:
        raise CasefileError(f"--cluster: {address}: {one_line(problem)}") from None
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, handler)  # Ray would leave at once; what is to be done is ours to say
    # A process that dies is announced on standard output, where results go; Ray has no public switch for that.
    ray._private.worker._worker_logs_enabled = False


def check(address: str) -> None:
    """Is there a cluster at this address? Ray itself would try for ever."""
    form = re.fullmatch(r"(?P<host>[\w.-]+|\[[\da-fA-F:]+\]):(?P<port>\d{1,5})", address)
    if form is None:
        raise CasefileError(f"--cluster: must be HOST:PORT, auto or local, not {one_line(address)!r}")
    unreachable = CasefileError(f"--cluster: there is no Ray cluster at {address}; `ray start --head` starts one")
    try:
        socket.create_connection((form["host"].strip("[]"), int(form["port"])), timeout=PATIENCE / 3).close()
        question = [sys.executable, "-m", "ray.scripts.scripts", "status", "--address", address]
        subprocess.run(question, timeout=PATIENCE / 2, capture_output=True, check=True)
    except (OSError, OverflowError, subprocess.SubprocessError):
        raise unreachable from None
