"""Random kernels, checked against what their allocations really do in sample runs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from hypothesis import given, note
from hypothesis import strategies as st

from pyasc_lint import check_source
from pyasc_lint.diagnostics import Diagnostic, Severity

UB = 196608
SIZES = {"float32": 4, "half": 2, "int8": 1}


@dataclass
class Alloc:
    count: str
    dtype: str
    line: int = 0


@dataclass
class If:
    test: str
    body: list[Node]
    orelse: list[Node]


@dataclass
class For:
    stop: str
    static: bool
    body: list[Node]


Node = Alloc | If | For


@dataclass
class Program:
    """`bounds` are the assumed ranges of the parameters."""

    body: list[Node]
    bounds: Mapping[str, tuple[int, int]]
    lines: list[str] = field(default_factory=list)

    def render(self) -> str:
        assume = ", ".join(f"{low} <= {name} <= {high}" for name, (low, high) in self.bounds.items())
        self.lines = [
            "import asc", "", "", "@asc.jit", "def kernel(n: int, m: int):", f"    # pyasc-lint: assume {assume}",
            "    ub = asc.LocalMemAllocator()",
        ]  # fmt: skip
        self._render(self.body, "    ")
        return "\n".join(self.lines) + "\n"

    def _render(self, body: list[Node], indent: str) -> None:
        for node in body:
            number = len(self.lines) + 1
            match node:
                case Alloc():
                    self.lines.append(f"{indent}t{number} = ub.alloc(asc.TPosition.VECIN, asc.{node.dtype}, {node.count})")
                    node.line = number
                case If():
                    self.lines.append(f"{indent}if {node.test}:")
                    self._render(node.body, indent + "    ")
                    if node.orelse:
                        self.lines.append(f"{indent}else:")
                        self._render(node.orelse, indent + "    ")
                case For():
                    kind = "asc.static_range" if node.static else "range"
                    self.lines.append(f"{indent}for i{number} in {kind}({node.stop}):")
                    self._render(node.body, indent + "    ")

    def run(self, values: Mapping[str, int]) -> dict[int, list[int]]:
        """The end of every allocation, by line, in one run."""
        ends: dict[int, list[int]] = {}
        _run(self.body, dict(values), 0, ends)
        return ends

    def runs(self, near: Mapping[str, int] = {}) -> Iterator[dict[str, int]]:
        """Sample runs within the bounds; some of them beside the values of `near`."""
        choices = [
            [value for value in {low, (low + high) // 2, high - 1, high, *_beside(near)} if low <= value <= high]
            for low, high in self.bounds.values()
        ]
        for n in choices[0]:
            for m in choices[1]:
                yield {"n": n, "m": m}


def _beside(near: Mapping[str, int]) -> set[int]:
    return {value + step for value in near.values() for step in (-1, 0, 1)} | {64}


def _run(body: list[Node], values: dict[str, int], cursor: int, ends: dict[int, list[int]]) -> int:
    for node in body:
        match node:
            case Alloc():
                cursor += max(_value(node.count, values), 0) * SIZES[node.dtype]
                ends.setdefault(node.line, []).append(cursor)
            case If():
                cursor = _run(node.body if _value(node.test, values) else node.orelse, values, cursor, ends)
            case For():
                for _ in range(_value(node.stop, values)):
                    cursor = _run(node.body, values, cursor, ends)
    return cursor


def _value(text: str, values: dict[str, int]) -> int:
    return int(eval(text, {"__builtins__": {}}, values))


counts = st.sampled_from(["8", "4096", "16384", "49152", "n", "m", "n + m", "n * 2", "8 * m", "n // 4 + 1", "n * m"])
tests = st.sampled_from(["n > 16", "n < m", "m == 64", "n % 2 == 0", "n + m > 100"])
allocations = st.builds(Alloc, counts, st.sampled_from(sorted(SIZES)))
blocks = st.recursive(
    st.lists(allocations, min_size=1, max_size=3),
    lambda inner: st.lists(
        st.one_of(
            allocations,
            st.builds(If, tests, inner, st.one_of(st.just([]), inner)),
            st.builds(For, st.sampled_from(["3", "13", "m // 1024", "m % 8"]), st.just(False), inner),
            st.builds(For, st.sampled_from(["2", "5"]), st.just(True), inner),
        ),
        min_size=1,
        max_size=4,
    ),
    max_leaves=6,
)
ranges = st.sampled_from([(8, 64), (64, 4096), (1, 20000), (16384, 16384), (10000, 40000)])
programs = st.builds(lambda body, n, m: Program(body, {"n": n, "m": m}), blocks, ranges, ranges)


@given(programs)
def test_overflows_are_found_and_only_certain_ones_are_errors(program: Program) -> None:
    text = program.render()
    note(text)
    report = check_source(text, "kernel.py")
    assert not report.internal_error
    findings = [item for item in report.diagnostics if item.code in ("ASC101", "ASC102", "ASC103")]
    note("\n".join(f"{item.span.line} {item.code} {item.severity.label}: {item.message}" for item in findings))
    for values in program.runs():
        ends = program.run(values)
        if any(end > UB for line in ends.values() for end in line):
            assert findings, values
        for item in findings:
            if item.severity is Severity.ERROR and item.span.line in ends:
                assert max(ends[item.span.line]) > UB, (item.message, values)
    for item in findings:
        if item.code == "ASC102" and item.severity is Severity.WARNING:
            _check_witness(program, item)


def _check_witness(program: Program, item: Diagnostic) -> None:
    """Some run with the values that the message names overflows; the value that it calls safe keeps one tensor inside.

    An unrolled loop makes several tensors in one line, of which only the first that may overflow is reported.
    """
    named = {name: int(value) for name, value in re.findall(r"\b([nm]) = (-?\d+)", item.message)}
    assert all(low <= named.get(name, low) <= high for name, (low, high) in program.bounds.items())
    runs = [program.run({**values, **named}) for values in program.runs(named)]
    assert any(max(ends.get(item.span.line, [0])) > UB for ends in runs), (item.message, named)
    safe = re.search(r"largest safe ([nm]): ([\d,]+)", item.message)
    if safe:
        value = {safe[1]: int(safe[2].replace(",", ""))}
        for values in program.runs():
            ends = program.run({**values, **value})
            assert min(ends.get(item.span.line, [0])) <= UB, (item.message, values)
