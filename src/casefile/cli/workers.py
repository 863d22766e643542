"""Several processes that serve together: one that dies is replaced, and all stop together."""

import logging
import os
import signal
import sys
import time
from collections.abc import Callable

log = logging.getLogger("casefile.server")

RESTART_SECONDS = 1.0  # until a process that died is replaced

Work = Callable[[int, int], None]  # gets the number of the process, and a file that ends when its parent does


def supervise(count: int, work: Work) -> None:
    """Run so many processes until somebody stops this one."""
    numbers: dict[int, int] = {}
    stopping = False
    reading, writing = os.pipe()  # nobody writes: it ends with this process, however that ends

    def stop(*_: object) -> None:
        nonlocal stopping
        stopping = True
        for child in numbers:
            os.kill(child, signal.SIGTERM)

    def start(number: int) -> None:
        child = os.fork()
        if child:
            numbers[child] = number
            return
        status = 1
        try:
            for each in (signal.SIGTERM, signal.SIGINT):
                signal.signal(each, signal.SIG_DFL)
            os.close(writing)
            work(number, reading)
            status = 0
        except KeyboardInterrupt:
            status = 0
        except Exception:
            log.exception("a process failed")
        finally:
            sys.stdout.flush()
            os._exit(status)

    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, stop)
    for number in range(count):
        start(number)
    while numbers:
        child, _ = os.wait()
        ended = numbers.pop(child, None)
        if ended is not None and not stopping:
            log.warning("process %d ended, and is replaced", ended)
            time.sleep(RESTART_SECONDS)
            if not stopping:
                start(ended)
