"""Whatever is sent: no traceback, no 5xx, no hang. The server of the tests looks through its log at the end."""

import asyncio
import json
import subprocess
import sys
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.exceptions import ConnectionClosed

from casefile.server import messages
from tests.conftest import QUICK
from tests.server.clients import ROOT, Client, Player, Server, run

pytestmark = pytest.mark.once

EXAMPLES = 4 if QUICK else 15
FRAMES = 20 if QUICK else 120

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=10,
)
TYPES = [str(kind.__struct_config__.tag) for kind in messages.Incoming.__subclasses__()]
NEARLY = st.fixed_dictionaries(
    {"type": st.sampled_from(TYPES)},
    optional={
        "id": st.text(max_size=70),
        "at": st.just("AT") | st.text(max_size=20),
        "action": st.sampled_from(["draw file", "draw discard", "discard nitti", "0: hold", "meld nitti*3"])
        | st.text(),
        "order": st.sampled_from(["escape", "none", "x"]),
        "to": st.sampled_from(["undo", "stand-in", "resign", "x"]),
        "agree": st.booleans(),
        "seat": st.integers(-3, 12),
        "bot": st.sampled_from(["random", "exec:ls"]),
        "text": st.text(),
        "phrase": st.sampled_from(["hello", "x"]),
        "on": st.booleans(),
        "version": st.sampled_from([1, 1, 1, 2]),
        "language": st.sampled_from(["en", "de", "../..", "xx"]),
    },
)


def trim(message: dict[str, Any]) -> dict[str, Any]:
    """Only the fields that its type has, so that more than the first check is reached."""
    kinds = {kind.__struct_config__.tag: kind for kind in messages.Incoming.__subclasses__()}
    known = kinds[message["type"]].__struct_fields__
    return {key: value for key, value in message.items() if key == "type" or key in known}


FRAME: st.SearchStrategy[str | bytes] = (
    st.binary(max_size=50)
    | st.text(max_size=50)
    | ANYTHING.map(json.dumps)
    | NEARLY.map(json.dumps)
    | NEARLY.map(trim).map(json.dumps)
    | st.just("x" * 9000)
    | st.just("[" * 5000)
    | st.just('{"type": "chat", "id": "\\ud800", "text": "\\udfff"}')
)


@settings(max_examples=FRAMES // 10)
@given(frames=st.lists(FRAME, min_size=10, max_size=10), seat=st.booleans())
def fuzz(server: Server, frames: list[str | bytes], *, seat: bool) -> None:
    """Ten frames at a fresh table; afterwards a well-behaved client still gets its answer."""
    player = Player(server)
    table = player.make_table("capone", [{"for": "me"} if seat else {"for": "anyone"}, {"for": "bot", "bot": "random"}])

    async def work() -> None:
        client = await player.open(table)
        await send_all(client, frames)
        again = await player.open(table)
        await again.send("ping")
        await again.until("pong")

    run(work())
    player.http.close()


async def send_all(client: Client, frames: list[str | bytes]) -> None:
    """Send whatever there is, as long as the server listens."""
    try:
        for frame in frames:
            if isinstance(frame, str) and '"AT"' in frame:
                states = [message["at"] for message in client.heard if message["type"] == "state"]
                frame = frame.replace("AT", states[-1] if states else "")
            await client.socket.send(frame.encode("utf-8", "replace").decode() if isinstance(frame, str) else frame)
        await client.drain(0.02)
    except (ConnectionClosed, asyncio.IncompleteReadError):
        pass


def test_any_frame_is_survived(server: Server) -> None:
    """Frames that are nearly right, plainly wrong, too large, too deep, or no text at all."""
    fuzz(server)


# schemathesis builds its own event loop and reads the schema with a library that is about to change
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_any_request_is_answered(server: Server) -> None:
    """Every route of the description, with input that fits it and input that does not: never a 5xx."""
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    routes = 0
    for result in schema.get_all_operations():
        assert isinstance(result, Ok), result
        routes += 1
        check_route(result.ok())
    assert routes >= 19


def check_route(operation: Any) -> None:
    """A few requests to one route."""

    @settings(max_examples=EXAMPLES)
    @given(case=operation.as_strategy())
    def check(case: Any) -> None:
        response = case.call(timeout=30)
        assert response.status_code < 500, f"{operation.label}: {response.status_code} {response.text}"
        case.validate_response(response, checks=CHECKS)

    check()


def test_odd_paths_are_answered(server: Server) -> None:
    """Nothing outside of the page's folder can be read."""
    for path in (
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/t/%00",
        "/api",
        "/api/tables/%00/socket",
        "//",
        "/%ff",
    ):
        response = httpx.get(server.url + path)
        assert response.status_code < 500 or response.json()["error"]["code"] == "no-page"
        assert "root:" not in response.text


def test_mutated_messages_positions_and_records_end_in_no_traceback() -> None:
    """A part of bench/fuzz.py, which tries millions by hand."""
    command = [sys.executable, "-m", "bench.fuzz", "--inputs", "5000" if QUICK else "100000", "--seed", "3"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "tracebacks and slow answers: 0" in done.stdout
