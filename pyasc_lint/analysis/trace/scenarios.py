"""Which inputs to run a kernel on: small trip counts, both ways of every test, within what the source allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import combinations, count, product
from math import lcm

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.trace.executor import Inputs
from pyasc_lint.analysis.trace.model import Run, Way
from pyasc_lint.analysis.usage import copied_dtypes
from pyasc_lint.analysis.values import UNKNOWN, Cond, Congruence, Domain, Facts, Interval, Poly, Symbol
from pyasc_lint.ir.nodes import Binary, Block, Call, Const, Enum, For, If, Inlined, Kernel, Ref
from pyasc_lint.ir.survey import survey
from pyasc_lint.ir.traversal import parts
from pyasc_lint.ir.types import DTYPES, AddressType, DType, DTypeOf

MAX_RUNS = 20
_MAX_PERIOD = 24
_MAX_HEAD = 8
_MAX_BEYOND = 16
_MAX_SEARCHES = 48
"""For inputs that take ways together: where more would be needed, nothing is proved."""
_PREFERRED = ("float32", "float16", "int32")


def period_of(kernel: Kernel) -> int:
    """After how many iterations the loops of a kernel repeat: from its `% n` and `& mask` expressions."""
    found = 1
    for _, expr in survey(kernel).uses(Binary):
        if expr.op in ("%", "&") and isinstance(expr.right, Const):
            value = expr.right.value
            if isinstance(value, int) and 0 < value < 16:
                candidate = lcm(found, value if expr.op == "%" else value + 1)
                if candidate <= _MAX_PERIOD:
                    found = candidate
    return found


def head_of(kernel: Kernel) -> int:
    """How many iterations at the ends of a loop tests can single out: 2 for `if i >= 2` and `if i + 2 < n`."""
    found = 0
    for stmt in survey(kernel).of(If):
        inside = list(parts(stmt.test))
        if any(isinstance(part, Ref) and part.var.role == "loop" for part in inside):
            numbers = [part.value for part in inside if isinstance(part, Const) and isinstance(part.value, int)]
            found = max([found, *(number for number in numbers if number <= _MAX_HEAD)])
    return found


def flags_of(kernel: Kernel) -> int:
    """How often an event is set, or waited for, outside of run-time loops: one that pairs with these, may use them up.

    Ids are not told apart; what stands in both branches of a test counts twice.
    """
    found: Counter[tuple[str, str]] = Counter()
    _count_flags(kernel.body, 1, found)
    return max(found.values(), default=0)


def _count_flags(block: Block, times: int, found: Counter[tuple[str, str]]) -> None:
    for stmt in block:
        match stmt:
            case Call(api="set_flag" | "wait_flag"):
                events = (arg.member for arg in stmt.args.values() if isinstance(arg, Enum))
                found[stmt.api, next(events, "")] += times
            case For(start=Const(value=int(start)), stop=Const(value=int(stop)), step=Const(value=int(step))) if step:
                _count_flags(stmt.body, times * len(range(start, stop, step)), found)
            case If():
                _count_flags(stmt.body, times, found)
                _count_flags(stmt.orelse, times, found)
            case Inlined():
                _count_flags(stmt.body, times, found)


class Coverage:
    """Which ways the runs so far have taken, with how many iterations of the loops.

    `complete`: no three tests of inputs can go ways that they have not gone together in a run.
    """

    def __init__(self, facts: KernelFacts) -> None:
        self._trips = [value for _, value in facts.trip_counts if value.const is None]
        self._symbols = {symbol.name: symbol for symbol in facts.inputs}
        self._runs: list[tuple[frozenset[Way], int]] = []
        self.complete = False

    def add(self, run: Run) -> None:
        values = {self._symbols[name]: value for name, value in run.inputs.items()}
        least = min((max(_value(trips, values), 0) for trips in self._trips), default=_MAX_BEYOND)
        self._runs.append((frozenset(run.ways), least))

    def holds(self, *ways: Way, least: int = 0) -> bool:
        """Whether one run has gone these ways, with at least so many iterations of each loop of variable length."""
        return any(known >= least and taken.issuperset(ways) for taken, known in self._runs)


def _value(p: Poly, values: Mapping[Symbol, int]) -> int:
    with suppress(KeyError, ArithmeticError, ValueError):
        return p.evaluate(values)
    return 0


def scenarios(facts: KernelFacts, coverage: Coverage) -> Iterator[Inputs]:
    """Inputs that take every loop zero, one and more times and every test both ways, as far as allowed.

    `coverage` is that of the runs on those given so far: for what they do already, no more are sought.
    The most iterations, `2 * period + 1` and those that tests single out, hold a first, a last and all in between.
    Where more flags than that stand outside of run-time loops, there is a run whose loops go on when these are used up.
    """
    period = period_of(facts.kernel)
    symbols = sorted(facts.inputs, key=lambda symbol: symbol.index)
    seen: set[tuple[tuple[str, int], ...]] = set()
    number = count()
    for known, branch in _allowed(facts, symbols, period, coverage):
        values = {symbol.name: known[symbol] for symbol in symbols if symbol in known}
        key = (*sorted(values.items()), ("", int(branch)))
        if key in seen:
            continue
        seen.add(key)
        yield Inputs(values, trips=2 if branch else 1, branch=branch, period=period)
        if next(number) + 1 >= MAX_RUNS:
            return


def _allowed(
    facts: KernelFacts, symbols: list[Symbol], period: int, coverage: Coverage
) -> Iterator[tuple[dict[Symbol, int], bool]]:
    base = facts.input_facts
    trips = [(fact, value) for fact, value in facts.trip_counts if value.const is None]
    most = 2 * period + 1 + head_of(facts.kernel)
    beyond = [number for number in (flags_of(facts.kernel) + 1,) if most < number <= _MAX_BEYOND]
    for wanted in dict.fromkeys((most, *beyond, period, 1, 0)) if trips else (0,):
        yield from ((known, True) for known in _with_trips(base, trips, wanted, symbols))
    for stmt, fact, test in facts.tests:
        for way in ((stmt, True), (stmt, False)):
            goal = test if way[1] else v.Not(test)
            for wishes in ((period + 1, 2, 0), beyond):
                for least in wishes:
                    if coverage.holds(way, least=least):
                        break
                    longer = v.And(goal, *(v.ge(value, least) for _, value in trips))
                    known = _witness(fact, longer, symbols)
                    if known is not None:
                        yield known, True
                        break
    known = _witness(base, v.TRUE, symbols)
    if known is not None and facts.guesses:
        yield known, False
    if any(base.interval(symbol).hi is not None for symbol in symbols):
        known = _witness(base, v.And(*(v.le(value, most) for _, value in trips)), symbols, largest=True)
        if known is not None:
            yield known, True
    yield from ((known, True) for known in _together(facts, trips, symbols, period, coverage))
    for wanted in range(most - 1, 1, -1) if trips else ():
        yield from ((each, True) for each in _with_trips(base, trips, wanted, symbols))


def _together(
    facts: KernelFacts, trips: list[tuple[Facts, Poly]], symbols: list[Symbol], period: int, coverage: Coverage
) -> Iterator[dict[Symbol, int]]:
    """Inputs for ways that tests have not gone together: one may skip what orders the others' instructions."""
    long = v.And(*(v.ge(value, period + 1) for _, value in trips))
    searches = 0
    for size in (2, 3):
        for tests in combinations(facts.tests, size):
            for sides in product((True, False), repeat=size):
                ways = [(stmt, side) for (stmt, _, _), side in zip(tests, sides, strict=True)]
                if coverage.holds(*ways, least=period + 1):
                    continue
                searches += 1
                if searches > _MAX_SEARCHES:
                    return
                goal = v.And(*(test if side else v.Not(test) for (_, _, test), side in zip(tests, sides, strict=True)))
                place = tests[-1][1]  # of the last one, where it is known what leads there
                known = _witness(place, v.And(goal, long), symbols)
                if known is None and coverage.holds(*ways):
                    continue
                known = known or _witness(place, goal, symbols)
                if known is not None:
                    yield known
                if not coverage.holds(*ways) and place.narrowed([goal]).is_feasible():
                    return
    coverage.complete = True


