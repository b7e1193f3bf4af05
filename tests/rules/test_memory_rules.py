"""The rules about capacity, addresses, allocators and tile sizes: where they report, and what they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pyasc_lint import Settings, check_source
from pyasc_lint.diagnostics import Diagnostic, Severity
from tests.support.expect import check_expectations

FIXTURES = Path(__file__).parents[1] / "fixtures" / "memory"
CODES = ("ASC101", "ASC102", "ASC103", "ASC104", "ASC106", "ASC108", "ASC110", "ASC111", "ASC113", "ASC116")
TARGETS = {"ascend950": "Ascend950PR_9599"}


@pytest.mark.parametrize("fixture", sorted(FIXTURES.glob("*.py")), ids=lambda path: path.stem)
def test_a_kernel_gets_what_it_is_marked_with(fixture: Path) -> None:
    target = TARGETS.get(fixture.stem, "Ascend910B1")
    assert check_expectations([fixture], CODES, [target]) == []


def kernel(*lines: str, parameters: str = "", before: str = "") -> str:
    """A static-Tensor kernel with these statements."""
    body = "".join(f"    {line}\n" for line in lines)
    return (
        f"import asc\n{before}\n\n@asc.jit\ndef kernel({parameters}):\n    asc.init_soc_state()\n"
        f"    ub = asc.LocalMemAllocator()\n{body}    asc.pipe_barrier(asc.PipeID.PIPE_ALL)\n"
    )


def alloc(name: str, count: str, dtype: str = "float32") -> str:
    return f"{name} = ub.alloc(asc.TPosition.VECCALC, asc.{dtype}, {count}); asc.duplicate({name}, 0, 8)"


def local(name: str, address: str, count: str) -> str:
    made = f"asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, {address}, {count})"
    return f"{name} = {made}; asc.duplicate({name}, 0, 8)"


def found(text: str, code: str, settings: Settings | None = None) -> list[Diagnostic]:
    return [item for item in check_source(text, "kernel.py", settings).diagnostics if item.code == code]


def only(text: str, code: str, settings: Settings | None = None) -> Diagnostic:
    (diagnostic,) = found(text, code, settings)
    return diagnostic


# ------------------------------------------------------------------------------------------------------------ capacity


def test_an_overflow_tells_capacity_cursor_request_and_excess() -> None:
    item = only(kernel(alloc("a", "40960"), alloc("b", "8200")), "ASC101")
    assert item.severity is Severity.ERROR
    for number in ("32,800 bytes", "at 163,840", "end at 196,640", "ends at 196,608", "32 bytes too many", "6,080"):
        assert number in item.message
    assert [(note.span.line, note.message) for note in item.related] == [(8, "'a' takes bytes 0 to 163,840 of UB")]


def test_the_largest_tile_stays_below_the_limit_published_for_user_data() -> None:
    tiles = kernel(alloc("a", "20480"), alloc("b", "20480"), alloc("c", "20480"))
    assert "largest tile that fits: 6,080, or 15,680 for each of the 3 of this size" in only(tiles, "ASC101").message
    for fitting in (tiles.replace("20480", "15680"), "6080".join(tiles.rsplit("20480", 1))):
        assert not found(fitting, "ASC101") and not found(fitting, "ASC116")
    whole = Settings(reserved_ub="off")
    assert "largest tile that fits: 8,128, or 16,360" in only(tiles, "ASC101", whole).message


def test_an_overflow_in_a_helper_names_the_calls_that_led_there() -> None:
    helpers = (
        "\n\n@asc.jit\ndef inner(ub: asc.LocalMemAllocator):\n    " + alloc("t", "65536") + "\n"
        "\n\n@asc.jit\ndef outer(ub: asc.LocalMemAllocator):\n    inner(ub)\n"
    )
    text = kernel("outer(ub)", before=helpers)
    item = only(text, "ASC101")
    lines = text.splitlines()
    assert lines[item.span.line - 1].strip().startswith("t = ub.alloc")
    assert [lines[note.span.line - 1].strip() for note in item.related] == ["inner(ub)", "outer(ub)"]


def test_a_possible_overflow_names_a_run_and_the_largest_safe_value() -> None:
    assume = "# pyasc-lint: assume 0 < n <= 30000, n % 8 == 0"
    item = only(kernel(assume, alloc("a", "n"), alloc("b", "n"), parameters="n: int"), "ASC102")
    assert item.severity is Severity.WARNING
    assert "n = 24584" in item.message and "largest safe n: 24,576" in item.message
    assert "bytes 98,336 to 196,672" in item.message and "64 bytes too many" in item.message


def test_a_possible_overflow_names_the_branch_that_leads_to_it() -> None:
    text = kernel(alloc("a", "40960"), "if a.get_value(0) > 0.5:", "    " + alloc("b", "4096"), alloc("c", "8192"))
    item = only(text, "ASC102")
    assert "the condition in line 9 true" in item.message
    assert item.severity is Severity.WARNING


UNBOUNDED = {
    "one": kernel(alloc("a", "n"), alloc("b", "n + 64"), parameters="n: int"),
    "one bounded below": kernel("# pyasc-lint: assume n >= 8", alloc("a", "n"), parameters="n: int"),
    "several": kernel(alloc("a", "n"), alloc("b", "m"), alloc("c", "n"), parameters="n: int, m: int"),
    "product": kernel(alloc("a", "n * m"), parameters="n: int, m: int"),
    "dtype": kernel(alloc("a", "n").replace("asc.float32", "x.dtype"), parameters="x: asc.GlobalAddress, n: int"),
    "wide dtype": kernel(alloc("a", "65536").replace("asc.float32", "x.dtype"), parameters="x: asc.GlobalAddress"),
    "address": kernel(local("a", "n * 32", "64"), parameters="n: int"),
    "static_range": kernel(
        "for i in asc.static_range(depth):", "    " + alloc("t", "4096"), parameters="depth: asc.ConstExpr[int]"
    ),
    "field": kernel(
        alloc("a", "tiling.rows * 64"), alloc("b", "tiling.cols"),
        parameters="tiling: Tiling", before="\n\nclass Tiling(asc.Struct):\n    rows = asc.Field(asc.int32)\n"
        "    cols = asc.Field(asc.int32)\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("text", UNBOUNDED.values(), ids=UNBOUNDED.keys())
def test_the_proposed_assumptions_bound_what_nothing_bounds(text: str) -> None:
    items = found(text, "ASC102")
    assert items and all(item.severity is Severity.INFO for item in items)
    proposed = [re.search(r"`# (pyasc-lint: assume [^`]*)`", item.message) for item in items]
    assumptions = [match[1] for match in proposed if match]
    assert len(set(assumptions)) == len(assumptions) or "product" in text or "n * m" in text
    head = "    asc.init_soc_state()\n"
    bounded = text.replace(head, "".join(f"    # {line}\n" for line in assumptions) + head)
    assert bounded != text
    after = [item for item in check_source(bounded, "kernel.py").diagnostics if item.code in ("ASC102", "ASC007")]
    assert after == []


def test_each_parameter_is_told_of_once() -> None:
    text = kernel(alloc("a", "n"), alloc("b", "m"), alloc("c", "n * m"), parameters="n: int, m: int")
    assert [item.span.line for item in found(text, "ASC102")] == [8, 9]


def test_a_launch_adds_no_second_information() -> None:
    text = kernel(alloc("a", "n"), alloc("b", "m"), parameters="n: int, m: int")
    launched = text + "\n\ndef run(m):\n    kernel[8](64, m)\n    kernel[8](128, m)\n"
    assert [item.message for item in found(launched, "ASC102")] == [item.message for item in found(text, "ASC102")]


def test_a_finding_names_the_chips_it_holds_for() -> None:
    settings = Settings(target=("Ascend910B1", "Ascend950PR_9599", "Ascend910_9391"))
    item = only(kernel(alloc("a", "53248")), "ASC101", settings)
    assert item.targets == ("Ascend910B1", "Ascend910_9391")


# --------------------------------------------------------------------------------------------------------------- loops


def test_an_allocation_in_a_loop_is_an_error_where_the_iterations_certainly_overflow() -> None:
    item = only(kernel("for i in range(16):", "    " + alloc("t", "4096")), "ASC103")
    assert item.severity is Severity.ERROR
    assert "16,384 bytes each" in item.message and "number 13 ends at 212,992" in item.message
    assert item.related[0].span.line == 8


@pytest.mark.parametrize("trips", ["4", "n"])
def test_an_allocation_in_a_loop_is_a_warning_where_it_may_fit(trips: str) -> None:
    item = only(kernel(f"for i in range({trips}):", "    " + alloc("t", "4096"), parameters="n: int"), "ASC103")
    assert item.severity is Severity.WARNING


def test_enough_assumed_iterations_make_an_allocation_in_a_loop_an_error() -> None:
    assume = "# pyasc-lint: assume n >= 20"
    loop = ("for i in range(n):", "    " + alloc("t", "4096"))
    assert only(kernel(assume, *loop, parameters="n: int"), "ASC103").severity is Severity.ERROR


def test_an_overflow_behind_a_loop_that_allocates_is_told_there() -> None:
    text = kernel("for i in range(4):", "    " + alloc("t", "4096"), alloc("b", "40960"))
    assert only(text, "ASC103").severity is Severity.WARNING
    assert only(text, "ASC101").span.line == 10


# ----------------------------------------------------------------------------------------------------------- alignment


def test_a_misaligned_tensor_points_to_the_odd_tile_and_rounds_it() -> None:
    item = only(kernel(alloc("a", "65"), alloc("b", "64")), "ASC106")
    assert item.severity is Severity.ERROR and item.span.line == 9
    assert "byte 260 of UB" in item.message and "multiple of 32" in item.message
    assert item.related[0].span.line == 8 and "72 elements" in item.related[0].message


def test_a_possibly_misaligned_tensor_names_a_run_and_what_to_assume() -> None:
    assume = "# pyasc-lint: assume 0 < n <= 4096"
    item = only(kernel(assume, alloc("a", "n", "half"), alloc("b", "64"), parameters="n: int"), "ASC106")
    assert item.severity is Severity.WARNING
    assert "n = 1" in item.message and "byte 2 of UB" in item.message
    assert "a multiple of 16 elements" in item.related[0].message


# --------------------------------------------------------------------------------------------- published limit, sizes


def test_the_published_limit_follows_the_reserve() -> None:
    text = kernel(alloc("a", "48000"))
    assert only(text, "ASC116").severity is Severity.WARNING
    assert found(text, "ASC116", Settings(reserved_ub="off")) == []


def test_an_unrolled_loop_that_overflows_is_told_of_once() -> None:
    text = kernel("for i in asc.static_range(7):", "    " + alloc("t", "8192"))
    codes = [item.code for item in check_source(text, "kernel.py").diagnostics]
    assert codes == ["ASC101"]


def test_the_first_allocator_is_named_where_a_second_one_is_made() -> None:
    text = kernel(
        alloc("a", "64"), "other = asc.LocalMemAllocator()", "b = other.alloc(asc.TPosition.VECIN, asc.half, 64)"
    )
    item = only(text, "ASC110")
    assert (item.severity, item.span.line, item.related[0].span.line) == (Severity.ERROR, 9, 7)


def test_a_possibly_empty_tile_is_a_warning_with_a_run() -> None:
    text = kernel("# pyasc-lint: assume 0 <= n <= 64", alloc("a", "n"), parameters="n: int")
    item = only(text, "ASC111")
    assert item.severity is Severity.WARNING and "n = 0" in item.message


def test_nothing_is_called_unused_where_the_kernel_could_not_be_followed() -> None:
    unused = "a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)"
    assert only(kernel(unused), "ASC113").severity is Severity.INFO
    assert found(kernel(unused, "asc.dupplicate(a, 0.0, 64)"), "ASC113") == []
    assert found(kernel(unused, "fill(a)", before="from elsewhere import fill\n"), "ASC113") == []
