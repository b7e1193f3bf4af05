"""Each known trap of pyasc 1.1.1: what is emitted instead, or which error keeps it from being emitted."""

from __future__ import annotations

import re
from textwrap import dedent, indent

import pytest

from pyasc_lint.api import table
from pyasc_lint.codegen import Requests, Signatures, read_signatures
from pyasc_lint.config import ConfigFinder, Settings
from pyasc_lint.emission import Emission, emission
from pyasc_lint.rules.asc7xx.traps._elsewhere import LEFT_TO, NOT_REPORTED
from pyasc_lint.rules.asc7xx.traps._registry import all_traps
from pyasc_lint.runner import run_text
from tests.rules.test_traps import KERNEL as LEFT
from tests.rules.trap_cases import BODIES, FILES, HEADS
from tests.support.emitting import emitted, planned

HEAD = """
import numpy as np

import asc

TILE = np.int32(64)

@asc.jit
def fill(t: asc.LocalTensor, count: asc.ConstExpr[int]):
    asc.duplicate(t, 0.0, count)

@asc.jit
def allocated(ub: asc.LocalMemAllocator):
    asc.duplicate(ub.alloc(asc.TPosition.VECCALC, asc.float32, 64), 0.0, 64)

@asc.jit
def cleared(t, n):
    asc.duplicate(t, 0.0, 64)
    return n + 1

@asc.jit
def barrier(pipe):
    asc.pipe_barrier(pipe)

@asc.jit
def KERNEL(x: asc.GlobalAddress, n: int, m: int, big: asc.int64, s: float):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 256)
    b = ub.alloc(asc.TPosition.VECCALC, asc.float32, 256)
    h = ub.alloc(asc.TPosition.VECCALC, asc.float16, 256)
    i32 = ub.alloc(asc.TPosition.VECCALC, asc.int32, 256)
    u8 = ub.alloc(asc.TPosition.VECCALC, asc.uint8, 256)
    g = asc.GlobalTensor()
    g.set_global_buffer(x, 1024)
    asc.duplicate(a, 0.0, 256)
    asc.duplicate(b, 0.0, 256)
    asc.duplicate(h, 0.0, 256)
    asc.duplicate(i32, 0, 256)
"""
SIGNATURE = "KERNEL(x=float32*)"

