"""The clients of real editors, as Debian ships them: they list the diagnostics of a faulty kernel."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.conftest import KERNEL, TOO_LARGE, line_of

SCRIPTS = Path(__file__).parent / "editors"
LINE = line_of(KERNEL, "TILE = ")


def run(editor: str, command: list[str], folder: Path) -> Any:
    """What an editor's script prints, which has the faulty kernel open."""
    if shutil.which(editor) is None:
        remedy = f"{editor} is not installed: apt-get install neovim emacs-nox elpa-eglot"
        if os.environ.get("CI") == "true":
            pytest.fail(remedy, pytrace=False)
        pytest.skip(remedy)
    (folder / "kernel.py").write_text(TOO_LARGE, encoding="utf-8")
    server = Path(sys.executable).with_name("pyasc-lint-server")
    environment = {**os.environ, "HOME": str(folder), "SERVER": str(server), "GOOD": "TILE = 8192", "LINE": str(LINE)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout.strip().splitlines()[-1])


def test_neovim(tmp_path: Path) -> None:
    script = f"luafile {SCRIPTS / 'neovim.lua'}"
    result = run("nvim", ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", script, "kernel.py"], tmp_path)
    (found,) = result["found"]
    assert (found["code"], found["source"]) == ("ASC101", "pyasc-lint")
    assert (found["line"], found["column"]) == (line_of(TOO_LARGE, "y_out = "), 12)
    assert "ASC101 tile-overflow" in result["hover"]


def test_emacs(tmp_path: Path) -> None:
    # -q, not -Q: -Q leaves out Debian's packages.
    result = run("emacs", ["emacs", "-q", "--batch", "-l", str(SCRIPTS / "emacs.el"), "kernel.py"], tmp_path)
    (found,) = result["found"]
    assert "ends at 196,608" in found["text"] and found["line"] == line_of(TOO_LARGE, "y_out = ")
