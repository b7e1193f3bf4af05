"""Which run-time branches go the same way: tests of values that do not change while a kernel runs."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping

from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.nodes import (
    Assign,
    Binary,
    Block,
    Call,
    Cast,
    Compare,
    Const,
    CoreTest,
    DTypeExpr,
    Enum,
    Expr,
    Field,
    For,
    If,
    IfExp,
    Kernel,
    MakeLocal,
    NewAllocator,
    Ref,
    SizeOf,
    Stmt,
    Unary,
    Var,
    While,
    is_static_construct,
    sub_blocks,
)
from pyasc_lint.ir.survey import survey

_CONSTANT_CALLS = frozenset(
    {"get_block_idx", "get_block_num", "get_sub_block_idx", "get_sub_block_num", "get_task_ratio"}
)
"""Functions that give the same value however often a kernel calls them."""

_OPPOSITES = {"!=": "==", ">=": "<", "<=": ">", "is not": "is", "not in": "in"}
_MAX_DEPTH = 40

_LOOPED = object()
"""Stands for the definition of a variable that changes while the kernel runs."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a test asks and which answer leads into the body. Equal questions have equal answers in one run.

    `trace_time`: the answer is known when pyasc traces the kernel, so only one of the branches is ever compiled.
    """

    question: Hashable
    answer: bool
    trace_time: bool


Path = Mapping[Hashable, bool]
"""Answers to questions: those under which a statement is compiled, or those of one run."""


class Branches:
    """The tests of one kernel."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self._constexprs = {param.var for param in kernel.params if param.constexpr}
        self._definitions: dict[Var, object] = {}
        self._outcomes: dict[If, Outcome | None] = {}
        self._define(kernel.body, False)

    def _define(self, body: Block, looped: bool) -> None:
        todo = [(body, looped)]
        while todo:
            block, inside = todo.pop()
            for stmt in block:
                var = stmt.var if isinstance(stmt, Assign | For) else stmt.result if isinstance(stmt, Call) else None
                if var is not None:
                    changes = inside or isinstance(stmt, For) or var in self._definitions
                    self._definitions[var] = _LOOPED if changes else stmt
                todo.extend((inner, inside or isinstance(stmt, For | While)) for inner in sub_blocks(stmt))

    def paths(self) -> Iterator[tuple[Stmt, Path]]:
        """Every statement with the trace-time answers under which it is compiled, in source order."""
        found = survey(self.kernel)
        return self._paths(self.kernel.body, {}) if found.of(If) else ((stmt, {}) for stmt in found.stmts)

    def _paths(self, block: Block, path: Path) -> Iterator[tuple[Stmt, Path]]:
        for stmt in block:
            yield stmt, path
            outcome = self.outcome(stmt)
            if isinstance(stmt, If) and outcome is not None and outcome.trace_time:
                yield from self._paths(stmt.body, {**path, outcome.question: outcome.answer})
                yield from self._paths(stmt.orelse, {**path, outcome.question: not outcome.answer})
            else:
                for inner in sub_blocks(stmt):
                    yield from self._paths(inner, path)

    def static_constructs(self) -> list[tuple[NewAllocator | MakeLocal, Path]]:
        """What makes the kernel a static-Tensor kernel, with the trace-time answers under which it does."""
        return [(stmt, path) for stmt, path in self.paths() if is_static_construct(stmt)]

    def outcome(self, stmt: Stmt) -> Outcome | None:
        """What the test of an `if` asks; None where the answer may change while the kernel runs."""
        if not isinstance(stmt, If):
            return None
        if stmt not in self._outcomes:
            self._outcomes[stmt] = self._outcome(stmt)
        return self._outcomes[stmt]

    def _outcome(self, stmt: If) -> Outcome | None:
        test, answer = stmt.test, True
        while isinstance(test, Unary) and test.op == "not":
            test, answer = test.operand, not answer
        if isinstance(test, Compare) and test.op in _OPPOSITES:
            test, answer = Compare(_OPPOSITES[test.op], test.left, test.right), not answer
        leaves: list[Expr] = []
        question = self._key(test, leaves, 0)
        if question is None:
            return None
        return Outcome(question, answer, all(self._trace_time(leaf) for leaf in leaves))

    def _trace_time(self, leaf: Expr) -> bool:
        return not isinstance(leaf, Ref | CoreTest) or (isinstance(leaf, Ref) and leaf.var in self._constexprs)

    def _key(self, expr: Expr, leaves: list[Expr], depth: int) -> Hashable:
        """A key that only expressions of the same value have; None where there is none. Collects the leaves."""
        match expr:
            case _ if depth > _MAX_DEPTH:
                return None
            case Const():
                key: Hashable = ("const", type(expr.value), expr.value)
            case Enum():
                key = ("enum", expr.enum, expr.member)
            case DTypeExpr(element=element) | SizeOf(element=element) if element is not None:
                key = (type(expr), element)
            case CoreTest():
                key = ("core", expr.core)
            case Ref():
                return self._variable(expr, leaves, depth)
            case Unary() | Binary() | Compare() | IfExp() | Cast() | Field():
                parts = [self._key(child, leaves, depth + 1) for child in expr.children()]
                if any(part is None for part in parts):
                    return None
                detail = expr.dtype if isinstance(expr, Cast) else expr.key if isinstance(expr, Field) else None
                if isinstance(detail, Expr):
                    detail = None  # an element of an array; its index is among the children
                return (type(expr), getattr(expr, "op", ""), detail, *parts)
            case _:
                return None
        leaves.append(expr)
        return key

    def _variable(self, ref: Ref, leaves: list[Expr], depth: int) -> Hashable:
        definition = self._definitions.get(ref.var)
        match definition:
            case Assign():
                return self._key(definition.value, leaves, depth + 1)
            case Call(api=name) if name in _CONSTANT_CALLS:
                leaves.append(ref)
                return ("call", name)
            case _ if definition is _LOOPED:
                return None
        leaves.append(ref)
        return ("var", ref.var)


def compatible(first: Path, second: Path) -> bool:
    """Whether one run can give both sets of answers."""
    return all(second.get(question, answer) == answer for question, answer in first.items())
