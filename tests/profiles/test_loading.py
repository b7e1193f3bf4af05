"""Where profiles are looked for, and that loading one reads no more than it needs. Each test is its own process."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

LOAD = """
import sys
sys.path.insert(0, sys.argv[1])
read = []
sys.addaudithook(lambda event, args: read.append(str(args[0])) if event == "open" else None)
from pyasc_lint import profiles
try:
    print(profiles.load_profile("ascend910b4-1").name, profiles.__file__)
except profiles.ProfileError as error:
    print(error)
print(*sorted(path.replace("\\\\", "/").split("/")[-1] for path in read if path.endswith(".toml")))
"""


def load(folder: Path) -> list[str]:
    command = [sys.executable, "-I", "-c", LOAD, str(folder)]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout.splitlines()


def test_a_chip_needs_its_own_file_and_those_it_builds_on() -> None:
    loaded, files = load(ROOT)
    assert loaded.startswith("Ascend910B4-1 ")
    assert files.split() == ["Ascend910B4-1.toml", "_arch-2201.toml", "_common.toml"]


def test_profiles_inside_the_package_and_none_at_all(tmp_path: Path) -> None:
    """The layout of a wheel, then the same without its data."""
    shutil.copytree(ROOT / "pyasc_lint" / "profiles", tmp_path / "pyasc_lint" / "profiles")
    for file in ("__init__.py", "deferred.py", "toml_files.py"):
        shutil.copy(ROOT / "pyasc_lint" / file, tmp_path / "pyasc_lint" / file)
    shutil.copytree(ROOT / "hardware_profiles", tmp_path / "pyasc_lint" / "hardware_profiles")
    assert load(tmp_path)[0].startswith(f"Ascend910B4-1 {tmp_path}")
    shutil.rmtree(tmp_path / "pyasc_lint" / "hardware_profiles")
    message = load(tmp_path)[0]
    assert message.endswith("the shipped profiles are missing; reinstall pyasc-lint")
