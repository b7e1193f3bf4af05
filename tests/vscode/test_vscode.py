"""The extension in a real VS Code, and its parts that need none; the tests themselves are in vscode-extension/test."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import EXTENSION


def run(suite: str, **environment: str) -> None:
    command = ["node", "--test", "--test-reporter=spec", str(EXTENSION / "test" / f"{suite}.test.mjs")]
    given = {**os.environ, **environment}
    done = subprocess.run(command, env=given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.requires_tools("node", "npm")
def test_without_vscode() -> None:
    run("units")


@pytest.mark.requires_tools("node", "npm", "chromium", "rg")
@pytest.mark.parametrize("suite", ["host", "workbench"])
def test_in_a_real_vscode(suite: str, vscode: Path, vsix: Path) -> None:
    run(suite, VSCODE=str(vscode), VSIX=str(vsix), ENVIRONMENT_PYTHON=sys.executable)
