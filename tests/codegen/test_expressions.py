"""Random expression trees, printed as C++, compiled and run: they must compute what Python does."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pyasc_lint.codegen.cexpr import Numbers, Text
from pyasc_lint.codegen.ctypes import c_name
from pyasc_lint.codegen.errors import CannotEmit
from pyasc_lint.codegen.prelude import HELPERS, prelude
from pyasc_lint.codegen.signs import Signs
from pyasc_lint.codegen.storage import Storage
from pyasc_lint.ir.nodes import Binary, Cast, Compare, Const, Expr, IfExp, Ref, Unary, Unknown, Var
from pyasc_lint.ir.types import BOOL, DTYPES, FLOAT32, INT32, INT64, DType
from tests.support.emitting import needs_gpp, run_program

VARIABLES = {
    Var("a", INT32, "param"): (7, -7, 2_000_000_000, 0),
    Var("b", INT32, "param"): (3, -3, 1_999_999_999, -5),
    Var("i", INT64): (12, -1, 5_000_000_000, 1),
    Var("u", DTYPES["uint32"], "param"): (4_000_000_000, 9, 1, 0),
    Var("f", FLOAT32, "param"): (1.5, -2.25, 0.0, 1000.125),
    Var("flag", BOOL, "param"): (True, False, True, False),
}
INTEGERS = [var for var in VARIABLES if isinstance(var.type, DType) and var.type.kind in ("int", "uint")]
CONSTANTS = [0, 1, 2, 3, 5, 64, -1, -8, 70000]
TREES = 600
STORAGE = Storage([])
LIMIT = 2**62


class Outside(Exception):
    """The value has no exact counterpart on the device: division by zero, or more than 62 bits."""


def single(value: Any) -> float:
    found = float(np.float32(value))
    if not math.isfinite(found):
        raise Outside
    return found


def whole(value: Any) -> Any:
    if not isinstance(value, float) and abs(value) > LIMIT:
        raise Outside
    return value


INTEGER_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "ceildiv": lambda a, b: -(-a // b),
    "max": max,
    "min": min,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "<<": lambda a, b: a << b,
    ">>": lambda a, b: a >> b,
}
UNARY: dict[str, Callable[[Any], Any]] = {
    "-": lambda a: -a,
    "+": lambda a: +a,
    "~": lambda a: ~a,
    "not": lambda a: not a,
}
COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}


def evaluate(expr: Expr, values: dict[Var, Any]) -> Any:
    """What Python makes of a tree, its floats rounded to single precision after every step."""
    match expr:
        case Const():
            return single(expr.value) if isinstance(expr.value, float) else expr.value
        case Ref():
            return values[expr.var]
        case Unary():
            return UNARY[expr.op](evaluate(expr.operand, values))
        case Binary(op="and"):
            return bool(evaluate(expr.left, values)) and bool(evaluate(expr.right, values))
        case Binary(op="or"):
            return bool(evaluate(expr.left, values)) or bool(evaluate(expr.right, values))
        case Binary():
            return arithmetic(expr.op, evaluate(expr.left, values), evaluate(expr.right, values))
        case Compare():
            left, right = evaluate(expr.left, values), evaluate(expr.right, values)
            if isinstance(left, float) or isinstance(right, float):
                return COMPARISONS[expr.op](single(left), single(right))
            return COMPARISONS[expr.op](left, right)
        case IfExp():
            body, orelse = (evaluate(part, values) for part in (expr.body, expr.orelse))
            chosen = body if evaluate(expr.test, values) else orelse
            return single(chosen) if isinstance(body, float) or isinstance(orelse, float) else chosen
        case Cast():
            value = evaluate(expr.operand, values)
            return single(value) if expr.dtype.kind == "float" else fitting(int(value), expr.dtype)
    raise AssertionError(expr)


def fitting(value: int, dtype: DType) -> int:
    if not -(2 ** (dtype.bits - 1)) <= value < 2 ** (dtype.bits - 1):
        raise Outside
    return value


def arithmetic(op: str, left: Any, right: Any) -> Any:
    if op in ("/", "//", "%", "ceildiv") and right == 0:
        raise Outside
    if op == "/":
        return single(single(left) / single(right))
    if isinstance(left, float) or isinstance(right, float):
        left, right = single(left), single(right)
        if op == "//":
            return single(math.floor(single(left / right)))
        if op == "%":
            return single(left - single(right * single(math.floor(single(left / right)))))
        return single(INTEGER_OPERATORS[op](left, right))
    return whole(INTEGER_OPERATORS[op](left, right))


class Trees:
    """Random trees of numbers."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def tree(self, depth: int) -> Expr:
        kind = self.random.choice(["integer", "integer", "integer", "float", "truth"])
        return {"integer": self.integer, "float": self.floating, "truth": self.truth}[kind](depth)

    def integer(self, depth: int) -> Expr:
        choose = self.random
        if depth == 0 or choose.random() < 0.1:
            leaf = choose.choice(["variable", "constant", "flag"] if depth == 0 else ["variable", "constant"])
            if leaf == "variable":
                return Ref(choose.choice(INTEGERS))
            return Ref(self.named("flag")) if leaf == "flag" else Const(choose.choice(CONSTANTS))
        match choose.randrange(8):
            case 0:
                return Unary(choose.choice("-~+"), self.integer(depth - 1))
            case 1:
                return IfExp(self.truth(depth - 1), self.integer(depth - 1), self.integer(depth - 1))
            case 2:
                return Binary(choose.choice(["<<", ">>"]), self.integer(depth - 1), Const(choose.randrange(9)))
            case 3:
                return Cast(self.floating(depth - 1), INT32)
            case 4:
                return Binary(choose.choice(["//", "%"]), self.integer(depth - 1), Const(choose.choice([2, 3, 64])))
        return Binary(choose.choice([*"+-*&|^", "//", "%", "ceildiv", "max", "min"]), self.integer(depth - 1),
                      self.integer(depth - 1))  # fmt: skip

    def floating(self, depth: int) -> Expr:
        choose = self.random
        if depth == 0:
            return choose.choice([Ref(self.named("f")), Const(0.5), Const(-3.0), Const(1e-3)])
        match choose.randrange(5):
            case 0:
                return Unary("-", self.floating(depth - 1))
            case 1:
                return Binary("/", self.integer(depth - 1), self.integer(depth - 1))
            case 2:
                return IfExp(self.truth(depth - 1), self.floating(depth - 1), self.integer(depth - 1))
            case 3:
                return Cast(self.integer(depth - 1), FLOAT32)
        operands = [self.floating(depth - 1), choose.choice([self.floating, self.integer])(depth - 1)]
        choose.shuffle(operands)
        return Binary(choose.choice(["+", "-", "*", "/", "max", "min"]), *operands)

    def truth(self, depth: int) -> Expr:
        choose = self.random
        if depth == 0:
            return Ref(self.named("flag"))
        match choose.randrange(4):
            case 0:
                return Unary("not", self.tree(depth - 1))
            case 1:
                return Binary(choose.choice(["and", "or"]), self.tree(depth - 1), self.tree(depth - 1))
        side = choose.choice([self.integer, self.integer, self.floating])
        return Compare(choose.choice(list(COMPARISONS)), side(depth - 1), self.integer(depth - 1))

    def named(self, name: str) -> Var:
        return next(var for var in VARIABLES if var.name == name)


