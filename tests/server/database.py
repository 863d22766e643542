"""A real PostgreSQL from Debian's packages, in a folder of its own, on a Unix socket."""

import os
import shutil
import subprocess
import tempfile
from itertools import count
from pathlib import Path

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
START_SECONDS = 60
NUMBERS = count()


def programs() -> Path | None:
    """Where PostgreSQL's programs are, if they are anywhere."""
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else PROGRAMS[-1] if PROGRAMS else None


class Database:
    """A PostgreSQL that is ours alone. It refuses to run as root, so then it runs as the user of its package."""

    def __init__(self, *, durable: bool = False) -> None:
        bin_folder = programs()
        assert bin_folder is not None
        self.bin = bin_folder
        self.user = "postgres" if os.getuid() == 0 else None
        self.folder = Path(tempfile.mkdtemp(prefix="casefile-pg-"))
        if self.user:
            shutil.chown(self.folder, self.user)
        self.command("initdb", "-D", self.data, "-U", "casefile", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        self.options = f"-k {self.folder} -c listen_addresses= -c max_connections=60 -c shared_buffers=16MB"
        if not durable:  # nobody pulls the plug in a test; a killed server loses nothing by it
            self.options += " -c fsync=off"
        self.start()

    @property
    def data(self) -> str:
        """Its own folder."""
        return str(self.folder / "data")

    @property
    def socket(self) -> Path:
        """Where it listens."""
        return self.folder / ".s.PGSQL.5432"

    def command(self, program: str, *arguments: str) -> None:
        """Run one of its programs."""
        command = [str(self.bin / program), *arguments]
        subprocess.run(
            command, user=self.user, cwd=self.folder, stdout=subprocess.DEVNULL, timeout=START_SECONDS, check=True
        )

    def start(self) -> None:
        """Start it, and wait until it answers."""
        log = str(self.folder / "log")
        self.command("pg_ctl", "start", "-w", "-D", self.data, "-l", log, "-o", self.options)

    def stop(self, mode: str = "immediate") -> None:
        """Stop it; `immediate` is as if it had crashed."""
        self.command("pg_ctl", "stop", "-w", "-D", self.data, "-m", mode)

    def make(self) -> str:
        """A new, empty database; how to reach it."""
        name = f"test{next(NUMBERS)}"
        self.command("createdb", "-h", str(self.folder), "-U", "casefile", name)
        return f"postgresql://casefile@/{name}?host={self.folder}"

    def close(self) -> None:
        """Stop it, and leave nothing behind."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
