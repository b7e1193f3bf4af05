"""Calls between two statements of another kind: what they do is worked out once for the same operands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, groupby
from typing import TypeAlias

from pyasc_lint.analysis.protocol import is_instruction
from pyasc_lint.analysis.registers import INITIAL, Registers
from pyasc_lint.analysis.trace.compute import Compiler, Compute, Env, Key, keys_of
from pyasc_lint.analysis.trace.footprints import Footprints
from pyasc_lint.analysis.trace.model import Action, Effect, Way
from pyasc_lint.ir.nodes import (
    Alloc,
    Binary,
    Block,
    Call,
    Const,
    Enum,
    Expr,
    If,
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


class Done:
    """What an execution did. `ways` are those of the tests in it, but for ones that were guessed."""

    __slots__ = ("actions", "guessed", "registers", "ways")

    def __init__(self) -> None:
        self.actions: list[Action] = []
        self.ways: list[Way] = []
        self.guessed = False
        self.registers = INITIAL

    def add(self, other: Done) -> None:
        """What was done next."""
        self.actions += other.actions
        self.ways += other.ways
        self.guessed = self.guessed or other.guessed


class _Instruction:
    """A call."""

    def __init__(self, stmt: Call, operands: _Operands) -> None:
        self.keys = operands.keys
        self._stmt = stmt
        self._operands = operands
        self._actions: dict[Effect, Action] = {}

    def execute(self, env: Env, footprints: Footprints, branch: bool, done: Done) -> None:
        effect = self._operands.effect(self._stmt, env, footprints)
        if effect is not None:
            action = self._actions.get(effect)
            if action is None:
                action = self._actions[effect] = Action(self._stmt, effect)
            done.actions.append(action)


class _Choice:
    """A test with nothing but calls and such tests in its branches."""

    def __init__(self, stmt: If, test: Compute, branches: tuple[Stretch, Stretch]) -> None:
        self.keys = (*keys_of([stmt.test]), *branches[0].keys, *branches[1].keys)
        self._stmt = stmt
        self._test = test
        self._branches = branches

    def execute(self, env: Env, footprints: Footprints, branch: bool, done: Done) -> None:
        test = self._test(env)
        if test is None:
            done.guessed = True
        else:
            done.ways.append((self._stmt, bool(test)))
        taken = branch if test is None else test
        self._branches[not taken].execute(env, footprints, branch, done)


class Stretch:
    """Calls, and tests around calls, in a row. What they do is remembered by all that decides it.

    `branch` is the way of tests that only the device knows.
    """

    def __init__(self, parts: Iterable[_Part]) -> None:
        self._parts: tuple[_Part, ...] = tuple(parts)
        self.keys: tuple[Key, ...] = tuple(dict.fromkeys(key for part in self._parts for key in part.keys))
        self._memo: dict[tuple[object, ...], Done] = {}

    def execute(self, env: Env, footprints: Footprints, branch: bool, done: Done) -> None:
        done.add(self.done(env, footprints, branch))

    def done(self, env: Env, footprints: Footprints, branch: bool) -> Done:
        """What they do, in order. `footprints` has the registers before, and gets those after."""
        key = (id(footprints.registers), branch, *map(env.get, self.keys))
        known = self._memo.get(key)
        if known is None:
            known = self._memo[key] = Done()
            for part in self._parts:
                part.execute(env, footprints, branch, known)
            known.registers = footprints.registers
        footprints.registers = known.registers
        return known


_Part: TypeAlias = "_Instruction | _Choice | Stretch"


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
        parts: list[_Instruction | _Choice] = []
        for stmt in block:
            part = self._part(stmt)
            if stmt.result is not None if isinstance(stmt, Call) else part is None:
                if parts:
                    yield self._stretch(parts)
                    parts = []
                yield stmt
            if part is not None:
                parts.append(part)
        if parts:
            yield self._stretch(parts)

    def _part(self, stmt: Stmt) -> _Instruction | _Choice | None:
        """What a stretch may hold of a statement."""
        if isinstance(stmt, Call) and is_instruction(stmt):
            return _Instruction(stmt, self._operands_of(stmt))
        if not isinstance(stmt, If):
            return None
        branches = self.of(stmt.body), self.of(stmt.orelse)
        body, orelse = (_only_stretch(pieces) for pieces in branches)
        return _Choice(stmt, self._compile(stmt.test), (body, orelse)) if body and orelse else None

    def _stretch(self, parts: list[_Instruction | _Choice]) -> Stretch:
        """What stays the same from one iteration to the next is remembered apart."""
        groups = groupby(parts, lambda part: self._changing.isdisjoint(part.keys))
        split = [(stays, [*group]) for stays, group in groups]
        if len(split) == 1:
            return Stretch(parts)
        return Stretch([each for stays, group in split for each in ([Stretch(group)] if stays else group)])

    def _operands_of(self, stmt: Call) -> _Operands:
        key = (stmt.api, stmt.overload, *stmt.args, *map(_text, stmt.args.values()), _text(stmt.receiver))
        known = self._operands.get(key)
        if known is None:
            known = self._operands[key] = _Operands(stmt, self._compile)
        return known


def _only_stretch(pieces: list[Stmt | Stretch]) -> Stretch | None:
    """The stretch that a block is, if it is nothing else."""
    if not pieces:
        return Stretch([])
    first = pieces[0]
    return first if len(pieces) == 1 and isinstance(first, Stretch) else None


def _text(expr: Expr | None) -> object:
    """Equal for expressions that are written alike, and so have equal values in an environment."""
    match expr:
        case Ref():
            return expr.var
        case Const():
            return type(expr.value), None if isinstance(expr.value, float) else expr.value
        case View():
            return "view", _text(expr.base), _text(expr.offset)
        case Enum():
            return expr.enum, expr.member
        case Binary():
            return expr.op, _text(expr.left), _text(expr.right)
        case New():
            return expr.cls, *expr.args, *map(_text, expr.args.values())
        case Sequence():
            return expr.kind, *map(_text, expr.items)
    return expr
