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
                    call = f"ub.alloc(asc.TPosition.VECIN, asc.{node.dtype}, {node.count})"
                    self.lines += [f"{indent}t{number} = {call}", f"{indent}t{number}.set_value(0, 0)"]
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

    def run(self, values: Mapping[str, int]) -> dict[int, list[tuple[int, int]]]:
        """First byte and end of every tensor in one run, by line."""
        places: dict[int, list[tuple[int, int]]] = {}
        _run(self.body, dict(values), 0, places)
        return places

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


def _run(body: list[Node], values: dict[str, int], cursor: int, places: dict[int, list[tuple[int, int]]]) -> int:
    for node in body:
        match node:
            case Alloc():
                start, cursor = cursor, cursor + max(_value(node.count, values), 0) * SIZES[node.dtype]
                places.setdefault(node.line, []).append((start, cursor))
            case If():
                cursor = _run(node.body if _value(node.test, values) else node.orelse, values, cursor, places)
            case For():
                for _ in range(_value(node.stop, values)):
                    cursor = _run(node.body, values, cursor, places)
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


def _findings(program: Program, *codes: str) -> list[Diagnostic]:
    text = program.render()
    note(text)
    report = check_source(text, "kernel.py")
    assert not report.internal_error
    findings = [item for item in report.diagnostics if item.code in codes]
    note("\n".join(f"{item.span.line} {item.code} {item.severity.label}: {item.message}" for item in findings))
    return findings


def _named(program: Program, item: Diagnostic) -> list[dict[str, int]]:
    """Sample runs with the values that a message names."""
    named = {name: int(value) for name, value in re.findall(r"\b([nm]) = (-?\d+)", item.message)}
    assert all(low <= named.get(name, low) <= high for name, (low, high) in program.bounds.items())
    return [{**values, **named} for values in program.runs(named)]


@given(programs)
def test_overflows_are_found_and_only_certain_ones_are_errors(program: Program) -> None:
    findings = _findings(program, "ASC101", "ASC102", "ASC103")
    for values in program.runs():
        places = program.run(values)
        if any(end > UB for line in places.values() for _, end in line):
            assert findings, values
        for item in findings:
            if item.severity is Severity.ERROR and item.span.line in places:
                assert places[item.span.line][-1][1] > UB, (item.message, values)
    for item in findings:
        if item.code == "ASC102" and item.severity is Severity.WARNING:
            assert any(_last_end(program, run, item) > UB for run in _named(program, item)), item.message
            _check_safe_value(program, item)


def _last_end(program: Program, values: Mapping[str, int], item: Diagnostic) -> int:
    return program.run(values).get(item.span.line, [(0, 0)])[-1][1]


def _check_safe_value(program: Program, item: Diagnostic) -> None:
    """The value that a message calls safe keeps the tensor inside.

    An unrolled loop makes several tensors in one line, of which only the first that may overflow is reported.
    """
    safe = re.search(r"largest safe ([nm]): ([\d,]+)", item.message)
    if safe is None:
        return
    for values in program.runs():
        places = program.run({**values, safe[1]: int(safe[2].replace(",", ""))})
        assert places.get(item.span.line, [(0, 0)])[0][1] <= UB, (item.message, values)


@given(programs)
def test_misaligned_tensors_are_found_and_only_certain_ones_are_errors(program: Program) -> None:
    findings = _findings(program, "ASC106", "ASC103")
    for values in program.runs():
        places = program.run(values)
        if any(start % 32 for line in places.values() for start, _ in line):
            assert findings, values
        for item in findings:
            if item.code == "ASC106" and item.severity is Severity.ERROR and item.span.line in places:
                assert any(start % 32 for start, _ in places[item.span.line]), (item.message, values)
    for item in findings:
        if item.code == "ASC106" and item.severity is Severity.WARNING:
            places_of_runs = [program.run(run).get(item.span.line, []) for run in _named(program, item)]
            assert any(start % 32 for places in places_of_runs for start, _ in places), item.message
