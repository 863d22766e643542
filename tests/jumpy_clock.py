"""`casefile` whose clock jumps, back or forth by up to a year, whenever the process gets SIGUSR1.

python -m tests.jumpy_clock serve --port 0
"""

import random
import signal
import sys
import time

JUMPS = (-365 * 86400.0, -3600.0, -5.0, 5.0, 3600.0, 365 * 86400.0)
true_time = time.time
offset = 0.0


def jump(*_: object) -> None:
    """Set the clock."""
    global offset
    offset = random.choice(JUMPS)


if __name__ == "__main__":
    time.time = lambda: true_time() + offset
    signal.signal(signal.SIGUSR1, jump)
    from casefile.cli import main  # after the clock: modules take it with them

    sys.exit(main())
