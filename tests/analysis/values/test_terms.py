"""Polynomials and defined symbols: simplification, identity, text."""

from __future__ import annotations

import pytest

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.values import Facts, Interval, Poly, Symbol

n, m, i = Symbol("n"), Symbol("m"), Symbol("i", "loop")
AT_LEAST_ZERO = Facts().assume(v.And(v.ge(n, 0), v.ge(m, 0), v.ge(i, 0)))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (4 * n + 32, "4*n + 32"),
        (32 - n, "32 - n"),
        (-n - 1, "-n - 1"),
        (n * n * 2 - m * n, "2*n**2 - n*m"),
        (n - n, "0"),
        (v.floor_div(n + 3, 8) * 4, "4*((n + 3) // 8)"),
        (v.floor_div(n, 8) + 1, "n // 8 + 1"),
        (-v.floor_mod(n, 8), "-(n % 8)"),
        (v.minimum(64, n) * 2, "2*min(n, 64)"),
        (v.select(v.le(n, 3), n, 2 * m), "(n if n <= 3 else 2*m)"),
        (v.bit_and(n, 5), "(n & 5)"),
        (v.shift_left(1, n), "(1 << n)"),
    ],
)
def test_polynomials_read_like_python(value: Poly, text: str) -> None:
    assert str(value) == text


@pytest.mark.parametrize(
    ("cond", "text"),
    [
        (v.le(4 * n, 196608), "n <= 49152"),
        (v.ge(n, 5), "n >= 5"),
        (v.lt(n, m), "m >= n + 1"),
        (v.ne(v.floor_mod(n, 8), 0), "n % 8 != 0"),
        (v.Or(v.eq(n, 2), v.And(v.eq(n, 4), v.eq(m, 1))), "n == 2 or (n == 4 and m == 1)"),
        (v.TRUE, "true"),
    ],
)
def test_conditions_read_like_python(cond: v.Cond, text: str) -> None:
    assert str(cond) == text


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (v.floor_div(n * 8, 8), n),
        (v.floor_div(8 * n + 5, 8), n),
        (v.floor_div(8 * n + m, 8), n + v.floor_div(m, 8)),
        (v.floor_div(6 * n + 3, 4), n + v.floor_div(n * 2 + 3, 4)),
        (v.floor_div(v.floor_div(n, 4), 8), v.floor_div(n, 32)),
        (v.floor_div(n * m + m, m), n + 1),
        (v.floor_div(n, -1), -n),
        (v.floor_mod(8 * n + 5, 8), 5),
        (v.floor_mod(n + 3, 2), v.floor_mod(n + 1, 2)),
        (v.floor_mod(n, 1), 0),
        (v.floor_mod(v.floor_mod(n, 8), 4), v.floor_mod(n, 4)),
        (v.floor_mod(6 * n, 4), v.floor_mod(n, 2) * 2),
        (v.trunc_div(12 * n, 4), 3 * n),
        (v.trunc_mod(n * m, m), 0),
        (v.shift_left(n, 3), 8 * n),
        (v.shift_right(n, 3), v.floor_div(n, 8)),
        (v.bit_and(n, 7), v.floor_mod(n, 8)),
        (v.bit_and(n, -32), n - v.floor_mod(n, 32)),
        (v.bit_or(n, 0), n),
        (v.bit_xor(n, n), 0),
        (v.minimum(n, n + 1), n),
        (v.maximum(v.maximum(n, m), n), v.maximum(m, n)),
        (v.absolute(-n), v.absolute(n)),
        (v.select(v.TRUE, n, m), n),
        (v.select(v.le(n, 3), m, m), m),
    ],
)
def test_equal_expressions_are_one_polynomial(value: Poly, expected: Poly | Symbol | int) -> None:
    assert value == expected and hash(value) == hash(Poly.of(expected))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (v.trunc_div(n, 8, AT_LEAST_ZERO), v.floor_div(n, 8)),
        (v.trunc_mod(n, 8, AT_LEAST_ZERO), v.floor_mod(n, 8)),
        (v.bit_xor(v.floor_mod(i, 2), 1, AT_LEAST_ZERO), 1 - v.floor_mod(i, 2)),
        (v.bit_or(n * 4, v.floor_mod(m, 4), AT_LEAST_ZERO), 4 * n + v.floor_mod(m, 4)),
        (v.floor_div(n * 8 + v.floor_mod(m, 8), 8, AT_LEAST_ZERO), n),
        (v.floor_mod(n, 8, AT_LEAST_ZERO.assume(v.le(n, 7))), n),
        (v.floor_div(n, m, AT_LEAST_ZERO.assume(v.lt(n, m))), 0),
        (v.absolute(n, AT_LEAST_ZERO), n),
        (v.minimum(n, m, AT_LEAST_ZERO.assume(v.le(n, m))), n),
        (v.select(v.ge(n + m, 0), n, m, AT_LEAST_ZERO), n),
    ],
)
def test_facts_simplify_further(value: Poly, expected: Poly | int) -> None:
    assert value == expected


def test_substitution_reaches_into_definitions() -> None:
    nested = v.floor_div(v.minimum(n, m) + 7, 8)
    assert nested.substitute({n: 100, m: 20}) == 3
    assert nested.substitute({m: n + 1}) == v.floor_div(n + 7, 8)


def test_a_division_by_zero_has_no_value() -> None:
    with pytest.raises(ZeroDivisionError):
        v.floor_div(n, m).evaluate({n: 1, m: 0})
    assert v.select(v.ne(m, 0), v.floor_div(n, m), 0).evaluate({n: 1, m: 0}) == 0


def test_large_polynomials_collapse_but_keep_their_value() -> None:
    symbols = [Symbol(f"s{k}") for k in range(100)]
    large = Poly.of(0)
    for symbol in symbols:
        large = large + symbol
    high = (n + 1) * (n + 1) * (n + 1) * (n + 1) * (n + 1)
    assert len(large.terms) <= 64 and large.evaluate(dict.fromkeys(symbols, 1)) == 100
    assert high.degree <= 4 and high.evaluate({n: 2}) == 243
    assert Facts().assume(v.And(*(v.And(v.ge(s, 0), v.le(s, 2)) for s in symbols))).interval(large) == Interval(0, 200)


def test_deep_nesting_ends_in_a_symbol_without_definition() -> None:
    value = n.poly
    for _ in range(2000):
        value = v.bit_xor(value, m) + 1
    assert value.depth <= 16
    assert Facts().ask(v.eq(value, 0)) is v.Answer.UNKNOWN
    assert len(str(value)) < 200
