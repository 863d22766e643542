"""How a command that takes long is stopped: by Ctrl-C, or by SIGTERM, which machines send."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

INTERRUPTED = 130  # exit codes, as shells have them: 128 and the number of the signal
TERMINATED = 143


class Terminated(KeyboardInterrupt):
    """SIGTERM came: to be treated like Ctrl-C, but for the exit code."""


@contextmanager
def termination_interrupts() -> Iterator[None]:
    """Within this, SIGTERM raises an exception as Ctrl-C does; the first one, as some senders send several."""
    if threading.current_thread() is not threading.main_thread():  # Python handles signals there only
        yield
        return
    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before or signal.SIG_DFL)


def interrupt(number: int, frame: FrameType | None) -> NoReturn:
    """Interrupt whatever is going on, once."""
    signal.signal(number, signal.SIG_IGN)
    raise Terminated


def exit_code(stop: KeyboardInterrupt) -> int:
    """What a command that was stopped ends with."""
    return TERMINATED if isinstance(stop, Terminated) else INTERRUPTED
