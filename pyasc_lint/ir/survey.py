"""The statements and expressions of a kernel by kind, gathered in one walk for all who look for them."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property, lru_cache
from typing import TypeVar, cast

from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.nodes import Block, Call, Const, Enum, Expr, Kernel, Ref, Stmt, sub_blocks, walk
from pyasc_lint.ir.traversal import expressions, parts

_S = TypeVar("_S", bound=Stmt)
_E = TypeVar("_E", bound=Expr)


_LEAVES = frozenset({Const, Enum, Ref})


@dataclass(frozen=True, slots=True)
class Level:
    """A statement on the way from the kernel's body to another one: its block, its index there."""

    block: Block
    index: int

    @property
    def stmt(self) -> Stmt:
        return self.block[self.index]


class Survey:
    """All that a kernel consists of, in source order. `stmts` are its statements, nested ones included."""

    def __init__(self, kernel: Kernel) -> None:
        self._body = kernel.body
        self.stmts: tuple[Stmt, ...] = tuple(walk(kernel.body))
        self._stmts: dict[type[Stmt], list[Stmt]] = defaultdict(list)
        self._exprs: dict[type[Expr], list[tuple[Stmt, Expr]]] = defaultdict(list)
        for stmt in self.stmts:
            self._stmts[type(stmt)].append(stmt)
            for expr in {id(expr): expr for expr in expressions(stmt)}.values():  # a bound call has its operands twice
                for part in (expr,) if type(expr) in _LEAVES else parts(expr):
                    self._exprs[type(part)].append((stmt, part))

    def of(self, kind: type[_S]) -> list[_S]:
        """The statements of one kind."""
        return cast(list[_S], self._stmts.get(kind, []))

    def uses(self, kind: type[_E]) -> list[tuple[Stmt, _E]]:
        """The expressions of one kind, inside of others too, with the statements they stand in."""
        return cast("list[tuple[Stmt, _E]]", self._exprs.get(kind, []))

    @cached_property
    def ways(self) -> dict[Stmt, tuple[Level, ...]]:
        """For each statement those around it, outermost first, itself last."""
        found: dict[Stmt, tuple[Level, ...]] = {}
        todo: list[tuple[Block, tuple[Level, ...]]] = [(self._body, ())]
        while todo:
            block, outer = todo.pop()
            for index, each in enumerate(block):
                way = found.setdefault(each, (*outer, Level(block, index)))
                todo += [(inner, way) for inner in sub_blocks(each)]
        return found

    def calls(self, *names: str) -> list[Call]:
        """The calls of these functions or methods ("data_copy", "LocalTensor.set_value")."""
        return [call for call in self.of(Call) if call.api in names]


@lru_cache(maxsize=8)
def survey(kernel: Kernel) -> Survey:
    """The survey of a lowered kernel."""
    return Survey(kernel)
