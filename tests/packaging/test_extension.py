"""The packages of the VS Code extension, as `make vsix` builds them: what is inside, and that the server starts."""

from __future__ import annotations

import json
import os
import re
import struct
import subprocess
import sys
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.support.lsp_client import Client
from tests.support.pythons import find_python

from .conftest import ROOT
from .test_distributions import source_files

EXTENSION = ROOT / "vscode-extension"
MACHINES = {"linux-x64": 62, "linux-arm64": 183}
"""Targets with native parts, and their machine in the header of an ELF file."""
SUPPORTED = ("3.10", "3.11", "3.12", "3.13", "3.14")
HERE = "linux-arm64" if os.uname().machine in ("aarch64", "arm64") else "linux-x64"
REQUIREMENTS = dict(
    line.split("==") for line in (EXTENSION / "scripts" / "requirements.txt").read_text().splitlines() if "==" in line
)

FAULTY = (ROOT / "examples" / "faulty" / "tile_overflow.py").read_text(encoding="utf-8")

pytestmark = pytest.mark.requires_tools("node", "npm")


@cache
def contents(target: str) -> dict[str, bytes]:
    """Names, without the folder that all are in, and files of a package."""
    package = ROOT / "dist" / f"pyasc-lint-{target}.vsix"
    assert package.exists(), f"{package} is missing: make vsix"
    with zipfile.ZipFile(package) as archive:
        names = [name for name in archive.namelist() if name.startswith("extension/")]
        return {name.removeprefix("extension/"): archive.read(name) for name in names}


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The extension of this machine's platform, as VS Code unpacks it."""
    folder = tmp_path_factory.mktemp("vsix")
    for name, data in contents(HERE).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


@pytest.mark.parametrize("target", ["universal", *MACHINES])
def test_a_package_holds_what_is_needed_and_nothing_else(target: str) -> None:
    files = contents(target)
    own = {name for name in files if not name.startswith("bundled/libs/")}
    known = (
        r"package(\.nls(\.zh-cn)?)?\.json", "readme.md", "changelog.md", r"LICENSE\.txt", "THIRD_PARTY_NOTICES",
        "icon.png", r"dist/(extension|memoryMap)\.js", r"l10n/bundle\.l10n\.zh-cn\.json", r"media/[\w.]+\.css",
        r"images/[\w-]+\.png", r"walkthrough/[\w.-]+\.(md|py)", r"bundled/server\.py",
    )  # fmt: skip
    assert {name for name in own if not any(re.fullmatch(each, name, re.IGNORECASE) for each in known)} == set()
    assert [name for name in files if name.endswith((".pyc", ".map")) or "__pycache__" in name] == []
    manifest = json.loads(files["package.json"])
    assert {manifest["main"].removeprefix("./"), manifest["icon"], "bundled/server.py", "THIRD_PARTY_NOTICES"} <= own
    pictures = re.findall(r"!\[[^]]+\]\((images/[^)]+)\)", files["readme.md"].decode())
    (walkthrough,) = manifest["contributes"]["walkthroughs"]
    media = [step["media"].get("image") for step in walkthrough["steps"]]
    assert pictures and {name for name in (*pictures, *media) if name is not None} <= own


@pytest.mark.parametrize("target", ["universal", *MACHINES])
def test_a_package_is_for_its_platform(target: str) -> None:
    with zipfile.ZipFile(ROOT / "dist" / f"pyasc-lint-{target}.vsix") as archive:
        said = re.findall(r'TargetPlatform="([^"]*)"', archive.read("extension.vsixmanifest").decode())
    compiled = {name: data for name, data in contents(target).items() if data.startswith(b"\x7fELF")}
    if target == "universal":
        assert (said, compiled) == ([], {})
        assert not any(name.startswith("bundled/libs/") for name in contents(target))
        return
    assert said == [target]
    assert {struct.unpack_from("<H", data, 18)[0] for data in compiled.values()} == {MACHINES[target]}
    tags = [f"cp{version.replace('.', '')}" for version in SUPPORTED]
    assert sorted(Path(name).parts[2] for name in compiled) == tags
    assert all(tag.replace("cp", "cpython-") in name for name in compiled for tag in tags if f"/{tag}/" in name)


