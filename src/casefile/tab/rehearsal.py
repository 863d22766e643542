"""What a start would have to do, done in advance: the next start wakes up with the memory that this leaves behind."""

import asyncio
import gc
import json

from casefile.registry import cases
from casefile.tab import worker
from casefile.tab.desk import Desk
from casefile.tab.shelf import MemoryShelf

USED = worker  # by the page's script, which a kept memory has to have loaded
SEATS = [{"for": "me", "name": "?"}, {"for": "bot", "bot": "sergeant"}]


async def never(task: str) -> str:
    """Nobody waits until the bot of a rehearsal has thought."""
    await asyncio.Event().wait()
    raise NotImplementedError


async def rehearse() -> None:
    """Open a table of every case, as a page does, and leave nothing behind but what was loaded and worked out."""
    desk = Desk(MemoryShelf(), never)
    await desk.start()
    for number, case in enumerate(cases()):
        shown = asyncio.Event()
        _, _, made = await desk.call("POST", "/api/tables", json.dumps({"case": case, "seats": SEATS}))
        desk.open(number, json.loads(made)["table"], "", lambda _, shown=shown: shown.set())  # type: ignore[misc]
        desk.hear(number, json.dumps({"type": "hello", "version": 1}))
        await shown.wait()
        desk.close(number)
    await desk.context.close()
    gc.collect()
