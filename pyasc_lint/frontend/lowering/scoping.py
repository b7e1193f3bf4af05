"""Names in run-time blocks: what pyasc 1.1.1 lets a branch or loop body bind, and what is left of it afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from astroid import nodes

from pyasc_lint import api
from pyasc_lint.api import ArgKind, Kind
from pyasc_lint.frontend.lowering.frames import Frame, RunTimeBlock
from pyasc_lint.frontend.lowering.handles import CarriedName, Handle, Use, mixups
from pyasc_lint.frontend.lowering.judging import JudgedEvaluator
from pyasc_lint.frontend.lowering.kinds import PYTHON_NUMBERS, materialized
from pyasc_lint.frontend.lowering.things import Value
from pyasc_lint.ir.nodes import Expr, Ref

_NEVER_CARRIED = frozenset({Kind.STR, Kind.NONE, Kind.LIST, Kind.TUPLE, Kind.DTYPE, Kind.CALLABLE, Kind.OTHER})
"""Objects that have no form in the generated code, so that no block can hand a new one out."""

_NUMBERS = PYTHON_NUMBERS | {Kind.RUNTIME}


class Scoping(JudgedEvaluator):
    """Judges what a run-time block did to the names around it."""

    frame: Frame

    def is_traceable(self, kind: ArgKind) -> bool:
        """Whether an object can stand for a value of the generated code: be carried by a block, passed, returned."""
        return kind.kind not in _NEVER_CARRIED and (kind.kind is not Kind.OBJECT or _is_traced(kind))

    def leave_block(self, before: frozenset[str], where: str) -> None:
        """A run-time block has ended: the names it bound first are gone."""
        frame = self.frame
        frame.scoped.update((name, where) for name in frame.env if name not in before and name not in frame.scoped)

    def judge_rebinding(self, node: nodes.NodeNG, name: str, old: ArgKind, new: ArgKind, everywhere: bool) -> None:
        """A name of outside has a new value at the end of a block. `everywhere`: in both branches of an `if`."""
        if Kind.UNKNOWN in (old.kind, new.kind):
            return
        if Kind.RAW_VALUE in (old.kind, new.kind):
            return  # told where the object was used, or never used at all
        if not _same_type(old, new):
            numbers = old.kind in _NUMBERS and new.kind in _NUMBERS
            trap = "control_flow-11" if numbers and new.kind is Kind.RUNTIME else "control_flow-15" if numbers else None
            self.unsupported(node, "type-change", trap, name=name, old=old, new=new)
        elif not self.is_traceable(old):
            self.unsupported(node, "rebound-object", name=name, operand=old)
        elif everywhere:
            return
        elif old.kind in PYTHON_NUMBERS:
            self.trap(node, "control_flow-11", name=name)
        elif old.name != new.name and old.name is not None and new.name is not None:
            self.trap(node, "control_flow-15", name=name, old=old.name, new=new.name)

    def judge_branches(self, node: nodes.NodeNG, name: str, first: ArgKind, second: ArgKind) -> None:
        """Both branches of an `if` give a name a new value: they must be of one dtype."""
        if first.kind in PYTHON_NUMBERS or second.kind in PYTHON_NUMBERS:
            one, two = materialized(first), materialized(second)
        else:
            one, two = first.name, second.name
        if one is not None and two is not None and one != two and first.kind is second.kind:
            self.trap(node, "control_flow-15", name=name, old=one, new=two)

    def enter_turn(self, block: RunTimeBlock, names: Mapping[str, Value]) -> dict[str, tuple[Handle, Handle]]:
        """Give names that a loop may carry their values of a turn: (handle before the loop, handle in a turn) of each.

        `names` are those with a variable, and the values that they had before the loop.
        """
        handles, turns = self.tracing.handles, {}
        for name, initial in names.items():
            carries = self.frame.env[name]
            if isinstance(initial, Expr) and isinstance(carries, Ref):
                entry = handles.of(initial) if self.has_handle(initial) else Handle()
                self.frame.env[name] = value = Ref(carries.var)
                handles.give(value, Handle() if block.repeats else entry)
                turns[name] = (entry, handles.of(value))
        return turns

    def judge_turn(self, block: RunTimeBlock, turns: Mapping[str, tuple[Handle, Handle]]) -> None:
        """A loop body has ended: where pyasc mixes up names or turns."""
        handles, carried = self.tracing.handles, []
        for name, (entry, turn) in turns.items():
            end = self.frame.env[name]
            if name in block.rebound:
                last = handles.of(end) if isinstance(end, Expr) and self.has_handle(end) else Handle()
                carried.append(CarriedName(name, entry, turn, last, block.rebound[name]))
            elif turn in block.uses:
                block.uses.setdefault(entry, block.uses[turn])
        counted = block.counter is not None
        for mixup in mixups(carried, block.uses, counted) if block.repeats else ():
            self.trap(mixup.node, mixup.trap, name=mixup.name, source=mixup.source)
        replaced = {handle for one in carried for handle in (one.entry, one.turn)}
        for handle, use in block.uses.items():
            if handle not in replaced:
                self.frame.use(handle, use)
        for one in carried:
            self.frame.use(one.entry, Use(one.node, one.name))

    def merge_handles(self, name: str, values: Iterable[tuple[nodes.NodeNG, Value]]) -> None:
        """An `if` has bound a name again: it uses what each branch leaves in the name, and gives it a new value."""
        for node, value in values:
            self.use(node, value)
        merged = self.frame.env[name]
        if isinstance(merged, Ref):
            self.frame.env[name] = Ref(merged.var)


def _same_type(first: ArgKind, second: ArgKind) -> bool:
    """Whether two objects are of one Python class."""
    if first.kind in (Kind.ENUM, Kind.OBJECT):
        return first.kind is second.kind and (first.name == second.name or None in (first.name, second.name))
    return first.kind is second.kind


def _is_traced(kind: ArgKind) -> bool:
    """Whether an object of asc stands for a value of the generated code."""
    info = api.find_class(kind.name or "")
    return info is None or "IRValue" in info.bases
