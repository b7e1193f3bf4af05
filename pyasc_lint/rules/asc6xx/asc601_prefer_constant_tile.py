"""ASC601 prefer-constant-tile."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import Buffer, KernelFacts, size_name
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Kernel
from pyasc_lint.rules._fix import Proposal, Replace
from pyasc_lint.rules._rule import Finding, Note, Rule, Text
from pyasc_lint.rules._wording import call_notes, made_by

_MAX_LAUNCHES = 4
_LAUNCH = Text("passes {name} = {value}", "传入 {name} = {value}")
_CONSTANT = Text("make {name} a ConstExpr parameter", "把 {name} 声明为 ConstExpr 参数")


class PreferConstantTile(Rule):
    """A tile size is a run-time parameter, but every launch seen passes the same constant.

    ## What happens
    A constant tile size is a template argument in Ascend C, `Alloc<pos, T, N>()`: the C++ compiler knows every address,
    and this tool can prove that the tiles fit. A run-time one is neither.

    ## How to fix
    Declare the parameter as `asc.ConstExpr[int]`; the launches stay as they are. Do not wrap the argument of `alloc` in
    `asc.ConstExpr(...)`: pyasc 1.1.1 rejects such an object.

    ## Limits
    The parameter itself must be the tile size, and the value of every launch in the files of the run must be known.
    pyasc 1.1.1 emits the dynamic form of `Alloc` for every tile size; `--emit` writes the template form.

    ## Source
    Ascend C `LocalMemAllocator::Alloc` (asc-devkit); call forms of pyasc 1.1.1, run against its front end.
    """

    code = "ASC601"
    name = "prefer-constant-tile"
    severity = Severity.INFO
    fixes = ("unsafe",)
    summary = Text(
        "a run-time tile size for which every launch passes one constant", "运行时 tile 大小在每次启动时都是同一常量"
    )
    remedy = Text("declare the parameter as asc.ConstExpr[int]", "请将该参数声明为 asc.ConstExpr[int]")
    messages = {
        "default": Text(
            "{call}: every launch seen passes {name} = {value}; declare `{name}: asc.ConstExpr[int]` (pyasc 1.1.1 "
            "emits the dynamic form anyway, --emit writes Alloc<{position}, {dtype}, {value}>())",
            "{call}：所见的每次启动都传入 {name} = {value}；请声明 `{name}: asc.ConstExpr[int]`"
            "（pyasc 1.1.1 仍会生成动态形式，--emit 则生成 Alloc<{position}, {dtype}, {value}>()）",
        ),
    }
    bad = """
import asc


@asc.jit
def kernel(tile: int):
    # pyasc-lint: assume 0 < tile <= 8192
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, tile)  # expect: ASC601
    asc.duplicate(a, 0.0, tile)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


def launch():
    kernel[8](2048)
"""
    good = """
import asc


@asc.jit
def kernel(tile: asc.ConstExpr[int]):
    # pyasc-lint: assume 0 < tile <= 8192
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, tile)
    asc.duplicate(a, 0.0, tile)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


def launch():
    kernel[8](2048)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        kernel = facts.kernel
        if kernel.launch is not None:
            return
        constants = _constants(kernel)
        for buffer in facts.buffers:
            name = _tile_parameter(buffer)
            if name is None or name not in constants:
                continue
            value = {"name": name, "value": constants[name]}
            launches = tuple(Note(launch.span, _LAUNCH, value) for launch in kernel.launches[:_MAX_LAUNCHES])
            data = {
                **value,
                "call": made_by(buffer),
                "position": buffer.position or "?",
                "dtype": size_name(buffer.element),
            }
            place = next(param.span for param in kernel.params if param.var.name == name)
            fix = Proposal(_CONSTANT, (Replace(place, f"{name}: asc.ConstExpr[int]"),), {"name": name}, "unsafe")
            yield Finding(buffer.span, data, related=(*launches, *call_notes(buffer)), fix=fix)


def _constants(kernel: Kernel) -> dict[str, int]:
    """The run-time parameters for which every launch seen passes the same integer."""
    found: dict[str, int] = {}
    for param in kernel.params:
        name = param.var.name
        values = [launch.values.get(name) for launch in kernel.launches]
        first = values[0] if values else None
        if not param.constexpr and isinstance(first, int) and not isinstance(first, bool):
            if all(type(value) is int and value == first for value in values):
                found[name] = first
    return found


def _tile_parameter(buffer: Buffer) -> str | None:
    """The input that is an allocation's tile size."""
    symbol = buffer.count.as_symbol() if buffer.is_alloc else None
    return symbol.name if symbol is not None and symbol.kind == "param" else None
