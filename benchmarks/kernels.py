"""Kernels of any length and nesting, as text: what the benchmarks of the analysis run on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count

Make = Callable[[int, int], str]
"""A kernel of about so many lines with so many nested loops (at most 3)."""

_HEAD = """import asc


@asc.jit
def kernel(x: asc.GlobalAddress, y: asc.GlobalAddress, tiles: int, n: int):
    # pyasc-lint: assume 64 <= n <= 8192, n % 64 == 0
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    y_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, tiles * {tile})
    y_gm.set_global_buffer(y, tiles * {tile})
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, {tile})
    b = ub.alloc(asc.TPosition.VECOUT, asc.float32, {tile})
"""
_LOOPS = ("for i in range(tiles):", "for j in range(2):", "for k in range(2):")
_LAST = "    asc.pipe_barrier(asc.PipeID.PIPE_ALL)\n"


def _kernel(tile: str, lines: int, loops: int, body: Iterator[list[str]], end: list[str]) -> str:
    """Statements of `body`, a group at a time, until there are enough; `end` is the last of them."""
    text = _HEAD.format(tile=tile)
    for depth, loop in enumerate(_LOOPS[:loops]):
        text += "    " * (depth + 1) + loop + "\n"
    room = lines - text.count("\n") - len(end) - 1
    kept: list[str] = []
    for group in body:
        if len(kept) + len(group) > room:
            break
        kept += group
    return text + "".join("    " * (loops + 1) + line + "\n" for line in (*kept, *end)) + _LAST


def _sync(source: str, destination: str, ident: int = 0) -> list[str]:
    event = f"asc.HardEvent.{source}_{destination}, {ident}"
    return [f"asc.set_flag({event})", f"asc.wait_flag({event})"]


def _tile(loops: int, tile: str) -> str:
    return f"i * {tile}" if loops else "0"


def chain(lines: int, loops: int) -> str:
    """One tile comes in, goes through many instructions, and goes out."""

    def body() -> Iterator[list[str]]:
        yield [f"asc.data_copy(a, x_gm[{_tile(loops, '1024')}:], 1024)", *_sync("MTE2", "V")]
        for step in count():
            yield [f"asc.muls(b, a, {step % 7}.0, 1024)"]

    end = [*_sync("V", "MTE3"), f"asc.data_copy(y_gm[{_tile(loops, '1024')}:], b, 1024)", *_sync("MTE3", "MTE2")]
    return _kernel("1024", lines, loops, body(), end)


def stages(lines: int, loops: int) -> str:
    """Many parts of a tile come in, are computed on, and go out, each with flags of its own."""

    def body() -> Iterator[list[str]]:
        for step in count():
            at, ident, place = 128 * (step % 8), step % 4, _tile(loops, "1024")
            yield [
                f"asc.data_copy(a[{at}:], x_gm[{place} + {at}:], 128)",
                *_sync("MTE2", "V", ident),
                f"asc.muls(b[{at}:], a[{at}:], 2.0, 128)",
                f"asc.add(b[{at}:], b[{at}:], a[{at}:], 128)",
                *_sync("V", "MTE3", ident),
                f"asc.data_copy(y_gm[{place} + {at}:], b[{at}:], 128)",
                *_sync("MTE3", "MTE2", ident),
            ]

    return _kernel("1024", lines, loops, body(), [])


def sized(lines: int, loops: int) -> str:
    """Tiles of a length that only the launch knows, and barriers between the stages."""
    barrier = "asc.pipe_barrier(asc.PipeID.PIPE_ALL)"

    def body() -> Iterator[list[str]]:
        yield [f"asc.data_copy(a, x_gm[{_tile(loops, 'n')}:], n)", barrier]
        for step in count():
            yield [f"asc.muls(b, a, {step % 7}.0, n)", "asc.adds(b[n // 2:], a[n // 2:], 1.0, n // 2)"]

    end = [barrier, f"asc.data_copy(y_gm[{_tile(loops, 'n')}:], b, n)", barrier]
    return _kernel("n", lines, loops, body(), end)


def branches(lines: int, loops: int) -> str:
    """Tests of an input, one after the other."""

    def body() -> Iterator[list[str]]:
        yield [f"asc.data_copy(a, x_gm[{_tile(loops, '1024')}:], 1024)", *_sync("MTE2", "V")]
        for step in count():
            yield [
                f"if n > {64 * (step % 30)}:",
                f"    asc.muls(b, a, {step % 7}.0, 1024)",
                "else:",
                f"    asc.adds(b, a, {step % 7}.0, 1024)",
            ]

    end = [*_sync("V", "MTE3"), f"asc.data_copy(y_gm[{_tile(loops, '1024')}:], b, 1024)", *_sync("MTE3", "MTE2")]
    return _kernel("1024", lines, loops, body(), end)


KERNELS: Mapping[str, Make] = {"chain": chain, "stages": stages, "sized": sized, "branches": branches}
