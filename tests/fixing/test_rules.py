"""Which rules and traps propose a fix, that it mends their own example, and why the others have none."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

import pytest

from pyasc_lint import Outcome, Settings, Source, fix_sources, run_sources
from pyasc_lint.config import ConfigFinder
from pyasc_lint.rules._registry import all_rules
from pyasc_lint.rules.asc7xx.traps._registry import all_traps
from tests.rules.test_traps import _launched as launched
from tests.support.pyasc import Outcome as Answer
from tests.support.pyasc import ask_pyasc

RULES_WITHOUT = {
    "ASC001": "what was meant is not known",
    "ASC006": "what the analysis cannot follow is not wrong",
    "ASC008": "no text to edit, or a defect of the tool",
    "ASC102": "a bound is a promise of the callers",
    "ASC105": "which of two tensors is to move, and where to, is a choice",
    "ASC107": "a larger tensor, a smaller count or another offset may be meant",
    "ASC112": "what the tensor should have held is not known",
    "ASC114": "the real length is not in the kernel",
    "ASC201": "a kernel of the other style is another kernel",
    "ASC202": "the functions to use instead take other operands",
    "ASC205": "the chip has nothing like it",
    "ASC301": "the element type inside a trait is not kept",
    "ASC303": "a cast needs a tensor to cast into",
    "ASC304": "a cast needs a tensor to cast into",
    "ASC403": "the way round takes a tensor in between",
    "ASC404": "a value in the range may be any of it",
    "ASC405": "operands apart need another tensor",
    "ASC602": "how to join transfers depends on the algorithm",
    "ASC603": "another layout of the buffers is a choice",
}
"""Rules whose example gets no fix, and why."""

_STATEMENTS = "the workaround rewrites statements"
_CANNOT = "pyasc cannot do it, and what to do without is a choice"
_UNKNOWN = "the value that was meant is not known"

TRAPS_WITHOUT = {
    "allocator-04": _UNKNOWN,
    "allocator-16": _STATEMENTS,
    "control_flow-01": _STATEMENTS,
    "control_flow-02": _STATEMENTS,
    "control_flow-03": _STATEMENTS,
    "control_flow-04": _STATEMENTS,
    "control_flow-06": "the name is used elsewhere, too",
    "control_flow-07": _STATEMENTS,
    "control_flow-08": _UNKNOWN,
    "control_flow-09": "which bound it is, and whether int32 holds it, is not known",
    "control_flow-11": "the first value stands elsewhere, and its dtype is a choice",
    "control_flow-14": _STATEMENTS,
    "control_flow-15": "which of the dtypes is to stay is a choice",
    "control_flow-16": _STATEMENTS,
    "control_flow-23": "the first value stands elsewhere",
    "control_flow-24": _STATEMENTS,
    "control_flow-25": _STATEMENTS,
    "control_flow-27": _STATEMENTS,
    "control_flow-28": _STATEMENTS,
    "control_flow-26": "the name is used elsewhere, too",
    "scalar-18": _STATEMENTS,
    "scalar-17": "which multiple to add is a choice",
    "cube-02": _CANNOT,
    "cube-03": _CANNOT,
    "cube-04": "the other struct takes other fields",
    "cube-05": _CANNOT,
    "data_copy-18": _STATEMENTS,
    "data_copy-14": "the other form takes other fields",
    "data_copy-15": _UNKNOWN,
    "data_copy-16": "the array is made elsewhere",
    "data_copy-17": "swapped, it would be told again",
    "global_tensor-01": _STATEMENTS,
    "global_tensor-04": _STATEMENTS,
    "helpers-01": "a second helper, or another parameter, is a choice",
    "helpers-02": "the name is used elsewhere, too",
    "helpers-03": "a helper for each dtype is to be written",
    "helpers-05": "the parameter is another place, and other calls may pass numbers",
    "helpers-10": "the name is used elsewhere, too",
    "local_tensor-02": _UNKNOWN,
    "local_tensor-10": _UNKNOWN,
    "misc-03": _CANNOT,
    "misc-07": _STATEMENTS,
    "queries-01": _UNKNOWN,
    "queries-04": "the operand is not told apart",
    "queries-07": "a dtype to go by may lose bits",
    "scalar-04": "which operand is to be cast depends on what it may hold",
    "scalar-06": "whether the product should wrap is not known",
    "scalar-08": "the address is to be bound elsewhere",
    "scalar-12": "the constant is made elsewhere, perhaps for others",
    "scalar-16": "the comparison is not told apart from what is computed with it",
    "scalar-14": "the launch is another place",
    "vector-12": "a cast needs a tensor to cast into",
    "vector-17": "the mask is used elsewhere, too",
    "vector-22": _STATEMENTS,
    "vector-28": "the mask that was meant is not known",
    "vector-30": _CANNOT,
}
"""Traps whose workaround is more than an edit of the place where they are told, and why."""

KERNEL = """
import asc
{imports}

@asc.jit{options}
def kernel():
    asc.init_soc_state()
{body}
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

_CUBE = {
    "imports": "from asc.runtime.config import KernelType\n",
    "options": "(kernel_type=KernelType.AIC_ONLY)",
}

