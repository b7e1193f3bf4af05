"""Random kernels that compute with integers and print what they have: for comparing what they mean."""

from __future__ import annotations

import random
from collections.abc import Callable

HEADER = """\
import asc


@asc.jit
def same(c):
    return c


@asc.jit
def bumped(c):
    b = c
    for i in range(2):
        b = b + i
    return b


@asc.jit
def total(c, d):
    s = c + 0
    for i in range(3):
        s = s + d
    return s


@asc.jit
def chosen(c, d):
    return c if d else c + 64


@asc.jit
def k(n: int, m: int):
"""

ARGUMENTS = ("int32", "int32")
COMPARE = ["<", "<=", ">", ">=", "==", "!="]


class IntegerKernels:
    """Writes kernels over a few names, most of which are copies of one another; a seed gives the same kernel."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.names: list[str] = []
        self.bits: list[str] = []
        self.loops = 0

    def kernel(self) -> str:
        """The source of a file with a kernel `k` of `ARGUMENTS`."""
        self.names, self.bits, self.loops = ["n", "m"], [], 0
        lines = [line for name in ("p", "q", "r") for line in self.definition(name)]
        for _ in range(self.random.randint(2, 4)):
            lines += self.statement(0)
        lines += [f"asc.printf('%d', {name})" for name in self.names]
        return HEADER + "".join(f"    {line}\n" for line in lines)

    def definition(self, name: str) -> list[str]:
        lines = [f"{name} = {self.value()}"]
        self.names.append(name)
        return lines

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def copy(self) -> str:
        """Another name for a value, or an operation that changes nothing."""
        name = self.random.choice(self.names)
        forms = [name] * 6 + [f"+{name}", f"{name}.cast(asc.int32)", f"asc.number({name}, asc.int32)", f"{name} + 0"]
        forms += [f"{name} - 0", f"{name} * 1", f"same({name})", f"[{name}][0]", f"-(-{name})"]
        return self.random.choice(forms)

    def value(self) -> str:
        if self.chance(0.4):
            return self.copy()
        if self.chance(0.15):
            return f"asc.number({self.random.randint(-3, 8)}, asc.int32)"
        if self.chance(0.15):
            call = self.random.choice(["bumped({})", "total({}, {})", "chosen({}, {})"])
            return call.format(*(self.random.choice([*self.names, "2", "5"]) for _ in range(call.count("{}"))))
        if self.chance(0.2):
            return f"{self.random.choice(self.names)} if {self.test()} else {self.random.choice([*self.names, '3'])}"
        if self.chance(0.1):
            return f"{self.random.choice(self.names)} + {self.bit()}"
        left, right = self.random.choice(self.names), self.random.choice([*self.names, "1", "2", "3", "8"])
        operator = self.random.choice(["+", "-", "+", "-", "*", "&", "|", "^", "//", "%", ">>"])
        if operator in ("//", "%", ">>"):
            right = self.random.choice(["2", "3", "7"])
        return f"{left} {operator} {right}"

    def bit(self) -> str:
        if self.bits and self.chance(0.5):
            return self.random.choice(self.bits)
        left, right = self.random.choice(self.names), self.random.choice([*self.names, "1", "3"])
        return f"({left} {self.random.choice(COMPARE)} {right})"

    def test(self) -> str:
        if self.chance(0.2):
            return self.random.choice(self.names)
        if self.chance(0.2):
            return f"{self.bit()} {self.random.choice(['and', 'or', '==', '>'])} {self.bit()}"
        return self.bit()

    def statement(self, depth: int) -> list[str]:
        makers: list[Callable[[int], list[str]]] = [self.rebinding, self.rebinding, self.shown]
        makers += [self.comparison, self.swap]
        if depth < 3:
            makers += [self.loop, self.loop, self.branch]
        return self.random.choice(makers)(depth)

    def rebinding(self, _depth: int) -> list[str]:
        name = self.random.choice(self.names)
        if self.chance(0.3):
            return [f"{name} += {self.random.choice([*self.names, '1', '2'])}"]
        return [f"{name} = {self.value()}"]

    def shown(self, _depth: int) -> list[str]:
        return [f"asc.printf('%d', {self.random.choice([*self.names, *self.bits])})"]

    def comparison(self, _depth: int) -> list[str]:
        name = f"b{len(self.bits)}"
        made = f"{name} = {self.bit()}"
        self.bits.append(name)
        return [made]

    def swap(self, _depth: int) -> list[str]:
        first, second = self.random.choice(self.names), self.random.choice(self.names)
        return [f"{first}, {second} = {second}, {first}"] if first != second else []

    def block(self, depth: int) -> list[str]:
        bits = list(self.bits)
        lines = [line for _ in range(self.random.randint(1, 3)) for line in self.statement(depth + 1)]
        self.bits = bits
        return [f"    {line}" for line in lines or ["pass"]]

    def branch(self, depth: int) -> list[str]:
        lines = [f"if {self.test()}:", *self.block(depth)]
        return [*lines, "else:", *self.block(depth)] if self.chance(0.4) else lines

    def loop(self, depth: int) -> list[str]:
        self.loops += 1
        counter = f"i{self.loops}"
        kind = "asc.static_range" if self.chance(0.15) else "range"
        bound = self.random.choice(["1", "2", "3", "4", f"{self.random.choice(self.names)} & 3"])
        if kind != "range":
            bound = "2"
        known = list(self.names)
        if kind == "range":
            self.names.append(counter)
        lines = [f"for {counter} in {kind}({bound}):", *self.block(depth)]
        self.names = known
        return lines
