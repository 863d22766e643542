"""How much the laws are tried: a little in the quick loop, thoroughly otherwise."""

import os

from hypothesis import HealthCheck, settings

QUICK = bool(os.environ.get("CASEFILE_QUICK"))

settings.register_profile(
    "casefile",
    deadline=None,
    max_examples=10 if QUICK else 60,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("casefile")
