"""What all tests share: how much random testing a run does, and tests that need the real pyasc front end."""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections import Counter, defaultdict

import hypothesis
import pytest

pytest_plugins = ["pytester"]

# `make test-quick`, `make test` and `make test-long` choose with --hypothesis-profile. Only the long run is random:
# what passed once passes again on the same commit.
hypothesis.settings.register_profile("quick", max_examples=20, deadline=None, derandomize=True)
hypothesis.settings.register_profile("test", max_examples=100, deadline=None, derandomize=True)
hypothesis.settings.register_profile("long", max_examples=5000, deadline=None, print_blob=True)
hypothesis.settings.load_profile("test")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show what tests counted in a property "statistics", {subject: {what: count}}, all batches of a test together."""
    found: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            for subject, counts in value.items() if name == "statistics" and isinstance(value, dict) else ():
                found[report.nodeid.rpartition("::")[2].partition("[")[0]][subject].update(counts)
    for test, subjects in sorted(found.items()):
        terminalreporter.write_line(test)
        for subject, counts in sorted(subjects.items()):
            told = ", ".join(f"{count} {what}" for what, count in sorted(counts.items()))
            terminalreporter.write_line(f"    {subject}: {told}")


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("requires_pyasc") and importlib.util.find_spec("asc") is None:
        _skip("the real pyasc front end is not installed: pip install pyasc==1.1.1 (CPython 3.9 to 3.12, Linux)")
    for marker in item.iter_markers("requires_tools"):
        missing = [tool for tool in marker.args if shutil.which(tool) is None]
        if missing:
            _skip(f"not on the PATH: {', '.join(missing)}")


def _skip(remedy: str) -> None:
    """In CI a test that cannot run is a failure."""
    if os.environ.get("CI") == "true":
        pytest.fail(remedy, pytrace=False)
    pytest.skip(remedy)
