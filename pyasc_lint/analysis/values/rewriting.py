"""Equal forms of a polynomial that show how it divides."""

from __future__ import annotations

from collections.abc import Callable

from pyasc_lint.analysis.values.division import FLOOR_DIV
from pyasc_lint.analysis.values.lattice import Congruence
from pyasc_lint.analysis.values.poly import ZERO, Poly


def expanded(p: Poly) -> Poly:
    """p with x % c written as x - c * (x // c)."""
    if p.depth == 0:
        return p
    result, changed = ZERO, False
    for monomial, factor in p.terms.items():
        term = Poly.of(factor)
        for symbol in monomial:
            definition = symbol.definition
            inner = None if definition is None else definition.op.expanded(definition.operands)
            changed = changed or inner is not None
            term = term * (symbol if inner is None else inner)
        result = result + term
    return result + p.constant if changed else p


def exact_quotients(p: Poly, congruence: Callable[[Poly], Congruence]) -> Poly:
    """p with c * (x // c) written as x - k where x % c is known to be k."""
    for monomial, factor in p.terms.items():
        for symbol in monomial:
            if symbol.definition is None or symbol.definition.op is not FLOOR_DIV:
                continue
            a, b = symbol.definition.operands
            if b.const is None or b.const < 1 or factor % b.const:
                continue
            found = congruence(a)
            if found.mod % b.const == 0:
                rest = list(monomial)
                rest.remove(symbol)
                exact = Poly({tuple(rest): factor // b.const}, 0) if rest else Poly.of(factor // b.const)
                return exact_quotients(p - Poly({monomial: factor}, 0) + exact * (a - found.rem % b.const), congruence)
    return p
