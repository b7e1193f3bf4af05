"""Executes the statements of a kernel, one after the other, every iteration of every loop."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pyasc_lint.analysis.operands import Instruction, instruction_of, registers_after
from pyasc_lint.analysis.protocol import is_instruction
from pyasc_lint.analysis.registers import INITIAL, Registers
from pyasc_lint.ir import nodes
from pyasc_lint.ir.types import DTYPES, AddressType, DType, DTypeOf, TensorType
from pyasc_lint.profiles import Core, Profile
from tests.support.interpreter.events import Event, Flag, Issued, Run, Touch
from tests.support.interpreter.operands import fact_of, touches_of
from tests.support.interpreter.values import SECRET, Allocator, Environment, Global, Local, NotConcrete, Tensor

MAX_EVENTS = 3000
"""A run with more instructions is an error of the test that asks for it."""


def run_kernel(
    kernel: nodes.Kernel,
    profile: Profile,
    inputs: Mapping[str, int | float],
    core: Core = "AIV",
    dtypes: Mapping[str, DType] | None = None,
) -> Run:
    """Execute a kernel.

    Args:
        inputs: values of the parameters by name; `get_block_idx()` and its like may be given too (0, of 1, if not),
            the start of a memory by its symbol, and as `data()` how conditions turn out that depend on data.
        dtypes: element types of address parameters; by default those of the tensors they are copied from and to.

    Raises:
        NotConcrete: the run depends on something that has no value here.
    """
    machine = _Machine(kernel, profile, core, inputs, {**dtypes_of(kernel), **(dtypes or {})})
    machine.block(kernel.body)
    return machine.run


def dtypes_of(kernel: nodes.Kernel) -> dict[str, DType]:
    """An element type for each address parameter: that of a tensor in the same call, else float32."""
    found: dict[str, DType] = {}
    for stmt in nodes.walk(kernel.body):
        if isinstance(stmt, nodes.Call):
            elements = [expr.type.element for expr in stmt.args.values() if isinstance(expr.type, TensorType)]
            known = next((element for element in elements if isinstance(element, DType)), None)
            for element in elements:
                if known is not None and isinstance(element, DTypeOf):
                    found.setdefault(element.parameter, known)
    addresses = [param.var for param in kernel.params if isinstance(param.var.type, AddressType)]
    return {**{var.name: DTYPES["float32"] for var in addresses}, **found}


@dataclass(frozen=True)
class _Effect:
    """What one call does. `registers` is the state after it."""

    instruction: Instruction | None
    touches: tuple[Touch, ...]
    registers: Registers


class _Machine:
    def __init__(
        self,
        kernel: nodes.Kernel,
        profile: Profile,
        core: Core,
        inputs: Mapping[str, int | float],
        dtypes: Mapping[str, DType],
    ) -> None:
        self.profile = profile
        self.core = core
        self.inputs = inputs
        self.run = Run(core, kernel.options.auto_sync)
        self.env = Environment(core, dtypes, bool(inputs["data()"]) if "data()" in inputs else None)
        self.registers = INITIAL
        self.loops = 0
        self.effects: dict[object, _Effect] = {}
        for param in kernel.params:
            kind = param.var.type
            if isinstance(kind, AddressType):
                self.env.variables[param.var] = Global(param.var, self.env.dtype(kind.element))
            else:
                self.env.variables[param.var] = inputs.get(param.var.name, SECRET)

    # ------------------------------------------------------------------------------------------------- control flow

    def block(self, block: nodes.Block) -> None:
        for stmt in block:
            self.statement(stmt)

    def statement(self, stmt: nodes.Stmt) -> None:
        env = self.env
        match stmt:
            case nodes.If():
                self.block(stmt.body if env.truth(stmt.test) else stmt.orelse)
            case nodes.For():
                self.loops += 1
                for value in range(env.number(stmt.start), env.number(stmt.stop), env.number(stmt.step)):
                    env.variables[stmt.var] = value
                    self.block(stmt.body)
                self.loops -= 1
            case nodes.While():
                self.loops += 1
                self.block(stmt.head)
                while env.truth(stmt.test):
                    self.block(stmt.body)
                    self.block(stmt.head)
                self.loops -= 1
            case nodes.Inlined():
                self.block(stmt.body)
            case nodes.Assume():
                if not env.truth(stmt.test):
                    raise NotConcrete(f"the inputs break the assumption {stmt.text}")
            case nodes.Assign():
                env.variables[stmt.var] = env.value(stmt.value)
            case nodes.Call():
                self.call(stmt)
            case _:
                self.declaration(stmt)

    # ------------------------------------------------------------------------------------------------------- memory

    def declaration(self, stmt: nodes.Stmt) -> None:
        variables = self.env.variables
        match stmt:
            case nodes.NewAllocator():
                if stmt.hardware is None:
                    raise NotConcrete("hardware")
                memory = self.profile.memory(stmt.hardware)
                if memory is None:
                    raise NotConcrete("hardware")
                start = memory.start if memory.start is not None else int(self.inputs.get(f"{memory.start_symbol}", 0))
                variables[stmt.var] = Allocator(stmt.hardware, start)
            case nodes.CurAddr():
                variables[stmt.var] = self.allocator(stmt.allocator).cursor
            case nodes.Alloc():
                owner = self.allocator(stmt.allocator)
                tensor = self.tensor(stmt, owner.memory, owner.cursor, stmt.dtype, stmt.count)
                owner.cursor += tensor.size
            case nodes.MakeLocal():
                if stmt.position is None or stmt.address is None or stmt.count is None:
                    raise NotConcrete("a LocalTensor without a place")
                position = self.env.value(stmt.position)
                memory_name = self.profile.hardware_of(position.member) if isinstance(position, nodes.Enum) else None
                if memory_name is None:
                    raise NotConcrete("position")
                self.tensor(stmt, memory_name, self.env.number(stmt.address), stmt.dtype, stmt.count)
            case nodes.MakeGlobal():
                variables.pop(stmt.var, None)
            case nodes.SetBuffer():
                address = self.env.value(stmt.address)
                if not isinstance(stmt.tensor, nodes.Ref) or not isinstance(address, Global):
                    raise NotConcrete("a GlobalTensor")
                count = self.env.number(stmt.count) if stmt.count is not None else None
                variables[stmt.tensor.var] = Global(address.parameter, address.element, address.base, count)
            case _:
                raise NotConcrete(type(stmt).__name__)

    def allocator(self, expr: nodes.Expr) -> Allocator:
        value = self.env.value(expr)
        if not isinstance(value, Allocator):
            raise NotConcrete("an allocator")
        return value

    def tensor(
        self, stmt: nodes.Alloc | nodes.MakeLocal, memory: str, address: int, dtype: nodes.Expr, count: nodes.Expr
    ) -> Tensor:
        element = self.env.value(dtype)
        if not isinstance(element, DType):
            raise NotConcrete("dtype")
        tensor = Tensor(stmt, memory, address, self.env.number(count) * element.size, element)
        self.env.variables[stmt.var] = Local(tensor, 0, element)
        self.run.tensors.append(tensor)
        return tensor

    # -------------------------------------------------------------------------------------------------------- calls

    def call(self, stmt: nodes.Call) -> None:
        if stmt.result is not None:
            self.env.variables[stmt.result] = self.result(stmt)
        if not is_instruction(stmt) and stmt.api != "init_soc_state":
            return
        args = {name: self.env.value(expr) for name, expr in stmt.args.items()}
        receiver = self.env.value(stmt.receiver) if stmt.receiver is not None else None
        event = self.execute(stmt, args, receiver)
        self.run.issued.append(Issued(stmt, args, self.loops > 0, event))

    def execute(self, stmt: nodes.Call, args: Mapping[str, Any], receiver: Any) -> Event | None:
        """The instruction of a call, if this core executes it."""
        effect = self.effect(stmt, args, receiver)
        self.registers = effect.registers
        instruction = effect.instruction
        if instruction is None or instruction.skipped:
            return None
        if instruction.unsized is not None:
            raise NotConcrete(instruction.unsized)
        event = Event(len(self.run.events), stmt, instruction.pipe, args, effect.touches)
        sync = instruction.sync
        if sync is not None and sync.kind in ("set", "wait"):
            if sync.event is None or sync.id is None or sync.id.const is None:
                raise NotConcrete("an event")
            event.flag = Flag("set" if sync.kind == "set" else "wait", sync.event, sync.id.const)
        elif sync is not None:
            if sync.kind not in ("barrier", "all-cores"):
                raise NotConcrete(sync.kind)
            event.barrier = True
        if _cuts(stmt, args):
            self.run.odd_transfers.append(event)
        self.run.events.append(event)
        if len(self.run.events) > MAX_EVENTS:
            raise NotConcrete("too many instructions")
        return event

    def effect(self, stmt: nodes.Call, args: Mapping[str, Any], receiver: Any) -> _Effect:
        """What a call does with these arguments; the same ones are worked out once."""
        key = (stmt, self.registers, receiver, *args.values())
        known = self.effects.get(key)
        if known is None:
            fact = fact_of(stmt, args, receiver, self.registers)
            instruction = instruction_of(fact, self.profile, self.core)
            sized = instruction is not None and not instruction.skipped and instruction.unsized is None
            touches = tuple(touches_of(instruction, args, receiver)) if instruction is not None and sized else ()
            known = self.effects[key] = _Effect(instruction, touches, registers_after(fact))
        return known

    def result(self, stmt: nodes.Call) -> Any:
        """What a call returns: inputs and counts of cores are numbers, all else is data."""
        match stmt.api:
            case "get_block_idx" | "get_sub_block_idx":
                return self.inputs.get(f"{stmt.api}()", 0)
            case "get_block_num" | "get_sub_block_num":
                return self.inputs.get(f"{stmt.api}()", 1)
        return SECRET


def _cuts(stmt: nodes.Call, args: Mapping[str, Any]) -> bool:
    """Whether a `data_copy` of a number of elements between GM and on-chip memory ends inside a 32-byte block."""
    if stmt.api != "data_copy" or not isinstance(args.get("count"), int):
        return False
    places = (args.get("src"), args.get("dst"))
    local = next((place for place in places if isinstance(place, Local)), None)
    return local is not None and args["count"] * local.element.size % 32 != 0
