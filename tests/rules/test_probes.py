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
    "s:kernel_bf16", "s:kernel_ce_noann", "s:kernel_ce_rt", "s:kernel_default_unset",
})  # fmt: skip
"""Rejected because of the launch, which the file does not show."""

NOT_CPP_ERRORS = {
    "t:dc_dtype": "the dtype of the array is that of the launch, which the file does not show",
    "t:inline_args": "the text of asc.inline is not looked into",
    "t:phyaddr_int": "compiles for the device, where GetPhyAddr() returns an integer",
}
"""Rejected by the C++ compiler that the probes were put to, and not reported."""


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
    assert silent == NOT_IN_THE_SOURCE


def test_what_the_cpp_compiler_rejects_is_reported() -> None:
    silent = {probe["id"] for probe in probes() if "cxx" in probe and not codes()[probe["id"]]}
    assert silent == NOT_CPP_ERRORS.keys()


def test_python_that_pyasc_has_no_meaning_for_is_asc002() -> None:
    rejected = [probe["id"] for probe in probes() if probe.get("error") in ("UnsupportedSyntaxError", "NameError")]
    said = {name for name in rejected if "ASC002" in codes()[name]}
    assert set(rejected) - said <= {"t:lt_f64", *NOT_IN_THE_SOURCE}
