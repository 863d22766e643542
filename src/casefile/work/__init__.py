"""The one place that spreads work: over the cores of this machine, or over a cluster of machines.

Work is a function that gives the same result wherever it runs, so a task whose process died is simply run again. Each
result is handed on exactly once.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

from casefile.work.cluster import run_on_cluster
from casefile.work.processes import Results, run_in_processes

T = TypeVar("T")
R = TypeVar("R")


def run_tasks(work: Callable[[T], R], tasks: Iterable[T], jobs: int, cluster: str | None = None) -> Results[T, R]:
    """Every task with its result, exactly once, as they are ready; closing what is returned ends the work.

    With one job the work is done in this process, with more in as many others, with the address of a cluster on its
    machines, however many they are.
    """
    if cluster is not None:
        return run_on_cluster(work, tasks, cluster)
    if jobs == 1:
        return ((task, work(task)) for task in tasks)
    return run_in_processes(work, tasks, jobs)
