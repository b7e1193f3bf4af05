"""Imports go one way: what each part of the package may import, of ours and of others."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# The parts of the package, and what each may import of ours. A part may only name parts above it, so there is no cycle.
# "pyasc_lint" is the package's own __init__: the public API, which loads the engine when called. Its version alone is
# a part of its own.
MAY_IMPORT = {
    "__version__": "",
    "deferred": "",
    "ir": "",
    "files": "",
    "toml_files": "",
    "api": "ir",
    "diagnostics": "ir",
    "profiles": "ir toml_files diagnostics",
    "frontend": "ir api diagnostics",
    "analysis": "ir api profiles diagnostics",
    "rules": "ir api profiles diagnostics analysis",
    "codegen": "ir api profiles diagnostics analysis",
    "outputs": "toml_files",
    "selection": "api diagnostics rules",
    "suppression": "ir diagnostics frontend rules selection",
    "settings": "outputs rules",
    "config_files": "files toml_files rules selection settings",
    "config": "diagnostics files selection settings config_files",
    "gitignore": "",
    "discovery": "files config gitignore",
    "watching": "toml_files config_files config discovery",
    "editing": "ir diagnostics frontend rules",
    "collector": "ir profiles diagnostics analysis rules editing",
    "reports": "ir diagnostics frontend analysis rules",
    "failures": "diagnostics rules reports",
    "module_checker": "ir profiles diagnostics frontend analysis rules editing collector reports failures",
    "limits": "",
    "checker": "ir diagnostics frontend rules reports failures module_checker limits",
    "execution": "__version__ files diagnostics frontend analysis reports failures limits checker",
    "fingerprints": "diagnostics files frontend reports",
    "baseline": "diagnostics files toml_files frontend reports fingerprints",
    "runner": (
        "diagnostics files baseline frontend suppression config discovery reports failures execution"
    ),
    "fixing": "ir diagnostics files frontend editing config reports runner",
    "reporting": (
        "__version__ ir api profiles diagnostics files outputs frontend analysis rules selection settings config "
        "reports fingerprints runner fixing"
    ),
    "emission": "diagnostics profiles codegen settings config reports limits runner",
    "host": "ir profiles codegen settings config reports runner emission",
    "vocabulary": "api profiles",
    "commands": (
        "__version__ diagnostics profiles outputs toml_files rules selection settings baseline config watching "
        "execution runner fixing reporting codegen emission host"
    ),
    "cli": "profiles toml_files selection config commands",
    "__main__": "cli",
    "pyasc_lint": (
        "baseline toml_files diagnostics profiles frontend selection config_files config reports editing runner fixing "
        "reporting codegen emission vocabulary"
    ),
    "lsp": "__version__ pyasc_lint",
}

# What every part may import beside: `dataclass`, as if it came with Python.
EVERYWHERE = ("deferred",)

# Packages of others, and the parts that may import them. Everything else must come with Python.
THIRD_PARTY = {
    "astroid": "frontend",
    "pydantic": "config_files profiles settings lsp",
    "pydantic_core": "config_files profiles",
    "rich": "reporting",
    "tomli": "toml_files",
    "pygls": "lsp",
    "lsprotocol": "lsp",
    "numpy": "host",
}


def modules(root: Path) -> Iterator[tuple[str, Path]]:
    """Every module of ours with the name it is installed under."""
    for folder, package in (("pyasc_lint", "pyasc_lint"), ("lsp", "pyasc_lint.lsp")):
        for path in sorted((root / folder).rglob("*.py")):
            yield ".".join([package, *path.relative_to(root / folder).with_suffix("").parts]), path


def imported_names(module: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and absolute dotted name of every import, those in functions and under TYPE_CHECKING included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = module.split(".")[: -node.level] if node.level else []
            for alias in node.names:
                yield node.lineno, ".".join([*base, *([node.module] if node.module else []), alias.name])


def violations(root: Path) -> list[str]:
    """One line for each import that the two tables do not allow."""
    files = dict(modules(root))
    parts = {*MAY_IMPORT, *(name.split(".")[1] for name in files)} - {"__init__"}

    def part_of(dotted: str) -> str:
        """The part that a name of ours belongs to; an attribute of the package itself belongs to its __init__."""
        second = dotted.partition(".")[2].partition(".")[0]
        return second if second in parts else "pyasc_lint"

    found = []
    for module, path in files.items():
        where, part = path.relative_to(root), part_of(module)
        if part not in MAY_IMPORT:
            found.append(f"{where}: {part} is a new part: say in MAY_IMPORT what it may import")
            continue
        for line, name in imported_names(module, ast.parse(path.read_text(encoding="utf-8"))):
            top = name.split(".")[0]
            if top == "pyasc_lint":
                target = part_of(name)
                allowed = target in (part, *EVERYWHERE) or target in MAY_IMPORT[part].split()
            else:
                target = top
                allowed = top in sys.stdlib_module_names or part in THIRD_PARTY.get(top, "").split()
            if not allowed:
                found.append(f"{where}:{line}: {part} imports {target}")
    return found


def test_imports_go_one_way() -> None:
    assert violations(ROOT) == []


def test_a_part_names_only_parts_above_it() -> None:
    above: set[str] = set()
    for part, allowed in MAY_IMPORT.items():
        assert set(allowed.split()) <= above, part
        above.add(part)


def test_third_party_imports_are_declared_dependencies() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    section = re.search(r"^dependencies = \[\n(.*?)^\]", text, re.DOTALL | re.MULTILINE)
    assert section is not None
    declared = set(re.findall(r'^    "([a-z]+)', section[1], re.MULTILINE))
    # These two come with pydantic and pygls, in versions that those choose; whoever runs kernels has NumPy.
    assert set(THIRD_PARTY) - {"pydantic_core", "lsprotocol", "numpy"} == declared


@pytest.mark.parametrize(
    ("path", "code", "expected"),
    [
        ("pyasc_lint/ir/nodes.py", "from pyasc_lint.diagnostics import Severity", "ir imports diagnostics"),
        ("pyasc_lint/ir/nodes.py", "from pyasc_lint import __version__", "ir imports __version__"),
        ("pyasc_lint/ir/nodes.py", "import pydantic", "ir imports pydantic"),
        ("pyasc_lint/api/table.py", "import pyasc_lint.frontend.syntax", "api imports frontend"),
        ("pyasc_lint/analysis/memory.py", "def f():\n    from pyasc_lint.rules import _rule", "analysis imports rules"),
        ("pyasc_lint/rules/asc1xx/asc101_x.py", "import astroid.nodes", "rules imports astroid"),
        ("pyasc_lint/rules/asc1xx/asc101_x.py", "from ...frontend import syntax", "rules imports frontend"),
        ("pyasc_lint/rules/__init__.py", "from .. import frontend", "rules imports frontend"),
        ("pyasc_lint/rules/_rule.py", "if TYPE_CHECKING:\n    from pyasc_lint import cli", "rules imports cli"),
        ("pyasc_lint/runner.py", "from pyasc_lint.lsp import server", "runner imports lsp"),
        ("pyasc_lint/cli.py", "import pygls", "cli imports pygls"),
        ("pyasc_lint/cli.py", "import yaml", "cli imports yaml"),
        ("pyasc_lint/runner.py", "from pyasc_lint import check_paths", "runner imports pyasc_lint"),
        ("lsp/server.py", "from pyasc_lint.analysis import memory", "lsp imports analysis"),
        ("pyasc_lint/stray.py", "", "stray is a new part"),
    ],
)
def test_a_wrong_import_is_found(tmp_path: Path, path: str, code: str, expected: str) -> None:
    for existing in ("frontend/__init__", "cli", "diagnostics", "runner", "analysis/__init__"):
        (tmp_path / "pyasc_lint" / existing).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / f"pyasc_lint/{existing}.py").touch()
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text(code, encoding="utf-8")
    (found,) = violations(tmp_path)
    assert found.startswith(path) and expected in found
