"""A second `TPipe()`, or `get_tpipe_ptr()` before the first."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules.asc7xx.traps._calls import calls, notes
from pyasc_lint.rules.asc7xx.traps._mends import POINTER
from pyasc_lint.rules.asc7xx.traps._trap import Trap

_SECOND = Text("pyasc refuses a second TPipe", "pyasc 不接受第二个 TPipe")
_NONE = Text("pyasc has no TPipe to return here", "pyasc 在此没有可返回的 TPipe")


def _find(facts: KernelFacts) -> Iterator[Finding]:
    if facts.kernel.is_static:  # none of this belongs there: ASC201
        return
    made = False
    for call in calls(facts, "TPipe", "get_tpipe_ptr"):
        if made is (call.api == "TPipe"):
            fix = POINTER(call.span, {}) if made else None
            yield Finding(call.span, {"problem": _SECOND if made else _NONE}, related=notes(call), fix=fix)
        made = True


TRAP = Trap(
    id="sync-17",
    severity=Severity.WARNING,
    fixes=("safe",),
    message=Text(
        "{problem}: make one TPipe first, and call asc.get_tpipe_ptr() where it is needed",
        "{problem}：请先创建一个 TPipe，并在需要处调用 asc.get_tpipe_ptr()",
    ),
    bad="""
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    pipe = asc.TPipe()
    other = asc.TPipe()  # expect: ASC701
    queue = asc.TQue(asc.TPosition.VECIN, 1)
    pipe.init_buffer(queue, 1, 1024)
""",
    good="""
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    pipe = asc.TPipe()
    other = asc.get_tpipe_ptr()
    queue = asc.TQue(asc.TPosition.VECIN, 1)
    pipe.init_buffer(queue, 1, 1024)
""",
    find=_find,
)
