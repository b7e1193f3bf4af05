"""What a call must not do wherever its bytes are, or should not: the tables of the documents, written out once more.

Only what the generators write is in the tables; an entry that is missing shows as a disagreement.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from pyasc_lint import api
from pyasc_lint.ir.nodes import Enum
from pyasc_lint.profiles import Profile
from tests.support.interpreter.events import Defect, Event, Issued, Run
from tests.support.interpreter.values import Global, Local

_BOTH = {("GM", "UB"), ("UB", "GM"), ("UB", "UB"), ("GM", "L1"), ("UB", "L1")}
COPY_PATHS = {"A2": {*_BOTH, ("L1", "GM")}, "950": {*_BOTH, ("L1", "UB"), ("L0C", "GM")}}
"""Pairs of memories that `data_copy` and `data_copy_pad` can be between; on A2 there is a form of its own from L0C."""

CUBE_PLACES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "mmad": {"dst": ("L0C",), "fm": ("L0A",), "filter": ("L0B",)},
    "fixpipe": {"dst": ("GM", "L1"), "src": ("L0C",)},
    "load_data": {"dst": ("L0A", "L0B"), "src": ("L1", "GM")},
}

NOT_STATIC: Mapping[str, frozenset[str]] = {
    "A2": frozenset({"select", "add_deq_relu", "reduce_sum", "reduce_max", "reduce_min"}),
    "950": frozenset({"reduce_sum"}),
    "310p": frozenset({"reduce_sum", "reduce_max", "reduce_min", "brcb", "copy", "data_copy_pad"}),
}
"""Functions that the static-Tensor table of a product leaves out."""

SCRATCH = {"A2": (188_416, 196_608), "310p": (253_952, 262_144)}
"""Bytes of the UB that `select` of a tensor by a scalar or a tensor overwrites."""

COSTS = ("small", "banks")
"""What is only slow."""

SMALL = 2048
"""Bytes of a transfer in a loop that are far below what uses the bandwidth of GM."""

BANK_GROUPS = {"A2": 16, "950": 8}
"""Groups of banks, which take turns every 32 bytes."""


def product_of(profile: Profile) -> str:
    return "A2" if profile.product == "A3" else profile.product


def legality(run: Run, profile: Profile) -> Iterator[Defect]:
    """Everything that the calls of a run break by what they are, and where their operands are."""
    product = product_of(profile)
    for issued in run.issued:
        line, name = issued.call.span.line, issued.call.api
        if _unreachable(issued, product):
            yield Defect("path", line, name)
        if name in NOT_STATIC[product]:
            yield Defect("static", line, name)
    if any(map(_uses_scratch, run.issued)) and product in SCRATCH:
        start, end = SCRATCH[product]
        for tensor in run.tensors:
            if tensor.memory == "UB" and tensor.address < end and tensor.address + tensor.size > start:
                yield Defect("reserved", tensor.maker.span.line, tensor.name)
    yield from _costs(run, product)


def _unreachable(issued: Issued, product: str) -> bool:
    memories = {name: memory for name, value in issued.args.items() if (memory := _memory(value)) is not None}
    function = api.find_function(issued.call.api)
    if function is None:
        return False
    if function.name in ("data_copy", "data_copy_pad"):
        return product in COPY_PATHS and (memories["src"], memories["dst"]) not in COPY_PATHS[product]
    if function.category.startswith("vector."):
        return any(memory != "UB" for memory in memories.values())
    wanted = CUBE_PLACES.get(function.name, {})
    return any(memories[name] not in places for name, places in wanted.items() if name in memories)


def _memory(value: object) -> str | None:
    if isinstance(value, Local):
        return value.tensor.memory
    return "GM" if isinstance(value, Global) else None


def _uses_scratch(issued: Issued) -> bool:
    modes = [value.member for value in issued.args.values() if isinstance(value, Enum) and value.enum == "SelMode"]
    return issued.call.api == "select" and modes != ["VSEL_CMPMASK_SPR"]


def _costs(run: Run, product: str) -> Iterator[Defect]:
    """Lines whose transfer is small, or whose sources share a bank group, in the same way each time."""
    moved: dict[int, set[int]] = defaultdict(set)
    shared: dict[int, set[tuple[int, ...]]] = defaultdict(set)
    for issued in run.issued:
        event = issued.event
        if event is None or not event.touches:
            continue
        if issued.looped and any(isinstance(touch.owner, Global) for touch in event.touches):
            moved[event.line].add(sum(hi - lo for touch in event.touches if touch.writes for lo, hi in touch.ranges))
        if event.pipe == "V":
            shared[event.line].add(tuple(_starts(event)))
    for line, sizes in moved.items():
        if len(sizes) == 1 and 0 < max(sizes) < SMALL:
            yield Defect("small", line, f"{sizes}")
    for line, starts in shared.items():
        groups = [start // 32 % BANK_GROUPS[product] for start in set(min(starts))] if product in BANK_GROUPS else []
        if len(starts) == 1 and len(set(groups)) < len(groups):
            yield Defect("banks", line, f"{starts}")


def _starts(event: Event) -> Iterator[int]:
    """The first byte of each source of a vector instruction."""
    for touch in event.touches:
        if touch.reads and touch.tensor is not None and touch.space == "UB":
            yield touch.tensor.address + touch.ranges[0][0]
