"""Runs the IR of a kernel on concrete inputs and records every instruction with the bytes it touches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pyasc_lint.analysis.registers import INITIAL
from pyasc_lint.analysis.trace.compute import Compiler, Env, Value
from pyasc_lint.analysis.trace.footprints import Footprints
from pyasc_lint.analysis.trace.model import Global, Local, Range, Run
from pyasc_lint.analysis.trace.stretches import Stretch, Stretches
from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.nodes import (
    Alloc,
    Assign,
    Assume,
    Block,
    Call,
    CurAddr,
    Enum,
    For,
    If,
    Inlined,
    Kernel,
    MakeGlobal,
    MakeLocal,
    NewAllocator,
    Ref,
    SetBuffer,
    Stmt,
    Var,
    While,
)
from pyasc_lint.ir.types import AddressType, DType
from pyasc_lint.profiles import Core, Profile

MAX_STEPS = 6_000
"""Instructions of one run; a longer run is cut and judged only as far as it went."""

_INDICES = frozenset({"get_block_idx", "get_sub_block_idx"})
_COUNTERS = {"get_block_num": 8, "get_sub_block_num": 2, "get_task_ratio": 2}


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a run starts from. `trips` and `branch` decide what only the device knows; `period` is how the loops repeat.

    A loop of more than `2 * head` iterations (`head` a multiple of `period`) runs its first and last ones only; as many
    whole periods are left out, unless each of them writes other bytes on the chip.
    """

    values: Mapping[str, int]
    trips: int = 2
    branch: bool = True
    period: int = 2


class _Stop(Exception):
    """The run has become too long."""


class Program:
    """A kernel on one core, ready to run: what all of its runs share. `dtypes` are those of address parameters."""

    def __init__(self, kernel: Kernel, profile: Profile, core: Core, dtypes: Mapping[str, DType]) -> None:
        self.kernel = kernel
        self.profile = profile
        self.compile = Compiler(core, dtypes)
        self.footprints = Footprints(profile, core)
        self.stretches = Stretches(kernel, self.compile)

    def run(self, inputs: Inputs) -> Run:
        """Run the kernel to its end, or until it becomes too long."""
        return _Executor(self, inputs).execute()


