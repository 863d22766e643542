"""The imports of the package follow the layers in docs/architecture.md, and no file or function grows too long.

`python -m tests.test_layers` writes the figures of that page anew.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src/casefile"
PAGE = ROOT / "docs/architecture.md"
FIGURES = "<!-- figures -->\n"
PICTURE = re.compile(r"(?<=<!-- picture -->\n```\n).*?(?=```\n)", re.DOTALL)
ENTRANCE = ("__init__", "__main__")  # the version, which everybody may import, and `python -m casefile`
CODE = ("py", "ts", "svelte", "css")
LONGEST_FILE = 450
LONGEST_FUNCTION = 60

# Imports that break the order, with the reason why they are still there. A row that is no longer needed fails.
SLIPS: dict[tuple[str, str], str] = {}

# What the core may use of the world outside: nothing that reads, writes, tells the time or draws at random.
CORE_MAY_USE = {"collections", "dataclasses", "hashlib", "librt", "mypy_extensions", "typing"}


@dataclass(frozen=True)
class Layer:
    """A row of the table."""

    names: tuple[str, ...]  # folders, modules or patterns of files, without the ending
    may_import: frozenset[str]  # names of layers


@dataclass(frozen=True)
class Import:
    """One module that another one names."""

    file: str  # relative to the package, without the ending
    module: str  # relative to the package, dots as slashes


def read_layers() -> list[Layer]:
    """The table of docs/architecture.md, row by row."""
    layers: list[Layer] = []
    for names, rights in re.findall(r"^\| (`.*?`) \| .* \| (.*) \|$", PAGE.read_text("utf-8"), re.MULTILINE):
        above = {name for layer in layers for name in layer.names}
        named = set(re.findall(r"`(.*?)`", rights))
        assert named <= above, f"{names} may import {named - above}, which does not stand above it"
        if rights.startswith("all above"):
            named = above - named
        else:
            assert named or rights == "nothing", rights
        layers.append(
            Layer(tuple(name.removesuffix(".py") for name in re.findall(r"`(.*?)`", names)), frozenset(named))
        )
    return layers


def layer_of(path: str, layers: list[Layer]) -> Layer | None:
    """The layer of a module, by the name that fits it best; none for the entrance."""
    found = [
        (len(name), layer)
        for layer in layers
        for name in layer.names
        if fnmatch(path, name) or fnmatch(path, f"{name}/*")
    ]
    if not found:
        assert path in ENTRANCE, f"{path}: stands in no row of the table"
        return None
    return max(found, key=lambda row: row[0])[1]


def sources() -> Iterator[tuple[str, ast.Module]]:
    """All modules, by their path without the ending."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).with_suffix("").as_posix()
        yield name.removesuffix("/__init__"), ast.parse(path.read_text("utf-8"))


def is_module(name: str) -> bool:
    """Is there a module or package of this path?"""
    return (PACKAGE / f"{name}.py").exists() or (PACKAGE / name / "__init__.py").exists()


