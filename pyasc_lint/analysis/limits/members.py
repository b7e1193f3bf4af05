"""Enum members, modes and patterns of which a call may use only some."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pyasc_lint import api
from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.dtype_rows import operand_elements
from pyasc_lint.analysis.facts import CallFact, KernelFacts, ListValue
from pyasc_lint.analysis.limits.model import Breach, span_of
from pyasc_lint.analysis.values import Poly
from pyasc_lint.ir.nodes import Enum
from pyasc_lint.ir.types import DType

_SETS = "enum_set"
_SUBSETS = "enum_subset"
_PAIRED_MODE = 4
"""The mode of arch 3510 in which a cube core synchronises with one of its vector cores."""
_VALID_BITS = (3, 7, 15)
_COMPARISONS = frozenset({"compare", "compare_scalar"})


def member_breaches(facts: KernelFacts, call: CallFact) -> Iterator[Breach]:
    """Members and modes of a call that its instruction does not have."""
    function = api.find_function(call.stmt.api)
    if function is None:
        return
    if function.name.startswith("cross_core_"):
        yield from _cross_core_breaches(facts, call, function)
    elif function.name in ("cast", "scalar_cast"):
        yield from _round_breach(facts, call, function)
    elif function.name in _COMPARISONS and facts.profile.arch == 2201:
        yield from _compare_breach(call)
    elif function.name == "mrg_sort":
        yield from _number_in(call, "valid_bit", _VALID_BITS)
    elif function.name == "gather_mask":
        yield from _number_in(call, "src1_pattern", range(1, 8))
    elif function.name == "set_load_data_boundary":
        yield from _boundary_breach(call)


def _cross_core_breaches(facts: KernelFacts, call: CallFact, function: api.Function) -> Iterator[Breach]:
    if function.name == "cross_core_wait_flag" and facts.profile.arch == 2201:
        return  # the hardware ignores the mode and pipe of a wait
    mode = call.operands.get("mode_id")
    paired = isinstance(mode, Poly) and mode.const == _PAIRED_MODE and facts.profile.arch != 2201
    for rule in function.constraints:
        if rule["kind"] == _SETS and not paired:
            yield from _number_in(call, rule["param"], rule["allowed"])
        elif rule["kind"] == _SUBSETS:
            forbidden = [name for name in rule.get("forbidden", ()) if not (paired and name == "PIPE_S")]
            yield from _forbidden_pipe(facts, call, rule["param"], forbidden)


def _number_in(call: CallFact, param: str, allowed: range | list[int] | tuple[int, ...]) -> Iterator[Breach]:
    """A number that is certainly none of those allowed."""
    value = call.operands.get(param)
    if isinstance(value, Poly) and call.facts.decide(v.among(value, sorted(allowed))) is False:
        details = {"allowed": ", ".join(map(str, allowed))}
        yield Breach("number", span_of(call, param), param, value=value, details=details)


def _forbidden_pipe(facts: KernelFacts, call: CallFact, param: str, forbidden: list[str]) -> Iterator[Breach]:
    value = call.operands.get(param)
    if isinstance(value, Enum) and value.member in forbidden:
        pipes = dict.fromkeys(f"PIPE_{pipe}" for core in facts.profile.cores.values() for pipe in core.pipes)
        details = _choice(value, [pipe for pipe in pipes if pipe not in forbidden])
        yield Breach("member", span_of(call, param), param, details=details)


def _choice(value: Enum, allowed: list[str]) -> Mapping[str, str]:
    return {"member": f"{value.enum}.{value.member}", "allowed": ", ".join(allowed)}


def _round_breach(facts: KernelFacts, call: CallFact, function: api.Function) -> Iterator[Breach]:
    """A round mode that the conversion does not have; some have none at all and ignore it."""
    mode = call.operands.get("round_mode")
    elements = operand_elements(call)
    source, target = elements.get("src", ()), elements.get("dtype" if "dtype" in elements else "dst", ())
    if not isinstance(mode, Enum) or len(target) != 1 or not isinstance(target[0], DType):
        return
    rules = function.dtypes.get(str(facts.profile.arch))
    rows = [row for page in (rules.rows if rules is not None else ()) for row in page.get("combos", ())]
    rows += [row for rule in function.constraints for row in rule.get("rows", ())]
    for row in rows:
        suits = not source or source == (source[0],) and isinstance(source[0], DType) and source[0].name == row["src"]
        if suits and row["dst"] == target[0].name and row["round_modes"] and mode.member not in row["round_modes"]:
            conversion = f"{row['src']} to {row['dst']}"
            details = {**_choice(mode, row["round_modes"]), "conversion": conversion}
            yield Breach("round-mode", span_of(call, "round_mode"), "round_mode", details=details)


def _compare_breach(call: CallFact) -> Iterator[Breach]:
    """Arch 2201 compares int32 for equality only."""
    mode = call.operands.get("cmp_mode")
    types = operand_elements(call).get("src0", ())
    if isinstance(mode, Enum) and mode.member != "EQ" and [str(element) for element in types] == ["int32"]:
        details = {**_choice(mode, ["EQ"]), "dtype": "int32"}
        yield Breach("compare-mode", span_of(call, "cmp_mode"), "cmp_mode", details=details)


def _boundary_breach(call: CallFact) -> Iterator[Breach]:
    """0 sets no boundary, and 1 to 1023 are undefined."""
    value = call.operands.get("boundary")
    if isinstance(value, Poly) and call.facts.decide(v.And(v.ge(value, 1), v.le(value, 1023))):
        yield Breach("number", span_of(call, "boundary"), "boundary", value=value, details={"allowed": "0, 1024, …"})


def list_breaches(call: CallFact) -> Iterator[Breach]:
    """Slice lists that do not have the length the call gives."""
    dims = call.operands.get("dim_value")
    if not isinstance(dims, Poly) or dims.const is None:
        return
    for param in ("slice_list1", "slice_list2"):
        slices = call.operands.get(param)
        if isinstance(slices, ListValue) and len(slices.items) != dims.const:
            details = {"count": str(len(slices.items)), "wanted": str(dims.const)}
            yield Breach("list-length", span_of(call, param), param, details=details)
