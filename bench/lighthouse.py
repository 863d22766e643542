"""What Lighthouse says of the pages without a server: performance and accessibility, of a hundred each.

python bench/lighthouse.py        after `make site`; needs Chromium, and fetches Lighthouse from npm
"""

import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.driver import CHROMIUM  # noqa: E402
from tests.browser.test_site import Web  # noqa: E402

LIGHTHOUSE = "lighthouse@13.5.0"
CATEGORIES = ("performance", "accessibility")
PAGES = {"Home": "", "rules": "?/rules/capone", "score sheet": "?/score", "settings": "?/settings"}
PASSES = 3


def scores_of(url: str, form: str) -> dict[str, float]:
    """The scores of one look at a page, on a phone (a slow network and processor) or on a desktop."""
    command = ["npx", "--yes", LIGHTHOUSE, url, "--quiet", "--output=json", f"--only-categories={','.join(CATEGORIES)}"]
    command += ["--chrome-flags=--headless --no-sandbox", *(["--preset=desktop"] if form == "desktop" else [])]
    tools = {"CHROME_PATH": str(CHROMIUM), "PATH": f"{ROOT / '.venv-web/bin'}:{os.environ['PATH']}"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ | tools)
    said: dict[str, Any] = json.loads(done.stdout)
    return {name: 100 * said["categories"][name]["score"] for name in CATEGORIES}


def main() -> None:
    """One row for each page and form: medians of some passes."""
    web = Web()
    print("| page | form | performance | accessibility |\n|---|---|---:|---:|")
    for name, address in PAGES.items():
        for form in ("phone", "desktop"):
            said = [scores_of(f"{web.url}/site/{address}", form) for _ in range(PASSES)]
            medians = [statistics.median(each[category] for each in said) for category in CATEGORIES]
            print(f"| {name} | {form} | {medians[0]:.0f} | {medians[1]:.0f} |", flush=True)
    web.stop()


if __name__ == "__main__":
    main()
