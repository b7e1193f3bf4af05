"""Shows what the random kernels were like at the end of a run."""

from __future__ import annotations

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for report in terminalreporter.getreports("passed"):
        for name, text in report.user_properties:
            if name == "statistics":
                terminalreporter.write_line(f"{report.nodeid.rpartition('::')[2]}: {text}")
