"""Traps of values: names that are one for pyasc, and what it folds. Each kernel was put to pyasc 1.1.1."""

from __future__ import annotations

from textwrap import indent

import pytest

from pyasc_lint import check_source
from tests.rules.test_trap_edges import KERNEL, traps

LOOP = "for i in range(4):\n    "
SHOWN = "\nasc.printf('%d', p)"
HELPERS = """
@asc.jit
def tested(c):
    if c:
        asc.printf('%d', c)

@asc.jit
def chosen(c):
    return 64 if c else 32

@asc.jit
def same(c):
    return c

@asc.jit
def moved_out(dst, src, count):
    asc.data_copy(dst, src, count)

@asc.jit
def eithers(c, d):
    return c or d

@asc.jit
def doubled(c):
    b = c
    for i in range(4):
        b = b + c
    return b

@asc.jit
def scaled(c, d):
    return 64 + c * (c > d)

@asc.jit
def two(c, d):
    p = c
    for i in range(4):
        p = p + d
    return p
"""


CLASSES = """
from enum import Enum

class Size(Enum):
    SMALL = 64

class Config:
    @property
    def count(self):
        return 64

CONFIG = Config()
"""


def rejections(body: str) -> list[str]:
    """What is said to be rejected in a few lines of a kernel."""
    text = KERNEL.format(head=CLASSES, body=indent(body, "    "))
    found = check_source(text, "values.py").diagnostics
    return [item.message for item in found if item.code in ("ASC002", "ASC003", "ASC004")]


def told(body: str) -> list[str | None]:
    return traps(body, HELPERS)


@pytest.mark.parametrize(
    "body",
    [
        f"p = n\n{LOOP}p = p + n",
        f"p = n\n{LOOP}p = p + 1\n    asc.add(a, a, b, n)",
        f"p = n\n{LOOP}if i > 1:\n        p = p + n",
        f"p = n\n{LOOP}if n > 1:\n        p = i",
        f"p = n\n{LOOP}p = p + (n if i > 1 else 0)",
        f"p = n\n{LOOP}for j in range(n):\n        asc.add(a, a, b, 64)\n    p = p + 8",
        f"p = n\nq = n\n{LOOP}p = p + 1\n    q = q + 2",
        f"p, q = n, n\n{LOOP}p = p + 1\n    asc.add(a, a, b, q)",
        f"p = n\nq = n\n{LOOP}if i > 1:\n        p = q\n    q = q + 1",
        f"values = [n]\np = n\n{LOOP}p = p + values[0]",
        f"p = +n\n{LOOP}p = p + n",
        f"p = n.cast(asc.int32)\n{LOOP}p = p + n",
        f"p = asc.number(n, asc.int32)\n{LOOP}p = p + n",
        f"p = a\n{LOOP}asc.add(b, p, a, 64)\n    p = p[64:]",
        f"p = a.reinterpret_cast(asc.float32)\n{LOOP}asc.add(b, p, a, 64)\n    p = p[64:]",
        f"p = g\n{LOOP}asc.data_copy(a, p, 64)\n    asc.data_copy(b, g, 64)\n    p = p[64:]",
        f"p = asc.get_block_idx()\nq = p\n{LOOP}q = q + p",
        "for j in range(4):\n    q = j\n    for i in range(4):\n        q = q + j",
        f"p = n\nwhile a.get_value(0) > 1.0:\n    p = p + n{SHOWN}",
        "doubled(n)",
    ],
)
def test_another_name_for_the_value_that_a_loop_carries(body: str) -> None:
    assert told(body) == ["control_flow-23"]


