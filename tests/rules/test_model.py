"""Rules about the programming model, types, positions, launches and the analysis itself (ASC006, ASC2xx … ASC7xx)."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from pyasc_lint import Diagnostic, FileReport, Settings, Severity, check_paths, check_source
from tests.support.expect import check_expectations

FIXTURES = Path(__file__).parents[1] / "fixtures" / "model"
CODES = (
    "ASC006", "ASC007", "ASC201", "ASC203", "ASC204", "ASC301", "ASC302", "ASC401", "ASC402", "ASC601", "ASC702",
    "ASC703",
)  # fmt: skip

HEAD = """\
import asc
from asc.runtime.config import KernelType

"""


def found(text: str, code: str, targets: tuple[str, ...] = ("Ascend910B1",), language: str = "en") -> list[Diagnostic]:
    """The findings of one rule in the kernels of a text."""
    settings = Settings(target=targets, language=language)
    report: FileReport = check_source(HEAD + dedent(text), "kernels.py", settings)
    return [item for item in report.diagnostics if item.code == code]


def test_every_shape_of_every_rule() -> None:
    assert check_expectations(FIXTURES.glob("*.py"), CODES) == []


# ------------------------------------------------------------------------------------------------------- several chips

POSITIONS = """
    @asc.jit
    def kernel():
        asc.init_soc_state()
        ub = asc.LocalMemAllocator()
        a = ub.alloc(asc.TPosition.VECIN, asc.half, 256)
        b = ub.alloc(asc.TPosition.C1, asc.half, 256)
        c = ub.alloc(asc.TPosition.A1, asc.half, 256)
        d = asc.LocalTensor(asc.half, asc.TPosition.CO2, 2048, 256)
        bias = asc.LocalMemAllocator(asc.Hardware.BIAS)
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
A2, INFERENCE, NEW, NO_STATIC = "Ascend910B1", "Ascend310P3", "Ascend950PR_9599", "Ascend310B1"


def test_positions_are_judged_by_each_chip() -> None:
    items = found(POSITIONS, "ASC401", (A2, INFERENCE, NEW))
    assert [(item.span.line, item.targets) for item in items] == [
        (10, (A2, NEW)),
        (11, (A2, INFERENCE, NEW)),
        (12, (A2, NEW)),
    ]


def test_memories_are_judged_by_each_chip() -> None:
    (item,) = found(POSITIONS, "ASC402", (A2, INFERENCE, NEW))
    assert (item.span.line, item.targets) == (13, (INFERENCE,))
    assert item.message == "Ascend310P3 has no BIAS: its memories are UB, L1, L0A, L0B, L0C"


@pytest.mark.parametrize("code", ["ASC401", "ASC402"])
def test_a_chip_without_static_tensors_has_no_right_position(code: str) -> None:
    assert found(POSITIONS, code, (NO_STATIC,)) == []


# ------------------------------------------------------------------------------------------------------------ messages


def test_a_position_message_names_the_positions_that_fit() -> None:
    (message, *_) = [item.message for item in found(POSITIONS, "ASC401")]
    assert message == (
        "ub.alloc(C1, float16, 256): C1 lives in L1 on Ascend910B1, not in UB; positions in UB: VECIN, VECOUT, VECCALC"
    )


def test_a_position_is_marked_where_it_is_passed() -> None:
    first, *_ = found(POSITIONS, "ASC401")
    assert (first.span.column, first.span.end_column) == (18, 34)
    assert [note.message for note in first.related] == ["the allocator of UB"]


def test_a_memory_without_a_position_of_pyasc() -> None:
    (item,) = found(
        """
        @asc.jit(kernel_type=KernelType.AIC_ONLY)
        def kernel():
            asc.init_soc_state()
            scale = asc.LocalMemAllocator(asc.Hardware.FIXBUF)
            a = scale.alloc(asc.TPosition.C2, asc.uint64, 64)
            asc.pipe_barrier(asc.PipeID.PIPE_ALL)
        """,
        "ASC401",
    )
    assert "no asc.TPosition lives in FIXBUF on Ascend910B1" in item.message


