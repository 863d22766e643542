"""`casefile doctor`: what is installed, what works, and what to do about the rest."""

import argparse
import asyncio
import importlib
import json
import platform
import re
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import PackageNotFoundError, distribution, requires, version
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import URLError
from urllib.request import urlopen

from casefile import __version__
from casefile.cli.common import Commands, port_number
from casefile.cli.serve import listen
from casefile.cli.storages import add_storage, check_storage
from casefile.errors import CasefileError
from casefile.registry import cases, rules_for
from casefile.text.languages import LANGUAGES, wanted

DISTRIBUTION = "casefile-rummy"
GOOD, NOTE, BAD = "good", "note", "bad"
MARKS = {GOOD: "ok ", NOTE: "-  ", BAD: "BAD"}
FOR_DEVELOPERS = "dev"
CONNECT_SECONDS = 5  # for a database
REINSTALL = f"pip install --force-reinstall {DISTRIBUTION}"


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at."""

    what: str
    state: str  # good; note: works, but could be better; bad: something does not work
    says: str
    remedy: str = ""


def add_commands(commands: Commands) -> None:
    """Tell the parser about this command."""
    parser = commands.add_parser("doctor", help="what is installed, what works, and what to do about the rest")
    add_storage(parser)
    parser.add_argument("--port", type=port_number, default=8000, metavar="N", help="port for a server (8000)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Look at everything; 1 if something has to be mended."""
    findings = list(examine(options))
    if options.json:
        print(json.dumps([asdict(finding) for finding in findings], indent=2))
    else:
        for finding in findings:
            print(f"{MARKS[finding.state]} {finding.what:9} {finding.says}")
            if finding.remedy:
                print(f"{'':13} → {finding.remedy}")
        bad = sum(finding.state == BAD for finding in findings)
        print(f"\n{bad} to be mended." if bad else "\nAll that Casefile needs is there.")
    return int(any(finding.state == BAD for finding in findings))


def examine(options: argparse.Namespace) -> Iterator[Finding]:
    """Look at one thing after the other; what cannot even be looked at is bad."""
    looks: dict[str, Callable[[], Iterator[Finding]]] = {
        "version": look_at_version,
        "packages": look_at_packages,
        "engine": look_at_engine,
        "cases": look_at_cases,
        "nets": look_at_nets,
        "page": look_at_page,
        "language": look_at_language,
        "data": lambda: look_at_data(options),
        "port": lambda: look_at_port(options.port),
        "extras": look_at_extras,
    }
    for what, look in looks.items():
        try:
            yield from look()
        except (CasefileError, ImportError, OSError) as error:
            yield Finding(what, BAD, str(error), REINSTALL if isinstance(error, ImportError) else "")


