"""What the product and the interpreter say about bytes, compared."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from pyasc_lint.diagnostics import Diagnostic, Severity
from pyasc_lint.profiles import Profile
from tests.support.agreement.subject import Inputs, Subject, core_of, orders, profile
from tests.support.interpreter.events import Defect, Run
from tests.support.interpreter.legality import COSTS, legality
from tests.support.interpreter.machine import run_kernel
from tests.support.interpreter.memory import defects
from tests.support.interpreter.order import hazards, order_of
from tests.support.interpreter.values import NotConcrete

CODES: Mapping[str, tuple[str, ...]] = {
    "empty": ("ASC111",),
    "outside": ("ASC101", "ASC102", "ASC103", "ASC104"),
    "published": ("ASC116", "ASC109", "ASC101", "ASC102", "ASC103", "ASC104"),
    "misaligned-tensor": ("ASC106",),
    "misaligned-operand": ("ASC106",),
    "ASC105": ("ASC105",),
    "ASC107": ("ASC107",),
    "ASC112": ("ASC112",),
    "ASC114": ("ASC114",),
    "ASC115": ("ASC115",),
    "ASC405": ("ASC405",),
    "path": ("ASC403",),
    "static": ("ASC202",),
    "reserved": ("ASC109",),
    "small": ("ASC602",),
    "banks": ("ASC603",),
}
"""The findings that tell of each of the interpreter's defects."""

BYTES = tuple(sorted({code for codes in CODES.values() for code in codes} - {"ASC111", "ASC103"}))
CONTENTS = ("ASC105", "ASC112")
"""Rules on what bytes hold; they say nothing new where an instruction touches other bytes than it should."""

HARMLESS = (*CONTENTS, *COSTS, "published", "static", "reserved")
"""Defects that leave instructions where they should be."""

FIRST_ONLY = ("outside", "published", "misaligned-tensor")
"""Where the first tensor that is wrong shifts all others, it alone is told."""

_WITNESS = re.compile(r"\b([a-z]\w*) = (-?[\d,]+)")


@dataclass(frozen=True)
class _Seen:
    """One run and its defects."""

    inputs: Inputs
    run: Run
    profile: Profile
    defects: list[Defect]

    @property
    def contents_compare(self) -> bool:
        """Whether all instructions and tensors are where they should be, and those on the same bytes in order."""
        places = any(defect.rule not in HARMLESS for defect in self.defects)
        return orders(self.profile) and not places and not any(hazards(order_of(self.run)))

    def reaches(self, line: int) -> bool:
        calls = (issued.call.span.line for issued in self.run.issued)
        return line in calls or line in (tensor.maker.span.line for tensor in self.run.tensors)

    def shows(self, finding: Diagnostic) -> bool:
        return any(finding.code in CODES[defect.rule] and defect.line == finding.span.line for defect in self.defects)


def bytes_disagreements(of: Subject) -> list[str]:
    """What one side says about bytes and the other does not.

    * A defect in some run must be reported at its line, be it as possible. Of tensors that pass the end or start off
      the grid only the first must be, since it shifts the others; of a transfer that is too long for its LocalTensor
      that is enough; what bytes hold is not compared in a run where an instruction touches others than it should, or
      where instructions on the same bytes are unordered, and nothing in a run with a tensor without bytes. What is slow
      must be reported where no input decides it.
    * A certain finding must show in every run that reaches its line, any other in some run: one of the given inputs, or
      what the message names.
    """
    seen = [_seen(of, values, run) for values, run in of.runs]
    wrong = [problem for each in seen for problem in _missed(of, each)]
    for finding in of.of(*BYTES, "ASC103"):
        where = f"line {finding.span.line}: {finding.code}"
        if not any(each.shows(finding) for each in (*seen, *_witnesses(of, finding))):
            wrong.append(f"{where} is reported, and no run shows it: {finding.message}")
        elif finding.severity is Severity.ERROR and finding.code not in CONTENTS:
            silent = [each for each in seen if each.reaches(finding.span.line) and not each.shows(finding)]
            wrong += [f"{where} is no error with {dict(each.inputs)}: {finding.message}" for each in silent[:1]]
    return list(dict.fromkeys(wrong))


def _seen(of: Subject, inputs: Inputs, run: Run) -> _Seen:
    chip = profile(of.target)
    return _Seen(inputs, run, chip, [*defects(run, chip), *legality(run, chip)])


def _missed(of: Subject, seen: _Seen) -> Iterator[str]:
    told: set[str] = set()
    empty = [defect for defect in seen.defects if defect.rule == "empty"]
    outside = {defect.line for defect in seen.defects if defect.rule == "outside"}
    for defect in empty or seen.defects:
        later = defect.rule in FIRST_ONLY and defect.rule in told
        told.add(defect.rule)
        if later or defect.beside or (defect.rule == "misaligned-tensor" and defect.line in outside):
            continue
        if defect.rule in COSTS and seen.inputs:
            continue
        reported = of.lines(*CODES[defect.rule])
        if defect.rule in FIRST_ONLY:
            found = any(line <= defect.line for line in reported)
        else:
            found = defect.line in reported
        if not found and (defect.rule not in CONTENTS or seen.contents_compare):
            where = f" with {dict(seen.inputs)}" if seen.inputs else ""
            yield f"line {defect.line}: no {CODES[defect.rule][0]} ({defect.text}){where}"


def _witnesses(of: Subject, finding: Diagnostic) -> Iterator[_Seen]:
    """Runs with the inputs that a message names; inputs that it does not name take all of their values."""
    named = {name: int(value.replace(",", "")) for name, value in _WITNESS.findall(finding.message)}
    names = list(of.runs[0][0]) if of.runs else []
    given = [sorted({values[name] for values, _ in of.runs}) for name in names]
    choices = [[named[name]] if name in named else values for name, values in zip(names, given, strict=True)]
    for values in product(*choices) if named.keys() & set(names) else ():
        inputs = dict(zip(names, values, strict=True))
        try:
            run = run_kernel(of.kernel, profile(of.target), inputs, core_of(of.kernel, profile(of.target)))
        except NotConcrete:
            continue
        yield _seen(of, inputs, run)