EMITTED: dict[str, tuple[str, str]] = {
    "allocator-01": (
        "t = ub.alloc(asc.TPosition.VECCALC, asc.float32, asc.ConstExpr(64))",
        "t = ub.Alloc<AscendC::TPosition::VECCALC, float, 64>();",
    ),
    "allocator-04": ("asc.duplicate(a, 0.0, ub.get_cur_addr() // 16)", "AscendC::Duplicate(a, 0.0f, address / 16);"),
    "allocator-16": ("allocated(ub)", "value = ub.Alloc<AscendC::TPosition::VECCALC, float, 64>();"),
    "control_flow-01": (
        "i = n\nwhile i > 0:\n    asc.duplicate(a, 0.0, 64)\n    i = i - 1",
        "int64_t i = n;\nwhile (i > 0) {\nAscendC::Duplicate(a, 0.0f, 64);\ni = i - 1;",
    ),
    "control_flow-02": (
        "i = 0\nwhile i < 4:\n    asc.duplicate(a, 0.0, 64)\n    i = i + 1",
        "int64_t i = 0;\nwhile (i < 4) {\nAscendC::Duplicate(a, 0.0f, 64);\ni = i + 1;",
    ),
    "control_flow-03": (
        "p = a\nq = b\nfor i in range(n):\n    asc.duplicate(p, 0.0, 64)\n    p, q = q, p",
        "p = a;\nAscendC::LocalTensor<float> q = b;\nfor (int64_t i = 0; i < n; ++i) {\n"
        "AscendC::Duplicate(p, 0.0f, 64);\n"
        "AscendC::LocalTensor<float> value = q;\nAscendC::LocalTensor<float> value_2 = p;\np = value;\nq = value_2;",
    ),
    "control_flow-04": (
        "prev = n\ncur = n\nfor i in range(4):\n    asc.duplicate(a, 0.0, prev)\n    prev = cur\n    cur = cur + 1",
        "AscendC::Duplicate(a, 0.0f, prev);\nprev = cur;\ncur = cur + 1;",
    ),
    "control_flow-23": (
        "p = n\nfor i in range(4):\n    asc.duplicate(a, 0.0, p)\n    p = p + n",
        "int64_t p = n;\nfor (int64_t i = 0; i < 4; ++i) {\nAscendC::Duplicate(a, 0.0f, p);\np = p + n;",
    ),
    "control_flow-24": (
        "p = n + 2\nq = n + 1\nfor i in range(4):\n    asc.duplicate(a, 0.0, p)\n    p = q - 0\n    q = q + 1",
        "AscendC::Duplicate(a, 0.0f, p);\np = q - 0;\nq = q + 1;",
    ),
    "control_flow-05": (
        "prev = n + 0\nfor i in range(4):\n    asc.duplicate(a, 0.0, prev)\n    prev = i",
        "AscendC::Duplicate(a, 0.0f, prev);\nprev = i;",
    ),
    "control_flow-06": (
        "for n in range(4):\n    asc.duplicate(a, 0.0, n)",
        "for (int64_t n_2 = 0; n_2 < 4; ++n_2) {\nAscendC::Duplicate(a, 0.0f, n_2);",
    ),
    "scalar-17": (
        "for i in range(4):\n    asc.duplicate(a[(i - 1) % 2 * 64:], 0.0, 64)",
        "AscendC::Duplicate(a[FloorMod(i - 1, 2) * 64], 0.0f, 64);",
    ),
    "scalar-18": (
        "q = n or 64\nasc.duplicate(a, 0.0, q)",
        "int64_t q = n ? n : 64;\nAscendC::Duplicate(a, 0.0f, q);",
    ),
    "control_flow-27": (
        "for i in range(n):\n    TILE = 32\nasc.duplicate(a, 0.0, TILE)",
        "AscendC::Duplicate(a, 0.0f, 32);",
    ),
    "control_flow-28": (
        "q, = (n,)\nasc.duplicate(a, 0.0, q)",
        "int64_t q = n;\nAscendC::Duplicate(a, 0.0f, q);",
    ),
    "data_copy-18": (
        "q = n + 8\nif n > 3:\n    q = n - 8\nasc.data_copy(g, a, q)",
        "if (n > 3) {\nq = static_cast<int64_t>(n) - 8;\n}\nAscendC::DataCopy(g, a, q);",
    ),
    "control_flow-26": (
        "for i in range(n):\n    for i in range(4):\n        asc.duplicate(a, 0.0, i)",
        "for (int64_t i = 0; i < n; ++i) {\nfor (int64_t i_2 = 0; i_2 < 4; ++i_2) {\nAscendC::Duplicate(a, 0.0f, i_2);",
    ),
    "control_flow-07": (
        "for i in range(7, -1, -1):\n    asc.duplicate(a[i * 8:], 0.0, 8)",
        "for (int64_t i = 7; i > -1; --i) {\nAscendC::Duplicate(a[i * 8], 0.0f, 8);",
    ),
    "control_flow-09": (
        "for i in range(big):\n    asc.duplicate(a, 0.0, 64)",
        "for (int64_t i = 0; i < big; ++i) {",
    ),
    "control_flow-11": (
        "k = 0\nfor i in range(8):\n    asc.duplicate(a[k:], 0.0, 8)\n    k = k + 8",
        "int64_t k = 0;\nfor (int64_t i = 0; i < 8; ++i) {\nAscendC::Duplicate(a[k], 0.0f, 8);\nk = k + 8;",
    ),
    "control_flow-14": ("t = a if n > 3 else b\nasc.duplicate(t, 0.0, 64)", "t = (n > 3 ? a : b);"),
    "control_flow-15": (
        "k = n + 0\nif m > 3:\n    k = n * 1.5\nasc.duplicate(a, k, 64)",
        "float k = static_cast<float>(static_cast<int64_t>(n) + 0);\nif (m > 3) {\nk = n * 1.5f;\n}\n"
        "AscendC::Duplicate(a, k, 64);",
    ),
    "control_flow-16": (
        "if n > 3 and cleared(a, n) > 1:\n    asc.duplicate(b, 1.0, 64)",
        "bool value = n > 3;\nif (value) {\n{\nAscendC::Duplicate(a, 0.0f, 64);\n}\n"
        "value = static_cast<int64_t>(n) + 1 > 1;\n}\nif (value) {\nAscendC::Duplicate(b, 1.0f, 64);",
    ),
    "cube-01": (
        "asc.mmad(a, h, h, asc.MmadParams(16, 16, 16))",
        "AscendC::Mmad(a, h, h, AscendC::MmadParams{16, 16, 16, 0, false, true});",
    ),
    "cube-02": (
        "asc.mmad(a, h, h, asc.MmadParams(m=16, n=16, k=16, unit_flag=3, cmatrix_source=False, cmatrix_init_val=True))",
        "AscendC::MmadParams{16, 16, 16, 3, false, true}",
    ),
    "cube-04": (
        "asc.load_data(h, h, asc.LoadData3DParamsV2([0, 0, 0, 0], 4, 4, 16, 16, 16, 0, 0, 1, 1, 1, 1, 1, 1))",
        "uint8_t pad_list[4] = {0, 0, 0, 0};\nAscendC::LoadData(h, h, AscendC::LoadData3DParamsV2<half>{pad_list, 4,",
    ),
    "data_copy-14": (
        "row = asc.SliceInfo(0, 15, 0, 2, 16)\n"
        "asc.data_copy(a, g, [row], [row], 1)\nasc.data_copy(b, g, [row], [row], 1)",
        "AscendC::DataCopy(b, g, slice_list1_2, slice_list2_2, static_cast<uint32_t>(1));",
    ),
    "data_copy-15": (
        "row = asc.SliceInfo(0, 0, 0, 1, 16)\nasc.data_copy(a, g, [row], [row], 1)",
        "slice_list1[1] = {AscendC::SliceInfo{0, 0, 0, 1, 16}};",
    ),
    "data_copy-17": (
        "g.set_l2_cache_hint(asc.CacheMode.CACHE_MODE_NORMAL)\ng.set_l2_cache_hint(asc.CacheMode.CACHE_MODE_DISABLE)",
        "g.SetL2CacheHint<AscendC::CacheRwMode::RW>(AscendC::CacheMode::CACHE_MODE_NORMAL);\n"
        "g.SetL2CacheHint<AscendC::CacheRwMode::RW>(AscendC::CacheMode::CACHE_MODE_DISABLE);",
    ),
    "global_tensor-03": ("g.set_global_buffer(x, 0)", "g.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(x), 0);"),
    "global_tensor-04": (
        "if n > 3:\n    g.set_global_buffer(x + 1024, 64)\nasc.data_copy(a, g, 64)",
        "if (n > 3) {\ng.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(x) + 1024, 64);\n}\n"
        "AscendC::DataCopy(a, g, 64);",
    ),
    "helpers-01": (
        "fill(a, 64)\nfill(a, 128)",
        "AscendC::Duplicate(a, 0.0f, 64);\n}\n{\nAscendC::Duplicate(a, 0.0f, 128);",
    ),
    "helpers-03": (
        "fill(a, 64)\nfill(h, 64)",
        "AscendC::Duplicate(a, 0.0f, 64);\n}\n{\nAscendC::Duplicate(h, static_cast<half>(0.0f), 64);",
    ),
    "helpers-05": ("barrier(asc.PipeID.PIPE_V)", "AscendC::PipeBarrier<PIPE_V>();"),
    "local_tensor-03": (
        "t = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, asc.ConstExpr(0), asc.ConstExpr(64))",
        "t(AscendC::TPosition::VECCALC, 0, 64);",
    ),
    "misc-03": ("asc.get_arch_version(1)", "uint32_t version = 0;\nAscendC::GetArchVersion(version);"),
    "queries-01": (
        "asc.duplicate(a, 0.0, a.get_size() // 2)",
        "int64_t size = a.GetSize();\nAscendC::Duplicate(a, 0.0f, size / 2);",
    ),
    "queries-02": (
        "asc.duplicate(a, 0.0, a.get_length() - 32)",
        "int64_t length = a.GetLength();\nAscendC::Duplicate(a, 0.0f, length - 32);",
    ),
    "queries-04": ("asc.adds(a, a, -s, 64)", "float value = -s;\nAscendC::Adds<float, true>(a, a, value, 64);"),
    "queries-05": ("asc.set_pad_value(-1)", "AscendC::SetPadValue<int32_t, AscendC::TPosition::MAX>(-1);"),
    "queries-07": ("asc.duplicate(h, n, 64)", "AscendC::Duplicate(h, static_cast<half>(static_cast<float>(n)), 64);"),
    "scalar-01": (
        "if n > 1.5:\n    asc.duplicate(a, n * 1.5, 64)",
        "if (n > 1.5f) {\nAscendC::Duplicate(a, n * 1.5f, 64);",
    ),
    "scalar-02": (
        "asc.duplicate(a, n / 3, n // 3)",
        "AscendC::Duplicate(a, static_cast<float>(n) / 3, FloorDiv(n, 3));",
    ),
    "scalar-03": ("asc.duplicate(a, s // 2.0, 64)", "AscendC::Duplicate(a, FloorDivF(s, 2.0f), 64);"),
    "scalar-04": ("asc.duplicate(a[n + big:], 0.0, 8)", "a[n + big]"),
    "scalar-05": ("asc.duplicate(a, 0.0, 32 + (n > 3) * 32)", "32 + static_cast<int64_t>(n > 3) * 32"),
    "scalar-15": (
        "q = asc.number(2, asc.int32)\nif q:\n    asc.duplicate(a, 0.0, 64)",
        "int64_t q = 2;\nif (q) {\nAscendC::Duplicate(a, 0.0f, 64);",
    ),
    "scalar-16": (
        "q = asc.number(5, asc.int32)\nasc.duplicate(a, 0.0, n + (q > 3))",
        "int64_t q = 5;\nAscendC::Duplicate(a, 0.0f, static_cast<int64_t>(n) + (q > 3));",
    ),
    "scalar-06": (
        "asc.data_copy(a, g[asc.get_block_idx() * 65536 * 65536:], 64)",
        "g[AscendC::GetBlockIdx() * 65536 * 65536]",
    ),
    "scalar-07": ("asc.data_copy(a, g[n + 2**40:], 64)", "g[n + 1099511627776]"),
    "scalar-08": (
        "g.set_global_buffer(x + (n * -64), 64)",
        "reinterpret_cast<__gm__ float*>(x) + static_cast<int64_t>(n) * -64, 64);",
    ),
    "scalar-12": ("asc.duplicate(a, 0.0, TILE)", "AscendC::Duplicate(a, 0.0f, 64);"),
    "slicing-06": ("asc.duplicate(a(64), 0.0, 64)", "AscendC::Duplicate(a[64], 0.0f, 64);"),
    "slicing-07": ("asc.duplicate(a[asc.ConstExpr(64)], 0.0, 64)", "AscendC::Duplicate(a[64], 0.0f, 64);"),
    "slicing-08": ("asc.duplicate(a[True], 0.0, 64)", "AscendC::Duplicate(a[true], 0.0f, 64);"),
    "slicing-09": (
        "asc.duplicate(a[u8.get_value(0):], 0.0, 8)",
        "int64_t value = u8.GetValue(0);\nAscendC::Duplicate(a[value], 0.0f, 8);",
    ),
    "sync-13": ("asc.sync_all(is_aiv_only=False)", "AscendC::SyncAll<false>();"),
    "vector-07": ("asc.duplicate(a, 0.0, 64, 200, 1, 0)", "AscendC::Duplicate<float, true>(a, 0.0f, 64, 200, 1, 0);"),
    "vector-12": ("asc.mul_add_dst(a, h, h, 64)", "AscendC::MulAddDst(a, h, h, 64);"),
    "vector-17": (
        "m1 = [255, 0]\nif n > 3:\n    asc.add(a, a, b, m1, 1, asc.BinaryRepeatParams())\n"
        "asc.add(a, a, b, m1, 1, asc.BinaryRepeatParams())",
        "uint64_t mask[2] = {255, 0};\nAscendC::Add<float, true>(a, a, b, mask, 1, "
        "AscendC::BinaryRepeatParams{1, 1, 1, 8, 8, 8});\n}\nuint64_t mask[2] = {255, 0};",
    ),
    "vector-22": (
        "asc.trans_data_to_5hd([h] * 16, [h] * 16, asc.TransDataTo5HDParams(False, False, 1, 0, 0))\n"
        "asc.trans_data_to_5hd([h] * 16, [h] * 16, asc.TransDataTo5HDParams(False, False, 1, 0, 0))",
        "AscendC::TransDataTo5HD<half>(dst_list_2, src_list_2,",
    ),
    "vector-27": (
        "asc.select(a, u8, a, src1=b, sel_mode=asc.SelMode.VSEL_TENSOR_TENSOR_MODE, mask=8, repeat_times=1, "
        "repeat_params=asc.BinaryRepeatParams())",
        "AscendC::Select(a, u8, a, b, AscendC::SELMODE::VSEL_TENSOR_TENSOR_MODE, 8, 1,",
    ),
    "vector-29": (
        "asc.whole_reduce_sum(b, a, 64, 1, 1, 1, 8, is_set_mask=False)",
        "AscendC::WholeReduceSum<float, false>(b, a, 64, 1, 1, 1, 8);",
    ),
    "vector-30": ("asc.cast_deq(u8, i32, 64)", "AscendC::CastDeq<uint8_t, int32_t, true, true>(u8, i32, 64);"),
}  # fmt: skip
"""Statements that fall into a trap, and lines that stand one after the other in what they become."""

