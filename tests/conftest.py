"""What all tests share: how much random testing a run does, and tests that need the real pyasc front end."""

from __future__ import annotations

import importlib.util
import os
import shutil

import hypothesis
import pytest

pytest_plugins = ["pytester"]

# `make test-quick`, `make test` and `make test-long` choose with --hypothesis-profile. Only the long run is random:
# what passed once passes again on the same commit.
hypothesis.settings.register_profile("quick", max_examples=20, deadline=None, derandomize=True)
hypothesis.settings.register_profile("test", max_examples=100, deadline=None, derandomize=True)
hypothesis.settings.register_profile("long", max_examples=5000, deadline=None, print_blob=True)
hypothesis.settings.load_profile("test")


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
