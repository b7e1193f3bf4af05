"""Checks static-Tensor kernels written in pyasc, the Python front end of Ascend C.

Importing the package is cheap: what it offers is loaded when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyasc_lint.checker import BufferRow, FileReport, KernelReport, MemoryMap
    from pyasc_lint.config import ConfigError, ConfigFinder, Settings
    from pyasc_lint.diagnostics import Applicability, Diagnostic, Edit, Fix, Related, Severity, Span
    from pyasc_lint.fixing.engine import Outcome
    from pyasc_lint.fixing.run import fix_sources
    from pyasc_lint.frontend.source import Source, SourceError
    from pyasc_lint.profiles import ProfileError
    from pyasc_lint.runner import RunResult, check_paths, check_source, run_paths, run_sources
    from pyasc_lint.selection import UnknownSelector

__version__ = "0.1.0"

__all__ = [
    "Applicability", "BufferRow", "ConfigError", "ConfigFinder", "Diagnostic", "Edit", "FileReport", "Fix",
    "KernelReport", "MemoryMap", "Outcome", "ProfileError", "Related", "RunResult", "Settings", "Severity", "Source",
    "SourceError", "Span", "UnknownSelector", "__version__", "check_paths", "check_source", "fix_sources", "run_paths",
    "run_sources",
]  # fmt: skip

_HOMES = {
    "checker": ("BufferRow", "FileReport", "KernelReport", "MemoryMap"),
    "config": ("ConfigError", "ConfigFinder", "Settings"),
    "diagnostics": ("Applicability", "Diagnostic", "Edit", "Fix", "Related", "Severity", "Span"),
    "fixing.engine": ("Outcome",),
    "fixing.run": ("fix_sources",),
    "frontend.source": ("Source", "SourceError"),
    "profiles": ("ProfileError",),
    "runner": ("RunResult", "check_paths", "check_source", "run_paths", "run_sources"),
    "selection": ("UnknownSelector",),
}


def __getattr__(name: str) -> object:
    home = next((module for module, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value
