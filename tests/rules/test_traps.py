"""The known traps: every one is reported, left to another rule, or nothing to see; and each example is told right."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from textwrap import indent

import pytest

import pyasc_lint.frontend
from pyasc_lint import Settings, check_paths, check_source
from pyasc_lint.api import table
from pyasc_lint.config import ConfigFinder
from pyasc_lint.diagnostics import Diagnostic, Severity
from pyasc_lint.frontend.source import Source
from pyasc_lint.rules._registry import find_rule
from pyasc_lint.rules.asc7xx.traps._elsewhere import LEFT_TO, NOT_REPORTED
from pyasc_lint.rules.asc7xx.traps._registry import all_traps
from pyasc_lint.rules.asc7xx.traps._trap import RELEASES, Trap
from pyasc_lint.runner import run_sources
from tests.rules.trap_cases import BODIES, FILES, HEADS
from tests.support.expect import compare, expectations
from tests.support.pyasc import Outcome, Traced, ask_pyasc

each_trap = pytest.mark.parametrize("trap", all_traps().values(), ids=lambda trap: trap.id)
each_left = pytest.mark.parametrize("trap", LEFT_TO)

KERNEL = """\
import asc

{head}

@asc.jit
def kernel(x: asc.GlobalAddress, n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 256)
    b = ub.alloc(asc.TPosition.VECCALC, asc.float32, 256)
    h = ub.alloc(asc.TPosition.VECCALC, asc.float16, 256)
    i32 = ub.alloc(asc.TPosition.VECCALC, asc.int32, 256)
    u8 = ub.alloc(asc.TPosition.VECCALC, asc.uint8, 256)
    g = asc.GlobalTensor()
    g.set_global_buffer(x, 1024)
{body}
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

WRONG_IN_SOME_RUNS = frozenset(
    {"control_flow-09", "control_flow-26", "data_copy-17", "global_tensor-03", "misc-07", "scalar-02", "scalar-04"}
)
"""Warnings about what pyasc accepts: not every run goes wrong, or no result."""


def found(text: str, settings: Settings | None = None) -> list[Diagnostic]:
    return check_source(text, "example.py", settings or Settings()).diagnostics


def traps_of(text: str, settings: Settings | None = None) -> list[str | None]:
    return [item.trap for item in found(text, settings) if item.code == "ASC701"]


# ------------------------------------------------------------------------------------------------------- completeness


def test_every_known_trap_is_reported_or_left_to_another_rule_or_nothing_to_see() -> None:
    reported, left, unseen = set(all_traps()), set(LEFT_TO), set(NOT_REPORTED)
    assert reported | left | unseen == set(table().traps)
    assert len(reported) + len(left) + len(unseen) == len(table().traps)


def test_what_the_frontend_notes_has_a_message() -> None:
    noted = {
        name
        for file in Path(pyasc_lint.frontend.__path__[0]).rglob("*.py")
        for name in re.findall(r'"([a-z_]+-\d\d)"', file.read_text(encoding="utf-8"))
    }
    assert len(noted) > 40
    assert {LEFT_TO.get(name, name) for name in noted - set(all_traps())} <= {"ASC002", "ASC004"}


def test_traps_are_left_to_rules_that_exist() -> None:
    assert [code for code in LEFT_TO.values() if find_rule(code.partition("[")[0]) is None] == []
    assert {code.partition("[")[2].rstrip("]") for code in LEFT_TO.values()} - {""} <= set(all_traps())


@cache
def left_to_others() -> dict[str, list[Diagnostic]]:
    """What is found for each trap that another rule reports."""
    texts = {
        name: KERNEL.format(head=HEADS.get(name, ""), body=indent(body, "    ")) for name, body in BODIES.items()
    } | FILES
    sources = [Source.from_text(f"{name}.py", text) for name, text in texts.items()]
    reports = run_sources(sources, ConfigFinder(Settings(target=("Ascend910B1",)))).reports
    return {report.source.path.removesuffix(".py"): report.diagnostics for report in reports}


@each_left
def test_the_other_rule_reports_it(trap: str) -> None:
    code, _, mine = LEFT_TO[trap].partition("[")
    told = left_to_others()[trap]
    assert code in {item.code for item in told}
    assert [item.trap for item in told if item.code == "ASC701"] == ([mine.rstrip("]")] if mine else [])


# ----------------------------------------------------------------------------------------------------------- examples