OF_THEIR_OWN = {"helpers-02", "helpers-10", "scalar-14", "sync-09"}
"""Traps with a test of their own below."""

REFUSED = {
    "control_flow-08": ("for i in range(0, 8, 0):\n    asc.duplicate(a, 0.0, 64)", "emit-loop"),
    "control_flow-25": ("l = [32]\nif n > 3:\n    l[0] = 64\nasc.duplicate(a, 0.0, l[0])", "emit-unknown-value"),
    "cube-03": ("asc.load_data(g, h, asc.LoadData2DParams(0, 1, 1))", "emit-call"),
    "cube-05": (
        "asc.fixpipe(g, a, asc.FixpipeParamsV220(16, 16, 16, 16), asc.FixpipeConfig(asc.CO2Layout.COLUMN_MAJOR))",
        "emit-struct",
    ),
    "data_copy-16": ("asc.data_cache_preload(g, 0)", "emit-dtype"),
    "global_tensor-01": ("k = asc.GlobalTensor()\nasc.data_copy(a, k, 64)\nk.set_global_buffer(x)", "emit-unset"),
    "local_tensor-02": ("t = asc.LocalTensor(asc.float32)\nasc.duplicate(t, 0.0, 64)", "emit-unset"),
    "local_tensor-10": ("t = asc.LocalTensor(asc.void, asc.TPosition.VECCALC, 0, 64)", "emit-unknown-dtype"),
    "misc-07": ('asc.printf(f"n = {n}")', "emit-argument"),
    "queries-06": ("asc.adds(i32, i32, 1.5, 64)", "emit-constant"),
    "sync-17": ("p = asc.TPipe()", "ASC201"),
    "vector-09": ("asc.add(a, a, b, 64, is_set_mask=False)", "emit-argument"),
    "vector-28": (
        "asc.select(a, a, b, repeat_times=1, repeat_params=asc.BinaryRepeatParams(), "
        "sel_mode=asc.SelMode.VSEL_TENSOR_TENSOR_MODE)",
        "emit-call",
    ),
}
"""What no Ascend C does, or what the source can only mean by mistake."""

