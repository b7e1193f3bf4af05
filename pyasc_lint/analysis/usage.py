"""Which variables a kernel reads."""

from __future__ import annotations

from pyasc_lint.ir.nodes import Block, Ref, Var, walk
from pyasc_lint.ir.traversal import expressions, parts


def read_variables(body: Block) -> set[Var]:
    """Every variable that some expression reads."""
    return {
        part.var for stmt in walk(body) for expr in expressions(stmt) for part in parts(expr) if isinstance(part, Ref)
    }
