"""Figures as people read them."""

from casefile.arena.figures import Estimate, Times


def percent(estimate: Estimate) -> str:
    """A win rate with its interval."""
    if estimate.mean is None or estimate.low is None or estimate.high is None:
        return "-"
    return f"{100 * estimate.mean:.1f} % [{100 * estimate.low:.1f} to {100 * estimate.high:.1f}]"


def points(estimate: Estimate) -> str:
    """Points with their interval."""
    if estimate.mean is None:
        return "-"
    words = f"{estimate.mean:+.1f}"
    if estimate.low is not None and estimate.high is not None:
        words += f" [{estimate.low:+.1f} to {estimate.high:+.1f}]"
    return words.replace("-", "−")


def duration(seconds: float) -> str:
    """A time in the unit that suits it."""
    if seconds < 0.001:
        return f"{1e6 * seconds:.3g} µs"
    return f"{1000 * seconds:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def durations(times: Times) -> tuple[str, str]:
    """The mean and the 95th percentile, if anything was timed."""
    return (duration(times.mean()), duration(times.quantile(0.95))) if times.count else ("-", "-")


def times_as_many(gain: float | None) -> str:
    """How many times as many matches would say as much if luck were left in."""
    return "-" if gain is None else f"{gain:.1f} times as many"