HARMLESS = {"allocator-17", "data_copy-10", "misc-05", "sync-12"}
"""Traps that another rule warns of, and that are emitted as they stand."""

NOT_LAUNCHED = {"helpers-08"}
"""About parameters of kernels that pyasc cannot launch; the example has no static kernel."""


def test_every_trap_has_a_verdict() -> None:
    groups = [set(EMITTED), OF_THEIR_OWN, set(REFUSED), set(LEFT_TO), set(NOT_REPORTED)]
    assert set.union(*groups) == set(table().traps)
    assert sum(map(len, groups)) == len(table().traps)
    assert set(all_traps()) == set(EMITTED) | OF_THEIR_OWN | set(REFUSED)


def kernel(statements: str) -> str:
    return HEAD + indent(dedent(statements), "    ") + "\n"


def bare(text: str) -> str:
    """A text without comments, indentation and empty lines."""
    lines = (re.sub(r"\s*//.*", "", line).strip() for line in text.splitlines())
    return "\n".join(filter(None, lines))


def emission_of(source: str) -> Emission:
    """What linting and emitting a source leads to, with whatever signature the tool suggests."""
    signatures = Signatures()
    while True:
        requests, configs = Requests(signatures), ConfigFinder(Settings())
        made = emission([run_text(source, "example.py", configs, wanted=requests)], requests, configs)
        suggested = re.search(r"--signature ([\"'])(.*)\1", "".join(made.problems))
        if suggested is None or signatures.selects:
            return made
        signatures = read_signatures(suggested[2])


