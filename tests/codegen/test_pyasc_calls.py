"""What pyasc 1.1.1 compiles rightly becomes the same calls on the same operands, in the same loops and branches."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pyasc_lint.limits import deep_recursion
from pyasc_lint.rules._registry import all_rules
from pyasc_lint.rules.asc7xx.traps._registry import all_traps
from tests.codegen.test_probes import PROBES, planned_probe
from tests.codegen.test_traps import emission_of
from tests.support.ascendc_text import calls
from tests.support.pyasc import Outcome, Traced, ask_pyasc

EXAMPLES = Path(__file__).parents[2] / "examples" / "clean"

INTENDED = {
    "control_flow-14": "pyasc makes an operator of an if that only chooses a tensor",
    "control_flow-15": "pyasc leaves out a branch that has nothing left to do",
    "control_flow-25": "pyasc makes an operator of an if that only chooses a number",
    "control_flow-27": "pyasc makes an operator of an if that only chooses a number",
    "data_copy-18": "pyasc makes an operator of an if that only chooses a number",
    "global_tensor-04": "pyasc makes an operator of an if that only chooses an offset",
    "scalar-15": "pyasc works a test of constants out while it traces",
}
"""Kernels whose texts differ, and why the difference is none."""


INTENDED_PROBES = {
    "s:if_assign": "pyasc makes an operator of an if, or leaves out a branch",
    "s:cmp_is": "pyasc works it out while it traces",
    "s:call_jit_constexpr_twice": "helpers-01",
    "s:op_int_float_lit": "scalar-01",
    "t:alloc_float_size": "allocator-09",
    "t:g_l2": "data_copy-17",
    "t2:cmode": "data_copy-17",
    "t2:crw": "data_copy-17",
    "t:c_mmad": "cube-01 and cube-02",
    "t:c_load3d_global": "cube-03",
    "t:v_copy": "pyasc prints a template argument that no form of Ascend C needs",
    "t2:copy repeat": "pyasc prints a template argument that no form of Ascend C needs",
    "t2:tpos MAX": "local_tensor-09",
    "t2:tt ": "pyasc prints the number of the transposition",
    "t2:arch version": "misc-03",
    "t2:wait in empty loop": "pyasc leaves out a loop that never runs",
}
"""The same for what pyasc was asked, by the beginning of the name."""


def sources() -> dict[str, str]:
    """Kernels that are right: the good examples of rules and traps, and those of the repository."""
    found = {rule.code: rule.good for rule in all_rules() if rule.good}
    found |= {name: trap.good for name, trap in all_traps().items()}
    return found | {file.name: file.read_text(encoding="utf-8") for file in sorted(EXAMPLES.glob("*.py"))}


def arguments(manifest: dict[str, Any]) -> tuple[Any, ...]:
    """What to launch the kernel with, for pyasc."""
    stars = {"array": "*", "scalar": ""}
    return tuple(
        each["value"] if each["kind"] == "constant" else f"{each['dtype']}{stars[each['kind']]}"
        for each in manifest["parameters"]
    )


def kernel_text(project: dict[str, str], function: str) -> str:
    text = project[f"{function}.asc"]
    return text[text.index('extern "C" __global__') :].partition("\n}\n")[0]


def same_calls(outcome: Outcome, mine: str) -> bool:
    return calls(mine) == calls(outcome.text)


@pytest.mark.slow
@pytest.mark.requires_pyasc
def test_right_kernels_call_what_pyasc_calls() -> None:
    names, tasks, mine = [], [], []
    for name, text in sources().items():
        made = emission_of(text)
        assert made.refusals == [] and made.problems == [], (name, made.refusals, made.problems)
        for function, project in made.plan.projects.items():
            manifest = json.loads(project["manifest.json"])
            names.append(name)
            tasks.append(Traced(text, arguments(manifest), manifest["kernel"]))
            mine.append(kernel_text(project, function))
    outcomes = ask_pyasc(tasks)
    accepted = [row for row in zip(names, outcomes, mine, strict=True) if row[1].accepted]
    assert len(accepted) > 100
    different = {name for name, outcome, text in accepted if not same_calls(outcome, text)}
    assert different == set(INTENDED)


def test_the_reader_sees_differences() -> None:
    """It would not do to read nothing from either text."""
    text = emission_of(all_traps()["helpers-01"].good).plan.text
    body = text[text.index('extern "C"') :].partition("\n}\n")[0]
    assert len(calls(body)) > 3
    assert calls(body) != calls(re.sub(r"\b64\b", "65", body, count=1))


@pytest.mark.slow
@pytest.mark.requires_pyasc
def test_probes_call_what_pyasc_calls() -> None:
    """As far as the reader reads: shifts and loops that count down, for example, it does not."""
    names, tasks, mine = [], [], []
    for probe in PROBES["probes"]:
        if probe["pyasc"] != "accepted":
            continue
        with deep_recursion():
            made = planned_probe(probe)
        for function, project in made.projects.items():
            manifest = json.loads(project["manifest.json"])
            if all(each["kind"] != "struct" for each in manifest["parameters"]):
                text = PROBES["heads"].get(probe["head"], "") + probe["source"]
                names.append(probe["id"])
                tasks.append(Traced(text, arguments(manifest), manifest["kernel"]))
                mine.append(kernel_text(project, function))
    same, different = 0, set()
    for name, outcome, text in zip(names, ask_pyasc(tasks), mine, strict=True):
        try:
            alike = outcome.accepted and same_calls(outcome, text)
        except (AssertionError, AttributeError, NameError, SyntaxError, TypeError):
            continue
        same += alike
        if not alike and outcome.accepted:
            different.add(name)
    unexpected = {name for name in different if not name.startswith(tuple(INTENDED_PROBES))}
    assert unexpected == set() and same > 310
    assert all(any(name.startswith(intended) for name in different) for intended in INTENDED_PROBES)
