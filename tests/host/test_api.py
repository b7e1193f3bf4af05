"""The header has everything that emitted text may name."""

from __future__ import annotations

import re

from pyasc_lint import api
from pyasc_lint.codegen.forms import form
from pyasc_lint.host.compiler import INCLUDE

HEADERS = "\n".join(path.read_text(encoding="utf-8") for path in INCLUDE.rglob("*.h"))
NO_STRUCTS = {"CodegenOptions", "CompileOptions", "ConstExpr", "LaunchOptions"}


def has(name: str) -> bool:
    return re.search(rf"\b{name}\b", HEADERS) is not None


def test_functions() -> None:
    functions = [each for each in api.table().functions() if not each.name.startswith("adv.")]
    patterns = [form(each.name, overload.index) or "" for each in functions for overload in each.overloads]
    names = {match[0] for pattern in patterns if (match := re.match(r"[A-Z]\w+", pattern))}
    assert len(names) > 120 and {name for name in names if not has(name)} == set()


def test_methods() -> None:
    for cls in ("LocalTensor", "GlobalTensor"):
        info = api.find_class(cls)
        assert info is not None
        patterns = [form(f"{cls}.{method}", 0) or "" for method in info.methods]
        names = {match[1] for pattern in patterns if (match := re.match(r"\{self\}\.(\w+)", pattern))}
        assert {name for name in names if not has(name)} <= {"GetShapeInfo"}


def test_structs_and_members_of_enums() -> None:
    structs = {info.name for info in api.table().classes() if info.fields and not info.name.startswith("adv.")}
    assert {name for name in structs - NO_STRUCTS if not has(name)} == set()
    for enum in ("TPosition", "Hardware", "HardEvent", "RoundMode", "CMPMODE", "ReduceOrder", "TransposeType"):
        info = api.find_enum(enum)
        assert info is not None and all(has(member) for member in info.members)
