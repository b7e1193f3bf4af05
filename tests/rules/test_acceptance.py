"""The acceptance kernels: every expectation of the rules that exist is met, and nothing else is found."""

from __future__ import annotations

from pathlib import Path

from pyasc_lint import Settings, check_paths
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._registry import all_rules
from tests.support.expect import expectations

ACCEPTANCE = Path(__file__).parents[1] / "fixtures" / "acceptance"


def test_every_expectation_is_met_and_no_other_line_is_reported() -> None:
    files = sorted(ACCEPTANCE.glob("*/*.py"))
    codes = {rule.code for rule in all_rules()}
    result = check_paths([str(file) for file in files], Settings(target=("Ascend910B1",)))
    assert not result.problems
    wrong = []
    met = 0
    for file in files:
        wanted = expectations(file.read_text(encoding="utf-8"))
        found = [item for item in result.diagnostics if Path(item.span.path) == file]
        implemented = {(line, code) for line, code in wanted if code in codes}
        missed = implemented - {(item.span.line, item.code) for item in found}
        met += len(implemented) - len(missed)
        wrong += [f"{file.name}:{line}: missed {code}" for line, code in sorted(missed)]
        marked = {line for line, _ in wanted}
        wrong += [
            f"{file.name}:{item.span.line}: unexpected {item.code}: {item.message}"
            for item in found
            if item.severity >= Severity.WARNING and item.span.line not in marked
        ]
    assert wrong == []
    assert met > 20
