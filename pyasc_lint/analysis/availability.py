"""Whether the chip has what a call asks for, and whether static-Tensor programming allows it there."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from pyasc_lint import api
from pyasc_lint.analysis.alike import examined
from pyasc_lint.analysis.calls import overload_of
from pyasc_lint.analysis.facts import CallFact, KernelFacts
from pyasc_lint.analysis.paths import COPIES, memory_of
from pyasc_lint.deferred import dataclass

_FRAMEWORK = "framework"
"""Category of what belongs to TPipe, which is ASC201."""

_STRUCT_PRODUCTS: Mapping[str, frozenset[str]] = {
    "LoadData2DParamsV2": frozenset({"950"}),
    "LoadData3DParamsV1": frozenset({"310p", "910"}),
    "LoadData3DParamsV2": frozenset({"310p", "200I_500_A2", "A2", "A3", "950"}),
    "LoadData3DParamsV2Pro": frozenset({"310p", "200I_500_A2", "A2", "A3", "950"}),
}
"""Parameter structs that not every product has -> products that do (pages LoadData_2D_V2 and LoadData_3D)."""

_ADDRESS_FORMS: Mapping[str, frozenset[str]] = {"trans_data_to_5hd": frozenset({"A2", "A3"})}
"""Functions whose form with address tensors static-Tensor programming excludes -> products."""


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Why a call may not stand in a static-Tensor kernel.

    `path`: the data path that is excluded, such as "UB->L1"; `form`: only this form of the function is.
    """

    path: str | None = None
    form: bool = False


def is_missing(facts: KernelFacts, call: CallFact) -> str | None:
    """The function, or the parameter struct, of a call that the chip does not have; None where it has both."""
    product = facts.profile.product
    function = api.find_function(call.stmt.api)
    if function is not None and function.supported.get(product) is False:
        return f"asc.{function.name}"
    for struct in _structs(call):
        if product not in _STRUCT_PRODUCTS.get(struct, {product}):
            return f"asc.{struct}"
    return None


@lru_cache(maxsize=8)
def exclusions(facts: KernelFacts) -> Mapping[CallFact, Exclusion]:
    """The calls that static-Tensor programming excludes on the chip, and why."""
    return dict(examined(facts, lambda call: [(call, found)] if (found := _exclusion(facts, call)) is not None else []))


def _exclusion(facts: KernelFacts, call: CallFact) -> Exclusion | None:
    product = facts.profile.product
    function, overload = api.find_function(call.stmt.api), overload_of(call.stmt)
    if function is None or function.category == _FRAMEWORK or is_missing(facts, call) or _only_computes(function):
        return None
    path = f"{memory_of(call.operands.get('src'))}->{memory_of(call.operands.get('dst'))}"
    if function.name in COPIES and path in facts.profile.static_tensor.excluded_paths:
        return Exclusion(path)
    if function.allowed_in_static_tensor.get(product) is False:
        return Exclusion()
    if overload is not None:
        takes_addresses = any(param.kind == "dst_local_tensor" for param in overload.params)
        if overload.allowed_in_static_tensor.get(product) is False and overload.path != "by positions":
            return Exclusion(form=True)
        if takes_addresses and product in _ADDRESS_FORMS.get(function.name, ()):
            return Exclusion(form=True)
    return None


def _only_computes(function: api.Function) -> bool:
    """A helper of the scalar unit that no product page and no static-Tensor table speaks of."""
    return function.pipe == "S" and not function.uses_tpipe and not any(function.supported.values())


def _structs(call: CallFact) -> list[str]:
    overload = overload_of(call.stmt)
    return [param.type for param in overload.params if param.kind == "params_struct"] if overload is not None else []
