"""What a known trap is: its texts, its examples, and how it is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.deferred import dataclass
from pyasc_lint.diagnostics import Applicability, Severity, Span
from pyasc_lint.rules._fix import Proposal
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules.asc7xx.traps._mends import Mend

RELEASES = frozenset({"1.0.0", "1.1.0", "1.1.1"})
"""The releases of pyasc that exist."""

SINCE_1_1 = RELEASES - {"1.0.0"}
"""Those that have what 1.1.0 brought, such as `LocalMemAllocator`."""


def _no_edit(_: Span, __: Mapping[str, object]) -> Proposal | None:
    """The workaround is more than an edit."""
    return None


def _noted(_: KernelFacts) -> Iterator[Finding]:
    return iter(())


@dataclass(frozen=True)
class Trap:
    """One known trap of pyasc.

    Attributes:
        id: as in the API table: "cube-01".
        severity: ERROR where pyasc hangs, crashes, silently miscompiles or emits C++ that does not compile, WARNING
            where it rejects what Ascend C allows, or where only some runs go wrong.
        message: what happens, and what to write instead.
        bad: a file in which every line ending in `# expect: ASC701` gets this trap, and nothing else is reported.
        good: the same, mended.
        find: looks for it in a kernel. Without it the trap is one that the frontend notes, in a remark of kind "trap"
            that holds what the message needs.
        mend: the workaround as an edit, where a finding brings none itself.
        fixes: of which kind the workaround is, where it is an edit.
        releases: the pyasc releases that have it.
    """

    id: str
    severity: Severity
    message: Text
    bad: str
    good: str
    find: Callable[[KernelFacts], Iterator[Finding]] = _noted
    mend: Mend = _no_edit
    fixes: tuple[Applicability, ...] = ()
    releases: frozenset[str] = RELEASES
