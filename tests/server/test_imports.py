"""The room works where there is no web server, no database and no second process, as in a browser."""

import subprocess
import sys

import pytest

ROOM = ("journal", "messages", "problems", "storage", "room", "intents", "frames", "results")
BLOCKED = ("starlette", "uvicorn", "websockets", "sqlite3", "multiprocessing", "concurrent", "subprocess", "asyncio")
PLAY = """
import sys
from types import SimpleNamespace

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {blocked}:
            raise ImportError(name + " is not there")

sys.meta_path.insert(0, Blocked())
for name in {room}:
    __import__("casefile.server." + name)

import msgspec
from casefile.server import frames, intents, journal, messages, results
from casefile.server.room import Room, game_key, game_of

rules, _ = game_of(game_key("ripper", 2))
settings = messages.Settings("ripper", rules.variant.edition, 2, False, [], {{}}, 100, "instant", None, True, 3.0)
room = Room("here")
room.apply(intents.new_table(0.0, settings, "a", [journal.SeatPlan(name=key, key=key) for key in "ab"]))
while entries := intents.due(room, 1.0):
    for entry in entries:
        room.apply(journal.read(journal.write(entry)))
seat = room.actors()[0]
act = messages.Act("1", frames.at_of(room, seat), "draw file")
for entry in intents.Intent(room, seat, 2.0, SimpleNamespace(here={{0, 1}}, connected={{0, 1}})).check(act):
    room.apply(journal.read(journal.write(entry)))
sight = frames.sight_of(room, seat)
told = frames.encoded_state(sight, 0, frames.speaker_of(room, "de", seat))
print(len(msgspec.json.decode(told)["view"]["hands"][seat]))
"""


@pytest.mark.once
def test_a_room_needs_neither_web_server_nor_database_nor_processes() -> None:
    """It is made, an action is carried out in it, and a seat is told."""
    script = PLAY.format(blocked=BLOCKED, room=ROOM)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout.strip()) == (0, "11"), done.stderr


TAB = """
import sys
import time

del time.thread_time

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {blocked}:
            raise ImportError(name + " is not there")

sys.meta_path.insert(0, Blocked())
import casefile.tab.doers, casefile.tab.worker
"""
NOT_IN_A_BROWSER = (
    "starlette",
    "uvicorn",
    "websockets",
    "sqlite3",
    "multiprocessing",
    "itsdangerous",
    "openskill",
    "prometheus_client",
    "numpy",
    "ray",
)


@pytest.mark.once
def test_a_tab_needs_no_package_of_the_server() -> None:
    """What is not there in a browser is not asked for; ratings are reckoned when somebody looks at them."""
    script = TAB.format(blocked=NOT_IN_A_BROWSER)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr


@pytest.mark.once
def test_the_server_needs_no_command_line() -> None:
    """A program that embeds the application gets the application alone."""
    script = "import sys, casefile.server.app; print([name for name in sys.modules if name.startswith('casefile.cli')])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout.strip() == "[]", done.stderr
