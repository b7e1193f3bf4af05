"""How a kernel uses its variables and parameters."""

from __future__ import annotations

from pyasc_lint.ir.nodes import Block, Call, Kernel, Ref, Var, walk
from pyasc_lint.ir.traversal import expressions, parts
from pyasc_lint.ir.types import DType, DTypeOf, TensorType


def read_variables(body: Block) -> set[Var]:
    """Every variable that some expression reads."""
    return {
        part.var for stmt in walk(body) for expr in expressions(stmt) for part in parts(expr) if isinstance(part, Ref)
    }


def copied_dtypes(kernel: Kernel) -> dict[str, list[str]]:
    """Element types of the LocalTensors that each address parameter of unknown type meets in a call.

    A copy has one element type, so where there is exactly one it is the parameter's.
    """
    found: dict[str, list[str]] = {}
    for stmt in walk(kernel.body):
        if not isinstance(stmt, Call):
            continue
        types = [arg.type for arg in stmt.args.values()]
        elements = [kind.element for kind in types if isinstance(kind, TensorType)]
        names = [element.name for element in elements if isinstance(element, DType)]
        for element in elements:
            if isinstance(element, DTypeOf):
                known = found.setdefault(element.parameter, [])
                known.extend(name for name in names if name not in known)
    return found
