"""The known traps: every one is reported, left to another rule, or nothing to see; and each example is told right."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyasc_lint import Settings, check_paths
from pyasc_lint.diagnostics import Diagnostic, Severity
from pyasc_lint.rules.asc7xx.traps._registry import all_traps
from pyasc_lint.rules.asc7xx.traps._trap import Trap
from tests.support.expect import compare, expectations

each_trap = pytest.mark.parametrize("trap", all_traps().values(), ids=lambda trap: trap.id)


def check(folder: Path, text: str, settings: Settings | None = None) -> list[Diagnostic]:
    file = folder / "example.py"
    file.write_text(text, encoding="utf-8")
    return check_paths([str(file)], settings).diagnostics


@each_trap
def test_the_bad_example_falls_into_the_trap_where_it_is_marked(trap: Trap, tmp_path: Path) -> None:
    found = check(tmp_path, trap.bad)
    wanted = expectations(trap.bad)
    assert {code for _, code in wanted} == {"ASC701"}
    assert compare("bad", wanted, found, ["ASC701"]) == []
    told = [item for item in found if item.trap == trap.id]
    assert told and all(item.severity is trap.severity for item in told)


@each_trap
def test_the_good_example_gets_nothing(trap: Trap, tmp_path: Path) -> None:
    assert [item for item in check(tmp_path, trap.good) if item.severity >= Severity.WARNING] == []
