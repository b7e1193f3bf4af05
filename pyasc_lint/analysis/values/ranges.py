"""Interval and congruence arithmetic on polynomials, given a domain for every symbol."""

from __future__ import annotations

from pyasc_lint.analysis.values.condition import Atom, Cond, Junction
from pyasc_lint.analysis.values.domain import Domain
from pyasc_lint.analysis.values.lattice import Congruence, Interval
from pyasc_lint.analysis.values.poly import Monomial, Poly
from pyasc_lint.analysis.values.symbol import Symbol


class Ranges:
    """Knowledge of single symbols only: a symbol that occurs twice varies independently."""

    __slots__ = ()

    def domain(self, symbol: Symbol) -> Domain:
        raise NotImplementedError

    def monomial(self, monomial: Monomial) -> Interval:
        if len(monomial) == 1:
            return self.domain(monomial[0]).interval
        result = Interval(1, 1)
        for symbol in dict.fromkeys(monomial):
            result = result.product(self.domain(symbol).interval.power(monomial.count(symbol)))
        return result

    def direct(self, p: Poly) -> Interval:
        """The range of p by interval arithmetic alone."""
        lo: int | None = p.constant
        hi: int | None = p.constant
        for monomial, factor in p.terms.items():
            low, high = self.monomial(monomial)
            if factor < 0:
                low, high = high, low
            lo = None if lo is None or low is None else lo + low * factor
            hi = None if hi is None or high is None else hi + high * factor
        return Interval(lo, hi)

    def direct_congruence(self, p: Poly, skip: Monomial = ()) -> Congruence:
        """The congruence of p without the term `skip`."""
        result = Congruence(0, p.constant)
        for monomial, factor in p.terms.items():
            if monomial != skip:
                value = self.domain(monomial[0]).congruence
                for symbol in monomial[1:]:
                    value = value.product(self.domain(symbol).congruence)
                result = result.plus(value.times(factor))
        return result

    def interval(self, p: Poly) -> Interval:
        """The range of p."""
        return self.direct(p)

    def congruence(self, p: Poly) -> Congruence:
        """What p is modulo something."""
        return self.direct_congruence(p)

    def decide(self, cond: Cond) -> bool | None:
        """True or False where `cond` is proved or refuted by intervals and congruences, else None."""
        if isinstance(cond, Junction):
            answers = [self.decide(part) for part in cond.parts]
            if (not cond.every) in answers:
                return not cond.every
            return None if None in answers else cond.every
        assert isinstance(cond, Atom)
        if cond.relation != ">=" and 0 not in self.congruence(cond.poly):
            return cond.relation == "!="
        interval = self.interval(cond.poly)
        if cond.relation == ">=":
            if interval.lo is not None and interval.lo >= 0:
                return True
            return False if interval.hi is not None and interval.hi < 0 else None
        if interval.const == 0:
            return cond.relation == "=="
        return cond.relation == "!=" if 0 not in interval else None