@pytest.mark.parametrize("trap", EMITTED)
def test_what_pyasc_gets_wrong_is_emitted_right(trap: str) -> None:
    statements, expected = EMITTED[trap]
    assert expected in bare(emitted(kernel(statements), SIGNATURE))


@pytest.mark.parametrize("trap", REFUSED)
def test_what_cannot_be_right_is_refused(trap: str) -> None:
    statements, code = REFUSED[trap]
    if code.startswith("ASC"):
        refusals = emission_of(kernel(statements)).refusals
    else:
        refusals = planned(kernel(statements), SIGNATURE).refusals
    assert code in {refusal.code for refusal in refusals}


@pytest.mark.parametrize("trap", sorted(set(LEFT_TO) - HARMLESS - NOT_LAUNCHED))
def test_what_another_rule_reports_is_refused_with_its_code(trap: str) -> None:
    made = emission_of(left(trap))
    code = LEFT_TO[trap].partition("[")[0]
    codes = {refusal.code for refusal in made.refusals}
    assert {"ASC701": "ASC201"}.get(code, code) in codes and made.plan.text == ""


@pytest.mark.parametrize("trap", sorted(HARMLESS))
def test_what_another_rule_only_warns_of_is_emitted(trap: str) -> None:
    made = emission_of(left(trap))
    assert made.refusals == [] and "__aicore__ void" in made.plan.text


