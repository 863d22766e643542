"""A folder of Parquet files that grows batch by batch, and can be gone on with whenever it was left."""

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

from casefile import __version__
from casefile.errors import CasefileError, each_key_once, one_line, show
from casefile.simulate.matches import Plan, Tally, by_seat
from casefile.simulate.parquet import tally_of
from casefile.simulate.schema import SCHEMA_VERSION, import_pyarrow, schemas, tables_of

BATCH = 100  # matches a file

FORMAT = "casefile dataset"
PLAN = "plan.json"
UNFINISHED = ".part"  # such files have names with a dot in front, which readers of datasets pass over


class Dataset:
    """The matches of one plan in a folder: a file a batch and table, each of which is there as a whole or not at all.

    Only this process writes to it. The file of a batch's matches comes last: without it the batch is played again.
    """

    def __init__(self, folder: str, plan: Plan, batch: int) -> None:
        self.pyarrow = import_pyarrow()
        self.folder = Path(folder)
        self.batch = batch
        rules = plan.rules()
        self.schemas = schemas(rules, hands=plan.hands, events=plan.events)
        self.tables = tables_of(events=plan.events)
        variant = rules.variant
        self.plan: dict[str, object] = {
            "format": FORMAT,
            "schema": SCHEMA_VERSION,
            "version": __version__,
            "case": variant.case,
            "edition": variant.edition,
            "players": variant.seats,
            "teams": variant.teams,
            "options": list(variant.options),
            "deck": rules.deck.overrides,
            "bots": by_seat(plan.bots, variant.seats),
            "seed": plan.seed,
            "cap": plan.cap,
            "batch": batch,
            "hands": plan.hands,
            "events": plan.events,
        }

    def __enter__(self) -> "Dataset":
        """Make the folder, or see that it is the right one; nobody else writes there until it is left."""
        with self.problems(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            self.lock = lock(self.folder)
        try:
            self.clean_up()
            self.check_plan()
            for table in self.tables:
                with self.problems(self.folder / table):
                    (self.folder / table).mkdir(exist_ok=True)
        except BaseException:
            os.close(self.lock)
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Release the folder, so that others may write to it."""
        os.close(self.lock)

    def clean_up(self) -> None:
        """Remove what was being written when somebody pulled the plug."""
        for folder in (self.folder, *(self.folder / table for table in self.tables)):
            with self.problems(folder):
                for path in sorted(folder.glob(f".*{UNFINISHED}")):
                    path.unlink()

    @contextmanager
    def problems(self, path: Path) -> Iterator[None]:
        """Say in one line what cannot be done with a file or folder."""
        try:
            yield
        except BlockingIOError:
            raise CasefileError(f"--out: {self.folder}: another casefile is writing there now") from None
        except OSError as error:
            raise CasefileError(f"--out: {path}: {error.strerror or one_line(error)}") from None

    def check_plan(self) -> None:
        """Write the plan down, or see that what is there has the same."""
        path = self.folder / PLAN
        with self.problems(path):
            if not path.exists():
                if any(self.folder.iterdir()):
                    raise CasefileError(f"--out: {self.folder}: is not empty and has no {PLAN}; name a new folder")
                self.write({path: json.dumps(self.plan, ensure_ascii=False, indent=2).encode()})
                return
            text = path.read_bytes()
        try:
            found = json.loads(text, object_pairs_hook=each_key_once)
        except (ValueError, RecursionError, CasefileError):
            found = None
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise CasefileError(f"--out: {path}: is not the plan of a dataset; name a new folder")
        ours: dict[str, Any] = json.loads(json.dumps(self.plan))
        for key, value in ours.items():
            if key not in found or found[key] != value:
                there = show(found[key]) if key in found else "missing"
                raise CasefileError(
                    f"--out: {self.folder}: holds another simulation: its {key} is {there}, not {show(value)}; "
                    "name another folder, or give the same arguments"
                )

    def path(self, table: str, first: int) -> Path:
        """The file of a batch."""
        return self.folder / table / f"{first:09}.parquet"

    def missing(self, matches: int) -> tuple[Tally, list[tuple[int, int]]]:
        """What came out of the batches that are there, and which are still to be played, by first match and count."""
        self.check_names(matches)
        tally = Tally()
        todo: list[tuple[int, int]] = []
        for first in range(0, matches, self.batch):
            count = min(self.batch, matches - first)
            found = self.read(first, count)
            if found is None:
                todo.append((first, count))
            else:
                tally.add(found)
        return tally, todo

    def check_names(self, matches: int) -> None:
        """Refuse files that a reader would take for ours, and matches that are not asked for."""
        for table in self.tables:
            with self.problems(self.folder / table):
                paths = sorted((self.folder / table).iterdir())
            for path in paths:
                form = re.fullmatch(r"(\d{9})\.parquet", path.name)
                if form is None or int(form[1]) % self.batch:
                    raise CasefileError(f"--out: {path}: does not belong to this dataset; move it away")
                if int(form[1]) >= matches:
                    raise self.too_many()

    def too_many(self) -> CasefileError:
        """What is said when there are more matches than asked for."""
        return CasefileError(f"--out: {self.folder}: holds more matches already; --matches can only extend it")

    def read(self, first: int, count: int) -> Tally | None:
        """What came out of a batch, or None if it is not there, or with fewer matches."""
        parquet = self.pyarrow.parquet
        paths = {table: self.path(table, first) for table in self.tables}
        with self.problems(self.folder):
            if not all(path.exists() for path in paths.values()):
                return None
        tables: dict[str, Any] = {}
        for table, path in paths.items():
            try:
                with parquet.ParquetFile(path, page_checksum_verification=True) as file:
                    # Decisions are many: the last part of the file says how many, and that it was written to the end.
                    tables[table] = file.read() if table in ("rounds", "matches") else file.metadata
                    whole = file.schema_arrow.equals(self.schemas[table], check_metadata=True)
            except (OSError, self.pyarrow.ArrowException) as error:
                raise damaged(path, one_line(error)) from None
            if not whole:
                raise damaged(path, "its columns are others")
        matches, rounds, decisions = tables["matches"], tables["rounds"], tables["decisions"]
        if matches["match"].to_pylist() != list(range(first, first + matches.num_rows)):
            raise damaged(paths["matches"], "its matches are others")
        if matches.num_rows > count:
            raise self.too_many()
        if matches.num_rows < count:
            return None
        if rounds.num_rows != sum(matches["rounds"].to_pylist()):
            raise damaged(paths["rounds"], "rounds are missing")
        if decisions.num_rows != sum(matches["decisions"].to_pylist()):
            raise damaged(paths["decisions"], "decisions are missing")
        return tally_of(matches, rounds)

    def keep(self, first: int, files: dict[str, bytes]) -> None:
        """Add a batch; a shorter one that it replaces is gone before, so that there is never half of each."""
        with self.problems(self.folder):
            self.path("matches", first).unlink(missing_ok=True)
        self.write({self.path(table, first): files[table] for table in self.tables})

    def write(self, files: dict[Path, bytes]) -> None:
        """Write files so that, whatever happens, each is there as a whole or not at all."""
        parts = {path: path.with_name(f".{path.name}{UNFINISHED}") for path in files}
        try:
            for path, data in files.items():
                with self.problems(path), parts[path].open("wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
        except CasefileError:
            for part in parts.values():
                part.unlink(missing_ok=True)  # what has been written of it may be what fills the disk
            raise
        for path, part in parts.items():
            with self.problems(path):
                part.replace(path)
                sync_folder(path.parent)


def damaged(path: Path, why: str) -> CasefileError:
    """What is said of a file that is not what was written."""
    return CasefileError(f"--out: {path}: is damaged ({why}); delete it, and the same command writes it again")


def lock(folder: Path) -> int:
    """Keep others from writing; the system lets go of it when this process ends, however it ends."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise
    return handle


def sync_folder(folder: Path) -> None:
    """Make sure that a renamed file stays renamed after a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
