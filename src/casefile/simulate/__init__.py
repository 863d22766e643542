"""Many matches of bots against each other, over all cores, and what came out; as a dataset if that is wanted."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from casefile.errors import CasefileError
from casefile.simulate.dataset import Dataset
from casefile.simulate.matches import Plan, Tally, by_seat, play_match
from casefile.simulate.parquet import Recorder
from casefile.text.record import write_record
from casefile.work import run_tasks

__all__ = ["Batch", "Dataset", "Plan", "Tally", "play_match", "run_batch", "simulate"]

BATCH = 4  # matches per task


@dataclass
class Batch:
    """What comes back from the process that played some matches."""

    tally: Tally
    records: dict[str, str] = field(default_factory=dict)  # the text of each record by the name of its file
    files: dict[str, bytes] = field(default_factory=dict)  # for a dataset: a Parquet file for each table


def run_batch(plan: Plan, batch: tuple[int, int]) -> Batch:
    """Some matches of a plan, by the first and how many; the number decides the seed, wherever it is played."""
    first, count = batch
    rules = plan.rules()
    recorder = None
    if plan.tables:
        seats = by_seat(plan.bots, rules.seats)
        recorder = Recorder(rules, seats, first, hands=plan.hands, events=plan.events)
    played = Batch(Tally())
    for number in range(first, first + count):
        seed = f"{plan.seed}/{number}"
        match = play_match(rules, plan.bots, seed, plan.cap, played.tally, recorder, log=plan.events)
        if plan.records:
            played.records[f"{plan.case}-{number:06}.txt"] = write_record(match)
    if recorder is not None:
        played.files = recorder.files()
    return played


def keep(records: dict[str, str], folder: str) -> None:
    """Write records; those of matches that are counted, and no others."""
    for name, text in records.items():
        try:
            (Path(folder) / name).write_text(text, "utf-8")
        except OSError as error:
            raise CasefileError(f"--records: {Path(folder) / name}: cannot be written: {error.strerror}") from None


def simulate(
    plan: Plan,
    matches: int,
    jobs: int,
    progress: Callable[[int], None],
    cluster: str | None = None,
    dataset: Dataset | None = None,
) -> tuple[Tally, bool]:
    """Play the matches that are not there yet; if that is interrupted, say so and report what was played."""
    tally = Tally()
    batches = [(first, min(BATCH, matches - first)) for first in range(0, matches, BATCH)]
    if dataset is not None:
        tally, batches = dataset.missing(matches)
        progress(tally.matches)
    try:
        with closing(run_tasks(partial(run_batch, plan), batches, jobs, cluster)) as results:
            for (first, _), played in results:
                if plan.records:
                    keep(played.records, plan.records)
                if dataset is not None:
                    dataset.keep(first, played.files)
                tally.add(played.tally)
                progress(played.tally.matches)
    except KeyboardInterrupt:
        return tally, True
    return tally, False
