"""The installed wheel, run from an empty folder of an environment that holds nothing else of ours."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.emitting import GPP

from .conftest import ROOT, Installation

VERSION = "0.1.0"


def test_version(installation: Installation) -> None:
    result = installation.run("pyasc-lint", "--version")
    assert (result.returncode, result.stdout) == (0, f"pyasc-lint {VERSION}\n")


def test_rules_are_found(installation: Installation) -> None:
    result = installation.run("pyasc-lint", "--list-rules")
    assert result.returncode == 0
    assert "ASC101" in result.stdout


def test_profiles_are_found(installation: Installation) -> None:
    result = installation.run("pyasc-lint", "--list-targets")
    assert result.returncode == 0
    assert "Ascend910B1" in result.stdout


@pytest.mark.parametrize(("example", "status"), [("clean/vector_add.py", 0), ("faulty/tile_overflow.py", 1)])
def test_lints_an_example(installation: Installation, example: str, status: int) -> None:
    file = shutil.copy(ROOT / "examples" / example, installation.folder)
    result = installation.run("pyasc-lint", "--no-cache", str(file))
    assert result.returncode == status, result.stdout + result.stderr
    assert ("ASC101" in result.stdout) == bool(status)


@pytest.mark.skipif(GPP is None and not os.environ.get("CI"), reason="g++ is not installed")
def test_runs_a_kernel(installation: Installation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYASC_LINT_CACHE", str(tmp_path))
    file = shutil.copy(ROOT / "tests/fixtures/acceptance/clean/two_kernels.py", installation.folder)
    result = installation.run("pyasc-lint", str(file), "--run", "negate(x=float32*16384, y=float32*16384)")
    assert result.returncode == 0, result.stdout + result.stderr
    assert "y: float32[16384]" in result.stdout


@pytest.mark.parametrize("command", [("pyasc-lint-server",), ("python", "-m", "pyasc_lint.lsp")])
def test_the_server_shakes_hands(installation: Installation, command: tuple[str, ...]) -> None:
    asked = (
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"processId": None, "capabilities": {}}},
        {"jsonrpc": "2.0", "id": 2, "method": "shutdown"},
        {"jsonrpc": "2.0", "method": "exit"},
    )
    bodies = [json.dumps(message) for message in asked]
    result = installation.run(*command, text="".join(f"Content-Length: {len(body)}\r\n\r\n{body}" for body in bodies))
    assert result.returncode == 0, result.stderr
    assert '"name": "pyasc-lint"' in result.stdout or '"name":"pyasc-lint"' in result.stdout


@pytest.mark.parametrize(("module", "there"), [("pyasc_lint.lsp", True), ("lsp", False), ("hardware_profiles", False)])
def test_an_editable_install_maps_the_folders_too(tmp_path: Path, module: str, there: bool) -> None:
    """This is the environment that runs the tests: `pip install -e .` must not put the checkout on the path."""
    result = subprocess.run([sys.executable, "-c", f"import {module}"], cwd=tmp_path, capture_output=True, text=True)
    assert (result.returncode == 0) == there, result.stderr
