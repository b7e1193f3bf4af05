"""Synchronisation: events between pipes, barriers, flags between cores."""

from __future__ import annotations

from pyasc_lint.analysis.operands.model import Sync
from pyasc_lint.analysis.operands.operation import Operation, Unsized
from pyasc_lint.analysis.values import Poly


def set_flag(op: Operation) -> None:
    """`set_flag`, in the pipe that the event starts from."""
    sync = op.instruction.sync = Sync("set", *_event(op))
    op.instruction.pipe = sync.source or ""


def wait_flag(op: Operation) -> None:
    """`wait_flag`, in the pipe that the event goes to."""
    sync = op.instruction.sync = Sync("wait", *_event(op))
    op.instruction.pipe = sync.destination or ""


def _event(op: Operation) -> tuple[str | None, Poly | None, str | None, str | None]:
    """(event, id, source pipe, destination pipe)."""
    event = _member(op, "event", "HardEvent")
    source, _, destination = (event or "").partition("_")
    return event, _number(op, "event_id"), source or None, destination or None


def pipe_barrier(op: Operation) -> None:
    """`pipe_barrier`."""
    pipe = _pipe(op)
    op.instruction.sync = Sync("barrier", source=pipe)
    op.instruction.pipe = pipe or ""


def cross_core_set(op: Operation) -> None:
    """`cross_core_set_flag`."""
    pipe = _pipe(op)
    op.instruction.sync = Sync("cross-set", id=_number(op, "flag_id"), source=pipe)
    op.instruction.pipe = pipe or ""


def cross_core_wait(op: Operation) -> None:
    """`cross_core_wait_flag`."""
    pipe = _pipe(op)
    op.instruction.sync = Sync("cross-wait", id=_number(op, "flag_id"), source=pipe)
    op.instruction.pipe = pipe or ""


def fence(op: Operation) -> None:
    """`data_sync_barrier`."""
    op.instruction.sync = Sync("fence")


def sync_all(op: Operation) -> None:
    """`sync_all`: without workspaces, a full barrier and flags between the cores."""
    op.instruction.pipe = "ALL"
    op.instruction.sync = Sync("all-cores", source="ALL")
    if op.form.tensors:
        raise Unsized("what it does to its workspaces is not modelled")


def _pipe(op: Operation) -> str | None:
    member = _member(op, "pipe", "PipeID")
    return member.removeprefix("PIPE_") if member is not None else None


def _member(op: Operation, name: str, enum: str) -> str | None:
    try:
        return op.member(name, enum)
    except Unsized:
        return None


def _number(op: Operation, name: str) -> Poly | None:
    try:
        return op.number(name)
    except Unsized:
        return None
