"""Work in other processes of this machine."""

import os
import signal
import threading
import traceback
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Generic, TypeVar

from casefile.errors import CasefileError, one_line

T = TypeVar("T")
R = TypeVar("R")
Results = Generator[tuple[T, R], None, None]  # closing it ends the work

MOST_DEATHS = 3  # of processes, all on the same task
NUMPY_THREADS = "OPENBLAS_NUM_THREADS"
STOPS = (signal.SIGINT, signal.SIGTERM)  # what may interrupt the process that reports


@dataclass
class Job(Generic[T]):
    """A task, and how many processes died on it."""

    task: T
    deaths: int = 0


@dataclass
class Worker:
    """A process that takes tasks and gives results, one at a time."""

    process: SpawnProcess
    connection: Connection

    def stop(self) -> None:
        """End it, whatever it is doing; its result is not wanted any more."""
        self.process.kill()
        self.process.join()
        self.process.close()
        self.connection.close()


def run_in_processes(work: Callable[[T], R], tasks: Iterable[T], jobs: int) -> Results[T, R]:
    """Keep a number of processes busy.

    They are our own and not those of `concurrent.futures`, as that gives up all processes when one dies, cannot say
    which task it died of, and leaves the others behind for ever when this process is killed.
    """
    todo = (Job(task) for task in tasks)
    again: list[Job[T]] = []
    idle: list[Worker] = []
    busy: dict[Connection, tuple[Worker, Job[T]]] = {}
    ready: list[tuple[T, R]] = []
    try:
        while True:
            while len(busy) < jobs:
                job = again.pop() if again else next(todo, None)
                if job is None:
                    break
                worker = idle.pop() if idle else start_worker(work)
                busy[worker.connection] = (worker, job)
                with suppress(OSError):  # a process that is dead already is found below
                    worker.connection.send(job.task)
            yield from ready  # only now, when everybody has something to do
            if not busy:
                return
            ready = []
            for connection in wait(list(busy)):
                assert isinstance(connection, Connection)
                worker, job = busy.pop(connection)
                try:
                    result, error = connection.recv()
                except (EOFError, OSError):
                    worker.stop()
                    again.append(after_death(job))
                    continue
                idle.append(worker)
                if error is not None:
                    raise error
                ready.append((job.task, result))
    finally:
        for worker in [*idle, *(worker for worker, _ in busy.values())]:
            worker.stop()


def after_death(job: Job[T]) -> Job[T]:
    """The same task once more, unless it has cost too many processes already."""
    job.deaths += 1
    if job.deaths == MOST_DEATHS:
        raise too_many_deaths(job.task)
    return job


def too_many_deaths(task: object) -> CasefileError:
    """What is said of a task that nobody survives."""
    return CasefileError(
        f"{MOST_DEATHS} processes died, one after the other, on the same task ({one_line(task)}); "
        "is there enough memory? Fewer --jobs need less"
    )


def start_worker(work: Callable[[T], R]) -> Worker:
    """A new process; it never sees Ctrl-C, which is for the process that reports.

    It calculates in one thread, unless somebody wants it otherwise: the nets are small, and threads that wait for each
    other took three times as long, on cores that others need.
    """
    os.environ.setdefault(NUMPY_THREADS, "1")
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=serve, args=(theirs, work), daemon=True)
    resource_tracker.ensure_running()  # the first start would do that, and lift the mask
    with interrupts_wait():
        process.start()
    theirs.close()
    return Worker(process, ours)


@contextmanager
def interrupts_wait() -> Generator[None, None, None]:
    """Let Ctrl-C and SIGTERM come only when a process has started: neither half of a start can bear them.

    The mask is for the new process, which inherits it. Here they may come through any thread, so they are noted.
    """
    noted: set[int] = set()
    ours = threading.current_thread() is threading.main_thread()  # Python handles signals there only
    handlers = {stop: signal.signal(stop, lambda number, _: noted.add(number)) for stop in STOPS if ours}
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        for stop, handler in handlers.items():
            signal.signal(stop, handler or signal.SIG_DFL)
        for number in sorted(noted):
            signal.raise_signal(number)


def serve(connection: Connection, work: Callable[[T], R]) -> None:
    """Answer tasks with results or errors, until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
    with suppress(EOFError, OSError):
        while True:
            task = connection.recv()
            connection.send(answer(work, task))


def answer(work: Callable[[T], R], task: T) -> tuple[R | None, Exception | None]:
    """The result, or the error in a form that travels."""
    try:
        return work(task), None
    except CasefileError as error:
        return None, error
    except Exception:  # noqa: BLE001  the process that gave the task gets the traceback
        return None, RuntimeError(f"a worker failed:\n{traceback.format_exc()}")
