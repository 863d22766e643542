"""What Lighthouse says of the pages: performance and accessibility, of a hundred each.

python bench/lighthouse.py [--pages Home rules …] [--forms phone desktop] [--passes N]

After `make page site`; needs Chromium, and fetches Lighthouse from npm. The pages without a server come from one for
files that compresses and keeps connections, as most do; those of a server from `casefile serve`. Lighthouse reckons
from what it has seen how long a phone would take: on busy cores it takes waiting for work. `speed` is its own measure
of the processor, some 2,500 here when nothing else runs; `chrt --rr 1` before the command gives it precedence.
"""

import argparse
import gzip
import io
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO
from urllib.request import Request, urlopen

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.driver import CHROMIUM, Server  # noqa: E402
from tests.browser.test_site import Files, Web  # noqa: E402

LIGHTHOUSE = "lighthouse@13.5.0"
CATEGORIES = ("performance", "accessibility")
PAGES = {"Home": "", "rules": "/rules/capone", "score sheet": "/score", "settings": "/settings"}
TABLE = "table"  # at a server only: a table without one is in the browser of whoever made it
FORMS = ("phone", "desktop")
TIMES = ("first-contentful-paint", "largest-contentful-paint", "total-blocking-time")
TRIES = 10  # often, on busy cores, it says itself that it has seen nothing, and is to be run again
TEXTS = (".html", ".js", ".mjs", ".css", ".json", ".svg", ".webmanifest")


class CompressedFiles(Files):
    """Files of a folder, compressed where that makes them smaller, over connections that stay open."""

    protocol_version = "HTTP/1.1"

    def send_head(self) -> Any:
        """As the one before, but for texts."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if path.suffix not in TEXTS or not path.is_file():
            return super().send_head()
        packed = gzip.compress(path.read_bytes(), 6)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(packed)))
        self.send_header("Last-Modified", self.date_time_string(path.stat().st_mtime))
        self.end_headers()
        answer: BinaryIO = io.BytesIO(packed)
        return answer


def look_at(url: str, form: str) -> dict[str, float]:
    """The figures of one look at a page, on a phone (a slow network and processor) or on a desktop."""
    command = ["npx", "--yes", LIGHTHOUSE, url, "--quiet", "--output=json", f"--only-categories={','.join(CATEGORIES)}"]
    command += ["--chrome-flags=--headless --no-sandbox", *(["--preset=desktop"] if form == "desktop" else [])]
    tools = {"CHROME_PATH": str(CHROMIUM), "PATH": f"{ROOT / '.venv-web/bin'}:{os.environ['PATH']}"}
    for _ in range(TRIES):
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | tools)
        if done.returncode == 0:
            break
    else:
        raise SystemExit(f"lighthouse: {url}: {done.stderr.strip()}")
    said: dict[str, Any] = json.loads(done.stdout)
    scores = {name: 100 * said["categories"][name]["score"] for name in CATEGORIES}
    times = {name: said["audits"][name]["numericValue"] for name in TIMES}
    return scores | times | {"speed": said["environment"]["benchmarkIndex"]}


def make_table(url: str) -> str:
    """The address of a table at which the cards are dealt, and a seat waits for somebody who is away."""
    seats = [{"for": "me", "name": "Ann"}, {"for": "bot", "bot": "constable"}]
    wish = json.dumps({"case": "capone", "seats": seats}).encode()
    with urlopen(Request(f"{url}/api/tables", wish, {"Content-Type": "application/json"})) as answer:
        return f"/t/{json.load(answer)['table']}"


def say_of(kind: str, begin: str, pages: dict[str, str], options: argparse.Namespace) -> None:
    """One row for each page and form: medians of some passes."""
    for name in filter(pages.__contains__, options.pages):
        for form in options.forms:
            said = [look_at(begin + pages[name], form) for _ in range(options.passes)]
            figures = " | ".join(f"{statistics.median(each[column] for each in said):.0f}" for column in said[0])
            print(f"| {kind} | {name} | {form} | {figures} |", flush=True)


def main() -> None:
    """A table of all pages."""
    parser = argparse.ArgumentParser(description="What Lighthouse says of the pages.")
    parser.add_argument("--pages", nargs="+", choices=[*PAGES, TABLE], default=[*PAGES, TABLE])
    parser.add_argument("--forms", nargs="+", choices=FORMS, default=list(FORMS))
    parser.add_argument("--passes", type=int, default=3)
    options = parser.parse_args()
    print("| | page | form | performance | accessibility | first paint, ms | largest paint, ms | blocked, ms | speed |")
    print("|---|---|---|---:|---:|---:|---:|---:|---:|")
    web = Web(files=CompressedFiles)
    say_of("site", f"{web.url}/site/?", PAGES, options)
    web.stop()
    with TemporaryDirectory() as data:
        server = Server(Path(data)).start()
        try:
            say_of("server", server.url, PAGES | {TABLE: make_table(server.url)}, options)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
