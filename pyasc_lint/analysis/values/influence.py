"""Which symbols a value is computed from, and in which direction each of them moves it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Literal

from pyasc_lint.analysis.values.bits import BIT_AND
from pyasc_lint.analysis.values.choice import MAXIMUM, MINIMUM, SELECT
from pyasc_lint.analysis.values.division import FLOOR_DIV, TRUNC_DIV
from pyasc_lint.analysis.values.poly import Monomial, Poly
from pyasc_lint.analysis.values.remainder import FLOOR_MOD, TRUNC_MOD
from pyasc_lint.analysis.values.symbol import Symbol

if TYPE_CHECKING:
    from pyasc_lint.analysis.values.facts import Facts

Direction = Literal["above", "below"]
_BOTH: tuple[Direction, ...] = ("above", "below")
_WRAPPING = (FLOOR_MOD, TRUNC_MOD, BIT_AND)
"""Operations whose results, with a constant operand, come back to where they were as the other operand goes on."""
_OPPOSITE: Mapping[Direction, Direction] = {"above": "below", "below": "above"}


def operands(p: Poly) -> frozenset[Symbol]:
    """The symbols without a definition that p is computed from; those that only choose between paths do not count."""
    found: set[Symbol] = set()
    seen: set[Symbol] = set()
    todo = list(p.symbols())
    while todo:
        symbol = todo.pop()
        if symbol in seen:
            continue
        seen.add(symbol)
        if symbol.definition is None:
            found.add(symbol)
            continue
        for operand in _numbers(symbol):
            todo.extend(operand.symbols())
    return frozenset(found)


def influences(facts: Facts, p: Poly, direction: Direction) -> dict[Symbol, set[Direction]]:
    """For each of `operands(p)`, the directions in which it may take p as far as it likes in `direction`.

    None of them where something on the way holds it: in `min(n, 64)` n takes nothing above, in `n % 2` nothing at all.
    """
    visitor = _Visitor(facts)
    visitor.visit(p, direction)
    return visitor.found


def _numbers(symbol: Symbol) -> Iterator[Poly]:
    """The numbers a defined symbol is made of."""
    assert symbol.definition is not None
    return (operand for operand in symbol.definition.operands if isinstance(operand, Poly))


class _Visitor:
    """Follows a value down to the symbols it is made of."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.found: dict[Symbol, set[Direction]] = {}
        self.seen: set[tuple[Symbol, Direction]] = set()

    def visit(self, p: Poly, direction: Direction) -> None:
        for monomial, factor in p.terms.items():
            side = direction if factor > 0 else _OPPOSITE[direction]
            for symbol in dict.fromkeys(monomial):
                for each in (side,) if self._grows_with(monomial, symbol) else _BOTH:
                    self._symbol(symbol, each)

    def _grows_with(self, monomial: Monomial, symbol: Symbol) -> bool:
        """Whether a product never falls while the symbol grows."""
        rest = [other for other in monomial if other is not symbol]
        if len(rest) < len(monomial) - 1:  # a power of the symbol
            rest.append(symbol)
        lowest = (self.facts.interval(other).lo for other in rest)
        return all(lo is not None and lo >= 0 for lo in lowest)

    def _symbol(self, symbol: Symbol, side: Direction) -> None:
        if (symbol, side) in self.seen:
            return
        self.seen.add((symbol, side))
        if symbol.definition is None:
            self.found.setdefault(symbol, set()).add(side)
            return
        op, parts = symbol.definition
        lo, hi = self.facts.interval(symbol)
        rising = op in (MINIMUM, MAXIMUM, SELECT) or (op in (FLOOR_DIV, TRUNC_DIV) and (parts[1].const or 0) > 0)
        unbounded = (hi if side == "above" else lo) is None
        if rising and unbounded:
            for part in _numbers(symbol):
                self.visit(part, side)
            return
        wraps = op in _WRAPPING and any(part.const is not None for part in _numbers(symbol))
        held = rising or (wraps and not unbounded)
        for free in operands(symbol.poly):
            self.found.setdefault(free, set()).update(() if held else _BOTH)