def test_a_cube_kernel_is_offered_positions_of_its_core() -> None:
    (item,) = found(
        """
        @asc.jit(kernel_type=KernelType.AIC_ONLY)
        def kernel():
            asc.init_soc_state()
            a = asc.LocalTensor(asc.half, asc.TPosition.GM, 0, 64)
            asc.pipe_barrier(asc.PipeID.PIPE_ALL)
        """,
        "ASC401",
    )
    assert item.message.endswith("such as A1, B1, C1, A2, B2, CO1, C2")


@pytest.mark.parametrize(
    ("argument", "shown"),
    [
        ("float", "not float; use asc.float32"),
        ("int", "not int; use asc.int32"),
        ("'half'", "not 'half'; use asc.float16"),
        ("np.float16", "not np.float16 (numpy.float16); use asc.float16"),
        ("np.complex64", "not np.complex64 (numpy.complex64)"),
        ("NAMED", "not NAMED (float); use asc.float32"),
        ("4", "not 4"),
        ("None", "not None"),
        ("n", "not n"),
    ],
)
def test_a_dtype_message_shows_what_stands_there(argument: str, shown: str) -> None:
    (item,) = found(
        f"""
        import numpy as np
        NAMED = float

        @asc.jit
        def kernel(n: int):
            asc.init_soc_state()
            a = asc.LocalTensor({argument}, asc.TPosition.VECIN, 0, 64)
            asc.pipe_barrier(asc.PipeID.PIPE_ALL)
        """,
        "ASC302",
    )
    assert item.message == f"LocalTensor takes an asc dtype, {shown}"


def test_a_dtype_is_no_bad_call_as_well() -> None:
    text = "@asc.jit\ndef kernel():\n    asc.init_soc_state()\n    asc.LocalTensor(float, asc.TPosition.VECIN, 0, 64)\n"
    codes = {item.code for item in check_source(HEAD + text).diagnostics if item.severity >= Severity.WARNING}
    assert codes == {"ASC302"}


def test_mixing_tells_the_way_into_the_helper() -> None:
    (item,) = found(
        """
        @asc.jit
        def scratch():
            asc.TBuf(asc.TPosition.VECCALC)

        @asc.jit
        def prepare():
            scratch()

        @asc.jit
        def kernel():
            asc.init_soc_state()
            ub = asc.LocalMemAllocator()
            prepare()
            asc.pipe_barrier(asc.PipeID.PIPE_ALL)
        """,
        "ASC201",
    )
    assert item.span.line == 7
    assert item.message.startswith("asc.TBuf belongs to the TPipe framework")
    assert [(note.span.line, note.message) for note in item.related] == [
        (16, "the kernel manages its memory itself: LocalMemAllocator"),
        (11, "called from here, through 'scratch'"),
        (17, "called from here, through 'prepare'"),
    ]


def test_a_missing_frame_names_the_instruction() -> None:
    text = """
        @asc.jit
        def kernel(n: int):
            a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
            asc.duplicate(a, 0.0, 64)
            asc.muls(a, a, 2.0, 64)
    """
    (begin,), (end,) = found(text, "ASC203"), found(text, "ASC204")
    assert begin.message == (
        "'kernel' never calls asc.init_soc_state(); it must come before asc.duplicate, the first instruction"
    )
    assert end.message == "'kernel' ends after asc.muls without asc.pipe_barrier(asc.PipeID.PIPE_ALL)"
    assert [note.span.line for note in (*begin.related, *end.related)] == [8, 9]
    assert (begin.span.line, begin.span.column, begin.span.end_column) == (6, 5, 11)
    assert begin.kernel == "kernel"


def test_a_missing_frame_on_one_core_names_the_core() -> None:
    text = """
        @asc.jit(kernel_type=KernelType.MIX_AIC_1_2)
        def kernel():
            if asc.ascend_is_aic():
                asc.init_soc_state()
            a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
            if asc.ascend_is_aiv():
                asc.duplicate(a, 0.0, 64)
            asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    """
    (item,) = found(text, "ASC203")
    assert item.message.startswith("'kernel' (AIV) never calls asc.init_soc_state()")


