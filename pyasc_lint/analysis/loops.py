"""What variables and cursors are in an arbitrary iteration of a loop, and after the loop.

A value that every iteration advances by the same amount is exact (`start + k * step`). Any other gets the bounds that
one more iteration does not break.
"""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING, TypeAlias

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.facts import Allocator, LocalRegion, Loop
from pyasc_lint.analysis.operands import registers_changed
from pyasc_lint.analysis.state import State, Value, merge_made, merge_regions
from pyasc_lint.analysis.values import Interval, Poly, Symbol
from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.nodes import Alloc, Assign, Block, NewAllocator, Var, walk

if TYPE_CHECKING:
    from pyasc_lint.analysis.machine import Machine

Key: TypeAlias = "Var | Allocator"
_ROUNDS = 4
"""How often a set of possible tensors may grow before it is given up."""


@dataclass(slots=True)
class Changes:
    """How a loop changes values. `steps` are the exact advances per iteration; `other` what has only bounds."""

    steps: dict[Key, Poly] = field(default_factory=dict)
    other: set[Key] = field(default_factory=set)


def changed_in(body: Block) -> tuple[set[Var], bool]:
    """(variables that the body assigns, whether it allocates)."""
    variables: set[Var] = set()
    allocates = False
    for stmt in walk(body):
        if isinstance(stmt, Assign):
            variables.add(stmt.var)
        elif isinstance(stmt, Alloc | NewAllocator):
            allocates = True
    return variables, allocates


def iteration_values(
    machine: Machine, loop: Loop, body: Block, before: State, inside: State, changed: tuple[set[Var], bool]
) -> Changes:
    """Set the values in `inside` to those at the start of an arbitrary iteration; says how they change."""
    variables, allocates = changed
    numbers: dict[Key, Poly] = {}
    for var in variables:
        value = before.env.get(var)
        if isinstance(value, Poly):
            numbers[var] = value
    if allocates:
        for allocator, cursor in before.cursors.items():
            numbers[allocator] = cursor
    _settle_tensors(machine, body, inside, [var for var in variables if var not in numbers])
    _settle_registers(machine, body, inside)
    changes = Changes()
    if not numbers:
        return changes
    symbols = {key: Symbol(_name(key), "opaque") for key in numbers}
    probe = inside.fork()
    for key, symbol in symbols.items():
        _write(probe, key, symbol.poly)
    end = _probe(machine, body, probe)
    for key, symbol in symbols.items():
        value = _read(end, key)
        if value is None:
            changes.other.add(key)
            continue
        step = value - symbol.poly
        if all(_fixed(free, loop) for free in step.free_symbols()):
            changes.steps[key] = step
            _write(inside, key, numbers[key] + _advanced(loop, step, inside))
        else:
            changes.other.add(key)
    if changes.other:
        _bound_others(machine, body, inside, numbers, symbols, changes)
    return changes


def _name(key: Key) -> str:
    return key.name or "value" if isinstance(key, Var) else "cursor"


def _read(state: State, key: Key) -> Poly | None:
    value = state.env.get(key) if isinstance(key, Var) else state.cursors.get(key)
    return value if isinstance(value, Poly) else None


def _write(state: State, key: Key, value: Poly) -> None:
    if isinstance(key, Var):
        state.env[key] = value
    else:
        state.cursors[key] = value


def _fixed(symbol: Symbol, loop: Loop) -> bool:
    """Whether a symbol keeps its value during the loop."""
    return symbol.kind in ("param", "base", "block") or symbol.index < loop.symbol.index


def _probe(machine: Machine, body: Block, state: State) -> State:
    """The state after one iteration, without recording anything."""
    recording, machine.recording = machine.recording, False
    try:
        machine.block(body, state)
    finally:
        machine.recording = recording
    return state


