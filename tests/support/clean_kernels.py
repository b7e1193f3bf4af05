"""Kernels in which nothing is wrong, each as a source of its own with inputs to run it on: fixtures and random ones."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path

from pyasc_lint import Settings, check_source
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Kernel
from pyasc_lint.ir.types import DType
from tests.support.agreement.bytes import CONTENTS
from tests.support.agreement.subject import TARGET, Inputs, core_of, orders, profile
from tests.support.expect import expectations
from tests.support.interpreter.legality import COSTS, legality
from tests.support.interpreter.machine import run_kernel
from tests.support.interpreter.memory import defects
from tests.support.interpreter.order import hazards, order_of, repeated, stuck, unpaired
from tests.support.interpreter.values import NotConcrete
from tests.support.lowering import lower
from tests.support.random_kernels import RandomKernel

FIXTURES = Path(__file__).parents[1] / "fixtures"
INPUTS = 4
"""The most inputs that a kernel is run on."""
_VALUES = (1, 2, 3, 5, 0, 64, 128, 1024, 2048, 4096, 6144)
"""Values to try for the parameters of a kernel."""


@dataclass(frozen=True)
class CleanKernel:
    """A kernel for a chip that both sides call clean, the last function of `text`.

    `told` is what the product says of it all the same: about the frame of the kernel.
    """

    name: str
    text: str
    inputs: tuple[Inputs, ...]
    target: str
    told: frozenset[tuple[str, int]] = frozenset()


def clean_fixtures() -> Iterator[CleanKernel]:
    """All kernels of the fixtures that the product and the interpreter find nothing in."""
    for path in sorted(FIXTURES.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if text.isascii() and "@asc.jit" in text:
            for name, source in _kernels(text):
                if expectations(source):
                    continue
                told = findings(source, TARGET)
                if all(code.startswith(("ASC0", "ASC2")) for code, _ in told):
                    inputs = tuple(islice(_inputs(source), INPUTS))
                    if inputs:
                        yield CleanKernel(f"{path.stem}.{name}", source, inputs, TARGET, told)


def clean_random(kernels: Iterable[RandomKernel]) -> Iterator[CleanKernel]:
    """Those without a defect. That nothing is found in them is tested elsewhere."""
    for random in kernels:
        if not random.defects:
            inputs = list(random.inputs())
            few = tuple(inputs[:: -(-len(inputs) // INPUTS)])
            yield CleanKernel(f"seed {random.seed}", random.text, few, random.target)


def findings(text: str, target: str) -> frozenset[tuple[str, int]]:
    """Code and line of everything that is no mere information, nor about pyasc."""
    report = check_source(text, "kernels.py", Settings(target=(target,)))
    assert not report.internal_error
    serious = (item for item in report.diagnostics if item.severity >= Severity.WARNING)
    return frozenset((item.code, item.span.line) for item in serious if not item.code.startswith("ASC7"))


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


def _inputs(text: str) -> Iterator[Inputs]:
    """Inputs on which the interpreter runs the kernel to its end and finds nothing."""
    kernel = lower(text).kernels[-1][0]
    names = [param.var.name for param in kernel.params if isinstance(param.var.type, DType)]
    for values in islice(product(_VALUES, repeat=len(names)), 300):
        inputs = dict(zip(names, values, strict=True))
        try:
            if not violations(kernel, inputs, TARGET):
                yield inputs
        except NotConcrete:
            continue


def violations(kernel: Kernel, inputs: Inputs, target: str) -> list[str]:
    """Everything that the interpreter finds wrong in one run, but for what is only slow. Raises NotConcrete."""
    chip = profile(target)
    run = run_kernel(kernel, chip, inputs, core_of(kernel, chip))
    if len(run.events) > 400:
        raise NotConcrete("a long run")
    wrong = [each for each in (*defects(run, chip), *legality(run, chip)) if each.rule not in COSTS]
    found = [f"{defect.rule} in line {defect.line}" for defect in wrong if orders(chip) or defect.rule not in CONTENTS]
    if not orders(chip):
        return list(dict.fromkeys(found))
    order = order_of(run)
    found += [f"hazard in line {conflict.later.line}" for conflict in hazards(order)]
    for what, events in (("unpaired", unpaired(order)), ("repeated", repeated(order)), ("stuck", stuck(order))):
        found += [f"{what} in line {event.line}" for event in events]
    return list(dict.fromkeys(found))
