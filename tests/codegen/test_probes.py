"""What pyasc 1.1.1 was asked and accepts is emitted, but for what means nothing on the device or in Ascend C."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pyasc_lint.codegen import Plan, Request, Requests, Signatures, plan, read_signatures
from pyasc_lint.frontend.frontend import Frontend
from pyasc_lint.frontend.source import Source
from pyasc_lint.limits import deep_recursion
from pyasc_lint.profiles import load_profile
from tests.support.emitting import body

PROBES = json.loads((Path(__file__).parents[1] / "fixtures/probes/probes.json").read_text())

REFUSED = {
    "s:fstring_rt": "emit-argument",  # the text of a value that only a run knows
    "s:with_cm_as": "emit-unknown-value",  # what a Python object enters
    "t:alloc_hw_ce": "emit-unknown-value",
    "t:lt_dtype": "emit-unset",  # a tensor without a place
    "t:tensor_dtype_attr": "emit-unknown-type",  # the shape of a tensor, which is nothing on the device
    "t:set_value_float_int": "emit-constant",  # a fraction that would be lost
    "t:v_adds_trunc": "emit-constant",
    "t:dc_gm_gm": "emit-call",  # forms that Ascend C does not have
    "t:c_load_wrong": "emit-call",
    "t:v_global": "emit-call",
    "t:v_setmask_count": "emit-argument",
    "t:tbuf_mix": "emit-call",  # the framework
    "t:v_gather_off": "emit-dtype",
    "t2:dcache_i32": "emit-dtype",
    "t2:co2 COLUMN_MAJOR": "emit-struct",
    "t2:5hd addr": "emit-unknown-dtype",
    "t2:workspace": "emit-unknown-dtype",
}
"""Probes that are refused, and why."""


def planned_probe(probe: dict[str, Any]) -> Plan:
    """The probe with the signature that the tool suggests."""
    source = Source.from_text("probe.py", PROBES["heads"].get(probe["head"], "") + probe["source"])
    frontend, profile = Frontend([source]), load_profile("Ascend910B1")
    module = frontend.lower(source)
    assert module is not None
    wanted = []
    for kernels in module.kernels:
        asked = Requests(Signatures())
        launches = asked(kernels[0])
        if asked.missing:
            launches = Requests(read_signatures(asked.asked[-1][1]))(kernels[0])
        wanted += [Request(frontend.specialise(kernels[0], launch), profile, ()) for launch in launches]
    return plan(wanted)


def test_what_pyasc_accepts_is_emitted() -> None:
    refused = {}
    accepted = [probe for probe in PROBES["probes"] if probe["pyasc"] == "accepted"]
    for probe in accepted:
        with deep_recursion():
            made = planned_probe(probe)
        assert made.text or made.refusals, probe["id"]
        if made.refusals:
            refused[probe["id"]] = made.refusals[0].code
    assert refused == REFUSED and len(accepted) > 400


HEAD = """
import asc

@asc.jit
def kernel(n: int):
    a = asc.LocalTensor(asc.float32, asc.TPosition.CO1, 0, 64)
"""


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("asc.set_flag(4, asc.ConstExpr(3))", "AscendC::SetFlag<AscendC::HardEvent::MTE2_V>(3);"),
        ("asc.pipe_barrier(1)", "AscendC::PipeBarrier<PIPE_V>();"),
        ("asc.duplicate(a, 0.0, asc.ConstExpr(64))", "AscendC::Duplicate(a, 0.0f, 64);"),
        ("p = a.get_phy_addr()\n    asc.duplicate(a, 0.0, p)",
         "uint64_t phy_addr = reinterpret_cast<uint64_t>(a.GetPhyAddr());"),
    ],
)  # fmt: skip
def test_other_ways_to_say_it(statement: str, expected: str) -> None:
    made = body(f"{HEAD}    {statement}\n")
    assert expected in made or expected.replace("phy_addr =", "p =") in made
