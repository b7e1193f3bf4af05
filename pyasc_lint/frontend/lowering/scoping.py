"""Names in run-time blocks: what pyasc 1.1.1 lets a branch or loop body bind, and what is left of it afterwards."""

from __future__ import annotations

from typing import Any

from astroid import nodes

from pyasc_lint import api
from pyasc_lint.api import ArgKind, Kind
from pyasc_lint.frontend.lowering.frames import Frame, RunTimeBlock
from pyasc_lint.frontend.lowering.judging import JudgedEvaluator
from pyasc_lint.frontend.lowering.kinds import PYTHON_NUMBERS, materialized

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

    def judge_copies(self, block: RunTimeBlock) -> None:
        """`previous = current` in a loop that changes `current` as well: pyasc mixes the iterations up."""
        for target, source in block.copies.items():
            node = block.rebound.get(target)
            if node is None:
                continue
            if source in block.rebound and source != target:
                swapped = block.copies.get(source) == target
                self.trap(node, "control_flow-03" if swapped else "control_flow-04", name=target, source=source)

    def note_copies(self, target: nodes.NodeNG, value: nodes.NodeNG) -> None:
        """Note an assignment of plain names, before it is made."""
        block = self.frame.blocks[-1] if self.frame.blocks else None
        if block is None:
            return
        pairs: list[tuple[Any, Any]] = [(target, value)]
        if isinstance(target, nodes.Tuple) and isinstance(value, nodes.Tuple | nodes.List):
            pairs = list(zip(target.elts, value.elts, strict=False))
        fresh = {
            bound.name: read.name
            for bound, read in pairs
            if isinstance(bound, nodes.AssignName)
            and isinstance(read, nodes.Name)
            and self._carried_in(block, read.name)
        }
        for bound, _ in pairs:
            if isinstance(bound, nodes.AssignName):
                block.copies.pop(bound.name, None)
        block.copies.update(fresh)

    def _carried_in(self, block: RunTimeBlock, name: str) -> bool:
        """Whether a name still has the value it had when the iteration began."""
        return (name in block.outer or name == block.loop) and name not in block.rebound


def _same_type(first: ArgKind, second: ArgKind) -> bool:
    """Whether two objects are of one Python class."""
    if first.kind in (Kind.ENUM, Kind.OBJECT):
        return first.kind is second.kind and (first.name == second.name or None in (first.name, second.name))
    return first.kind is second.kind


def _is_traced(kind: ArgKind) -> bool:
    """Whether an object of asc stands for a value of the generated code."""
    info = api.find_class(kind.name or "")
    return info is None or "IRValue" in info.bases
