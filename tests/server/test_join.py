"""The terminal as a guest at a server's table."""

import os
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.server import ServerConnection, serve

from tests.server.clients import Player, Server

pytestmark = pytest.mark.once

BOT = {"for": "bot", "bot": "constable"}
GUEST = {"for": "anyone"}


class Terminal:
    """`casefile join` with somebody who types."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "casefile", "join", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1", "COLUMNS": "200"},
        )
        self.shown = ""

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def until(self, *ends: str) -> str:
        """What is shown until one of these stands there."""
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        start = len(self.shown)
        while not any(end in self.shown[start:] for end in ends):
            letter = self.process.stdout.read(1)
            assert letter, self.shown[start:] + self.process.stderr.read()
            self.shown += letter
        return self.shown[start:]

    def type(self, line: str) -> None:
        """A line, and Enter."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def play(self, most: int = 10_000) -> str:
        """The first action that is offered, so many times or until the match is won."""
        shown = ""
        for _ in range(most):
            shown = self.until("> ", "The match goes to")
            if "The match goes to" in shown:
                break
            self.type("" if "Enter: ready" in shown else "1")
        return shown


def table_for(server: Server, case: str, seats: list[dict[str, Any]], **wishes: Any) -> str:
    """A table's link."""
    return f"{server.url}/t/{Player(server).make_table(case, seats, **wishes)}"


@pytest.mark.parametrize("case", ["ripper", "rue-morgue", "jekyll-hyde", "capone"])
def test_a_whole_match_in_the_terminal(server: Server, case: str) -> None:
    """Every action by its number."""
    link = table_for(server, case, [BOT, GUEST], target=10)
    with Terminal(link, "--name", "Ann", "--language", "en") as ann:
        assert "Ann, you are in seat 1." in ann.until("Your hand:")
        ann.play()
        assert ann.process.wait(30) == 0


def test_what_can_be_typed(server: Server) -> None:
    """Help, rules, refusals with their rule, scores, hints, undo, words to others; leaving, and coming back."""
    link = table_for(server, "capone", [GUEST, BOT])
    with Terminal(link, "--name", "Ann", "--language", "en") as ann:
        ann.until("> ")
        ann.type("?")
        assert "your seat stays yours" in ann.until("your seat stays yours")
        ann.type("? C-9")
        ann.until("C-9")
        ann.type("99")
        ann.until("Not possible: pick a number from 1 to")
        ann.type("meld capone*3")
        ann.until("(C-")
        ann.type("score")
        ann.until("Scores: Ann 0")
        ann.type("hint")
        ann.until("Hint: ")
        ann.type("y")
        ann.until("there is nothing to vote on")
        ann.type("say Who was it?")
        ann.type("draw file")
        ann.until("> ")
        ann.type("q")
        command = ann.until("--token ") + ann.until("\n")
        token = command.split("--token ")[1].split()[0]
        assert ann.process.wait(30) == 0
    with Terminal(link, "--token", token, "--language", "de") as ann:
        assert "Platz 0" in ann.until("Deine Hand:", "Auf der Hand:", "Hand:")


def test_a_killed_server_is_waited_for(tmp_path: Path) -> None:
    """The terminal comes back by itself, and the match goes on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    with Server(tmp_path, "--port", port) as server:
        link = table_for(server, "jekyll-hyde", [GUEST, BOT], target=10)
        with Terminal(link, "--name", "Ann", "--language", "en") as ann:
            ann.play(5)
            ann.until("> ")
            server.kill()
            ann.until("The connection was lost")
            server.start()
            ann.until("Your hand:")
            ann.until("> ")
            ann.type("1")
            ann.play()
            assert ann.process.wait(30) == 0


def greet(listener: socket.socket) -> None:
    """Another service, that speaks first."""
    with listener, listener.accept()[0] as caller:
        caller.sendall(b"220 another service\r\n")


def test_bad_links_get_one_line(server: Server) -> None:
    """What would be right, and no traceback."""
    taken = table_for(server, "capone", [{"for": "me", "name": "Ben"}, BOT])
    chatty = socket.create_server(("127.0.0.1", 0))
    port = chatty.getsockname()[1]
    threading.Thread(target=greet, args=(chatty,)).start()
    for arguments, problem in (
        (["nowhere"], "a link to a table looks like"),
        (["http://127.0.0.1:1/t/abc"], "no Casefile server answers there"),
        ([f"http://127.0.0.1:{port}/t/abc"], "no Casefile server answers there"),
        ([f"{server.url}/t/AAAAAAAAAAAAAAAA"], "there is no such table"),
        ([taken], "no seat is free at this table"),
        ([taken, "--token", "AAAA"], "this token belongs to no seat of the table"),
    ):
        command = [sys.executable, "-m", "casefile", "join", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
        assert done.returncode == 2, done
        assert done.stderr.count("\n") == 1, done.stderr
        assert problem in done.stderr


@pytest.mark.parametrize(
    "said", ["no JSON", "[]", '{"type": 1}', '{"type": "welcome"}', '{"type": "table", "seats": 3}']
)
def test_a_server_that_says_something_else(said: str) -> None:
    """One line, whatever comes over the WebSocket."""

    def answer(caller: ServerConnection) -> None:
        caller.recv()
        caller.send(said)

    with serve(answer, "127.0.0.1", 0) as other:
        threading.Thread(target=other.serve_forever).start()
        link = f"http://127.0.0.1:{other.socket.getsockname()[1]}/t/abc"
        command = [sys.executable, "-m", "casefile", "join", link, "--token", "x"]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1)
    assert "what answers there is not a Casefile server" in ended.stderr
