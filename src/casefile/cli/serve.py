"""`casefile serve` and `casefile backup`: a table for people, bots and spectators, over HTTP and WebSocket."""

import argparse
import asyncio
import gc
import os
import re
import socket
import ssl
import sys
import webbrowser
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casefile.cli.common import Commands, port_number, positive, whole
from casefile.cli.storages import add_data, add_storage, check_storage, open_storage
from casefile.cli.workers import supervise
from casefile.errors import CasefileError

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from casefile.server.context import ServerSettings

LOOPBACK = "127.0.0.1"
PACES = ("relaxed", "natural", "brisk", "instant")
UNREAD_MILLISECONDS = 60_000  # that what was sent may wait for its reader


def add_commands(commands: Commands) -> None:
    """Tell the parser about these commands."""
    serve = commands.add_parser("serve", help="open a table for people and bots, with a page")
    serve.add_argument("--host", default=LOOPBACK, help="address to listen on (127.0.0.1: this machine alone)")
    serve.add_argument("--port", type=port_number, default=8000, metavar="N", help="port (8000; 0: any free one)")
    add_storage(serve)
    serve.add_argument("--workers", type=positive, default=1, metavar="N", help="processes that serve (1)")
    serve.add_argument(
        "--node",
        metavar="HOST[:PORT]",
        help="where other processes and machines of the same server reach this one (127.0.0.1, any free port)",
    )
    serve.add_argument("--open", action="store_true", help="open the page in the browser")
    serve.add_argument("--certificate", metavar="FILE", help="speak HTTPS, with this certificate (PEM) and --key")
    serve.add_argument("--key", metavar="FILE", help="the key of the certificate")
    serve.add_argument("--site", metavar="DIR", help="the output of `make site`: lets people play offline, too")
    serve.add_argument("--pace", choices=PACES, default="natural", help="how quickly bots play (natural)")
    serve.add_argument(
        "--beat", type=seconds, default=3.0, metavar="S", help="pause that hides who is asked in secret (3)"
    )
    serve.add_argument("--thinkers", type=whole, metavar="N", help="processes for bots (all cores but one)")
    serve.add_argument("--trust-proxy", action="store_true", help="trust X-Forwarded-For and -Proto from a proxy")
    serve.add_argument(
        "--name", type=host_name, action="append", default=[], metavar="HOST", help="a name it is reached by (any)"
    )
    serve.add_argument(
        "--root-path", type=root_path, default="", metavar="PATH", help="below which people reach it (/games/casefile)"
    )
    serve.add_argument("--metrics-public", action="store_true", help="show /metrics to other machines too")
    serve.add_argument(
        "--rate", type=per_second, default=50.0, metavar="N", help="requests per second from one address (50)"
    )
    serve.add_argument(
        "--tables", type=whole, default=100, metavar="N", help="new tables per hour from one address (100)"
    )
    serve.add_argument(
        "--keep-days", type=seconds, default=365.0, metavar="N", help="for abandoned tables (365; 0: for ever)"
    )
    serve.add_argument(
        "--push",
        type=contact,
        metavar="mailto:YOU",
        help="notify people by Web Push when a slow table waits for them; how push services reach you",
    )
    serve.add_argument(
        "--push-service", action="append", default=[], metavar="URL", help="a push service of your own (any number)"
    )
    serve.set_defaults(run=run_serve)
    backup = commands.add_parser("backup", help="copy the server's data, even while it runs")
    backup.add_argument("target", metavar="FILE", help="a new file")
    add_data(backup)
    backup.set_defaults(run=run_backup)
    repair = commands.add_parser("repair", help="restore what can be proved of damaged tables")
    repair.add_argument("--from", dest="other", metavar="FILE", help="a backup, for what the data file has lost")
    add_data(repair)
    repair.set_defaults(run=run_repair)


def root_path(text: str) -> str:
    """A path without a slash at its end."""
    if not re.fullmatch(r"(/[A-Za-z0-9._~-]+)*/?", text):
        raise argparse.ArgumentTypeError(f"must be a path such as /games/casefile, not {text!r}")
    return text.rstrip("/")


