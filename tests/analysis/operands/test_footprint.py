"""Footprints themselves: hulls hold every byte, and patterns without gaps are one run."""

from __future__ import annotations

from time import perf_counter

from hypothesis import given
from hypothesis import strategies as st

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.operands import Footprint, instruction_of
from pyasc_lint.analysis.values import Facts, Poly, Symbol
from tests.support.operands import only, run

COUNT, STRIDE = Symbol("count"), Symbol("stride")


@given(
    start=st.integers(-50, 50),
    length=st.integers(1, 40),
    dims=st.lists(st.tuples(st.integers(1, 4), st.integers(-40, 40)), max_size=3),
    run_time=st.tuples(st.integers(1, 4), st.integers(-40, 40)),
)
def test_the_hull_is_tight(start: int, length: int, dims: list[tuple[int, int]], run_time: tuple[int, int]) -> None:
    known = [(Poly.of(count), Poly.of(stride)) for count, stride in dims]
    footprint = Footprint(Poly.of(start), Poly.of(length), (*known, (COUNT.poly, STRIDE.poly)))
    facts = Facts().assume(v.ge(COUNT, 1))
    if run_time[1] >= 0:
        facts = facts.assume(v.ge(STRIDE, 0))
    assignment = {COUNT: run_time[0], STRIDE: run_time[1]}
    ranges = list(footprint.ranges(assignment))
    low, high = footprint.hull(facts)
    assert low.evaluate(assignment) == min(first for first, _ in ranges)
    assert high.evaluate(assignment) == max(last for _, last in ranges)


def test_nothing_is_touched_where_a_count_or_the_length_is_zero() -> None:
    for length, count in ((0, 3), (4, 0), (-1, 2)):
        footprint = Footprint(Poly.of(0), Poly.of(length), ((Poly.of(count), Poly.of(8)),))
        assert footprint.empty and not list(footprint.ranges({}))


def test_repeats_without_gaps_are_one_run() -> None:
    ran = run("asc.add(ub_x_1, ub_x_2, ub_x_3, 256 // n, m, asc.BinaryRepeatParams())")
    assert all(len(access.footprint.dims) <= 1 for access in only(ran).accesses)
    ran = run("asc.data_copy(ub_half_1, gm_x, asc.DataCopyParams(n, m, 0, 0))")
    assert [access.footprint.dims for access in only(ran).accesses] == [(), ()]


def test_a_tensor_that_may_be_one_of_several_is_one_operand() -> None:
    ran = run("a = ub_half_1\nif n > 0:\n    a = ub_half_2\nasc.exp(a, ub_half_3, 64)")
    written = next(access for access in only(ran).accesses if access.param == "dst")
    assert isinstance(written.region, tuple)
    assert {region.buffer.name for region in written.region} == {"ub_half_1", "ub_half_2"}


def test_common_instructions_are_cheap() -> None:
    """Well under 100 microseconds; the bound leaves room for slow and busy machines."""
    ran = run("asc.add(ub_half_1, ub_half_2, ub_half_3, n); asc.data_copy(ub_half_1, gm_x, n * 16)")
    profile, best = ran.facts.profile, 1.0
    for _ in range(50):
        start = perf_counter()
        for call in ran.calls:
            instruction_of(call, profile, "AIV")
        best = min(best, perf_counter() - start)
    assert best / len(ran.calls) < 300e-6
