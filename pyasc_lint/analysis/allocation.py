"""Statements that make tensors: allocators, allocations, addressed LocalTensors, buffers of GlobalTensors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.evaluation import value
from pyasc_lint.analysis.facts import Allocator, Buffer, GlobalRegion, LocalRegion
from pyasc_lint.analysis.repetition import repeating, together
from pyasc_lint.analysis.scalars import element_size, number
from pyasc_lint.analysis.state import State
from pyasc_lint.analysis.values import Poly, Symbol
from pyasc_lint.ir.nodes import Alloc, Const, DTypeExpr, Enum, Expr, MakeLocal, NewAllocator, Ref, SetBuffer
from pyasc_lint.ir.types import Element

if TYPE_CHECKING:
    from pyasc_lint.analysis.machine import Machine


def new_allocator(machine: Machine, stmt: NewAllocator, state: State) -> None:
    """Construct an allocator: its cursor is at the first byte for user data."""
    allocator = Allocator(stmt, stmt.hardware, machine.loops, state.facts)
    if stmt.hardware is not None:
        same = (other for other in state.made if other.hardware == stmt.hardware)
        allocator.earlier = next((other for other in same if together(other, allocator)), None)
        allocator.repeating = repeating(machine.loops, state.facts)
    state.env[stmt.var] = allocator
    state.made[allocator] = ()
    memory = machine.facts.profile.memory(stmt.hardware) if stmt.hardware is not None else None
    if memory is None:
        state.cursors[allocator] = state.unknown("cursor")
    elif memory.start is None:
        base = Symbol(memory.start_symbol or f"start of {stmt.hardware}", "base")
        state.assume(v.And(v.ge(base, 0), v.eq(v.floor_mod(base, memory.align), 0)))
        state.cursors[allocator] = base.poly
    else:
        state.cursors[allocator] = Poly.of(memory.start)
    if machine.recording:
        machine.facts.allocators.append(allocator)


def alloc(machine: Machine, stmt: Alloc, state: State) -> None:
    """Allocate a tensor at the cursor of its allocator."""
    allocator = value(stmt.allocator, state)
    owner = allocator if isinstance(allocator, Allocator) else None
    element = stmt.dtype.element if isinstance(stmt.dtype, DTypeExpr) else None
    address = state.cursors[owner] if owner is not None and owner in state.cursors else state.unknown("address")
    buffer = _buffer(machine, stmt, stmt.var.name, owner.hardware if owner else None, stmt.position, element, address,
                          stmt.count, state)  # fmt: skip
    buffer.allocator = owner
    if owner is not None:
        buffer.growing = repeating(machine.loops[len(owner.loops) :], state.facts)
        buffer.before = state.made.get(owner, ())
        state.made[owner] = (buffer,)
        if state.facts.ask(v.le(buffer.count, 0)) is not v.Answer.PROVED:  # ASC111 tells it
            state.cursors[owner] = buffer.end
    _finish(machine, stmt, buffer, element, state)


def make_local(machine: Machine, stmt: MakeLocal, state: State) -> None:
    """Make a LocalTensor at an address."""
    element = stmt.dtype.element if isinstance(stmt.dtype, DTypeExpr) else None
    if stmt.position is None or stmt.address is None or stmt.count is None:
        state.env.pop(stmt.var, None)
        return
    hardware = None
    if isinstance(stmt.position, Enum):
        hardware = machine.facts.profile.hardware_of(stmt.position.member)
    address = number(stmt.address, state)
    if address is None:
        address = state.unknown("address")
    buffer = _buffer(machine, stmt, stmt.var.name, hardware, stmt.position, element, address, stmt.count, state)
    _finish(machine, stmt, buffer, element, state)


def _buffer(
    machine: Machine,
    stmt: Alloc | MakeLocal,
    name: str,
    hardware: str | None,
    position: Expr,
    element: Element,
    address: Poly,
    count_expr: Expr,
    state: State,
) -> Buffer:
    count = number(count_expr, state)
    if count is None:
        if isinstance(count_expr, Const) and isinstance(count_expr.value, float):
            count = Poly.of(int(count_expr.value))  # pyasc drops the fraction
        else:
            count = state.unknown("size")
    size = element_size(element, state)
    if size is None:
        size = Symbol("sizeof(?)", "opaque").poly
        state.assume(v.ge(size, 1))
    member = position.member if isinstance(position, Enum) else None
    return Buffer(stmt, name, hardware, member, element, size, address, count, count * size, state.facts, machine.loops)


def _finish(machine: Machine, stmt: Alloc | MakeLocal, buffer: Buffer, element: Element, state: State) -> None:
    state.env[stmt.var] = LocalRegion(buffer, Poly.of(0), element)
    if machine.recording:
        buffer.index = len(machine.facts.buffers)
        machine.facts.buffers.append(buffer)


def set_buffer(stmt: SetBuffer, state: State) -> None:
    """Say what a GlobalTensor points to."""
    if not isinstance(stmt.tensor, Ref):
        return
    address = value(stmt.address, state)
    count = number(stmt.count, state) if stmt.count is not None else None
    if isinstance(address, GlobalRegion):
        state.env[stmt.tensor.var] = GlobalRegion(address.parameter, address.base, Poly.of(0), count, address.element)
    else:
        state.env[stmt.tensor.var] = GlobalRegion(None, Poly.of(0), Poly.of(0), count, None)
