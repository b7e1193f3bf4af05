"""Findings of the product compared with what the reference interpreter sees, for one kernel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pyasc_lint import Settings, check_source
from pyasc_lint.diagnostics import Diagnostic, Severity
from pyasc_lint.ir.nodes import Kernel
from pyasc_lint.profiles import Profile, load_profile
from tests.support.interpreter.events import Event, Run
from tests.support.interpreter.machine import run_kernel
from tests.support.interpreter.order import Conflict, Order, hazards, order_of, repeated, stuck, unpaired
from tests.support.lowering import lower

TARGET = "Ascend910B1"
SYNCHRONISATION = ("ASC501", "ASC502", "ASC503", "ASC504", "ASC505", "ASC507")

Inputs = Mapping[str, int]


@dataclass(frozen=True)
class Subject:
    """A kernel as both sides see it: the product's findings, and a run for each of the inputs."""

    kernel: Kernel
    findings: tuple[Diagnostic, ...]
    runs: tuple[tuple[Inputs, Run], ...]

    def of(self, *codes: str) -> list[Diagnostic]:
        return [finding for finding in self.findings if finding.code in codes]

    def lines(self, code: str) -> set[int]:
        return {finding.span.line for finding in self.of(code)}


def profile() -> Profile:
    return load_profile(TARGET)


def subject(text: str, inputs: Iterable[Inputs]) -> Subject:
    """Run both sides on a source with one kernel."""
    report = check_source(text, "kernels.py", Settings(target=(TARGET,)))
    assert not report.internal_error, [item.message for item in report.diagnostics if item.code == "ASC008"]
    kernel = lower(text).kernels[-1][0]
    chip = profile()
    runs = tuple((values, run_kernel(kernel, chip, values)) for values in inputs)
    return Subject(kernel, tuple(report.diagnostics), runs)


# ------------------------------------------------------------------------------------------------------- synchronisation


def synchronisation_disagreements(of: Subject) -> list[str]:
    """What one side says about order and flags and the other does not.

    * Everything reported must be real: some run has it, at that line and (for a hazard) with that earlier line.
    * Nothing may be missed. A hazard that is reported is taken as mended for all instructions of that line after that
      pipe: one missing edge makes many pairs unordered. What is then left in any run must be reported too.
    * What comes after a wait that never returns is not compared.
    """
    orders = [(values, order_of(run)) for values, run in of.runs]
    mended = [(values, order, order_of(order.run, _reported(of, order))) for values, order in orders]
    wrong = [problem for values, order, after in mended for problem in _missed(of, values, order, after)]
    for finding in of.of(*SYNCHRONISATION):
        if not any(_is_real(finding, order, after) for _, order, after in mended):
            wrong.append(f"line {finding.span.line}: {finding.code} is reported, and no run shows it")
    return list(dict.fromkeys(wrong))


def _reported(of: Subject, order: Order) -> list[Conflict]:
    """The hazards of a run that the product's findings name, in the direction they name."""
    pipes = {(event.line, event.pipe) for _, run in of.runs for event in run.events}
    lines = {(finding.related[0].span.line, finding.span.line) for finding in of.of("ASC501", "ASC507")}
    named = {(pipe, later) for earlier, later in lines for line, pipe in pipes if line == earlier}
    found = []
    for conflict in hazards(order):
        if (conflict.earlier.pipe, conflict.later.line) in named:
            found.append(conflict)
        elif (conflict.later.line, conflict.earlier.line) in lines and not order.starts_first(
            conflict.earlier, conflict.later
        ):  # a wait made the one that comes first in the program late
            found.append(Conflict(conflict.later, conflict.earlier, conflict.kind))
    return found


def _missed(of: Subject, values: Inputs, order: Order, mended: Order) -> Iterable[str]:
    where = f" with {dict(values)}" if values else ""
    blocked = stuck(order)
    end = blocked[0].index if blocked else len(order.run.events)
    for conflict in hazards(mended):
        if max(conflict.earlier.index, conflict.later.index) < end:
            code = "ASC507" if conflict.earlier.pipe == conflict.later.pipe else "ASC501"
            yield f"line {conflict.later.line}: no {code} for line {conflict.earlier.line} ({conflict.kind}){where}"
    for event in repeated(mended):
        if event.index < end and event.line not in of.lines("ASC504"):
            yield f"line {event.line}: no ASC504{where}"
    for event in unpaired(order):
        if event.index <= end and event.line not in of.lines("ASC502"):
            yield f"line {event.line}: no ASC502{where}"
    if blocked:
        code = _code_of(blocked[0], order)
        if blocked[0].line not in of.lines(code):
            yield f"line {blocked[0].line}: no {code} for a wait that never returns{where}"
    for event in order.run.events:
        if event.flag is not None and not 0 <= event.flag.id < 8 and event.line not in of.lines("ASC503"):
            yield f"line {event.line}: no ASC503 for id {event.flag.id}{where}"
    lost = [event.line for event in order.run.events if order.happens(event) and not mended.happens(event)]
    assert not lost, f"findings that contradict one another: {lost}"


def _code_of(wait: Event, order: Order) -> str:
    """What a wait that never returns is: without a set unpaired, in the scalar unit a deadlock."""
    return "ASC505" if wait.pipe == "S" and order.partners[wait] is not None else "ASC502"


def _is_real(finding: Diagnostic, order: Order, mended: Order) -> bool:
    line = finding.span.line
    match finding.code:
        case "ASC501" | "ASC507":
            lines = sorted((line, finding.related[0].span.line))
            return any(
                sorted((conflict.earlier.line, conflict.later.line)) == lines
                and (conflict.earlier.pipe == conflict.later.pipe) == (finding.code == "ASC507")
                for conflict in hazards(order)
            )
        case "ASC502":
            waits = (wait for wait in stuck(order) if _code_of(wait, order) == "ASC502")
            return any(event.line == line for event in (*unpaired(order), *waits))
        case "ASC503":
            ids = {event.flag.id for event in order.run.events if event.flag is not None and event.line == line}
            return any(not 0 <= ident < 8 for ident in ids) or bool(ids and ids <= {6, 7})
        case "ASC504":
            return any(event.line == line for event in repeated(mended))
        case "ASC505":
            return any(wait.line == line and _code_of(wait, order) == "ASC505" for wait in stuck(order))
    return False


def certain(findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    return [finding for finding in findings if finding.severity >= Severity.ERROR]
