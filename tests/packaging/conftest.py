"""Builds the distributions once, from a copy of the sources, and installs the wheel into a fresh environment."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOT_SOURCES = shutil.ignore_patterns(".*", "*.egg-info", "__pycache__", "build", "dist", "vscode-extension")


@dataclass(frozen=True)
class Distributions:
    """The sources that were built, the two distributions, and the wheel built from the unpacked sdist."""

    sources: Path
    sdist: Path
    wheel: Path
    wheel_from_sdist: Path


@dataclass(frozen=True)
class Installation:
    """A virtual environment with nothing of ours but the installed wheel, and an empty folder to run it from."""

    environment: Path
    folder: Path

    def run(self, command: str, *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command of the environment from the empty folder; `text` is its standard input."""
        environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        return subprocess.run(
            [self.environment / "bin" / command, *arguments],
            cwd=self.folder, env=environment, input=text, capture_output=True, text=True, timeout=60,
        )  # fmt: skip


def build(kind: str, sources: Path, target: Path) -> Path:
    """Call setuptools as a front end would, but with the one that is installed: nothing is downloaded."""
    code = f"import setuptools.build_meta as backend; print(backend.build_{kind}({str(target)!r}))"
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
    result = subprocess.run([sys.executable, "-c", code], cwd=sources, env=environment, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
    return target / result.stdout.splitlines()[-1]


@pytest.fixture(scope="session")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Distributions:
    folder = tmp_path_factory.mktemp("distributions")
    sources = shutil.copytree(ROOT, folder / "sources", ignore=NOT_SOURCES)
    sdist = build("sdist", sources, folder)
    wheel = build("wheel", sources, folder)
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / "unpacked", filter="data")
    (unpacked,) = (folder / "unpacked").iterdir()
    (folder / "again").mkdir()
    return Distributions(sources, sdist, wheel, build("wheel", unpacked, folder / "again"))


@pytest.fixture(scope="session")
def installation(tmp_path_factory: pytest.TempPathFactory, distributions: Distributions) -> Installation:
    environment = tmp_path_factory.mktemp("installation") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    python = environment / "bin" / "python"
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--disable-pip-version-check",
         "--no-index", "--no-deps", distributions.wheel],
        check=True,
    )  # fmt: skip
    # Dependencies come from the developer's environment: a path in a .pth file is searched, but its own .pth files,
    # such as that of our editable install, are not read.
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    shared = environment / "lib" / version / "site-packages" / "dependencies.pth"
    shared.write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return Installation(environment, tmp_path_factory.mktemp("elsewhere"))