def leaf(expr: Expr) -> Text:
    assert isinstance(expr, Ref)
    return Text(expr.var.name, STORAGE.of(expr.var))


def printer() -> Numbers:
    return Numbers(leaf, Signs([]))


def program(trees: list[Expr]) -> str:
    """Prints every tree for every set of values, one number a line."""
    numbers = printer()
    declared = [f"{c_name(STORAGE.of(var))} {var.name}" for var in VARIABLES]
    functions, calls = [], []
    for number, tree in enumerate(trees):
        text = numbers.text(tree)
        kind = {"float": "float", "bool": "bool"}.get(text.type.kind, "int64_t")
        functions.append(f"{kind} t{number}({', '.join(declared)}) {{ return {text.text}; }}")
        calls.append(f"    show(t{number}(a, b, i, u, f, flag));")
    sets = [
        "    run(" + ", ".join(printer().text(Const(values[row])).text for values in VARIABLES.values()) + ");"
        for row in range(len(next(iter(VARIABLES.values()))))
    ]
    return "\n".join([
        "#include <cstdint>", "#include <cstdio>", "#define __aicore__", prelude(numbers.used),
        'void show(int64_t v) { std::printf("%lld\\n", (long long)v); }',
        'void show(bool v) { std::printf("%d\\n", v); }', 'void show(float v) { std::printf("%a\\n", v); }',
        *functions, f"void run({', '.join(declared)}) {{", *calls, "}", "int main() {", *sets, "}",
    ])  # fmt: skip


def rows() -> list[dict[Var, Any]]:
    return [{var: values[row] for var, values in VARIABLES.items()} for row in range(4)]


