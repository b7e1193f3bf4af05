"""What kernels become: where pyasc 1.1.1 emits something else than Python says, and how the text reads."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import pytest

from tests.support.emitting import body, emitted, needs_gpp, planned, syntax_errors

HEAD = """
import asc

@asc.jit
def scale(t: asc.LocalTensor, count: asc.ConstExpr[int], factor: float):
    asc.muls(t, t, factor, count)

@asc.jit
def kernel(x: asc.GlobalAddress, n: int, m: int, s: float, flag: bool):
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 1024)
    b = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 4096, 1024)
"""
SIGNATURE = "kernel(x=float32*, n=int32, m=int32, s=float32, flag=bool)"
TENSORS = 2
"""Statements that the head of the kernel makes."""


def kernel(statements: str) -> str:
    return HEAD + indent(dedent(statements).strip("\n"), "    ") + "\n"


def lines(statements: str) -> list[str]:
    """What statements become, at the end of a kernel with two tensors and some numbers."""
    return body(kernel(statements), SIGNATURE)[TENSORS:]


def text(statements: str) -> str:
    return "\n".join(lines(statements))


# ------------------------------------------------------------------------------------------------------------- numbers


def test_an_integer_times_a_float_is_a_float() -> None:
    assert lines("asc.muls(a, a, n * 1.5, 64)") == ["AscendC::Muls<float, true>(a, a, n * 1.5f, 64);"]


def test_divisions() -> None:
    assert lines("asc.muls(a, a, n / 3, n // 3)") == [
        "AscendC::Muls<float, true>(a, a, static_cast<float>(n) / 3, FloorDiv(n, 3));"
    ]


def test_integers_do_not_wrap() -> None:
    made = lines("base = asc.get_block_idx() * 1000000\nasc.muls(a[base * n:], a[n * m:], s, n + m)")
    assert made == [
        "int64_t base = AscendC::GetBlockIdx() * 1000000;",
        "AscendC::Muls<float, true>(a[base * n], a[static_cast<int64_t>(n) * m], s, static_cast<int64_t>(n) + m);",
    ]


def test_offsets_of_addresses_are_64_bits_wide() -> None:
    made = text("g = asc.GlobalTensor()\ng.set_global_buffer(x + (n * m - 8), n)")
    assert "g.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(x) + (static_cast<int64_t>(n) * m - 8), n);" in made


def test_a_truth_value_counts_as_one() -> None:
    assert "static_cast<int64_t>(n > 3) * 64" in text("asc.muls(a, a, s, (n > 3) * 64)")


def test_short_circuit() -> None:
    assert lines("if n > 0 and m // n > 2:\n    asc.muls(a, a, s, 64)")[0] == "if (n > 0 && FloorDiv(m, n) > 2) {"


def test_what_cannot_be_negative_is_divided_plainly() -> None:
    assert "i / 2 * 64 + i % 2" in text("for i in range(n):\n    asc.muls(a, a[i // 2 * 64 + i % 2:], s, 64)")
    assert "m % 8" in text("# pyasc-lint: assume m >= 0\nasc.muls(a, a[m % 8:], s, 64)")


# --------------------------------------------------------------------------------------------------------------- loops


def test_counting_down() -> None:
    made = lines("for i in range(n, 0, -2):\n    asc.muls(a, a, s, i)")
    assert made == ["for (int64_t i = n; i > 0; i -= 2) {", "AscendC::Muls<float, true>(a, a, s, i);", "}"]


def test_a_step_of_unknown_sign() -> None:
    made = lines("for i in range(0, n, m):\n    asc.muls(a, a, s, i)")
    assert made[0] == "for (int64_t i = 0; m > 0 ? i < n : i > n; i += m) {"


def test_bounds_are_evaluated_once() -> None:
    made = lines("k = n + 0\nfor i in range(k):\n    k = k + 1\nasc.muls(a, a, s, k)")
    assert made[1] == "for (int64_t i = 0, i_end = k; i < i_end; ++i) {"
    assert lines("for i in range(n * 2):\n    asc.muls(a, a, s, i)")[0] == (
        "for (int64_t i = 0, i_end = static_cast<int64_t>(n) * 2; i < i_end; ++i) {"
    )


def test_a_body_that_sets_its_loop_variable() -> None:
    """The next turn goes on where range() is."""
    made = lines("for i in range(n):\n    i = i * 2\n    asc.muls(a, a, s, i)")
    assert made[:2] == ["for (int64_t i = 0; i < n; ++i) {", "int64_t i_2 = i * 2;"]


def test_a_while_condition_is_evaluated_every_turn() -> None:
    assert lines("i = n + 0\nwhile i < 100:\n    i = i + 7") == [
        "int64_t i = static_cast<int64_t>(n) + 0;", "while (i < 100) {", "i = i + 7;", "}",
    ]  # fmt: skip


def test_a_while_condition_that_reads_memory() -> None:
    made = text("while a.get_value(0) > 1.0:\n    asc.muls(a, a, s, 64)")
    assert made.index("while (true) {") < made.index("= a.GetValue(0);") < made.index("if (!(value > 1.0f)) {")
    assert made.index("break;") < made.index("Muls")


def test_integers_carried_through_a_loop() -> None:
    made = lines("""
        total = 0
        last = 0
        for i in range(n):
            last = total
            total = total + i
        asc.muls(a, a, s, last)
    """)
    assert sorted(made[:2]) == ["int64_t last = 0;", "int64_t total = 0;"]
    assert made[2:5] == ["for (int64_t i = 0; i < n; ++i) {", "last = total;", "total = total + i;"]


def test_tensors_swapped_in_a_loop() -> None:
    made = lines("p = a\nq = b\nfor i in range(n):\n    asc.add(p, p, q, 64)\n    p, q = q, p")
    assert made[:2] == ["AscendC::LocalTensor<float> p = a;", "AscendC::LocalTensor<float> q = b;"]
    held = [line.split(" = ") for line in made[4:8]]
    assert [right for _, right in held[:2]] == ["q;", "p;"]  # both are read before either is set
    assert [(left, right) for left, right in held[2:]] == [
        ("p", f"{held[0][0].split()[-1]};"), ("q", f"{held[1][0].split()[-1]};"),
    ]  # fmt: skip


def test_names_that_a_branch_sets() -> None:
    made = lines("k = n + 0\nif flag:\n    k = m + 0\nelif n > 3:\n    k = 5\nasc.muls(a, a, s, k)")
    assert "} else if (n > 3) {" in made and made[0].startswith("int64_t k = ") and made[-1].endswith("k);")


# ------------------------------------------------------------------------------------------------- helpers and tensors


def test_a_helper_is_specialised_for_every_call() -> None:
    made = [line for line in lines("scale(a, 64, s)\nscale(a, 128, s)") if "Muls" in line]
    assert made == [f"AscendC::Muls<float, true>(a, a, s, {count});" for count in (64, 128)]


def test_a_helper_does_not_change_what_its_caller_holds() -> None:
    source = HEAD.replace("asc.muls(t, t, factor, count)", "factor = factor * 2.0\n    asc.muls(t, t, factor, count)")
    made = body(source + "    scale(a, 64, s)\n    asc.adds(a, a, s, 64)\n", SIGNATURE)[TENSORS:]
    assert made[1:3] == ["float factor = s * 2.0f;", "AscendC::Muls<float, true>(a, a, factor, 64);"]
    assert made[-1] == "AscendC::Adds<float, true>(a, a, s, 64);"


def test_constant_and_run_time_tiles() -> None:
    made = lines("""
        ub = asc.LocalMemAllocator()
        t = ub.alloc(asc.TPosition.VECIN, asc.half, 512)
        u = ub.alloc(asc.TPosition.VECOUT, asc.half, n)
        if ub.get_cur_addr() > n:
            asc.abs(t, u, 64)
    """)
    assert made[:5] == [
        "AscendC::LocalMemAllocator<AscendC::Hardware::UB> ub;",
        "AscendC::LocalTensor<half> t = ub.Alloc<AscendC::TPosition::VECIN, half, 512>();",
        "AscendC::LocalTensor<half> u = ub.Alloc<AscendC::TPosition::VECOUT, half>(n);",
        "int64_t address = ub.GetCurAddr();",
        "if (address > n) {",
    ]


def test_views() -> None:
    made = lines("""
        cur = a[64:]
        cur = cur[n:]
        asc.abs(cur.reinterpret_cast(asc.half)[8:], b.reinterpret_cast(asc.half), 64)
    """)
    assert made == [
        "AscendC::LocalTensor<float> cur = a[64];",
        "cur = cur[n];",
        "AscendC::Abs(cur.ReinterpretCast<half>()[8], b.ReinterpretCast<half>(), 64);",
    ]


def test_scalars_of_a_half_tensor() -> None:
    made = lines("h = a.reinterpret_cast(asc.half)\nasc.duplicate(h, 1, 64)\nasc.adds(h, h, s, 64)\nh.set_value(n, n)")
    assert made[-3:] == [
        "AscendC::Duplicate(h, static_cast<half>(1.0f), 64);",
        "AscendC::Adds<half, true>(h, h, static_cast<half>(s), 64);",
        "h.SetValue(n, static_cast<half>(static_cast<float>(n)));",
    ]


# --------------------------------------------------------------------------------------------------------------- calls


@pytest.mark.parametrize(
    ("fields", "value"),
    [
        ("16, 32, 48", "AscendC::MmadParams{16, 32, 48, 0, false, true}"),
        ("m=16, n=32, k=48, cmatrix_init_val=False", "AscendC::MmadParams{16, 32, 48, 0, false, false}"),
        ("m=16, n=32, k=48, unit_flag=3", "AscendC::MmadParams{16, 32, 48, 3, false, true}"),
        ("m=n, n=32, k=48", "AscendC::MmadParams{static_cast<uint16_t>(n), 32, 48, 0, false, true}"),
    ],
)
def test_mmad_params_keep_their_fields(fields: str, value: str) -> None:
    assert lines(f"asc.mmad(a, b, b, asc.MmadParams({fields}))") == [f"AscendC::Mmad(a, b, b, {value});"]


def test_mmad_params_of_both_kinds() -> None:
    made = lines("asc.mmad(a, b, b, asc.MmadParams(m=16, n=16, k=16, is_bias=True, cmatrix_init_val=False))")
    assert made == [
        "AscendC::MmadParams mmad_params;", "mmad_params.m = 16;", "mmad_params.n = 16;", "mmad_params.k = 16;",
        "mmad_params.isBias = true;", "mmad_params.cmatrixInitVal = false;", "AscendC::Mmad(a, b, b, mmad_params);",
    ]  # fmt: skip


def test_masks_are_arrays_with_names_of_their_own() -> None:
    call = "asc.add(a, a, b, [255, 0], 4, asc.BinaryRepeatParams(), is_set_mask={})\n"
    made = lines(call.format(True) + call.format(False))
    assert [line for line in made if "mask" in line] == [
        "uint64_t mask[2] = {255, 0};",
        "AscendC::Add<float, true>(a, a, b, mask, 4, AscendC::BinaryRepeatParams{1, 1, 1, 8, 8, 8});",
        "uint64_t mask_2[2] = {255, 0};",
        "AscendC::Add<float, false>(a, a, b, mask_2, 4, AscendC::BinaryRepeatParams{1, 1, 1, 8, 8, 8});",
    ]


def test_switching_the_mask_off_in_a_reduction() -> None:
    call = "asc.whole_reduce_sum(a, b, 64, 4, 1, 1, 8"
    assert lines(f"{call}, is_set_mask=False)\n{call})") == [
        "AscendC::WholeReduceSum<float, false>(a, b, 64, 4, 1, 1, 8);",
        "AscendC::WholeReduceSum(a, b, 64, 4, 1, 1, 8);",
    ]


def test_a_result_that_comes_by_reference() -> None:
    made = text("cnt = asc.gather_mask(a, b, 1, True, 64, asc.GatherMaskParams(1, 1, 8, 8))\nasc.adds(a, a, s, cnt)")
    assert "uint64_t count = 0;" in made and "AscendC::GatherMaskParams{1, 1, 8, 8}, count);" in made


def test_printf() -> None:
    made = lines('asc.printf("a\\t%d %f %ld %% \\"ü\\n", n, s, n)')
    assert made == [r'AscendC::printf("a\t%d %f %ld %% \"\303\274\n", n, s, static_cast<int64_t>(n));']


def test_flags_with_computed_ids() -> None:
    made = lines("""
        for i in range(n):
            asc.set_flag(asc.HardEvent.MTE2_V, i % 2)
            asc.wait_flag(asc.HardEvent.MTE2_V, i % 2)
    """)
    assert made[1:3] == [f"AscendC::{name}<AscendC::HardEvent::MTE2_V>(i % 2);" for name in ("SetFlag", "WaitFlag")]


def test_arrays_of_the_scalar_unit() -> None:
    made = lines("t = asc.array(asc.int32, [1, 2])\nt[1] = n\nasc.adds(a, a, s, t[0])")
    assert made == ["int32_t t[2] = {1, 2};", "t[1] = n;", "AscendC::Adds<float, true>(a, a, s, t[0]);"]


def test_text_in_cpp() -> None:
    source = kernel("""
        k = n + 1
        asc.inline("int z = $0;", (k,))
        asc.inline("use($0, $1, $2)", (k * 2, a[8:], s))
        asc.inline('''
            if (z > 0) {
                z = 0;
            }
        ''')
        asc.inline("#define LIMIT 3", before_function=True)
    """)
    made = emitted(source, SIGNATURE)
    code = ["int z = k;", "use((k * 2), a[8], s);", "if (z > 0) {", "    z = 0;", "}"]
    assert "\n".join(f"    {line}" for line in code) in made
    assert '#define LIMIT 3\nextern "C" __global__' in made


# ---------------------------------------------------------------------------------------------------------------- text


def test_names_that_cpp_does_not_take() -> None:
    statements = "half = n + 1\nblock_idx = half + 1\nü = 1 + block_idx\nasc.adds(a, a, s, ü)"
    made = emitted(kernel(statements).replace("def kernel(x", "def auto(x"), SIGNATURE.replace("kernel", "auto"))
    assert "__aicore__ void auto_(" in made and "int64_t half_ = " in made and "int64_t block_idx_ = half_ + 1;" in made
    assert made.isascii()


def test_inner_names_do_not_hide_outer_ones() -> None:
    made = lines("n = n + 1\n" + "for i in range(n):\n    asc.adds(a, a, s, i)\n" * 2)
    assert made[0] == "int64_t n_2 = static_cast<int64_t>(n) + 1;"
    assert made[1] == made[4] == "for (int64_t i = 0; i < n_2; ++i) {"


def test_comments_name_the_lines_of_the_source() -> None:
    made = emitted(kernel("asc.abs(a, b, 64)\n\nasc.abs(b, a, 64)\nscale(a, 64, s)"), SIGNATURE)
    assert [line.strip() for line in made.splitlines() if line.strip().startswith("// line")] == [
        "// lines 10-12", "// lines 14-15", "// line 6",
    ]  # fmt: skip


def test_the_text_is_the_same_every_time() -> None:
    first, second = (planned(kernel(STATEMENTS), SIGNATURE) for _ in range(2))
    assert (first.text, first.projects) == (second.text, second.projects)


STATEMENTS = """
ub = asc.LocalMemAllocator(asc.Hardware.L1)
k = 0
for i in range(n, 0, -1):
    for j in range(0, n, m):
        k = k + i * j // 3
        if flag and k > 3:
            asc.adds(a[k:], b, n * 1.5, 64)
        elif not flag:
            scale(a, 64, s / 2)
        else:
            asc.exp(a, b, k % 7)