def look_at_version() -> Iterator[Finding]:
    """Which Casefile, on which Python."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    yield Finding("version", GOOD, f"casefile {__version__}, {python}, {platform.system()} {platform.machine()}")


def look_at_packages() -> Iterator[Finding]:
    """Are the packages there that Casefile cannot do without?"""
    missing = [name for name, extra in requirements() if not extra and not is_installed(name)]
    if missing:
        yield Finding("packages", BAD, f"missing: {', '.join(missing)}", REINSTALL)
    else:
        yield Finding("packages", GOOD, "all that are needed are installed")


def requirements() -> Iterator[tuple[str, str]]:
    """Names of the packages that Casefile asks for, with the extra that does; those for some platforms are left out."""
    for line in requires(DISTRIBUTION) or []:
        needed, _, marker = line.partition(";")
        extra = re.fullmatch(r"\s*extra == ['\"]([\w-]+)['\"]\s*", marker)
        if not marker or extra:
            name = re.split(r"[^\w.-]", needed.strip())[0]
            yield name, extra[1] if extra else ""


def is_installed(name: str) -> bool:
    """Is there a package of this name?"""
    try:
        version(name)
    except PackageNotFoundError:
        return False
    return True


def is_compiled() -> bool:
    """Is the engine that runs the compiled one?"""
    return str(importlib.import_module("casefile.core.rules").__file__).endswith(tuple(EXTENSION_SUFFIXES))


def look_at_engine() -> Iterator[Finding]:
    """Compiled, or interpreted and why."""
    if is_compiled():
        yield Finding("engine", GOOD, "compiled")
        return
    source = json.loads(distribution(DISTRIBUTION).read_text("direct_url.json") or "{}")
    if source.get("dir_info", {}).get("editable"):
        remedy = "an editable install always is; `make play` compiles one beside it where there is a C compiler"
    else:
        remedy = f"install a wheel for your platform, or a C compiler and then: {REINSTALL} --no-binary {DISTRIBUTION}"
    yield Finding("engine", NOTE, "interpreted: the same rules, but bots make fewer tries per second", remedy)


def look_at_cases() -> Iterator[Finding]:
    """Which cases there are."""
    yield Finding("cases", GOOD, ", ".join(cases()))


def look_at_nets() -> Iterator[Finding]:
    """Does each net load, and answer?"""
    from casefile.learn.net import net_of

    able = []
    for name in cases():
        rules = rules_for(name)
        net = net_of(rules)
        if net is not None:
            state = rules.deal(0, [0] * rules.sides, "doctor", log=False)
            net.look(rules.view(state, state.actor()), rules.target)
            able.append(name)
    yield Finding("nets", GOOD, f"run for {', '.join(able)}" if able else "no case has one")


def look_at_page() -> Iterator[Finding]:
    """Was the page built?"""
    from casefile.server.context import PAGE

    if (PAGE / "index.html").is_file():
        yield Finding("page", GOOD, "built")
    else:
        yield Finding("page", BAD, "was not built: a server has nothing to show", "make page, or install a wheel")


def look_at_language() -> Iterator[Finding]:
    """Which language is spoken."""
    yield Finding("language", GOOD, f"{LANGUAGES[wanted(None)]} (--language: {', '.join(LANGUAGES)})")


def look_at_data(options: argparse.Namespace) -> Iterator[Finding]:
    """Can a server keep its data where it would?"""
    if options.storage is not None:
        check_storage(options)
        from casefile.server.postgresql_schema import version_at

        version = asyncio.run(version_at(options.storage, CONNECT_SECONDS))
        yield Finding("data", GOOD, f"the database answers: {f'format {version}' if version else 'nothing yet'}")
        return
    from casefile.server.datafile import FILE, inspect

    folder = Path(options.data)
    if (folder / FILE).exists():
        yield Finding("data", GOOD, f"{folder}: format {inspect(folder / FILE)}")
        return
    there = next(parent for parent in (folder, *folder.absolute().parents) if parent.exists())
    if is_writable(there):
        yield Finding("data", GOOD, f"{folder}: nothing yet, and can be written")
    else:
        reason = "" if there.is_dir() else f": {there} is not a folder"
        yield Finding("data", BAD, f"{folder}: cannot be written{reason}", "name another folder with --data")


def is_writable(folder: Path) -> bool:
    """Can a folder be made here? Rights alone do not say so: root has them on a read-only disk and in /proc, too."""
    try:
        with TemporaryDirectory(prefix=".casefile-", dir=folder):
            return True
    except OSError:
        return False


def look_at_port(port: int) -> Iterator[Finding]:
    """Is the port free, or is Casefile there already?"""
    try:
        listen("127.0.0.1", port).close()
    except CasefileError as error:
        if answers(port):
            yield Finding("port", GOOD, f"{port}: Casefile is open at http://127.0.0.1:{port}/")
        else:
            yield Finding("port", NOTE, str(error).partition(";")[0], "casefile serve --port 0 takes any free one")
    else:
        yield Finding("port", GOOD, f"{port} is free")


def answers(port: int) -> bool:
    """Does a Casefile server answer there?"""
    try:
        with urlopen(f"http://127.0.0.1:{port}/api/alive", timeout=1) as answer:
            return "version" in json.load(answer)
    except (URLError, OSError, ValueError):
        return False


def look_at_extras() -> Iterator[Finding]:
    """What else can be installed, and is or is not."""
    extras: dict[str, list[str]] = {}
    for name, extra in requirements():
        if extra and extra != FOR_DEVELOPERS:
            extras.setdefault(extra, []).append(name)
    there = [extra for extra, names in extras.items() if all(map(is_installed, names))]
    others = [extra for extra in extras if extra not in there]
    remedy = f"if you need one: pip install '{DISTRIBUTION}[{','.join(others)}]'" if others else ""
    yield Finding("extras", GOOD, f"{', '.join(there) or 'none'}; not: {', '.join(others) or 'none'}", remedy)
