"""Processes that do what takes long: bots that think, hints, replays."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from casefile.errors import CasefileError
from casefile.server.tasks import ANYBODY
from casefile.server.turns import Party, Turns
from casefile.work.processes import MOST_DEATHS, Worker, start_worker

R = TypeVar("R")

MOST_SECONDS = 30.0  # for one task


class TooLongError(CasefileError):
    """A task took so long that its process was ended."""


def work(task: tuple[Callable[..., R], tuple[Any, ...]]) -> R:
    """What a process does with a task."""
    function, arguments = task
    return function(*arguments)


class Thinkers:
    """A few processes; each does one task at a time. A task whose process dies is given to another one."""

    def __init__(self, count: int | None = None, seconds: float = MOST_SECONDS) -> None:
        self.count = count or max(1, (os.cpu_count() or 1) - 1)
        self.seconds = seconds
        self.idle: list[Worker] = []
        self.busy: list[Worker] = []
        self.turns = Turns(self.count)
        self.threads = ThreadPoolExecutor(self.count, "casefile-thinker")
        self.closed = False

    async def run(
        self,
        function: Callable[..., R],
        *arguments: Any,
        party: Party = ANYBODY,
        on_start: Callable[[], None] = lambda: None,
    ) -> R:
        """The result of a function that a process runs; an error of people's making comes back as it is."""
        await self.turns.begin(party)
        try:
            for _ in range(MOST_DEATHS):
                if self.closed:
                    break
                answer = await self.attempt((function, arguments), on_start)
                if answer is not None:
                    result, error = answer
                    if error is not None:
                        raise error
                    return result  # type: ignore[no-any-return]  # pipes know no types
        finally:
            self.turns.end()
        raise CasefileError("the processes that think keep dying")

    async def attempt(self, task: object, on_start: Callable[[], None]) -> tuple[Any, Exception | None] | None:
        """Give a task to a process; nothing if that died."""
        loop = asyncio.get_running_loop()
        worker = self.idle.pop() if self.idle else await loop.run_in_executor(self.threads, start_worker, work)
        self.busy.append(worker)
        on_start()
        call = loop.run_in_executor(self.threads, exchange, worker, task)
        try:
            answer = await asyncio.wait_for(asyncio.shield(call), self.seconds)
        except TimeoutError:
            worker.process.kill()
            await call
            self.busy.remove(worker)
            worker.stop()
            raise TooLongError(f"no answer within {self.seconds:g} seconds") from None
        except asyncio.CancelledError:
            call.add_done_callback(lambda done: self.put_back(worker, died=done.result() is None))
            raise
        self.put_back(worker, died=answer is None)
        return answer

    def put_back(self, worker: Worker, *, died: bool) -> None:
        """A process is free again, or gone."""
        self.busy.remove(worker)
        if died or self.closed:
            worker.stop()
        else:
            self.idle.append(worker)

    def close(self) -> None:
        """End all processes."""
        self.closed = True
        for worker in self.idle:
            worker.stop()
        for worker in self.busy:
            worker.process.kill()
        self.idle.clear()
        self.threads.shutdown(wait=False)


def exchange(worker: Worker, task: object) -> tuple[Any, Exception | None] | None:
    """Send a task and wait for its answer; nothing if the process died."""
    try:
        worker.connection.send(task)
        answer: tuple[Any, Exception | None] = worker.connection.recv()
    except (EOFError, OSError):
        return None
    return answer