@pytest.mark.parametrize("target", MACHINES)
def test_a_package_has_the_server_of_these_sources_and_what_it_needs(target: str) -> None:
    common = {
        name.removeprefix("bundled/libs/common/"): data
        for name, data in contents(target).items()
        if name.startswith("bundled/libs/common/")
    }
    ours = source_files()
    assert {name for name in common if name.startswith("pyasc_lint/")} == ours.keys()
    assert [name for name, path in ours.items() if common[name] != path.read_bytes()] == []
    # Versions are looked up there, and the licences are there.
    metadata = re.compile(r"([\w.]+)-([^/-]+)\.dist-info/METADATA")
    informed = {match.groups() for name in common if (match := metadata.match(name))}
    wanted = {(name.replace("-", "_"), version) for name, version in REQUIREMENTS.items()}
    assert informed == wanted | {("pyasc_lint", json.loads((EXTENSION / "package.json").read_text())["version"])}


FOUND = {version: python for version in SUPPORTED if (python := find_python(version)) is not None}


def test_there_are_pythons_to_try() -> None:
    """The oldest supported one and one that is newer than most; in CI they are a must."""
    if "3.10" not in FOUND or FOUND.keys() <= {"3.10", "3.11"}:
        remedy = f"Python 3.10 and 3.12 or newer are wanted, on the PATH or from pyenv; found: {', '.join(FOUND)}"
        if os.environ.get("CI") == "true":
            pytest.fail(remedy, pytrace=False)
        pytest.skip(remedy)


def published(command: list[str], folder: Path) -> Any:
    """What a server says of a faulty file, in a session from the start to the end."""
    client = Client(command=["env", "-u", "PYTHONPATH", "-u", "PYTHONHOME", *command])
    uri = (folder / "kernel.py").as_uri()
    try:
        client.initialize(folder)
        client.open(uri, FAULTY)
        found = client.diagnostics(uri)
        assert client.end() == 0
        return found
    finally:
        client.kill()


@pytest.mark.parametrize("version", FOUND)
def test_the_bundled_server_finds_a_defect(version: str, unpacked: Path, tmp_path: Path) -> None:
    # -S: nothing that this Python has installed can help.
    (found,) = published([str(FOUND[version]), "-S", str(unpacked / "bundled" / "server.py"), "--stdio"], tmp_path)
    assert (found["code"], found["range"]["start"]["line"]) == ("ASC101", 20)


def universal(folder: Path) -> Path:
    launcher = folder / "server.py"
    launcher.write_bytes(contents("universal")["bundled/server.py"])
    return launcher


def test_the_universal_package_uses_what_is_installed(tmp_path: Path) -> None:
    launcher = str(universal(tmp_path))
    (found,) = published([sys.executable, launcher, "--environment", "--stdio"], tmp_path)
    assert found["code"] == "ASC101"


def test_the_launcher_says_why_it_cannot_start(tmp_path: Path, unpacked: Path) -> None:
    launcher = str(universal(tmp_path))
    done = subprocess.run([sys.executable, launcher], capture_output=True, text=True)
    assert done.returncode != 0 and done.stdout == "" and "Traceback" not in done.stderr
    assert "has no server of its own" in done.stderr
    for version in ("3.9", "3.8", "2.7"):
        if (python := find_python(version)) is not None:
            done = subprocess.run([python, unpacked / "bundled" / "server.py"], capture_output=True, text=True)
            assert done.returncode != 0
            assert done.stderr.startswith(f"pyasc-lint needs Python 3.10 or newer; this is {version}.")
