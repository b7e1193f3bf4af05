"""Runs a kernel on symbolic values and records what it allocates, constructs and calls."""

from __future__ import annotations

from collections.abc import Iterable

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.allocation import alloc, make_local, new_allocator, set_buffer
from pyasc_lint.analysis.divisions import Divisions
from pyasc_lint.analysis.evaluation import operand, value
from pyasc_lint.analysis.facts import (
    Allocator,
    CallFact,
    Gap,
    GlobalRegion,
    KernelFacts,
    ListValue,
    LocalRegion,
    Loop,
    Operand,
    StructValue,
)
from pyasc_lint.analysis.loop_entry import enter, value_after
from pyasc_lint.analysis.loops import advance, changed_in, iteration_values
from pyasc_lint.analysis.operands import registers_after
from pyasc_lint.analysis.parameters import bind_parameters
from pyasc_lint.analysis.results import bind_result
from pyasc_lint.analysis.scalars import DTYPE_NAMES, condition, number
from pyasc_lint.analysis.state import Context, State, join
from pyasc_lint.analysis.values import Cond, Facts, Poly, Symbol
from pyasc_lint.ir.nodes import (
    Alloc,
    Assign,
    Assume,
    Block,
    Call,
    CurAddr,
    For,
    If,
    Inlined,
    MakeGlobal,
    MakeLocal,
    NewAllocator,
    SetBuffer,
    Stmt,
    While,
)
from pyasc_lint.ir.types import DTypeOf, TensorType