OTHERS = {
    "ASC004": KERNEL.format(imports="", options="", body="    asc.pipe_barrier(pipes=asc.PipeID.PIPE_V)"),
    "ASC007": "TILE = 256  # noqa: tile-overflwo\n",
    "ASC109": """
import asc


@asc.jit
def reaches_into_the_scratch():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    mask = ub.alloc(asc.TPosition.VECCALC, asc.uint8, 32)
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 46968)
    b = ub.alloc(asc.TPosition.VECCALC, asc.float32, 512)
    asc.duplicate(a, 1.0, 64)
    asc.duplicate(b, 1.0, 64)
    asc.compare_scalar(mask, b, 0.5, asc.CMPMODE.GT, 64)
    asc.select(b, mask, b, 0.0, asc.SelMode.VSEL_TENSOR_SCALAR_MODE, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    "ASC402": KERNEL.format(
        **_CUBE,
        body="    l0 = asc.LocalMemAllocator(asc.Hardware.MAX)\n    a = l0.alloc(asc.TPosition.A2, asc.half, 256)",
    ),
}
"""Examples for rules whose own one is of a kind without a fix."""

RULES = {rule.code: OTHERS.get(rule.code, rule.bad) for rule in all_rules() if rule.code not in RULES_WITHOUT}
TRAPS = {name: trap for name, trap in all_traps().items() if name not in TRAPS_WITHOUT}


@cache
def fixed(text: str, selected: str, applicability: Literal["safe", "unsafe"] = "unsafe") -> Outcome:
    # Whether a suppression is needed is known only where the rule it names is checked.
    configs = ConfigFinder(Settings(select=("ASC",) if selected == "ASC005" else (selected,)))
    return fix_sources([Source.from_text("kernels.py", text)], configs, unsafe=applicability == "unsafe")


def left(outcome: Outcome) -> list[str]:
    return [found.trap or found.code for report in outcome.reports for found in report.diagnostics]


def test_each_rule_has_a_fix_or_a_reason_not_to() -> None:
    codes = {rule.code for rule in all_rules()}
    assert RULES_WITHOUT.keys() <= codes and TRAPS_WITHOUT.keys() <= all_traps().keys()
    texts = {rule.code: OTHERS.get(rule.code, rule.bad) for rule in all_rules()}
    proposing = {code for code, text in texts.items() if fixed(text, code).changed}
    assert codes - proposing == RULES_WITHOUT.keys()
    mended = {name for name, trap in all_traps().items() if fixed(trap.bad, f"ASC701[{name}]").changed}
    assert all_traps().keys() - mended == TRAPS_WITHOUT.keys()


@pytest.mark.parametrize("code", RULES)
def test_the_example_of_a_rule_is_mended(code: str) -> None:
    outcome = fixed(RULES[code], code)
    assert (left(outcome), outcome.refused) == ([], [])
    (change,) = outcome.changed
    compile(change[1].text, "kernels.py", "exec")


@pytest.mark.parametrize("name", TRAPS)
def test_the_example_of_a_trap_is_mended(name: str) -> None:
    outcome = fixed(TRAPS[name].bad, f"ASC701[{name}]")
    assert (left(outcome), outcome.refused) == ([], [])


@pytest.mark.parametrize("line_end", ["\r\n", "\r"], ids=["crlf", "cr"])
def test_line_ends_make_no_difference(line_end: str) -> None:
    for code, text in RULES.items():
        plain = fixed(text, code).changed[0][1].original
        assert fixed(text.replace("\n", line_end), code).changed[0][1].original == plain.replace("\n", line_end)


@pytest.mark.parametrize("code", RULES)
def test_titles_are_there_in_chinese(code: str) -> None:
    configs = ConfigFinder(Settings(select=("ASC",) if code == "ASC005" else (code,), language="zh"))
    diagnostics = run_sources([Source.from_text("kernels.py", RULES[code])], configs).diagnostics
    titles = [found.fix.title for found in diagnostics if found.fix is not None]
    assert titles and all(re.search("[\u4e00-\u9fff]", title) and "{" not in title for title in titles)


def test_rules_and_traps_say_of_what_kind_their_fixes_are() -> None:
    told = {rule.code: rule.fixes for rule in all_rules()} | {name: trap.fixes for name, trap in all_traps().items()}
    examples = {code: (code, text) for code, text in RULES.items()}
    examples |= {name: (f"ASC701[{name}]", trap.bad) for name, trap in TRAPS.items()}
    for name, (selected, text) in examples.items():
        configs = ConfigFinder(Settings(select=("ASC",) if selected == "ASC005" else (selected,)))
        found = run_sources([Source.from_text("kernels.py", text)], configs).diagnostics
        kinds = {each.fix.applicability for each in found if each.fix is not None and name in (each.code, each.trap)}
        assert kinds and kinds <= set(told[name]), name
    assert {name for name, fixes in told.items() if not fixes} == RULES_WITHOUT.keys() | TRAPS_WITHOUT.keys()


@cache
def answers() -> dict[str, Answer]:
    """What pyasc 1.1.1 says of the mended examples of traps."""
    texts = {name: fixed(trap.bad, f"ASC701[{name}]").changed[0][1].text for name, trap in TRAPS.items()}
    return dict(zip(texts, ask_pyasc([launched(text) for text in texts.values()]), strict=True))


@pytest.mark.requires_pyasc
@pytest.mark.parametrize("name", TRAPS)
def test_pyasc_takes_the_mended_example_of_a_trap(name: str) -> None:
    assert (answers()[name].status, answers()[name].message) == ("accepted", "")
