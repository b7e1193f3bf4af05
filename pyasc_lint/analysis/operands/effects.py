"""What calls do to the registers that later instructions depend on (`registers.Registers`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from pyasc_lint import api
from pyasc_lint.analysis.facts import CallFact
from pyasc_lint.analysis.operands.masking import given_mask
from pyasc_lint.analysis.operands.operation import Arguments, Unsized
from pyasc_lint.analysis.operands.plan import form_of
from pyasc_lint.analysis.registers import FULL_MASK, INITIAL, Atomic, Registers, VectorMask
from pyasc_lint.ir.nodes import Block, Call, walk

_Effect = Callable[[CallFact, Arguments], Registers]


class Changed(NamedTuple):
    """What the calls of a block may change: the vector mask, the other registers."""

    mask: bool
    others: bool


def registers_after(call: CallFact) -> Registers:
    """The registers after a call: the same object where it changes nothing."""
    effect = _effect_of(call.stmt.api)
    if effect is None:
        return call.registers
    form = form_of(call.stmt.api, call.stmt.overload) if call.stmt.overload is not None else None
    try:
        after = effect(call, Arguments(call.operands, form.defaults if form is not None else {}, call.facts))
    except Unsized:
        after = _anything(call)
    return call.registers if after is call.registers or after == call.registers else after


def registers_changed(body: Block) -> Changed:
    """What the calls of a block, and of the blocks in it, may change."""
    names = {stmt.api for stmt in walk(body) if isinstance(stmt, Call)}
    return Changed(any(_effect_of(name) is not None for name in names), any(name in _SETTERS for name in names))


def _anything(call: CallFact) -> Registers:
    """After a call with arguments that are not known."""
    if call.stmt.api in _SETTERS:
        return Registers(None, None, None, None)
    return replace(call.registers, mask=None, counter=False if call.registers.counter is False else None)


# ------------------------------------------------------------------------------------------------ vector instructions


def _vector(call: CallFact, arguments: Arguments) -> Registers:
    """A mask form leaves its mask in the register; a count form leaves normal mode and a full mask."""
    form = form_of(call.stmt.api, call.stmt.overload) if call.stmt.overload is not None else None
    if form is None:
        return _anything(call)
    if form.honours_mask and arguments.flag("is_set_mask") is not True:
        return call.registers if arguments.flag("is_set_mask") is False else _anything(call)
    if form.count is not None:
        settled = call.registers.counter is False and call.registers.mask is FULL_MASK
        return call.registers if settled else replace(call.registers, counter=False, mask=FULL_MASK)
    return replace(call.registers, mask=given_mask(arguments, form.mask)) if form.mask is not None else call.registers


def _into_register(call: CallFact, arguments: Arguments) -> Registers:
    """A comparison sets the mask register only where its result goes to a register too."""
    return call.registers if "dst" in call.operands else _vector(call, arguments)


def _in_steps(call: CallFact, arguments: Arguments) -> Registers:
    """By count, the mask of the last step stays."""
    return replace(call.registers, mask=None) if "count" in call.operands else _vector(call, arguments)


def _full(call: CallFact, arguments: Arguments) -> Registers:
    return replace(call.registers, mask=FULL_MASK)


def _normal(call: CallFact, arguments: Arguments) -> Registers:
    return replace(call.registers, counter=False, mask=None)


def _gathered(call: CallFact, arguments: Arguments) -> Registers:
    return replace(call.registers, counter=False, mask=VectorMask(None, low=arguments.number("mask")))


def _some_mask(call: CallFact, arguments: Arguments) -> Registers:
    return replace(call.registers, mask=None)


_SPECIAL: dict[str, _Effect] = {
    "compare": _into_register,
    "compare_scalar": _into_register,
    "gather": _in_steps,
    "brcb": _full,
    "gatherb": _full,
    "gather_mask": _gathered,
    "bilinear_interpolation": _normal,
    "reduce_sum": _normal,
    "reduce_max": _normal,
    "reduce_min": _normal,
}


# ------------------------------------------------------------------------------------------------------------ setters


def _initial(call: CallFact, arguments: Arguments) -> Registers:
    return INITIAL


def _foreign(call: CallFact, arguments: Arguments) -> Registers:
    """Code that the analysis does not read."""
    return Registers(None, None, None, None)


def _mode(counter: bool) -> _Effect:
    return lambda call, arguments: replace(call.registers, counter=counter)


def _set_mask(call: CallFact, arguments: Arguments) -> Registers:
    if arguments.has("length"):
        length = arguments.number("length")
        counted = arguments.member("mode", "MaskMode") == "COUNTER"
        mask = VectorMask(None, low=length) if counted else VectorMask(length)
    else:
        mask = VectorMask(None, arguments.number("mask_high"), arguments.number("mask_low"))
    return replace(call.registers, mask=mask)


def _atomic(operation: Atomic) -> _Effect:
    return lambda call, arguments: replace(call.registers, atomic=operation)


def _atomic_type(call: CallFact, arguments: Arguments) -> Registers:
    """Turns atomics on, with the operation that was set last."""
    known = call.registers.atomic
    return replace(call.registers, atomic=None if known == "none" else known)


def _atomic_config(call: CallFact, arguments: Arguments) -> Registers:
    off = arguments.member("atomic_type", "AtomicDtype") == "ATOMIC_NONE"
    return replace(call.registers, atomic="none" if off else "add")  # the only AtomicOp is ATOMIC_SUM


def _load_repeat(call: CallFact, arguments: Arguments) -> Registers:
    return replace(call.registers, load_repeat=arguments.struct("param").number("repeat_time"))


_SETTERS: dict[str, _Effect] = {
    "init_soc_state": _initial,
    "inline": _foreign,
    "set_mask_count": _mode(True),
    "set_mask_norm": _mode(False),
    "set_vector_mask": _set_mask,
    "reset_mask": _full,
    "set_atomic_add": _atomic("add"),
    "set_atomic_max": _atomic("max"),
    "set_atomic_min": _atomic("min"),
    "set_atomic_none": _atomic("none"),
    "set_atomic_type": _atomic_type,
    "set_store_atomic_config": _atomic_config,
    "set_load_data_repeat": _load_repeat,
}


@cache
def _effect_of(name: str) -> _Effect | None:
    if name in _SETTERS:
        return _SETTERS[name]
    if name in _SPECIAL:
        return _SPECIAL[name]
    if name.startswith("adv."):
        return _some_mask
    function = api.find_function(name)
    if function is None:
        return None
    if function.category.startswith("highlevel") and function.pipe == "V":
        return _some_mask
    masked = any(param.kind in _MASKING for overload in function.overloads for param in overload.params)
    return _vector if masked and function.pipe == "V" else None


_MASKING = frozenset({"count", "mask_count", "mask_bits"})
