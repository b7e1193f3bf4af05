"""A small project whose files need one another, and the command line on it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pyasc_lint import cli

KERNEL = """\
import asc
from sizes import TILE

@asc.jit
def {name}(x: asc.GlobalAddress, n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    tile = ub.alloc(asc.TPosition.VECIN, asc.float32, TILE)
    rest = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, n)
    asc.duplicate(tile, 0.0, 64)
    asc.duplicate(rest, 0.0, 8)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
FILES = {
    "sizes.py": "TILE = 128\n",
    "first.py": KERNEL.format(name="first"),
    "second.py": KERNEL.format(name="second"),
    "host.py": "from first import first\nfirst[8](open('x'), 64)\n",
    "apart.py": "x = [1]\n",
}

Result = tuple[int, list[tuple[str, str, int, str]]]
Lint = Callable[..., Result]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture
def lint(project: Path, capsys: pytest.CaptureFixture[str]) -> Lint:
    """The exit status, and path, code, line and message of every finding."""

    def run(*arguments: str) -> Result:
        status = cli.main(["--output-format=json", *arguments])
        out = capsys.readouterr().out
        found: list[dict[str, Any]] = json.loads(out)["diagnostics"]
        return status, [
            (each["path"], each["code"], each["range"]["start"]["line"], each["message"]) for each in found
        ]

    return run


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that the engine had to check, as they come."""
    from pyasc_lint.module_checker import ModuleChecker

    seen: list[str] = []
    original = ModuleChecker.check

    def check(self: Any, frontend: Any, module: Any, report: Any) -> None:
        seen.append(report.source.path)
        original(self, frontend, module, report)

    monkeypatch.setattr(ModuleChecker, "check", check)
    return seen
