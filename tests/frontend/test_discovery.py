"""Which functions are kernels and which are helpers, who launches what, and what their decorators say."""

from __future__ import annotations

from pyasc_lint.ir.nodes import Launch, Module
from pyasc_lint.ir.types import DTYPES
from tests.support.lowering import expected, kernel, lower, lower_files, printed


def names(module: Module) -> list[str]:
    return [kernels[0].name for kernels in module.kernels]


def launches(module: Module) -> list[Launch]:
    return list(module.kernels[0][0].launches)


def test_kernels_are_launched_or_called_by_nobody() -> None:
    module = lower("""
        import asc

        @asc.jit
        def alone(x: asc.GlobalAddress): pass

        @asc.jit
        def takes_a_tensor(tile: asc.LocalTensor): pass

        @asc.jit
        def takes_a_queue(queue: asc.TQue): pass

        @asc.jit
        def takes_a_tensor_type(kind: asc.ConstExpr[asc.LocalTensor]): pass

        @asc.jit
        def called(n: int): pass

        @asc.jit
        def called_and_launched(n: int): pass

        @asc.jit
        def caller(n: int):
            called(n)
            called_and_launched(n)

        @asc.jit
        def calls_only_itself(n: int):
            calls_only_itself(n)

        def plain(n): pass

        def launch():
            called_and_launched[8](3)
    """)
    assert names(module) == ["alone", "takes_a_tensor_type", "called_and_launched", "caller", "calls_only_itself"]


def test_decorators_in_all_their_forms() -> None:
    module = lower("""
        import asc
        import asc as lang
        from asc import jit
        from asc import jit as compiled
        import functools

        @asc.jit
        def one(): pass

        @lang.jit()
        def two(): pass

        @jit
        def three(): pass

        @compiled(always_compile=True)
        def four(): pass

        class Kernels:
            @staticmethod
            @asc.jit
            def five(): pass

        def outer():
            @jit
            def six(): pass
            return six

        def seven(): pass
        seventh = asc.jit(seven)

        @functools.cache
        def no_kernel(): pass

        def jit_like(function): return function

        @jit_like
        def neither(): pass
    """)
    assert sorted(names(module)) == ["five", "four", "one", "seven", "six", "three", "two"]


def test_a_decorator_with_options_that_has_a_name() -> None:
    module = lower(
        """
        from functools import partial
        import asc
        from asc.runtime.config import KernelType
        from project import mixed

        cube = asc.jit(kernel_type=KernelType.AIC_ONLY)
        manual = partial(asc.jit, auto_sync=False)

        @cube
        def one(): pass

        @mixed
        def two(): pass

        @manual
        def three(): pass

        def four(): pass
        fourth = cube(four)

        @asc.jit(kernel_type=KernelType.AIC_ONLY)
        def five(): pass
        """,
        project="""
        import asc
        from asc.runtime.config import KernelType as Kind
        mixed = asc.jit(kernel_type=Kind.MIX_AIC_1_1)
        """,
    )
    found = {kernels[0].name: kernels[0].options for kernels in module.kernels}
    assert {name: options.kernel_type for name, options in found.items()} == {
        "one": "AIC_ONLY", "two": "MIX_AIC_1_1", "three": None, "four": "AIC_ONLY", "five": "AIC_ONLY",
    }  # fmt: skip
    assert found["three"].auto_sync is False
    assert found["two"].spans["kernel_type"].path == "project.py"


def test_a_try_import_still_means_asc() -> None:
    module = lower("""
        try:
            import asc
        except ImportError:
            asc = None

        @asc.jit
        def kernel(): pass
    """)
    assert names(module) == ["kernel"]


def test_other_packages_have_decorators_of_that_name() -> None:
    module = lower("""
        import asc
        from numba import jit

        @jit
        def kernel(): pass
    """)
    assert names(module) == []


def test_a_launch_is_one_specialisation() -> None:
    module = lower("""
        import asc
        import numpy as np
        from dataclasses import dataclass

        TILE = 512

        @dataclass
        class Tiling:
            rows: int
            tile: int = 64

        @asc.jit
        def kernel(x: asc.GlobalAddress, n: int, size: asc.ConstExpr[int], tiling: Tiling, dtype: asc.ConstExpr): pass

        def launch(unknown):
            x = np.zeros(4096, dtype=np.float16)
            n = TILE * 2
            kernel[8](x, n, TILE, Tiling(4), asc.float32)
            kernel[unknown, None](unknown, unknown + 1, size=TILE // 2, tiling=unknown, dtype=unknown)
            kernel[8](*unknown)
    """)
    first, second, third = launches(module)
    assert first.cores == 8
    assert first.values == {
        "x": DTYPES["float16"], "n": 1024, "size": 512, "tiling.rows": 4, "tiling.tile": 64, "dtype": DTYPES["float32"],
    }  # fmt: skip
    assert first.text == "kernel[8](x, n, TILE, Tiling(4), asc.float32)"
    assert first.span.line == 19
    assert (second.cores, second.values) == (None, {"size": 256})
    assert (third.cores, third.values) == (8, {})
    assert [special.launch for special in module.kernels[0]] == [None, first, second]


