"""Which declared form of a function a call means, where pyasc 1.1.1 takes it for one that Ascend C does not have."""

from __future__ import annotations

from dataclasses import replace

from pyasc_lint import api
from pyasc_lint.api import Overload, Param
from pyasc_lint.codegen.errors import CannotEmit
from pyasc_lint.codegen.forms import form
from pyasc_lint.ir.nodes import Call, Expr
from pyasc_lint.ir.types import TensorType


def parameter(call: Call, name: str) -> Param | None:
    """The parameter of that name, of the form that the call has."""
    owner, _, method = call.api.rpartition(".")
    info = api.find_class(owner) if owner else None
    signature = info.methods.get(method) if info is not None else api.find_function(call.api)
    if signature is None or call.overload is None:
        return None
    return signature.overloads[call.overload].param(name)


def rebound(call: Call) -> Call:
    """The call in the first declared form that its arguments fit as they are written. Raises CannotEmit."""
    function = api.find_function(call.api)
    for overload in function.overloads if function is not None else ():
        args = _arguments(call, overload)
        if args is not None and form(call.api, overload.index) is not None:
            return replace(call, args=args, overload=overload.index)
    raise CannotEmit("emit-call", f"this call of asc.{call.api} has no form in Ascend C")


def _arguments(call: Call, overload: Overload) -> dict[str, Expr] | None:
    """The arguments by parameter; None where they do not fit."""
    names = [param.name for param in overload.params]
    if len(call.positional) > len(names):
        return None
    args = dict(zip(names, call.positional, strict=False))
    if set(call.keywords) - set(names) or set(call.keywords) & set(args):
        return None
    args |= call.keywords
    for param in overload.params:
        if param.name not in args and param.required:
            return None
        if param.name in args and not _fits(param, args[param.name]):
            return None
    return args


def _fits(param: Param, argument: Expr) -> bool:
    """Whether a tensor, in the memory that it must be in, stands where one belongs."""
    kind = argument.type
    if not isinstance(kind, TensorType):
        return not param.is_tensor
    return param.is_tensor and f"_{kind.space}_" in f"_{param.kind}_"
