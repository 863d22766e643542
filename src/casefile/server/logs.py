"""Logs: one JSON object a line, and never so many lines of a kind that they fill the disk."""

import json
import logging
import sys
from datetime import UTC, datetime

from casefile.server.buckets import Buckets

OF_A_KIND = (20.0, 0.2)  # lines at once, and per second


class JsonLines(logging.Formatter):
    """Log records as JSON, one object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """A log record as JSON."""
        data: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        left_out = getattr(record, "left_out", 0)
        if left_out:
            data["left_out"] = left_out
        if record.exc_info:
            data["traceback"] = self.formatException(record.exc_info)
        return json.dumps(data, ensure_ascii=False)


class Flood(logging.Filter):
    """Lets a few lines of each kind through; the next one that passes says how many were left out."""

    def __init__(self) -> None:
        super().__init__()
        self.kinds = Buckets(*OF_A_KIND)
        self.left_out: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """May this one be written? A kind is where it comes from and its words before names are filled in."""
        kind = f"{record.name}\n{record.levelno}\n{str(record.msg)[:80]}"
        if not self.kinds.take(kind):
            self.left_out[kind] = self.left_out.get(kind, 0) + 1
            return False
        record.left_out = self.left_out.pop(kind, 0)
        return True


def set_up_logs() -> None:
    """Logs go to standard error, one JSON object a line."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(Flood())
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    uvicorn_log = logging.getLogger("uvicorn.error")
    uvicorn_log.setLevel(logging.WARNING)
    uvicorn_log.addFilter(lambda record: not str(record.msg).startswith("Invalid"))  # any client can cause that at will
