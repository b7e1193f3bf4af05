"""What pyasc 1.1.1 gets wrong and this tool emits right: run, it touches the bytes that the source says.

All of it is compiled as one text, so the model has every function that it calls.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyasc_lint.codegen import Request, Requests, plan, read_signatures
from pyasc_lint.frontend.frontend import Frontend
from pyasc_lint.frontend.source import Source
from pyasc_lint.host.emitted import LINES, Emitted, emitted
from pyasc_lint.host.runs import Options, run_emitted
from pyasc_lint.ir.nodes import Kernel
from tests.codegen.test_traps import EMITTED, SIGNATURE, kernel
from tests.host.test_bytes import done, told
from tests.support.agreement.subject import profile
from tests.support.interpreter.machine import run_kernel

INPUTS = {"n": 5, "m": 3, "big": 2, "s": 1.5}

NOT_COMPARED = {
    "cube-01": "a vector core has no cube unit",
    "cube-02": "a vector core has no cube unit",
    "global_tensor-04": "the array is shorter than the places it copies from",
    "queries-01": "the interpreter knows no sizes of tensors",
    "queries-02": "the interpreter does not know how many elements are gathered",
    "scalar-07": "it copies from far behind the array",
    "scalar-12": "the interpreter knows no numbers of NumPy",
    "slicing-09": "an element of a tensor decides",
    "sync-13": "cores run one after the other here",
    "vector-27": "the interpreter takes it for what pyasc makes of it",
    "vector-30": "the model has no CastDeq",
}
"""Traps whose example is compiled, and whose bytes cannot be compared here."""


@pytest.fixture(scope="module")
def traps() -> tuple[dict[str, Kernel], Emitted]:
    """The kernel of every trap, and all of them in one library."""
    kernels, requests = {}, []
    for number, (trap, (statements, _)) in enumerate(sorted(EMITTED.items())):
        name = f"trap_{number}"
        source = Source.from_text(f"{name}.py", kernel(statements).replace("KERNEL", name))
        frontend = Frontend([source])
        module = frontend.lower(source)
        assert module is not None
        general = next(each[0] for each in module.kernels if each[0].name == name)
        (launch,) = Requests(read_signatures(SIGNATURE.replace("KERNEL", name)))(general)
        requests.append(Request(frontend.specialise(general, launch), profile(), ()))
        kernels[trap] = general
    made = plan(requests, LINES)
    assert made.refusals == []
    return kernels, emitted(made)


@pytest.mark.parametrize("trap", sorted(EMITTED))
def test_what_is_emitted_does_what_the_source_says(trap: str, traps: tuple[dict[str, Kernel], Emitted]) -> None:
    kernels, library = traps
    launchable = next(each for each in library.kernels if each.name == kernels[trap].name)
    values: dict[str, Any] = {"x": np.arange(1024, dtype=np.float32), **INPUTS}
    options = Options(go_on=True, trace=True)
    if trap in NOT_COMPARED:
        return
    result = run_emitted(library, launchable, "traps.py", values, options)
    run = run_kernel(kernels[trap], profile(), INPUTS)
    wanted = [(event.line, dict(told(event)[0])) for event in run.events if event.touches]
    got = [(each["line"], done(each, ["x"])) for each in result.instructions if each["touched"]]
    assert wanted == got
