"""The test suite's own promises."""

from __future__ import annotations

from pathlib import Path

import pytest

NEEDS_PYASC = """
import pytest

@pytest.mark.requires_pyasc
def test_needs_pyasc():
    pass
"""


@pytest.mark.parametrize(
    ("ci", "installed", "outcome"),
    [("true", False, "errors"), ("", False, "skipped"), ("true", True, "passed")],
    ids=["missing in CI", "missing elsewhere", "installed"],
)
def test_a_test_that_needs_pyasc_is_never_skipped_in_ci(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, ci: str, installed: bool, outcome: str
) -> None:
    monkeypatch.setenv("CI", ci)
    monkeypatch.setenv("PYTHONPATH", str(pytester.path))
    pytester.makeini("[pytest]\nmarkers = requires_pyasc")
    pytester.makeconftest(Path(__file__).with_name("conftest.py").read_text(encoding="utf-8"))
    pytester.makepyfile(NEEDS_PYASC)
    if installed:
        pytester.mkpydir("asc")
    else:
        pytester.makepyfile(sitecustomize="import sys; sys.modules['asc'] = None")
    pytester.runpytest_subprocess().assert_outcomes(**{outcome: 1})