def imported(tree: ast.Module) -> Iterator[str]:
    """The full names of all modules that a module imports, wherever in it, also for types only."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module is not None
            inside = node.module.replace(".", "/").removeprefix("casefile").removeprefix("/")
            parts = [alias.name for alias in node.names if is_module(f"{inside}/{alias.name}".lstrip("/"))]
            yield from (f"{node.module}.{part}" for part in parts)
            if len(parts) < len(node.names):
                yield node.module


def own_imports() -> Iterator[Import]:
    """Every import of the package within itself."""
    for file, tree in sources():
        for name in imported(tree):
            if name.split(".")[0] == "casefile":
                yield Import(file, name.replace(".", "/").removeprefix("casefile").removeprefix("/") or "__init__")


def test_imports_follow_the_layers() -> None:
    """Nobody imports what stands below, but for the slips, which are all still there."""
    layers = read_layers()
    wrong: dict[tuple[str, str], list[str]] = {}
    for each in own_imports():
        here, there = layer_of(each.file, layers), layer_of(each.module, layers)
        if here is None or there is None or here is there or set(there.names) & here.may_import:
            continue
        wrong.setdefault((here.names[0], there.names[0]), []).append(f"{each.file} imports {each.module}")
    assert {pair: lines for pair, lines in wrong.items() if pair not in SLIPS} == {}
    assert [pair for pair in SLIPS if pair not in wrong] == [], "such slips are mended: take them off the list"


def test_the_core_uses_nothing_of_the_world() -> None:
    """No I/O, no clock, no logging, no global random: so it imports next to nothing."""
    used = {
        name.split(".")[0] for file, tree in sources() if file.split("/")[0] == "core" for name in imported(tree)
    } - {"casefile"}
    assert used <= CORE_MAY_USE


def test_the_table_has_no_row_too_many() -> None:
    """Every layer is there, but for those that the page announces."""
    planned = {"study", "cases/*/case", "cases/*/bot"}
    for layer in read_layers():
        for name in layer.names:
            assert name in planned or is_module(name), name


def test_the_picture_shows_what_rests_on_what() -> None:
    """Each layer stands in it once, and imports lead from its row to rows below."""
    drawn = PICTURE.search(PAGE.read_text("utf-8"))
    assert drawn is not None
    rows = [re.findall(r"[^\s|]+", line) for line in drawn[0].splitlines() if line.startswith("|")]
    height = {name.removesuffix(".py"): -row for row, names in enumerate(rows) for name in names}
    layers = read_layers()
    assert sorted(name.removesuffix(".py") for row in rows for name in row) == sorted(
        name for layer in layers for name in layer.names
    )
    for each in own_imports():
        here, there = (layer_of(path, layers) for path in (each.file, each.module))
        if here and there and here is not there:
            assert max(height[name] for name in there.names) < min(height[name] for name in here.names), each


def longest_file() -> tuple[int, str]:
    """How many lines the longest file has, and which it is."""
    return max((len(path.read_text("utf-8").splitlines()), str(path.relative_to(PACKAGE))) for path in modules())


def modules() -> list[Path]:
    """All Python files of the package."""
    return sorted(PACKAGE.rglob("*.py"))


def longest_function() -> tuple[int, str]:
    """How many lines the longest function has, and which it is."""
    return max(
        ((node.end_lineno or 0) - node.lineno + 1, f"{file}.py: {node.name}")
        for file, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


def test_files_and_functions_stay_short() -> None:
    """Files can be read in one sitting, and functions fit on a screen."""
    assert longest_file()[0] < LONGEST_FILE
    assert longest_function()[0] < LONGEST_FUNCTION


def lines_of_code(folder: str) -> int:
    """The lines of all files of code, but for the built page and for types that are made from the server's."""
    made = {ROOT / "web/src/lib/messages.ts", *(PACKAGE / "page").rglob("*")}
    files = [path for ending in CODE for path in (ROOT / folder).rglob(f"*.{ending}") if path not in made]
    return sum(path.read_bytes().count(b"\n") for path in files)


def figures() -> str:
    """The figures of the page: sizes, and how many imports lead from each folder to each other one."""
    lines = [
        "| what | lines | where |",
        "|---|---|---|",
        *[f"| all code | {lines_of_code(folder):,} | `{folder}` |" for folder in ("src", "web/src")],
        "| longest file | {} | `{}` |".format(*longest_file()),
        "| longest function | {} | `{}` |".format(*longest_function()),
        "",
        "| imports from | to |",
        "|---|---|",
    ]
    counts: dict[str, Counter[str]] = {}
    for each in own_imports():
        here, there = each.file.split("/")[0], each.module.split("/")[0]
        if here != there and not {here, there} & set(ENTRANCE):
            counts.setdefault(here, Counter())[there] += 1
    for here in [name for layer in read_layers() for name in layer.names if name in counts]:
        to = ", ".join(f"`{there}` {count}" for there, count in counts[here].most_common())
        lines.append(f"| `{here}` | {to} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    text, mark, _ = PAGE.read_text("utf-8").partition(FIGURES)
    PAGE.write_text(text + mark + figures(), "utf-8")
