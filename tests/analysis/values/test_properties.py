"""The domain against brute force: small random programs, all their runs enumerated."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from hypothesis import event, given
from hypothesis import strategies as st

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.values import Answer, Cond, Facts, Poly, Symbol

PARAMS = (Symbol("n"), Symbol("m"))
LOOPS = (Symbol("i", "loop"), Symbol("j", "loop"))
LOW, HIGH = -4, 7
"""Every parameter lies between these."""

# ----------------------------------------------------------------------------------------------------- random programs


class Tree(NamedTuple):
    """An expression or a condition, independent of the domain under test."""

    op: str
    parts: tuple[Any, ...]

    def __str__(self) -> str:
        if self.op in ("symbol", "constant"):
            return str(self.parts[0])
        parts = [str(part) for part in self.parts]
        return f"({parts[0]} {self.op} {parts[1]})" if len(parts) == 2 else f"{self.op}({', '.join(parts)})"


def c_div(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def shift(a: int, b: int, *, left: bool) -> int:
    if not 0 <= b <= 256:
        raise ValueError("no integer type is so wide")
    return a << b if left else a >> b


COMPUTE: dict[str, Callable[..., Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "c/": c_div,
    "c%": lambda a, b: a - b * c_div(a, b),
    "min": min,
    "max": max,
    "abs": abs,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "<<": lambda a, b: shift(a, b, left=True),
    ">>": lambda a, b: shift(a, b, left=False),
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "not": lambda a: not a,
}
BUILD: dict[str, Callable[..., Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": v.floor_div,
    "%": v.floor_mod,
    "c/": v.trunc_div,
    "c%": v.trunc_mod,
    "min": v.minimum,
    "max": v.maximum,
    "abs": v.absolute,
    "&": v.bit_and,
    "|": v.bit_or,
    "^": v.bit_xor,
    "<<": v.shift_left,
    ">>": v.shift_right,
    "<=": v.le,
    ">": v.gt,
    "==": v.eq,
    "!=": v.ne,
    "and": v.And,
    "or": v.Or,
    "not": v.Not,
}
TAKES_FACTS = {"//", "%", "c/", "c%", "min", "max", "abs", "&", "|", "^", "<<", ">>"}
UNDEFINED = (ArithmeticError, ValueError)


def compute(tree: Tree, run: dict[Symbol, int]) -> Any:
    if tree.op == "symbol":
        return run[tree.parts[0]]
    if tree.op == "constant":
        return tree.parts[0]
    if tree.op == "select":
        cond, a, b = tree.parts
        return compute(a if compute(cond, run) else b, run)
    if tree.op in ("and", "or"):
        truths = [truth(part, run) for part in tree.parts]
        if (tree.op == "or") not in truths and None in truths:
            raise ValueError("undecided")
        return any(truths) if tree.op == "or" else all(truths)
    return COMPUTE[tree.op](*(compute(part, run) for part in tree.parts))


def build(tree: Tree, facts: Facts | None = None) -> Any:
    if tree.op == "symbol":
        return tree.parts[0].poly
    if tree.op == "constant":
        return Poly.of(tree.parts[0])
    parts = [build(part, facts) for part in tree.parts]
    if tree.op == "select":
        cond, a, b = parts
        return v.select(cond, a, b, facts)
    return BUILD[tree.op](*parts, facts) if tree.op in TAKES_FACTS else BUILD[tree.op](*parts)


constants = st.sampled_from([0, 1, 2, 3, 4, 5, 8, 16, 31, -1, -2, -3]).map(lambda c: Tree("constant", (c,)))


@cache
def expressions(symbols: tuple[Symbol, ...], total: bool = False) -> st.SearchStrategy[Tree]:
    """Random expressions; `total` ones have a value in every run."""
    leaves = st.builds(lambda s: Tree("symbol", (s,)), st.sampled_from(symbols))
    factors = st.integers(-3, 8).map(lambda c: Tree("constant", (c,)))
    terms = st.builds(lambda c, a: Tree("*", (c, a)), factors, leaves)
    sums = st.builds(lambda parts, c: _sum([*parts, c]), st.lists(terms, max_size=3), constants)
    divisions = st.sampled_from(["//", "%", "c/", "c%"])
    divisors = st.sampled_from([2, 3, 4, 8, -2]).map(lambda c: Tree("constant", (c,)))

    def grow(inner: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
        two = st.tuples(inner, inner)
        if total:
            partial = st.builds(Tree, divisions, st.tuples(inner, divisors))
        else:
            partial = st.one_of(
                st.builds(Tree, divisions, st.tuples(inner, st.one_of(divisors, leaves))),
                st.builds(Tree, st.sampled_from(["<<", ">>"]), st.tuples(inner, st.one_of(constants, leaves))),
            )
        return st.one_of(
            partial,
            st.builds(Tree, st.sampled_from(["+", "-", "*"]), two),
            st.builds(Tree, st.sampled_from(["min", "max", "&", "|", "^"]), two),
            st.builds(lambda a: Tree("abs", (a,)), inner),
            st.builds(lambda c, a, b: Tree("select", (c, a, b)), comparisons(inner), inner, inner),
        )

    return st.recursive(st.one_of(sums, leaves), grow, max_leaves=4)


def _sum(parts: list[Tree]) -> Tree:
    result = parts[0]
    for part in parts[1:]:
        result = Tree("+", (result, part))
    return result


def comparisons(inner: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    return st.builds(Tree, st.sampled_from(["<=", ">", "==", "!="]), st.tuples(inner, st.one_of(constants, inner)))


@cache
def conditions(symbols: tuple[Symbol, ...], total: bool = False) -> st.SearchStrategy[Tree]:
    atoms = comparisons(expressions(symbols, total))
    both = st.builds(Tree, st.sampled_from(["and", "or"]), st.tuples(atoms, atoms))
    return st.one_of(atoms, atoms, both, st.builds(lambda c: Tree("not", (c,)), both))


starts = st.integers(-2, 2).map(lambda c: Tree("constant", (c,)))
steps = st.sampled_from([1, 1, 1, 2, 3, -1, -2])


class Loop(NamedTuple):
    symbol: Symbol
    start: Tree
    stop: Tree
    step: int


class Program(NamedTuple):
    """Facts, built step by step, and all the runs that reach the point where they hold."""

    params: tuple[Symbol, ...]
    loops: list[Loop]
    guards: list[Tree]
    facts: Facts
    runs: list[dict[Symbol, int]]

    def __repr__(self) -> str:
        loops = [f"{loop.symbol} in {loop.start}, {loop.stop}, {loop.step}" for loop in self.loops]
        return f"{self.params} {loops} {[*map(str, self.guards)]}: {len(self.runs)} runs"

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        return (*self.params, *(loop.symbol for loop in self.loops))


def runs_of(params: tuple[Symbol, ...], loops: list[Loop], guards: list[Tree]) -> list[dict[Symbol, int]]:
    found = [dict(zip(params, point, strict=True)) for point in product(range(LOW, HIGH + 1), repeat=len(params))]
    for loop in loops:
        found = [
            {**run, loop.symbol: value}
            for run in found
            for value in range(compute(loop.start, run), compute(loop.stop, run), loop.step)
        ]
    return [run for run in found if all(truth(guard, run) for guard in guards)]


def truth(cond: Tree, run: dict[Symbol, int]) -> bool | None:
    """None where the condition has no value."""
    try:
        return bool(compute(cond, run))
    except UNDEFINED:
        return None


@st.composite
def programs(draw: st.DrawFn, total: bool = False, loops: int = 1, bounded: bool = True) -> Program:
    """Where the facts are not `bounded`, the runs are only some of those that they allow."""
    params = PARAMS[: draw(st.integers(1, 2))]
    facts = Facts()
    for param in params:
        for bound in (v.ge(param, LOW), v.le(param, HIGH)):
            if bounded or draw(st.booleans()):
                facts = facts.assume(bound)
    drawn: list[Loop] = []
    for symbol in LOOPS[: draw(st.integers(0, loops))]:
        outer = (*params, *(loop.symbol for loop in drawn))
        loop = Loop(symbol, draw(st.one_of(starts, ends(outer))), draw(ends(outer)), draw(steps))
        facts = facts.with_loop(loop.symbol, build(loop.start), build(loop.stop), loop.step)
        drawn.append(loop)
    symbols = (*params, *(loop.symbol for loop in drawn))
    guards = draw(st.lists(conditions(symbols, total), max_size=2))
    for guard in guards:
        facts = facts.assume(build(guard, facts if draw(st.booleans()) else None))
    return Program(params, drawn, guards, facts, runs_of(params, drawn, guards))


@cache
def ends(symbols: tuple[Symbol, ...]) -> st.SearchStrategy[Tree]:
    """Ends of a loop: at most one symbol, so that trip counts stay small."""
    symbol = st.sampled_from(symbols).map(lambda s: Tree("symbol", (s,)))
    constant = st.integers(-1, 6).map(lambda c: Tree("constant", (c,)))
    return st.one_of(constant, symbol, st.builds(lambda a, b: Tree("+", (a, b)), symbol, constant))


def holds(cond: Cond, run: dict[Symbol, int]) -> bool | None:
    """`truth` of a condition of the domain."""
    try:
        return cond.evaluate(run)
    except UNDEFINED:
        return None


def values_of(tree: Tree, runs: list[dict[Symbol, int]]) -> Iterator[tuple[dict[Symbol, int], int]]:
    for run in runs:
        try:
            yield run, compute(tree, run)
        except UNDEFINED:
            continue


# ---------------------------------------------------------------------------------------------------------- properties


@given(st.data())
def test_building_keeps_the_value(data: st.DataObject) -> None:
    program = data.draw(programs(bounded=data.draw(st.booleans())))
    tree = data.draw(expressions(program.symbols))
    plain, simplified = build(tree), build(tree, program.facts)
    for run, value in values_of(tree, program.runs):
        assert plain.evaluate(run) == value
        assert simplified.evaluate(run) == value
        assert program.facts.simplify(plain).evaluate(run) == value


@given(st.data())
def test_substitution_agrees_with_evaluation(data: st.DataObject) -> None:
    program = data.draw(programs(loops=0))
    tree, other = data.draw(expressions(program.symbols)), data.draw(expressions(program.symbols))
    target = program.params[0]
    replaced = build(tree).substitute({target: build(other)})
    for run, value in values_of(other, program.runs):
        for _, expected in values_of(tree, [{**run, target: value}]):
            assert replaced.evaluate(run) == expected


@given(st.data())
def test_intervals_and_congruences_hold_all_values(data: st.DataObject) -> None:
    program = data.draw(programs(bounded=data.draw(st.booleans())))
    assert program.facts.is_feasible() or not program.runs
    tree = data.draw(expressions(program.symbols))
    poly = build(tree)
    interval, congruence = program.facts.interval(poly), program.facts.congruence(poly)
    for _, value in values_of(tree, program.runs):
        assert value in interval and value in congruence


@given(st.data())
def test_answers_are_true(data: st.DataObject) -> None:
    program = data.draw(programs(bounded=data.draw(st.booleans())))
    tree = data.draw(conditions(program.symbols))
    answer = program.facts.ask(build(tree))
    truths = {truth(tree, run) for run in program.runs} - {None}
    assert answer is not Answer.PROVED or False not in truths
    assert answer is not Answer.REFUTED or True not in truths
    event(f"{answer.name} for {sorted(map(str, truths))}")


@given(st.data())
def test_witnesses_are_runs(data: st.DataObject) -> None:
    program = data.draw(programs())
    tree = data.draw(conditions(program.symbols))
    witness = program.facts.witness(build(tree))
    if witness is not None:
        # Simplification may give a value to what has none, such as x // x.
        (run,) = [run for run in runs_of(program.params, program.loops, []) if witness.items() == run.items()]
        assert all(truth(cond, run) is not False for cond in [*program.guards, tree])
    event(f"{witness is not None} for {any(truth(tree, run) for run in program.runs)}")


@given(st.data())
def test_certain_holds_in_every_run(data: st.DataObject) -> None:
    program = data.draw(programs(total=data.draw(st.booleans()), loops=2, bounded=data.draw(st.booleans())))
    tree = data.draw(conditions(program.symbols))
    certain = program.facts.certain(build(tree))
    assert not certain or is_certain(program, tree, program.runs)
    event(f"{certain} for {is_certain(program, tree, program.runs)}")


def is_certain(program: Program, tree: Tree, runs: list[dict[Symbol, int]]) -> bool:
    """A run of the program is all iterations with the same parameters."""
    reached = {tuple(run[param] for param in program.params) for run in runs}
    hit = {tuple(run[param] for param in program.params) for run in runs if truth(tree, run) is not False}
    return reached == hit


@given(st.data())
def test_the_largest_safe_value_is_exact_in_small_domains(data: st.DataObject) -> None:
    program = data.draw(programs(total=True, loops=0))
    tree = data.draw(conditions(program.params, total=True))
    target = program.params[0]
    unsafe = {run[target] for run in program.runs if not truth(tree, run)}
    safe = {run[target] for run in program.runs} - unsafe
    assert program.facts.largest(target, build(tree)) == max(safe, default=None)


@given(st.data())
def test_a_join_allows_the_runs_of_both(data: st.DataObject) -> None:
    program = data.draw(programs(loops=2, bounded=data.draw(st.booleans())))
    first, second = data.draw(conditions(program.symbols)), data.draw(conditions(program.symbols))
    joined = v.join(program.facts.assume(build(first)), program.facts.assume(build(second)))
    tree, cond = data.draw(expressions(program.symbols)), data.draw(conditions(program.symbols))
    runs = [run for run in program.runs if truth(first, run) or truth(second, run)]
    assert joined.is_feasible() or not runs
    interval, answer = joined.interval(build(tree)), joined.ask(build(cond))
    for run, value in values_of(tree, runs):
        assert value in interval
        assert all(holds(known, run) is not False for known in joined.conditions())
    truths = {truth(cond, run) for run in runs} - {None}
    assert answer is not Answer.PROVED or False not in truths
    assert answer is not Answer.REFUTED or True not in truths
    assert not joined.certain(build(cond)) or is_certain(program, cond, runs)
