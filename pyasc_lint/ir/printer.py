"""IR as text, for tests and for people who debug the engine."""

from __future__ import annotations

from pyasc_lint.ir.nodes import (
    AddressAdd,
    Alloc,
    Assign,
    Assume,
    Binary,
    Block,
    Call,
    Cast,
    Compare,
    Const,
    CoreTest,
    CurAddr,
    DTypeExpr,
    Enum,
    Expr,
    Field,
    For,
    Foreign,
    If,
    IfExp,
    Inlined,
    Kernel,
    MakeGlobal,
    MakeLocal,
    New,
    NewAllocator,
    Ref,
    Reinterpret,
    Sequence,
    SetBuffer,
    SizeOf,
    Stmt,
    Unary,
    Unknown,
    Var,
    View,
    While,
)


class Printer:
    """Prints one kernel; variables that share a source name get a number."""

    def __init__(self) -> None:
        self._names: dict[Var, str] = {}
        self._taken: set[str] = set()

    def kernel(self, kernel: Kernel) -> str:
        params = ", ".join(f"{self.var(param.var)}: {param.annotation or '?'}" for param in kernel.params)
        lines = [f"kernel {kernel.name}({params})"]
        self._block(kernel.body, 1, lines)
        return "\n".join(lines) + "\n"

    def var(self, var: Var) -> str:
        if var not in self._names:
            base = var.name or "t"
            name, number = base, 1
            while name in self._taken:
                name, number = f"{base}.{number}", number + 1
            self._names[var] = name
            self._taken.add(name)
        return f"%{self._names[var]}"

    def expr(self, value: Expr | None) -> str:
        match value:
            case None:
                return "-"
            case Const():
                return repr(value.value)
            case Ref():
                return self.var(value.var)
            case Unary():
                return f"({value.op} {self.expr(value.operand)})"
            case Binary() | Compare():
                return f"({self.expr(value.left)} {value.op} {self.expr(value.right)})"
            case IfExp():
                return f"({self.expr(value.body)} if {self.expr(value.test)} else {self.expr(value.orelse)})"
            case Cast():
                return f"{value.dtype}({self.expr(value.operand)})"
            case SizeOf():
                return f"sizeof({value.element})"
            case DTypeExpr():
                return str(value.element)
            case Enum():
                return f"{value.enum}.{value.member}"
            case Sequence():
                return "[" + ", ".join(map(self.expr, value.items)) + "]"
            case New():
                return f"{value.cls}(" + ", ".join(f"{k}={self.expr(v)}" for k, v in value.args.items()) + ")"
            case View():
                return f"{self.expr(value.base)}[{self.expr(value.offset)}:]"
            case Reinterpret():
                return f"{self.expr(value.base)} as {value.element}"
            case AddressAdd():
                return f"({self.expr(value.base)} + {self.expr(value.offset)})"
            case CoreTest():
                return f"on {value.core}"
            case Field():
                key = value.key if isinstance(value.key, str) else f"[{self.expr(value.key)}]"
                return f"{self.expr(value.base)}.{key}"
            case Foreign():
                return f"<{value.what} {value.name}>"
            case Unknown():
                return f"<? {value.reason}>"
        return f"<{type(value).__name__}>"

    def _block(self, block: Block, depth: int, lines: list[str]) -> None:
        for stmt in block:
            self._stmt(stmt, depth, lines)
        if not block:
            lines.append("  " * depth + "pass")

    def _stmt(self, stmt: Stmt, depth: int, lines: list[str]) -> None:
        text = self._text(stmt)
        lines.append("  " * depth + text)
        match stmt:
            case If():
                self._block(stmt.body, depth + 1, lines)
                if stmt.orelse:
                    lines.append("  " * depth + "else")
                    self._block(stmt.orelse, depth + 1, lines)
            case For() | Inlined():
                self._block(stmt.body, depth + 1, lines)
            case While():
                self._block(stmt.head, depth + 1, lines)
                lines.append("  " * depth + f"while {self.expr(stmt.test)}")
                self._block(stmt.body, depth + 1, lines)

    def _text(self, stmt: Stmt) -> str:
        e = self.expr
        match stmt:
            case Assign():
                return f"{self.var(stmt.var)} = {e(stmt.value)}"
            case NewAllocator():
                return f"{self.var(stmt.var)} = allocator {stmt.hardware}"
            case Alloc():
                operands = (stmt.allocator, stmt.position, stmt.dtype, stmt.count)
                return f"{self.var(stmt.var)} = alloc " + ", ".join(map(e, operands))
            case MakeLocal():
                parts = (stmt.dtype, stmt.position, stmt.address, stmt.count)
                return f"{self.var(stmt.var)} = local " + ", ".join(map(e, parts))
            case MakeGlobal():
                return f"{self.var(stmt.var)} = global"
            case SetBuffer():
                return f"buffer {e(stmt.tensor)}, {e(stmt.address)}, {e(stmt.count)}"
            case CurAddr():
                return f"{self.var(stmt.var)} = cursor {e(stmt.allocator)}"
            case Call():
                args = ", ".join(f"{key}={e(arg)}" for key, arg in stmt.args.items())
                left = f"{self.var(stmt.result)} = " if stmt.result is not None else ""
                on = f"{e(stmt.receiver)} " if stmt.receiver is not None else ""
                form = "?" if stmt.overload is None else str(stmt.overload)
                return f"{left}{on}{stmt.api}#{form}({args})"
            case If():
                return f"if {e(stmt.test)}"
            case For():
                return f"for {self.var(stmt.var)} in {e(stmt.start)}, {e(stmt.stop)}, {e(stmt.step)}"
            case While():
                return "loop"
            case Inlined():
                return f"inline {stmt.function}"
            case Assume():
                return f"assume {e(stmt.test)} ({stmt.source})"
        return type(stmt).__name__


def print_kernel(kernel: Kernel) -> str:
    """The text of a kernel's IR."""
    return Printer().kernel(kernel)
