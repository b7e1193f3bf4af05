"""The pre-commit hook and the GitHub action: what they run, on a file with a defect and on one without."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
COMMANDS = Path(sys.executable).parent

CLEAN = "x = 1\n"
FAULTY = (ROOT / "examples" / "faulty" / "tile_overflow.py").read_text(encoding="utf-8")


def load(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def run(command: list[str], folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    path = f"{COMMANDS}{os.pathsep}{os.environ['PATH']}"
    given = {**os.environ, "PATH": path, **environment}
    return subprocess.run(command, cwd=folder, env=given, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("text", "status"), [(CLEAN, 0), (FAULTY, 1)])
def test_the_hook_checks_the_files_that_it_is_given(tmp_path: Path, text: str, status: int) -> None:
    (hook,) = load(".pre-commit-hooks.yaml")
    (tmp_path / "a.py").write_text(text)
    (tmp_path / "b.py").write_text(FAULTY)
    (tmp_path / "pyasc-lint.toml").write_text('exclude = ["b.py"]\n')
    done = run([*shlex.split(hook["entry"]), "a.py", "b.py"], tmp_path)
    assert done.returncode == status, done.stderr
    assert ("a.py:21" in done.stdout) == bool(status) and "b.py" not in done.stdout


def check_step(action: Any, folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Runs the last step as the runner does."""
    step = action["runs"]["steps"][-1]
    given = {f"${{{{ inputs.{name} }}}}": str(field["default"]) for name, field in action["inputs"].items()}
    given |= {f"${{{{ inputs.{name.replace('_', '-')} }}}}": value for name, value in inputs.items()}
    environment = {name: given.get(value, str(COMMANDS / "pyasc-lint")) for name, value in step["env"].items()}
    return run(["bash", "-eo", "pipefail", "-c", step["run"]], folder, **environment)


def test_the_action_marks_the_lines_and_fails(tmp_path: Path) -> None:
    action = load("action.yml")
    (tmp_path / "kernels").mkdir()
    (tmp_path / "kernels" / "a.py").write_text(FAULTY)
    (tmp_path / "b.py").write_text(CLEAN)
    done = check_step(action, tmp_path, sarif_file="out/lint.sarif")
    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith("::error title=pyasc-lint (ASC101 tile-overflow),file=kernels/a.py,line=21,")
    log = json.loads((tmp_path / "out" / "lint.sarif").read_text())
    assert [result["ruleId"] for result in log["runs"][0]["results"]] == ["ASC101"]
    assert check_step(action, tmp_path, paths="b.py").returncode == 0
    assert check_step(action, tmp_path, args="--ignore ASC101 --target Ascend910B4").returncode == 0


def test_inputs_of_the_action_are_never_code(tmp_path: Path) -> None:
    (tmp_path / "b.py").write_text(CLEAN)
    for inputs in ({"paths": "b.py; touch bad"}, {"args": "$(touch bad)"}, {"paths": "`touch bad` b.py"}):
        check_step(load("action.yml"), tmp_path, **inputs)
    assert not (tmp_path / "bad").exists()
    for step in load("action.yml")["runs"]["steps"]:
        assert "${{" not in step.get("run", "")


def test_a_repository_adopts_the_tool_in_three_steps(tmp_path: Path) -> None:
    """Known findings go into a baseline, CI runs with it, and a new defect fails that run."""
    kernel = tmp_path / "kernel.py"
    kernel.write_text(FAULTY)
    assert run(["pyasc-lint", "--write-baseline", "known.json"], tmp_path).returncode == 0
    (tmp_path / "pyproject.toml").write_text('[tool.pyasc-lint]\nbaseline = "known.json"\n')
    action = load("action.yml")
    assert check_step(action, tmp_path).returncode == 0
    kernel.write_text("# moved\n" + FAULTY)
    assert check_step(action, tmp_path).returncode == 0
    kernel.write_text(FAULTY.replace("asc.float32, TILE)  # expect", "asc.float32, 2 * TILE)  # expect"))
    done = check_step(action, tmp_path)
    assert done.returncode == 1 and "ASC101" in done.stdout
