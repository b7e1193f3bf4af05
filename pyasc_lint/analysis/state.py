"""The abstract state at one point of a kernel: values of variables, cursors of allocators, what is known."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, TypeAlias

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.facts import Allocator, Buffer, GlobalRegion, LocalRegion
from pyasc_lint.analysis.registers import INITIAL, Registers
from pyasc_lint.analysis.values import Cond, Facts, Poly, Symbol
from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.nodes import Var
from pyasc_lint.ir.spans import Span
from pyasc_lint.ir.types import DTYPES

if TYPE_CHECKING:
    from pyasc_lint.profiles import Core

Value: TypeAlias = "Poly | Cond | LocalRegion | tuple[LocalRegion, ...] | GlobalRegion | Allocator"
"""What a variable holds. A tuple lists the tensors it may be, one per path."""

_SIZES = {number: dtype.size for number, dtype in enumerate(DTYPES.values())}


@dataclass(slots=True, eq=False)
class Context:
    """What all states of one analysis share: the core, and the symbols that stand for inputs.

    `choices` are tests that nothing is known about, by the symbol that is 1 where they hold.
    """

    core: Core
    fields: dict[str, Symbol] = field(default_factory=dict)
    dtypes: dict[str, Symbol] = field(default_factory=dict)
    sizes: dict[str, Symbol] = field(default_factory=dict)
    choices: dict[Symbol, Span] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class State:
    """Mutable; `fork` makes an independent one.

    `cursors` are byte addresses by allocator; `made` holds its latest allocations, one for each path to here.
    """

    context: Context
    facts: Facts
    env: dict[Var, Value] = field(default_factory=dict)
    cursors: dict[Allocator, Poly] = field(default_factory=dict)
    made: dict[Allocator, tuple[Buffer, ...]] = field(default_factory=dict)
    registers: Registers = INITIAL

    @property
    def core(self) -> Core:
        return self.context.core

    def fork(self) -> State:
        return State(self.context, self.facts, dict(self.env), dict(self.cursors), dict(self.made), self.registers)

    # ------------------------------------------------------------------------------------------------------ unknowns

    def unknown(self, name: str = "?") -> Poly:
        """A value nothing is known about."""
        return Symbol(name, "opaque").poly

    def choice(self, test: Span) -> Cond:
        """A condition that may go either way."""
        symbol = Symbol("?", "opaque")
        self.context.choices[symbol] = test
        return v.eq(symbol, 1)

    def unknown_between(self, first: Poly, second: Poly, name: str = "?") -> Poly:
        """A value that is one of two, with the bounds both have."""
        symbol = Symbol(name, "opaque")
        hull = self.facts.interval(first).hull(self.facts.interval(second))
        both = self.facts.congruence(first).join(self.facts.congruence(second))
        if hull.lo is not None:
            self.facts = self.facts.assume(v.ge(symbol, hull.lo))
        if hull.hi is not None:
            self.facts = self.facts.assume(v.le(symbol, hull.hi))
        if both.mod > 1:
            self.facts = self.facts.assume(v.eq(v.floor_mod(symbol, both.mod), both.rem))
        return symbol.poly

    # ------------------------------------------------------------------------------------------------------- inputs

    def field(self, key: str) -> Poly:
        """A field of a struct parameter, as `name.field`."""
        return self.context.fields.setdefault(key, Symbol(key, "param")).poly

    def dtype_symbol(self, parameter: str) -> Symbol:
        """Numbers the dtype of an address parameter."""
        known = self.context.dtypes.get(parameter)
        if known is None:
            known = self.context.dtypes[parameter] = Symbol(f"{parameter}.dtype", "param")
        self.facts = self.facts.assume(v.And(v.ge(known, 0), v.le(known, len(_SIZES) - 1)))
        return known

    def size_of(self, parameter: str) -> Poly:
        """Bytes of an element of an address parameter of unknown dtype: no upper bound unless something says so."""
        known = self.context.sizes.get(parameter)
        if known is None:
            known = self.context.sizes[parameter] = Symbol(f"sizeof({parameter}.dtype)", "param")
        self.facts = self.facts.assume(v.ge(known, 1))
        return known.poly

    def assume(self, test: Cond) -> None:
        """Learn that a condition holds here."""
        self.facts = self.facts.assume(test)
        for parameter, symbol in self.context.dtypes.items():
            if symbol in test.free_symbols():
                numbers = self.dtype_numbers(symbol)
                if len(numbers) < len(_SIZES):
                    size = self.size_of(parameter)
                    self.facts = self.facts.assume(v.among(size, sorted({_SIZES[number] for number in numbers})))

    def dtype_numbers(self, symbol: Symbol) -> list[int]:
        """The numbers of the dtypes that are still possible."""
        allowed = self.facts.values(symbol) or _SIZES
        return [
            number
            for number in _SIZES
            if number in allowed and self.facts.ask(v.eq(symbol, number)) is not v.Answer.REFUTED
        ]

    @property
    def reachable(self) -> bool:
        return self.facts.is_feasible()


def join(test: Cond, first: State, second: State) -> State:
    """The state after two branches of `test`."""
    if not first.reachable:
        return second
    if not second.reachable:
        return first
    joined = State(first.context, v.join(first.facts, second.facts))
    for var in first.env.keys() & second.env.keys():
        value = _join_values(joined, test, first.env[var], second.env[var])
        if value is not None:
            joined.env[var] = value
    for var in first.env.keys() ^ second.env.keys():  # bound on one path only: readable where the other never was
        joined.env[var] = first.env[var] if var in first.env else second.env[var]
    for allocator in first.cursors.keys() | second.cursors.keys():
        one, two = first.cursors.get(allocator), second.cursors.get(allocator)
        joined.cursors[allocator] = _join_numbers(joined, test, one, two)
    joined.made = merge_made(first.made, second.made)
    joined.registers = first.registers | second.registers
    return joined


def merge_made(
    first: dict[Allocator, tuple[Buffer, ...]], second: dict[Allocator, tuple[Buffer, ...]]
) -> dict[Allocator, tuple[Buffer, ...]]:
    """The latest allocations of two paths."""
    merged = dict(first)
    for allocator, buffers in second.items():
        merged[allocator] = tuple(dict.fromkeys((*first.get(allocator, ()), *buffers)))
    return merged


def _join_numbers(state: State, test: Cond, first: Poly | None, second: Poly | None) -> Poly:
    if first is None or second is None or first == second:
        value = first if first is not None else second
        assert value is not None
        return value
    return v.select(test, first, second, state.facts)


def _join_values(state: State, test: Cond, first: Value, second: Value) -> Value | None:
    if first is second or (isinstance(first, Poly) and first == second):
        return first
    match first, second:
        case Poly(), Poly():
            return _join_numbers(state, test, first, second)
        case ((LocalRegion() | tuple()), (LocalRegion() | tuple())):
            return merge_regions(first, second)
        case GlobalRegion(), GlobalRegion() if first.parameter is second.parameter and first.element == second.element:
            base = _join_numbers(state, test, first.base, second.base)
            offset = _join_numbers(state, test, first.offset, second.offset)
            count = None
            if first.count is not None and second.count is not None:
                count = _join_numbers(state, test, first.count, second.count)
            return GlobalRegion(first.parameter, base, offset, count, first.element)
    return None


def merge_regions(
    first: LocalRegion | tuple[LocalRegion, ...], second: LocalRegion | tuple[LocalRegion, ...]
) -> LocalRegion | tuple[LocalRegion, ...]:
    """All tensors that either may be."""
    merged: list[LocalRegion] = []
    for region in (*_alternatives(first), *_alternatives(second)):
        if not any(same_region(region, other) for other in merged):
            merged.append(region)
    return merged[0] if len(merged) == 1 else tuple(merged)


def _alternatives(value: LocalRegion | tuple[LocalRegion, ...]) -> tuple[LocalRegion, ...]:
    return value if isinstance(value, tuple) else (value,)


def same_region(first: LocalRegion, second: LocalRegion) -> bool:
    return first.buffer is second.buffer and first.offset == second.offset and first.element == second.element
