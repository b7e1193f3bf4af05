"""Kernels with a defect that shows when they run stop where the linter names it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pyasc_lint import host
from tests.support.expect import expectations

BUGGY = Path(__file__).parents[1] / "fixtures/acceptance/buggy"

NOT_AT_RUN_TIME = {
    "ASC102": "no value that a launch gives is past the end",
    "ASC108": "the tensor is only larger than meant",
    "ASC109": "the model has no scratch of the library",
    "ASC113": "nothing happens",
    "ASC116": "the memory is there",
    "ASC202": "the model has it all the same",
    "ASC503 reserved_event_id": "the event is there",
}
"""Rules whose defects nothing shows when the kernel runs."""

OTHER_RULE = {"ASC103": "ASC101"}
"""Rules that say of the source what shows as another defect: a loop that allocates in the end passes the end."""


def kernels() -> Iterator[Any]:
    """File, kernel, arguments, and the places (line, rule) that it may stop at."""
    for name in ("synchronisation", "memory_layout", "memory_capacity", "field_cases"):
        text = (BUGGY / f"{name}.py").read_text(encoding="utf-8")
        wanted = expectations(text)
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef) and "asc.Local" in ast.unparse(node):
                inside = {(line, rule) for line, rule in wanted if node.lineno <= line <= (node.end_lineno or 0)}
                silent = all(rule in NOT_AT_RUN_TIME or f"{rule} {node.name}" in NOT_AT_RUN_TIME for _, rule in inside)
                arguments = [_argument(argument) for argument in node.args.args]
                places = {(line, OTHER_RULE.get(rule, rule)) for line, rule in inside}
                yield pytest.param(name, node.name, arguments, set() if silent else places, id=node.name)


def _argument(argument: ast.arg) -> Any:
    address = argument.annotation is not None and ast.unparse(argument.annotation).endswith("GlobalAddress")
    return np.arange(8192, dtype=np.float32) if address else 256


@pytest.mark.parametrize(("file", "kernel", "arguments", "places"), list(kernels()))
def test_it_stops_at_the_line_that_the_linter_names(
    file: str, kernel: str, arguments: list[Any], places: set[tuple[int, str]]
) -> None:
    path = str(BUGGY / f"{file}.py")
    result = host.run(path, kernel, *arguments, allow_errors=True)
    found = [(finding.line, finding.rule) for finding in result.findings]
    assert len(found) == bool(places)
    assert set(found) <= places
    assert all(finding.file == path for finding in result.findings)


def test_a_run_can_go_on_after_a_finding() -> None:
    x = np.arange(1024 * 5, dtype=np.float32)
    path = str(BUGGY / "synchronisation.py")
    result = host.run(path, "next_iteration_overwrites_input", x, np.zeros_like(x), go_on=True, allow_errors=True)
    assert {(finding.line, finding.rule) for finding in result.findings} == {(54, "ASC501"), (57, "ASC501")}
    assert np.array_equal(result.outputs["z"], x * 2)  # in program order, all is well


def test_a_hazard_names_both_places() -> None:
    x = np.arange(1024, dtype=np.float32)
    path = str(BUGGY / "synchronisation.py")
    (found,) = host.run(path, "compute_does_not_wait_for_copy_in", x, x * 0, allow_errors=True).findings
    assert found.other == (path, 17)
    assert "Muls (V) does not wait for DataCopy (MTE2)" in found.message and "event MTE2_V" in found.message
    assert str(found).startswith(f"{path}:18: ASC501 ") and str(found).endswith("(core 0)")
