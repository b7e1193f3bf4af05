"""Symbols, and the operations that define opaque ones."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeAlias
from weakref import WeakValueDictionary

from pyasc_lint.analysis.values.lattice import ANY, EVERYTHING, Congruence, Interval

if TYPE_CHECKING:
    from pyasc_lint.analysis.values.condition import Cond
    from pyasc_lint.analysis.values.poly import Poly

Kind = Literal["param", "loop", "block", "base", "opaque"]

MAX_DEPTH = 16
"""Definitions nest no deeper; the next level becomes a symbol without a definition."""

MAX_NAME = 80
"""Longer names of opaque symbols are cut."""


UNDEFINED = (ArithmeticError, ValueError)
"""What evaluation raises where a definition has no value: division by zero, a negative shift."""


class Knowledge(Protocol):
    """What is known about values: the part of `Facts` that definitions and simplifications need."""

    def interval(self, p: Poly) -> Interval: ...

    def congruence(self, p: Poly) -> Congruence: ...

    def decide(self, cond: Cond) -> bool | None:
        """True or False where `cond` is proved or refuted, else None."""


class Operation:
    """What an opaque symbol stands for. Operands are `Poly`, except that `select` starts with a `Cond`."""

    name: str
    infix = False
    """Written between its operands, binding as tightly as a product."""
    periodic = False
    """The value repeats as an operand grows, so bounds of the operand say nothing about what it can be."""

    def compute(self, values: Sequence[int]) -> int:
        """The value for concrete operands. Raises one of UNDEFINED where it has none."""
        raise NotImplementedError

    def evaluate(self, operands: Sequence[Any], memo: MutableMapping[Symbol, int]) -> int:
        return self.compute([operand.value(memo) for operand in operands])

    def build(self, operands: Sequence[Any], facts: Knowledge | None = None) -> Poly:
        """The simplified value: what the package's constructor for this operation returns."""
        raise NotImplementedError

    def interval(self, operands: Sequence[Any], facts: Knowledge) -> Interval:
        return EVERYTHING

    def congruence(self, operands: Sequence[Any], facts: Knowledge) -> Congruence:
        return ANY

    def axioms(self, symbol: Symbol, operands: Sequence[Any], facts: Knowledge) -> Sequence[Poly]:
        """Polynomials over the symbol and its operands that are >= 0."""
        return ()

    def residues(
        self, operands: Sequence[Any], value: Interval, congruence: Congruence
    ) -> Sequence[tuple[Poly, Congruence]]:
        """What knowing the symbol's value says about operands modulo something."""
        return ()

    def cases(self, operands: Sequence[Any]) -> Sequence[tuple[Cond, Poly]]:
        """(condition, value) pairs, one of which holds: the symbol is the value where the condition is true."""
        return ()

    def expanded(self, operands: Sequence[Any]) -> Poly | None:
        """An equal polynomial over the operands and other symbols that shows how the value divides."""
        return None

    def text(self, operands: Sequence[Any]) -> str:
        if self.infix:
            left, right = (operand.text(tight=True) for operand in operands)
            return f"{left} {self.name} {right}"
        if not self.name.isidentifier():
            return f"({f' {self.name} '.join(operand.text(tight=True) for operand in operands)})"
        return f"{self.name}({', '.join(map(str, operands))})"


class Definition(NamedTuple):
    op: Operation
    operands: tuple[Any, ...]


class Symbol:
    """An unknown integer, equal only to itself; `+ - *` make polynomials of it.

    `kind` says how it varies. A *param* (and a *base*, an address that only the chip knows) varies between runs; a
    *loop* or *block* symbol takes every value of its domain within one run. An *opaque* symbol has either a definition
    over other symbols, or none; without one it may change from one loop iteration to the next.
    """

    __slots__ = ("__weakref__", "_free", "_name", "_poly", "definition", "depth", "index", "kind", "reach")

    _counter = count()

    def __init__(self, name: str, kind: Kind = "param", definition: Definition | None = None) -> None:
        self._name = name
        self.kind: Kind = kind
        self.definition = definition
        self.index = next(Symbol._counter)
        """Creation order: the order in which symbols are shown and tried."""
        self._poly: Poly | None = None
        self.depth = 0
        self.reach: frozenset[Symbol] = frozenset((self,))
        """The symbol itself and all symbols that its definition is made of, at any depth."""
        self._free: frozenset[Symbol] | None = None
        if definition is not None:
            self.depth = 1 + max(operand.depth for operand in definition.operands)
            self.reach = self.reach.union(*(operand.reach for operand in definition.operands))

    @property
    def name(self) -> str:
        """As shown to users; the expression itself for an opaque symbol."""
        if not self._name and self.definition is not None:
            text = self.definition.op.text(self.definition.operands)
            self._name = text if len(text) <= MAX_NAME else f"{self.definition.op.name}(…)"
        return self._name

    @property
    def free(self) -> frozenset[Symbol]:
        """The symbols without a definition that its value depends on."""
        if self._free is None:
            self._free = frozenset(symbol for symbol in self.reach if symbol.definition is None)
        return self._free

    @property
    def poly(self) -> Poly:
        """The symbol as a polynomial."""
        if self._poly is None:
            from pyasc_lint.analysis.values.poly import Poly  # a symbol is usable before any polynomial exists

            self._poly = Poly({(self,): 1}, 0)
        return self._poly

    def value(self, memo: MutableMapping[Symbol, int]) -> int:
        """The value under `memo`, which remembers it. KeyError for a missing symbol."""
        known = memo.get(self)
        if known is None:
            if self.definition is None:
                raise KeyError(self)
            known = memo[self] = self.definition.op.evaluate(self.definition.operands, memo)
        return known

    def substituted(self, mapping: Mapping[Symbol, Operand], memo: dict[Symbol, Poly]) -> Poly:
        """What the symbol becomes when `mapping` replaces symbols, inside definitions too."""
        done = memo.get(self)
        if done is None:
            if self in mapping:
                done = self.poly.of(mapping[self])
            elif self.definition is None or self.reach.isdisjoint(mapping):
                done = self.poly
            else:
                op, operands = self.definition
                done = op.build([operand.replaced(mapping, memo) for operand in operands])
            memo[self] = done
        return done

    def __repr__(self) -> str:
        return self.name

    def __add__(self, other: Operand) -> Poly:
        return self.poly + other

    def __sub__(self, other: Operand) -> Poly:
        return self.poly - other

    def __mul__(self, other: Operand) -> Poly:
        return self.poly * other

    def __radd__(self, other: int) -> Poly:
        return self.poly + other

    def __rsub__(self, other: int) -> Poly:
        return -self.poly + other

    def __rmul__(self, other: int) -> Poly:
        return self.poly * other

    def __neg__(self) -> Poly:
        return -self.poly


Operand: TypeAlias = "Poly | Symbol | int"

_opaque: WeakValueDictionary[tuple[Operation, tuple[Any, ...]], Symbol] = WeakValueDictionary()


def opaque(op: Operation, operands: tuple[Any, ...]) -> Symbol:
    """The symbol defined as `op` of `operands`: equal definitions give the same symbol, for as long as it is in use."""
    key = (op, operands)
    symbol = _opaque.get(key)
    if symbol is None:
        if any(operand.depth >= MAX_DEPTH for operand in operands):
            symbol = Symbol(f"{op.name}(…)", "opaque")
        else:
            symbol = Symbol("", "opaque", Definition(op, operands))
        _opaque[key] = symbol
    return symbol