@pytest.mark.parametrize(
    "body",
    [
        f"p = n + 0\n{LOOP}p = p + n",
        f"p = a[0:]\n{LOOP}asc.add(b, p, a, 64)\n    p = p[64:]",
        f"p = n\n{LOOP}q = n\n    p = p + 1{SHOWN}",  # nothing uses it
        f"p = n\nq = n + 1\n{LOOP}q = n\n    p = p + 1{SHOWN}",  # what it had before the loop is right
        f"p = n\n{LOOP}old = p\n    p = old + 1{SHOWN}",
        f"p = n\nfor i in range(n):\n    p = p + 1{SHOWN}",  # the bounds are no part of the body
        f"p = n\nfor i in asc.static_range(4):\n    p = p + n{SHOWN}",
        f"p = n\nif n > 1:\n    p = p + n{SHOWN}",
        f"p = asc.number(0, asc.int32)\nq = asc.number(0, asc.int32)\n{LOOP}p = p + 1\n    q = q + p{SHOWN}",
        "two(n, n)",
        f"p = n\nq = m + n\nfor i in range(1):\n    p, q = q, p{SHOWN}",
    ],
)
def test_names_that_a_loop_keeps_apart(body: str) -> None:
    assert told(body) == []


@pytest.mark.parametrize(
    ("assigned", "trap"),
    [
        ("q", "control_flow-04"),
        ("+q", "control_flow-04"),
        ("q.cast(asc.int32)", "control_flow-04"),
        ("q - 0", "control_flow-24"),
        ("1 * q", "control_flow-24"),
        ("-(-q)", "control_flow-24"),
        ("q + n - n", "control_flow-24"),
        ("q if n > 1 else q", "control_flow-24"),
        ("q.cast(asc.int64).cast(asc.int32)", "control_flow-24"),
        ("same(q)", "control_flow-24"),
    ],
)
def test_what_another_name_had_when_the_turn_began(assigned: str, trap: str) -> None:
    assert told(f"p = n + 2\nq = n + 1\n{LOOP}p = {assigned}\n    q = q + 1{SHOWN}") == [trap]
    assert told(f"p = n + 2\nq = n + 1\n{LOOP}q = q + 1\n    p = {assigned}{SHOWN}") == []
    assert told(f"p = n + 2\nq = n + 1\n{LOOP}if i > 1:\n        p = {assigned}\n    q = q + 1{SHOWN}") == []


@pytest.mark.parametrize(
    ("body", "trap"),
    [
        ("q = asc.number({0}, asc.int32)\nif q:\n    asc.printf('%d', q)", "scalar-15"),
        ("q = asc.number({0}, asc.int32)\nif q and n > 1:\n    asc.printf('%d', q)", "scalar-15"),
        ("q = asc.number({0}, asc.int32) + 2\nasc.printf('%d', 1 if q else 0)", "scalar-15"),
        ("for i in range(1):\n    if i + {0}:\n        asc.printf('%d', i)", "scalar-15"),
        ("tested({0})", "scalar-15"),
        ("p = chosen({0})", "scalar-15"),
        ("tested(same({0}))", "scalar-15"),
    ],
)
def test_a_constant_as_a_test(body: str, trap: str) -> None:
    assert told(body.format(4)) == [trap]
    assert told(body.format(5)) == []
    assert told(body.format("n")) == []


def test_a_loop_of_one_turn_is_folded() -> None:
    swapped = f"p = n + 2\nq = n + 1\n{LOOP}for j in range(1):\n        p, q = q, p"
    assert told(swapped) == ["control_flow-24"]
    assert told(swapped.replace("range(4)", "range(1)")) == []


def test_every_call_of_a_helper_has_its_constants() -> None:
    assert told("tested(5)\ntested(4)") == ["scalar-15"]


@pytest.mark.parametrize(
    "body",
    [
        "p = scaled({0}, {1})",
        "asc.adds(a, a, 1.0, asc.number({0}, asc.int32) > {1})",
        "p = n + (asc.number({0}, asc.int32) > {1})",
        "p = (asc.number({0}, asc.int32) > {1}).cast(asc.int32)",
        "q = asc.number({0}, asc.int32)\nif n > (q > {1}):\n    asc.printf('%d', q)",
        "q = asc.number({0}, asc.int32)\nfor i in range(q > {1}):\n    asc.printf('%d', i)",
        "q = asc.number({0}, asc.int32)\nasc.add(a[q > {1}], a, b, 64)",
    ],
)
def test_a_comparison_of_constants_as_a_number(body: str) -> None:
    assert "scalar-16" in told(body.format(5, 3))
    assert "scalar-16" not in told(body.format("n", 3))
    assert "scalar-16" not in told(body.format(5, 9))


