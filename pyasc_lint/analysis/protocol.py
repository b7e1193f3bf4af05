"""The frame of a static-Tensor kernel: `init_soc_state` before any instruction, `pipe_barrier(PIPE_ALL)` at every end."""

from __future__ import annotations

from dataclasses import dataclass

from pyasc_lint import api
from pyasc_lint.ir.nodes import Block, Call, Const, CoreTest, Enum, Expr, For, If, Inlined, Stmt, Unary, While
from pyasc_lint.profiles import Core

_QUIET = frozenset({"sysvar", "language", "debug", "tensor", "workspace", "highlevel.sort", "framework"})
"""Categories of calls that issue no instruction whose order matters here: queries, debug aids, trace-time helpers."""

_QUIET_METHODS = frozenset({"get_size", "get_length", "get_shape_info", "set_shape_info", "get_phy_addr", "set_l2_cache_hint",
                            "get_position", "set_size", "set_buffer_len", "__setitem__"})  # fmt: skip


def is_instruction(stmt: Stmt) -> bool:
    """Whether a statement issues an instruction (constructors, allocations and queries do not)."""
    if not isinstance(stmt, Call) or stmt.api == "init_soc_state":
        return False
    if "." in stmt.api and not stmt.api.startswith("adv."):
        return stmt.api.rpartition(".")[2] not in _QUIET_METHODS
    function = api.find_function(stmt.api)
    return function is not None and function.category not in _QUIET


def is_full_barrier(stmt: Call) -> bool:
    """Whether a call is `pipe_barrier(PIPE_ALL)`."""
    if stmt.api != "pipe_barrier":
        return False
    pipe = stmt.args.get("pipe") or (stmt.positional[0] if stmt.positional else None)
    return isinstance(pipe, Enum) and pipe.member == "PIPE_ALL"


@dataclass(frozen=True, slots=True)
class Frame:
    """`uninitialised`: a path to here has not called `init_soc_state`. `open`: a path to here has instructions after
    its last full barrier. `early`: some path issued an instruction before `init_soc_state`."""

    uninitialised: bool = True
    open: bool = False
    early: bool = False

    def __or__(self, other: Frame) -> Frame:
        return Frame(self.uninitialised or other.uninitialised, self.open or other.open, self.early or other.early)


def frame_of(body: Block, core: Core) -> Frame:
    """What holds on some path at the end of a kernel."""
    return _block(body, Frame(), core)


def _block(body: Block, frame: Frame, core: Core) -> Frame:
    for stmt in body:
        frame = _statement(stmt, frame, core)
    return frame


def _statement(stmt: Stmt, frame: Frame, core: Core) -> Frame:
    match stmt:
        case Call(api="init_soc_state"):
            return Frame(False, frame.open, frame.early)
        case Call() if is_instruction(stmt):
            return Frame(frame.uninitialised, not is_full_barrier(stmt), frame.early or frame.uninitialised)
        case If():
            known = core_truth(stmt.test, core)
            if known is not None:
                return _block(stmt.body if known else stmt.orelse, frame, core)
            return _block(stmt.body, frame, core) | _block(stmt.orelse, frame, core)
        case For():
            once = _block(stmt.body, frame, core)
            again = _block(stmt.body, once | frame, core)
            return again if runs(stmt) else again | frame
        case While():
            head = _block(stmt.head, frame, core)
            again = _block(stmt.body, head, core)
            return _block(stmt.head, again | frame, core)
        case Inlined():
            return _block(stmt.body, frame, core)
    return frame


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
