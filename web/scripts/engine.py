"""Makes the engine of the page without a server: run by Pyodide itself, so that what it compiles is for its Python.

One archive holds the modules of the standard library that a tab needs, and Casefile, all compiled. Which they are is
seen by using them: a match is played, replayed, reviewed and exported here. Nets lie beside the archive, one file each.
"""

import asyncio
import importlib.util
import json
import sys
import zipfile
from hashlib import sha256
from importlib._bootstrap_external import _code_to_hash_pyc
from pathlib import Path
from typing import Any

SOURCES = Path("/sources")
WHEELS = Path("/wheels")
STDLIB = "/lib/python314.zip"
# Of the package, what no tab needs: commands, tools for authors and research, and the server's own machine.
LEFT_OUT = (
    "cli",
    "authors",
    "arena",
    "simulate",
    "research",
    "work",
    "page",
    "learn/train",
    "learn/workers",
    "learn/numpy_net",
)
NO_DATA = (".py", ".pyc", ".safetensors", ".pyi", ".so")
ALSO = ("encodings.latin_1", "encodings.ascii", "encodings.idna", "_strptime", "calendar", "traceback", "pyodide.http")
BESIDE = b'__path__.append("/lib/python3.14/site-packages/msgspec")\n'  # where the page puts what is no Python
NET = "net.safetensors"
DIGESTS = "casefile/tab/nets.json"  # see casefile.tab.nets
EPOCH = (1980, 1, 1, 0, 0, 0)


class Host:
    """What a browser would do; nets are multiplied as there."""

    def __init__(self, nets: Any) -> None:
        from casefile.tab.worker import open_thinker

        self.think = open_thinker(nets)
        self.kept: dict[str, str] = {}

    async def get(self, key: str) -> str | None:
        return self.kept.get(key)

    async def under(self, start: str) -> str:
        return json.dumps(sorted((key, text) for key, text in self.kept.items() if key.startswith(start)))

    async def put(self, rows: str) -> str:
        self.kept |= {key: text for key, text, _ in json.loads(rows)}
        return ""

    async def has_net(self, digest: str, case: str, pause: int) -> bool:
        return True


async def use_everything(nets: Any) -> None:
    """Ask for all that a page asks for, so that all modules are loaded that it takes."""
    from casefile.tab.worker import open_desk

    desk = await open_desk(Host(nets))

    async def ask(method: str, path: str, body: Any = None) -> Any:
        status, media, content = await desk.call(method, f"/api{path}", json.dumps(body) if body else "")
        assert status < 300, (path, content)
        return json.loads(content) if media == "application/json" else content

    cases = (await ask("GET", "/cases"))["cases"]
    over = asyncio.Event()
    for info in cases:
        await ask("GET", f"/cases/{info['name']}/texts?language=de")
    seats = [{"for": "bot", "bot": "sergeant"} for _ in range(2)]
    wish = {"case": cases[-1]["name"], "seats": seats, "pace": "instant", "target": 1}
    table = (await ask("POST", "/tables", wish))["table"]
    desk.open(1, table, "", lambda text: over.set() if text and '"type":"over"' in text else None)
    desk.hear(1, json.dumps({"type": "hello", "version": 1}))
    await over.wait()
    desk.close(1)
    for path in (f"/tables/{table}/record", f"/tables/{table}/replay", "/export", "/ratings", "/me", "/rules/common"):
        await ask("GET", path)
    record = (await ask("GET", f"/tables/{table}/record")).decode()
    for path, about in (("/review", {"form": "graph"}), ("/belief", {"step": 1, "seat": 0}), ("/what-if", {"step": 1})):
        await ask("POST", path, {"record": record, **about})
    desk.context.ratings.model.rating()
    await desk.add_copy(await desk.make_copy())
    await desk.context.close()


def compiled(name: str, source: bytes) -> bytes:
    """The code of a module; it is checked against no source, as there will be none."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return bytes(_code_to_hash_pyc(code, importlib.util.source_hash(source), False))


def module_at(path: str) -> str:
    """The name of a module, by its place in an archive."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def standard_modules() -> dict[str, bytes]:
    """The modules of the standard library, and of Pyodide, that were used."""
    used = {*sys.modules, *ALSO}
    with zipfile.ZipFile(STDLIB) as archive:
        paths = [path for path in archive.namelist() if path.endswith(".py")]
        return {path: archive.read(path) for path in paths if module_at(path) in used}


def package_files(root: Path, package: str, left_out: tuple[str, ...] = ()) -> dict[str, bytes]:
    """The modules and data of a package."""
    files = {}
    for path in sorted((root / package).rglob("*")):
        inside = path.relative_to(root / package).as_posix()
        is_wanted = path.suffix == ".py" or path.suffix not in NO_DATA
        if path.is_file() and is_wanted and not inside.startswith(left_out) and "__pycache__" not in inside:
            files[f"{package}/{inside}"] = path.read_bytes()
    return files


def write_archive(target: Path, files: dict[str, bytes]) -> None:
    """All in one, not compressed: it is compressed as a whole, and unpacked once."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name, data in sorted(files.items()):
            is_code = name.endswith(".py")
            info = zipfile.ZipInfo(name + "c" if is_code else name, EPOCH)
            info.external_attr = 0o644 << 16
            archive.writestr(info, compiled(name, data) if is_code else data)


def write_nets(target: Path) -> dict[str, str]:
    """The nets of all cases, under their digests; which is whose, by the package of the case."""
    target.mkdir()
    digests = {}
    for path in sorted((SOURCES / "casefile/cases").glob(f"*/{NET}")):
        content = path.read_bytes()
        digests[f"casefile.cases.{path.parent.name}"] = digest = sha256(content).hexdigest()
        (target / digest).write_bytes(content)
    return digests


async def make(target: Path, nets: Any) -> None:
    """Write the archive, the nets, and the one library that is no Python and cannot be loaded from it."""
    sys.path[:0] = [str(SOURCES), str(WHEELS)]
    digests = write_nets(target / "nets")
    from casefile.tab import nets as tab_nets

    tab_nets.known_digests = lambda: digests  # as the archive will say
    await use_everything(nets)
    files = standard_modules()
    files[DIGESTS] = json.dumps(digests).encode()
    files |= package_files(SOURCES, "casefile", LEFT_OUT)
    files |= package_files(WHEELS, "openskill")
    files["mypy_extensions.py"] = (WHEELS / "mypy_extensions.py").read_bytes()
    files |= package_files(WHEELS, "msgspec")
    files["msgspec/__init__.py"] = BESIDE + files["msgspec/__init__.py"]
    write_archive(target / "engine.zip", files)
    (native,) = (WHEELS / "msgspec").glob("*.so")
    (target / "msgspec.so").write_bytes(native.read_bytes())
