"""Work on a Ray cluster of two nodes on this machine, with a worker and a whole node killed in the middle."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from casefile import __version__
from casefile.cli import main
from casefile.errors import CasefileError
from casefile.work.cluster import answer_for, last_line

pytestmark = pytest.mark.once

T = TypeVar("T")

MATCHES, BATCH = 36, 2
SIMULATE = ["simulate", "ripper", "--players", "4", "--matches", str(MATCHES), "--seed", "cluster", "--json"]
SIMULATE += ["--bots", "random"]

# Two nodes with one processor each, on loopback; it lives until its standard input ends.
CLUSTER = """
import sys
from ray.cluster_utils import Cluster

node = {"num_cpus": 1, "object_store_memory": 80_000_000, "include_dashboard": False}
quick = {"health_check_initial_delay_ms": 0, "health_check_period_ms": 500, "health_check_timeout_ms": 3000}
cluster = Cluster(initialize_head=True, head_node_args=node | {"node_ip_address": "127.0.0.2", "_system_config": quick})
cluster.add_node(**node, node_ip_address="127.0.0.3")
cluster.wait_for_nodes()
print("ADDRESS", cluster.address, flush=True)
sys.stdin.read()
cluster.shutdown()
"""


def in_session(session: int) -> dict[int, str]:
    """The processes of a session, with how they call themselves."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, *numbers = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(numbers[2]) == session and state != "Z":
                found[int(folder.name)] = (folder / "cmdline").read_text().replace("\0", " ")
        except (FileNotFoundError, ProcessLookupError):
            continue
    return found


def wait_for(what: Callable[[], T]) -> T:
    """Look again and again until there is something, for two minutes."""
    until = time.monotonic() + 120
    while not (found := what()):
        assert time.monotonic() < until, "waited for two minutes"
        time.sleep(0.05)
    return found


@pytest.fixture
def cluster() -> Iterator[tuple[str, int]]:
    """The address of a cluster, and the session of its processes; none of them is left behind."""
    folder = tempfile.mkdtemp(prefix="casefile", dir="/tmp")  # Ray's sockets need a short path
    environment = os.environ | {"RAY_TMPDIR": folder, "RAY_USAGE_STATS_ENABLED": "0"}
    with (Path(folder) / "log").open("w+") as log:
        process = subprocess.Popen(
            [sys.executable, "-c", CLUSTER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            start_new_session=True,
            env=environment,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            lines = (line.split() for line in process.stdout)
            address = next((words[1] for words in lines if words[:1] == ["ADDRESS"]), "")
            log.seek(0)
            assert address, log.read()
            yield address, process.pid
        finally:
            process.stdin.close()
            try:
                process.wait(20)
            finally:
                for pid in in_session(process.pid):
                    os.kill(pid, signal.SIGKILL)
                process.wait()
                process.stdout.close()
    wait_for(lambda: not in_session(process.pid))
    shutil.rmtree(folder)


@pytest.mark.timeout(600)  # on a busy machine Ray may take minutes to make up for a node that died
@pytest.mark.skipif(sys.platform != "linux", reason="finds processes as Linux lists them")
def test_nothing_is_lost_or_counted_twice(cluster: tuple[str, int], tmp_path: Path) -> None:
    """No matter which process dies in the middle: tally and dataset are those of a plain run."""
    address, session = cluster
    command = [sys.executable, "-m", "casefile", *SIMULATE, "--batch", str(BATCH), "--out"]
    run = subprocess.Popen(
        [*command, str(tmp_path / "cluster"), "--cluster", address],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )

    def called(words: str) -> list[int]:
        return [pid for pid, name in in_session(session).items() if words in name]

    def done() -> int:
        return len(list((tmp_path / "cluster").glob("matches/*.parquet")))

    def kill_in_the_middle(words: str) -> None:
        victims = wait_for(lambda: called(words))
        before = done()
        assert before < MATCHES // BATCH // 2
        os.kill(victims[0], signal.SIGKILL)
        wait_for(lambda: done() > before + 2 or run.poll() is not None)

    wait_for(lambda: done() or run.poll() is not None)
    kill_in_the_middle("ray::answer_for")
    kill_in_the_middle("--node_ip_address=127.0.0.3")
    out, err = run.communicate(timeout=400)
    said = [line for line in err.splitlines() if line.strip()]
    ours = [line for line in said if "core_worker.cc" not in line]  # Ray may say that it makes up for a loss
    assert (run.returncode, ours) == (0, []), err
    plain = subprocess.run(
        [*command, str(tmp_path / "plain"), "--jobs", "2"], capture_output=True, text=True, check=True
    )
    assert json.loads(out) == json.loads(plain.stdout)
    assert content(tmp_path / "cluster") == content(tmp_path / "plain")


def content(folder: Path) -> dict[Path, bytes]:
    """All files of a folder."""
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("nonsense", "must be HOST:PORT, auto or local, not 'nonsense'"),
        ("127.0.0.1:99999", "no Ray cluster at 127.0.0.1:99999"),
        ("", "must be HOST:PORT, auto or local, not ''"),
    ],
)
def test_addresses_that_cannot_be(address: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One line, and no long wait."""
    assert main([*SIMULATE, "--cluster", address]) == 2
    assert words in capsys.readouterr().err


def test_nobody_listens(capsys: pytest.CaptureFixture[str]) -> None:
    """A port at which there is nothing."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
        assert main([*SIMULATE, "--cluster", address]) == 2
    assert f"there is no Ray cluster at {address}" in capsys.readouterr().err


def test_something_else_listens(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A port at which somebody listens but says nothing."""
    monkeypatch.setattr("casefile.work.cluster.PATIENCE", 4)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        assert main([*SIMULATE, "--cluster", address]) == 2
    assert f"there is no Ray cluster at {address}" in capsys.readouterr().err


def test_without_ray(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra is named."""
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main([*SIMULATE, "--cluster", "auto"]) == 2
    assert 'pip install "casefile-rummy[cluster]"' in capsys.readouterr().err


def test_machines_with_another_version() -> None:
    """They would play other matches."""
    with pytest.raises(CasefileError, match=r"has casefile .*, but 0\.0\.1 is asked for: install the same everywhere"):
        raise answer_for("0.0.1", str, 1)[1] or AssertionError
    assert answer_for(__version__, str, 1) == ("1", None)


def test_the_point_of_a_long_message() -> None:
    """What Ray says of a machine without casefile ends with the reason."""
    problem = RuntimeError(
        "ray::answer_for() (pid=1, ip=127.0.0.2)\n  At least one…\nModuleNotFoundError: No module\n\n"
    )
    assert last_line(problem) == "ModuleNotFoundError: No module"
    assert last_line(RuntimeError()) == "RuntimeError"


def test_a_cluster_has_its_own_number_of_jobs(capsys: pytest.CaptureFixture[str]) -> None:
    """One or the other."""
    with pytest.raises(SystemExit, match="2"):
        main([*SIMULATE, "--cluster", "auto", "--jobs", "2"])
    assert "not allowed with argument" in capsys.readouterr().err
