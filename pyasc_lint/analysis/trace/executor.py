"""Runs the IR of a kernel on concrete inputs and records every instruction with the bytes it touches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pyasc_lint.analysis.protocol import is_instruction
from pyasc_lint.analysis.trace.compute import Compiler, Compute, Env, Value
from pyasc_lint.analysis.trace.footprints import Footprints
from pyasc_lint.analysis.trace.model import Global, Local, Run, Tensor
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
    whole periods are left out.
    """

    values: Mapping[str, int]
    dtypes: Mapping[str, DType]
    trips: int = 2
    branch: bool = True
    period: int = 2


@dataclass(frozen=True, slots=True)
class _Plan:
    """How to evaluate the operands of a call."""

    instruction: bool
    arguments: list[tuple[str, Compute]]
    receiver: Compute | None


class _Stop(Exception):
    """The run has become too long."""


@dataclass(slots=True, eq=False)
class Executor:
    """One run of one kernel on one core."""

    kernel: Kernel
    profile: Profile
    core: Core
    inputs: Inputs
    footprints: Footprints
    run: Run = field(init=False)
    compile: Compiler = field(init=False)
    env: Env = field(default_factory=dict)
    iteration: tuple[int, ...] = ()
    cursors: dict[int, int] = field(default_factory=dict)
    _plans: dict[Call, _Plan] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.run = Run(self.inputs.values)
        fields = {key: value for key, value in self.inputs.values.items() if "." in key}
        self.compile = Compiler(self.core, dict(self.inputs.dtypes), fields)

    def execute(self) -> Run:
        """Run the kernel to its end, or until it becomes too long."""
        for param in self.kernel.params:
            kind = param.var.type
            if isinstance(kind, AddressType):
                self.env[param.var] = Global(param.var, 0, None, self.compile.element(kind.element))
            elif not isinstance(kind, DType) or kind.kind != "float":
                self.env[param.var] = self.inputs.values.get(param.var.name)
        try:
            self._block(self.kernel.body)
        except _Stop:
            self.run.complete = False
        return self.run

    # ------------------------------------------------------------------------------------------------------- blocks

    def _block(self, block: Block) -> None:
        for stmt in block:
            self._statement(stmt)

    def _statement(self, stmt: Stmt) -> None:
        match stmt:
            case Call():
                self._call(stmt)
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
                memory = self.profile.memory(stmt.hardware) if stmt.hardware else None
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
            self.env[stmt.var] = _somewhere(stmt, owner.hardware, element)
            return
        address = self.cursors[id(owner)]
        size = count * element.size
        self.cursors[id(owner)] = address + size
        tensor = Tensor(stmt, stmt.var.name, owner.hardware, address, size, element)
        self.env[stmt.var] = Local(tensor, 0, element)

    def _make_local(self, stmt: MakeLocal) -> None:
        self.env[stmt.var] = None
        if stmt.position is None or stmt.address is None or stmt.count is None:
            return
        address, count, element = self._value(stmt.address), self._value(stmt.count), self._value(stmt.dtype)
        if not isinstance(element, DType):
            return
        position = stmt.position
        hardware = self.profile.hardware_of(position.member) if isinstance(position, Enum) else None
        if not isinstance(address, int) or not isinstance(count, int):
            self.env[stmt.var] = _somewhere(stmt, hardware, element)
            return
        tensor = Tensor(stmt, stmt.var.name, hardware, address, count * element.size, element)
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

    # -------------------------------------------------------------------------------------------------------- calls

    def _call(self, stmt: Call) -> None:
        if stmt.result is not None:
            self.env[stmt.result] = self._result(stmt)
        plan = self._plans.get(stmt)
        if plan is None:
            plan = self._plans[stmt] = _Plan(
                is_instruction(stmt),
                [(name, self.compile(arg)) for name, arg in stmt.args.items()],
                self.compile(stmt.receiver) if stmt.receiver is not None else None,
            )
        if not plan.instruction:
            return
        steps = self.run.steps
        if len(steps) >= MAX_STEPS:
            raise _Stop
        env = self.env
        args = {name: compute(env) for name, compute in plan.arguments}
        receiver = plan.receiver(env) if plan.receiver is not None else None
        step = self.footprints.step(stmt, args, receiver, len(steps), self.iteration)
        if step is not None:
            steps.append(step)
            if not step.accesses and step.flag is None and step.barrier is None:
                self.run.degenerate = True

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
            self.iteration = (*outer, index)
            self._block(stmt.body)
        self.iteration = outer

    def _iterations(self, values: range) -> Iterator[tuple[int, int]]:
        head = 2 * self.inputs.period + 2
        head += -head % self.inputs.period
        left_out = len(values) - 2 * head - 8
        left_out -= left_out % self.inputs.period
        if left_out <= 0:
            yield from enumerate(values)
            return
        self.run.skipped = True
        for index in (*range(head), *range(head + left_out, len(values))):
            yield index, values[index]

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
            self.iteration = (*outer, index)
            self._block(stmt.body)
            self.iteration = outer
            index += 1
            if index > MAX_STEPS:
                raise _Stop


def _somewhere(stmt: Alloc | MakeLocal, hardware: str | None, element: DType) -> Local:
    """A tensor of which the memory is known, but not its place or size."""
    return Local(Tensor(stmt, stmt.var.name, hardware, 0, 0, element), None, element)