def left(trap: str) -> str:
    if trap in FILES:
        return FILES[trap]
    return LEFT.format(head=HEADS.get(trap, ""), body=indent(BODIES[trap], "    "))


def test_helpers_of_one_name() -> None:
    made = emission_of(all_traps()["helpers-02"].bad)
    assert made.refusals == [] and re.findall(r"Duplicate\(a, (.*?)f", made.plan.text) == ["0.0", "1.0"]


def test_a_kernel_named_like_a_keyword() -> None:
    made = emitted(kernel("fill(a, 64)").replace("KERNEL", "register"), "register(x=float32*)")
    assert "void register_(GM_ADDR x" in made


def test_flags_are_kept_whatever_pyasc_would_insert() -> None:
    flags = "asc.set_flag(asc.HardEvent.MTE2_V, 1)\nasc.wait_flag(asc.HardEvent.MTE2_V, 1)"
    source = kernel(flags).replace("@asc.jit\ndef KERNEL", "@asc.jit(insert_sync=True)\ndef KERNEL")
    made = bare(emitted(source, SIGNATURE))
    event = "AscendC::HardEvent::MTE2_V"
    assert f"AscendC::SetFlag<{event}>(1);\nAscendC::WaitFlag<{event}>(1);" in made


def test_a_number_that_needs_64_bits() -> None:
    launch = "\ndef host(x):\n    KERNEL[8](np.zeros(8, dtype=np.float32), 2**40, 1, 2, 0.5)\n"
    made = emitted(kernel("asc.duplicate(a[n:], 0.0, m)") + launch)
    assert "void KERNEL(GM_ADDR x, int64_t n, int32_t m, int64_t big, float s)" in made
