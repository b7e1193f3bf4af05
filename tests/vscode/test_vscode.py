"""The extension in a real VS Code; the tests themselves are in vscode-extension/test."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import EXTENSION

pytestmark = pytest.mark.requires_tools("node", "npm", "chromium", "rg")


@pytest.mark.parametrize("suite", ["host", "workbench"])
def test_in_a_real_vscode(suite: str, vscode: Path, vsix: Path) -> None:
    command = ["node", "--test", "--test-reporter=spec", str(EXTENSION / "test" / f"{suite}.test.mjs")]
    environment = {**os.environ, "VSCODE": str(vscode), "VSIX": str(vsix), "ENVIRONMENT_PYTHON": sys.executable}
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout
