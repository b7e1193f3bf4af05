"""Runs a kernel on symbolic values and records what it allocates, constructs and calls."""

from __future__ import annotations

from collections.abc import Iterable

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.divisions import Divisions
from pyasc_lint.analysis.facts import (
    Allocator,
    Buffer,
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
from pyasc_lint.analysis.loops import advance, changed_in, iteration_values
from pyasc_lint.analysis.operands import registers_after
from pyasc_lint.analysis.repetition import repeating, together
from pyasc_lint.analysis.scalars import DTYPE_NAMES, condition, element_size, number
from pyasc_lint.analysis.state import Context, State, Value, join
from pyasc_lint.analysis.usage import copied_dtypes
from pyasc_lint.analysis.values import Cond, Facts, Poly, Symbol
from pyasc_lint.ir.nodes import (
    AddressAdd,
    Alloc,
    Assign,
    Assume,
    Block,
    Call,
    Const,
    CurAddr,
    DTypeExpr,
    Enum,
    Expr,
    For,
    If,
    Inlined,
    MakeGlobal,
    MakeLocal,
    New,
    NewAllocator,
    Ref,
    Reinterpret,
    Sequence,
    SetBuffer,
    Stmt,
    View,
    While,
)
from pyasc_lint.ir.survey import survey
from pyasc_lint.ir.types import AddressType, DType, DTypeOf, Element, TensorType

_COUNTERS = frozenset({"get_block_num", "get_sub_block_num", "get_task_ratio"})
_INDICES = frozenset({"get_block_idx", "get_sub_block_idx"})


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
        self._bind_parameters(state)
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

    # --------------------------------------------------------------------------------------------------- parameters

    def _bind_parameters(self, state: State) -> None:
        launch = self.facts.kernel.launch
        values = launch.values if launch is not None else {}
        for param in self.facts.kernel.params:
            var = param.var
            if isinstance(var.type, AddressType):
                state.env[var] = GlobalRegion(var, Poly.of(0), Poly.of(0), None, var.type.element)
            elif not isinstance(var.type, DType) or var.type.kind != "float":
                known = values.get(var.name)
                if isinstance(known, int):
                    state.env[var] = Poly.of(int(known))
                else:
                    symbol = Symbol(var.name, "param")
                    self.facts.inputs.append(symbol)
                    state.env[var] = symbol.poly
        kinds = [param.var.type for param in self.facts.kernel.params]
        for parameter, names in copied_dtypes(self.facts.kernel).items():
            if len(names) == 1 and AddressType(DTypeOf(parameter)) in kinds:
                inferred = v.eq(state.dtype_symbol(parameter), DTYPE_NAMES.index(names[0]))
                if not self._contradicted(inferred, state):
                    state.assume(inferred)
        for key, known in values.items():
            if "." in key and isinstance(known, int):
                state.assume(v.eq(state.field(key), int(known)))

    def _contradicted(self, inferred: Cond, state: State) -> bool:
        """Whether `assume` comments rule out a dtype that only the copies of the kernel suggest."""
        told = state.fork()
        for stmt in survey(self.facts.kernel).of(Assume):
            if stmt.source == "comment":
                test = condition(stmt.test, told)
                if test is not None and test.free_symbols() & inferred.free_symbols():
                    told.assume(test)
        if not told.reachable:
            return False
        told.assume(inferred)
        return not told.reachable

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
                self._alloc(stmt, state)
            case MakeLocal():
                self._make_local(stmt, state)
            case NewAllocator():
                self._new_allocator(stmt, state)
            case CurAddr():
                allocator = self.value(stmt.allocator, state)
                if isinstance(allocator, Allocator) and allocator in state.cursors:
                    state.env[stmt.var] = state.cursors[allocator]
            case MakeGlobal():
                element = stmt.var.type.element if isinstance(stmt.var.type, TensorType) else None
                state.env[stmt.var] = GlobalRegion(None, Poly.of(0), Poly.of(0), None, element)
            case SetBuffer():
                self._set_buffer(stmt, state)
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

    # ------------------------------------------------------------------------------------------------------- values

    def value(self, expr: Expr, state: State) -> Value | None:
        """The value of an operand; None where nothing is known."""
        match expr:
            case Ref():
                known = state.env.get(expr.var)
                if known is not None:
                    return known
                if isinstance(expr.var.type, DType) and expr.var.type.kind != "float" and expr.var.role != "loop":
                    state.env[expr.var] = state.unknown(expr.var.name or "?")
                    return state.env[expr.var]
                return None
            case View():
                return self._view(expr, state)
            case Reinterpret():
                return self._reinterpreted(self.value(expr.base, state), expr.element)
            case AddressAdd():
                return self._offset(self.value(expr.base, state), number(expr.offset, state) or state.unknown(), True)
        known_number = number(expr, state)
        if known_number is not None:
            return known_number
        return condition(expr, state)

    def _view(self, expr: View, state: State) -> Value | None:
        base = self.value(expr.base, state)
        offset = number(expr.offset, state)
        if offset is None:
            offset = state.unknown("offset")
        if isinstance(base, tuple):
            return tuple(self._moved(region, offset, state) for region in base)
        if isinstance(base, LocalRegion):
            return self._moved(base, offset, state)
        return self._offset(base, offset, False)

    def _moved(self, region: LocalRegion, elements: Poly, state: State) -> LocalRegion:
        size = element_size(region.element, state)
        offset = region.offset + elements * size if size is not None else state.unknown("offset")
        return LocalRegion(region.buffer, offset, region.element)

    def _offset(self, base: Value | None, elements: Poly, address: bool) -> Value | None:
        if not isinstance(base, GlobalRegion):
            return None
        if address:
            return GlobalRegion(base.parameter, base.base + elements, base.offset, base.count, base.element)
        return GlobalRegion(base.parameter, base.base, base.offset + elements, base.count, base.element)

    def _reinterpreted(self, base: Value | None, element: Element) -> Value | None:
        if isinstance(base, tuple):
            return tuple(LocalRegion(region.buffer, region.offset, element) for region in base)
        if isinstance(base, LocalRegion):
            return LocalRegion(base.buffer, base.offset, element)
        return None

    def operand(self, expr: Expr, state: State) -> Operand:
        """The value of an operand, or the expression itself."""
        match expr:
            case New() if expr.cls != "ConstExpr":
                return StructValue(expr.cls, {name: self.operand(arg, state) for name, arg in expr.args.items()})
            case Sequence():
                return ListValue(tuple(self.operand(item, state) for item in expr.items))
        value = self.value(expr, state)
        return expr if value is None or isinstance(value, Allocator) else value

    def _assign(self, stmt: Assign, state: State) -> None:
        value = self.value(stmt.value, state)
        if value is not None:
            state.env[stmt.var] = value
        else:
            state.env.pop(stmt.var, None)

    # --------------------------------------------------------------------------------------------- memory statements

    def _new_allocator(self, stmt: NewAllocator, state: State) -> None:
        allocator = Allocator(stmt, stmt.hardware, self.loops, state.facts)
        if stmt.hardware is not None:
            same = (other for other in state.made if other.hardware == stmt.hardware)
            allocator.earlier = next((other for other in same if together(other, allocator)), None)
            allocator.repeating = repeating(self.loops, state.facts)
        state.env[stmt.var] = allocator
        state.made[allocator] = ()
        memory = self.facts.profile.memory(stmt.hardware) if stmt.hardware is not None else None
        if memory is None:
            state.cursors[allocator] = state.unknown("cursor")
        elif memory.start is None:
            base = Symbol(memory.start_symbol or f"start of {stmt.hardware}", "base")
            state.assume(v.And(v.ge(base, 0), v.eq(v.floor_mod(base, memory.align), 0)))
            state.cursors[allocator] = base.poly
        else:
            state.cursors[allocator] = Poly.of(memory.start)
        if self.recording:
            self.facts.allocators.append(allocator)

    def _alloc(self, stmt: Alloc, state: State) -> None:
        allocator = self.value(stmt.allocator, state)
        owner = allocator if isinstance(allocator, Allocator) else None
        element = stmt.dtype.element if isinstance(stmt.dtype, DTypeExpr) else None
        address = state.cursors[owner] if owner is not None and owner in state.cursors else state.unknown("address")
        buffer = self._buffer(stmt, stmt.var.name, owner.hardware if owner else None, stmt.position, element, address,
                              stmt.count, state)  # fmt: skip
        buffer.allocator = owner
        if owner is not None:
            buffer.growing = repeating(self.loops[len(owner.loops) :], state.facts)
            buffer.before = state.made.get(owner, ())
            state.made[owner] = (buffer,)
            if state.facts.ask(v.le(buffer.count, 0)) is not v.Answer.PROVED:  # ASC111 tells it
                state.cursors[owner] = buffer.end
        self._finish(stmt, buffer, element, state)

    def _make_local(self, stmt: MakeLocal, state: State) -> None:
        element = stmt.dtype.element if isinstance(stmt.dtype, DTypeExpr) else None
        if stmt.position is None or stmt.address is None or stmt.count is None:
            state.env.pop(stmt.var, None)
            return
        hardware = None
        if isinstance(stmt.position, Enum):
            hardware = self.facts.profile.hardware_of(stmt.position.member)
        address = number(stmt.address, state)
        if address is None:
            address = state.unknown("address")
        buffer = self._buffer(stmt, stmt.var.name, hardware, stmt.position, element, address, stmt.count, state)
        self._finish(stmt, buffer, element, state)

    def _buffer(
        self,
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
        return Buffer(
            stmt, name, hardware, member, element, size, address, count, count * size, state.facts, self.loops
        )

    def _finish(self, stmt: Alloc | MakeLocal, buffer: Buffer, element: Element, state: State) -> None:
        state.env[stmt.var] = LocalRegion(buffer, Poly.of(0), element)
        if self.recording:
            buffer.index = len(self.facts.buffers)
            self.facts.buffers.append(buffer)

    def _set_buffer(self, stmt: SetBuffer, state: State) -> None:
        if not isinstance(stmt.tensor, Ref):
            return
        address = self.value(stmt.address, state)
        count = number(stmt.count, state) if stmt.count is not None else None
        if isinstance(address, GlobalRegion):
            state.env[stmt.tensor.var] = GlobalRegion(
                address.parameter, address.base, Poly.of(0), count, address.element
            )
        else:
            state.env[stmt.tensor.var] = GlobalRegion(None, Poly.of(0), Poly.of(0), count, None)

    # -------------------------------------------------------------------------------------------------------- calls

    def _call(self, stmt: Call, state: State) -> None:
        operands = {name: self.operand(arg, state) for name, arg in stmt.args.items()}
        receiver = self.operand(stmt.receiver, state) if stmt.receiver is not None else None
        sizes = self._element_sizes((receiver, *operands.values()), state)
        fact = CallFact(stmt, operands, receiver, state.facts, self.loops, state.registers, sizes)
        if self.recording:
            self.facts.calls.append(fact)
        state.registers = registers_after(fact)
        if stmt.result is not None:
            self._bind_result(stmt, state)

    def _element_sizes(self, operands: Iterable[Operand | None], state: State) -> dict[DTypeOf, Poly]:
        """Bytes of an element of each operand whose dtype is a parameter's."""
        sizes: dict[DTypeOf, Poly] = {}
        todo = list(operands)
        for operand in todo:
            match operand:
                case tuple() | ListValue():
                    todo.extend(operand if isinstance(operand, tuple) else operand.items)
                case StructValue():
                    todo.extend(operand.fields.values())
                case LocalRegion(element=DTypeOf() as element) | GlobalRegion(element=DTypeOf() as element):
                    sizes[element] = state.size_of(element.parameter)
        return sizes

    def _bind_result(self, stmt: Call, state: State) -> None:
        assert stmt.result is not None
        var = stmt.result
        kind = var.type
        if isinstance(kind, DType) and kind.kind != "float":
            if stmt.api in _INDICES or stmt.api in _COUNTERS:
                state.env[var] = self._core_number(stmt.api, state).poly
            else:
                state.env[var] = state.unknown(var.name or stmt.api)
        else:
            state.env.pop(var, None)

    def _core_number(self, name: str, state: State) -> Symbol:
        """A count of cores, or the number of the core that runs. Every core of a launch runs the kernel."""
        symbol = self.context.fields.get(f"{name}()")
        if symbol is None:
            symbol = Symbol(f"{name}()", "block" if name in _INDICES else "param")
            self.context.fields[f"{name}()"] = symbol
        launch = self.facts.kernel.launch
        cores = launch.cores if launch is not None and launch.cores and launch.cores > 0 else None
        paired = self.facts.core == "AIV" and self.facts.kernel.options.kernel_type == "MIX_AIC_1_2"
        if name == "get_sub_block_idx":
            state.assume(v.And(v.ge(symbol, 0), v.le(symbol, 1 if paired else 0)))
        elif name == "get_block_idx":
            # The two vector cores of a pair count separately, their blocks do not.
            vectors = (cores or self._core_number("get_block_num", state).poly) * (2 if paired else 1)
            state.assume(v.And(v.ge(symbol, 0), v.lt(symbol, vectors)))
        else:
            state.assume(v.ge(symbol, 1))
            if name != "get_block_num":
                state.assume(v.le(symbol, 2))
            elif cores is not None:
                state.assume(v.eq(symbol, cores))
        return symbol

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
        if step.const is not None:
            entered = self._constant_step(stmt, start, stop, step.const, state, inside)
        else:
            entered = self._variable_step(stmt, start, stop, step, inside)
        if entered is None:
            return
        self._record_trips(entered.trips, state)
        self._iterate(entered, stmt.body, state, inside, None)
        if stmt.var not in state.env:
            state.env[stmt.var] = self._after(stmt.var.name or "i", start, stop, step.const, state)

    def _constant_step(self, stmt: For, start: Poly, stop: Poly, step: int, state: State, inside: State) -> Loop | None:
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

    def _variable_step(self, stmt: For, start: Poly, stop: Poly, step: Poly, inside: State) -> Loop:
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

    def _record_trips(self, trips: Poly | None, state: State) -> None:
        if not self.recording:
            return
        if trips is not None and all(symbol.kind in ("param", "block") for symbol in trips.free_symbols()):
            self.facts.trip_counts.append((state.facts, trips))
        elif trips is None or any(symbol.kind == "opaque" for symbol in trips.free_symbols()):
            self.facts.guesses = True

    def _after(self, name: str, start: Poly, stop: Poly, step: int | None, state: State) -> Poly:
        """The loop variable after the loop: its last value."""
        last = state.unknown(name)
        if step is not None and step > 0:
            state.assume(v.And(v.ge(last, start), v.Or(v.lt(last, stop), v.eq(last, start))))
        return last

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


def region_alternatives(operand: Operand) -> Iterable[LocalRegion]:
    """The tensors an operand may be."""
    if isinstance(operand, LocalRegion):
        return (operand,)
    return operand if isinstance(operand, tuple) else ()
