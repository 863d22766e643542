#!/usr/bin/env python3
"""Start all of compose.yaml, and play through its proxy while nodes die: `make compose-check`, after `make release`.

Two nodes, PostgreSQL and Caddy, with docker compose or podman-compose. Two clients play a whole match over HTTPS and
WebSocket; meanwhile each node is killed once, and started again. Ports, names and data are those of this check alone,
and containers, networks and volumes are removed after it. Exit code 3: there is nothing to start it with.

Where no registry is reached, one image made by debootstrap stands for those of Caddy and PostgreSQL. On Debian, podman
needs iptables for networks, and netavark and aardvark-dns for the names of services.
"""

import asyncio
import json
import os
import secrets
import shutil
import ssl
import subprocess
import sys
import time
from random import Random
from typing import Any
from urllib.request import Request, urlopen

import container_check
import release
import release_check
from container_check import Engine, UnableError, can_pull, import_folder
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

PROJECT = "casefile-compose-check"
IMAGES = ("docker.io/library/caddy:2", "docker.io/library/postgres:17")  # of compose.yaml
HTTP, HTTPS = "18080", "18443"
URL = f"https://localhost:{HTTPS}"
NODES = 2
START, MATCH = 120, 300  # seconds: until all is up, or a node is back; for the whole match
PAUSE = 0.15  # seconds that a client thinks, so that nodes die in mid-match
ROOT_CERTIFICATE = "/data/caddy/pki/authorities/local/root.crt"

CADDY = ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
DATABASE = """
set -e
cd /var/lib/postgresql/data
bin=$$(echo /usr/lib/postgresql/*/bin)
as() { setpriv --reuid postgres --regid postgres --clear-groups "$$@"; }
if [ ! -e PG_VERSION ]; then
    chown postgres .
    echo "$$POSTGRES_PASSWORD" > /tmp/password
    chmod 644 /tmp/password
    as $$bin/initdb -D . -U $$POSTGRES_USER --pwfile /tmp/password -A scram-sha-256 -E UTF8
    echo "CREATE DATABASE $$POSTGRES_DB" | as $$bin/postgres --single -D . postgres
    echo "host all all all scram-sha-256" >> pg_hba.conf
fi
exec setpriv --reuid postgres --regid postgres --clear-groups $$bin/postgres -D . -c 'listen_addresses=*'
"""


def main() -> int:
    """Start, play, remove."""
    try:
        engine = container_check.prepare()
        compose = Compose(engine)
    except UnableError as error:
        print(f"compose-check: {error}", file=sys.stderr)
        return 3
    try:
        compose.run("up", "-d", "--no-build")
        compose.see_that_they_run()
        begun = time.monotonic()
        trust = wait_until_up(compose)
        print(f"compose-check: up after {time.monotonic() - begun:.0f} s", flush=True)
        asyncio.run(asyncio.wait_for(try_out(compose, trust), MATCH))
    except UnableError as error:
        print(f"compose-check: {error}", file=sys.stderr)
        return 3
    except BaseException:
        print(compose.logs(), file=sys.stderr)
        raise
    finally:
        compose.remove()
    return 0


