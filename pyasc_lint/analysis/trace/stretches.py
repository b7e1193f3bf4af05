"""Calls between two statements of another kind: what they do is worked out once for the same operands."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from pyasc_lint.analysis.protocol import is_instruction
from pyasc_lint.analysis.registers import Registers
from pyasc_lint.analysis.trace.compute import Compiler, Env, Key, keys_of
from pyasc_lint.analysis.trace.footprints import Footprints
from pyasc_lint.analysis.trace.model import Action, Effect
from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.nodes import (
    Alloc,
    Binary,
    Block,
    Call,
    Const,
    Enum,
    Expr,
    Kernel,
    MakeGlobal,
    MakeLocal,
    New,
    NewAllocator,
    Ref,
    Sequence,
    Stmt,
    View,
    walk,
)
from pyasc_lint.ir.traversal import defined

_LASTING = Alloc | MakeGlobal | MakeLocal | NewAllocator
"""Statements whose variables mostly keep their value from one iteration to the next."""


class _Operands:
    """How the operands of a call are computed. Calls that are written alike share one, whatever their float constants.

    `keys` are what of an environment decides them.
    """

    def __init__(self, stmt: Call, compile: Compiler) -> None:
        receiver = (stmt.receiver,) if stmt.receiver is not None else ()
        self.keys = keys_of(chain(stmt.args.values(), receiver))
        self._arguments = [(name, compile(arg)) for name, arg in stmt.args.items()]
        self._receiver = compile(stmt.receiver) if stmt.receiver is not None else None
        self._memo: dict[tuple[object, ...], tuple[Effect | None, Registers]] = {}

    def effect(self, stmt: Call, env: Env, footprints: Footprints) -> Effect | None:
        """What such a call does."""
        key = (id(footprints.registers), *map(env.get, self.keys))
        known = self._memo.get(key)
        if known is None:
            receiver = self._receiver(env) if self._receiver is not None else None
            effect = footprints.effect(stmt, {name: value(env) for name, value in self._arguments}, receiver)
            known = self._memo[key] = (effect, footprints.registers)
        effect, footprints.registers = known
        return effect


@dataclass(frozen=True, slots=True)
class _Instruction:
    stmt: Call
    operands: _Operands


class Stretch:
    """Calls in a row."""

    def __init__(self, calls: list[_Instruction]) -> None:
        self._calls = calls
        self._keys: tuple[Key, ...] = tuple(dict.fromkeys(key for call in calls for key in call.operands.keys))
        self._memo: dict[tuple[object, ...], tuple[list[Action], Registers]] = {}

    def actions(self, env: Env, footprints: Footprints) -> list[Action]:
        """What they do, in order. `footprints` has the registers before, and gets those after."""
        key = (id(footprints.registers), *map(env.get, self._keys))
        known = self._memo.get(key)
        if known is None:
            effects = ((call.stmt, call.operands.effect(call.stmt, env, footprints)) for call in self._calls)
            actions = [footprints.action(stmt, effect) for stmt, effect in effects if effect is not None]
            known = self._memo[key] = (actions, footprints.registers)
        actions, footprints.registers = known
        return actions


class Stretches:
    """The blocks of a kernel with their calls put together."""

    def __init__(self, kernel: Kernel, compile: Compiler) -> None:
        self._compile = compile
        self._blocks: dict[int, list[Stmt | Stretch]] = {}
        self._operands: dict[object, _Operands] = {}
        stmts = (stmt for stmt in walk(kernel.body) if not isinstance(stmt, _LASTING))
        self._changing = {var for var in map(defined, stmts) if var is not None}

    def of(self, block: Block) -> list[Stmt | Stretch]:
        """What to execute for a block: a call with a result is left in place, to bind the result."""
        known = self._blocks.get(id(block))
        if known is None:
            known = self._blocks[id(block)] = list(self._pieces(block))
        return known

    def _pieces(self, block: Block) -> Iterator[Stmt | Stretch]:
        calls: list[_Instruction] = []
        vary = False
        for stmt in block:
            if not isinstance(stmt, Call) or stmt.result is not None:
                if calls:
                    yield Stretch(calls)
                    calls = []
                yield stmt
            if isinstance(stmt, Call) and is_instruction(stmt):
                call = _Instruction(stmt, self._operands_of(stmt))
                varies = not self._changing.isdisjoint(call.operands.keys)
                if calls and varies != vary:  # what stays the same in the next iteration is kept apart
                    yield Stretch(calls)
                    calls = []
                calls.append(call)
                vary = varies
        if calls:
            yield Stretch(calls)

    def _operands_of(self, stmt: Call) -> _Operands:
        key = (stmt.api, stmt.overload, *stmt.args, *map(_text, stmt.args.values()), _text(stmt.receiver))
        known = self._operands.get(key)
        if known is None:
            known = self._operands[key] = _Operands(stmt, self._compile)
        return known


def _text(expr: Expr | None) -> object:
    """Equal for expressions that are written alike, and so have equal values in an environment."""
    match expr:
        case Ref(var=var):
            return var
        case Const(value=value):
            return type(value), None if isinstance(value, float) else value
        case Enum(enum=enum, member=member):
            return enum, member
        case View(base=base, offset=offset):
            return "view", _text(base), _text(offset)
        case Binary(op=op, left=left, right=right):
            return op, _text(left), _text(right)
        case New(cls=cls, args=args):
            return cls, *args, *map(_text, args.values())
        case Sequence(kind=kind, items=items):
            return kind, *map(_text, items)
    return expr
