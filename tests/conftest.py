"""How much the laws are tried, and which tests run with which build.

The compiled engine is quick, so the laws are tried thoroughly there; an eighth as often on the slow sources, and a
little in the quick loop. CASEFILE_TIMES=100 tries them that many times as often. Tests marked `once` do not depend on
the build, and run on the sources only.
"""

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

os.environ["LC_ALL"] = "C.UTF-8"  # on a machine of any language, commands speak English unless a test wants another one

QUICK = bool(os.environ.get("CASEFILE_QUICK"))
COMPILED = bool(os.environ.get("CASEFILE_EXPECT_COMPILED"))
TIMES = int(os.environ.get("CASEFILE_TIMES", "1"))

signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs, and so their children, ignore it

settings.register_profile(
    "casefile",
    deadline=None,
    max_examples=5 if QUICK else 40 if COMPILED else 5,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("casefile")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out with the compiled build what was tested with the sources."""
    if COMPILED:
        once = [item for item in items if item.get_closest_marker("once")]
        items[:] = [item for item in items if item not in once]
        config.hook.pytest_deselected(items=once)
