"""What package.json of the VS Code extension says, against the code that it is about."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.version import Version
from pyasc_lint.lsp.settings import FolderSettings, ServerSettings, read_settings

from pyasc_lint import __version__

from .conftest import ROOT
from .test_extension import REQUIREMENTS, SUPPORTED

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

EXTENSION = ROOT / "vscode-extension"
MANIFEST: dict[str, Any] = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SETTINGS: dict[str, Any] = {
    name.removeprefix("pyasc-lint."): schema
    for name, schema in MANIFEST["contributes"]["configuration"]["properties"].items()
}
CLIENT = {"importStrategy", "interpreter", "path", "trace.server"}
"""Settings that the server does not read."""
SERVER = {name: schema for name, schema in SETTINGS.items() if name not in CLIENT}


def source(name: str) -> str:
    return (EXTENSION / name).read_text(encoding="utf-8")


def test_the_settings_are_those_of_the_server() -> None:
    (problem,) = read_settings({"nonsense": 1}).problems
    known = set(problem.rpartition("known: ")[2].split(", "))
    # The extension itself shows what commands answer, and tells the server so.
    assert SERVER.keys() == known - {"showResults"}
    assert ServerSettings.model_fields.keys() >= {"show_results"}


def test_the_defaults_say_nothing() -> None:
    found = read_settings({name: schema["default"] for name, schema in SERVER.items()})
    assert (found.server, found.problems, found.lint.said) == (ServerSettings(), (), FolderSettings().lint.said)


@pytest.mark.parametrize("name", [name for name, schema in SERVER.items() if "enum" in schema])
def test_the_choices_are_those_of_the_server(name: str) -> None:
    assert [choice for choice in SERVER[name]["enum"] if read_settings({name: choice}).problems] == []
    assert read_settings({name: "nonsense"}).problems


def test_the_limits_are_those_of_the_server() -> None:
    schema = SERVER["debounce"]
    for value, fits in ((schema["minimum"], True), (schema["maximum"], True), (schema["maximum"] + 1, False)):
        assert (read_settings({"debounce": value}).problems == ()) == fits


def test_settings_that_name_programs_or_files_are_not_taken_from_an_untrusted_workspace() -> None:
    restricted = MANIFEST["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"]
    named = {"configuration", "importStrategy", "interpreter", "path", "profiles"}
    assert {name.removeprefix("pyasc-lint.") for name in restricted} == named


def test_the_readme_explains_every_setting_and_command() -> None:
    readme = source("README.md")
    titles = json.loads(source("package.nls.json"))
    commands = [titles[command["title"].strip("%")] for command in MANIFEST["contributes"]["commands"]]
    assert [name for name in SETTINGS if f"`{name}`" not in readme] == []
    assert [title for title in commands if f"pyasc-lint: {title}" not in readme] == []


def test_the_versions_are_one() -> None:
    lock = json.loads(source("package-lock.json"))
    assert {MANIFEST["version"], lock["version"], lock["packages"][""]["version"]} == {__version__}


def test_the_supported_pythons_are_one() -> None:
    oldest = PROJECT["project"]["requires-python"].removeprefix(">=")
    listed = [row.rpartition(" :: ")[2] for row in PROJECT["project"]["classifiers"] if " :: 3." in row]
    assert oldest == SUPPORTED[0] and set(listed) <= set(SUPPORTED)
    assert str(tuple(map(int, oldest.split(".")))) in source("bundled/server.py")
    assert str(list(map(int, oldest.split(".")))) in source("src/choice.ts")


def test_what_is_bundled_fits_what_the_package_needs() -> None:
    needed = [Requirement(text) for text in PROJECT["project"]["dependencies"]]
    names = {each.name for each in needed}
    assert names - REQUIREMENTS.keys() == {"rich"}  # for terminals alone
    assert [each for each in needed if each.name != "rich" and REQUIREMENTS[each.name] not in each.specifier] == []


def test_the_types_are_not_newer_than_the_oldest_supported_editor() -> None:
    oldest = MANIFEST["engines"]["vscode"].removeprefix("^")
    assert Version(MANIFEST["devDependencies"]["@types/vscode"]) <= Version(oldest)


def test_the_lock_file_names_no_registry() -> None:
    lock = json.loads(source("package-lock.json"))
    assert [name for name, package in lock["packages"].items() if "resolved" in package] == []
    assert all("integrity" in package for name, package in lock["packages"].items() if name)
