"""Calls between two statements of another kind: what they do is worked out once for the same operands."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from pyasc_lint.analysis.protocol import is_instruction
from pyasc_lint.analysis.registers import Registers
from pyasc_lint.analysis.trace.compute import Compiler, Env, Key, keys_of
from pyasc_lint.analysis.trace.footprints import Footprints
from pyasc_lint.analysis.trace.model import Action
from pyasc_lint.ir.nodes import Alloc, Block, Call, Kernel, MakeGlobal, MakeLocal, NewAllocator, Stmt, walk
from pyasc_lint.ir.traversal import defined

_Memo = dict[tuple[object, ...], tuple[list[Action], Registers]]
"""Actions and the registers after them, by the registers before and the values that decide."""

_LASTING = Alloc | MakeGlobal | MakeLocal | NewAllocator
"""Statements whose variables mostly keep their value from one iteration to the next."""


class Instruction:
    """One call. `keys` are what its operands are computed from."""

    def __init__(self, stmt: Call, compile: Compiler) -> None:
        self.stmt = stmt
        receiver = (stmt.receiver,) if stmt.receiver is not None else ()
        self.keys = keys_of(chain(stmt.args.values(), receiver))
        self._arguments = [(name, compile(arg)) for name, arg in stmt.args.items()]
        self._receiver = compile(stmt.receiver) if stmt.receiver is not None else None
        self._memo: _Memo = {}

    def actions(self, env: Env, footprints: Footprints) -> list[Action]:
        """What it does, an action or none."""
        key = (id(footprints.registers), *map(env.get, self.keys))
        known = self._memo.get(key)
        if known is None:
            receiver = self._receiver(env) if self._receiver is not None else None
            action = footprints.action(self.stmt, {name: value(env) for name, value in self._arguments}, receiver)
            known = self._memo[key] = ([action] if action is not None else [], footprints.registers)
        actions, footprints.registers = known
        return actions


class Stretch:
    """Calls in a row."""

    def __init__(self, calls: list[Instruction]) -> None:
        self._calls = calls
        self._keys: tuple[Key, ...] = tuple(dict.fromkeys(key for call in calls for key in call.keys))
        self._memo: _Memo = {}

    def actions(self, env: Env, footprints: Footprints) -> list[Action]:
        """What they do, in order."""
        key = (id(footprints.registers), *map(env.get, self._keys))
        known = self._memo.get(key)
        if known is None:
            actions = [action for call in self._calls for action in call.actions(env, footprints)]
            known = self._memo[key] = (actions, footprints.registers)
        actions, footprints.registers = known
        return actions


class Stretches:
    """The blocks of a kernel with their calls put together."""

    def __init__(self, kernel: Kernel, compile: Compiler) -> None:
        self._compile = compile
        self._blocks: dict[int, list[Stmt | Stretch]] = {}
        stmts = (stmt for stmt in walk(kernel.body) if not isinstance(stmt, _LASTING))
        self._changing = {var for var in map(defined, stmts) if var is not None}

    def of(self, block: Block) -> list[Stmt | Stretch]:
        """What to execute for a block: a call with a result is left in place, to bind the result."""
        known = self._blocks.get(id(block))
        if known is None:
            known = self._blocks[id(block)] = list(self._pieces(block))
        return known

    def _pieces(self, block: Block) -> Iterator[Stmt | Stretch]:
        calls: list[Instruction] = []
        vary = False
        for stmt in block:
            if not isinstance(stmt, Call) or stmt.result is not None:
                if calls:
                    yield Stretch(calls)
                    calls = []
                yield stmt
            if isinstance(stmt, Call) and is_instruction(stmt):
                call = Instruction(stmt, self._compile)
                varies = not self._changing.isdisjoint(call.keys)
                if calls and varies != vary:  # what stays the same in the next iteration is kept apart
                    yield Stretch(calls)
                    calls = []
                calls.append(call)
                vary = varies
        if calls:
            yield Stretch(calls)
