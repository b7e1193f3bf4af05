"""Random small kernels over the syntax and call forms of `@asc.jit`. About half of them are good."""

from __future__ import annotations

import random
from collections.abc import Callable

HEADER = """\
import asc
import math

TILE = 64
FLAG = True
NAMES = [8, 16, 32]
TABLE = {"a": 8}


def plain(q):
    return q


@asc.jit
def scale(dst: asc.LocalTensor, count: int):
    asc.add(dst, dst, dst, count)


@asc.jit
def half_of(value, by: asc.ConstExpr[int] = 2):
    return value // by


@asc.jit
def pick(first: asc.LocalTensor, second: asc.LocalTensor, one: asc.ConstExpr[bool]):
    if one:
        return first
    return second


@asc.jit
def both(a: int, b: int):
    c = a + b
    return c, a


@asc.jit
def capped(a: int, *, limit: int = 4):
    r = a
    if a > limit:
        r = limit + 0
    return r


def launch(x, y):
    k[1](x, y, 3, 5, 0.5, 4)


@asc.jit
def k(x: asc.GlobalAddress, y: asc.GlobalAddress, n: int, m: int, f: float, C: asc.ConstExpr[int]):
    ub = asc.LocalMemAllocator()
    t = ub.alloc(asc.TPosition.VECIN, asc.float32, 64)
    t2 = ub.alloc(asc.TPosition.VECOUT, asc.float32, 64)
    g = asc.GlobalTensor()
    g.set_global_buffer(x)
"""
ARGUMENTS = ("float32*", "float32*", "int32", "int32", "float32", 4)

INT = [
    "n", "m", "(n + m)", "asc.get_block_idx()", "t.get_value(0).cast(asc.int32)", "asc.number(3, asc.int32)",
    "half_of(n)", "capped(n)", "capped(m, limit=n)",
]  # fmt: skip

CONSTANT = [
    "0", "1", "3", "TILE", "C", "NAMES[1]", 'TABLE["a"]', "len(NAMES)", "asc.float32.sizeof()", "int(4.0)",
]  # fmt: skip

FLOAT = [
    "f", "t.get_value(1)", "n.cast(asc.float32)", "(f * 2.0)",
]  # fmt: skip

BOOL = [
    "(n > 3)", "(m == n)", "(n != 0)", "((n > 1) and (m < 9))", "(not (n > m))", "(f > 0.5)",
]  # fmt: skip

TENSOR = [
    "t", "t2", "t[8:]", "t[n:]", "t2[16]", "pick(t, t2, True)",
]  # fmt: skip

ODD = [
    "u", "f", "None", '"text"', "[1, 2]", "(n, m)", "asc.float32", "asc.HardEvent.V_MTE3", "t", "g", "x", "1.5",
    "True", "ub.get_cur_addr()", "t.get_size()", "t.get_length()", "asc.ConstExpr(4)", "-f", "missing", "math.pi",
    "min(1, 2)", "plain", "scale", "(2 ** 40)", "{1: 2}", "(lambda: 1)", "[i for i in NAMES]", "asc.duplicat",
    "asc.PipeID.PIPE_X", "t.nothing", "n.nothing", "x[0]", "t[:8]", "t[f:]", "NAMES[9]", 'TABLE["b"]', "(1 // 0)",
    "(0 < n < 5)", "(n in NAMES)", "(t + t2)", "(1 < 1.5)", "(3 and 4)", "(not FLAG)", "(n if n > 1 else f)",
    "(t if n > 1 else t2)", "plain(3)", "math.sqrt(4)", "NAMES.index(8)", "half_of(n, m)", "half_of()",
    "half_of(None)", "len(t)", "int(n)", "isinstance(n, int)", "both(n, m)", "pick(t, t2, n)", "pick(t, g, True)",
    "capped(n, 3)", "capped(t)", "n.cast(asc.half)", "t.reinterpret_cast(asc.half)", "n.cast(asc.int64)",
    "asc.range", "f'{n}'",
]  # fmt: skip
"""Expressions that are often, or always, rejected where they stand."""

ARITHMETIC = [
    "+", "-", "*", "//", "%", "/", "<<", ">>", "&", "|", "^", "**", "@",
]  # fmt: skip

COMPARE = [
    "<", "<=", ">", ">=", "==", "!=", "is", "is not", "in",
]  # fmt: skip

