"""Runs a kernel on its scenarios and gathers what they show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from functools import lru_cache
from typing import Generic, TypeVar

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.trace.barriers import Barriers
from pyasc_lint.analysis.trace.conflicts import Hazard, Places
from pyasc_lint.analysis.trace.contents import Clobber, Contents, Undefined
from pyasc_lint.analysis.trace.executor import Program
from pyasc_lint.analysis.trace.model import Access, Run, Step, Tensor
from pyasc_lint.analysis.trace.replay import replays
from pyasc_lint.analysis.trace.scenarios import Coverage, element_types, scenarios
from pyasc_lint.analysis.trace.verdicts import Rules, Unpaired, Verdicts
from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.nodes import Call

Inputs = Mapping[str, int]


Defect = TypeVar("Defect")


@dataclass(frozen=True, eq=False)
class Shown(Generic[Defect]):
    """A defect and the inputs of the run that shows it. `certain`: it does not depend on the values of inputs."""

    defect: Defect
    inputs: Inputs
    certain: bool = True


@dataclass(slots=True, eq=False)
class Traces:
    """What all runs of a kernel show, each defect once, in the order of the first run that shows it.

    `redundant` are the synchronisation calls that never ordered anything new; `replaceable` the full barriers in loops
    that order one pipe before one other, with the two pipes; `unplaced` the instructions whose pipe a run cannot tell,
    so that nothing is said of their order; `relied` the first one that only an auto-sync of which nothing is published
    may order; `proved`: every run went to its end without a guess, no two conflicting accesses were unordered in any of
    them, and tests have gone together the ways that they can.
    """

    hazards: list[Shown[Hazard]] = field(default_factory=list)
    unpaired: list[Shown[Unpaired]] = field(default_factory=list)
    repeated: list[Shown[tuple[Step, Step]]] = field(default_factory=list)
    deadlocks: list[Shown[tuple[Step, Step]]] = field(default_factory=list)
    clobbers: list[Shown[Clobber]] = field(default_factory=list)
    undefined: list[Shown[Undefined]] = field(default_factory=list)
    redundant: list[Call] = field(default_factory=list)
    replaceable: list[tuple[Call, str, str]] = field(default_factory=list)
    unplaced: list[Call] = field(default_factory=list)
    relied: Call | None = None
    proved: bool = True
    runs: int = 0

    def destroyed(self, hazard: Hazard) -> Tensor | None:
        """The tensor whose data one of the two accesses destroys, whatever orders them: the other's, where it is
        another one and its data are still read."""
        first, second = hazard.earlier_access.tensor, hazard.later_access.tensor
        if first is None or second is None or first.stmt is second.stmt:
            return None
        for shown in self.clobbers:
            victim, writer = shown.defect.victim, shown.defect.writer.stmt
            if writer is hazard.later.stmt and victim.stmt is first.stmt:
                return first
            if writer is hazard.earlier.stmt and victim.stmt is second.stmt:
                return second
        return None


@lru_cache(maxsize=8)
def trace(facts: KernelFacts) -> Traces:
    """Run a kernel on representative inputs. Nothing is run where the source has errors that mute what it does."""
    result = Traces()
    if facts.profile.paths is None or facts.has_source_errors or not facts.sees_all_code or not facts.kernel.is_static:
        result.proved = False
        return result
    rules = order_rules(facts)
    program = Program(facts.kernel, facts.profile, facts.core, element_types(facts))
    seen: set[object] = set()
    coverage = Coverage(facts)
    runs: list[Run] = []
    for inputs in scenarios(facts, coverage):
        runs.append(program.run(inputs))
        coverage.add(runs[-1])
    places = Places(dict.fromkeys(action.effect for run in runs for action in run.distinct))
    barriers = Barriers(places, rules)
    used: dict[int, Call] = {}
    useful: set[int] = set()
    for run, verdicts, contents in replays(runs, places, rules):
        result.runs += 1
        actions = run.distinct
        unplaced = [action.stmt for action in actions if not action.pipe and action.works]
        result.unplaced += [stmt for stmt in dict.fromkeys(unplaced) if stmt not in result.unplaced]
        known = all(action.placed for action in actions)
        result.proved = result.proved and run.complete and not run.guessed and not verdicts.hazards
        result.proved = result.proved and known and not unplaced and verdicts.relied is None
        if result.relied is None and verdicts.relied is not None:
            result.relied = verdicts.relied.stmt
        useful |= verdicts.useful | _never_redundant(run, verdicts)
        used.update((id(action.stmt), action.stmt) for action in actions if not action.works)
        _gather(result, run, verdicts, contents, facts, seen)
        if not verdicts.hazards and not verdicts.unpaired and not verdicts.deadlocks and known and not unplaced:
            barriers.examine(run, verdicts)
    result.proved = result.proved and coverage.complete
    result.redundant = [stmt for key, stmt in used.items() if key not in useful]
    result.replaceable = barriers.replaceable
    if not result.runs:
        result.proved = False
    return result


def _never_redundant(run: Run, verdicts: Verdicts) -> set[int]:
    """The barrier that ends the kernel, flags without a partner, and everything in a run that hangs or is not known."""
    actions = run.distinct
    if verdicts.hangs or any(not action.pipe and action.works for action in actions):
        return {id(action.stmt) for action in actions if not action.works}
    last = next((action for action in reversed(run.actions) if action.barrier == "ALL"), None)
    found = {id(unpaired.step.stmt) for unpaired in verdicts.unpaired}
    return found if last is None else {id(last.stmt), *found}


def order_rules(facts: KernelFacts) -> Rules:
    """What the core and the compiler's auto-sync order by themselves."""
    core = facts.profile.cores.get(facts.core)
    own = {"S", "M", "MTE1", "FIX"}
    pairs: set[frozenset[str]] = set()
    unpublished = False
    if facts.kernel.options.auto_sync and core is not None:
        own.update(core.auto_sync_barriers or ())
        pairs.update(frozenset(event.split("_")) for event in core.auto_sync_events or ())
        unpublished = core.auto_sync_barriers is None or core.auto_sync_events is None
    return Rules(frozenset(own), frozenset(pairs), unpublished)


