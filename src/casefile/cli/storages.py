"""Where a server keeps its data: the arguments that say so, and the storage that they name."""

import argparse
import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from casefile.errors import CasefileError

if TYPE_CHECKING:
    from casefile.server.storage import Storage

SCHEMES = ("postgresql://", "postgres://")


def add_data(parser: argparse.ArgumentParser) -> None:
    """The folder that holds the data."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path("~/.local/share").expanduser())
    default = str(Path(home, "casefile"))
    parser.add_argument("--data", default=default, metavar="DIR", help="folder of the data (~/.local/share/casefile)")


def add_storage(parser: argparse.ArgumentParser) -> None:
    """The folder that holds the data, or a database that does."""
    add_data(parser)
    parser.add_argument(
        "--storage",
        default=os.environ.get("CASEFILE_STORAGE"),
        metavar="URL",
        help="a database instead of the folder: postgresql://… (CASEFILE_STORAGE)",
    )


async def open_storage(options: argparse.Namespace, *, shared: bool) -> "Storage":
    """The storage that was named; `shared` if other processes use the same folder."""
    if options.storage is None:
        from casefile.server.sqlite import SqliteStorage

        return SqliteStorage(Path(options.data), shared=shared)
    check_storage(options)
    from casefile.server.postgresql import PostgresStorage

    return await PostgresStorage.open(options.storage)


def check_storage(options: argparse.Namespace) -> None:
    """Is this a database that we can use?"""
    if not options.storage.startswith(SCHEMES):
        raise CasefileError(f"--storage: must begin with {SCHEMES[0]}; for a folder use --data")
    if find_spec("psycopg") is None:
        raise CasefileError("--storage: a database needs psycopg: pip install 'casefile-rummy[postgresql]'")
