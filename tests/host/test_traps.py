"""What pyasc 1.1.1 gets wrong and this tool emits right: run, it touches the bytes that the source says.

All of it is compiled as one text, so the model has every function that it calls.
"""

from __future__ import annotations

import numpy as np
import pytest

from pyasc_lint.codegen.signature import Array
from pyasc_lint.host.runs import Options
from pyasc_lint.ir.types import FLOAT32
from tests.codegen.test_traps import EMITTED, kernel
from tests.host.libraries import Compiled, compiled
from tests.host.test_bytes import done, told
from tests.support.agreement.subject import TARGET, profile
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
def traps() -> tuple[list[str], Compiled]:
    """The names of all traps, and their kernels in one library."""
    names = sorted(EMITTED)
    texts = [kernel(EMITTED[name][0]) for name in names]
    made = compiled(((number, text, TARGET) for number, text in enumerate(texts)), {"x": Array(FLOAT32)})
    assert len(made.kernels) == len(names)
    return names, made


@pytest.mark.parametrize("trap", sorted(EMITTED))
def test_what_is_emitted_does_what_the_source_says(trap: str, traps: tuple[list[str], Compiled]) -> None:
    names, library = traps
    if trap in NOT_COMPARED:
        return
    number = names.index(trap)
    x = np.arange(1024, dtype=np.float32)
    result = library.run(number, dict(INPUTS), x, Options(go_on=True, trace=True))
    run = run_kernel(library.kernels[number], profile(), INPUTS)
    wanted = [(event.line, dict(told(event)[0])) for event in run.events if event.touches]
    got = [(each["line"], done(each, ["x"])) for each in result.instructions if each["touched"]]
    assert wanted == got
