"""The chip profile, and the questions the engine asks of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, cast

from pyasc_lint.deferred import dataclass

from .facts import (
    Compiler,
    Core,
    CoreCount,
    CoreFacts,
    EventIds,
    Hardware,
    Layout,
    Memory,
    Pipe,
    Place,
    Pyasc,
    ReservedUb,
    StaticTensor,
    UbBanks,
)

EventStatus = Literal["documented", "undocumented", "absent"]
"""documented: in the published table; undocumented: the headers accept it all the same; absent: does not exist."""


@dataclass(frozen=True, kw_only=True)
class Profile:
    """One chip."""

    name: str
    aliases: tuple[str, ...] = ()
    arch: int
    """`__NPU_ARCH__`."""
    product: str
    """Key of the product in API tables: A2, A3, 950, 310p, 200I_500_A2 or 910."""
    family: str
    short_soc: str | None = None
    note: str | None = None
    confused_with: tuple[str, ...] = ()
    compiler: Compiler
    pyasc: Pyasc
    static_tensor: StaticTensor
    core_count: CoreCount
    memories: Mapping[Hardware, Memory]
    reserved_ub: ReservedUb | None = None
    ub_banks: UbBanks | None = None
    event_ids: EventIds
    cores: Mapping[Core, CoreFacts]
    paths: Mapping[str, Pipe] | None = None
    """Pipe of each data path, such as `GM->UB`; None: not known for this architecture."""
    unit_pipes: Mapping[Literal["scalar", "vector", "cube"], Pipe]
    fill_pipes: Mapping[Hardware, Pipe]
    positions: Mapping[str, Place]
    default_positions: Mapping[Hardware, str]
    layout: Layout

    sources: Mapping[str, tuple[str, ...]]
    """Source keys of each fact, by the file's dotted key such as `memory.UB.physical_end`; () where none is given.

    See `load_sources` for what the source keys stand for.
    """

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def coupled(self) -> bool:
        """Vector and cube units share a core, and every memory is in it."""
        return "AICORE" in self.cores

    @property
    def hint(self) -> str | None:
        """A warning for users who may have meant another chip; None for most chips."""
        if not self.confused_with:
            return self.note
        question = f"did you mean {' or '.join(self.confused_with)}?"
        return f"{self.note}; {question}" if self.note else question

    def memory(self, hardware: str) -> Memory | None:
        """The memory of an `asc.Hardware` name; None where the chip has none."""
        return self.memories.get(cast("Hardware", hardware))

    def core_of(self, hardware: str) -> Core | None:
        """The kind of core that owns a memory; None where the chip has no such memory."""
        memory = self.memory(hardware)
        return memory.core if memory else None

    def hardware_of(self, tposition: str) -> Place | None:
        """The memory behind a TPosition, "GM" included; None for an unknown position."""
        return self.positions.get(tposition)

    def positions_of(self, hardware: str) -> tuple[str, ...]:
        """The TPositions that live in a memory."""
        return tuple(position for position, place in self.positions.items() if place == hardware)

    def path_pipe(self, source: str, destination: str) -> Pipe | None:
        """The pipe that copies between two memories or GM; None: no such path, or `paths` is None."""
        return (self.paths or {}).get(f"{source}->{destination}")

    def event_status(self, core: Core, event: str) -> EventStatus | None:
        """Whether a HardEvent such as `MTE2_V` exists on a core; None: not known for this architecture."""
        facts = self.cores.get(core)
        if facts is None or (facts.events is None and facts.undocumented_events is None):
            return None
        if event in (facts.events or ()):
            return "documented"
        return "undocumented" if event in (facts.undocumented_events or ()) else "absent"

    def sources_of(self, key: str) -> tuple[str, ...]:
        """Source keys of a fact or of what it is part of: `positions.A1` has those of `positions`."""
        while key not in self.sources and "." in key:
            key = key.rpartition(".")[0]
        return self.sources.get(key, ())
