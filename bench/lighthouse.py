"""What Lighthouse says of the pages: performance and accessibility, of a hundred each.

python bench/lighthouse.py        after `make page site`; needs Chromium, and fetches Lighthouse from npm

The pages without a server come from one for files that compresses, as most do; those of a server from `casefile serve`.
"""

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

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.driver import CHROMIUM, Server  # noqa: E402
from tests.browser.test_site import Files, Web  # noqa: E402

LIGHTHOUSE = "lighthouse@13.5.0"
CATEGORIES = ("performance", "accessibility")
PAGES = {"Home": "", "rules": "/rules/capone", "score sheet": "/score", "settings": "/settings"}
PASSES = 3
TEXTS = (".html", ".js", ".mjs", ".css", ".json", ".svg", ".webmanifest")


class CompressedFiles(Files):
    """Files of a folder, compressed where that makes them smaller."""

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
        self.end_headers()
        answer: BinaryIO = io.BytesIO(packed)
        return answer


def scores_of(url: str, form: str) -> dict[str, float]:
    """The scores of one look at a page, on a phone (a slow network and processor) or on a desktop."""
    command = ["npx", "--yes", LIGHTHOUSE, url, "--quiet", "--output=json", f"--only-categories={','.join(CATEGORIES)}"]
    command += ["--chrome-flags=--headless --no-sandbox", *(["--preset=desktop"] if form == "desktop" else [])]
    tools = {"CHROME_PATH": str(CHROMIUM), "PATH": f"{ROOT / '.venv-web/bin'}:{os.environ['PATH']}"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ | tools)
    said: dict[str, Any] = json.loads(done.stdout)
    return {name: 100 * said["categories"][name]["score"] for name in CATEGORIES}


def say_of(kind: str, begin: str) -> None:
    """One row for each page and form: medians of some passes."""
    for name, address in PAGES.items():
        for form in ("phone", "desktop"):
            said = [scores_of(begin + address, form) for _ in range(PASSES)]
            medians = [statistics.median(each[category] for each in said) for category in CATEGORIES]
            print(f"| {kind} | {name} | {form} | {medians[0]:.0f} | {medians[1]:.0f} |", flush=True)


def main() -> None:
    """A table of all pages."""
    print("| | page | form | performance | accessibility |\n|---|---|---|---:|---:|")
    web = Web(files=CompressedFiles)
    say_of("site", f"{web.url}/site/?")
    web.stop()
    with TemporaryDirectory() as data:
        server = Server(Path(data)).start()
        say_of("server", server.url)
        server.stop()


if __name__ == "__main__":
    main()
