"""Constants of the source keep their names, as constexpr of the kernel."""

from __future__ import annotations

from pathlib import Path

from tests.support.emitting import body, emitted, needs_gpp, syntax_errors

SOURCE = """
import asc

TILE = 64
EPS = 1e-6
half = 2
BIG = 2**40
UNUSED = 5

class Config:
    ROWS = 4

@asc.jit
def scale(t: asc.LocalTensor, count: asc.ConstExpr[int]):
    asc.muls(t, t, EPS, count)

@asc.jit
def kernel(x: asc.GlobalAddress, n: int, cols: asc.ConstExpr[int], eps: asc.ConstExpr[float]):
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, TILE * cols)
    ub = asc.LocalMemAllocator(asc.Hardware.L1)
    for TILES in range(n):
        asc.adds(a[TILES * TILE:], a, eps, TILE)
    scale(a, cols)
    h = a.reinterpret_cast(asc.float16)
    asc.duplicate(h, half, TILE)
    asc.set_pad_value(TILE)
    asc.printf("%d %ld", TILE, BIG)
    asc.adds(a[n * BIG:], a, 2.0, Config.ROWS * TILE)
    t = ub.alloc(asc.TPosition.A1, asc.float32, TILE)
    if cols > 3:
        TILE_ = n + TILE
        asc.adds(a, a, 2.0, TILE_ // half)
"""
SIGNATURE = "kernel(x=float32*, n=int32, cols=8, eps=0.5)"


def test_constants_are_declared_once_and_used_by_name() -> None:
    made = body(SOURCE, SIGNATURE)
    declared = [line for line in made if line.startswith("constexpr")]
    assert declared == [
        "constexpr int64_t TILE = 64;", "constexpr float eps = 0.5f;", "constexpr float EPS = 1e-06f;",
        "constexpr int64_t cols = 8;", "constexpr int64_t BIG = 1099511627776;", "constexpr int64_t half_ = 2;",
    ]  # fmt: skip
    assert made[: len(declared)] == declared
    assert "AscendC::Adds<float, true>(a[TILES * TILE], a, eps, TILE);" in made
    assert "AscendC::Muls<float, true>(a, a, EPS, cols);" in made
    assert "int64_t TILE_ = n + TILE;" in made and "AscendC::Adds<float, true>(a[n * BIG], a, 2.0f, 256);" in made


def test_where_the_value_stands_instead() -> None:
    """Sizes of tiles, what is worked out at trace time, and numbers that need another type."""
    made = body(SOURCE, SIGNATURE)
    assert "AscendC::LocalTensor<float> a(AscendC::TPosition::VECIN, 0, 512);" in made
    assert "AscendC::LocalTensor<float> t = ub.Alloc<AscendC::TPosition::A1, float, 64>();" in made
    assert "AscendC::Duplicate(h, static_cast<half>(2.0f), TILE);" in made
    assert "AscendC::SetPadValue<int32_t, AscendC::TPosition::MAX>(TILE);" in made
    assert r'AscendC::printf("%d %ld", 64, BIG);' in made


def test_a_name_that_means_two_numbers() -> None:
    source = SOURCE.replace("    scale(a, cols)\n", "    scale(a, cols)\n    TILE = n\n    asc.adds(a, a, 2.0, TILE)\n")
    made = body(source.replace("a[TILES * TILE:]", "a[TILES * cols:]").replace("eps, TILE)", "eps, cols)"), SIGNATURE)
    assert not any(line.startswith("constexpr int64_t TILE") for line in made)


@needs_gpp
def test_cpp_takes_it(tmp_path: Path) -> None:
    assert syntax_errors([emitted(SOURCE.replace("asc.set_pad_value(TILE)", "pass"), SIGNATURE)], tmp_path) == ""
