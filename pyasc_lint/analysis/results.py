"""What calls return: counts and numbers of cores, which all of a run share, and values that only the device knows."""

from __future__ import annotations

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.state import State
from pyasc_lint.analysis.values import Symbol
from pyasc_lint.ir.nodes import Call
from pyasc_lint.ir.types import DType

_COUNTERS = frozenset({"get_block_num", "get_sub_block_num", "get_task_ratio"})
_INDICES = frozenset({"get_block_idx", "get_sub_block_idx"})


def bind_result(stmt: Call, facts: KernelFacts, state: State) -> None:
    """Give the result of a call a value: an integer is a symbol."""
    assert stmt.result is not None
    var = stmt.result
    kind = var.type
    if isinstance(kind, DType) and kind.kind != "float":
        if stmt.api in _INDICES or stmt.api in _COUNTERS:
            state.env[var] = _core_number(stmt.api, facts, state).poly
        else:
            state.env[var] = state.unknown(var.name or stmt.api)
    else:
        state.env.pop(var, None)


def _core_number(name: str, facts: KernelFacts, state: State) -> Symbol:
    """A count of cores, or the number of the core that runs. Every core of a launch runs the kernel."""
    symbol = state.context.fields.get(f"{name}()")
    if symbol is None:
        symbol = Symbol(f"{name}()", "block" if name in _INDICES else "param")
        state.context.fields[f"{name}()"] = symbol
    launch = facts.kernel.launch
    cores = launch.cores if launch is not None and launch.cores and launch.cores > 0 else None
    paired = facts.core == "AIV" and facts.kernel.options.kernel_type == "MIX_AIC_1_2"
    if name == "get_sub_block_idx":
        state.assume(v.And(v.ge(symbol, 0), v.le(symbol, 1 if paired else 0)))
    elif name == "get_block_idx":
        # The two vector cores of a pair count separately, their blocks do not.
        vectors = (cores or _core_number("get_block_num", facts, state).poly) * (2 if paired else 1)
        state.assume(v.And(v.ge(symbol, 0), v.lt(symbol, vectors)))
    else:
        state.assume(v.ge(symbol, 1))
        if name != "get_block_num":
            state.assume(v.le(symbol, 2))
        elif cores is not None:
            state.assume(v.eq(symbol, cores))
    return symbol