def _with_trips(
    base: Facts, trips: list[tuple[Facts, Poly]], wanted: int, symbols: list[Symbol]
) -> Iterator[dict[Symbol, int]]:
    """Inputs that take all run-time loops so many times, or else one of them."""
    known = _witness(base, v.And(*(v.eq(value, wanted) for _, value in trips)), symbols)
    if known is not None:
        yield known
        return
    for fact, value in trips:
        single = _witness(fact, v.eq(value, wanted), symbols)
        if single is not None:
            yield single


def _witness(facts: Facts, goal: Cond, symbols: list[Symbol], largest: bool = False) -> dict[Symbol, int] | None:
    """An allowed input that meets the goal, with ordinary sizes where anything goes, or with large ones."""
    known = facts.narrowed([goal])
    if not known.is_feasible():
        return None
    inputs = [symbol for symbol in symbols if symbol.kind == "param" and symbol.name.isidentifier()]
    free = [symbol for symbol in inputs if known.interval(symbol).const is None]
    wishes = {symbol: _large(facts, symbol) if largest else _ORDINARY for symbol in free}
    ordinary = known.narrowed([], {symbol: wishes[symbol][0] for symbol in free})
    found = ordinary.witness() if ordinary.is_feasible() else None
    if found is not None:
        return found
    for symbol in free:  # one after the other, so that an ordinary value of one never excludes the goal
        if known.interval(symbol).const is not None:
            continue
        for wish in wishes[symbol]:
            trial = known.narrowed([], {symbol: wish})
            better = trial.witness() if trial.is_feasible() else None
            if better is not None:
                known, found = trial, better
                break
    return found if found is not None else known.witness()


def _multiples(unit: int, least: int, most: int | None) -> Domain:
    return Domain(Interval(least, most)).restrict(congruence=Congruence(unit, 0)) or UNKNOWN


_ORDINARY = [_multiples(1024, 1024, 8192), _multiples(64, 64, 4096), _multiples(1, 1, 64)]
"""Values of an input, the most ordinary first: large and round, so that derived lengths fill whole blocks."""


def _large(facts: Facts, symbol: Symbol) -> list[Domain]:
    """Values of an input near its upper bound, rather round; ordinary ones where it has none."""
    most = facts.interval(symbol).hi
    return _ORDINARY if most is None else [_multiples(unit, most // 2 + 1, None) for unit in (64, 8, 1)]


def element_types(facts: KernelFacts) -> dict[str, DType]:
    """An element type for every address parameter of unknown type: that of the tensors it is copied from and to."""
    used = copied_dtypes(facts.kernel)
    chosen: dict[str, DType] = {}
    for param in facts.kernel.params:
        kind = param.var.type
        if isinstance(kind, AddressType) and isinstance(kind.element, DTypeOf):
            allowed = facts.dtypes.get(param.var.name, frozenset(DTYPES))
            wishes = (*used.get(param.var.name, ()), *_PREFERRED, *sorted(allowed))
            chosen[param.var.name] = DTYPES[next((name for name in wishes if name in allowed), "float32")]
    return chosen
