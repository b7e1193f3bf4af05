"""Scalar operands: pyasc converts them to the element type of a tensor operand, without a check."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.api import find_function
from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.nodes import Call, Expr
from pyasc_lint.ir.spans import Span
from pyasc_lint.ir.types import DType
from pyasc_lint.rules.asc7xx.traps._calls import calls, element

_SET_VALUE = frozenset({"LocalTensor.set_value", "GlobalTensor.set_value"})
_CONVERTED_TO = ("src0", "src", "dst")
"""The operand whose element type a scalar gets: the first of these that a call has."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """A scalar argument, and the dtype that pyasc converts it to."""

    call: Call
    name: str
    value: Expr
    dtype: DType

    @property
    def span(self) -> Span:
        return self.call.spans.get(self.name, self.call.span)


@lru_cache(maxsize=8)
def scalar_operands(facts: KernelFacts) -> tuple[Scalar, ...]:
    """The scalar arguments of a kernel whose tensor has a known element type."""
    return tuple(_scalar_operands(facts))


def _scalar_operands(facts: KernelFacts) -> Iterator[Scalar]:
    for call in calls(facts):
        for name in _scalar_names(call):
            tensor = call.receiver if call.api in _SET_VALUE else _converted_to(call)
            dtype = element(tensor)
            if name in call.args and dtype is not None:
                yield Scalar(call, name, call.args[name], dtype)


def _scalar_names(call: Call) -> Sequence[str]:
    if call.api in _SET_VALUE:
        return ["value"]
    return _scalar_parameters(call.api, call.overload) if call.overload is not None else ()


@cache
def _scalar_parameters(name: str, overload: int) -> Sequence[str]:
    function = find_function(name)
    if function is None:
        return ()
    return [param.name for param in function.overloads[overload].params if param.kind == "scalar"]


def _converted_to(call: Call) -> Expr | None:
    return next((call.args[name] for name in _CONVERTED_TO if name in call.args), None)
