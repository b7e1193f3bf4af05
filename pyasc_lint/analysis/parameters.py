"""What the parameters of a kernel are when it starts."""

from __future__ import annotations

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.facts import GlobalRegion, KernelFacts
from pyasc_lint.analysis.scalars import DTYPE_NAMES, condition
from pyasc_lint.analysis.state import State
from pyasc_lint.analysis.usage import copied_dtypes
from pyasc_lint.analysis.values import Cond, Poly, Symbol
from pyasc_lint.ir.nodes import Assume
from pyasc_lint.ir.survey import survey
from pyasc_lint.ir.types import AddressType, DType, DTypeOf


def bind_parameters(facts: KernelFacts, state: State) -> None:
    """Give every parameter of a kernel its value, or the symbol that stands for it."""
    launch = facts.kernel.launch
    values = launch.values if launch is not None else {}
    for param in facts.kernel.params:
        var = param.var
        if isinstance(var.type, AddressType):
            state.env[var] = GlobalRegion(var, Poly.of(0), Poly.of(0), None, var.type.element)
        elif not isinstance(var.type, DType) or var.type.kind != "float":
            known = values.get(var.name)
            if isinstance(known, int):
                state.env[var] = Poly.of(int(known))
            else:
                symbol = Symbol(var.name, "param")
                facts.inputs.append(symbol)
                state.env[var] = symbol.poly
    kinds = [param.var.type for param in facts.kernel.params]
    for parameter, names in copied_dtypes(facts.kernel).items():
        if len(names) == 1 and AddressType(DTypeOf(parameter)) in kinds:
            inferred = v.eq(state.dtype_symbol(parameter), DTYPE_NAMES.index(names[0]))
            if not _contradicted(inferred, facts, state):
                state.assume(inferred)
    for key, known in values.items():
        if "." in key and isinstance(known, int):
            state.assume(v.eq(state.field(key), int(known)))


def _contradicted(inferred: Cond, facts: KernelFacts, state: State) -> bool:
    """Whether `assume` comments rule out a dtype that only the copies of the kernel suggest."""
    told = state.fork()
    for stmt in survey(facts.kernel).of(Assume):
        if stmt.source == "comment":
            test = condition(stmt.test, told)
            if test is not None and test.free_symbols() & inferred.free_symbols():
                told.assume(test)
    if not told.reachable:
        return False
    told.assume(inferred)
    return not told.reachable
