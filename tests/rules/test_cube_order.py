"""ASC507 on the cube core: products that add to one another."""

from __future__ import annotations

import pytest

from pyasc_lint import check_source

KERNEL = """
import asc
from asc.runtime.config import KernelType


@asc.jit(kernel_type=KernelType.AIC_ONLY)
def kernel():
    asc.init_soc_state()
    a = asc.LocalTensor(asc.half, asc.TPosition.A2, 0, 64 * 64)
    b = asc.LocalTensor(asc.half, asc.TPosition.B2, 0, 64 * 64)
    c = asc.LocalTensor(asc.float32, asc.TPosition.CO1, 0, 64 * 64)
    asc.mmad(c, a, b, asc.MmadParams(m={m}, n={n}, k=16, unit_flag=0, cmatrix_source=False, cmatrix_init_val=True))
    {between}
    asc.mmad(c, a, b, asc.MmadParams(m={m}, n={n}, k=16, unit_flag=0, cmatrix_source=False, cmatrix_init_val={fresh}))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""


def lines(m: int, n: int, fresh: bool = False, between: str = "pass") -> list[int]:
    text = KERNEL.format(m=m, n=n, fresh=fresh, between=between)
    return [item.span.line for item in check_source(text, "kernel.py").diagnostics if item.code == "ASC507"]


@pytest.mark.parametrize(("m", "n", "found"), [(16, 16, [14]), (48, 48, [14]), (33, 64, []), (64, 64, [])])
def test_small_sums_need_a_barrier(m: int, n: int, found: list[int]) -> None:
    assert lines(m, n) == found


def test_a_barrier_or_a_fresh_result_is_enough() -> None:
    assert lines(16, 16, between="asc.pipe_barrier(asc.PipeID.PIPE_M)") == []
    assert lines(16, 16, fresh=True) == []