REJECTED = [
    "def inner():\n    pass", "import os", "del n", "global TILE", "raise ValueError", "p = q = 1",
    "[p, q] = [1, 2]", "p, *q = NAMES", "x.a += 1", "assert n > 3", "assert C == 5",
    "match n:\n    case 1:\n        pass", "try:\n    pass\nexcept ValueError:\n    pass",
    "for v in NAMES:\n    pass", "for v, w in range(4):\n    pass", "while n > 3:\n    pass\nelse:\n    pass",
    "class Q:\n    pass", "t[0] = 1.0", "p, q = n", "return n", "asc.add(*NAMES)", "asc.add(t, t, t)",
    "asc.add(t, t, t, count=64, cnt=3)", "ub.alloc(1, 2)", "scale(t)", "scale(t, 3, 4)", "scale(dst=t, cnt=3)",
    "asc.add(t, t, t, 'a')", "n()", "t.get_value()", "k(x, y, n, m, f, 3)", "ub.reset()", "asc.printf(f'{n:d}')",
    "break", "continue",
]  # fmt: skip
"""Statements that pyasc rejects."""


SMALL = [
    "pass", '"""text"""', "asc.pipe_barrier(asc.PipeID.PIPE_V)", "asc.static_assert(C == 4)", "assert TILE == 64",
    "p, q = n, 3", "p, q = both(n, 3)", "table = [t, t2]\nasc.add(table[0], table[1], t, 8)",
    "row = asc.array(asc.int32, 4)\nrow[n] = m", "s: int", "asc.printf(f'{C}')", "e = asc.HardEvent.V_MTE3",
    "parts = [1, 2]\nparts[0] = n", "return",
]  # fmt: skip
"""Statements that pyasc takes, `return` outside of run-time blocks only."""


