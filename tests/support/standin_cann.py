"""A stand-in for CANN: a compiler that notes its arguments, a CMake package, and a runtime that notes launches."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

_PARTS = Path(__file__).with_name("cann")
_CMAKE = Path("compiler/tikcpp/ascendc_kernel_cmake")

needs_tools = pytest.mark.requires_tools("cmake", "g++", "gcc", "make")


@dataclass(frozen=True)
class StandIn:
    """An installation in a folder."""

    home: Path

    def compiled(self) -> list[list[str]]:
        """The arguments of every call of the compiler."""
        return [json.loads(line) for line in (self.home / "calls.jsonl").read_text().splitlines()]


def install(home: Path, version: str = "8.5.0") -> StandIn:
    """Installs one."""
    for folder in ("bin", "include", "lib64", str(_CMAKE)):
        (home / folder).mkdir(parents=True)
    shutil.copy(_PARTS / "bisheng.py", home / "bin/bisheng")
    (home / "bin/bisheng").chmod(0o755)
    for file in _PARTS.glob("*.cmake*"):
        shutil.copy(file, home / _CMAKE)
    for header in (_PARTS / "standin_runtime.h", _PARTS.parent / "ascendc_stub/kernel_operator.h"):
        shutil.copy(header, home / "include")
    (home / "ascend_toolkit_install.info").write_text(f"package_name=Ascend-cann-toolkit\nversion={version}\n")
    library = home / "lib64/libstandin_runtime.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, _PARTS / "runtime.c"], check=True)
    return StandIn(home)
