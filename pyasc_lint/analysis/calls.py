"""What the API table says about a call of the IR."""

from __future__ import annotations

from pyasc_lint import api
from pyasc_lint.ir.nodes import Call


def overload_of(call: Call) -> api.Overload | None:
    """The form of the function or method that a call means; None where it fits none."""
    if call.overload is None:
        return None
    signature: api.Function | api.Method | None = api.find_function(call.api)
    if signature is None:
        owner, _, name = call.api.rpartition(".")
        info = api.find_class(owner) if owner else None
        signature = info.methods.get(name) if info is not None else None
    if signature is None or call.overload >= len(signature.overloads):
        return None
    return signature.overloads[call.overload]
