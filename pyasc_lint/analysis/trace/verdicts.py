"""What the order of one run shows, and what orders things by itself."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from pyasc_lint.analysis.trace.conflicts import Hazard
from pyasc_lint.analysis.trace.model import Step
from pyasc_lint.deferred import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Unpaired:
    """A set or wait without a partner. `stuck`: the partner exists, but only behind something that this blocks: a full
    barrier, or another wait (`behind`) that the pipe of the partner never gets past."""

    step: Step
    kind: Literal["set", "wait"]
    stuck: bool = False
    behind: Step | None = None


@dataclass(slots=True, eq=False)
class Verdicts:
    """What one run shows. `repeated` pairs a set with the earlier one whose flag may still be up."""

    hazards: list[Hazard] = field(default_factory=list)
    unpaired: list[Unpaired] = field(default_factory=list)
    repeated: list[tuple[Step, Step]] = field(default_factory=list)
    deadlocks: list[tuple[Step, Step]] = field(default_factory=list)
    useful: set[int] = field(default_factory=set)
    """`id` of the synchronisation statements that ordered something new."""
    relied: Step | None = None
    """The first instruction that only an auto-sync may order of which nothing is published."""

    def copy(self) -> Verdicts:
        return Verdicts(
            [*self.hazards], [*self.unpaired], [*self.repeated], [*self.deadlocks], {*self.useful}, self.relied
        )

    @property
    def hangs(self) -> bool:
        """Whether a wait never returns."""
        return bool(self.deadlocks) or any(found.kind == "wait" for found in self.unpaired)


@dataclass(frozen=True, slots=True)
class Rules:
    """What the hardware and the compiler order by themselves.

    `self_ordered` are pipes whose own instructions need no barrier; `automatic` pairs of pipes that auto-sync orders
    where accesses conflict. `unpublished`: what auto-sync inserts on the chip is not known, and it may order V and what
    involves S, as it does on the chips that documents speak of.
    """

    self_ordered: frozenset[str]
    automatic: frozenset[frozenset[str]]
    unpublished: bool = False
