"""What stands in for librt's writer where librt is not, as in a browser: the same methods on a bytearray."""

from mypy_extensions import mypyc_attr


@mypyc_attr(native_class=False)
class BytesWriter(bytearray):
    """Collects bytes."""

    def write(self, more: bytes) -> None:
        """Add some bytes."""
        self.extend(more)

    def getvalue(self) -> bytes:
        """All bytes so far."""
        return bytes(self)

    def truncate(self, size: int) -> None:
        """Keep the first bytes only."""
        del self[size:]
