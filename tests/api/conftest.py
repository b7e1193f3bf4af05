"""The real pyasc, in child processes: what it exports, and whether it accepts a call form."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SCRIPTS = Path(__file__).parents[2] / "scripts"


@pytest.fixture(scope="session")
def pyasc_client() -> ModuleType:
    """`scripts/pyasc_client.py`, which starts the child processes."""
    spec = importlib.util.spec_from_file_location("pyasc_client", SCRIPTS / "pyasc_client.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["pyasc_client"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def described(pyasc_client: ModuleType) -> dict[str, Any]:
    """Names, signatures, candidates, enum members and dtypes of the installed pyasc."""
    return pyasc_client.describe()  # type: ignore[no-any-return]


@pytest.fixture
def probe(pyasc_client: ModuleType) -> Iterator[Any]:
    with pyasc_client.Probe() as running:
        yield running
