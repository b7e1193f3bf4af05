"""What the wheel and the sdist hold."""

from __future__ import annotations

import re
import sys
import zipfile
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

from .conftest import ROOT, Distributions

# Where each folder of the repository is installed.
SOURCES = {"pyasc_lint": "pyasc_lint", "lsp": "pyasc_lint/lsp", "hardware_profiles": "pyasc_lint/hardware_profiles"}


def source_files() -> dict[str, Path]:
    """Name in the wheel and path of every file that the package is made of."""
    return {
        f"{installed}/{path.relative_to(ROOT / folder).as_posix()}": path
        for folder, installed in SOURCES.items()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="module")
def settings() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_packages_are_the_folders_on_disk(settings: dict[str, Any]) -> None:
    files = [PurePosixPath(name) for name in source_files()]
    folders = {file.parent for file in files if file.suffix == ".py"} | {PurePosixPath(SOURCES["hardware_profiles"])}
    assert settings["tool"]["setuptools"]["packages"] == sorted(".".join(folder.parts) for folder in folders)


def test_wheel_holds_the_package_and_nothing_else(distributions: Distributions) -> None:
    ours = source_files()
    wheel = {name: data for name, data in contents(distributions.wheel).items() if ".dist-info/" not in name}
    assert sorted(wheel) == sorted(ours)
    assert [name for name, data in wheel.items() if data != ours[name].read_bytes()] == []


def test_wheel_has_licence_and_entry_points(distributions: Distributions) -> None:
    wheel = contents(distributions.wheel)
    (info,) = {name.split("/")[0] for name in wheel if ".dist-info/" in name}
    assert wheel[f"{info}/licenses/LICENSE"] == (ROOT / "LICENSE").read_bytes()
    entry_points = wheel[f"{info}/entry_points.txt"].decode()
    assert re.findall(r"^([\w-]+) = ", entry_points, re.MULTILINE) == ["pyasc-lint", "pyasc-lint-server"]


def test_sdist_builds_the_same_wheel(distributions: Distributions) -> None:
    assert distributions.wheel_from_sdist.name == distributions.wheel.name
    assert contents(distributions.wheel_from_sdist) == contents(distributions.wheel)
