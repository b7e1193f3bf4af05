"""Reports as JSON and back, for the cache. What is read names its classes, but only those listed here exist for it."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from pyasc_lint.analysis.rows import AllocatorRow, BufferRow, CallRow, MemoryMap
from pyasc_lint.diagnostics import Diagnostic, Edit, Fix, Related, Severity, Span
from pyasc_lint.frontend.source import Source
from pyasc_lint.reports import FileReport, KernelReport

_CLASSES: dict[str, type[Any]] = {
    each.__name__: each
    for each in (
        AllocatorRow, BufferRow, CallRow, Diagnostic, Edit, Fix, KernelReport, MemoryMap, Related, Severity, Span,
    )
}  # fmt: skip
_OWN = ("diagnostics", "kernels", "targets", "skipped", "target_origin")
"""The fields of a report that are kept; of a failed one nothing is."""


def pack(report: FileReport) -> Any:
    """The report as JSON data, without its source."""
    return [_packed(getattr(report, name)) for name in _OWN]


def unpack(data: Any, source: Source) -> FileReport:
    """The report of `source`. Raises ValueError where the data are none."""
    try:
        report = FileReport(source, **dict(zip(_OWN, map(_unpacked, data), strict=True)))
        sound = all(isinstance(each, Diagnostic) for each in report.diagnostics)
        sound = sound and all(isinstance(each, KernelReport) for each in report.kernels)
    except (TypeError, KeyError, IndexError, AttributeError, RecursionError) as error:
        raise ValueError(str(error)) from None
    if not sound:
        raise ValueError("no report")
    return report


def _packed(value: Any) -> Any:
    if isinstance(value, Severity):
        return ["Severity", value.value]
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, tuple):
        return ["()", *map(_packed, value)]
    if isinstance(value, list):
        return ["[]", *map(_packed, value)]
    if is_dataclass(value) and type(value) is _CLASSES.get(type(value).__name__):
        return [type(value).__name__, *(_packed(getattr(value, field.name)) for field in fields(value))]
    raise TypeError(f"no record of {type(value).__name__}")


def _unpacked(data: Any) -> Any:
    if not isinstance(data, list):
        return data
    name, *items = data
    values = map(_unpacked, items)
    if name in ("()", "[]"):
        return tuple(values) if name == "()" else list(values)
    return _CLASSES[name](*values)