@each_trap
def test_the_bad_example_falls_into_the_trap_where_it_is_marked(trap: Trap, tmp_path: Path) -> None:
    file = tmp_path / "example.py"
    file.write_text(trap.bad, encoding="utf-8")
    diagnostics = check_paths([str(file)]).diagnostics
    wanted = expectations(trap.bad)
    assert {code for _, code in wanted} == {"ASC701"}
    assert compare("bad", wanted, diagnostics, ["ASC701"]) == []
    told = [item for item in diagnostics if item.trap == trap.id]
    assert told and all(item.severity is trap.severity for item in told)
    assert all(trap.id in item.message and not set("{}") & set(item.message) for item in told)


@each_trap
def test_the_good_example_gets_nothing(trap: Trap) -> None:
    assert [item for item in found(trap.good) if item.severity >= Severity.WARNING] == []


@each_trap
def test_it_is_told_in_chinese_as_well(trap: Trap) -> None:
    told = [item for item in found(trap.bad, Settings(language="zh")) if item.trap == trap.id]
    assert told and all(re.search("[\u4e00-\u9fff]", item.message) for item in told)
    assert not any(set("{}") & set(item.message) for item in told)


@cache
def answers() -> dict[tuple[str, str], Outcome]:
    """What pyasc 1.1.1 says of the examples."""
    examples = {(trap.id, kind): getattr(trap, kind) for trap in all_traps().values() for kind in ("bad", "good")}
    outcomes = ask_pyasc([_launched(text) for text in examples.values()])
    return dict(zip(examples, outcomes, strict=True))


def _launched(text: str) -> Traced:
    """An example's last kernel, with an array of float32 for each address and run-time scalars for the rest."""
    name, params = re.findall(r"^def (kernel|register)\((.*)\)", text, re.MULTILINE)[-1]
    kinds = [
        "float32*" if "GlobalAddress" in param else "float32" if "float" in param else "int32"
        for param in params.split(",")
        if param
    ]
    return Traced(text, tuple(kinds), name)


@pytest.mark.requires_pyasc
@each_trap
def test_pyasc_falls_into_it(trap: Trap) -> None:
    outcome = answers()[trap.id, "bad"]
    if trap.severity is Severity.WARNING and trap.id not in WRONG_IN_SOME_RUNS:
        assert outcome.status == "rejected"
    elif trap.id == "global_tensor-01":  # as wrong in Ascend C
        assert (outcome.status, outcome.error) == ("rejected", "AttributeError")
    else:
        assert outcome.status in ("accepted", "crash", "hang")


@pytest.mark.requires_pyasc
@each_trap
def test_pyasc_takes_the_good_example(trap: Trap) -> None:
    outcome = answers()[trap.id, "good"]
    assert (outcome.status, outcome.message) == ("accepted", "")


# ----------------------------------------------------------------------------------------------- releases, selection

TWO = all_traps()["scalar-05"].bad + "    asc.printf('%f', n * 1.5)\n"
ALLOCATOR = all_traps()["allocator-04"].bad


def test_a_trap_is_told_for_the_releases_that_have_it() -> None:
    for release in RELEASES:
        settings = Settings(pyasc_version=release)
        assert traps_of(ALLOCATOR, settings) == (["allocator-04"] if release != "1.0.0" else [])
        assert traps_of(TWO, settings) == ["scalar-05", "scalar-01"]


def test_without_pyasc_there_are_no_traps() -> None:
    assert traps_of(TWO, Settings(pyasc_version="none")) == []
    helper = "import asc\n\n\n@asc.jit\ndef scale(t: asc.LocalTensor, n: int):\n    asc.duplicate(t, n * 1.5, 64)\n"
    assert traps_of(helper) == ["scalar-01"]
    assert traps_of(helper, Settings(pyasc_version="none")) == []


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        (Settings(select=("ASC701[scalar-05]",)), ["scalar-05"]),
        (Settings(ignore=("ASC701[scalar-05]",)), ["scalar-01"]),
        (Settings(ignore=("ASC701",), extend_select=("ASC701[scalar-01]",)), ["scalar-01"]),
        (Settings(ignore=("pyasc-release-bug",)), []),
    ],
    ids=["select one", "ignore one", "one of an ignored rule", "ignore all"],
)
def test_traps_are_chosen_one_by_one(settings: Settings, told: list[str]) -> None:
    assert traps_of(TWO, settings) == told


def test_a_comment_mutes_one_trap() -> None:
    muted = TWO.replace("# expect: ASC701", "# noqa: ASC701[scalar-05]")
    assert traps_of(muted) == ["scalar-01"]
    assert [item.code for item in found(muted) if item.code == "ASC005"] == []
    other = TWO.replace("# expect: ASC701", "# noqa: ASC701[cube-01]")
    assert traps_of(other) == ["scalar-05", "scalar-01"]
    assert [item.code for item in found(other) if item.code == "ASC005"] == ["ASC005"]
