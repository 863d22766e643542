#!/usr/bin/env python3
"""Does an installed Casefile work? Needs nothing but the Python of its environment, and nothing of the checkout.

    PYTHON scripts/smoke.py compiled|interpreted

asks the doctor and the rules, lets bots play, and starts a server: its page, its files, a table at which bots play a
match, and an end in good order.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import Request, urlopen

CASEFILE = str(Path(sys.executable).with_name("casefile"))
PATIENCE = 120  # seconds
SHARED = (
    "share/man/man1/casefile.1",
    "share/bash-completion/completions/casefile",
    "share/fish/vendor_completions.d/casefile.fish",
    "share/zsh/site-functions/_casefile",
)


def main() -> int:
    """Try everything."""
    wanted = sys.argv[1]
    with TemporaryDirectory() as folder:
        os.environ["XDG_DATA_HOME"] = folder
        os.chdir(folder)
        findings = {each["what"]: each for each in json.loads(run("doctor", "--json", "--port", "0"))}
        assert findings["engine"]["says"].startswith(wanted), findings["engine"]
        assert findings["page"]["state"] == "good"
        assert "RIP-6" in run("rules", "RIP-6")
        run("simulate", "capone", "--matches", "2", "--bots", "sergeant", "vidocq:0", "--records", "records")
        record = sorted(Path("records").iterdir())[0]
        assert run("replay", str(record))
        for shared in SHARED:
            assert Path(sys.prefix, shared).is_file(), shared
        serve()
    print(f"smoke: casefile {run('--version').split()[1]} works, {wanted}, on Python {sys.version.split()[0]}")
    return 0


def run(*arguments: str) -> str:
    """What a command prints; it must not fail."""
    done = subprocess.run([CASEFILE, *arguments], capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 0, f"casefile {' '.join(arguments)}: {done.stdout}{done.stderr}"
    return done.stdout


def serve() -> None:
    """A server with its page, and a match of bots at it."""
    command = [CASEFILE, "serve", "--port", "0", "--pace", "instant"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+/", server.stdout.readline())
            assert found is not None
            page = get(found[0])
            assets = re.findall(r'(?:src|href)="\.?/?(assets/[^"]+)"', page)
            assert assets, page
            for asset in assets:
                assert get(found[0] + asset)
            assert json.loads(get(f"{found[0]}api/health"))["status"] == "ok"
            play(f"{found[0]}api")
            server.send_signal(signal.SIGTERM)
            assert server.wait(PATIENCE) in (0, -signal.SIGTERM)  # it ends by the signal, once all is in order
        finally:
            server.kill()


def play(api: str) -> None:
    """A table of bots alone, until its match is over."""
    seats = [{"for": "bot", "bot": "constable"}, {"for": "bot", "bot": "sergeant"}]
    wish = json.dumps({"case": "capone", "seats": seats}).encode()
    made = json.loads(get(Request(f"{api}/tables", wish, {"Content-Type": "application/json"})))
    until = time.monotonic() + PATIENCE
    while (table := json.loads(get(f"{api}/tables/{made['table']}")))["state"]["status"] != "over":
        assert time.monotonic() < until, table
        time.sleep(0.2)


def get(address: str | Request) -> str:
    """What the server answers."""
    with urlopen(address, timeout=PATIENCE) as answer:
        return str(answer.read().decode("utf-8", errors="replace"))


if __name__ == "__main__":
    sys.exit(main())
