"""`casefile admin` and `casefile move`: for those who run a server."""

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from casefile.cli.common import Commands, whole
from casefile.cli.storages import add_storage, check_storage, open_storage
from casefile.errors import CasefileError

if TYPE_CHECKING:
    from casefile.server.storage import Storage

Work = Callable[["Storage", argparse.Namespace], Awaitable[None]]


def add_commands(commands: Commands) -> None:
    """Tell the parser about these commands."""
    admin = commands.add_parser("admin", help="look after a server: tables, nodes, a person's data")
    deeds = admin.add_subparsers(title="what to do", metavar="WHAT", required=True)
    tables = add(deeds, "tables", "list the tables that are not over", list_tables)
    tables.add_argument("--all", action="store_true", help="finished ones, too")
    add(deeds, "nodes", "list the processes that serve", list_nodes)
    drain = add(deeds, "drain", "let a node hand on its tables, and take no new ones", drain_node)
    drain.add_argument("node", metavar="NODE", help="as `casefile admin nodes` lists it")
    close = add(deeds, "close", "delete a table that is not over", close_table)
    close.add_argument("table", metavar="TABLE", help="its name, the last part of its link")
    person = add(deeds, "forget", "delete what is kept of a person, at all of their tables", forget)
    person.add_argument("table", metavar="TABLE", help="a table at which the person had a seat")
    person.add_argument("seat", type=whole, metavar="SEAT", help="the number of that seat, from 0")
    move = commands.add_parser("move", help="move a server's data from a folder to a PostgreSQL database")
    add_storage(move)
    move.set_defaults(run=run_move)


def add(deeds: Commands, name: str, text: str, work: Work) -> argparse.ArgumentParser:
    """One thing to do with a storage."""
    parser: argparse.ArgumentParser = deeds.add_parser(name, help=text)
    add_storage(parser)
    parser.set_defaults(run=lambda options: asyncio.run(with_storage(options, work)))
    return parser


async def with_storage(options: argparse.Namespace, work: Work) -> int:
    """Open the storage, also while a server works with it, and do something."""
    if options.storage is None:
        from casefile.server.datafile import FILE

        if not (Path(options.data) / FILE).exists():
            raise CasefileError(f"{options.data}: has no data file of Casefile")
    storage = await open_storage(options, shared=True)
    try:
        await work(storage, options)
    finally:
        await storage.close()
    return 0


async def list_tables(storage: "Storage", options: argparse.Namespace) -> None:
    """One table a line: name, status, node, and when something happened last."""
    found = False
    for status in ("waiting", "playing", "over") if options.all else ("waiting", "playing"):
        for row in sorted(await storage.tables(status), key=lambda row: row.time):
            lease = await storage.lease_of(row.name)
            day = datetime.fromtimestamp(row.time, UTC).strftime("%Y-%m-%d %H:%M")
            found = True
            print(f"{row.name}  {status:7}  {(lease.node if lease else '') or '-':12}  {day}")
    if not found:
        say_none("no tables" if options.all else "no tables that are not over; --all lists finished ones, too")


async def list_nodes(storage: "Storage", options: argparse.Namespace) -> None:
    """One node a line: name, address, tables, and whether it drains."""
    nodes = await storage.nodes()
    for node in nodes:
        print(f"{node.name}  {node.address}  tables: {node.tables}{'  drains' if node.draining else ''}")
    if not nodes:
        say_none("no nodes: nothing serves from here, or one process alone does, which needs no name")


def say_none(text: str) -> None:
    """Tell people that there is nothing to list; programs read an empty list."""
    print(text, file=sys.stderr)


async def drain_node(storage: "Storage", options: argparse.Namespace) -> None:
    """Tell a node to drain."""
    if not await storage.drain(options.node):
        raise CasefileError(f"{options.node}: there is no such node; see casefile admin nodes")
    print(f"Node {options.node} hands on its tables.")


async def close_table(storage: "Storage", options: argparse.Namespace) -> None:
    """Delete a table that is not over."""
    names = {row.name for status in ("waiting", "playing") for row in await storage.tables(status)}
    if options.table not in names:
        raise CasefileError(f"{options.table}: there is no such table, or it is over")
    await storage.replace(options.table, None)
    print(f"Table {options.table} is deleted.")


async def forget(storage: "Storage", options: argparse.Namespace) -> None:
    """Delete what is kept of a person."""
    from casefile.server.forget import forget_person

    count = await forget_person(storage, options.table, options.seat)
    print(f"Name, chat and seats of this person are deleted; tables: {count}.")


def run_move(options: argparse.Namespace) -> int:
    """Take everything to a database."""
    if options.storage is None:
        raise CasefileError("--storage: name the database to move to, postgresql://…")
    check_storage(options)
    from casefile.server.move import move

    moved = asyncio.run(move(Path(options.data), options.storage))
    print(f"Moved: tables {moved.tables}, entries {moved.entries}, finished matches {moved.results}.")
    print(f"{options.data} is as it was; start no server with it any more.")
    return 0