def _gather(
    result: Traces, run: Run, verdicts: Verdicts, contents: Contents, facts: KernelFacts, seen: set[object]
) -> None:
    _add(result.hazards, _hazards(verdicts, run, facts), seen)
    _add(result.deadlocks, _pairs("deadlock", verdicts.deadlocks, run), seen)
    _add(result.repeated, _pairs("repeated", verdicts.repeated, run), seen)
    _add(result.unpaired, _unpaired(verdicts, run), seen)
    if verdicts.hangs:
        return  # what comes after a wait that never returns is no defect of its own
    _add(result.clobbers, _clobbers(contents, run, facts), seen)
    undefined = _undefined(contents, run, {} if result.runs == 1 else run.inputs)
    _add(result.undefined, _unless_told(undefined, tuple(result.undefined)), seen)


def _add(target: list[Shown[Defect]], found: Iterable[tuple[object, Shown[Defect]]], seen: set[object]) -> None:
    for key, shown in found:
        if key not in seen:
            seen.add(key)
            target.append(shown)


def _hazards(verdicts: Verdicts, run: Run, facts: KernelFacts) -> Iterator[tuple[object, Shown[Hazard]]]:
    for hazard in verdicts.hazards:
        key = ("hazard", hazard.later.stmt.span, hazard.earlier_pipe, hazard.later_pipe)
        yield key, Shown(hazard, run.inputs, _fixed(facts, hazard.earlier_access, hazard.later_access))


def _pairs(name: str, found: list[tuple[Step, Step]], run: Run) -> Iterator[tuple[object, Shown[tuple[Step, Step]]]]:
    for pair in found:
        yield (name, pair[0].stmt.span), Shown(pair, run.inputs)


def _unpaired(verdicts: Verdicts, run: Run) -> Iterator[tuple[object, Shown[Unpaired]]]:
    late = {wait.number for wait, _ in verdicts.deadlocks}
    for found in verdicts.unpaired:
        if found.step.number not in late:
            yield ("unpaired", found.step.stmt.span), Shown(found, run.inputs)


def _clobbers(contents: Contents, run: Run, facts: KernelFacts) -> Iterator[tuple[object, Shown[Clobber]]]:
    for found in contents.clobbers:
        certain = _fixed(facts, found.writer_access, found.reader_access)
        yield ("clobber", found.writer.stmt.span, found.victim.span), Shown(found, run.inputs, certain)


def _undefined(contents: Contents, run: Run, shown: Inputs) -> Iterator[tuple[object, Shown[Undefined]]]:
    degenerate = any(not action.accesses and action.works for action in run.distinct)  # too short for one block
    if run.guessed or (degenerate and run.inputs):
        return
    for found in contents.undefined:
        yield ("undefined", found.step.stmt.span, found.access.param), Shown(found, shown)


def _unless_told(
    found: Iterable[tuple[object, Shown[Undefined]]], told: tuple[Shown[Undefined], ...]
) -> Iterator[tuple[object, Shown[Undefined]]]:
    """Without what another run has told of: the same bytes of the same tensor, whoever reads them first there."""
    for key, shown in found:
        if not any(_same_bytes(shown.defect, other.defect) for other in told):
            yield key, shown


def _same_bytes(one: Undefined, other: Undefined) -> bool:
    first, second = one.access.tensor, other.access.tensor
    if first is None or second is None or first.stmt is not second.stmt or not other.all:
        return False
    return one.bytes[0] < other.bytes[1] and other.bytes[0] < one.bytes[1]


def _fixed(facts: KernelFacts, first: Access, second: Access) -> bool:
    """Whether the overlap of two accesses does not depend on input values: one tensor, or constant addresses."""
    if first.tensor is None or second.tensor is None or first.tensor.stmt is second.tensor.stmt:
        return True
    made = {buffer.stmt: buffer for buffer in facts.buffers}
    for access in (first, second):
        assert access.tensor is not None
        buffer = made.get(access.tensor.stmt)
        if buffer is None or buffer.address.const is None:
            return False
    return True
