"""Sources to IR, the way the checker does it; every kernel is verified."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import dedent

from pyasc_lint.frontend.frontend import Frontend
from pyasc_lint.frontend.source import Source
from pyasc_lint.ir.nodes import Kernel, Module
from pyasc_lint.ir.printer import print_kernel
from pyasc_lint.ir.verifier import verify

MAIN = "kernels.py"

TILE = """
    import asc

    @asc.jit
    def kernel(n: int, m: int):
        a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
"""
"""The beginning of a kernel; a test appends statements, indented by eight."""


def lower_files(files: Mapping[str, str]) -> dict[str, Module]:
    """The modules of a run, by path; files without pyasc in them are left out."""
    sources = [Source.from_text(path, dedent(text)) for path, text in files.items()]
    frontend = Frontend(sources)
    lines = {source.path: source.lines for source in sources}
    modules = {source.path: module for source in sources if (module := frontend.lower(source)) is not None}
    for module in modules.values():
        for kernels in module.kernels:
            for kernel in kernels:
                assert verify(kernel, lines) == []
    return modules


def lower(text: str, **others: str) -> Module:
    """The module of one source; `others` are sibling files by module name."""
    return lower_files({MAIN: text, **{f"{name}.py": other for name, other in others.items()}})[MAIN]


def kernel(text: str, **others: str) -> Kernel:
    """The general form of the last kernel of a source."""
    return lower(text, **others).kernels[-1][0]


def body(text: str, **others: str) -> str:
    """The printed body of the last kernel of a source."""
    return printed(kernel(text, **others))


def printed(of: Kernel) -> str:
    """The printed body of a kernel."""
    return dedent(print_kernel(of).partition("\n")[2])


def expected(text: str) -> str:
    """A printed body as tests write it."""
    return dedent(text).lstrip("\n")
