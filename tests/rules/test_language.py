"""ASC002, ASC003 and ASC004: Python that pyasc rejects, names it does not have, arguments it does not take."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from pyasc_lint import Settings, check_source
from pyasc_lint.diagnostics import Diagnostic
from pyasc_lint.rules.asc0xx.asc002_unsupported_syntax import UnsupportedSyntax
from tests.support.expect import expectations

FIXTURES = sorted((Path(__file__).parents[1] / "fixtures" / "language").glob("*.py"))
CODES = ("ASC002", "ASC003", "ASC004")


def found(text: str, language: str = "en") -> list[Diagnostic]:
    """The findings of the three rules in a source."""
    report = check_source(dedent(text).lstrip("\n"), "kernels.py", Settings(language=language))
    return sorted((item for item in report.diagnostics if item.code in CODES), key=lambda item: item.sort_key)


def messages(text: str) -> list[str]:
    return [f"{item.span.line}: {item.code} {item.message}" for item in found(text)]


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda path: path.stem)
def test_each_kernel_gets_what_it_is_marked_with(fixture: Path) -> None:
    text = fixture.read_text(encoding="utf-8")
    assert {(item.span.line, item.code) for item in found(text)} == expectations(text)


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda path: path.stem)
def test_every_message_is_complete_in_both_languages(fixture: Path) -> None:
    text = fixture.read_text(encoding="utf-8")
    english, chinese = found(text), found(text, "zh")
    assert [item.span for item in chinese] == [item.span for item in english]
    for item in (*english, *chinese):
        assert not set("{}") & set(item.message), item.message
    assert all(any("\u4e00" <= character <= "\u9fff" for character in item.message) for item in chinese)


def test_a_message_says_what_to_write_instead() -> None:
    assert messages("""
        import asc

        @asc.jit
        def kernel(x: asc.GlobalAddress, n: int):
            for tile in [1, 2]:
                pass
            if 0 < n < 5:
                return
            asc.DataCopy(x)
            tiles = n
            asc.printf("%d", tile_count(tile=tles))
    """) == [
        "5: ASC002 pyasc rejects a loop over [1, 2]; call range(), asc.range() or asc.static_range() in the for line",
        "7: ASC002 pyasc rejects a chained comparison; write (a < b) and (b < c)",
        "8: ASC002 pyasc rejects return inside a run-time if or loop; put what follows under the opposite if",
        "9: ASC003 asc has no 'DataCopy'; did you mean asc.data_copy?",
        "11: ASC002 pyasc rejects 'tile_count': it is not defined",
        "11: ASC002 pyasc rejects 'tles': it is not defined; did you mean tiles?",
    ]


def test_every_construct_that_is_known_can_be_met() -> None:
    """No message without a kernel in the fixtures that gets it."""
    english = {
        item.message
        for fixture in FIXTURES
        for item in found(fixture.read_text(encoding="utf-8"))
        if item.code == "ASC002"
    }
    starts = {key: text.en.partition("{")[0] for key, text in UnsupportedSyntax.messages.items()}
    unmet = {key for key, start in starts.items() if not any(message.startswith(start) for message in english)}
    assert unmet <= {
        "async", "await", "yield", "expression", "statement", "option-name", "star-parameter", "annotation",
        "returned-object", "same-name", "tensor-index", "operand-types",
    }  # fmt: skip


class TestHelpers:
    def test_a_helper_is_judged_where_it_is_inlined(self) -> None:
        (finding,) = found("""
            import asc

            @asc.jit
            def helper(t: asc.LocalTensor, n: int):
                if n > 3:
                    return

            @asc.jit
            def kernel(n: int):
                helper(asc.LocalTensor(asc.float32), n)
        """)
        assert (finding.code, finding.span.line) == ("ASC002", 6)
        assert [note.span.line for note in finding.related] == [10]

    def test_a_helper_that_nothing_calls_is_judged_alone(self) -> None:
        assert messages("""
            import asc

            @asc.jit
            def helper(t: asc.LocalTensor, what, n: int = 3, last: asc.ConstExpr[bool] = True):
                if what:
                    return
                if last:
                    return
                q = t + t
                t.nothing()
                if n > 3:
                    return
        """) == [
            "9: ASC002 pyasc rejects the operator + on a tensor; call the asc function that does it, such as "
            "asc.add(dst, a, b, count)",
            "10: ASC003 asc.LocalTensor has no 'nothing'",
            "12: ASC002 pyasc rejects return inside a run-time if or loop; put what follows under the opposite if",
        ]

    def test_a_number_becomes_a_run_time_value_of_the_helper(self) -> None:
        assert messages("""
            import asc

            @asc.jit
            def unroll(count: int, times: asc.ConstExpr[int]):
                for i in asc.static_range(times):
                    asc.printf("%d", i)
                for i in asc.static_range(count):
                    asc.printf("%d", i)

            @asc.jit
            def kernel():
                unroll(4, 4)
        """) == [
            "7: ASC002 pyasc rejects a run-time int32 as a bound of asc.static_range(); it needs a trace-time int: a "
            "constant or a ConstExpr[int] parameter"
        ]

    def test_only_what_the_generated_code_knows_is_returned(self) -> None:
        assert messages("""
            import asc

            @asc.jit
            def dtype_of(t: asc.LocalTensor):
                return t.dtype

            @asc.jit
            def pair(n: int):
                return n, 3

            @asc.jit
            def kernel(n: int):
                a, b = pair(n)
                for i in asc.static_range(b):
                    pass
                dtype_of(asc.LocalTensor(asc.float32))
        """) == [
            "5: ASC002 pyasc rejects a helper that returns the dtype float32; return tensors and numbers only",
            "14: ASC002 pyasc rejects a run-time int32 as a bound of asc.static_range(); it needs a trace-time int: a "
            "constant or a ConstExpr[int] parameter",
        ]

    def test_a_library_of_helpers_that_return_values_is_no_file_of_kernels(self) -> None:
        assert (
            found("""
            import asc

            @asc.jit
            def total(a: int, b: int):
                return a + b
        """)
            == []
        )

    def test_two_helpers_of_one_name_on_one_path(self) -> None:
        assert [
            item.span.line
            for item in found("""
            import asc

            class First:
                @asc.jit
                def step(n: int):
                    asc.printf("%d", n)

            @asc.jit
            def step(n: int):
                First.step(n)

            @asc.jit
            def kernel(n: int):
                step(n)
        """)
        ] == [10]


class TestSignatures:
    def test_what_no_call_can_mend(self) -> None:
        assert messages("""
            from typing import Optional
            import asc

            @asc.jit
            def first(debug: int, *rest):
                asc.printf("%d", rest)

            @asc.jit
            def second(x: "asc.GlobalAddress", n: Optional[int], d: asc.float32):
                pass

            @asc.jit
            async def third():
                pass

            @asc.jit(auto_synch=False)
            def fourth():
                pass
        """) == [
            "5: ASC002 pyasc rejects the parameter name 'debug': it is an option of asc.jit; rename it",
            "5: ASC002 pyasc rejects the parameter *rest; name each parameter",
            "9: ASC002 pyasc rejects the annotation 'asc.GlobalAddress': it must be a class, such as int, "
            "asc.GlobalAddress or asc.ConstExpr[int]",
            "9: ASC002 pyasc rejects the annotation Optional[int]: it must be a class, such as int, asc.GlobalAddress "
            "or asc.ConstExpr[int]",
            "9: ASC002 pyasc rejects the annotation asc.float32: it must be a class, such as int, asc.GlobalAddress or "
            "asc.ConstExpr[int]",
            "13: ASC002 pyasc rejects async code; write a plain function",
            "16: ASC004 asc.jit has no parameter 'auto_synch'; did you mean 'auto_sync'?",
        ]

    def test_string_annotations_of_the_whole_file_are_another_rule(self) -> None:
        assert (
            found("""
            from __future__ import annotations
            import asc

            @asc.jit
            def kernel(x: asc.GlobalAddress, d: asc.float32):
                pass
        """)
            == []
        )


class TestLaunches:
    KERNEL = """
        import asc

        @asc.jit
        def kernel(x: asc.GlobalAddress, n: int, tile: asc.ConstExpr[int], scale: float = 1.0):
            asc.printf("%d %f", n, scale)

        def host(x, stream, values, options):
            {}
    """

    @pytest.mark.parametrize(
        "launch",
        [
            "kernel[8](x, 3, 64, 2.0)",
            "kernel[8, stream](x, n=3, tile=64, scale=2.0)",
            "kernel[8](*values)",
            "kernel[8](x, **options)",
            "kernel[8](x, 3, 64, 2.0, always_compile=True)",
            "kernel[8](x, values[0], values[1], 2)",
            "k = kernel[8]; k(x, 3, 64, 2.0)",
        ],
    )
    def test_a_good_launch(self, launch: str) -> None:
        assert found(self.KERNEL.format(launch)) == []

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ("x, 3", "kernel[…](): missing argument 'tile'"),
            ("x, 3, 64", "kernel[…]: 'scale' must be given although it has a default: pyasc does not apply it"),
            ("x, 3, 64, 2.0, 5", "kernel[…]() takes 4 positional arguments, got 5"),
            ("x, 3, 64, 2.0, tile=3", "kernel[…](): 'tile' is given twice"),
            ("x, 3, 64, 2.0, cores=3", "kernel[…]() has no parameter 'cores'"),
            (
                "x, 3, 2.5, 2.0",
                "kernel[…](): 'tile' is a ConstExpr parameter and takes a trace-time value of its type, "
                "not the float 2.5",
            ),
            (
                "'x', 3, 64, 2.0",
                "kernel[…]: a string cannot be passed to a kernel for 'x'; annotate the parameter as asc.ConstExpr",
            ),
        ],
    )
    def test_a_bad_launch(self, arguments: str, message: str) -> None:
        text = self.KERNEL.format(f"kernel[8]({arguments})")
        assert [item.message for item in found(text) if item.code == "ASC004"] == [message]


class TestQuiet:
    """What is unknown, or never traced, is left alone."""

    def test_a_name_that_a_star_import_may_bring(self) -> None:
        assert (
            found("""
            import asc
            from somewhere import *

            @asc.jit
            def kernel():
                asc.printf("%d", COUNT)
        """)
            == []
        )

    def test_a_name_that_a_function_sets(self) -> None:
        assert (
            found("""
            import asc

            def configure(count):
                global COUNT
                COUNT = count

            @asc.jit
            def kernel():
                asc.printf("%d", COUNT)
        """)
            == []
        )

    def test_code_of_other_packages(self) -> None:
        assert (
            found("""
            import asc
            import helpers
            from settings import TILE, step

            @asc.jit
            def kernel(n: int):
                if TILE > 3:
                    return
                helpers.copy(n)
                step(n)
                for i in asc.static_range(TILE):
                    asc.printf("%d", i)
        """)
            == []
        )

    def test_a_function_that_a_decorator_may_have_compiled(self) -> None:
        assert (
            found("""
            import asc
            from tools import compiled

            @compiled
            def step(n):
                pass

            @asc.jit
            def kernel(n: int):
                step(n)
        """)
            == []
        )

    def test_a_comment_is_no_code_of_the_kernel(self) -> None:
        assert (
            found("""
            import asc

            @asc.jit
            def kernel(x: asc.GlobalAddress, n: int):
                # pyasc-lint: assume 0 < n < 64, n % 8 == 0, x.dtype in (float16, float32)
                asc.printf("%d", n)
        """)
            == []
        )

    def test_a_helper_is_compiled_once(self) -> None:
        """The second call reuses the code of the first, so its arguments are never looked at."""
        assert (
            found("""
            import asc

            @asc.jit
            def step(n: int, how: asc.ConstExpr[int]):
                if how == 2:
                    asc.printf(f"{n:d}")

            @asc.jit
            def kernel(n: int):
                step(n, 1)
                step(n, 2)
        """)
            == []
        )

    def test_a_launch_decides_which_branch_is_traced(self) -> None:
        assert [
            item.span.line
            for item in found("""
            import asc

            @asc.jit
            def kernel(n: int, how: asc.ConstExpr[int]):
                if how == 1:
                    asc.static_assert(n > 3)
                else:
                    asc.static_assert(how == 3)

            def host():
                kernel[8](3, 2)
        """)
        ] == [6, 8]
