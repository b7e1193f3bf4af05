"""What kernels that print integers mean: run as Python, and as the C++ that was made of them."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

_MAX_SHOWN = 2000
_BITS = 32

_PROLOGUE = """\
#include <cstdint>
#include <cstdio>
#include <vector>
#define __global__
#define __aicore__
#define __gm__
#define set_ffts_base_addr(address)
namespace {
struct TooLong {};
std::vector<long long> shown;
int turns;
void turn() { if (++turns > 100000) throw TooLong(); }
}
namespace AscendC {
template <typename T> void printf(const char *, T value) {
    if (shown.size() >= LIMIT) throw TooLong();
    shown.push_back(static_cast<long long>(value));
}
}
using namespace AscendC;
"""

_MAIN = """
int main() {{
    const int samples[][2] = {{{samples}}};
    using Kernel = void (*)(int32_t, int32_t);
    const Kernel kernels[] = {{{kernels}}};
    for (Kernel kernel : kernels) {{
        for (const auto &sample : samples) {{
            shown.clear();
            turns = 0;
            try {{ kernel(sample[0], sample[1]); }} catch (TooLong) {{ shown.assign(1, -999999); }}
            for (long long value : shown) std::printf("%lld ", value);
            std::printf("\\n");
        }}
    }}
}}
"""


class Undecided(Exception):
    """Python and C++ differ here by their nature, which no tool can tell without the arguments."""


def run_as_cpp(texts: Sequence[str], samples: Sequence[tuple[int, int]], folder: Path) -> list[list[list[int]]]:
    """What each text of a kernel prints for each pair of arguments."""
    parts = [_PROLOGUE.replace("LIMIT", str(_MAX_SHOWN))]
    parts += [_as_function(text, f"kernel{number}") for number, text in enumerate(texts)]
    pairs = ", ".join(f"{{{first}, {second}}}" for first, second in samples)
    kernels = ", ".join(f"[](int32_t n, int32_t m) {{ kernel{number}(n, m); }}" for number in range(len(texts)))
    source, program = folder / "kernels.cpp", folder / "kernels"
    source.write_text("\n".join([*parts, _MAIN.format(samples=pairs, kernels=kernels)]), encoding="utf-8")
    subprocess.run(["g++", "-std=c++17", "-O0", "-fwrapv", "-w", "-o", program, source], check=True)
    lines = subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()
    numbers = [[int(value) for value in line.split()] for line in lines]
    return [numbers[start : start + len(samples)] for start in range(0, len(numbers), len(samples))]


def _as_function(text: str, name: str) -> str:
    """The kernel of a text as a function of that name that takes the two numbers alone."""
    start = re.search(r'extern "C"[^\n]*?void \w+\(([^)]*)\)', text)
    assert start is not None
    numbers = re.findall(r"int32_t \w+", start[1])
    others = re.findall(r"__gm__ \w+\* ?\w+", start[1])
    body = text[start.end() :].replace("AscendC::InitDump", "//")
    body = re.sub(r"(for \([^\n]*\) \{|while \(true\) \{)", r"\1 turn();", body)
    locals_ = " ".join(f"{other.replace('__gm__ ', '')} = nullptr;" for other in others)
    return f"void {name}({', '.join(numbers)})" + body.replace("{", "{ " + locals_, 1)


def run_as_python(source: str, first: int, second: int) -> list[int]:
    """What a kernel prints as Python. Raises `Undecided`."""
    shown: list[int] = []

    def printf(_format: str, value: int) -> None:
        if len(shown) >= _MAX_SHOWN:
            raise Undecided
        shown.append(int(value))

    asc = SimpleNamespace(jit=lambda function: function, printf=printf, number=lambda value, _: Number(value),
                          static_range=range, int32="int32", int64="int64")  # fmt: skip
    names: dict[str, Any] = {"asc": asc, "range": lambda *bounds: map(Number, range(*bounds))}
    exec(source.replace("import asc\n", ""), names)
    try:
        names["k"](Number(first), Number(second))
    except AttributeError as error:  # a literal that pyasc makes a run-time value of
        raise Undecided from error
    return shown


class Number(int):
    """A run-time integer of 32 bits, with Python's meaning."""

    def __new__(cls, value: int) -> Number:
        if not -(1 << (_BITS - 1)) <= value < 1 << (_BITS - 1):
            raise Undecided
        return super().__new__(cls, value)

    def cast(self, _dtype: str) -> Number:
        return self


def _made(name: str) -> Any:
    plain = getattr(int, name)

    def operate(left: Number, *right: int) -> Number:
        if name.strip("_").lstrip("r") in ("floordiv", "mod") and (left < 0 or right[0] < 0):
            raise Undecided
        return Number(plain(left, *right))

    return operate


for _name in ("add", "sub", "mul", "floordiv", "mod", "and", "or", "xor", "rshift"):
    setattr(Number, f"__{_name}__", _made(f"__{_name}__"))
    setattr(Number, f"__r{_name}__", _made(f"__r{_name}__"))
for _name in ("lt", "le", "gt", "ge", "eq", "ne", "neg", "pos"):
    setattr(Number, f"__{_name}__", _made(f"__{_name}__"))
