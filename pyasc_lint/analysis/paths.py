"""Whether instructions can reach the memories of their operands at all."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from pyasc_lint import api
from pyasc_lint.analysis.alike import examined
from pyasc_lint.analysis.facts import CallFact, GlobalRegion, KernelFacts, LocalRegion, Operand
from pyasc_lint.deferred import dataclass

COPIES = frozenset({"data_copy", "data_copy_pad"})
_LOADS = frozenset({"load_data", "load_data_with_transpose", "load_data_with_sparse"})
_NAMES = {"BiasTable(C2)": "BIAS", "BiasTable": "BIAS", "FixpipeBuffer": "FIXBUF"}
_PLACES: dict[str, dict[str, frozenset[str]]] = {
    "mmad": {"dst": frozenset({"L0C"}), "fm": frozenset({"L0A"}), "filter": frozenset({"L0B"})},
    "mmad_with_sparse": {"dst": frozenset({"L0C"}), "fm": frozenset({"L0A"}), "filter": frozenset({"L0B"})},
    "fixpipe": {"src": frozenset({"L0C"}), "dst": frozenset({"GM", "L1"})},
    **{name: {"dst": frozenset({"L0A", "L0B", "L1"}), "src": frozenset({"L1", "GM"})} for name in _LOADS},
}
"""Memories of the operands of cube instructions on split cores (2201, 3510)."""


@dataclass(frozen=True, slots=True, eq=False)
class IllegalPath:
    """A call whose operand is in a memory it cannot reach.

    For a copy `source` and `destination` are the memories; else `param` is in `memory` and `wanted` names those it may
    be in.
    """

    call: CallFact
    source: str = ""
    destination: str = ""
    param: str = ""
    memory: str = ""
    wanted: tuple[str, ...] = ()


@lru_cache(maxsize=8)
def illegal_paths(facts: KernelFacts) -> Mapping[CallFact, IllegalPath]:
    """The calls that no pipe of the chip can execute, and what each cannot reach."""
    found = examined(facts, lambda call: [path] if (path := _illegal_path(facts, call)) is not None else [])
    return {path.call: path for path in found}


def _illegal_path(facts: KernelFacts, call: CallFact) -> IllegalPath | None:
    function = api.find_function(call.stmt.api)
    if function is None:
        return None
    name = function.name
    if name in COPIES:
        return _copy(facts, call)
    wanted = _PLACES.get(name) if not facts.profile.coupled else None
    vector = function.category.startswith("vector.") and function.core == "AIV"
    for param, operand in call.operands.items():
        memory = memory_of(operand)
        allowed = frozenset({"UB"}) if vector else (wanted or {}).get(param)
        if memory is None or allowed is None or memory in allowed:
            continue
        if vector and memory == "GM":
            continue  # a GlobalTensor operand is a call that fits no overload
        return IllegalPath(call, param=param, memory=memory, wanted=tuple(sorted(allowed)))
    return None


def _copy(facts: KernelFacts, call: CallFact) -> IllegalPath | None:
    source, destination = memory_of(call.operands.get("src")), memory_of(call.operands.get("dst"))
    if source is None or destination is None or source == destination == "GM" or call.stmt.overload is None:
        return None
    path = f"{source}->{destination}"
    known = facts.profile.paths
    if path in _documented(call.stmt.api, call.stmt.overload) and (known is None or path in known):
        return None
    if facts.profile.arch != 2201 and (known is None or path in known):
        return None
    return IllegalPath(call, source, destination)


@cache
def _documented(name: str, number: int) -> frozenset[str]:
    """The paths that a form of a copy function stands for, as `GM->UB`."""
    function = api.find_function(name)
    if function is None:
        return frozenset()
    overload = function.overloads[number]
    found: set[str] = set()
    for text in (*(overload.path or "").split(" or "), *(overload.pipe if isinstance(overload.pipe, dict) else ())):
        match = re.fullmatch(r"\s*([\w()]+)\s*->\s*([\w()]+)\s*", text)
        if match is not None:
            found.add("->".join(_NAMES.get(part, part) for part in match.groups()))
    return frozenset(found)


def memory_of(operand: Operand | None) -> str | None:
    """The memory of a tensor operand, "GM" included; None where it is not known."""
    if isinstance(operand, GlobalRegion):
        return "GM"
    if isinstance(operand, LocalRegion):
        return operand.buffer.hardware
    if isinstance(operand, tuple):
        memories = {region.buffer.hardware for region in operand}
        return memories.pop() if len(memories) == 1 else None
    return None
