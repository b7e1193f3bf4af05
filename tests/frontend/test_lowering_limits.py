"""Whatever a kernel is, large, deep or wrong: lowering ends in sound IR, within bounds."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.support.lowering import TILE, kernel, lower, lower_files, printed

FIXTURES = Path(__file__).parents[1] / "fixtures"


def test_unrolling_ends_and_says_so() -> None:
    made = kernel(
        TILE
        + """
        for i in asc.static_range(1000000):
            for j in asc.static_range(1000000):
                asc.duplicate(a, 0.0, 64)
        asc.duplicate(a, 1.0, 64)
    """
    )
    assert len(made.body) < 50_000
    assert [remark.data["cause"] for remark in made.remarks if remark.kind == "incomplete"] == ["size"]


def test_helpers_that_double_at_every_level_end_too() -> None:
    helper = "    @asc.jit\n    def f{0}(a: asc.LocalTensor):\n        f{1}(a)\n        f{1}(a)\n"
    levels = "\n".join(helper.format(k, k + 1) for k in range(30))
    made = kernel(f"""
    import asc
{levels}
    @asc.jit
    def f30(a: asc.LocalTensor):
        asc.duplicate(a, 0.0, 64)

    @asc.jit
    def kernel():
        a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
        f0(a)
    """)
    assert [remark.data["cause"] for remark in made.remarks if remark.kind == "incomplete"] == ["size"]


@pytest.mark.parametrize(
    "line",
    [
        "n" + " + 1" * 400,
        "(" * 80 + "n" + ")" * 80,
        " and ".join(["n > 1"] * 300),
        "-" * 300 + "n",
        "[" * 60 + "n" + "]" * 60,
        " if n else ".join(["1"] * 60),
    ],
    ids=["sum", "parentheses", "and", "signs", "lists", "choices"],
)
def test_long_expressions(line: str) -> None:
    made = kernel(TILE + f"        x = {line}\n        asc.duplicate(a, 0.0, 8)\n")
    assert "duplicate#0(dst=%a, scalar=0.0, count=8)" in printed(made)


def test_deeply_nested_blocks() -> None:
    depth = 18  # CPython's own parser allows twenty
    nested = "".join(
        "    " * (2 + k) + (f"if n > {k}:\n" if k % 2 else f"for i{k} in range(n):\n") for k in range(depth)
    )
    made = kernel(TILE + nested + "    " * (2 + depth) + "asc.duplicate(a, 0.0, 8)\n")
    assert printed(made).splitlines()[-1] == "  " * depth + "duplicate#0(dst=%a, scalar=0.0, count=8)"


def test_a_kernel_of_five_thousand_lines_takes_no_long_time() -> None:
    lines = [f"        asc.adds(a[{k} % n:], a, {k}.0 + n, m + {k})\n" for k in range(4990)]
    start = time.process_time()
    made = kernel(TILE + "".join(lines))
    assert len(made.body) == 4991
    assert time.process_time() - start < 10


@pytest.mark.parametrize(
    "statement",
    [
        "x = undefined_name + 1",
        "x: int",
        "x = a[1:2:3]",
        "x = lambda y: y",
        "def inner(): pass",
        "a.b.c = 3",
        "a[0], x = 1, 2",
        "x, *y = n, m",
        "with a as x: pass",
        "del a",
        "for x, y in [(1, 2)]: pass",
        "for x in 3: pass",
        "for a.b in range(3): pass",
        "x = asc.nothing.at.all(1)(2)[3]",
        "x = asc.LocalTensor(1, 2, 3, 4, 5, 6)",
        "x = 1 / 0",
        "x = 2 ** 10 ** 10",
        "x = 'a' * 10 ** 9",
        "x = [0] * 10 ** 9",
        "x = f'{n!r:>{m}}'",
        "x = (yield)",
        "x = await n",
        "import os",
        "raise ValueError(n)",
        "match n:\n            case 1: pass",
        "try:\n            pass\n        finally:\n            pass",
        "x = {1: 2, **n}",
        "x = {*n}",
        "x = [y for y in range(n)]",
        "x = n if m else a",
        "x = n @ m",
        "x = asc",
        "x = asc.TPosition",
        "x = print",
        "asc.jit(x)",
        "asc.range(n, n, n, n)",
        "x = asc.float32[3]",
        "global n",
        "return n",
        "assert n, 'text'",
        "x = y = z = n",
        "n: asc.int32 = 3",
        "x = (y := n)",
        "x = ...",
        "x = b'bytes'",
        "x = 3j",
    ],
)
def test_whatever_is_written_becomes_sound_ir(statement: str) -> None:
    made = kernel(TILE + f"        {statement}\n        asc.duplicate(a, 0.0, 8)\n")
    assert made.name == "kernel"


@pytest.mark.parametrize("folder", sorted({path.parent for path in FIXTURES.rglob("*.py")}), ids=lambda path: path.name)
def test_every_kernel_of_the_fixtures_becomes_sound_ir(folder: Path) -> None:
    modules = lower_files({str(path): path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py"))})
    assert any(module.kernels for module in modules.values())


def test_warnings_of_python_are_neither_shown_nor_errors(recwarn: pytest.WarningsRecorder) -> None:
    made = kernel(TILE + "        # pyasc-lint: assume n is 3, n >1if m else 2\n        x = '\\d' is m\n")
    assert made.name == "kernel"
    assert not recwarn.list


def test_a_file_of_half_written_functions_is_no_obstacle() -> None:
    module = lower("""
        import asc

        @asc.jit
        def no_annotations(x, n, *rest, key=3, **more): ...

        @asc.jit()
        def called_without_options(): pass

        @asc.jit(kernel_type=unknown, auto_sync=False, **{})
        def strange_options(): pass

        @asc.jit
        class NoFunction: pass
    """)
    assert [kernels[0].name for kernels in module.kernels] == [
        "no_annotations", "called_without_options", "strange_options",
    ]  # fmt: skip
    assert module.kernels[2][0].options.auto_sync is False