def test_bools_that_pyasc_orders() -> None:
    assert told("if (asc.number(5, asc.int32) > 3) > (asc.number(1, asc.int32) > 3):\n    pass") == ["scalar-16"]
    assert told("if (asc.number(5, asc.int32) > 3) == (asc.number(1, asc.int32) > 3):\n    pass") == []
    assert told("if (n > 3) > (asc.number(1, asc.int32) > 3):\n    pass") == []


@pytest.mark.parametrize(
    "body",
    [
        "if n > 1:\n    asc.printf('%d', n + (n > 1))",
        "if n > 1:\n    asc.printf('%d', n + (1 < n))",
        "c = n > 1\nif c:\n    for i in range(n):\n        asc.printf('%d', n + c)",
        "if n + n > 1:\n    asc.printf('%d', n + (n + n > 1))",
        "q = n + (n > 1) if n > 1 else n\nasc.printf('%d', q)",
        "if (n > 1) and (m > 1):\n    asc.printf('%d', n + ((n > 1) and (m > 1)))",
    ],
)
def test_a_comparison_inside_the_if_that_it_decides(body: str) -> None:
    assert told(body) == ["scalar-16"]


@pytest.mark.parametrize(
    "body",
    [
        "if n > 1:\n    asc.printf('%d', n + (n <= 1))",
        "if n > 1:\n    asc.printf('%d', n)\nelse:\n    asc.printf('%d', n + (n > 1))",  # 0 is right
        "if n > 1:\n    asc.printf('%d', n)\nasc.printf('%d', n + (n > 1))",
        "if (n > 1) and (m > 1):\n    asc.printf('%d', n + (n > 1))",
        "if n > 1:\n    if (n > 1) == (m > 1):\n        asc.printf('%d', n)",
    ],
)
def test_a_comparison_that_no_if_around_it_decides(body: str) -> None:
    assert told(body) == []


@pytest.mark.parametrize(
    "body",
    [
        "p = n or 5" + SHOWN,
        "p = n and m\nasc.duplicate(a, 0.0, p)",
        "asc.printf('%d', eithers(n, m))",
        "asc.duplicate(a[n or 64:], 0.0, 64)",
        "for i in range(n or 3):\n    asc.printf('%d', i)",
        "if (n or 3) == 3:\n    asc.printf('%d', n)",
        "p = n or 5\nq = m + p\nasc.printf('%d', q)",
        "p = (n > 1) and m" + SHOWN,
    ],
)
def test_a_junction_of_numbers_as_a_number(body: str) -> None:
    assert told(body) == ["scalar-18"]


@pytest.mark.parametrize(
    "body",
    [
        "p = n and m\nif p:\n    asc.printf('%d', n)",
        "if n or m:\n    asc.printf('%d', n)",
        "q = 1 if not (n and m) else 0\nasc.printf('%d', q)",
        "if (n or m) and (n > 1):\n    asc.printf('%d', n)",
        "p = (n > 1) or (m > 1)\nq = n + p\nasc.printf('%d', q)",
    ],
)
def test_a_junction_whose_truth_alone_counts(body: str) -> None:
    assert told(body) == []


@pytest.mark.parametrize(
    "body",
    [
        "if n > 3:\n    TILE = 32\nasc.printf('%d', TILE)",
        "for i in range(n):\n    if i > 3:\n        TILE = 8\n    asc.printf('%d', TILE)",
        "for TILE in range(n):\n    pass\nasc.printf('%d', TILE)",
    ],
)
def test_a_constant_that_a_block_binds_again(body: str) -> None:
    assert traps(body, "TILE = 64\n") == ["control_flow-27"]


