"""Instructions of kernels given as source text, and the bytes they touch under given arguments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from textwrap import dedent

from pyasc_lint.analysis.analyse import analyse
from pyasc_lint.analysis.facts import CallFact, KernelFacts
from pyasc_lint.analysis.operands import Instruction, instruction_of
from pyasc_lint.analysis.values import Symbol
from pyasc_lint.profiles import Core, load_profile
from tests.support.lowering import kernel

TARGET = "Ascend910B1"
PARAMETERS = ["n", "m", "k", "p", "q", "r", "s", "t", "u", "w"]
"""Run-time integers of every kernel."""

_HEADER = f"""
import asc

@asc.jit
def kernel(x: asc.GlobalAddress, y: asc.GlobalAddress, {", ".join(f"{name}: int" for name in PARAMETERS)}):
    allocator = asc.LocalMemAllocator()
    gm_x = asc.GlobalTensor()
    gm_x.set_global_buffer(x, 100000)
    gm_y = asc.GlobalTensor()
    gm_y.set_global_buffer(y, 100000)
"""
_PLACES = {"ub": "VECCALC", "l1": "A1", "l0a": "A2", "l0b": "B2", "l0c": "CO1", "bt": "C2"}
_DTYPES = {
    "half": "asc.float16",
    "float": "asc.float32",
    "int": "asc.int32",
    "uint": "asc.uint32",
    "short": "asc.int16",
    "ushort": "asc.uint16",
    "byte": "asc.int8",
    "ubyte": "asc.uint8",
    "long": "asc.uint64",
    "x": "x.dtype",
    "y": "y.dtype",
}


@dataclass(frozen=True, eq=False)
class Ran:
    """The instructions of a kernel, in order, without those of its frame."""

    facts: KernelFacts
    calls: tuple[CallFact, ...]
    instructions: tuple[Instruction, ...]

    def assignment(self, values: Mapping[str, int]) -> dict[Symbol, int]:
        """Numbers for the kernel's inputs by name (`x` and `y`: bytes of their elements); an unnamed one is 0."""
        sizes = {symbol: values[name] for symbol, name in self.facts.sizes.items() if name in values}
        return {**{symbol: values.get(symbol.name, 0) for symbol in self.facts.inputs}, **sizes}


@lru_cache(maxsize=64)
def run(statements: str, core: Core = "AIV", target: str = TARGET) -> Ran:
    """A kernel of these statements, separated by `;` or lines.

    Tensors are named by place, dtype and number: `ub_half_1`, `l1_byte_2`; GM tensors are `gm_x` and `gm_y`.
    """
    lines = [
        line[: len(line) - len(line.lstrip())] + part
        for line in dedent(statements).splitlines()
        for part in line.strip().split("; ")
    ]
    words = {word for line in lines for word in _words(line)}
    tensors = [_tensor(word) for word in sorted(words) if word.split("_")[0] in _PLACES]
    text = _HEADER + "".join(f"    {line}\n" for line in [*tensors, *lines])
    profile = load_profile(target)
    facts = analyse(kernel(text), profile, core)
    assert all(remark.kind == "trap" for remark in facts.kernel.remarks), facts.kernel.remarks
    calls, instructions = [], []
    for call in facts.calls:
        instruction = instruction_of(call, profile, core)
        if instruction is not None:
            calls.append(call)
            instructions.append(instruction)
    return Ran(facts, tuple(calls), tuple(instructions))


def _words(line: str) -> Iterable[str]:
    word = ""
    for char in line + " ":
        if char.isalnum() or char == "_":
            word += char
        else:
            yield word
            word = ""


def _tensor(name: str) -> str:
    place, dtype, number = name.split("_")
    return f"{name} = asc.LocalTensor({_DTYPES[dtype]}, asc.TPosition.{_PLACES[place]}, {int(number) * 8192}, 1024)"


def touched(ran: Ran, kind: str, param: str, /, index: int = -1, **values: int) -> set[int]:
    """Bytes that an instruction reads ("read") or writes ("write") of an operand, relative to its first byte."""
    assignment = ran.assignment(values)
    found: set[int] = set()
    for access in ran.instructions[index].accesses:
        if access.param == param and (access.reads if kind == "read" else access.writes):
            for low, high in access.footprint.ranges(assignment):
                found.update(range(low, high))
    return found


def exact(ran: Ran, param: str, index: int = -1) -> bool:
    """Whether all that is known of an operand's bytes is exact."""
    return all(access.exact for access in ran.instructions[index].accesses if access.param == param)


def only(ran: Ran, index: int = -1) -> Instruction:
    """One instruction, the last unless told otherwise; it must be sized."""
    instruction = ran.instructions[index]
    assert instruction.unsized is None, instruction.unsized
    return instruction


def blocks(length: int, *dims: tuple[int, int], start: int = 0) -> set[int]:
    """Bytes of runs of `length` bytes at every combination of (count, stride in bytes)."""
    firsts = [start]
    for count, stride in dims:
        firsts = [first + step * stride for first in firsts for step in range(count)]
    return {byte for first in firsts for byte in range(first, first + length)}
