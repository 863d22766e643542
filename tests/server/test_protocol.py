"""docs/protocol.md has an example of every message, and every example can be read."""

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from casefile.registry import cases
from casefile.server import bodies, messages
from casefile.server.problems import Code
from casefile.text.language import catalogue
from casefile.text.languages import LANGUAGES

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs/protocol.md").read_text("utf-8")
BLOCK = re.compile(r"(?:<!-- body: ([\w ]+) -->\n)?```json\n(.*?)```", re.DOTALL)


def parts() -> tuple[str, str, str]:
    """The examples of clients' messages, of the server's, and of HTTP."""
    _, _, rest = PAGE.partition("### From a client")
    client, _, rest = rest.partition("### From the server")
    server, _, http = rest.partition("## HTTP")
    return client, server, http


def subclasses(kind: type) -> set[type]:
    """All messages of a kind: the classes that no other builds on."""
    built: list[type] = kind.__subclasses__()
    return {leaf for each in built for leaf in subclasses(each) or {each}}


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


def test_every_code_is_used_and_described() -> None:
    """One list has all codes: no other can be sent, as the types see to it, and none of it is idle."""
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "src/casefile/server").glob("*.py"))
    for code in get_args(Code):
        assert f"`{code}`" in PAGE, code
        assert sources.count(f'"{code}"') > 1, code


def test_the_types_of_the_page_are_those_of_the_messages() -> None:
    """`make page` makes them; what is checked in is what it makes."""
    script = [sys.executable, str(ROOT / "scripts/protocol_types.py")]
    made = subprocess.run(script, capture_output=True, text=True, encoding="utf-8", check=True, timeout=60).stdout
    assert (ROOT / "web/src/lib/messages.ts").read_text("utf-8") == made, "run `make page`"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_has_words(language: str) -> None:
    """The page and the terminal take them from the same catalogue."""
    for case in cases():
        assert list(catalogue(language, case)["chat"]) == list(get_args(messages.Phrase))
