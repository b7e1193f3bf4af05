"""Bind arguments to one form and to one declared overload, the way Python and pyasc's dispatcher do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Protocol

from pyasc_lint.deferred import dataclass

from ._fit import Fit, accepted, declared
from .kinds import ArgKind
from .model import Form, FormParam, Overload

Slot = int | str
"""Where an argument stands in the call: positional index (0-based) or keyword."""


class CallArguments(Protocol):
    """Arguments of a call, see `dispatch.Arguments`."""

    @property
    def positional(self) -> Sequence[ArgKind]: ...
    @property
    def keywords(self) -> Mapping[str, ArgKind]: ...
    @property
    def open_ended(self) -> bool: ...


def argument(args: CallArguments, slot: Slot) -> ArgKind:
    return args.positional[slot] if isinstance(slot, int) else args.keywords[slot]


@dataclass(eq=False)
class Bound:
    """Arguments laid onto a form.

    Attributes:
        slots: form parameter -> slot.
        missing: required parameters without an argument.
        surplus: positional arguments no parameter takes.
        unknown: keywords no parameter takes.
        duplicate: keywords of parameters that are bound already, or that must be positional.
        wrong: parameters whose argument pyasc rejects.
        dropped: arguments pyasc takes and ignores.
        fit: EXACT, or MAYBE if an argument is not known well enough; NO with any problem.
    """

    form: Form
    slots: dict[str, Slot] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    surplus: list[int] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    duplicate: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    dropped: list[Slot] = field(default_factory=list)
    fit: Fit = Fit.EXACT

    @property
    def distance(self) -> float:
        """How far the call is from this form; a keyword with a typo leaves a parameter missing, which counts once."""
        return 1.1 * len(self.wrong) + max(len(self.missing), len(self.unknown)) + len(self.surplus + self.duplicate)


def bind_form(form: Form, args: CallArguments) -> Bound:
    bound = Bound(form)
    takes_position = [param for param in form.params if param.mode in ("both", "positional")]
    star = next((param for param in form.params if param.mode == "star"), None)
    for index in range(len(args.positional)):
        if index < len(takes_position):
            bound.slots[takes_position[index].name] = index
        elif star is not None:
            bound.slots.setdefault(star.name, index)
        elif form.extra in ("dropped", "unknown"):
            bound.dropped.append(index)
        else:
            bound.surplus.append(index)
    by_name = {param.name: param for param in form.params}
    for keyword in args.keywords:
        param = by_name.get(keyword)
        by_position_only = param is not None and param.mode == "positional"
        if form.extra != "error" and by_position_only:
            bound.dropped.append(keyword)  # as in Python, the name is free for **kwargs
        elif param is None or param.mode == "star":
            (bound.unknown if form.extra == "error" else bound.dropped).append(keyword)
        elif keyword in bound.slots or by_position_only:
            bound.duplicate.append(keyword)
        else:
            bound.slots[keyword] = keyword
    if not args.open_ended and form.extra != "unknown":
        required = (param for param in form.params if not param.optional and param.mode != "star")
        bound.missing = [param.name for param in required if param.name not in bound.slots]
    _check_kinds(bound, args, by_name)
    if bound.distance > 0:
        bound.fit = Fit.NO
    elif args.open_ended:
        bound.fit = min(bound.fit, Fit.MAYBE)
    return bound


def _check_kinds(bound: Bound, args: CallArguments, by_name: Mapping[str, FormParam]) -> None:
    for name, slot in bound.slots.items():
        fit = accepted(by_name[name].accepts, argument(args, slot))
        if fit is Fit.NO:
            bound.wrong.append(name)
        bound.fit = min(bound.fit, fit)


@dataclass(frozen=True, eq=False)
class OverloadFit:
    """How a bound form reads as one declared overload.

    Attributes:
        arguments: declared parameter -> slot; an undeclared parameter keeps its own name.
        loose: parameters whose argument is not of the declared kind, or that the overload does not declare.
        bad: parameters whose argument cannot be of the declared kind.
    """

    overload: Overload
    arguments: Mapping[str, Slot]
    loose: tuple[str, ...]
    bad: tuple[str, ...]
    fit: Fit


def fit_overload(bound: Bound, overload: Overload, args: CallArguments, ignored: frozenset[str]) -> OverloadFit:
    """`ignored` are form parameters no overload of the form declares (pyasc takes them all the same)."""
    renames = bound.form.renames.get(overload.index, {})
    arguments: dict[str, Slot] = {}
    loose: list[str] = []
    bad: list[str] = []
    fit = bound.fit
    variadic = any(param.kind == "varargs" for param in overload.params)
    for name, slot in bound.slots.items():
        target = renames.get(name, name)
        arguments[target] = slot
        param = overload.param(target)
        if param is None:
            if not variadic:
                (loose if name in ignored else bad).append(target)
            continue
        arg = argument(args, slot)
        quality = Fit.EXACT if param.kind == "varargs" or _is_default(param.default, arg) else declared(param.type, arg)
        if quality is Fit.NO:
            bad.append(target)
        elif quality is Fit.LOOSE:
            loose.append(target)
        else:
            fit = min(fit, quality)
    missing = any(param.required and param.name not in arguments for param in overload.params)
    if bad:
        fit = Fit.NO
    elif loose or (missing and not args.open_ended):
        fit = min(fit, Fit.LOOSE)
    return OverloadFit(overload, arguments, tuple(loose), tuple(bad), fit)


def _is_default(default: str | None, arg: ArgKind) -> bool:
    return default == "None" and str(arg) == "None"


def binds_as_declared(overload: Overload, args: CallArguments) -> bool:
    """Whether the call is exactly what the overload declares (an unknown argument may be anything)."""
    names = [param.name for param in overload.params if param.kind != "varargs"]
    if len(args.positional) > len(names):
        return False
    given: dict[str, Slot] = dict(zip(names, range(len(args.positional)), strict=False))
    for keyword in args.keywords:
        if keyword in given or keyword not in names:
            return False
        given[keyword] = keyword
    if any(param.required and param.name not in given for param in overload.params) and not args.open_ended:
        return False
    return all(
        _is_default(param.default, argument(args, given[param.name]))
        or declared(param.type, argument(args, given[param.name])) >= Fit.MAYBE
        for param in overload.params
        if param.name in given
    )
