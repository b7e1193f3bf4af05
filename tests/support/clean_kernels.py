"""Kernels in which nothing is wrong, each as a source of its own with inputs to run it on: fixtures and random ones."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count as number_from
from itertools import islice, product
from pathlib import Path

from pyasc_lint import Settings, check_source
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Kernel
from pyasc_lint.ir.types import DType
from pyasc_lint.profiles import Core
from tests.support.agreement.subject import TARGET, Inputs, profile
from tests.support.expect import expectations
from tests.support.interpreter.machine import run_kernel
from tests.support.interpreter.memory import defects
from tests.support.interpreter.order import hazards, order_of, repeated, stuck, unpaired
from tests.support.interpreter.values import NotConcrete
from tests.support.lowering import lower
from tests.support.random_kernels import bytes_kernel, synchronisation_kernel

FIXTURES = Path(__file__).parents[1] / "fixtures"
_VALUES = (1, 2, 3, 5, 0, 64, 128, 1024, 2048, 4096, 6144)
"""Values to try for the parameters of a kernel."""


@dataclass(frozen=True)
class CleanKernel:
    """A kernel that both sides call clean, the last function of `text`."""

    name: str
    text: str
    inputs: tuple[Inputs, ...]


def clean_kernels() -> Iterator[CleanKernel]:
    """All kernels of the fixtures that the product and the interpreter find nothing in."""
    for path in sorted(FIXTURES.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if text.isascii() and "@asc.jit" in text:
            for name, source in _kernels(text):
                if not expectations(source) and _is_clean(source):
                    inputs = tuple(islice(_inputs(source), 4))
                    if inputs:
                        yield CleanKernel(f"{path.stem}.{name}", source, inputs)


def random_clean_kernels(count: int) -> Iterator[CleanKernel]:
    """The first random kernels without a defect, as many of each flavour."""
    for make in (bytes_kernel, synchronisation_kernel):
        clean = (random for random in map(make, number_from(0)) if not random.defects)
        for random in islice(clean, count):
            inputs = list(random.inputs())
            yield CleanKernel(f"{make.__name__} {random.seed}", random.text, tuple(inputs[:: max(len(inputs) // 4, 1)]))


def core_of(kernel: Kernel) -> Core:
    return "AIC" if kernel.options.kernel_type == "AIC_ONLY" else "AIV"


def _kernels(text: str) -> Iterator[tuple[str, str]]:
    """Each static kernel of a file with the rest of the file, but without the other kernels."""
    try:
        names = [kernels[0].name for kernels in lower(text).kernels if kernels[0].is_static]
        tree = ast.parse(text)
    except (SyntaxError, AssertionError, KeyError):
        return
    for name in names:
        own = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name]
        rest = [node for node in tree.body if not (isinstance(node, ast.FunctionDef) and node.name in names)]
        lines = text.splitlines()
        pieces = [lines[_first_line(node) - 1 : node.end_lineno] for node in (*rest, *own[-1:])]
        yield name, "\n".join(line for piece in pieces for line in piece) + "\n"


def _first_line(node: ast.stmt) -> int:
    marks = node.decorator_list if isinstance(node, ast.FunctionDef | ast.ClassDef) else []
    return min([node.lineno, *(mark.lineno for mark in marks)])


def _is_clean(text: str) -> bool:
    report = check_source(text, "kernels.py", Settings(target=(TARGET,)))
    codes = [finding.code for finding in report.diagnostics if finding.severity >= Severity.WARNING]
    return not [code for code in codes if not code.startswith(("ASC0", "ASC2", "ASC7"))]


def _inputs(text: str) -> Iterator[Inputs]:
    """Inputs on which the interpreter runs the kernel to its end and finds nothing."""
    kernel = lower(text).kernels[-1][0]
    names = [param.var.name for param in kernel.params if isinstance(param.var.type, DType)]
    for values in islice(product(_VALUES, repeat=len(names)), 300):
        inputs = dict(zip(names, values, strict=True))
        try:
            if not violations(kernel, inputs):
                yield inputs
        except NotConcrete:
            continue


def violations(kernel: Kernel, inputs: Inputs) -> list[str]:
    """Everything that the interpreter finds wrong in one run. Raises NotConcrete."""
    run = run_kernel(kernel, profile(), inputs, core_of(kernel))
    if len(run.events) > 400:
        raise NotConcrete("a long run")
    order = order_of(run)
    found = [f"{defect.rule} in line {defect.line}" for defect in defects(run, profile())]
    found += [f"hazard in line {conflict.later.line}" for conflict in hazards(order)]
    for what, events in (("unpaired", unpaired(order)), ("repeated", repeated(order)), ("stuck", stuck(order))):
        found += [f"{what} in line {event.line}" for event in events]
    return list(dict.fromkeys(found))
