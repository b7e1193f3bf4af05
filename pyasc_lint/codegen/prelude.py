"""Functions that stand in the generated file where C++ has no operator with Python's meaning."""

from __future__ import annotations

from collections.abc import Iterable

_ARITHMETIC = {
    "FloorDiv": """\
// Python's a // b: rounds towards minus infinity.
__aicore__ inline int64_t FloorDiv(int64_t a, int64_t b)
{
    int64_t quotient = a / b;
    return (a % b != 0 && (a < 0) != (b < 0)) ? quotient - 1 : quotient;
}
""",
    "FloorMod": """\
// Python's a % b: has the sign of b.
__aicore__ inline int64_t FloorMod(int64_t a, int64_t b)
{
    int64_t rest = a % b;
    return (rest != 0 && (rest < 0) != (b < 0)) ? rest + b : rest;
}
""",
    "CeilDiv": """\
// a / b rounded up.
__aicore__ inline int64_t CeilDiv(int64_t a, int64_t b)
{
    int64_t quotient = a / b;
    return (a % b != 0 && (a < 0) == (b < 0)) ? quotient + 1 : quotient;
}
""",
    "FloorDivF": """\
// Python's a // b for floats.
__aicore__ inline float FloorDivF(float a, float b)
{
    float quotient = a / b;
    float whole = static_cast<float>(static_cast<int64_t>(quotient));
    return whole > quotient ? whole - 1.0f : whole;
}
""",
    "FloorModF": """\
// Python's a % b for floats.
__aicore__ inline float FloorModF(float a, float b)
{
    float quotient = a / b;
    float whole = static_cast<float>(static_cast<int64_t>(quotient));
    return a - b * (whole > quotient ? whole - 1.0f : whole);
}
""",
    "Max": """\
__aicore__ inline int64_t Max(int64_t a, int64_t b)
{
    return b > a ? b : a;
}
""",
    "Min": """\
__aicore__ inline int64_t Min(int64_t a, int64_t b)
{
    return b < a ? b : a;
}
""",
    "MaxF": """\
__aicore__ inline float MaxF(float a, float b)
{
    return b > a ? b : a;
}
""",
    "MinF": """\
__aicore__ inline float MinF(float a, float b)
{
    return b < a ? b : a;
}
""",
}

HELPERS = frozenset(_ARITHMETIC)


def prelude(used: Iterable[str]) -> str:
    """The definitions of these helpers, "" for none."""
    wanted = set(used)
    parts = [text for name, text in _ARITHMETIC.items() if name in wanted]
    return "namespace {\n" + "\n".join(parts) + "}  // namespace\n" if parts else ""
