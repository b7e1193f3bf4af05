"""What a run of the engine is asked for and what it gives back. Plain data: loading it loads no analysis."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pyasc_lint.analysis.rows import AllocatorRow, BufferRow, CallRow, MemoryMap
from pyasc_lint.deferred import dataclass
from pyasc_lint.diagnostics import Diagnostic, Span
from pyasc_lint.frontend.source import Source
from pyasc_lint.rules._rule import Language

if TYPE_CHECKING:
    from pyasc_lint.ir.nodes import Kernel, Launch

__all__ = [
    "AllocatorRow", "BufferRow", "CallRow", "EngineOptions", "FileReport", "KernelReport", "MemoryMap", "Stopped",
    "Unwanted", "Wanted",
]  # fmt: skip

Wanted = Callable[["Kernel"], "Sequence[Launch]"]
"""Asks for other forms of a static kernel than those that the run shows: the ones for these arguments."""


Unwanted = Callable[[], bool]
"""Asked every now and then: whether nobody waits for the result any more."""


class Stopped(BaseException):
    """The run was given up half-way. No Exception: what guards against defects of a rule must let it pass."""


@dataclass(frozen=True)
class EngineOptions:
    """What the engine needs to know about a run.

    `explicit_target`: `targets` were asked for by name, so nothing in a file overrides them. `pyasc_version` None mutes
    ASC701. `wanted` asks for forms of kernels instead of those that the files launch. `unwanted` gives a run up.
    `time_limit` is in seconds a file, `memory_limit` in MiB a process; 0 is none.
    """

    targets: tuple[str, ...]
    explicit_target: bool
    reserved_ub: bool = True
    pyasc_version: str | None = "1.1.1"
    language: Language = "en"
    profile_paths: tuple[Path, ...] = ()
    wanted: Wanted | None = None
    unwanted: Unwanted | None = None
    time_limit: int = 0
    memory_limit: int = 0


@dataclass
class KernelReport:
    """What is known about one kernel. `complete`: nothing in it was left unmodelled.

    `span` covers its name, `extent` its whole definition. `memory`, `allocators` and `calls` are of the general
    form, or of the first one that was wanted.
    `hazards_proved`: True where every hazard was proved ordered and nothing else is wrong, False where not, None where
    it was not asked.
    `wanted` are the forms that `EngineOptions.wanted` asked for, and what each has in memory.
    """

    name: str
    span: Span
    static: bool
    complete: bool
    hazards_proved: bool | None
    memory: list[MemoryMap] = field(default_factory=list)
    wanted: list[tuple[Kernel, list[MemoryMap]]] = field(default_factory=list)
    extent: Span | None = None
    allocators: list[AllocatorRow] = field(default_factory=list)
    calls: list[CallRow] = field(default_factory=list)


@dataclass
class FileReport:
    """The result for one file. `internal_error`: an ASC008 in `diagnostics` is the tool's own fault.

    `target_origin` says who chose `targets`: the options (or the default), a `# pyasc-lint: target=` comment, or a
    `config.Platform` literal in the file. `failed_rules` are those that raised, with what they raised.
    """

    source: Source
    diagnostics: list[Diagnostic] = field(default_factory=list)
    kernels: list[KernelReport] = field(default_factory=list)
    targets: tuple[str, ...] = ()
    skipped: bool = False
    internal_error: bool = False
    target_origin: Literal["options", "comment", "platform"] = "options"
    failed_rules: dict[str, str] = field(default_factory=dict)