def _advanced(loop: Loop, step: Poly, state: State) -> Poly:
    """`step` times the number of iterations before the present one."""
    if step.const == 0:
        return step
    done = loop.symbol - loop.start
    if loop.step == 1:
        return step * done
    if loop.step is None:
        count = Symbol("iteration", "loop")
        state.assume(v.ge(count, 0))
        return step * count.poly
    if step.const is not None and step.const % loop.step == 0:
        return done * (step.const // loop.step)
    return step * v.floor_div(done, loop.step, state.facts)


def _bound_others(
    machine: Machine,
    body: Block,
    inside: State,
    numbers: dict[Key, Poly],
    symbols: dict[Key, Symbol],
    changes: Changes,
) -> None:
    """Give values without an exact step the bounds that hold at first and that an iteration preserves."""
    first = inside.fork()
    for key in changes.other:
        _write(first, key, numbers[key])
    second = _probe(machine, body, first.fork())
    guesses = {key: inside.facts.interval(numbers[key]).hull(_interval(second, key)) for key in changes.other}
    for _ in range(2):
        trial = inside.fork()
        for key, guess in guesses.items():
            _write(trial, key, symbols[key].poly)
            _constrain(trial, symbols[key], guess)
        after = _probe(machine, body, trial)
        kept = {key: _preserved(guess, _interval(after, key)) for key, guess in guesses.items()}
        if kept == guesses:
            break
        guesses = kept
    else:
        guesses = {key: Interval(None, None) for key in guesses}
    for key, guess in guesses.items():
        _write(inside, key, symbols[key].poly)
        _constrain(inside, symbols[key], guess)


def _interval(state: State, key: Key) -> Interval:
    value = _read(state, key)
    return state.facts.interval(value) if value is not None else Interval(None, None)


def _preserved(guess: Interval, after: Interval) -> Interval:
    lo = guess.lo if guess.lo is not None and after.lo is not None and after.lo >= guess.lo else None
    hi = guess.hi if guess.hi is not None and after.hi is not None and after.hi <= guess.hi else None
    return Interval(lo, hi)


def _constrain(state: State, symbol: Symbol, interval: Interval) -> None:
    if interval.lo is not None:
        state.assume(v.ge(symbol, interval.lo))
    if interval.hi is not None:
        state.assume(v.le(symbol, interval.hi))


def _settle_tensors(machine: Machine, body: Block, inside: State, variables: list[Var]) -> None:
    """Make tensor variables hold every tensor they may be at the start of an iteration."""
    tensors = [var for var in variables if isinstance(inside.env.get(var), LocalRegion | tuple)]
    for var in variables:
        if var not in tensors:
            inside.env.pop(var, None)
    for _ in range(_ROUNDS):
        if not tensors:
            return
        after = _probe(machine, body, inside.fork())
        stable = True
        for var in tensors:
            known, end = inside.env.get(var), after.env.get(var)
            if not isinstance(known, LocalRegion | tuple) or not isinstance(end, LocalRegion | tuple):
                inside.env.pop(var, None)
                continue
            merged = merge_regions(known, end)
            if _count(merged) != _count(known):
                inside.env[var] = merged
                stable = False
        if stable:
            return
    for var in tensors:
        inside.env.pop(var, None)


def _settle_registers(machine: Machine, body: Block, inside: State) -> None:
    """Keep of the registers what an iteration preserves."""
    changed = registers_changed(body)
    if changed.mask:
        inside.registers = replace(inside.registers, mask=None)
    while changed.others:
        after = _probe(machine, body, inside.fork())
        kept = inside.registers | after.registers
        if kept == inside.registers:
            return
        inside.registers = kept


def _count(value: Value) -> int:
    return len(value) if isinstance(value, tuple) else 1


def advance(loop: Loop, before: State, inside: State, state: State, changes: Changes) -> None:
    """Leave in `state` what holds after the loop, from the state before it and at the end of an iteration."""
    for key, step in changes.steps.items():
        start = _read(before, key)
        assert start is not None
        if step.const == 0:
            _write(state, key, start)
        elif loop.trips is not None:
            _write(state, key, start + step * loop.trips)
        else:
            total = state.unknown(_name(key))
            if state.facts.ask(v.ge(step, 0)) is v.Answer.PROVED:
                state.assume(v.ge(total, start))
            _write(state, key, total)
    for key in changes.other:
        start = _read(before, key)
        bounds = _interval(inside, key)
        if start is not None:
            bounds = bounds.hull(before.facts.interval(start))
        result = Symbol(_name(key), "opaque")
        _constrain(state, result, bounds)
        _write(state, key, result.poly)
    for var, value in inside.env.items():
        if var in changes.steps or var in changes.other:
            continue
        if isinstance(value, Poly) and var not in before.env:
            result = Symbol(var.name or "value", "opaque")
            _constrain(state, result, inside.facts.interval(value))
            state.env[var] = result.poly
        elif isinstance(value, LocalRegion | tuple) and not isinstance(value, Poly):
            known = before.env.get(var)
            state.env[var] = merge_regions(known, value) if isinstance(known, LocalRegion | tuple) else value
        elif var not in before.env and not isinstance(value, Poly):
            state.env[var] = value
    for allocator, cursor in inside.cursors.items():
        if allocator not in before.cursors:
            result = Symbol("cursor", "opaque")
            _constrain(state, result, inside.facts.interval(cursor))
            state.cursors[allocator] = result.poly
    state.made = merge_made(state.made, inside.made)
    if inside.registers != state.registers:
        runs = loop.trips is not None and state.facts.ask(v.ge(loop.trips, 1)) is v.Answer.PROVED
        state.registers = inside.registers if runs else state.registers | inside.registers
