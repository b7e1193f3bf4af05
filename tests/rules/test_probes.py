"""Agreement with the front end of pyasc 1.1.1 on small kernels that it was asked about, one construct or call each.

`tests/fixtures/probes/probes.json` holds what pyasc did with each ("cxx": its output does not compile as Ascend C).
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from pyasc_lint.config import ConfigFinder, Settings
from pyasc_lint.diagnostics import Severity
from pyasc_lint.frontend.source import Source
from pyasc_lint.runner import run_sources

PROBES = Path(__file__).parents[1] / "fixtures" / "probes" / "probes.json"

NOT_ABOUT_ACCEPTANCE = re.compile(r"ASC(006|102|112|113|116|203|204|5\d\d|6\d\d)$")
LANGUAGE = frozenset({"ASC002", "ASC003", "ASC004"})

NOT_IN_THE_SOURCE = frozenset({
    "s:cmp_uint", "s:op_u32_mul",  # an argument annotated `int` is launched with a uint32
    "s:kernel_bf16", "s:kernel_ce_noann", "s:kernel_ce_rt", "s:kernel_default_unset", "s:kernel_varargs",
})  # fmt: skip
"""Rejected because of the launch, which the file does not show."""

KNOWN_TRAPS = frozenset({
    "s:call_jit_allocator", "s:call_jit_enum", "s:for_carried_pyint", "s:for_carried_pyint_rebind", "s:if_assign_pyint",
    "s:op_bigconst", "s:op_len_plus", "s:op_neg_float", "s:op_neg_float2", "s:op_size_div", "s:while_pyint",
    "t2:cast repeat 200", "t2:cmode CACHE_MODE_PERSISTENT", "t2:slice t1[asc.ConstExpr(64)]", "t2:sliceinfo zero end",
    "t:alloc_constexpr", "t:curaddr_addr", "t:curaddr_arg", "t:curaddr_arith", "t:curaddr_cmp", "t:curaddr_print",
    "t:g_in_if", "t:g_uninit", "t:lt_addr_ce", "t:lt_get_size_alloc", "t:lt_void", "t:phyaddr", "t:reinterpret_size",
    "t:set_value_neg_u32", "t:set_value_u8", "t:slice_size", "t:sync_all_false", "t:tpipe_twice", "t:v_dup_rt",
    "t:v_gather_mask_cnt", "t:v_maskneg", "t:v_mul_add_dst_mixed", "t:v_repeat_256", "t:v_sortlen", "t:v_sortlen2",
    "t:wide_const",
})  # fmt: skip
"""Rejected although Ascend C allows it, or because of a value: for ASC701 and ASC404, not for the rules on language."""


@cache
def probes() -> list[dict[str, Any]]:
    table = json.loads(PROBES.read_text(encoding="utf-8"))
    heads = {"": "", **table["heads"]}
    return [{**probe, "source": heads[probe["head"]] + probe["source"]} for probe in table["probes"]]


@cache
def codes() -> dict[str, frozenset[str]]:
    """What is said about acceptance at warning level or above, by probe."""
    sources = [Source.from_text(f"probe_{number}.py", probe["source"]) for number, probe in enumerate(probes())]
    reports = {
        report.source.path: report
        for report in run_sources(sources, ConfigFinder(Settings(target=("Ascend910B1",)))).reports
    }
    return {
        probe["id"]: frozenset(
            found.code
            for found in reports[source.path].diagnostics
            if found.severity >= Severity.WARNING and not NOT_ABOUT_ACCEPTANCE.match(found.code)
        )
        for probe, source in zip(probes(), sources, strict=True)
    }


def test_nothing_that_pyasc_accepts_is_called_wrong_python() -> None:
    accepted = [probe["id"] for probe in probes() if probe["pyasc"] == "accepted" and "cxx" not in probe]
    assert len(accepted) > 390
    assert {name: sorted(codes()[name] & LANGUAGE) for name in accepted if codes()[name] & LANGUAGE} == {}


def test_what_pyasc_rejects_is_reported() -> None:
    rejected = [probe["id"] for probe in probes() if probe["pyasc"] == "rejected"]
    silent = {name for name in rejected if not codes()[name]}
    assert silent - NOT_IN_THE_SOURCE - KNOWN_TRAPS == set()
    assert set(rejected) >= NOT_IN_THE_SOURCE | KNOWN_TRAPS


def test_python_that_pyasc_has_no_meaning_for_is_asc002() -> None:
    rejected = [probe["id"] for probe in probes() if probe.get("error") in ("UnsupportedSyntaxError", "NameError")]
    said = {name for name in rejected if "ASC002" in codes()[name]}
    assert set(rejected) - said <= {"t:lt_f64", *NOT_IN_THE_SOURCE}
