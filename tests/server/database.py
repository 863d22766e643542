"""A real PostgreSQL from Debian's packages, in a folder of its own, on a Unix socket."""

import os
import shutil
import subprocess
import tempfile
from contextlib import suppress
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

    def __init__(self, *, durable: bool = False, megabytes: int = 0) -> None:
        """A new one; on a disk of its own of that size, in memory, if that is asked for and we are root."""
        bin_folder = programs()
        assert bin_folder is not None
        self.bin = bin_folder
        self.user = "postgres" if os.getuid() == 0 else None
        self.folder = Path(tempfile.mkdtemp(prefix="casefile-pg-"))
        self.has_own_disk = bool(megabytes) and mount(self.folder, megabytes)
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

    def make(self, *options: str) -> str:
        """A new, empty database; how to reach it."""
        name = f"test{next(NUMBERS)}"
        self.command("createdb", "-h", str(self.folder), "-U", "casefile", *options, name)
        return f"postgresql://casefile@/{name}?host={self.folder}"

    def close(self) -> None:
        """Stop it, and leave nothing behind."""
        self.stop()
        if self.has_own_disk:
            subprocess.run(["umount", "--lazy", str(self.folder)], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def is_up(self) -> bool:
        """Does it run?"""
        asked = [str(self.bin / "pg_ctl"), "status", "-D", self.data]
        done = subprocess.run(asked, user=self.user, cwd=self.folder, capture_output=True, check=False)
        return done.returncode == 0

    def fill(self) -> Path:
        """Leave no room on its own disk; the file that takes it."""
        assert self.has_own_disk
        filler = self.folder / "filler"
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(4096))
        return filler

    def tell(self, statement: str) -> None:
        """Carry out a statement as its owner."""
        self.command("psql", "-h", str(self.folder), "-U", "casefile", "-d", "postgres", "-q", "-c", statement)


def mount(folder: Path, megabytes: int) -> bool:
    """A disk of that size in memory, in the place of a folder; only root can have one."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=700", "tmpfs", str(folder)]
    return os.getuid() == 0 and subprocess.run(command, capture_output=True, check=False).returncode == 0