class KernelGenerator:
    """Writes one kernel per call of `kernel`; the same seed gives the same kernels."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.names: list[tuple[str, str]] = []
        self.count = 0
        self.wild = 0.0

    def kernel(self) -> str:
        """The source of a file with a kernel `k`."""
        self.names, self.count = [("n", "int"), ("m", "int"), ("f", "float"), ("t", "tensor"), ("t2", "tensor")], 0
        self.wild = self.random.choice([0.0, 0.0, 0.01, 0.05, 0.15])
        lines = self.block(self.random.randint(2, 7), 0)
        return HEADER + "".join(f"    {line}\n" for line in lines)

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def expression(self, kind: str, depth: int = 2) -> str:
        if self.chance(self.wild):
            return self.random.choice(ODD)
        known = [name for name, of in self.names if of == kind]
        if known and self.chance(0.35):
            return self.random.choice(known)
        plain = {"int": INT, "const": CONSTANT, "float": FLOAT, "bool": BOOL, "tensor": TENSOR}[kind]
        if depth == 0 or kind == "tensor" or self.chance(0.4):
            return self.random.choice(plain)
        return self.compound(kind, depth - 1)

    def compound(self, kind: str, depth: int) -> str:
        pick = self.random.choice
        if kind == "bool":
            if self.chance(0.3):
                return f"({self.expression('bool', depth)} {pick(['and', 'or'])} {self.expression('bool', depth)})"
            operator = pick(COMPARE) if self.chance(0.2) else pick(COMPARE[:6])
            left, right = pick([("int", "int"), ("int", "const"), ("const", "int"), ("float", "float")])
            return f"({self.expression(left, depth)} {operator} {self.expression(right, depth)})"
        if kind == "int" and self.chance(0.2):
            body, orelse = self.expression("int", depth), self.expression("int", depth)
            return f"({body} if {self.expression('bool', depth)} else {orelse})"
        if kind == "int" and self.chance(0.1):
            return f"{pick(['-', '+', '~'])}{self.expression('int', depth)}"
        operators = ["+", "-", "*", "/"] if kind == "float" else ARITHMETIC[:11]
        operator = pick(ARITHMETIC) if self.chance(0.05) else pick(operators)
        other = "const" if kind == "const" else pick([kind, "const"])
        return f"({self.expression(kind, depth)} {operator} {self.expression(other, depth)})"

    def block(self, size: int, depth: int) -> list[str]:
        lines: list[str] = []
        for _ in range(size):
            lines += self.statement(depth)
        return lines or ["pass"]

    def indented(self, depth: int, in_loop: str = "") -> list[str]:
        outer = list(self.names)
        if in_loop:
            self.names.append((in_loop, "int"))
        lines = self.block(self.random.randint(1, 3), depth + 1)
        if self.chance(0.9):
            self.names = outer
        return [f"    {line}" for line in lines]

    def statement(self, depth: int) -> list[str]:
        if self.chance(self.wild):
            return self.random.choice(REJECTED).split("\n")
        choices: list[tuple[int, Callable[[int], list[str]]]] = [
            (4, self.assignment), (2, self.rebinding), (3, self.call), (1, self.small),
            *([(2, self.branch), (2, self.loop), (1, self.folded)] if depth < 3 else []),
        ]  # fmt: skip
        make = self.random.choices([maker for _, maker in choices], [weight for weight, _ in choices])[0]
        return make(depth)

    def assignment(self, _depth: int) -> list[str]:
        kind = self.random.choice(["int", "int", "const", "float", "bool", "tensor"])
        self.count += 1
        name = f"v{self.count}"
        value = self.expression(kind)
        self.names.append((name, kind))
        return [f"{name}{': int' if self.chance(0.05) else ''} = {value}"]

    def rebinding(self, _depth: int) -> list[str]:
        name, kind = self.random.choice(self.names)
        if self.chance(0.1):
            kind = self.random.choice(["int", "const", "float", "tensor"])
        if kind in ("int", "float") and self.chance(0.3):
            return [f"{name} += {self.expression(self.random.choice([kind, 'const']))}"]
        if self.chance(0.15):
            other, _ = self.random.choice(self.names)
            return [self.random.choice([f"{name} = {other}", f"{name}, {other} = {other}, {name}"])]
        return [f"{name} = {self.expression(kind)}"]

    def call(self, _depth: int) -> list[str]:
        count = self.expression(self.random.choice(["int", "const"]))
        tensors = ", ".join(self.expression("tensor", 0) for _ in range(3))
        return [self.random.choice([
            f"asc.add({tensors}, {count})",
            f"asc.adds({self.expression('tensor')}, t, {self.expression('float')}, {count})",
            f"asc.data_copy({self.expression('tensor')}, g, {count})",
            f"asc.set_flag(asc.HardEvent.V_MTE3, {count})",
            f"t.set_value({count}, {self.expression('float')})",
            f"scale({self.expression('tensor')}, {count})",
            f"asc.printf('%d', {count})",
            f"asc.data_copy(t, g[{count}:], asc.DataCopyParams(1, {count}, 0, 0))",
        ])]  # fmt: skip

    def small(self, _depth: int) -> list[str]:
        return self.random.choice(SMALL if self.chance(0.1) else SMALL[:-1]).split("\n")

    def branch(self, depth: int) -> list[str]:
        lines = [f"if {self.expression(self.random.choice(['bool', 'bool', 'int']))}:", *self.indented(depth)]
        if self.chance(0.5):
            lines += ["else:", *self.indented(depth)]
        return lines

    def folded(self, depth: int) -> list[str]:
        test = self.random.choice(["FLAG", "TILE > 3", "TILE is None", "C > 3", "0", "t.dtype == asc.float32"])
        taken = self.indented(depth)
        if "C" in test:  # both ways may be taken, by some launch
            return [f"if {test}:", *taken]
        dead = ["    for v in [missing, 3]:", "        return t[:8]"] if self.chance(0.7) else self.indented(depth)
        first, second = (dead, taken) if test in ("0", "TILE is None") else (taken, dead)
        return [f"if {test}:", *first, "else:", *second]

    def loop(self, depth: int) -> list[str]:
        self.count += 1
        name = f"i{self.count}" if self.chance(0.95) else self.random.choice(self.names)[0]
        if self.chance(0.15):
            return [f"while {self.expression('bool')}:", *self.indented(depth)]
        if self.chance(0.3):
            bounds = self.random.choice(["2", "C", "1, 3", "len(NAMES)", "n" if self.chance(self.wild) else "2"])
            return [f"for {name} in asc.static_range({bounds}):", *self.indented(depth, name)]
        bounds = self.expression(self.random.choice(["int", "const"]))
        call = self.random.choice(["range", "asc.range"])
        return [f"for {name} in {call}({bounds}):", *self.indented(depth, name)]
