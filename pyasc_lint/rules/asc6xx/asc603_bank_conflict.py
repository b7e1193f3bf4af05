"""ASC603 bank-conflict."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts, LocalRegion
from pyasc_lint.analysis.instructions import examined_instructions
from pyasc_lint.analysis.operands import Access, Instruction
from pyasc_lint.diagnostics import Severity
from pyasc_lint.profiles import UbBanks
from pyasc_lint.rules._rule import Finding, Rule, Text


class BankConflict(Rule):
    """Operands of one vector instruction start in the same bank group of the UB.

    ## What happens
    The vector unit reads its sources at the same time. Where they start in one bank group the accesses take turns, and
    the instruction takes longer. The results are right.

    ## How to fix
    Shift one of the tensors by a block of 32 bytes, for example by allocating 8 more float32 elements before it.

    ## Limits
    Judged at constant addresses, by the first block of each operand. Off by default.

    ## Source
    Bank layout of the chip profile; Ascend C performance guide: UB bank conflicts (asc-devkit).
    """

    code = "ASC603"
    name = "bank-conflict"
    severity = Severity.INFO
    enabled = False
    summary = Text("operands start in one UB bank group", "操作数起始于同一个 UB bank 组")
    remedy = Text("shift one tensor by 32 bytes", "将其中一个张量错开 32 字节")
    messages = {
        "default": Text(
            "{call}: '{first}' and '{second}' both start in bank group {group} of the UB",
            "{call}：'{first}' 与 '{second}' 都起始于 UB 的 bank 组 {group}",
        )
    }
    bad = """
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 1024)
    tile = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 1024)
    other = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 4096, 1024)
    total = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 8192, 1024)
    asc.duplicate(tile, 0.0, 1024)
    asc.duplicate(other, 0.0, 1024)
    asc.add(total, tile, other, 1024)  # expect: ASC603
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 1024)
    tile = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 1024)
    other = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 4128, 1024)
    total = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 8256, 1024)
    asc.duplicate(tile, 0.0, 1024)
    asc.duplicate(other, 0.0, 1024)
    asc.add(total, tile, other, 1024)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        banks = facts.profile.ub_banks
        if banks is None:
            return
        yield from examined_instructions(facts, lambda instruction: _conflict(instruction, banks))


def _conflict(instruction: Instruction, banks: UbBanks) -> Iterator[Finding]:
    if instruction.pipe != "V":
        return
    groups: dict[int, Access] = {}
    for access in instruction.accesses:
        start = _start(access)
        group = banks.group_of(start) if start is not None and access.reads else None
        if group is None:
            continue
        if group in groups and _start(groups[group]) != start:
            first, call = groups[group].param, instruction.call.stmt
            yield Finding(call.span, {"call": call.api, "first": first, "second": access.param, "group": group})
            return
        groups[group] = access


def _start(access: Access) -> int | None:
    """The first byte of an operand in the UB, where it is constant."""
    region = access.region
    if not isinstance(region, LocalRegion) or region.buffer.hardware != "UB":
        return None
    return (region.buffer.address + region.offset + access.footprint.start).const
