"""A file with a finding at a place of the test's choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pyasc_lint.diagnostics import Diagnostic, Severity, Span
from pyasc_lint.frontend.source import Source
from pyasc_lint.reports import FileReport

Finding = Callable[..., FileReport]


@pytest.fixture
def finding() -> Finding:
    """Builds the report of a file with one finding at `place`: line, column, end line, end column."""

    def build(text: str, place: tuple[int, int, int, int], **fields: Any) -> FileReport:
        source = Source.from_text("a.py", text)
        given = {"code": "ASC007", "name": "a-rule", "severity": Severity.ERROR, "message": "too many bytes"}
        diagnostic = Diagnostic(span=Span("a.py", *place), **{**given, **fields})
        return FileReport(source, [diagnostic], targets=("Ascend910B1",))

    return build