def expected(tree: Expr) -> list[Any] | None:
    """The values of a tree; None where one of them cannot be compared."""
    try:
        return [evaluate(tree, values) for values in rows()]
    except Outside:
        return None


def shown(text: str, value: Any) -> bool:
    if isinstance(value, float):
        return float.fromhex(text) == value
    return int(text) == int(value)


@needs_gpp
def test_random_trees_mean_what_python_means(tmp_path: Path) -> None:
    trees: list[Expr] = []
    seed = 0
    while len(trees) < TREES:
        seed += 1
        tree = Trees(seed).tree(1 + seed % 4)
        if expected(tree) is not None:
            trees.append(tree)
    lines = run_program(program(trees), tmp_path).split()
    wrong = []
    for number, tree in enumerate(trees):
        values = expected(tree)
        assert values is not None
        for row, value in enumerate(values):
            if not shown(lines[row * len(trees) + number], value):
                wrong.append((printer().text(tree).text, rows()[row], lines[row * len(trees) + number], value))
    assert wrong == []


@needs_gpp
def test_division_of_small_integers(tmp_path: Path) -> None:
    """Every pair of signs, through the helpers and, where nothing is negative, through C++'s own operators."""
    a, b = (next(var for var in VARIABLES if var.name == name) for name in "ab")
    trees: list[Expr] = []
    for left in range(-9, 10):
        for right in (-4, -3, -1, 1, 2, 4):
            for op in ("//", "%", "ceildiv"):
                trees.append(Binary(op, Binary("+", Binary("*", Ref(a), Const(0)), Const(left)), Const(right)))
                trees.append(Binary(op, Const(left), Binary("-", Const(right), Binary("*", Ref(b), Const(0)))))
    lines = run_program(program(trees), tmp_path).split()
    assert [int(line) for line in lines[: len(trees)]] == [evaluate(tree, rows()[0]) for tree in trees]


def text(expr: Expr) -> str:
    return printer().text(expr).text


A, B, N, F, FLAG = (Ref(next(var for var in VARIABLES if var.name == name)) for name in ("a", "b", "i", "f", "flag"))


@pytest.mark.parametrize(
    ("expr", "printed"),
    [
        (Binary("-", N, Binary("-", N, Const(1))), "i - (i - 1)"),
        (Binary("-", Binary("-", N, Const(1)), N), "i - 1 - i"),
        (Binary("*", Binary("+", N, Const(1)), Const(2)), "(i + 1) * 2"),
        (Binary("*", A, Const(2)), "static_cast<int64_t>(a) * 2"),
        (Binary("*", Const(2), A), "2 * static_cast<int64_t>(a)"),
        (Binary("*", A, Const(1.5)), "a * 1.5f"),
        (Binary("/", A, Const(2)), "static_cast<float>(a) / 2"),
        (Binary("//", N, Const(2)), "FloorDiv(i, 2)"),
        (Binary("*", Compare(">", A, Const(3)), Const(64)), "static_cast<int64_t>(a > 3) * 64"),
        (Binary("and", FLAG, Binary("or", FLAG, FLAG)), "flag && (flag || flag)"),
        (Binary("or", Binary("and", FLAG, FLAG), FLAG), "(flag && flag) || flag"),
        (Binary("&", Compare("<", A, B), FLAG), "(a < b) & flag"),
        (Compare("==", Binary("&", A, Const(1)), Const(0)), "(a & 1) == 0"),
        (IfExp(FLAG, A, IfExp(FLAG, B, A)), "flag ? a : flag ? b : a"),
        (Unary("-", Unary("-", N)), "-(-i)"),
        (Unary("not", Compare("<", A, B)), "!(a < b)"),
        (Const(-(2**63)), "(-9223372036854775807 - 1)"),
        (Const(1e39), "__builtin_inff()"),
        (Const(True), "true"),
    ],
)  # fmt: skip
def test_printed(expr: Expr, printed: str) -> None:
    assert text(expr) == printed


@pytest.mark.parametrize("expr", [Const("x"), Const(2**64), Unknown("why"), Binary("**", A, B), Compare("in", A, B)])
def test_what_has_no_form(expr: Expr) -> None:
    with pytest.raises(CannotEmit):
        text(expr)


def test_every_helper_is_used() -> None:
    numbers = printer()
    for op in ("//", "%", "ceildiv", "max", "min"):
        for operand in (N, F):
            numbers.text(Binary(op, operand, operand))
    assert numbers.used == HELPERS
