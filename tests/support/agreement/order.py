"""What the product and the interpreter say about order and flags, compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from pyasc_lint.diagnostics import Diagnostic
from tests.support.agreement.subject import Inputs, Subject
from tests.support.interpreter.events import Event, Run
from tests.support.interpreter.order import Conflict, Order, hazards, order_of, repeated, stuck, unpaired

SYNCHRONISATION = ("ASC501", "ASC502", "ASC503", "ASC504", "ASC505", "ASC507")


def synchronisation_disagreements(of: Subject) -> list[str]:
    """What one side says about order and flags and the other does not.

    * Everything reported must be real: some run has it, at that line and (for a hazard) with that earlier line.
    * Nothing may be missed. A hazard that is reported is taken as mended for all instructions of that line after that
      pipe: one missing edge makes many pairs unordered. What is then left in any run must be reported too.
    * Of a wait that never returns, its own finding is compared, and nothing else from there on; but unpaired flags are,
      since pairs are counted over the whole run. Where a set is missing, all flags of its event and id are out of step,
      so what is missed from the first such wait on is not compared either.
    * A set without a wait that leaves accesses unordered is told by these two findings, not by ASC504 as well.
    """
    verdicts = [_verdict(of, values, run) for values, run in of.runs]
    told = _without_wait(verdicts)
    wrong = [problem for verdict in verdicts for problem in _missed(of, verdict, told)]
    for finding in of.of(*SYNCHRONISATION):
        if not any(_is_real(finding, verdict) for verdict in verdicts):
            wrong.append(f"line {finding.span.line}: {finding.code} is reported, and no run shows it")
    return list(dict.fromkeys(wrong))


@dataclass(frozen=True)
class _Verdict:
    """What the interpreter sees in one run.

    `mended` is the order once the hazards that the product reports are mended. From `end` on nothing reported can be
    real, from `doubtful` on nothing counts as missed.
    """

    inputs: Inputs
    order: Order
    mended: Order
    end: int
    doubtful: int

    @cached_property
    def hazards(self) -> list[Conflict]:
        return [each for each in hazards(self.order) if max(each.earlier.index, each.later.index) < self.end]

    @cached_property
    def repeated(self) -> list[Event]:
        return [event for event in repeated(self.mended) if event.index < self.end]

    @cached_property
    def unpaired(self) -> list[Event]:
        return list(unpaired(self.order))

    @cached_property
    def stuck(self) -> list[tuple[Event, str]]:
        """The first wait that never returns, if its set comes too late, with the code that says so.

        Where a set is missing, that is the finding.
        """
        missing = {event.flag for event in self.unpaired}
        return [
            (wait, "ASC505" if wait.pipe == "S" else "ASC502")
            for wait in stuck(self.order)[:1]
            if self.order.partners[wait] is not None and (wait.pipe == "S" or wait.flag not in missing)
        ]


def _verdict(of: Subject, inputs: Inputs, run: Run) -> _Verdict:
    order = order_of(run)
    waits = (event for event in run.events if event.flag is not None and event.flag.kind == "wait")
    end = next((wait.index for wait in waits if not order.happens(wait)), len(run.events))
    lines = {(finding.related[0].span.line, finding.span.line) for finding in of.of("ASC501", "ASC507")}
    named = {(pipe, later) for earlier, later in lines for pipe in of.pipes[earlier]}
    reported = [each for each in hazards(order) if (each.earlier.pipe, each.later.line) in named]
    mended = order_of(run, reported) if reported else order
    reversed_ = [  # a wait may have made the one late that comes first in the program
        Conflict(each.later, each.earlier, each.kind)
        for each in hazards(mended)
        if (each.later.line, each.earlier.line) in lines and each.later.pipe != each.earlier.pipe
    ]
    mended = order_of(run, [*reported, *reversed_]) if reversed_ else mended
    lost = [event.line for event in run.events if order.happens(event) and not mended.happens(event)]
    assert not lost, f"findings that contradict one another: {lost}"
    missing = {each.flag for each in unpaired(order) if each.flag is not None and each.flag.kind == "wait"}
    doubtful = next((event.index for event in run.events if event.flag in missing), end)
    return _Verdict(inputs, order, mended, end, min(end, doubtful))


def _without_wait(verdicts: list[_Verdict]) -> set[tuple[str, int]]:
    """Events and ids with a set that no wait takes down, while accesses of their two pipes are unordered."""
    unordered = {f"{each.earlier.pipe}_{each.later.pipe}" for verdict in verdicts for each in verdict.hazards}
    sets = [event.flag for verdict in verdicts for event in verdict.unpaired]
    return {(flag.event, flag.id) for flag in sets if flag and flag.kind == "set" and flag.event in unordered}


def _missed(of: Subject, verdict: _Verdict, told: set[tuple[str, int]]) -> Iterator[str]:
    where = f" with {dict(verdict.inputs)}" if verdict.inputs else ""
    for conflict in hazards(verdict.mended):
        if max(conflict.earlier.index, conflict.later.index) >= verdict.doubtful:
            continue
        code = "ASC507" if conflict.earlier.pipe == conflict.later.pipe else "ASC501"
        yield f"line {conflict.later.line}: no {code} for line {conflict.earlier.line} ({conflict.kind}){where}"
    wanted = [
        (event, "ASC504")
        for event in verdict.repeated
        if event.index < verdict.doubtful and event.flag and (event.flag.event, event.flag.id) not in told
    ]
    wanted += [(event, "ASC502") for event in verdict.unpaired]
    for event, code in (*wanted, *verdict.stuck):
        if event.line not in of.lines(code):
            yield f"line {event.line}: no {code}{where}"
    for event in verdict.order.run.events:
        if event.flag is not None and not 0 <= event.flag.id < 8 and event.line not in of.lines("ASC503"):
            yield f"line {event.line}: no ASC503 for id {event.flag.id}{where}"


def _is_real(finding: Diagnostic, verdict: _Verdict) -> bool:
    line = finding.span.line
    match finding.code:
        case "ASC501" | "ASC507":
            lines = sorted((line, finding.related[0].span.line))
            return any(
                sorted((conflict.earlier.line, conflict.later.line)) == lines
                and (conflict.earlier.pipe == conflict.later.pipe) == (finding.code == "ASC507")
                for conflict in verdict.hazards
            )
        case "ASC503":
            flags = [(event.line, event.flag.id) for event in verdict.order.run.events if event.flag is not None]
            ids = {ident for at, ident in flags if at == line}
            return any(not 0 <= ident < 8 for ident in ids) or bool(ids and ids <= {6, 7})
        case "ASC504":
            return any(event.line == line for event in verdict.repeated)
    unpaired_lines = [event.line for event in verdict.unpaired] if finding.code == "ASC502" else []
    return line in unpaired_lines or (line, finding.code) in [(wait.line, code) for wait, code in verdict.stuck]