def test_one_defect_is_one_finding_for_all_cores_launches_and_chips() -> None:
    text = """
        @asc.jit(kernel_type=KernelType.MIX_AIC_1_2)
        def kernel(n: asc.ConstExpr[int]):
            a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
            asc.pipe_barrier(asc.PipeID.PIPE_V)

        kernel[1](1)
        kernel[1](2)
    """
    for code in ("ASC203", "ASC204"):
        (item,) = found(text, code, (A2, "Ascend910B4"))
        assert item.targets == (A2, "Ascend910B4")
        assert "launched" not in item.message


def test_the_way_out_of_a_run_time_tile() -> None:
    text = """
        @asc.jit
        def kernel(tile: int):
            # pyasc-lint: assume 0 < tile <= 1024
            asc.init_soc_state()
            ub = asc.LocalMemAllocator()
            a = ub.alloc(asc.TPosition.VECIN, asc.float32, tile)
            asc.pipe_barrier(asc.PipeID.PIPE_ALL)

        kernel[1](256)
        kernel[8](tile=256)
    """
    (item,) = found(text, "ASC601")
    assert item.severity is Severity.INFO
    assert item.message == (
        "ub.alloc(VECIN, float32, tile): every launch seen passes tile = 256; declare `tile: asc.ConstExpr[int]` "
        "(pyasc 1.1.1 emits the dynamic form anyway, --emit writes Alloc<VECIN, float32, 256>())"
    )
    assert [note.span.line for note in item.related] == [13, 14]


@pytest.mark.parametrize("order", [("kernels.py", "host.py"), ("host.py", "kernels.py")])
def test_launches_count_whatever_the_order_of_files(tmp_path: Path, order: tuple[str, str]) -> None:
    texts = {
        "kernels.py": HEAD + dedent("""
            @asc.jit
            def kernel(tile: int):
                # pyasc-lint: assume 0 < tile <= 1024
                asc.init_soc_state()
                ub = asc.LocalMemAllocator()
                a = ub.alloc(asc.TPosition.VECIN, asc.float32, tile)
                asc.pipe_barrier(asc.PipeID.PIPE_ALL)
        """),
        "host.py": "from kernels import kernel\nkernel[1](256)\n",
    }  # fmt: skip
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    result = check_paths([str(tmp_path / name) for name in order])
    assert [item.span.line for item in result.diagnostics if item.code == "ASC601"] == [10]


def test_a_promise_that_a_launch_breaks_names_the_launch() -> None:
    (item,) = found(
        """
        @asc.jit
        def kernel(n: int):
            # pyasc-lint: assume n >= 64, n % 64 == 0
            asc.init_soc_state()
            ub = asc.LocalMemAllocator()
            asc.pipe_barrier(asc.PipeID.PIPE_ALL)

        kernel[1](128)
        kernel[2](100)
        """,
        "ASC007",
    )
    assert item.message == (
        "`n % 64 == 0` does not hold for this launch, which was checked without it (launched as `kernel[2](100)`)"
    )


def test_what_is_not_followed_says_which_rules_are_silent() -> None:
    text = """
        from elsewhere import prepare

        @asc.jit
        def kernel():
            a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
            prepare(a)
            asc.muls(a, a, 2.0, 64)
    """
    (item,) = found(text, "ASC006")
    assert item.severity is Severity.INFO
    assert "elsewhere.prepare()" in item.message
    for code in ("ASC203", "ASC204"):
        assert code in item.message
        assert found(text, code) == []


def test_an_unseen_helper_in_a_framework_kernel_is_no_gap() -> None:
    text = """
        from elsewhere import prepare

        @asc.jit
        def kernel():
            pipe = asc.TPipe()
            prepare(pipe)
    """
    assert found(text, "ASC006") == []