class Machine:
    """One run over one kernel. `facts` collects the results."""

    def __init__(self, facts: KernelFacts) -> None:
        self.facts = facts
        self.context = Context(facts.core)
        self.recording = True
        self.divisions = Divisions(facts.kernel)
        self.loops: tuple[Loop, ...] = ()

    def run(self) -> State:
        """Execute the whole kernel; returns the final state."""
        state = State(self.context, Facts())
        bind_parameters(self.facts, state)
        self.block(self.facts.kernel.body, state)
        self._collect_inputs(state)
        return state

    def _collect_inputs(self, state: State) -> None:
        self.facts.inputs += self.context.fields.values()
        self.facts.sizes = {symbol: parameter for parameter, symbol in self.context.sizes.items()}
        self.facts.dtype_symbols = self.context.dtypes
        self.facts.choices = self.context.choices
        self.facts.input_facts = state.facts
        for parameter, symbol in self.context.dtypes.items():
            names = frozenset(DTYPE_NAMES[number] for number in state.dtype_numbers(symbol))
            self.facts.dtypes[parameter] = names

    # ------------------------------------------------------------------------------------------------------- blocks

    def block(self, block: Block, state: State) -> None:
        """Execute statements in order; nothing follows in a state that cannot be."""
        for stmt in block:
            if not state.reachable:
                return
            self.statement(stmt, state)

    def statement(self, stmt: Stmt, state: State) -> None:
        if self.recording:
            self.facts.divisions += self.divisions.of(stmt, state)
        match stmt:
            case Call():
                self._call(stmt, state)
            case Assign():
                self._assign(stmt, state)
            case Alloc():
                alloc(self, stmt, state)
            case MakeLocal():
                make_local(self, stmt, state)
            case NewAllocator():
                new_allocator(self, stmt, state)
            case CurAddr():
                allocator = value(stmt.allocator, state)
                if isinstance(allocator, Allocator) and allocator in state.cursors:
                    state.env[stmt.var] = state.cursors[allocator]
            case MakeGlobal():
                element = stmt.var.type.element if isinstance(stmt.var.type, TensorType) else None
                state.env[stmt.var] = GlobalRegion(None, Poly.of(0), Poly.of(0), None, element)
            case SetBuffer():
                set_buffer(stmt, state)
            case If():
                self._if(stmt, state)
            case For():
                self._for(stmt, state)
            case While():
                self._while(stmt, state)
            case Inlined():
                self.block(stmt.body, state)
            case Assume():
                self._assume(stmt, state)

    def _assume(self, stmt: Assume, state: State) -> None:
        test = condition(stmt.test, state)
        if test is None:
            return
        before = state.facts
        state.assume(test)
        if not state.reachable and stmt.source == "comment":
            state.facts = before
            self.gap(Gap(stmt.span, "unsatisfiable", stmt.text, stack=stmt.stack))

    def gap(self, gap: Gap) -> None:
        if self.recording and gap not in self.facts.gaps:
            self.facts.gaps.append(gap)

    def _assign(self, stmt: Assign, state: State) -> None:
        known = value(stmt.value, state)
        if known is not None:
            state.env[stmt.var] = known
        else:
            state.env.pop(stmt.var, None)

    # -------------------------------------------------------------------------------------------------------- calls

    def _call(self, stmt: Call, state: State) -> None:
        operands = {name: operand(arg, state) for name, arg in stmt.args.items()}
        receiver = operand(stmt.receiver, state) if stmt.receiver is not None else None
        sizes = _element_sizes((receiver, *operands.values()), state)
        fact = CallFact(stmt, operands, receiver, state.facts, self.loops, state.registers, sizes)
        if self.recording:
            self.facts.calls.append(fact)
        state.registers = registers_after(fact)
        if stmt.result is not None:
            bind_result(stmt, self.facts, state)

    # ------------------------------------------------------------------------------------------------- control flow

    def _if(self, stmt: If, state: State) -> None:
        test = condition(stmt.test, state) or state.choice(stmt.test.span or stmt.span)
        known = state.facts.ask(test)
        if known is v.Answer.PROVED:
            self.block(stmt.body, state)
            return
        if known is v.Answer.REFUTED:
            self.block(stmt.orelse, state)
            return
        self._record_test(stmt, test, state)
        then, orelse = state.fork(), state.fork()
        then.assume(test)
        orelse.assume(v.Not(test))
        self.block(stmt.body, then)
        self.block(stmt.orelse, orelse)
        self._replace(state, join(test, then, orelse))

    def _record_test(self, stmt: If, test: Cond | None, state: State) -> None:
        if not self.recording:
            return
        if test is not None and all(symbol.kind in ("param", "block") for symbol in test.free_symbols()):
            self.facts.tests.append((stmt, state.facts, test))
        elif test is None or any(symbol.kind == "opaque" for symbol in test.free_symbols()):
            self.facts.guesses = True

    def _replace(self, state: State, other: State) -> None:
        state.facts, state.env, state.cursors, state.made = other.facts, other.env, other.cursors, other.made
        state.registers = other.registers

    def _for(self, stmt: For, state: State) -> None:
        start, stop = number(stmt.start, state), number(stmt.stop, state)
        step = number(stmt.step, state) if stmt.step is not None else Poly.of(1)
        start = start if start is not None else state.unknown("start")
        stop = stop if stop is not None else state.unknown("stop")
        step = step if step is not None and step.const != 0 else state.unknown("step")
        inside = state.fork()
        entered = enter(stmt, start, stop, step, state, inside)
        if entered is None:
            return
        self._record_trips(entered.trips, state)
        self._iterate(entered, stmt.body, state, inside, None)
        if stmt.var not in state.env:
            state.env[stmt.var] = value_after(stmt.var.name or "i", start, stop, step.const, state)

    def _record_trips(self, trips: Poly | None, state: State) -> None:
        if not self.recording:
            return
        if trips is not None and all(symbol.kind in ("param", "block") for symbol in trips.free_symbols()):
            self.facts.trip_counts.append((state.facts, trips))
        elif trips is None or any(symbol.kind == "opaque" for symbol in trips.free_symbols()):
            self.facts.guesses = True

    def _while(self, stmt: While, state: State) -> None:
        self._record_trips(None, state)
        symbol = Symbol("iteration", "loop")
        loop = Loop(symbol, Poly.of(0), 1, None, stmt.span)
        inside = state.fork()
        inside.assume(v.ge(symbol, 0))
        self._iterate(loop, [*stmt.head, *stmt.body], state, inside, stmt)

    def _iterate(self, loop: Loop, body: Block, state: State, inside: State, tested: While | None) -> None:
        """Run a loop body for an arbitrary iteration; leaves in `state` what holds after the loop."""
        if not inside.reachable:
            return
        changed = changed_in(body)
        before = state.fork()
        outer_loops, self.loops = self.loops, (*self.loops, loop)
        changes = iteration_values(self, loop, body, before, inside, changed)
        if tested is not None:
            self.block(tested.head, inside)
            inside.assume(condition(tested.test, inside) or inside.choice(tested.test.span or tested.span))
            self.block(tested.body, inside)
        else:
            self.block(body, inside)
        self.loops = outer_loops
        advance(loop, before, inside, state, changes)


def _element_sizes(operands: Iterable[Operand | None], state: State) -> dict[DTypeOf, Poly]:
    """Bytes of an element of each operand whose dtype is a parameter's."""
    sizes: dict[DTypeOf, Poly] = {}
    todo = list(operands)
    for each in todo:
        match each:
            case tuple() | ListValue():
                todo.extend(each if isinstance(each, tuple) else each.items)
            case StructValue():
                todo.extend(each.fields.values())
            case LocalRegion(element=DTypeOf() as element) | GlobalRegion(element=DTypeOf() as element):
                sizes[element] = state.size_of(element.parameter)
    return sizes
