"""The text of one kernel: its IR, statement by statement, as Ascend C."""

from __future__ import annotations

from pathlib import PurePath

from pyasc_lint.codegen.arrays import array
from pyasc_lint.codegen.calls import Calls
from pyasc_lint.codegen.cexpr import Text
from pyasc_lint.codegen.ctypes import INT64, c_name, element_name, enum_member
from pyasc_lint.codegen.errors import CannotEmit, Refusal
from pyasc_lint.codegen.host_structs import HostStructs
from pyasc_lint.codegen.inline import before_function, inline
from pyasc_lint.codegen.layout import INDENT, paragraphs
from pyasc_lint.codegen.lines import Lines
from pyasc_lint.codegen.loops import Loops
from pyasc_lint.codegen.names import Names
from pyasc_lint.codegen.operands import Operands
from pyasc_lint.codegen.scopes import declarations
from pyasc_lint.codegen.signs import Signs
from pyasc_lint.codegen.storage import Storage
from pyasc_lint.codegen.words import comment
from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.nodes import (
    Alloc,
    Assign,
    Assume,
    Block,
    Call,
    Const,
    CurAddr,
    DTypeExpr,
    Enum,
    Expr,
    For,
    If,
    Inlined,
    Kernel,
    MakeGlobal,
    MakeLocal,
    NewAllocator,
    Param,
    Ref,
    SetBuffer,
    Stmt,
    Var,
    While,
    sub_blocks,
    walk,
)
from pyasc_lint.ir.traversal import defined, expressions, parts
from pyasc_lint.ir.types import DTYPES, AddressType, AllocatorType, ArrayType, DType, StructType, TensorType

_SYSTEM = frozenset({"get_block_idx", "get_block_num", "get_sub_block_idx", "get_sub_block_num", "get_task_ratio"})
"""Calls that give the same number whenever they are made: an unnamed result stands where it is used."""


_PLACES = "LocalTensor.set_addr_with_offset"
"""What gives a tensor a place in memory that was made without one."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands around the statements of a kernel: its kernel type, and what the source lacks at its ends."""

    kernel_type: str | None = None
    init: bool = False
    barrier: bool = False


