"""docs/protocol.md has an example of every message, and every example can be read."""

import re
from pathlib import Path

import msgspec
import pytest

from casefile.server import bodies, messages

pytestmark = pytest.mark.once

PAGE = (Path(__file__).parent.parent.parent / "docs/protocol.md").read_text("utf-8")
BLOCK = re.compile(r"(?:<!-- body: ([\w ]+) -->\n)?```json\n(.*?)```", re.DOTALL)


def parts() -> tuple[str, str, str]:
    """The examples of clients' messages, of the server's, and of HTTP."""
    _, _, rest = PAGE.partition("### From a client")
    client, _, rest = rest.partition("### From the server")
    server, _, http = rest.partition("## HTTP")
    return client, server, http


def subclasses(kind: type) -> set[type]:
    """All messages of a kind."""
    return set(kind.__subclasses__())


@pytest.mark.parametrize(
    ("part", "union", "base"),
    [(0, messages.ClientMessage, messages.Incoming), (1, messages.ServerMessage, messages.Outgoing)],
    ids=["client", "server"],
)
def test_every_message_has_an_example(part: int, union: type, base: type) -> None:
    """Each example is read as its message, and none is missing."""
    found: set[type] = {type(msgspec.json.decode(text, type=union)) for _, text in BLOCK.findall(parts()[part])}
    assert found == subclasses(base)


def test_every_body_has_an_example() -> None:
    """The same for HTTP; a comment names the types that an example shows."""
    found: set[str] = set()
    for names, text in BLOCK.findall(parts()[2]):
        assert names, text
        msgspec.json.decode(text, type=getattr(bodies, names.split()[0]))
        found |= set(names.split())
    assert found == {kind.__name__ for kind in subclasses(bodies.Body) | subclasses(bodies.Reply)}
