"""What facts answer about sizes, addresses and indices of real kernels."""

from __future__ import annotations

import pytest

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.values import Answer, Cond, Facts, Interval, Poly, Symbol

PROVED, REFUTED, UNKNOWN = Answer.PROVED, Answer.REFUTED, Answer.UNKNOWN
UB = 196608

n, m, total, tile = Symbol("n"), Symbol("m"), Symbol("total"), Symbol("tile")
size = Symbol("sizeof(x.dtype)")
i, j = Symbol("i", "loop"), Symbol("j", "loop")
slot, next_slot = v.floor_mod(i, 2), v.floor_mod(i + 1, 2)


def test_an_allocation_that_only_large_values_overflow() -> None:
    facts = Facts().assume(v.And(v.gt(n, 0), v.le(n, 30000), v.eq(v.floor_mod(n, 8), 0)))
    assert facts.ask(v.le(8 * n, UB)) is UNKNOWN
    assert facts.witness(v.gt(8 * n, UB)) == {n: 24584}
    assert facts.largest(n, v.le(8 * n, UB)) == 24576
    assert not facts.certain(v.gt(8 * n, UB))


def test_a_cursor_guard_bounds_the_size() -> None:
    cursor = Symbol("cursor")
    facts = Facts().assume(v.ge(cursor, 4096)).assume(v.le(cursor + 4 * n, UB))
    assert facts.interval(n) == Interval(None, (UB - 4096) // 4)
    assert facts.bounded_above(4 * n) and not facts.bounded_below(n)


def test_the_size_of_an_unknown_dtype_is_one_of_a_few() -> None:
    facts = Facts().assume(v.among(size, [2, 4])).assume(v.And(v.ge(n, 1), v.le(n, 40000)))
    assert facts.values(size) == (2, 4)
    assert facts.ask(v.eq(size, 3)) is REFUTED
    assert facts.interval(size * n - size * m + size * m) == Interval(2, 160000)
    assert facts.largest(n, v.le(size * n, 65536)) == 16384
    assert facts.assume(v.ne(size, 2)).simplify(size * n) == 4 * n


@pytest.mark.parametrize(
    ("facts", "question"),
    [
        (Facts().with_loop(i, 0, n, 1), v.le(i * 2048 + 2048, n * 2048)),
        (Facts().assume(v.ge(tile, 1)).with_loop(i, 0, n, 1), v.le(tile * i + tile, tile * n)),
        (Facts().assume(v.ge(tile, 0)).with_loop(i, 0, n, 1).assume(v.le(tile * n, m)), v.le(tile * i + tile, m)),
        (Facts().with_loop(i, 0, v.floor_div(total, 2048), 1), v.le(i * 2048 + 2048, total)),
        (Facts().with_loop(i, 0, v.trunc_div(total, 2048), 1), v.le(i * 2048 + 2048, total)),
        (Facts().assume(v.ge(tile, 1)).with_loop(i, 0, v.floor_div(total, tile), 1), v.le((i + 1) * tile, total)),
        (Facts().assume(v.eq(v.floor_mod(total, 64), 0)).with_loop(i, 0, total, 64), v.le(i + 64, total)),
        (
            Facts().with_loop(i, 0, v.floor_div(total + 2047, 2048), 1),
            v.le(i * 2048 + v.minimum(2048, total - i * 2048), total),
        ),
        (Facts().with_loop(i, n, 0, -1), v.And(v.ge(i, 1), v.le(i, n))),
        (Facts().with_loop(i, 0, 8, 1).with_loop(j, i, 8, 1), v.And(v.ge(j, i), v.le(j - i, 7))),
        (Facts().assume(v.eq(n, m + 1)), v.eq(2 * n - 2 * m, 2)),
        (Facts().assume(v.eq(4 * m, n)), v.eq(v.floor_mod(n, 4), 0)),
        (Facts().assume(v.And(v.ge(n, 0), v.le(n, 3), v.ne(n, 3), v.ne(n, 0))), v.And(v.ge(n, 1), v.le(n, 2))),
        (Facts().assume(v.Or(v.eq(n, 8), v.eq(n, 16))), v.eq(v.floor_mod(n, 8), 0)),
    ],
    ids=lambda value: "" if isinstance(value, Facts) else str(value),
)
def test_indices_inside_their_buffer_are_proved(facts: Facts, question: Cond) -> None:
    assert facts.ask(question) is PROVED
    assert facts.ask(v.Not(question)) is REFUTED


@pytest.mark.parametrize(
    "question",
    [
        v.ne(slot, next_slot),
        v.eq(slot, v.floor_mod(i + 2, 2)),
        v.Or(v.le(4096 * slot + 4096, 4096 * next_slot), v.le(4096 * next_slot + 4096, 4096 * slot)),
        v.ne(v.floor_mod(i, 3), v.floor_mod(i + 1, 3)),
        v.eq(v.floor_div(n, 64) * 64 + v.floor_mod(n, 64), n),
        v.le(v.floor_div(n, 64) * 64, n),
        v.eq(v.floor_mod(n - v.floor_mod(n, 64), 64), 0),
        v.eq(v.floor_mod(v.bit_and(n, -32) * 4, 128), 0),
    ],
    ids=lambda value: "" if isinstance(value, Facts) else str(value),
)
def test_ping_pong_and_alignment_hold_without_any_facts(question: Cond) -> None:
    assert Facts().ask(question) is PROVED


def test_a_guard_with_a_remainder_gives_a_congruence() -> None:
    facts = Facts().assume(v.And(v.eq(v.trunc_mod(n, 64), 0), v.eq(m, n + 16)))
    assert facts.congruence(4 * n) == (256, 0)
    assert facts.congruence(m) == (64, 16)
    assert facts.ask(v.eq(v.floor_mod(4 * n, 32), 0)) is PROVED


def test_contradictions_are_infeasible_and_answer_nothing() -> None:
    facts = Facts().assume(v.lt(n, m)).assume(v.lt(m, n))
    assert not facts.is_feasible()
    assert facts.ask(v.TRUE) is UNKNOWN
    assert facts.witness() is None and not facts.certain(v.TRUE)
    assert not Facts().with_loop(i, 4, 4, 1).is_feasible()
    assert not Facts().assume(v.And(v.eq(v.floor_mod(n, 8), 0), v.eq(v.floor_mod(n, 4), 2))).is_feasible()


@pytest.mark.parametrize(
    ("start", "stop", "step", "interval"),
    [(0, 17, 1, (0, 16)), (0, 10, 4, (0, 8)), (1, 10, 3, (1, 7)), (10, 0, -4, (2, 10)), (5, -1, -1, (0, 5))],
)
def test_loops_with_constant_ends_are_exact(start: int, stop: int, step: int, interval: tuple[int, int]) -> None:
    facts = Facts().with_loop(i, start, stop, step)
    assert facts.interval(i) == interval
    assert [value for value in range(-2, 20) if facts.witness(v.eq(i, value))] == sorted(range(start, stop, step))
    first, last = facts.loop_range(i) or (None, None)
    assert (first, last) == (Poly.of(start), Poly.of(range(start, stop, step)[-1]))


# -------------------------------------------------------------------------------------------------------- unbounded


def test_what_bounds_no_size() -> None:
    for facts in (Facts(), Facts().assume(v.ge(n, 64)), Facts().assume(v.eq(v.floor_mod(n, 8), 0))):
        assert not facts.bounded_above(4 * n)
        assert facts.unbounded_symbols(4 * n + 8 * m, "above") == [n, m]
        assert facts.possible(v.gt(4 * n, UB)) is None


@pytest.mark.parametrize(
    ("p", "direction", "expected"),
    [
        (4 * n, "above", [n]),
        (UB - 4 * n, "below", [n]),
        (UB - 4 * n, "above", []),
        (v.floor_mod(m, 8) + 3, "above", []),
        (v.minimum(m, 64), "above", []),
        (v.minimum(m, 64), "below", [m]),
        (2048 * i, "above", [total]),
        (n * tile, "above", [n, tile]),
    ],
    ids=lambda value: "" if isinstance(value, Facts) else str(value),
)
def test_unbounded_symbols_are_traced_to_parameters(p: Poly, direction: v.Direction, expected: list[Symbol]) -> None:
    facts = Facts().assume(v.And(v.ge(n, 0), v.ge(tile, 1))).with_loop(i, 0, v.floor_div(total, 2048), 1)
    assert facts.unbounded_symbols(p, direction) == expected


def test_possible_needs_bounds_in_the_direction_that_matters() -> None:
    bounded = Facts().assume(v.And(v.ge(n, 1), v.le(n, 100)))
    assert bounded.possible(v.gt(4 * n, 196)) == {n: 50}
    assert bounded.possible(v.ne(v.floor_mod(n, 8), 0)) == {n: 1}
    assert Facts().assume(v.ge(n, 64)).possible(v.ne(v.floor_mod(n, 8), 0)) is None
    assert Facts().assume(v.le(n, 100)).possible(v.gt(4 * n, 196)) == {n: 50}
    assert bounded.possible(v.Or(v.gt(m, 5), v.gt(n, 99))) == {n: 100}


def test_the_largest_value_of_an_unbounded_parameter() -> None:
    assert Facts().assume(v.eq(v.floor_mod(n, 64), 0)).largest(n, v.le(8 * n, UB)) == 24576
    assert Facts().largest(n, v.ge(n, 0)) is None
    assert Facts().with_loop(i, 0, 16, 1).largest(n, v.le(n * i, 300)) == 20


# ---------------------------------------------------------------------------------------------------------- certain


@pytest.mark.parametrize(
    ("facts", "question", "certain"),
    [
        (Facts().with_loop(i, 0, 17, 1), v.gt(64 * i + 64, 1024), True),
        (Facts().with_loop(i, 0, 16, 1), v.gt(64 * i + 64, 1024), False),
        (Facts().with_loop(i, 0, 64, 4), v.eq(i, 60), True),
        (Facts().with_loop(i, 0, 64, 4), v.eq(i, 61), False),
        (Facts().with_loop(i, 0, n, 1), v.eq(i, n - 1), True),
        (Facts().with_loop(i, 0, n, 1), v.eq(i, 0), True),
        (Facts().with_loop(i, 0, n, 1), v.ge(i, 1), False),
        (Facts().assume(v.ge(n, 20)).with_loop(i, 0, n, 1), v.ge(i, 19), True),
        (Facts().with_loop(i, 0, n, 3), v.ge(i + 3, n), True),
        (Facts().with_loop(i, 0, n, 1).with_loop(j, 0, i + 1, 1), v.eq(i, j), True),
        (Facts().with_loop(i, 0, 8, 1).assume(v.eq(slot, 1)), v.eq(i, 7), True),
        (Facts().with_loop(i, 0, 8, 1).assume(v.eq(slot, 1)), v.eq(i, 6), False),
        (Facts().with_loop(i, 0, n, 1).assume(v.lt(i, m)), v.eq(i, 0), True),
        (Facts().assume(v.ge(n, 5)), v.ge(n, 6), False),
    ],
    ids=lambda value: "" if isinstance(value, Facts) else str(value),
)
def test_certain_means_in_every_run(facts: Facts, question: Cond, certain: bool) -> None:
    assert facts.certain(question) is certain


def test_a_guard_nobody_can_express_makes_no_iteration_certain() -> None:
    loop = Facts().with_loop(k := Symbol("k", "loop"), 0, 17, 1)
    guard = Symbol("loaded", "opaque")
    assert loop.certain(v.eq(k, 16))
    assert not loop.assume(v.ne(guard, 0)).certain(v.eq(k, 16))
    assert loop.assume(v.ne(guard, 0)).certain(v.le(k, 16))


def test_a_join_forgets_which_iterations_take_which_path() -> None:
    loop = Facts().with_loop(i, 0, 8, 1)
    odd = v.eq(slot, 1)
    assert v.join(loop.assume(odd), loop.assume(v.Not(odd))) is loop
    third, fifth = loop.assume(v.eq(i, 3)), loop.assume(v.eq(i, 5))
    joined = v.join(third, fifth)
    assert joined.values(i) == (3, 5)
    assert not v.join(loop.assume(v.le(i, 2)), loop.assume(v.ge(i, 6))).certain(v.eq(i, 4))


def test_a_join_keeps_what_both_sides_imply() -> None:
    one = Facts().assume(v.And(v.eq(n, 4), v.le(m, n)))
    two = Facts().assume(v.And(v.eq(n, 8), v.le(m, n - 2)))
    joined = v.join(one, two)
    assert joined.values(n) == (4, 8)
    assert joined.ask(v.le(m, n)) is PROVED and joined.ask(v.le(m, 6)) is PROVED
    assert joined.ask(v.le(m, 4)) is UNKNOWN