class Compose:
    """The services of compose.yaml, with settings of this check."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.command = find_compose(engine)
        self.more = release.WORK / "compose.json"
        self.more.write_text(json.dumps(settings(engine)))
        setting = {"POSTGRES_PASSWORD": secrets.token_hex(16), "CASEFILE_HTTP": HTTP, "CASEFILE_HTTPS": HTTPS}
        os.environ.update(setting)

    def run(self, *arguments: str, check: bool = True) -> None:
        """A command of it; what it prints is of interest only if it fails."""
        files = ["-p", PROJECT, "-f", str(release.ROOT / "compose.yaml"), "-f", str(self.more)]
        command = [*self.command, *files, *arguments]
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=START)
        if check and done.returncode:
            raise SystemExit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")

    def containers(self, service: str = "") -> list[str]:
        """Their names, also of those that have died."""
        labels = [f"com.docker.compose.project={PROJECT}", *([f"com.docker.compose.service={service}"] * bool(service))]
        filters = [word for label in labels for word in ("--filter", f"label={label}")]
        return sorted(self.engine.run("ps", "-a", "--format", "{{.Names}}", *filters).split())

    def see_that_they_run(self) -> None:
        """A machine may have all that it takes to start a container, but for its network."""
        for name in self.containers():
            if self.engine.run("inspect", "--format", "{{.State.Status}}", name) == "created":
                done = subprocess.run([self.engine.name, "start", name], check=False, capture_output=True, text=True)
                if done.returncode:
                    raise UnableError(f"no container with a network can be started: {' '.join(done.stderr.split())}")

    def logs(self) -> str:
        """The last lines of all of them."""
        told = (
            f"== {name}\n" + self.engine.run("logs", "--tail", "20", name, check=False, stderr=subprocess.STDOUT)
            for name in self.containers()
        )
        return "\n".join(told)

    def remove(self) -> None:
        """All that was made, and see that it is gone."""
        self.run("down", "-v", "-t", "5", check=False)
        for name in self.containers():
            self.engine.run("rm", "-f", name)
        label = f"label=com.docker.compose.project={PROJECT}"
        for kind in ("volume", "network"):
            for name in self.engine.run(kind, "ls", "-q", "--filter", label).split():
                self.engine.run(kind, "rm", "-f", name)


def find_compose(engine: Engine) -> list[str]:
    """The command that reads compose.yaml."""
    if engine.name == "podman":
        if shutil.which("podman-compose"):
            return ["podman-compose"]
        raise UnableError("podman-compose is missing (Debian, Ubuntu: apt-get install podman-compose)")
    if subprocess.run(["docker", "compose", "version"], check=False, capture_output=True).returncode:
        raise UnableError("docker has no `compose`")
    return ["docker", "compose"]


def settings(engine: Engine) -> dict[str, Any]:
    """What differs from compose.yaml: the image that was built already, and others where no registry is reached."""
    services: dict[str, Any] = {"node": {"image": container_check.IMAGE}, "proxy": {}, "db": {}}
    if not all(can_pull(engine, image) for image in IMAGES):
        chroot = release_check.make_chroot("trixie", "services", "postgresql,caddy,ca-certificates")
        image = import_folder(engine, chroot, "localhost/casefile-services")
        services["proxy"] = {"image": image, "command": CADDY, "environment": {"XDG_DATA_HOME": "/data"}}
        services["db"] = {"image": image, "entrypoint": ["sh", "-c", DATABASE]}
    return {"services": {name: more for name, more in services.items() if more}}


def wait_until_up(compose: Compose) -> ssl.SSLContext:
    """Until a node answers through the proxy that it can save; how to trust the proxy's own authority."""
    until = time.monotonic() + START
    while True:
        try:
            trust = ssl.create_default_context(cadata=read_certificate(compose))
            if len(compose.containers("node")) == NODES and ask(trust, "/api/health")["status"] == "ok":
                return trust
        except (OSError, ValueError, ssl.SSLError):
            pass
        if time.monotonic() > until:
            raise SystemExit("compose-check: it does not come up")
        time.sleep(1)


def read_certificate(compose: Compose) -> str:
    """That of the proxy's authority."""
    (proxy,) = compose.containers("proxy")
    return compose.engine.run("exec", proxy, "cat", ROOT_CERTIFICATE, check=False, stderr=subprocess.DEVNULL)


