"""Builds projects with CANN: finds it, checks what is needed, and runs CMake."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from pyasc_lint.deferred import dataclass

_HOME = "ASCEND_HOME_PATH"
_DEFAULT = Path("/usr/local/Ascend/ascend-toolkit")
_GET = "get the toolkit from https://www.hiascend.com/software/cann"
_SHOWN = 30
"""Lines of a failed build that are shown."""

_VERSION_FILES = (
    "ascend_toolkit_install.info",
    "*-linux/ascend_toolkit_install.info",
    "include/version/cann_version.h",
    "*-linux/include/version/cann_version.h",
    "version.cfg",
    "*-linux/version.cfg",
)
_VERSION = re.compile(r"(?im)version\w*\s*[=\s]\s*[\"\[]?(?:[\w.]+:)?v?(\d+(?:\.\w+)+)")


class BuildError(Exception):
    """The projects cannot be built; says what is missing or wrong, and the remedy."""


@dataclass(frozen=True, slots=True)
class Toolchain:
    """A CANN installation. `version` is None where no file of it tells."""

    home: Path
    version: str | None
    cmake: str


def find_cann(wanted: str | None, environment: Mapping[str, str] | None = None) -> Toolchain:
    """The CANN that the environment has set up. `wanted`: its version must begin so. Raises BuildError with all that is
    missing."""
    environment = os.environ if environment is None else environment
    missing = []
    home = environment.get(_HOME, "")
    if not home:
        script = _DEFAULT / "set_env.sh"
        how = f"run: source {script}" if script.exists() else f"{_GET}, then run: source <CANN>/set_env.sh"
        missing.append(f"{_HOME} is not set; {how}")
    elif not Path(home).is_dir():
        missing.append(f"{_HOME} is {home}, which is no folder; source set_env.sh of the CANN that is installed")
    elif shutil.which("bisheng", path=_search_path(home, environment)) is None:
        missing.append(f"the compiler bisheng is not in {home}/bin, {home}/compiler or on the PATH; {_GET}")
    cmake = shutil.which("cmake", path=environment.get("PATH"))
    if cmake is None:
        missing.append("cmake is not on the PATH; install it, for example with: pip install cmake")
    if missing or cmake is None:
        raise BuildError("--build needs CANN:\n" + "\n".join(f"  {line}" for line in missing))
    version = _version(Path(home))
    if wanted is not None and (version is None or not _begins(version, wanted)):
        found = f"is {version}" if version is not None else "does not tell its version"
        raise BuildError(f"CANN in {home} {found}, but cann-version asks for {wanted}: source set_env.sh of that one")
    return Toolchain(Path(home), version, cmake)


def build(folder: Path, toolchain: Toolchain) -> Path:
    """Builds one project; returns the library. Raises BuildError with the end of what CMake says."""
    made = folder / "build"
    for command in (["-S", str(folder), "-B", str(made)], ["--build", str(made)]):
        done = subprocess.run(
            [toolchain.cmake, *command], capture_output=True, text=True, errors="replace", check=False,
            env={**os.environ, "PATH": _search_path(str(toolchain.home), os.environ)},
        )  # fmt: skip
        if done.returncode != 0:
            said = (done.stdout + done.stderr).strip().splitlines()[-_SHOWN:]
            if "FindASC" in done.stderr or "ASCConfig" in done.stderr:
                said.append(f"this CANN has no CMake package ASC, which newer releases have; {_GET}")
            raise BuildError("\n  ".join([f"cmake {' '.join(command)} failed:", *said]))
    return made / f"lib{folder.name}.so"


def _search_path(home: str, environment: Mapping[str, str]) -> str:
    """PATH with the folders of CANN that hold compilers."""
    places = [f"{home}/bin", f"{home}/compiler/ccec_compiler/bin", f"{home}/compiler/bishengir/bin"]
    return os.pathsep.join([*places, environment.get("PATH", "")])


def _version(home: Path) -> str | None:
    """The version of a CANN, from the files in which its releases say it."""
    for pattern in _VERSION_FILES:
        for file in sorted(home.glob(pattern)):
            match = _VERSION.search(file.read_text(encoding="utf-8", errors="replace"))
            if match is not None:
                return match[1]
    return None


def _begins(version: str, wanted: str) -> bool:
    """Whether 8.5.0 is 8.5, which 8.50 is not."""
    parts = wanted.lower().removeprefix("v").split(".")
    return version.lower().split(".")[: len(parts)] == parts
