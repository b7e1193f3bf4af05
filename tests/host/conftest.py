"""One cache of compiled things for the whole session, whatever process runs a test."""

from __future__ import annotations

import os

import pytest

from tests.support.emitting import GPP


@pytest.fixture(scope="session", autouse=True)
def compiled(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Sets PYASC_LINT_CACHE, unless it names a folder already; skips where there is no compiler, but not in CI."""
    if GPP is None:
        if os.environ.get("CI"):
            pytest.fail("g++ is not installed")
        pytest.skip("g++ is not installed")
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    os.environ.setdefault("PYASC_LINT_CACHE", str(shared / "compiled"))
