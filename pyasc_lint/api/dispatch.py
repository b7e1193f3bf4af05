"""Overload resolution as pyasc 1.1.1 does it, on argument kinds instead of values.

pyasc binds a call to an implementation signature, then tries registered candidates in order (`Signature.forms`); the
first that takes the arguments wins. What a form stands for in Ascend C is a declared overload (`Signature.overloads`).
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import field, replace

from pyasc_lint.deferred import dataclass

from ._binding import Bound, OverloadFit, Slot, argument, bind_form, binds_as_declared, fit_overload
from ._fit import Fit, accepted, describe_type
from .kinds import ArgKind
from .model import Function, Overload, Signature
from .table import table
from .vocabulary import closest


class Reason(enum.Enum):
    """Why a call fails; all but the last are exceptions in pyasc 1.1.1."""

    MISSING = "missing argument"
    TOO_MANY = "too many arguments"
    UNKNOWN_KEYWORD = "unknown keyword"
    DUPLICATE = "argument given twice, or by keyword where only a position works"
    WRONG_KIND = "wrong kind of argument"
    REJECTED_FORM = "declared but rejected by pyasc 1.1.1"
    NO_CPP_OVERLOAD = "accepted by pyasc 1.1.1, but Ascend C has no such overload"


@dataclass(frozen=True, eq=False)
class Arguments:
    """Arguments of a call.

    Attributes:
        positional: kinds in order.
        keywords: keyword -> kind, in order.
        open_ended: the call has `*args` or `**kwargs` of unknown content: nothing is then missing.
    """

    positional: Sequence[ArgKind] = ()
    keywords: Mapping[str, ArgKind] = field(default_factory=dict)
    open_ended: bool = False


@dataclass(frozen=True, eq=False)
class Failure:
    """Why no call form fits.

    Attributes:
        reason: category.
        message: one short English sentence: "missing argument 'count'".
        slot: the offending argument, None for a missing one.
        param: the parameter concerned, if there is one.
        got: what the argument is, as text; wants: what the parameter takes, as text.
        suggestion: keyword or form to use instead.
    """

    reason: Reason
    message: str
    slot: Slot | None = None
    param: str | None = None
    got: str | None = None
    wants: str | None = None
    suggestion: str | None = None

    @property
    def accepted_by_pyasc(self) -> bool:
        return self.reason is Reason.NO_CPP_OVERLOAD


@dataclass(frozen=True, eq=False)
class Match:
    """One overload the call may mean.

    Attributes:
        arguments: declared parameter -> slot; a `varargs` parameter maps to its first argument.
        defaults: parameters left to their defaults.
        loose: parameters whose argument is not of the declared kind although pyasc takes it (an int for an enum, a
            float for a count), or that this overload does not declare.
        dropped: arguments pyasc takes and ignores.
    """

    overload: Overload
    arguments: Mapping[str, Slot]
    defaults: tuple[str, ...]
    loose: tuple[str, ...] = ()
    dropped: tuple[Slot, ...] = ()


@dataclass(frozen=True, eq=False)
class Resolution:
    """Outcome of a call.

    Attributes:
        callee: "add", "LocalMemAllocator.alloc", "MmadParams".
        matches: what the call may mean, most likely first; more than one only if unknown arguments leave it open;
            empty on failure.
        failure: None if the call is good as far as is known.
    """

    callee: str
    matches: tuple[Match, ...]
    failure: Failure | None = None

    @property
    def ok(self) -> bool:
        return self.failure is None

    @property
    def certain(self) -> bool:
        """Whether exactly one overload is possible."""
        return len(self.matches) == 1

    @property
    def overload(self) -> Overload | None:
        """The (most likely) overload, None on failure."""
        return self.matches[0].overload if self.matches else None

    @property
    def arguments(self) -> Mapping[str, Slot]:
        """Declared parameter -> slot of the (most likely) overload; empty on failure."""
        return self.matches[0].arguments if self.matches else {}


def resolve(function: Function | str, args: Arguments) -> Resolution:
    """Choose the overload a call of a function of `asc` means, or say why there is none.

    Raises KeyError for an unknown function name.
    """
    if isinstance(function, str):
        found = table().function(function)
        if found is None:
            raise KeyError(function)
        function = found
    return _resolve(function, args)


def bind_class(class_name: str, args: Arguments) -> Resolution:
    """The same for a constructor: `LocalTensor(...)`, `MmadParams(...)`. KeyError for an unknown class."""
    info = table().class_(class_name)
    if info is None:
        raise KeyError(class_name)
    return _resolve(info.constructor, args)


def bind_method(class_name: str, method: str, args: Arguments) -> Resolution:
    """The same for a method of an instance (`self` is not among `args`). KeyError for an unknown class or method."""
    info = table().class_(class_name)
    if info is None:
        raise KeyError(class_name)
    return _resolve(info.methods[method], args)


def _resolve(signature: Signature, args: Arguments) -> Resolution:
    """The outcome depends on the kinds alone, and kernels repeat them: each combination is worked out once."""
    key = (id(signature), tuple(args.positional), tuple(args.keywords.items()), args.open_ended)
    known = _resolved.get(key)
    if known is None:
        if len(_resolved) >= _MAX_RESOLVED:
            _resolved.clear()
        known = _resolved[key] = (_work_out(signature, args), signature)
    return known[0]


_MAX_RESOLVED = 4096
_resolved: dict[object, tuple[Resolution, Signature]] = {}


def _work_out(signature: Signature, args: Arguments) -> Resolution:
    bounds = [bind_form(form, args) for form in signature.forms]
    matches: list[Match] = []
    failure: Failure | None = None
    for bound in bounds:
        if bound.fit is Fit.NO:
            continue
        fits = _overload_fits(signature, bound, args)
        good = [item for item in fits if item.fit is not Fit.NO]
        if good:
            matches += [_match(item, bound) for item in _choose(good)]
        elif failure is None and not _is_dead(signature, args):
            failure = _lacks_an_argument(signature, bounds, args) or _no_cpp_overload(signature, fits, bound, args)
        if bound.fit is Fit.EXACT:
            break  # the dispatcher takes this form and looks no further
    if matches:
        return Resolution(signature.name, tuple(matches))
    return Resolution(signature.name, (), failure or _diagnose(signature, bounds, args))


def _is_dead(signature: Signature, args: Arguments) -> bool:
    """Whether the call is what a declared overload says that no form stands for."""
    alive = {index for form in signature.forms for index in form.overloads}
    return any(overload.index not in alive and binds_as_declared(overload, args) for overload in signature.overloads)


def _overload_fits(signature: Signature, bound: Bound, args: Arguments) -> list[OverloadFit]:
    overloads = [signature.overloads[index] for index in bound.form.overloads]
    known: set[str] = set()
    for overload in overloads:
        back = {new: old for old, new in bound.form.renames.get(overload.index, {}).items()}
        known |= {back.get(param.name, param.name) for param in overload.params}
    ignored = frozenset(bound.slots) - known
    return [fit_overload(bound, overload, args, ignored) for overload in overloads]


def _choose(fits: list[OverloadFit]) -> list[OverloadFit]:
    """The best reading; all that are left open by unknown arguments."""
    exact = [item for item in fits if item.fit is Fit.EXACT]
    if exact:
        return exact[:1]
    possible = [item for item in fits if item.fit is Fit.MAYBE]
    return possible or [min(fits, key=lambda item: len(item.loose))]


def _match(item: OverloadFit, bound: Bound) -> Match:
    defaults = tuple(param.name for param in item.overload.params if param.name not in item.arguments)
    return Match(item.overload, item.arguments, defaults, item.loose, tuple(bound.dropped))


# --- failures ------------------------------------------------------------------------------------------------------


def _lacks_an_argument(signature: Signature, bounds: list[Bound], args: Arguments) -> Failure | None:
    """The failure, if everything given fits an overload that takes one argument more."""
    for bound in bounds:
        if len(bound.missing) != 1 or bound.wrong or bound.unknown or bound.duplicate or bound.surplus:
            continue
        if any(not item.bad for item in _overload_fits(signature, bound, args)):
            name = bound.missing[0]
            return Failure(Reason.NO_CPP_OVERLOAD, f"'{name}' is needed as well", param=name)
    return None


def _no_cpp_overload(signature: Signature, fits: list[OverloadFit], bound: Bound, args: Arguments) -> Failure:
    nearest = min(fits, key=lambda item: len(item.bad))
    name = nearest.bad[0]
    slot = nearest.arguments[name]
    got = str(argument(args, slot))
    if nearest.overload.param(name) is None:
        others = ", ".join(f"'{other}'" for other in bound.slots if other != name)
        message = f"'{name}' does not go together with {others}"
        return Failure(Reason.NO_CPP_OVERLOAD, message, slot, name, got)
    types = [{param.name: param.type for param in item.overload.params} for item in fits]
    if len({item.get(name) for item in types}) == 1:
        wants = describe_type([types[0][name]])
        return Failure(Reason.NO_CPP_OVERLOAD, f"'{name}' must be {wants}, got {got}", slot, name, got, wants)
    differing = [key for key in types[0] if len({item.get(key) for item in types}) > 1]
    given = [key for key in differing if key in nearest.arguments]
    kinds = ", ".join(f"{key} {argument(args, nearest.arguments[key])}" for key in given)
    choices = dict.fromkeys(", ".join(f"{key} {item[key]}" for key in differing if key in item) for item in types)
    message = f"no Ascend C overload takes {kinds}; there is {' or '.join(choices)}"
    return Failure(Reason.NO_CPP_OVERLOAD, message, slot, name, got, suggestion=" or ".join(choices))


def _diagnose(signature: Signature, bounds: list[Bound], args: Arguments) -> Failure:
    declared = any(overload.declared and binds_as_declared(overload, args) for overload in signature.overloads)
    hint = "; ".join(signature.working_forms) or None
    if not bounds:
        return Failure(Reason.REJECTED_FORM, "pyasc 1.1.1 rejects every call of it", suggestion=hint)
    ranked = sorted(bounds, key=lambda bound: (bound.distance, min(bound.form.overloads, default=0)))
    best = ranked[0]
    if best.distance == 0:
        failure = Failure(Reason.REJECTED_FORM, "declared, but pyasc 1.1.1 cannot translate it")
    else:
        failure = _problem(signature, best, [item for item in ranked if item.distance == best.distance], args)
    if not declared:
        return failure
    if failure.reason is not Reason.REJECTED_FORM:
        message = f"declared, but pyasc 1.1.1 rejects it: {failure.message}"
        failure = replace(failure, reason=Reason.REJECTED_FORM, message=message)
    forms = " or ".join(dict.fromkeys(_form_text(bound) for bound in bounds[:4]))
    return replace(failure, suggestion=failure.suggestion or hint or forms)


def _problem(signature: Signature, best: Bound, tied: list[Bound], args: Arguments) -> Failure:
    """The first thing wrong with the closest form; `tied` are all forms equally close."""
    if best.unknown:
        return _unknown_keyword(signature, tied, args)
    if best.duplicate:
        name = best.duplicate[0]
        twice = name in best.slots and best.slots[name] != name
        message = f"'{name}' is given twice" if twice else f"'{name}' must be given by position"
        return Failure(Reason.DUPLICATE, message, name, name)
    if best.wrong:
        name = best.wrong[0]
        slot = best.slots[name]
        got = str(argument(args, slot))
        wants = describe_type(_declared_types(signature, [item for item in tied if name in item.wrong], name))
        message = f"'{name}' must be {wants}, got {got}" if wants else f"'{name}' cannot be {got}"
        return Failure(Reason.WRONG_KIND, message, slot, name, got, wants or None)
    if best.surplus:
        takes = [len([param for param in item.form.params if param.mode in ("both", "positional")]) for item in tied]
        most = f"{max(takes)} positional argument{'' if max(takes) == 1 else 's'}"
        message = f"takes at most {most}, got {len(args.positional)}"
        keyword_only = [param.name for param in best.form.params if param.mode == "keyword"]
        hint = ", ".join(f"{name}=…" for name in keyword_only) or None
        return Failure(Reason.TOO_MANY, message, best.surplus[0], suggestion=hint)
    names = list(dict.fromkeys(item.missing[0] for item in tied if item.missing))
    listed = " or ".join(f"'{name}'" for name in names) if len(best.missing) == 1 else _quoted(best.missing)
    word = "argument" if len(best.missing) == 1 else "arguments"
    return Failure(Reason.MISSING, f"missing {word} {listed}", param=best.missing[0])


def _quoted(names: list[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)


def _unknown_keyword(signature: Signature, tied: list[Bound], args: Arguments) -> Failure:
    keyword = next(bound for bound in tied if bound.unknown).unknown[0]
    arg = args.keywords[keyword]
    free: list[str] = []
    only: list[str] = []  # the one parameter of a form that lacks an argument and takes this one
    for bound in tied:
        takes = {param.name for param in bound.form.params if accepted(param.accepts, arg) is not Fit.NO}
        takes -= {*bound.slots, *(param.name for param in bound.form.params if param.mode == "positional")}
        free += sorted(takes)
        only += [name for name in bound.missing if len(bound.missing) == 1 and name in takes]
    suggestion = closest(keyword, free) or (only[0] if only else None)
    declared = any(overload.param(keyword) for overload in signature.overloads)
    message = f"unknown keyword '{keyword}'"
    if declared:
        message = f"keyword '{keyword}' is declared, but pyasc 1.1.1 rejects it"
    if suggestion:
        message += f"; did you mean '{suggestion}'?"
    reason = Reason.REJECTED_FORM if declared else Reason.UNKNOWN_KEYWORD
    return Failure(reason, message, keyword, got=str(arg), suggestion=suggestion)


def _declared_types(signature: Signature, bounds: list[Bound], name: str) -> list[str]:
    types = []
    for bound in bounds:
        for index in bound.form.overloads:
            param = signature.overloads[index].param(bound.form.renames.get(index, {}).get(name, name))
            if param is not None:
                types.append(param.type)
    return types


def _form_text(bound: Bound) -> str:
    parts = []
    for param in bound.form.params:
        name = f"{param.name}=…" if param.mode == "keyword" else param.name
        parts.append(f"[{name}]" if param.optional else name)
    return f"({', '.join(parts)})"