@pytest.mark.parametrize(
    "body",
    [
        "if c > 3:\n        tile = 32\n    asc.printf('%d', tile)",
        "for i in range(c):\n        tile = tile + 1",
        "while c > i32.get_value(0):\n        asc.printf('%d', tile)\n        tile = 8",
    ],
)
def test_a_constexpr_parameter_that_a_block_binds_again(body: str) -> None:
    head = f"@asc.jit\ndef tiled(c, i32, tile: asc.ConstExpr[int]):\n    {body}\n"
    assert traps("tiled(n, a.reinterpret_cast(asc.int32), 64)", head) == ["control_flow-27"]


def test_a_constexpr_parameter_that_trace_time_binds_again() -> None:
    loop = "for i in asc.static_range(3):\n        tile = tile + i"
    head = f"@asc.jit\ndef tiled(c, tile: asc.ConstExpr[int]):\n    {loop}\n    asc.printf('%d', tile)\n"
    assert traps("tiled(n, 64)", head) == []


def test_what_one_name_before_a_comma_is_bound_to() -> None:
    assert told(f"p, = (n,){SHOWN}") == ["control_flow-28"]
    assert told(f"p, = same(n){SHOWN}") == []  # a helper returns one value as it is


OUT = "\nasc.data_copy(g, a, p)"


@pytest.mark.parametrize(
    "body",
    [
        f"p = n + 8\nif n > 3:\n    p = n - 8{OUT}",
        f"p = n + 8\nif n > 3:\n    p = m + 8\nasc.exp(a, a, p){OUT}",
        f"p = n - 8 if n > 3 else m{OUT}",
        f"p = n + 8\n{LOOP}p = p + 8{OUT}",
        "asc.data_copy(g, a, n - 8 if n > 3 else m)",
        f"{LOOP}p = asc.number(64, asc.int32)\n    if i > m:\n        p = n % 64\n    asc.data_copy(g[i * 64:], a, p)",
        "p = n + 8\nif n > 3:\n    p = n - 8\nmoved_out(g, a, p)",
    ],
)
def test_a_count_of_a_copy_out_that_a_block_computes(body: str) -> None:
    assert told(body) == ["data_copy-18"]


@pytest.mark.parametrize(
    "body",
    [
        f"p = n + 8\nq = n - 8\nif n > 3:\n    asc.exp(a, a, 64)\n    p = q{OUT}",  # only chosen there
        f"p = n if n > 3 else m{OUT}",
        f"p = asc.number(64, asc.int32)\nif n > 3:\n    p = asc.number(32, asc.int32){OUT}",
        f"p = n + 8\nif n > 3:\n    p = n - 8{OUT}\nasc.exp(a, a, p)",  # not its last use
        "p = n + 8\nif n > 3:\n    p = n - 8\nasc.data_copy(a, g, p)",
        "p = n + 8\nif n > 3:\n    p = n - 8\nasc.data_copy(g, a, p + 8)",
        "p = n + 8\nif n > 3:\n    p = n - 8\nasc.data_copy(g, a, asc.DataCopyParams(1, p, 0, 0))",
        f"p = n + 8\nfor i in range(1):\n    p = p + 8{OUT}",
    ],
)
def test_a_count_of_a_copy_out_that_pyasc_takes(body: str) -> None:
    assert told(body) == []


BOUNDED = "# pyasc-lint: assume 0 <= n <= 4096\n"


@pytest.mark.parametrize(
    "body",
    [
        f"{LOOP}asc.printf('%d', (i - 1) % 2)",
        f"{LOOP}p = (i - 1) % 2\n    q = p * 64\n    asc.printf('%d', q)",
        f"{LOOP}if (i - 1) // 2 == -1:\n        asc.printf('%d', i)",
        "asc.printf('%d', asc.number(-7, asc.int32) // 2)",
        "asc.printf('%d', (asc.get_block_idx() - 1) % 4)",
        f"{BOUNDED}asc.printf('%d', (n - 1) // 64)",
        f"{BOUNDED}p = (n - 1) // 64 if n != 1 else 0{SHOWN}",
    ],
)
def test_a_division_of_what_is_negative(body: str) -> None:
    assert told(body) == ["scalar-17"]