class _Executor:
    """One run of one kernel on one core."""

    def __init__(self, program: Program, inputs: Inputs) -> None:
        self.program = program
        self.inputs = inputs
        self.run = Run(inputs.values)
        self.footprints = program.footprints
        self.footprints.registers = INITIAL
        self.compile = program.compile
        self.env: Env = {key: value for key, value in inputs.values.items() if "." in key}
        self.iteration: tuple[int, ...] = ()
        self.cursors: dict[int, int] = {}

    def execute(self) -> Run:
        for param in self.program.kernel.params:
            kind = param.var.type
            if isinstance(kind, AddressType):
                self.env[param.var] = Global(param.var, 0, None, self.compile.element(kind.element))
            elif not isinstance(kind, DType) or kind.kind != "float":
                self.env[param.var] = self.inputs.values.get(param.var.name)
        try:
            self._block(self.program.kernel.body)
        except _Stop:
            self.run.complete = False
        return self.run

    # ------------------------------------------------------------------------------------------------------- blocks

    def _block(self, block: Block) -> None:
        for piece in self.program.stretches.of(block):
            if isinstance(piece, Stretch):
                self._execute(piece)
            else:
                self._statement(piece)

    def _statement(self, stmt: Stmt) -> None:
        match stmt:
            case Call(result=Var() as result):
                self.env[result] = self._result(stmt)
            case Assign():
                self.env[stmt.var] = self._value(stmt.value)
            case For():
                self._for(stmt)
            case If():
                self._if(stmt)
            case Inlined():
                self._block(stmt.body)
            case Alloc():
                self._alloc(stmt)
            case MakeLocal():
                self._make_local(stmt)
            case MakeGlobal():
                self.env[stmt.var] = Global(None, 0, None, None)
            case SetBuffer():
                self._set_buffer(stmt)
            case NewAllocator():
                memory = self.program.profile.memory(stmt.hardware) if stmt.hardware else None
                self.env[stmt.var] = stmt
                self.cursors[id(stmt)] = memory.start or 0 if memory is not None else 0
            case CurAddr():
                owner = self._value(stmt.allocator)
                self.env[stmt.var] = self.cursors.get(id(owner))
            case While():
                self._while(stmt)
            case Assume():
                pass

    def _value(self, expr: object) -> Value:
        return self.compile(expr)(self.env)  # type: ignore[arg-type]

    # ------------------------------------------------------------------------------------------------------- memory

    def _alloc(self, stmt: Alloc) -> None:
        owner = self._value(stmt.allocator)
        count, element = self._value(stmt.count), self._value(stmt.dtype)
        if not isinstance(owner, NewAllocator) or not isinstance(element, DType):
            self.env[stmt.var] = None
            return
        if not isinstance(count, int):
            self.env[stmt.var] = self._somewhere(stmt, owner.hardware, element)
            return
        address = self.cursors[id(owner)]
        size = count * element.size
        self.cursors[id(owner)] = address + size
        tensor = self.footprints.tensor(stmt, owner.hardware, address, size, element)
        self.env[stmt.var] = Local(tensor, 0, element)

    def _make_local(self, stmt: MakeLocal) -> None:
        self.env[stmt.var] = None
        if stmt.position is None or stmt.address is None or stmt.count is None:
            return
        address, count, element = self._value(stmt.address), self._value(stmt.count), self._value(stmt.dtype)
        if not isinstance(element, DType):
            return
        position = stmt.position
        hardware = self.program.profile.hardware_of(position.member) if isinstance(position, Enum) else None
        if not isinstance(address, int) or not isinstance(count, int):
            self.env[stmt.var] = self._somewhere(stmt, hardware, element)
            return
        tensor = self.footprints.tensor(stmt, hardware, address, count * element.size, element)
        self.env[stmt.var] = Local(tensor, 0, element)

    def _set_buffer(self, stmt: SetBuffer) -> None:
        if not isinstance(stmt.tensor, Ref):
            return
        address = self._value(stmt.address)
        count = self._value(stmt.count) if stmt.count is not None else None
        if isinstance(address, Global):
            address = Global(
                address.parameter, address.offset, count if isinstance(count, int) else None, address.element
            )
        self.env[stmt.tensor.var] = address

    def _somewhere(self, stmt: Alloc | MakeLocal, hardware: str | None, element: DType) -> Local:
        """A tensor of which the memory is known, but not its place or size."""
        return Local(self.footprints.tensor(stmt, hardware, 0, 0, element), None, element)

    # -------------------------------------------------------------------------------------------------------- calls

    def _execute(self, stretch: Stretch) -> None:
        run, done = self.run, stretch.done(self.env, self.footprints, self.inputs.branch)
        room = MAX_STEPS - len(run.actions)
        run.actions += done.actions[:room]
        run.guessed = run.guessed or done.guessed
        run.ways.update(done.ways)
        if len(done.actions) > room:
            raise _Stop

    def _result(self, stmt: Call) -> Value:
        if stmt.api in _INDICES:
            return self.inputs.values.get(f"{stmt.api}()", 0)
        return self.inputs.values.get(f"{stmt.api}()", _COUNTERS.get(stmt.api))

    # ------------------------------------------------------------------------------------------------- control flow

    def _if(self, stmt: If) -> None:
        test = self._value(stmt.test)
        if test is None:
            self.run.guessed = True
            test = self.inputs.branch
        else:
            self.run.ways.add((stmt, bool(test)))
        self._block(stmt.body if test else stmt.orelse)

    def _for(self, stmt: For) -> None:
        start, stop, step = self._value(stmt.start), self._value(stmt.stop), self._value(stmt.step)
        if not isinstance(start, int):
            start, self.run.guessed = 0, True
        if not isinstance(step, int) or step == 0:
            step, self.run.guessed = 1, True
        if not isinstance(stop, int):
            stop, self.run.guessed = start + step * self.inputs.trips, True
        outer = self.iteration
        for index, value in self._iterations(range(start, stop, step)):
            self.env[stmt.var] = value
            self._enter((*outer, index))
            self._block(stmt.body)
        self._enter(outer)

    def _enter(self, iteration: tuple[int, ...]) -> None:
        self.iteration = iteration
        self.run.enter(iteration)

    def _iterations(self, values: range) -> Iterator[tuple[int, int]]:
        head = 2 * self.inputs.period + 2
        head += -head % self.inputs.period
        left_out = len(values) - 2 * head - 8
        left_out -= left_out % self.inputs.period
        if left_out <= 0:
            yield from enumerate(values)
            return
        starts = []
        for index in range(head):
            starts.append(len(self.run.actions))
            yield index, values[index]
        for index in range(head + self._left_out(left_out, starts), len(values)):
            yield index, values[index]

    def _left_out(self, count: int, starts: list[int]) -> int:
        """How many iterations are left out, `count` at most, by where those before them start in the run.

        The bytes that only those left out would write must not count as never written.
        """
        period, end = self.inputs.period, len(self.run.actions)
        present, before = self._written(starts[-period], end), self._written(starts[-2 * period], starts[-period])
        if present == before:
            return count
        each = (end - starts[-2 * period]) / (2 * period)
        if end + count * each < MAX_STEPS / 2:
            return 0
        self.run.partial.update(space for space, _ in present)
        return count

    def _written(self, start: int, stop: int) -> set[tuple[str, tuple[Range, ...]]]:
        """The on-chip bytes that the actions from one number to another write, by memory."""
        accesses = (access for action in self.run.actions[start:stop] for access in action.accesses)
        return {(access.space, access.ranges) for access in accesses if access.writes and access.tensor is not None}

    def _while(self, stmt: While) -> None:
        outer = self.iteration
        index = 0
        while True:
            self._block(stmt.head)
            test = self._value(stmt.test)
            if test is None:
                self.run.guessed = True
                test = index < self.inputs.trips
            if not test:
                break
            self._enter((*outer, index))
            self._block(stmt.body)
            self._enter(outer)
            index += 1
            if index > MAX_STEPS:
                raise _Stop
