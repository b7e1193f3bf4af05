"""Entering a run-time `for`: its variable, and how many iterations it has."""

from __future__ import annotations

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.facts import Loop
from pyasc_lint.analysis.state import State
from pyasc_lint.analysis.values import Poly, Symbol
from pyasc_lint.ir.nodes import For


def enter(stmt: For, start: Poly, stop: Poly, step: Poly, state: State, inside: State) -> Loop | None:
    """Make `inside`, a fork of the state before the loop, that of any iteration; None where there is none."""
    if step.const is not None:
        return _constant_step(stmt, start, stop, step.const, state, inside)
    return _variable_step(stmt, start, stop, step, inside)


def _constant_step(stmt: For, start: Poly, stop: Poly, step: int, state: State, inside: State) -> Loop | None:
    """Enter a loop by its variable; None where it has no iteration."""
    symbol = Symbol(stmt.var.name or "i", "loop")
    distance = stop - start if step > 0 else start - stop
    trips = v.floor_div(distance + (abs(step) - 1), abs(step), state.facts)
    if state.facts.ask(v.ge(trips, 0)) is not v.Answer.PROVED:
        if state.facts.ask(v.le(trips, 0)) is v.Answer.PROVED:
            return None
        trips = v.maximum(trips, 0, state.facts)
    inside.facts = state.facts.with_loop(symbol, start, stop, step)
    inside.env[stmt.var] = symbol.poly
    return Loop(symbol, start, step, trips, stmt.span, stmt.static)


def _variable_step(stmt: For, start: Poly, stop: Poly, step: Poly, inside: State) -> Loop:
    """Enter a loop by the number of iterations before. pyasc's loop ends only where the step is positive."""
    inside.assume(v.ge(step, 1))
    trips = v.floor_div(stop - start + step - 1, step, inside.facts)
    trips = v.maximum(trips, 0, inside.facts)
    symbol = Symbol("iteration", "loop")
    inside.facts = inside.facts.with_loop(symbol, 0, trips, 1)
    value = start + step * symbol.poly
    inside.assume(v.And(v.ge(value, start), v.lt(value, stop)))
    inside.env[stmt.var] = value
    return Loop(symbol, Poly.of(0), 1, trips, stmt.span, stmt.static)


def value_after(name: str, start: Poly, stop: Poly, step: int | None, state: State) -> Poly:
    """The loop variable after the loop: its last value."""
    last = state.unknown(name)
    if step is not None and step > 0:
        state.assume(v.And(v.ge(last, start), v.Or(v.lt(last, stop), v.eq(last, start))))
    return last
