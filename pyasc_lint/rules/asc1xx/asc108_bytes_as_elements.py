"""ASC108 bytes-as-elements."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.byte_counts import ByteCount, byte_counts
from pyasc_lint.analysis.facts import KernelFacts, size_name
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Alloc, Call, MakeLocal, Stmt
from pyasc_lint.ir.types import DType
from pyasc_lint.rules._fix import Elements, Proposal
from pyasc_lint.rules._rule import Finding, Rule, Text
from pyasc_lint.rules._wording import called, stack_notes

_ELEMENTS = Text("count elements", "改为元素个数")


class BytesAsElements(Rule):
    """A number of elements was multiplied by an element size, so it counts bytes.

    ## What happens
    `tile_size` and `count` are elements. Who passes `n * dtype.sizeof()` takes two, four or eight times as much memory
    as needed, or moves that much more data than the tensor holds.

    ## How to fix
    Pass the number of elements. Only addresses (`LocalTensor(..., addr, ...)`, `get_cur_addr()`) and the framework's
    `init_buffer` are bytes.

    ## Limits
    Only a factor that comes from `.sizeof()` counts: a bare `* 4` may mean anything. Silent for elements of one byte,
    where the factor is divided out again, and behind a division by a bare number, which may be an element size.

    ## Source
    pyasc API: units of `LocalMemAllocator.alloc`, `LocalTensor` and the `count` parameters.
    """

    code = "ASC108"
    name = "bytes-as-elements"
    severity = Severity.WARNING
    fixes = ("safe", "unsafe")
    summary = Text("an element count was multiplied by an element size", "元素个数被乘以元素大小")
    remedy = Text("pass elements, not bytes", "传入元素个数，而不是字节数")
    messages = {
        "default": Text(
            "{parameter} of {call} counts {dtype} elements, but this value was multiplied by sizeof() and counts bytes",
            "{call} 的 {parameter} 以 {dtype} 元素计，但该值已乘以 sizeof()，是字节数",
        ),
    }
    bad = """
import asc

TILE = 2048


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    tile = ub.alloc(asc.TPosition.VECCALC, asc.float32, TILE * asc.float32.sizeof())  # expect: ASC108
    asc.duplicate(tile, 0.0, TILE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc

TILE = 2048


@asc.jit
def kernel():
    asc.init_soc_state()
    first = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 0, TILE)
    second = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, TILE * asc.float32.sizeof(), TILE)
    asc.duplicate(first, 0.0, TILE)
    asc.duplicate(second, 0.0, TILE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        for found in byte_counts(facts):
            stmt = found.stmt
            data = {"parameter": found.parameter, "dtype": size_name(found.element), "call": _call(stmt)}
            # An allocation is reported as a whole, as by the other memory rules.
            span = stmt.span if isinstance(stmt, Alloc | MakeLocal) else found.count.span or stmt.span
            yield Finding(span, data, related=stack_notes(stmt.stack), fix=_fix(found))


def _fix(found: ByteCount) -> Proposal | None:
    """The number of elements; to allocate fewer bytes is safe, to move or compute less may not be meant."""
    stmt, element = found.stmt, found.element
    span = stmt.spans.get(found.parameter) if isinstance(stmt, Alloc | MakeLocal | Call) else None
    if span is None or not isinstance(element, DType):
        return None
    safe = isinstance(stmt, Alloc | MakeLocal)
    return Proposal(_ELEMENTS, (Elements(span, element.name),), applicability="safe" if safe else "unsafe")


def _call(stmt: Stmt) -> str:
    """What takes the count."""
    match stmt:
        case Call():
            return called(stmt)
        case Alloc():
            return "LocalMemAllocator.alloc()"
        case MakeLocal():
            return "LocalTensor()"
    return "set_global_buffer()"
