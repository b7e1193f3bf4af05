"""The frame of a static-Tensor kernel: `init_soc_state` before any instruction, `pipe_barrier(PIPE_ALL)` at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import replace
from functools import cache, reduce
from itertools import product
from typing import TYPE_CHECKING

from pyasc_lint import api
from pyasc_lint.analysis.branches import Branches, Path, compatible
from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.nodes import (
    Block,
    Call,
    Const,
    CoreTest,
    Enum,
    Expr,
    For,
    If,
    Inlined,
    Kernel,
    Stmt,
    Unary,
    While,
    is_static_construct,
    walk,
)
from pyasc_lint.ir.survey import survey

if TYPE_CHECKING:
    from pyasc_lint.profiles import Core

_QUIET = frozenset({"sysvar", "language", "debug", "tensor", "workspace", "framework"})
"""Categories of calls that issue no instruction whose order matters here: queries, debug aids, trace-time helpers."""

_TENSORS = frozenset({"LocalTensor", "GlobalTensor"})
_ACCESSES = frozenset({"get_value", "set_value"})
"""The methods of a tensor that are instructions, all of the scalar unit."""

_MAX_FOLLOWED = 6
"""Tests that are followed both ways through the whole kernel; 2 ** 6 walks are affordable."""


def is_instruction(stmt: Call) -> bool:
    """Whether a call issues an instruction (constructors, allocations and queries do not)."""
    return issues_instruction(stmt.api)


@cache
def issues_instruction(name: str) -> bool:
    """Whether calls of a function of `asc`, or of a method such as `LocalTensor.get_value`, issue an instruction."""
    owner, _, method = name.rpartition(".")
    if owner in _TENSORS:
        return method in _ACCESSES
    function = api.find_function(name)
    if function is None or function.name == "init_soc_state" or function.category in _QUIET:
        return False
    return function.category != "highlevel.sort" or function.pipe != "S"  # get_sort_len and its like only compute


def is_scalar_only(stmt: Call) -> bool:
    """Whether the scalar unit alone executes an instruction: nothing of it is under way when the kernel ends."""
    function = api.find_function(stmt.api)
    return function is None or function.pipe == "S"


def is_full_barrier(stmt: Call) -> bool:
    """Whether a call is `pipe_barrier(PIPE_ALL)`."""
    if stmt.api != "pipe_barrier":
        return False
    pipe = stmt.args.get("pipe") or (stmt.positional[0] if stmt.positional else None)
    return isinstance(pipe, Enum) and pipe.member == "PIPE_ALL"


@dataclass(frozen=True, slots=True)
class Frame:
    """What holds at one point of a kernel, over all paths to it.

    `initialised`: every path has called `init_soc_state`; `seen`: some path has. `early` is an instruction that some
    path issues before. `barred`: every path has passed a full barrier. `open` is an instruction that some path issues
    after its last one; `closed`: some path has none.
    """

    initialised: bool = False
    seen: bool = False
    early: Call | None = None
    barred: bool = False
    open: Call | None = None
    closed: bool = True

    def __or__(self, other: Frame) -> Frame:
        return Frame(
            self.initialised and other.initialised,
            self.seen or other.seen,
            self.early or other.early,
            self.barred and other.barred,
            self.open or other.open,
            self.closed or other.closed,
        )


def frame_of(kernel: Kernel, core: Core) -> Frame:
    """What holds at the end of a kernel on one core.

    A test that stands in several places goes one way in a run. Trace-time branches that leave no static tensor in the
    kernel do not count: what pyasc compiles for them is no static-Tensor kernel.
    """
    branches = Branches(kernel)
    followed = _questions(kernel, branches)[:_MAX_FOLLOWED]
    static = [path for _, path in branches.static_constructs()]
    frames = []
    for answers in product((True, False), repeat=len(followed)):
        run = dict(zip(followed, answers, strict=True))
        if any(compatible(run, path) for path in static):
            frames.append(_Walk(core, branches, run).block(kernel.body, Frame()))
    return reduce(Frame.__or__, frames, frames[0]) if frames else Frame()


def _questions(kernel: Kernel, branches: Branches) -> list[Hashable]:
    """What several tests ask, or pyasc itself, and what the frame may depend on."""
    counts: Counter[Hashable] = Counter()
    deciding: set[Hashable] = set()
    for stmt in survey(kernel).of(If):
        outcome = branches.outcome(stmt)
        if outcome is not None:
            counts[outcome.question] += 2 if outcome.trace_time else 1
            if any(_decides(inner) for inner in (*walk(stmt.body), *walk(stmt.orelse))):
                deciding.add(outcome.question)
    return [question for question, count in counts.items() if count > 1 and question in deciding]


def _decides(stmt: Stmt) -> bool:
    """Whether a statement begins or ends the frame, or makes the kernel a static one."""
    if isinstance(stmt, Call):
        return stmt.api == "init_soc_state" or is_full_barrier(stmt)
    return is_static_construct(stmt)


@dataclass(frozen=True, slots=True)
class _Walk:
    """One walk over all paths that give fixed answers to some tests."""

    core: Core
    branches: Branches
    answers: Path

    def block(self, body: Block, frame: Frame) -> Frame:
        for stmt in body:
            frame = self.statement(stmt, frame)
        return frame

    def statement(self, stmt: Stmt, frame: Frame) -> Frame:
        match stmt:
            case Call():
                return _after(stmt, frame)
            case If():
                known = self._taken(stmt)
                if known is not None:
                    return self.block(stmt.body if known else stmt.orelse, frame)
                return self.block(stmt.body, frame) | self.block(stmt.orelse, frame)
            case For():
                once = self.block(stmt.body, frame)
                return once if runs(stmt) else once | frame
            case While():
                tested = self.block(stmt.head, frame)
                return tested | self.block(stmt.head, self.block(stmt.body, tested))
            case Inlined():
                return self.block(stmt.body, frame)
        return frame

    def _taken(self, stmt: If) -> bool | None:
        known = core_truth(stmt.test, self.core)
        if known is not None:
            return known
        outcome = self.branches.outcome(stmt)
        if outcome is None or outcome.question not in self.answers:
            return None
        return self.answers[outcome.question] == outcome.answer


def _after(stmt: Call, frame: Frame) -> Frame:
    if stmt.api == "init_soc_state":
        return replace(frame, initialised=True, seen=True)
    if not is_instruction(stmt):
        return frame
    if frame.early is None and not frame.initialised:
        frame = replace(frame, early=stmt)
    if is_full_barrier(stmt):
        return replace(frame, barred=True, open=None, closed=True)
    if frame.barred and is_scalar_only(stmt):
        return frame
    return Frame(frame.initialised, frame.seen, frame.early, frame.barred, open=stmt, closed=False)


def runs(stmt: For) -> bool:
    """Whether a loop with constant bounds has at least one iteration."""
    bounds = [part.value for part in (stmt.start, stmt.stop, stmt.step) if isinstance(part, Const)]
    if len(bounds) != 3 or not all(isinstance(bound, int) for bound in bounds) or not bounds[2]:
        return False
    return len(range(*bounds)) > 0  # type: ignore[arg-type]


def core_truth(test: Expr, core: Core) -> bool | None:
    """Truth of a test of the core kind, on that core."""
    if isinstance(test, Unary) and test.op == "not":
        inner = core_truth(test.operand, core)
        return None if inner is None else not inner
    if isinstance(test, CoreTest) and core in ("AIC", "AIV"):
        return test.core == core
    return None
