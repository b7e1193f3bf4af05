"""The VS Code that the tests of the extension use, and the packages to install in it."""

from __future__ import annotations

import platform
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXTENSION = ROOT / "vscode-extension"


@pytest.fixture(scope="session")
def vscode() -> Path:
    """The folder of VS Code; it is installed where `make` has not done so."""
    done = subprocess.run([EXTENSION / "scripts" / "setup-vscode.sh"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.strip())


@pytest.fixture(scope="session")
def vsix() -> Path:
    """The package of the extension for this machine."""
    machine = "arm64" if platform.machine() in ("aarch64", "arm64") else "x64"
    package = ROOT / "dist" / f"pyasc-lint-linux-{machine}.vsix"
    assert package.exists(), f"{package} is missing: make vsix"
    return package
