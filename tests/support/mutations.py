"""Small changes of a kernel's source, each where people make mistakes.

A kind of mutation is a name and all source texts that it makes of a given one. Nothing is judged here: some mutants are
as right as the original.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

Change = Callable[[str], str]
"""From the text of an expression to another text."""


@dataclass(frozen=True)
class Source:
    """A source text, with what is needed to replace parts of it."""

    text: str

    def __post_init__(self) -> None:
        assert self.text.isascii(), "columns of `ast` count bytes"

    def offset(self, line: int, column: int) -> int:
        return sum(len(each) for each in self.text.splitlines(keepends=True)[: line - 1]) + column

    def part(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self.offset(node.lineno, node.col_offset), self.offset(node.end_lineno, node.end_col_offset)

    def of(self, node: ast.expr | ast.stmt) -> str:
        start, end = self.part(node)
        return self.text[start:end]

    def replaced(self, node: ast.expr | ast.stmt, new: str) -> str:
        start, end = self.part(node)
        return self.text[:start] + new + self.text[end:]

    def swapped(self, first: ast.stmt, second: ast.stmt) -> str:
        """With two statements exchanged; `first` comes first."""
        (a, b), (c, d) = self.part(first), self.part(second)
        return self.text[:a] + self.text[c:d] + self.text[b:c] + self.text[a:b] + self.text[d:]

    def blocks(self) -> Iterator[list[ast.stmt]]:
        """All statement lists inside of functions that pyasc compiles."""
        for top in ast.parse(self.text).body:
            if isinstance(top, ast.FunctionDef) and any("jit" in ast.unparse(mark) for mark in top.decorator_list):
                for node in ast.walk(top):
                    for name in ("body", "orelse"):
                        block = getattr(node, name, None)
                        if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                            yield block

    def statements(self) -> Iterator[ast.stmt]:
        return (stmt for block in self.blocks() for stmt in block)

    def calls(self) -> Iterator[ast.Call]:
        """All calls, each once."""
        for stmt in self.statements():
            if not hasattr(stmt, "body"):
                yield from (node for node in ast.walk(stmt) if isinstance(node, ast.Call))


def name_of(node: ast.AST) -> str:
    """The last name of what a call or a statement that is a call calls."""
    if isinstance(node, ast.Expr):
        node = node.value
    if isinstance(node, ast.Call):
        return node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
    return ""


COPIES = ("data_copy", "data_copy_pad", "duplicate")
SYNCHRONISATION = ("set_flag", "wait_flag", "pipe_barrier")
_NO_COUNT = (*SYNCHRONISATION, "init_soc_state", "set_global_buffer", "get_value", "set_value")

# ---------------------------------------------------------------------------------------------------------------- bytes


def counts(source: Source) -> Iterator[ast.expr]:
    """The last argument of instructions, where it is a number of elements."""
    for stmt in source.statements():
        if isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Call) and name_of(stmt) not in _NO_COUNT:
            arguments = stmt.value.args
            if len(arguments) >= 3 and not isinstance(arguments[-1], ast.Call | ast.Attribute):
                yield arguments[-1]


def slices(source: Source) -> Iterator[ast.expr]:
    """The starts of views `tensor[start:]`."""
    for call in source.calls():
        for argument in call.args:
            if isinstance(argument, ast.Subscript) and isinstance(argument.slice, ast.Slice) and argument.slice.lower:
                yield argument.slice.lower


def sizes(source: Source) -> Iterator[ast.expr]:
    """The numbers of elements of LocalTensors."""
    for call in source.calls():
        if name_of(call) == "alloc" and len(call.args) == 3 or name_of(call) == "LocalTensor" and len(call.args) == 4:
            yield call.args[-1]


def addresses(source: Source) -> Iterator[ast.expr]:
    """The addresses of LocalTensors."""
    return (call.args[2] for call in source.calls() if name_of(call) == "LocalTensor" and len(call.args) == 4)


def positions(source: Source) -> Iterator[ast.expr]:
    """The positions of LocalTensors at an address."""
    return (call.args[1] for call in source.calls() if name_of(call) == "LocalTensor" and len(call.args) == 4)


def lengths(source: Source) -> Iterator[ast.expr]:
    """The lengths of GlobalTensors."""
    return (call.args[1] for call in source.calls() if name_of(call) == "set_global_buffer" and len(call.args) == 2)


def strides(source: Source) -> Iterator[ast.expr]:
    """The numbers of parameter structs of copies and vector instructions, and the strides of reductions."""
    for call in source.calls():
        if name_of(call).endswith(("RepeatParams", "DataCopyParams", "DataCopyExtParams")):
            yield from call.args
        elif name_of(call).startswith("whole_reduce"):
            yield from call.args[4:7]


def repeats(source: Source) -> Iterator[ast.expr]:
    """The masks and repeat times in front of a parameter struct."""
    for call in source.calls():
        if call.args and name_of(call.args[-1]).endswith("RepeatParams"):
            yield from (argument for argument in call.args[-3:-1] if not isinstance(argument, ast.List))


def dtypes(source: Source) -> Iterator[ast.expr]:
    """The element types of LocalTensors."""
    for call in source.calls():
        if name_of(call) in ("alloc", "LocalTensor") and len(call.args) >= 3:
            yield call.args[1 if name_of(call) == "alloc" else 0]


def changed(source: Source, where: Callable[[Source], Iterator[ast.expr]], change: Change) -> Iterator[str]:
    for node in where(source):
        before = source.of(node)
        after = change(before)
        if after != before:
            yield source.replaced(node, after)


def dropped(source: Source, *names: str) -> Iterator[str]:
    """Without one call of these names; the barrier that ends a kernel stays."""
    last = [block[-1] for block in source.blocks()]
    for stmt in source.statements():
        if name_of(stmt) in names and not (name_of(stmt) == "pipe_barrier" and stmt in last and stmt.col_offset == 4):
            yield source.replaced(stmt, "pass")


def _other_dtype(text: str) -> str:
    return "asc.half" if text in ("asc.float32", "asc.float") else "asc.float32"


def _plus(step: int) -> Change:
    return lambda text: f"({text}) + {step}"


# ------------------------------------------------------------------------------------------------------ synchronisation


def _flags(source: Source, name: str) -> Iterator[ast.Call]:
    return (call for call in source.calls() if name_of(call) == name)


def _without_pair(source: Source) -> Iterator[str]:
    """Without a set and the wait with the same arguments that comes right after it."""
    for block in source.blocks():
        for first, second in zip(block, block[1:], strict=False):
            if name_of(first) == "set_flag" and name_of(second) == "wait_flag":
                without = source.replaced(second, "pass")
                start, end = source.part(first)
                yield without[:start] + "pass" + without[end:]


def _swapped_events(source: Source) -> Iterator[str]:
    for name in ("set_flag", "wait_flag"):
        for call in _flags(source, name):
            head, _, event = source.of(call.args[0]).rpartition(".")
            yield source.replaced(call.args[0], f"{head}.{'_'.join(reversed(event.split('_')))}")


def _shifted_ids(source: Source) -> Iterator[str]:
    for name in ("set_flag", "wait_flag"):
        for call in _flags(source, name):
            yield source.replaced(call.args[1], f"({source.of(call.args[1])}) + 1")


def _moved_waits(source: Source) -> Iterator[str]:
    """With a wait behind the instruction that follows it."""
    for block in source.blocks():
        for first, second in zip(block, block[1:], strict=False):
            if name_of(first) == "wait_flag" and isinstance(second, ast.Expr):
                if name_of(second) not in SYNCHRONISATION:
                    yield source.swapped(first, second)


Mutation = Callable[[Source], Iterator[str]]

BYTES: dict[str, Mutation] = {
    "enlarge a count": lambda source: changed(source, counts, _plus(32)),
    "shift a slice": lambda source: changed(source, slices, _plus(32)),
    "shrink an allocation": lambda source: changed(source, sizes, lambda text: f"({text}) // 2"),
    "drop a copy": lambda source: dropped(source, *COPIES),
    "change a stride": lambda source: changed(source, strides, _plus(1)),
    "change a dtype": lambda source: changed(source, dtypes, _other_dtype),
}
ORDER: dict[str, Mutation] = {
    "drop a set": lambda source: dropped(source, "set_flag"),
    "drop a wait": lambda source: dropped(source, "wait_flag"),
    "drop a pair": _without_pair,
    "swap an event": _swapped_events,
    "shift an id": _shifted_ids,
    "move a wait across an access": _moved_waits,
    "drop a barrier": lambda source: dropped(source, "pipe_barrier"),
}
"""All kinds, by name."""