class KernelWriter(Loops):
    """Writes one kernel. `refusals` says after `text()` why the text is of no use, if it is.

    `function` is the name of the C++ function; `parameters` holds those it has, with their C++ types and names.
    """

    def __init__(self, kernel: Kernel, frame: Frame, name: str = "", directives: bool = False) -> None:
        self.kernel = kernel
        self.frame = frame
        self.refusals: list[Refusal] = []
        self.names = Names()
        self.function = self.names.fresh(name or kernel.name)
        self.structs = HostStructs(self.names)
        self.parameters: list[tuple[Param, str, str]] = []
        self.operands = Operands(self.names, Signs(kernel.body), Storage(kernel.body))
        self.calls = Calls(self.operands, self._declare_before)
        self.declarations = declarations(kernel.body)
        self.lines = Lines(kernel.path, directives)
        self._read = {
            part.var
            for stmt in walk(kernel.body)
            for expr in expressions(stmt)
            for part in parts(expr)
            if isinstance(part, Ref)
        }
        self._placed_later = {
            receiver.var
            for stmt in walk(kernel.body)
            if isinstance(stmt, Call) and stmt.api == _PLACES and isinstance(receiver := stmt.receiver, Ref)
        }
        self._before: list[str] = []
        self._unbound: set[Var] = set()
        """Global tensors without a buffer so far."""
        self._file = PurePath(kernel.path).name

    def text(self) -> str:
        """The function. What it needs of the prelude is in `operands.numbers.used`."""
        if self.frame.kernel_type is not None:
            self.line(f"KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_{self.frame.kernel_type});")
        first = len(self.lines.text)  # no line is traced to the source yet
        for param in self.kernel.params:
            if param.constexpr:
                continue
            self.lines.at = param.span
            try:
                self._parameter(param)
            except CannotEmit as refusal:
                self.refusals.append(refusal.at(param.span))
        if self.frame.init:
            self.line("AscendC::InitSocState();")
        self.block(self.kernel.body)
        self.lines.text[first:first] = [f"{INDENT}{each}" for each in self.operands.constants.declarations]
        if self.frame.barrier:
            self.line("AscendC::PipeBarrier<PIPE_ALL>();")
        params = ", ".join(f"{kind} {name}" for _, kind, name in self.parameters)
        head = f'extern "C" __global__ __aicore__ void {self.function}({params})'
        return "\n".join([*self._before, head, "{", *self.lines.text, "}", ""])

    def _parameter(self, param: Param) -> None:
        """The host has no half: one comes as a float, which holds every half exactly."""
        if param.var.type != DTYPES["float16"]:
            self.parameters.append((param, self._parameter_type(param), self.names.declare(param.var)))
            return
        passed = self.names.fresh(f"{param.var.name}_float")
        self.parameters.append((param, "float", passed))
        self.line(f"half {self.names.declare(param.var)} = static_cast<half>({passed});")

    def _parameter_type(self, param: Param) -> str:
        kind = param.var.type
        if isinstance(kind, AddressType):
            element_name(kind.element)
            return "GM_ADDR"
        if isinstance(kind, StructType):
            return self.structs.name(kind)
        if isinstance(kind, DType):
            return c_name(kind)
        raise CannotEmit("emit-parameter", f"parameter '{param.var.name}' has no form in Ascend C")

    # ------------------------------------------------------------------------------------------------------- lines

    def line(self, text: str) -> None:
        self.lines.add(text)

    def open(self, text: str) -> None:
        """A line that begins a block."""
        self.line(text)
        self.lines.depth += 1
        self.names.open()

    def close(self, text: str = "}") -> None:
        self.names.close()
        self.lines.depth -= 1
        self.line(text)

    def _declare_before(self, kind: str, wanted: str, suffix: str) -> str:
        name = self.names.fresh(wanted) if kind else wanted
        self.line(f"{kind} {name}{suffix};" if kind else f"{name}{suffix};")
        return name

    # ------------------------------------------------------------------------------------------------------- blocks

    def block(self, block: Block) -> None:
        """The statements of a block, under one comment for each paragraph of the source."""
        for number, group in enumerate(paragraphs(block)):
            if number:
                self.line("")
            self.lines.at = group[0].span
            self._comment(group)
            for stmt in group:
                self._guarded(stmt)

    def _comment(self, group: list[Stmt]) -> None:
        first, last = group[0].span, group[-1].span
        end = last.line if sub_blocks(group[-1]) else last.end_line
        lines = f"line {first.line}" if end <= first.line else f"lines {first.line}-{end}"
        other = PurePath(first.path).name
        self.line(f"// {lines}" if other == self._file else comment(f"// {other}, {lines}"))

    def _guarded(self, stmt: Stmt) -> None:
        """A statement that cannot be written is noted; the others go on, so that all reasons come at once."""
        self.lines.at = stmt.span
        try:
            for var in self.declarations.before.get(stmt, ()):
                kind = self.operands.declared(var)
                self.line(f"{kind} {self.names.declare(var)}{self.operands.initial(var)};")
            self._statement(stmt)
        except CannotEmit as refusal:
            self.refusals.append(refusal.at(stmt.span))
            target = defined(stmt)
            if target is not None and not self.names.knows(target):
                self.names.declare(target)  # one reason is enough

    def _statement(self, stmt: Stmt) -> None:
        match stmt:
            case Assign():
                self._assign(stmt)
            case NewAllocator():
                self._new_allocator(stmt)
            case Alloc():
                self._alloc(stmt)
            case MakeLocal():
                self._make_local(stmt)
            case MakeGlobal():
                self._unbound.add(stmt.var)
                self._define(stmt, stmt.var, "")
            case SetBuffer():
                self._set_buffer(stmt)
            case CurAddr():
                self._define(stmt, stmt.var, f"{self._allocator(stmt.allocator)}.GetCurAddr()")
            case Call():
                self._call(stmt)
            case If():
                self._if(stmt)
            case For():
                self.for_loop(stmt)
            case While():
                self.while_loop(stmt)
            case Inlined():
                self._inlined(stmt)
            case Assume(source="comment"):
                self.line(comment(f"// assumes {stmt.text}"))

    # -------------------------------------------------------------------------------------------------- definitions

    def _define(self, stmt: Stmt, var: Var, value: str) -> None:
        """`var = value`, declared here where the variable begins here."""
        if self.declarations.at.get(stmt) is var:
            kind = self.operands.declared(var)
            wanted = var.name or _temporary(stmt)
            self.line(f"{kind} {self.names.declare(var, wanted)}{f' = {value}' if value else ''};")
            return
        name = self.names.of(var)
        self.line(f"{name} = {value or self.operands.declared(var) + '()'};")

    def _assign(self, stmt: Assign) -> None:
        kind = stmt.var.type
        if isinstance(kind, DType):
            value = self.operands.numbers.stored(stmt.value, self.operands.storage.of(stmt.var)).text
        elif isinstance(kind, TensorType):
            self.operands.declared(stmt.var)
            value = self.operands.tensor(stmt.value)
        elif isinstance(kind, AddressType):
            value = self.operands.address(stmt.value)
        else:
            raise CannotEmit("emit-unknown-type", f"what '{stmt.var.name}' holds has no form in Ascend C")
        self._define(stmt, stmt.var, value)

    def _new_allocator(self, stmt: NewAllocator) -> None:
        if stmt.hardware is None:
            raise CannotEmit("emit-unknown-value", "the memory of the allocator is not known", stmt.argument_span)
        self._define(stmt, stmt.var, "")

    def _allocator(self, expr: Expr) -> str:
        if isinstance(expr, Ref) and isinstance(expr.type, AllocatorType) and self.names.knows(expr.var):
            return self.names.of(expr.var)
        raise CannotEmit("emit-unknown-value", "the allocator is not known", expr.span)

    def _alloc(self, stmt: Alloc) -> None:
        template = [self._position(stmt.position), self._dtype(stmt.dtype)]
        size = ""
        if isinstance(stmt.count, Const) and isinstance(stmt.count.value, int):
            template.append(str(int(stmt.count.value)))
        else:
            size = self.operands.number(stmt.count)
        allocator = self._allocator(stmt.allocator)
        self._define(stmt, stmt.var, f"{allocator}.Alloc<{', '.join(template)}>({size})")

    def _make_local(self, stmt: MakeLocal) -> None:
        if stmt.position is None or stmt.address is None or stmt.count is None:
            if stmt.var not in self._placed_later:
                raise CannotEmit("emit-unset", "the tensor has no place in memory")
            self._define(stmt, stmt.var, "")
            return
        place = ", ".join([self._position(stmt.position), *map(self.operands.number, (stmt.address, stmt.count))])
        if self.declarations.at.get(stmt) is stmt.var:
            kind = self.operands.declared(stmt.var)
            self.line(f"{kind} {self.names.declare(stmt.var, stmt.var.name or 'tensor')}({place});")
        else:
            self._define(stmt, stmt.var, f"{self.operands.declared(stmt.var)}({place})")

    def _position(self, expr: Expr) -> str:
        if isinstance(expr, Enum) and expr.enum == "TPosition":
            return enum_member(expr)
        raise CannotEmit("emit-unknown-value", "the position of the tensor is not known", expr.span)

    def _dtype(self, expr: Expr) -> str:
        if isinstance(expr, DTypeExpr):
            return element_name(expr.element)
        raise CannotEmit("emit-unknown-dtype", "the dtype of the tensor is not known", expr.span)

    def _set_buffer(self, stmt: SetBuffer) -> None:
        tensor, address = stmt.tensor.type, stmt.address.type
        if isinstance(tensor, TensorType) and isinstance(address, AddressType) and tensor.element != address.element:
            raise CannotEmit("emit-dtype", "one GlobalTensor is given addresses of different dtypes", stmt.address.span)
        if isinstance(stmt.tensor, Ref):
            self._unbound.discard(stmt.tensor.var)
        count = "" if stmt.count is None else f", {self.operands.number(stmt.count)}"
        self.line(f"{self.operands.tensor(stmt.tensor)}.SetGlobalBuffer({self.operands.address(stmt.address)}{count});")

    # -------------------------------------------------------------------------------------------------------- calls

    def _call(self, stmt: Call) -> None:
        if stmt.api == "inline":
            lines = inline(stmt, self.operands)
            if before_function(stmt):
                self._before += lines
            else:
                for line in lines:
                    self.line(line)
            return
        if stmt.api == "array" and stmt.result is not None:
            name = self.names.declare(stmt.result, stmt.result.name or "array")
            self.line(f"{array(stmt, name, self.operands)};")
            return
        for part in (part for expr in expressions(stmt) for part in parts(expr)):
            if isinstance(part, Ref) and part.var in self._unbound:
                raise CannotEmit("emit-unset", f"'{part.var.name}' has no buffer yet", part.span)
        written = self.calls.write(stmt)
        if stmt.result is None or (stmt.result not in self._read and not stmt.result.name):
            if written.result is None or stmt.result is None or stmt.result not in self._read:
                self.line(f"{written.text};")
            return
        if isinstance(stmt.result.type, ArrayType) and written.result is not None:
            self.line(f"{written.text};")
            self.names.alias(stmt.result, written.result)
        elif written.result is not None:
            self.line(f"{written.text};")
            self._define(stmt, stmt.result, written.result)
        elif stmt.api in _SYSTEM and not stmt.result.name:
            self.operands.inline[stmt.result] = Text(written.text, INT64)
        else:
            self._define(stmt, stmt.result, written.text)

    # ------------------------------------------------------------------------------------------------------- nesting

    def _if(self, stmt: If, word: str = "if") -> None:
        self.open(f"{word} ({self.operands.number(stmt.test)}) {{")
        self.block(stmt.body)
        match stmt.orelse:
            case []:
                self.close()
            case [If() as other] if other not in self.declarations.before:
                self.names.close()
                self.lines.depth -= 1
                self._if(other, "} else if")
            case _:
                self.names.close()
                self.lines.depth -= 1
                self.open("} else {")
                self.block(stmt.orelse)
                self.close()

    def _inlined(self, stmt: Inlined) -> None:
        if not stmt.body:
            return
        self.open(f"{{  // {stmt.function}()")
        self.block(stmt.body)
        self.close()


def _temporary(stmt: Stmt) -> str:
    """A name for a result that the source does not name."""
    if isinstance(stmt, Call):
        return stmt.api.rpartition(".")[2].removeprefix("get_")
    return "address" if isinstance(stmt, CurAddr) else "value"