def ask(trust: ssl.SSLContext, path: str, body: object = None, token: str = "") -> Any:
    """What the table says, over HTTPS."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(URL + path, data, headers), timeout=10, context=trust) as answer:
        return json.load(answer)


async def try_out(compose: Compose, trust: ssl.SSLContext) -> None:
    """The page; then a match in which each node dies, and comes back."""
    with urlopen(f"{URL}/", timeout=10, context=trust) as page:
        assert b"<html" in page.read()
    seats = [{"for": "me", "name": "Ann", "token": True}, {"for": "anyone"}]
    made = ask(trust, "/api/tables", {"case": "capone", "seats": seats})
    table = made["table"]
    sat = ask(trust, f"/api/tables/{table}/seats", {"name": "Ben", "token": True})
    players = [Seat(table, made["token"], trust), Seat(table, sat["token"], trust)]
    async with asyncio.TaskGroup() as group:
        matches = [group.create_task(player.play()) for player in players]
        for node in compose.containers("node"):
            await some_actions(players)
            compose.engine.run("kill", node)
            await some_actions(players)  # the match goes on without it
            await asyncio.to_thread(start_again, compose.engine, node)
        for player in players:
            player.pause = 0.0
    first, second = (match.result() for match in matches)
    assert (first["winner"], first["scores"]) == (second["winner"], second["scores"]), (first, second)
    check_record(table, trust)
    acted, lost = sum(player.acted for player in players), sum(player.lost for player in players)
    longest = max(player.longest for player in players)
    print(f"compose-check: works: {acted} actions, {lost} connections lost, at most {longest:.1f} s away")


async def some_actions(players: "list[Seat]") -> None:
    """Until each has acted some more times."""
    goals = [player.acted + 5 for player in players]
    while any(player.acted < goal for player, goal in zip(players, goals, strict=True)):
        if any(player.is_over for player in players):
            raise SystemExit("compose-check: the match was over too soon")
        await asyncio.sleep(0.1)


def start_again(engine: Engine, node: str) -> None:
    """Until it says itself that it can save."""
    engine.run("start", node, stderr=subprocess.DEVNULL)
    until = time.monotonic() + START
    quietly: Any = {"check": False, "stderr": subprocess.DEVNULL}
    while container_check.ask(engine, "GET", "/api/health", name=node, **quietly) == "":
        if time.monotonic() > until:
            raise SystemExit(f"compose-check: {node} does not come back")
        time.sleep(0.5)


def check_record(table: str, trust: ssl.SSLContext) -> None:
    """What was played replays, and was dealt as promised."""
    with urlopen(f"{URL}/api/tables/{table}/record", timeout=10, context=trust) as answer:
        record = answer.read()
    for command in ("replay", "verify"):
        casefile = [sys.executable, "-m", "casefile", command, "-"]
        subprocess.run(casefile, input=record, check=True, stdout=subprocess.DEVNULL)


class Seat:
    """A client that plays anything, and comes back whenever it is lost."""

    def __init__(self, table: str, token: str, trust: ssl.SSLContext) -> None:
        self.address = f"wss{URL.removeprefix('https')}/api/tables/{table}/socket"
        self.token = token
        self.trust = trust
        self.rng = Random(7)
        self.pause = PAUSE
        self.sent = self.acted = self.lost = 0
        self.longest = 0.0  # seconds without a connection
        self.is_over = False

    async def play(self) -> dict[str, Any]:
        """Until the match is over; how it ended."""
        headers = {"Authorization": f"Bearer {self.token}"}
        gone = time.monotonic()
        while True:
            try:
                async with connect(self.address, ssl=self.trust, additional_headers=headers, ping_interval=2) as socket:
                    self.longest = max(self.longest, time.monotonic() - gone)
                    gone = 0.0
                    return await self.play_at(socket)
            except (OSError, WebSocketException):  # the proxy has no node for us, or ours has gone
                gone, self.lost = (gone, self.lost) if gone else (time.monotonic(), self.lost + 1)
                await asyncio.sleep(0.2)

    async def play_at(self, socket: ClientConnection) -> dict[str, Any]:
        """As long as this connection lasts."""
        await socket.send(json.dumps({"type": "hello", "version": 1}))
        async for text in socket:
            message: dict[str, Any] = json.loads(text)
            if message["type"] == "over":
                self.is_over = True
                return message
            if message["type"] == "done":
                self.acted += 1
            elif message["type"] == "state" and message["actions"]:
                await asyncio.sleep(self.pause)
                action = self.rng.choice(message["actions"])["text"]
                await self.say(socket, "act", at=message["at"], action=action)
            elif message["type"] == "scoring":
                await self.say(socket, "ready")
        raise ConnectionError

    async def say(self, socket: ClientConnection, kind: str, **more: str) -> None:
        """Send something that is answered."""
        self.sent += 1
        await socket.send(json.dumps({"type": kind, "id": f"{kind}-{self.sent}", **more}))


if __name__ == "__main__":
    sys.exit(main())