def seconds(text: str) -> float:
    """A number of seconds."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1e6:
        raise argparse.ArgumentTypeError(f"must be a number from 0 on, not {text!r}")
    return number


def per_second(text: str) -> float:
    """How often something may happen; never is not a choice."""
    number = seconds(text)
    if not number:
        raise argparse.ArgumentTypeError("must be more than 0, as otherwise nobody could ask for anything")
    return number


def host_name(text: str) -> str:
    """The name of a host, as it stands in an address between the slashes."""
    if not re.fullmatch(r"[A-Za-z0-9._-]+|[0-9A-Fa-f:]+", text):
        example = "games.example.org, without http:// and a port"
        raise argparse.ArgumentTypeError(f"must be a name such as {example}, not {text!r}")
    return text


def contact(text: str) -> str:
    """An address at which somebody can be reached."""
    if not text.startswith(("mailto:", "https://")):
        raise argparse.ArgumentTypeError(f"must begin with mailto: or https://, not {text!r}")
    return text


def run_backup(options: argparse.Namespace) -> int:
    """Copy the data of a server consistently, even while it runs."""
    from casefile.server.datafile import backup

    backup(Path(options.data), Path(options.target))
    print(f"The data of {options.data} are copied to {options.target}.")
    return 0


def run_repair(options: argparse.Namespace) -> int:
    """Restore what can be proved, and say what could not be."""
    from casefile.server.live import label_of
    from casefile.server.repair import repair

    done = repair(Path(options.data), Path(options.other) if options.other else None)
    for each in done:
        what = "restored whole" if not each.lost else f"{each.entries} entries restored, {each.lost} lost"
        print(f"Table {label_of(each.table)}, damaged from entry {each.damaged_from} on: {what}.")
    print(f"Tables that were damaged: {len(done)}.")
    if done:
        print(f"A copy from before, and what was taken out, lie in {options.data}.")
    return 0


def run_serve(options: argparse.Namespace) -> int:
    """Serve until somebody stops it."""
    from casefile.server.logs import set_up_logs

    if options.storage is not None:
        check_storage(options)
    if options.node is not None and options.storage is None and options.workers == 1:
        raise CasefileError("--node is for a server of several processes: with --storage or --workers")
    check_certificate(options)
    check_site(options)
    with ExitStack() as opened:
        listener = opened.enter_context(listen(options.host, options.port))
        set_up_logs()
        if options.workers == 1:
            asyncio.run(serve(options, listener))
            return 0
        if options.storage is None:
            from casefile.server.sqlite import hold_for_workers

            opened.enter_context(hold_for_workers(Path(options.data)))
        announce(listener, options)
        supervise(options.workers, lambda number, parent: asyncio.run(serve(options, listener, number, parent)))
    return 0


def check_certificate(options: argparse.Namespace) -> None:
    """Refuse what cannot be served with before anything is begun."""
    if options.certificate is None and options.key is None:
        return
    if options.certificate is None or options.key is None:
        raise CasefileError("--certificate and --key belong together: give both")
    if options.workers > 1 or options.storage is not None:
        raise CasefileError("--certificate is for one process with a folder; let a proxy speak HTTPS for more")
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(options.certificate, options.key)
    except (OSError, ssl.SSLError) as error:
        reason = error.strerror if not isinstance(error, ssl.SSLError) else "they are no pair in PEM without a password"
        raise CasefileError(f"cannot use {options.certificate} with {options.key}: {reason}") from None


def check_site(options: argparse.Namespace) -> None:
    """The folder has to be what `make site` writes."""
    if options.site is not None and not (Path(options.site) / "engine").is_dir():
        raise CasefileError(f"{options.site} is not what `make site` writes: there is no folder `engine` in it")


def listen(host: str, port: int) -> socket.socket:
    """A socket that waits for clients."""
    opened = None
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = opened = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if sys.platform == "linux":  # nothing else ends a connection whose client is there, but does not read
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MILLISECONDS)
        listener.bind(address)
        listener.listen(1024)
    except (OSError, OverflowError) as error:
        if opened is not None:
            opened.close()
        reason = error.strerror if isinstance(error, OSError) else "ports go up to 65535"
        raise CasefileError(
            f"cannot listen on {host}, port {port}: {reason}; choose another --host or --port"
        ) from None
    return listener


async def serve(options: argparse.Namespace, listener: socket.socket, number: int = 0, parent: int = -1) -> None:
    """Run a server, or one process of several, until it is told to stop; then finish what was begun."""
    from casefile.server.app import make_app
    from casefile.server.transport import Gate, raise_file_limit
    from casefile.server.visits import SOCKETS_FOR_RATE

    storage = await open_storage(options, shared=options.workers > 1)
    among_nodes = listen_to_nodes(options.node or LOOPBACK, number) if storage.shared else None
    node_address = address_of(among_nodes) if among_nodes is not None else ""
    settings = settings_of(options, node_address)
    each = None if settings.trust_proxy else int(SOCKETS_FOR_RATE * max(1.0, settings.rate)) + 100
    gate = Gate(raise_file_limit(), each, among_nodes.getsockname()[1] if among_nodes is not None else 0)
    app = await make_app(settings, storage)
    server = make_server(app, gate, options)
    collect_seldom()
    loop = asyncio.get_running_loop()
    if parent >= 0:
        loop.add_reader(parent, setattr, server, "should_exit", True)
    else:
        announce(listener, options)
    if options.open and not number:
        loop.call_later(0.5, webbrowser.open, url_of(listener, options))
    await server.serve(sockets=[listener] if among_nodes is None else [listener, among_nodes])


def settings_of(options: argparse.Namespace, node_address: str) -> "ServerSettings":
    """The settings of a server; its processes share the cores."""
    from casefile.server.context import ServerSettings

    thinkers = options.thinkers
    if options.workers > 1:
        thinkers = max(1, (thinkers or (os.cpu_count() or 1) - 1) // options.workers)
    return ServerSettings(
        Path(options.data),
        host=options.host,
        names=tuple(options.name),
        beat=options.beat,
        pace=options.pace,
        trust_proxy=options.trust_proxy,
        root=options.root_path,
        metrics_public=options.metrics_public,
        rate=options.rate,
        tables=options.tables,
        thinkers=thinkers,
        keep_days=options.keep_days,
        node=node_address,
        site=Path(options.site) if options.site else None,
        push=options.push or "",
        push_services=tuple(options.push_service),
    )


def listen_to_nodes(node: str, number: int) -> socket.socket:
    """A socket for the other processes and machines of this server."""
    host, _, port = node.rpartition(":")
    if not port.isdigit() or (":" in host and not host.endswith("]")):  # an address of IPv6, without a port
        host, port = node, ""
    return listen(host.strip("[]"), int(port) + number if port else 0)


def address_of(listener: socket.socket) -> str:
    """Host and port of a socket, as they stand in a URL."""
    host, port = listener.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def url_of(listener: socket.socket, options: argparse.Namespace) -> str:
    """Where the page is."""
    return f"{'https' if options.certificate else 'http'}://{address_of(listener)}/"


def announce(listener: socket.socket, options: argparse.Namespace) -> None:
    """Say where the server is."""
    print(f"Casefile is open at {url_of(listener, options)}", flush=True)


def make_server(app: "Starlette", gate: Any, options: argparse.Namespace) -> Any:
    """The web server."""
    import uvicorn

    from casefile.server.limits import LARGEST_MESSAGE
    from casefile.server.transport import Http, Sockets, behind

    class Server(uvicorn.Server):
        """Tells the application that it stops before it waits for what was begun."""

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            """Stop in good order."""
            app.state.context.stopping.set()
            await super().shutdown(sockets)

    config = uvicorn.Config(
        app,
        http=behind(gate, Http),
        ws=behind(gate, Sockets),
        ws_max_size=8 * LARGEST_MESSAGE,
        ws_per_message_deflate=False,  # what is compressed together tells of each other by its length
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        ssl_certfile=options.certificate,
        ssl_keyfile=options.key,
    )
    return Server(config)


def collect_seldom() -> None:
    """Look for garbage in cycles less often: with 500 tables a full look takes a quarter of a second, and all wait."""
    gc.collect()
    gc.freeze()  # what was imported stays
    gc.set_threshold(50_000, 4, 5)  # a full look after a million objects more than there were
