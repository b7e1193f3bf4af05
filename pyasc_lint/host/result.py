"""What a run on the CPU gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any

from pyasc_lint.deferred import dataclass

if TYPE_CHECKING:
    import numpy as np

NOT_MODELLED = (
    "time and caches",
    "the precision of transcendental functions",
    "overflow of integer arithmetic (it wraps)",
    "races between cores (they run one after the other)",
)
"""What may differ on a device."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A defect that the run met, at a line of the Python source.

    `rule` is the code of the lint rule for the same defect, "" where there is none. `other` is the (file, line) of a
    second place that has to do with it.
    """

    rule: str
    file: str
    line: int
    core: int
    message: str
    other: tuple[str, int] | None = None

    def __str__(self) -> str:
        code = f" {self.rule}" if self.rule else ""
        return f"{self.file}:{self.line}:{code} {self.message} (core {self.core})"


@dataclass(slots=True)
class Result:
    """Outputs by parameter: the arrays that the kernel wrote, as new arrays. `printed` is what it printed.

    A run stops at its first finding (unless told to go on); then the outputs are as far as it came.
    """

    outputs: dict[str, np.ndarray[Any, Any]]
    findings: list[Finding] = field(default_factory=list)
    printed: str = ""
    instructions: list[Mapping[str, Any]] = field(default_factory=list)
    """With `trace`: every instruction with the bytes it read and wrote."""

    @property
    def clean(self) -> bool:
        return not self.findings
