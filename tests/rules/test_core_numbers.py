"""Which values the number of a core and a run-time stride may have."""

from __future__ import annotations

import pytest

from pyasc_lint import check_source
from pyasc_lint.diagnostics import Severity

KERNEL = """
import asc
from asc.runtime.config import KernelType

TILE = 1024


@asc.jit{options}
def kernel(x: asc.GlobalAddress, n: int, step: int):
    # pyasc-lint: assume {given}
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, {size})
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, TILE)
    for i in range({loop}):
        asc.data_copy(a, x_gm[{offset}:], {count})
        asc.pipe_barrier(asc.PipeID.PIPE_MTE2)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
{launch}
"""


def severities(
    size: str,
    loop: str = "1",
    offset: str = "i",
    given: str = "n >= 0",
    count: str = "TILE",
    options: str = "",
    launch: str = "",
) -> list[Severity]:
    text = KERNEL.format(size=size, loop=loop, offset=offset, given=given, count=count, options=options, launch=launch)
    return [
        item.severity
        for item in check_source(text, "kernel.py").diagnostics
        if item.code in ("ASC106", "ASC107", "ASC114")
    ]


BLOCKS = "asc.get_block_idx(), n, asc.get_block_num()"


@pytest.mark.parametrize(
    ("loop", "offset", "size", "given"),
    [
        (BLOCKS, "i * TILE", "n * TILE", "n >= 0"),
        ("asc.get_block_idx() * TILE, n, asc.get_block_num() * TILE", "i", "n", "1024 <= n <= 65536, n % 1024 == 0"),
        ("0, n, step", "i", "n", "n >= 0, n % 1024 == 0, step >= 1024, step % 1024 == 0"),
    ],
)
def test_a_loop_with_a_run_time_step_stays_inside_its_range(loop: str, offset: str, size: str, given: str) -> None:
    assert severities(size, loop, offset, given) == []


def test_one_iteration_too_many_of_a_block_strided_loop_is_found() -> None:
    loop = "asc.get_block_idx(), n + 1, asc.get_block_num()"
    assert severities("n * TILE", loop, "i * TILE", "0 <= n <= 1000") == [Severity.WARNING]


def test_only_a_bounded_step_gives_findings() -> None:
    assert severities("4096", "0, 4096, step", count="8") == []
    assert severities("4096", "0, 4097, step", given="1 <= step <= 4", count="8") == [Severity.ERROR]


@pytest.mark.parametrize("cores", ["", "def launch(x):\n    kernel[8](x, 1, 1)\n"])
def test_a_block_index_is_no_larger_than_the_launch_has_cores(cores: str) -> None:
    assert severities("8 * TILE", offset="asc.get_block_idx() * TILE", launch=cores) == []


def test_every_core_of_a_launch_runs() -> None:
    launch = "def launch(x):\n    kernel[9](x, 1, 1)\n"
    assert severities("8 * TILE", offset="asc.get_block_idx() * TILE", launch=launch) == [Severity.ERROR]


@pytest.mark.parametrize(("kind", "parts"), [("MIX_AIC_1_2", 2), ("MIX_AIC_1_1", 1)])
def test_a_sub_block_index_follows_the_kernel_type(kind: str, parts: int) -> None:
    options = f"(kernel_type=KernelType.{kind})"
    assert severities(f"{parts} * TILE", offset="asc.get_sub_block_idx() * TILE", options=options) == []
