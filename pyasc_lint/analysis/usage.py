"""How a kernel uses its variables and parameters."""

from __future__ import annotations

from collections.abc import Iterable

from pyasc_lint.ir.nodes import Alloc, Expr, Foreign, Kernel, MakeLocal, Ref, SetBuffer, Stmt, Var
from pyasc_lint.ir.survey import survey
from pyasc_lint.ir.traversal import parts
from pyasc_lint.ir.types import DType, DTypeOf, ObjectType, TensorType


def read_variables(kernel: Kernel) -> set[Var]:
    """Every variable that some expression reads."""
    return {ref.var for _, ref in survey(kernel).uses(Ref)}


def sizes(stmt: Stmt) -> list[Expr]:
    """The sizes and addresses of a statement that makes a tensor."""
    match stmt:
        case Alloc():
            return [stmt.count]
        case MakeLocal() | SetBuffer():
            return [part for part in (stmt.address, stmt.count) if part is not None]
    return []


def unseen_names(exprs: Iterable[Expr]) -> list[str]:
    """Dotted names from code outside the run that expressions read."""
    every = (part for expr in exprs for part in parts(expr))
    return list(dict.fromkeys(part.name for part in every if isinstance(part, Foreign) and part.what == "external"))


_COPIES = frozenset({"data_copy", "data_copy_pad"})
_CONVERTING = "DataCopyCO12DstParams"
"""The struct of copies out of L0C, which may convert."""


def copied_dtypes(kernel: Kernel) -> dict[str, list[str]]:
    """Element types of the LocalTensors that each address parameter of unknown type is copied from or to.

    A copy has one element type, so where there is exactly one it is the parameter's. Other instructions say nothing:
    the result of a comparison and the offsets of a gather have types of their own.
    """
    found: dict[str, list[str]] = {}
    for stmt in survey(kernel).calls(*_COPIES):
        types = [arg.type for arg in stmt.args.values()]
        if ObjectType(_CONVERTING) in types:
            continue
        elements = [kind.element for kind in types if isinstance(kind, TensorType)]
        names = [element.name for element in elements if isinstance(element, DType)]
        for element in elements:
            if isinstance(element, DTypeOf):
                known = found.setdefault(element.parameter, [])
                known.extend(name for name in names if name not in known)
    return found
