"""The verifier finds each kind of broken IR, and nothing in sound IR."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pyasc_lint.ir.nodes import (
    Alloc,
    Assign,
    Block,
    Call,
    Const,
    DTypeExpr,
    Enum,
    For,
    If,
    Inlined,
    Kernel,
    NewAllocator,
    Options,
    Param,
    Ref,
    Var,
    View,
)
from pyasc_lint.ir.spans import CallSite, Span
from pyasc_lint.ir.types import DTYPES, INT32, AllocatorType, TensorType
from pyasc_lint.ir.verifier import verify

PATH = "kernel.py"
LINES = {PATH: ["x" * 40] * 20}


def at(line: int) -> Span:
    return Span(PATH, line, 1, line, 10)


class Sound:
    """A small kernel with nothing wrong, to be broken."""

    def __init__(self) -> None:
        self.n = Var("n", INT32, "param")
        self.ub = Var("ub", AllocatorType("UB"))
        self.tile = Var("tile", TensorType("local", DTYPES["float32"]))
        self.size = Var("size", INT32)
        self.index = Var("i", INT32, "loop")
        self.allocator = NewAllocator(at(2), self.ub, "UB")
        self.alloc = Alloc(
            at(3), self.tile, Ref(self.ub), Enum("TPosition", "VECIN"), DTypeExpr(DTYPES["float32"]), Ref(self.n)
        )
        self.assign = Assign(at(4), self.size, Const(8))
        self.call = Call(at(6), "duplicate", {"dst": View(Ref(self.tile), Ref(self.index)), "count": Ref(self.size)}, 0)
        self.loop = For(at(5), self.index, Const(0), Ref(self.n), Const(1), [self.call])
        self.branch = If(at(7), Const(True), [Assign(at(8), self.size, Ref(self.n))], [])
        site = CallSite("helper", at(9))
        self.inner = Assign(at(12), Var("k", INT32), Ref(self.size), stack=(site,))
        self.inlined = Inlined(at(9), "helper", [self.inner])
        self.body: Block = [self.allocator, self.alloc, self.assign, self.loop, self.branch, self.inlined]

    def kernel(self) -> Kernel:
        params = [Param(self.n, "int", False, at(1))]
        return Kernel("kernel", PATH, at(1), params, self.body, Options())


def test_sound_ir_is_sound() -> None:
    assert verify(Sound().kernel(), LINES) == []


def read_before_it_is_made(sound: Sound) -> None:
    sound.body.remove(sound.assign)
    sound.body.append(sound.assign)


def made_twice(sound: Sound) -> None:
    sound.body.append(NewAllocator(at(9), sound.ub, "L1"))


def assigned_although_a_parameter(sound: Sound) -> None:
    sound.body.append(NewAllocator(at(9), sound.n, "L1"))


def one_statement_in_two_places(sound: Sound) -> None:
    sound.branch.orelse = sound.branch.body


def a_number_as_allocator(sound: Sound) -> None:
    sound.alloc.allocator = Ref(sound.n)


def a_tensor_in_a_number(sound: Sound) -> None:
    sound.assign.value = Ref(sound.tile)


def a_view_of_a_number(sound: Sound) -> None:
    sound.call.args = {"dst": View(Ref(sound.n), Const(0))}


def a_loop_variable_of_another_role(sound: Sound) -> None:
    sound.index.role = "local"


def a_span_past_the_file(sound: Sound) -> None:
    sound.assign.span = at(21)


def a_span_past_the_line(sound: Sound) -> None:
    sound.assign.span = Span(PATH, 4, 1, 4, 99)


def a_span_of_another_file(sound: Sound) -> None:
    sound.assign.value = Const(8, span=Span("other.py", 4, 1, 4, 2))


def a_span_that_ends_before_it_starts(sound: Sound) -> None:
    sound.assign.span = Span(PATH, 4, 9, 4, 2)


def a_stack_without_the_helper(sound: Sound) -> None:
    sound.inner.stack = ()


def a_stack_of_another_call(sound: Sound) -> None:
    sound.inner.stack = (CallSite("helper", at(10)),)


def spans_of_no_argument(sound: Sound) -> None:
    sound.call.spans = {"src": at(6)}


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (read_before_it_is_made, "reads 'size', which has no value on any path"),
        (made_twice, "defines 'ub' a second time"),
        (assigned_although_a_parameter, "defines 'n' a second time"),
        (one_statement_in_two_places, "stands in two places"),
        (a_number_as_allocator, "the allocator is of type"),
        (a_tensor_in_a_number, "gets a value of type"),
        (a_view_of_a_number, "the base of a view is of type"),
        (a_loop_variable_of_another_role, "the loop variable has role local"),
        (a_span_past_the_file, "ends past the end of kernel.py"),
        (a_span_past_the_line, "ends past the end of kernel.py"),
        (a_span_of_another_file, "other.py, which is no file of the run"),
        (a_span_that_ends_before_it_starts, "has the span"),
        (a_stack_without_the_helper, "has stack none, the code around it helper"),
        (a_stack_of_another_call, "has stack helper, the code around it helper"),
        (spans_of_no_argument, "spans of ['src'], which are no arguments"),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_broken_ir_is_told(damage: Callable[[Sound], None], told: str) -> None:
    sound = Sound()
    damage(sound)
    assert any(told in text for text in verify(sound.kernel(), LINES))


def test_where_the_files_are_not_known_spans_are_taken_as_they_are() -> None:
    sound = Sound()
    a_span_past_the_file(sound)
    assert verify(sound.kernel()) == []
