"""Divisions of run-time integers and where their results count: Python rounds down, Ascend C towards zero."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.facts import Division
from pyasc_lint.analysis.scalars import condition, number
from pyasc_lint.analysis.state import State
from pyasc_lint.analysis.values import Cond, Poly
from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.nodes import Assign, Binary, Compare, Const, Expr, For, IfExp, Kernel, Ref, Stmt, Unary, Var, While
from pyasc_lint.ir.survey import survey
from pyasc_lint.ir.traversal import expressions, parts


@dataclass(frozen=True, slots=True, eq=False)
class _Guarded:
    """A division in an expression, and the tests that its result depends on there."""

    node: Binary
    tests: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Difference:
    """A division and when its result is not Python's."""

    node: Binary
    dividend: Poly
    different: Cond


class Divisions:
    """The divisions of a kernel, each told of where its result is used.

    What a variable takes is used where the variable is: `slot = (i - 1) % 2` before `if i > 0:` is no mistake.
    """

    def __init__(self, kernel: Kernel) -> None:
        self._wanted = kernel.divisions
        self._concerned = _concerned(kernel) if kernel.divisions else frozenset()
        self._parts: dict[Stmt, tuple[list[_Guarded], list[Var]]] = {}
        self._held: dict[Var, tuple[Poly, list[_Difference]]] = {}

    def of(self, stmt: Stmt, state: State) -> Iterator[Division]:
        """The divisions whose results a statement uses, judged before it runs."""
        if stmt not in self._concerned or isinstance(stmt, While):  # the test of a `while` belongs to its body
            if isinstance(stmt, Assign):
                self._held.pop(stmt.var, None)
            return
        found, read = self._parts_of(stmt)
        differences = [each for division in found if (each := _difference(division, state)) is not None]
        for var in read:
            value, held = self._held.get(var, (None, []))
            if value is not None and state.env.get(var) == value:
                differences += held
        if isinstance(stmt, Assign):
            result = number(stmt.value, state) if differences else None
            self._held.pop(stmt.var, None)
            if result is not None:
                self._held[stmt.var] = (result, differences)
        else:
            for each in differences:
                yield Division(each.node, each.dividend, each.different, state.facts, stmt.stack)

    def _parts_of(self, stmt: Stmt) -> tuple[list[_Guarded], list[Var]]:
        """The divisions in a statement, and the variables it reads."""
        known = self._parts.get(stmt)
        if known is None:
            whole = dict.fromkeys(expressions(stmt))
            if isinstance(stmt, For) and (isinstance(stmt.stop, Ref) or stmt.stop in self._wanted):
                del whole[stmt.stop]  # a loop up to -1 and one up to 0 are the same
            found = [each for expr in whole for each in _below(expr, self._wanted)]
            read = dict.fromkeys(part.var for expr in whole for part in parts(expr) if isinstance(part, Ref))
            known = self._parts[stmt] = (found, list(read))
        return known


def _concerned(kernel: Kernel) -> frozenset[Stmt]:
    """The statements with a division that counts, or with a variable that may hold the result of one."""
    found = {stmt for stmt, expr in survey(kernel).uses(Binary) if expr in kernel.divisions}
    reads = survey(kernel).uses(Ref)
    size = 0
    while size < len(found):
        size = len(found)
        holding = {stmt.var for stmt in found if isinstance(stmt, Assign)}
        found.update(stmt for stmt, ref in reads if ref.var in holding)
    return frozenset(found)


def _difference(division: _Guarded, state: State) -> _Difference | None:
    node = division.node
    left, right = number(node.left, state), number(node.right, state)
    tests = [condition(test, state) for test in division.tests]
    if left is None or right is None:
        return None
    down, to_zero = (state.facts.compute(divide, left, right) for divide in (v.floor_div, v.trunc_div))
    if down == to_zero:
        return None
    known = [test for test in tests if test is not None]
    return _Difference(node, left, v.And(*known, v.ne(down, to_zero))) if len(known) == len(tests) else None


def _below(expr: Expr, wanted: frozenset[Binary], tests: tuple[Expr, ...] = ()) -> Iterator[_Guarded]:
    """The divisions in an expression; a test decides about one side of a choice or junction only."""
    below = [(part, tests) for part in expr.children()]
    match expr:
        case IfExp():
            no = Unary("not", expr.test)
            below = [(expr.test, tests), (expr.body, (*tests, expr.test)), (expr.orelse, (*tests, no))]
        case Binary(op="and" | "or"):
            decides = expr.left if expr.op == "and" else Unary("not", expr.left)
            below = [(expr.left, tests), (expr.right, (*tests, decides))]
        case Compare(op="==" | "!=", left=Binary(op="%") as left, right=Const(value=0)) if left in wanted:
            below = [(part, tests) for part in left.children()]  # no rest is no rest, however it is rounded
    if isinstance(expr, Binary) and expr in wanted:
        yield _Guarded(expr, tests)
    for part, its in below:
        yield from _below(part, wanted, its)
