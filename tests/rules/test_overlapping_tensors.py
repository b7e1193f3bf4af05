"""Hazards between two tensors that share bytes: which bytes, and whether order alone would repair the kernel."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyasc_lint import Settings, check_source, cli
from pyasc_lint.diagnostics import Diagnostic

KERNEL = """
import asc


@asc.jit
def kernel(x: asc.GlobalAddress, r: asc.GlobalAddress, out: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    r_gm = asc.GlobalTensor()
    out_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 1024)
    r_gm.set_global_buffer(r, 1024)
    out_gm.set_global_buffer(out, 1024)
    first = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 1024)
    second = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 3072, 1024)
    total = asc.LocalTensor(asc.float32, asc.TPosition.VECOUT, 8192, 1024)
    asc.data_copy(first, x_gm, 1024)
{between}    asc.data_copy(second, r_gm, 1024)
    asc.set_flag(asc.HardEvent.MTE2_V, 0)
    asc.wait_flag(asc.HardEvent.MTE2_V, 0)
    asc.add(total, {operands}, 1024)
    asc.set_flag(asc.HardEvent.V_MTE3, 0)
    asc.wait_flag(asc.HardEvent.V_MTE3, 0)
    asc.data_copy(out_gm, total, 1024)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
READ = "    asc.muls(total, first, 2.0, 1024)\n"
BOTH = KERNEL.format(between="", operands="first, second")
REUSE = KERNEL.format(between="", operands="second, second")


def found(text: str, settings: Settings | None = None) -> dict[str, Diagnostic]:
    diagnostics = check_source(text, "kernel.py", settings).diagnostics
    return {item.code: item for item in diagnostics if item.code in ("ASC105", "ASC501", "ASC507")}


def test_what_order_alone_does_not_repair_has_no_fix_and_the_overlap_is_told() -> None:
    items = found(BOTH)
    assert sorted(items) == ["ASC105", "ASC507"]
    hazard = items["ASC507"]
    assert "'second' (UB) bytes 3,072..4,095 that data_copy in line 17 touches too through 'first'" in hazard.message
    assert "the data of 'first' would still be lost" in hazard.message
    assert hazard.fix is None


def test_bytes_that_are_used_again_need_order_only() -> None:
    items = found(REUSE)
    assert sorted(items) == ["ASC507"]
    hazard = items["ASC507"]
    assert "bytes 3,072..4,095" in hazard.message and "through 'first'" in hazard.message
    assert "add pipe_barrier(asc.PipeID.PIPE_MTE2)" in hazard.message
    assert hazard.fix is not None and hazard.fix.safe


def test_a_write_after_the_last_read_needs_a_flag_only() -> None:
    hazard = found(KERNEL.format(between=READ, operands="second, second"))["ASC501"]
    assert hazard.fix is not None


def test_fixing_leaves_tensors_that_overlap_alone(tmp_path: Path) -> None:
    file = tmp_path / "kernel.py"
    file.write_text(BOTH)
    assert cli.main(["--fix", "--no-cache", str(file)]) == 1
    assert file.read_text() == BOTH


@pytest.mark.parametrize("text", [BOTH, REUSE])
def test_chinese_messages_have_spaces_beside_names(text: str) -> None:
    message = found(text, Settings(language="zh"))["ASC507"].message
    assert "data_copy（经 'first'）也访问" in message
    same = found(text.replace("data_copy(second", "data_copy(first"), Settings(language="zh"))["ASC507"].message
    assert "第 17 行的 data_copy 也访问" in same
