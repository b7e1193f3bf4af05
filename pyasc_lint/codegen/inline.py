"""`asc.inline`: C++ text that goes into the kernel as it stands, with operands for `$0`, `$1`, …"""

from __future__ import annotations

import re
from textwrap import dedent

from pyasc_lint.codegen.cexpr import PRIMARY
from pyasc_lint.codegen.errors import CannotEmit
from pyasc_lint.codegen.operands import Operands
from pyasc_lint.ir.nodes import Call, Const, Expr, Sequence
from pyasc_lint.ir.types import AddressType, TensorType


def inline(call: Call, operands: Operands) -> list[str]:
    """The lines. Raises CannotEmit."""
    code, given = call.args.get("code"), call.args.get("args", Const(None))
    if not isinstance(code, Const) or not isinstance(code.value, str):
        raise CannotEmit("emit-argument", "the text of asc.inline must be a constant string")
    if not isinstance(given, Sequence) and not (isinstance(given, Const) and given.value is None):
        raise CannotEmit("emit-argument", "args of asc.inline must be a tuple", given.span)
    items = given.items if isinstance(given, Sequence) else ()

    def operand(match: re.Match[str]) -> str:
        if int(match[1]) >= len(items):
            raise CannotEmit("emit-argument", f"asc.inline has no argument for {match[0]}", code.span)
        return _text(items[int(match[1])], operands)

    lines = re.sub(r"\$(\d+)", operand, dedent(code.value).strip()).splitlines() or [""]
    if not lines[-1].endswith((";", "}")) and not lines[-1].lstrip().startswith("#"):
        lines[-1] += ";"
    return lines


def before_function(call: Call) -> bool:
    """Whether the text belongs in front of the function."""
    asked = call.args.get("before_function")
    return isinstance(asked, Const) and asked.value is True


def _text(item: Expr, operands: Operands) -> str:
    if isinstance(item.type, TensorType):
        return operands.tensor(item)
    if isinstance(item.type, AddressType):
        return f"({operands.address(item)})"
    return operands.numbers.text(item).at(PRIMARY)
