"""Write down what the server of a tab says of the cases and the rules, so that a page shows it before the engine runs.

python scripts/bake.py FOLDER
"""

import asyncio
import sys
from pathlib import Path

from casefile.registry import cases
from casefile.tab.desk import Desk
from casefile.tab.shelf import MemoryShelf
from casefile.text.languages import LANGUAGES


async def no_thinker(task: str) -> str:
    """Nothing here takes long."""
    raise NotImplementedError


async def bake(folder: Path) -> None:
    """One file for each answer; the language stands in its name."""
    desk = Desk(MemoryShelf(), no_thinker)
    wanted = {"/cases": "cases.json"}
    for case in cases():
        wanted[f"/cases/{case}/look.css"] = f"cases/{case}/look.css"
    for language in LANGUAGES:
        for case in cases():
            wanted[f"/cases/{case}/texts?language={language}"] = f"cases/{case}/texts.{language}.json"
        for page in ("common", *cases()):
            wanted[f"/rules/{page}?language={language}"] = f"rules/{page}.{language}.json"
    for path, name in wanted.items():
        status, _, content = await desk.call("GET", f"/api{path}")
        if status != 200:
            raise SystemExit(f"{path}: {content.decode()}")
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


if __name__ == "__main__":
    asyncio.run(bake(Path(sys.argv[1])))