@pytest.mark.parametrize(
    "body",
    [
        "asc.printf('%d', (n - 1) // 64)",  # nothing bounds it
        f"{BOUNDED}asc.printf('%d', (n + 63) // 64)",
        f"{BOUNDED}asc.printf('%d', (n * 64 - 128) // 64)",  # without a rest
        f"{BOUNDED}p = (n - 1) // 64 if n > 0 else 0{SHOWN}",
        f"{BOUNDED}if (n > 3) and ((n - 2) // 2 == 1):\n    asc.printf('%d', n)",
        f"{BOUNDED}for i in range((n - 1) // 64):\n    asc.printf('%d', i)",  # up to -1 or 0
        f"{LOOP}p = (i - 1) % 2\n    if i > 0:\n        asc.printf('%d', p)",
        f"{LOOP}if i > 0:\n        asc.printf('%d', (i - 1) % 2)",
        f"{LOOP}if (i - 1) % 2 == 0:\n        asc.printf('%d', i)",
        "T = -7\nasc.printf('%d', T // 2)",  # of Python
    ],
)
def test_a_division_that_rounds_as_python_does(body: str) -> None:
    assert told(body) == []


@pytest.mark.parametrize(
    "body",
    [
        "l = [0]\nif n > 1:\n    l[0] = 64\nasc.adds(a, a, 1.0, l[0])",
        f"l = [0]\n{LOOP}l[0] = l[0] + 16\nasc.adds(a, a, 1.0, l[0])",
        f"l = [0]\n{LOOP}l[0] += 16",
        f"d = dict(a=0)\n{LOOP}d['a'] = d['a'] + 16\nasc.adds(a, a, 1.0, d['a'])",
        f"a.shown = 0\n{LOOP}a.shown = 16\nasc.adds(a, a, 1.0, a.shown)",
        "q = []\nif n > 1:\n    q.append(64)\nasc.adds(a, a, 1.0, q[0])",
        f"q = []\n{LOOP}q.append(a[i * 64:])\nasc.adds(a, q[0], 1.0, 64)",
        "l = [0]\nif n > 1:\n    for i in asc.static_range(2):\n        l[0] = i",
    ],
)
def test_objects_of_trace_time_that_a_block_changes(body: str) -> None:
    assert told(body) == ["control_flow-25"]


@pytest.mark.parametrize(
    "body",
    [
        "l = [0]\nl[0] = 64\nasc.adds(a, a, 1.0, l[0])",
        "l = [0]\nfor i in asc.static_range(4):\n    l[0] = l[0] + 16\nasc.adds(a, a, 1.0, l[0])",
        "l = [0]\nif m > 3:\n    l[0] = 64",
        "if n > 1:\n    l = [0]\n    l[0] = 64\n    asc.adds(a, a, 1.0, l[0])",
        f"{LOOP}q = []\n    q.append(a[i * 64:])\n    asc.adds(a, q[0], 1.0, 64)",
    ],
)
def test_objects_that_belong_to_the_block(body: str) -> None:
    assert told(body) == []


@pytest.mark.parametrize(
    "body",
    [
        "asc.adds(a, a, 1.0, (5).real)",
        "row = asc.array(asc.int32, 64, 0)\nasc.adds(a, a, 1.0, row.length)",
        "row = asc.array(asc.int32, 64, 0)\nt = asc.LocalTensor(row.dtype, asc.TPosition.VECCALC, 0, 64)",
        "asc.set_flag(asc.HardEvent.MTE2_V.value, 0)\nasc.wait_flag(asc.HardEvent.MTE2_V.value, 0)",
        "asc.printf(asc.HardEvent.MTE2_V.name)",
        "asc.adds(a, a, 1.0, Size.SMALL.value)",
        "asc.adds(a, a, 1.0, CONFIG.count)",
    ],
)
def test_attributes_that_hold_data(body: str) -> None:
    assert rejections(body) == []
