"""Checks static-Tensor kernels written in pyasc, the Python front end of Ascend C.

Importing the package is cheap: what it offers is loaded when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyasc_lint.baseline import Baseline, BaselineError
    from pyasc_lint.codegen import SignatureError
    from pyasc_lint.config import Config, ConfigError, ConfigFinder, Settings
    from pyasc_lint.config_files import CONFIG_FILES
    from pyasc_lint.diagnostics import Applicability, Diagnostic, Edit, Fix, Related, Severity, Span
    from pyasc_lint.editing.comments import assuming_fix, suppressing_fix
    from pyasc_lint.emission import Emission, emit_text
    from pyasc_lint.fixing.engine import Outcome
    from pyasc_lint.fixing.run import fix_sources, fix_text
    from pyasc_lint.frontend.source import Source, SourceError
    from pyasc_lint.profiles import ProfileError, UnknownProfileError, describe_targets, load_profile
    from pyasc_lint.reporting.catalogue import rule_file, rule_page
    from pyasc_lint.reporting.memory_map import memory_maps_json
    from pyasc_lint.reporting.memory_svg import memory_map_svg
    from pyasc_lint.reports import AllocatorRow, BufferRow, CallRow, FileReport, KernelReport, MemoryMap, Stopped
    from pyasc_lint.runner import RunResult, check_paths, check_source, run_paths, run_sources, run_text
    from pyasc_lint.selection import UnknownSelector
    from pyasc_lint.toml_files import Problem
    from pyasc_lint.vocabulary import Vocabulary, chip_vocabulary

__version__ = "0.1.0"

__all__ = [
    "AllocatorRow", "Applicability", "Baseline", "BaselineError", "BufferRow", "CONFIG_FILES", "CallRow", "Config",
    "ConfigError", "ConfigFinder", "Diagnostic", "Edit", "Emission", "FileReport", "Fix", "KernelReport", "MemoryMap",
    "Outcome", "Problem", "ProfileError", "Related", "RunResult", "Settings", "Severity", "SignatureError", "Source",
    "SourceError", "Span", "Stopped", "UnknownProfileError", "UnknownSelector", "Vocabulary", "__version__",
    "assuming_fix", "check_paths", "check_source", "chip_vocabulary", "describe_targets", "emit_text", "fix_sources",
    "fix_text", "load_profile", "memory_map_svg", "memory_maps_json", "rule_file", "rule_page", "run_paths",
    "run_sources", "run_text", "suppressing_fix",
]  # fmt: skip

_HOMES = {
    "reports": ("AllocatorRow", "BufferRow", "CallRow", "FileReport", "KernelReport", "MemoryMap", "Stopped"),
    "baseline": ("Baseline", "BaselineError"),
    "codegen": ("SignatureError",),
    "config": ("Config", "ConfigError", "ConfigFinder", "Settings"),
    "config_files": ("CONFIG_FILES",),
    "diagnostics": ("Applicability", "Diagnostic", "Edit", "Fix", "Related", "Severity", "Span"),
    "editing.comments": ("assuming_fix", "suppressing_fix"),
    "emission": ("Emission", "emit_text"),
    "fixing.engine": ("Outcome",),
    "fixing.run": ("fix_sources", "fix_text"),
    "frontend.source": ("Source", "SourceError"),
    "profiles": ("ProfileError", "UnknownProfileError", "describe_targets", "load_profile"),
    "reporting.catalogue": ("rule_file", "rule_page"),
    "reporting.memory_map": ("memory_maps_json",),
    "reporting.memory_svg": ("memory_map_svg",),
    "runner": ("RunResult", "check_paths", "check_source", "run_paths", "run_sources", "run_text"),
    "selection": ("UnknownSelector",),
    "toml_files": ("Problem",),
    "vocabulary": ("Vocabulary", "chip_vocabulary"),
}


def __getattr__(name: str) -> object:
    home = next((module for module, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value
