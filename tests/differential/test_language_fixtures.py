"""The fixtures on language say what pyasc 1.1.1 says: it rejects the kernels with a marked line, and no other."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.support.pyasc import Argument, Traced, ask_pyasc

pytestmark = pytest.mark.requires_pyasc

FIXTURES = sorted((Path(__file__).parents[1] / "fixtures" / "language").glob("*.py"))

ARGUMENTS: dict[str, Argument] = {
    "int": "int32",
    "float": "float32",
    "asc.GlobalAddress": "float32*",
    "asc.ConstExpr[int]": 4,
    "asc.ConstExpr[bool]": True,
}


def kernels(path: Path) -> list[tuple[str, bool, Traced]]:
    """(name, whether a line of it is marked, how to launch it) of every kernel of a fixture."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    found = []
    for node in ast.parse(text).body:
        if not isinstance(node, ast.FunctionDef) or not node.decorator_list:
            continue
        notes = [ast.unparse(argument.annotation) if argument.annotation else "" for argument in node.args.args]
        if all(note in ARGUMENTS for note in notes):
            marked = any("# expect:" in line for line in lines[node.lineno - 1 : node.end_lineno])
            found.append((node.name, marked, Traced(text, tuple(ARGUMENTS[note] for note in notes), node.name)))
    return found


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.stem)
def test_pyasc_rejects_what_is_marked(path: Path) -> None:
    asked = kernels(path)
    outcomes = ask_pyasc([traced for _, _, traced in asked])
    wrong = [
        f"{name}: {outcome.status} {outcome.error} {outcome.message[-200:]}"
        for (name, marked, _), outcome in zip(asked, outcomes, strict=True)
        if outcome.accepted == marked
    ]
    assert wrong == []