def test_constants_of_a_launch_are_folded_into_its_specialisation() -> None:
    module = lower("""
        import asc

        @asc.jit
        def kernel(size: asc.ConstExpr[int], fast: asc.ConstExpr[bool], dtype: asc.ConstExpr, n: int):
            a = asc.LocalTensor(dtype, asc.TPosition.VECIN, 0, size * 2)
            if fast:
                asc.duplicate(a, 0.0, n)

        def launch():
            kernel[1](64, True, asc.half, 8)
    """)
    general, special = module.kernels[0]
    assert printed(general) == expected("""
        %a = local %dtype, TPosition.VECIN, 0, (%size * 2)
        if %fast
          duplicate#0(dst=%a, scalar=0.0, count=%n)
    """)
    assert printed(special) == expected("""
        %a = local float16, TPosition.VECIN, 0, 128
        duplicate#0(dst=%a, scalar=0.0, count=%n)
    """)


def test_equal_launches_are_one_specialisation() -> None:
    module = lower("""
        import asc

        @asc.jit
        def kernel(n: int): pass

        kernel[1](3)
        kernel[2](3)
        kernel[1](4)
    """)
    assert [launch.values for launch in launches(module)] == [{"n": 3}, {"n": 3}, {"n": 4}]
    assert [special.launch.values for special in module.kernels[0][1:] if special.launch] == [{"n": 3}, {"n": 4}]


def test_launches_stand_in_other_files_and_in_every_kind_of_scope() -> None:
    modules = lower_files({
        "kernels.py": """
            import asc

            @asc.jit
            def kernel(n: int): pass
        """,
        "host.py": """
            import kernels
            from kernels import kernel as k

            class Runner:
                size = 2
                def run(self):
                    kernels.kernel[1](1)
                    k[1](self.size)

            def many(n):
                [k[1](3) for _ in range(4)]
                timer(lambda: k[1](4))
                list(k[1](n) for n in range(4))
                run = lambda n: k[1](n)

            k[1](5)
        """,
    })  # fmt: skip
    found = launches(modules["kernels.py"])
    assert sorted((launch.values.get("n", 0), launch.span.path) for launch in found) == [
        (0, "host.py"), (0, "host.py"), (0, "host.py"), (1, "host.py"), (3, "host.py"), (4, "host.py"), (5, "host.py"),
    ]  # fmt: skip


def test_calls_without_cores() -> None:
    module = lower("""
        import asc

        @asc.jit
        def helper(n: int): pass

        @asc.jit
        def kernel(n: int):
            helper(n)

        def plain(kernel):
            kernel(1)

        def launch():
            kernel(2)
            kernel[1](3)
            run = kernel
            run(4)
            return [kernel(n) for n in range(3)]
    """)
    found = [(remark.kind, remark.span.line, remark.data["name"]) for remark in module.remarks]
    assert sorted(found) == [("bare-call", 15, "kernel"), ("bare-call", 18, "kernel"), ("bare-call", 19, "kernel")]


def test_a_kernel_inside_another_decorator_may_be_called() -> None:
    module = lower("""
        import asc
        from tuning import autotune

        @autotune(tiles=[64, 128])
        @asc.jit
        def tuned(n: int): pass

        class Kernels:
            @staticmethod
            @asc.jit
            def plain(n: int): pass

        tuned(3)
        Kernels.plain(3)
    """)
    assert names(module) == ["tuned", "plain"]
    assert [remark.data["name"] for remark in module.remarks] == ["plain"]


def test_options_of_the_decorator() -> None:
    options = kernel("""
        import asc
        from asc.runtime.config import KernelType

        MIXED = KernelType.MIX_AIC_1_2

        @asc.jit(kernel_type=MIXED, auto_sync=False, insert_sync=True, matmul_cube_only=True,
                 bisheng_options=("-O2", "--cce-disable-asc-reserved-ubuf"))
        def kernel(): pass
    """).options
    assert options.kernel_type == "MIX_AIC_1_2"
    assert (options.auto_sync, options.insert_sync, options.matmul_cube_only) == (False, True, True)
    assert options.bisheng_options == ("-O2", "--cce-disable-asc-reserved-ubuf")
    assert options.spans["auto_sync"].line == 7


def test_defaults_of_the_decorator() -> None:
    options = kernel("import asc\n@asc.jit\ndef kernel(): pass\n").options
    assert options.kernel_type is None
    assert (options.auto_sync, options.insert_sync, options.matmul_cube_only) == (True, False, False)


def test_the_platform_that_a_file_names() -> None:
    text = "import asc\nfrom asc.runtime import config\nchip = config.Platform.Ascend910B4\n"
    assert lower(text).target == "Ascend910B4"
    assert lower(text + "other = config.Platform.Ascend910B1\n").target is None
    assert lower("import asc\n").target is None


def test_stringified_annotations_are_noted_for_kernels_with_parameters() -> None:
    module = lower("""
        from __future__ import annotations
        import asc

        @asc.jit
        def with_parameters(x: asc.GlobalAddress, n: asc.ConstExpr[int]): pass

        @asc.jit
        def without(): pass
    """)
    kinds = {kernels[0].name: [remark.kind for remark in kernels[0].remarks] for kernels in module.kernels}
    assert kinds == {"with_parameters": ["future-annotations"], "without": []}
    assert [param.constexpr for param in module.kernels[0][0].params] == [False, True]


def test_files_without_pyasc_are_not_parsed() -> None:
    assert lower_files({"plain.py": "this is no python: at all ((("}) == {}
