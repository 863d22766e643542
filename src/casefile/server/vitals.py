"""Is the server well? Only what can be written can be played."""

from time import monotonic

from casefile.server.storage import Storage, StorageError

PROBE_SECONDS = 5.0  # between two tries to write: frequent questions must not keep the disk busy
PROBE = b"\0" * 8192  # needs room of its own
MEMORY_SECONDS = 30.0  # in which a change that could not be saved still counts: a full disk takes some and not others
SHARED_SECONDS = 1.0  # the same of a database: when it is back, its nodes are needed at once, as none of them was well


class Vitals:
    """What is known of the health of one server."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.problem: str | None = None
        self.probed = float("-inf")
        self.failed = float("-inf")

    def not_saved(self, error: StorageError) -> None:
        """Something could not be kept just now."""
        self.failed = monotonic()
        self.problem = str(error)

    async def check(self) -> str | None:
        """What is wrong, if anything is: something could not be kept, a moment ago or now."""
        now = monotonic()
        if now - self.failed < (SHARED_SECONDS if self.storage.shared else MEMORY_SECONDS):
            return self.problem
        pause = SHARED_SECONDS if self.problem and self.storage.shared else PROBE_SECONDS
        if now - self.probed >= pause:
            self.probed = now
            try:
                await self.storage.put("health", PROBE)
                self.problem = None
            except StorageError as error:
                self.problem = str(error)
        return self.problem