while k < 100 or flag:
    k = k + (n if n > m else m)
asc.printf("%d %f\\n", k, s)
a.set_value(k, b.get_value(k) + 1.0)
asc.cast(a.reinterpret_cast(asc.half), b, asc.RoundMode.CAST_RINT, 64)
asc.set_vector_mask(64, dtype=asc.float32, mode=asc.MaskMode.NORMAL)
asc.compare(a.reinterpret_cast(asc.uint8), a, b, asc.CMPMODE.LT, 64)
asc.mmad(a, b, b, asc.MmadParams(m=16, n=16, k=16, is_bias=True, cmatrix_init_val=False))
asc.cross_core_set_flag(3, 2, asc.PipeID.PIPE_MTE3)
asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""


@needs_gpp
def test_cpp_takes_all_of_it(tmp_path: Path) -> None:
    assert syntax_errors([emitted(kernel(STATEMENTS), SIGNATURE)], tmp_path) == ""


# ------------------------------------------------------------------------------------------------------------ refusals


@pytest.mark.parametrize(
    ("statements", "code", "line"),
    [
        ("asc.adds(a, a, unknown_thing(), 64)", "emit-unknown-value", 12),
        ("asc.adds(a, a, s, 64)\nasc.adds(a, a, s, other_thing())", "emit-unknown-value", 13),
        ("for i in range(0, n, 0):\n    asc.adds(a, a, s, 64)", "emit-loop", 12),
        ("asc.inline('f($1);', (n,))", "emit-argument", 12),
        ("import logging\nlogging.info('x')", "emit-incomplete", 12),
        ("asc.adds(a, a, s, 64)\na.start()", "emit-incomplete", 13),
        ("for i in range(n):\n    break", "emit-incomplete", 13),
        ("if n > 3:\n    return", "emit-incomplete", 13),
        ("b.length = n\nasc.adds(a, b, s, 64)", "emit-incomplete", 12),
        ("for i in asc.static_range(50000):\n    asc.adds(a, a, s, 64)", "emit-incomplete", 12),
        ("ub = asc.LocalMemAllocator(n)\nt = ub.alloc(asc.TPosition.VECIN, asc.half, 64)", "emit-unknown-value", 12),
    ],
)  # fmt: skip
def test_what_is_refused(statements: str, code: str, line: int) -> None:
    made = planned(kernel(statements), SIGNATURE)
    assert (made.text, made.projects) == ("", {})
    assert (code, line) in [(refusal.code, refusal.span.line) for refusal in made.refusals]


@needs_gpp
@pytest.mark.parametrize(("joint", "length"), [(" + ", 1500), (" * ", 1500), (" % ", 400)])
def test_long_expressions(tmp_path: Path, joint: str, length: int) -> None:
    made = emitted(kernel(f"k = {joint.join(['n'] * length)}\nasc.adds(a, a, s, k)"), SIGNATURE)
    assert made.count("n") >= length and syntax_errors([made], tmp_path) == ""
