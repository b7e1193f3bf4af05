"""Loops with Python's meaning: bounds are evaluated once, steps may be negative, a loop variable outlives its loop."""

from __future__ import annotations

from abc import ABC, abstractmethod

from pyasc_lint.codegen.cexpr import SUM, UNARY, Text
from pyasc_lint.codegen.ctypes import INT64
from pyasc_lint.codegen.errors import CannotEmit
from pyasc_lint.codegen.names import Names
from pyasc_lint.codegen.operands import Operands
from pyasc_lint.codegen.scopes import Declarations
from pyasc_lint.ir.nodes import Block, Const, Expr, For, Ref, Unary, Var, While, walk
from pyasc_lint.ir.traversal import defined, parts


class Loops(ABC):
    """Writes loops for a `KernelWriter`."""

    names: Names
    operands: Operands
    declarations: Declarations

    @abstractmethod
    def line(self, text: str) -> None:
        """Write one line."""

    @abstractmethod
    def open(self, text: str) -> None:
        """Write a line that begins a block."""

    @abstractmethod
    def close(self, text: str = "}") -> None:
        """End a block."""

    @abstractmethod
    def block(self, block: Block) -> None:
        """Write the statements of a block."""

    def while_loop(self, stmt: While) -> None:
        """The test is made again before every turn, with whatever it reads."""
        if not stmt.head:
            self.open(f"while ({self.operands.number(stmt.test)}) {{")
        else:
            self.open("while (true) {")
            self.block(stmt.head)
            test = self.operands.numbers.text(Unary("not", stmt.test)).text
            self.open(f"if ({test}) {{")
            self.line("break;")
            self.close()
        self.block(stmt.body)
        self.close()

    def for_loop(self, stmt: For) -> None:
        """`for var in range(start, stop, step)`."""
        own = self.declarations.at.get(stmt) is stmt.var
        changed = {var for inner in walk(stmt.body) if (var := defined(inner)) is not None} | {stmt.var}
        start, stop, step = (self.operands.numbers.stored(bound, INT64) for bound in (stmt.start, stmt.stop, stmt.step))
        self.names.open()  # what the head of the loop declares
        wanted = stmt.var.name or "i"
        counter = self.names.declare(stmt.var, wanted) if own else self.names.fresh(f"{wanted}_next")
        head = [f"{counter} = {start.text}"]
        if not _is_fixed(stmt.stop, changed):
            stop = self._once(head, f"{wanted}_end", stop)
        if not _is_fixed(stmt.step, changed):
            step = self._once(head, f"{wanted}_step", step)
        test, advance = _progress(counter, stop, step, stmt.step)
        kind = self.operands.declared(stmt.var) if own else "int64_t"
        self.open(f"for ({kind} {', '.join(head)}; {test}; {advance}) {{")
        if not own:
            self.line(f"{self.names.of(stmt.var)} = {counter};")
        self.block(stmt.body)
        self.close()
        self.names.close()

    def _once(self, head: list[str], wanted: str, value: Text) -> Text:
        """A bound that is worked out before the first turn."""
        name = self.names.fresh(wanted)
        head.append(f"{name} = {value.text}")
        return Text(name, INT64)


def _is_fixed(bound: Expr, changed: set[Var]) -> bool:
    """Whether a bound may stand in the test of the loop: nothing to compute, and the same every time."""
    if isinstance(bound, Const):
        return True
    return isinstance(bound, Ref) and not any(isinstance(part, Ref) and part.var in changed for part in parts(bound))


def _progress(counter: str, stop: Text, step: Text, source: Expr) -> tuple[str, str]:
    """The test and the advance of a loop."""
    limit = stop.at(SUM)
    if isinstance(source, Const) and isinstance(source.value, int):
        amount = int(source.value)
        if amount == 0:
            raise CannotEmit("emit-loop", "a range() with a step of 0 never ends", source.span)
        if amount > 0:
            return f"{counter} < {limit}", f"++{counter}" if amount == 1 else f"{counter} += {amount}"
        return f"{counter} > {limit}", f"--{counter}" if amount == -1 else f"{counter} -= {-amount}"
    by = step.at(UNARY)
    return f"{by} > 0 ? {counter} < {limit} : {counter} > {limit}", f"{counter} += {step.text}"
