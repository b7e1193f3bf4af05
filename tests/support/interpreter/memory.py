"""Replays the instructions of a run in program order on bytes: what leaves its tensor, is never written, or gets lost.

Every memory is an array with one entry a byte: whether it holds anything, who wrote it last, and, for every tensor
whose data were overwritten there by another one, by which instruction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from pyasc_lint.ir.nodes import Alloc
from pyasc_lint.profiles import Profile
from tests.support.interpreter.events import Defect, Event, Range, Run, Touch
from tests.support.interpreter.lanes import is_elementwise, lanes_of, passes_on
from tests.support.interpreter.values import Local, Tensor

REPEAT = 256
"""Bytes that the vector unit works on at once."""


def defects(run: Run, profile: Profile) -> list[Defect]:
    """Everything wrong with the bytes of a run."""
    found = [*_tensors(run, profile), *_operands(run, profile)]
    return list(dict.fromkeys([*found, *_Contents(run, profile).found]))


# ------------------------------------------------------------------------------------------------- places and bounds


def _tensors(run: Run, profile: Profile) -> Iterator[Defect]:
    for tensor in run.tensors:
        memory = profile.memory(tensor.memory)
        assert memory is not None and memory.physical_end is not None
        line, end = tensor.maker.span.line, tensor.address + tensor.size
        published = memory.limit(True)
        if tensor.size <= 0 and isinstance(tensor.maker, Alloc):
            yield Defect("empty", line, f"{tensor.name} has {tensor.size} bytes")
        elif tensor.address < 0 or end > memory.physical_end:
            yield Defect("outside", line, f"{tensor.name} takes {tensor.address}..{end}")
        elif published is not None and end > published:
            yield Defect("published", line, f"{tensor.name} takes {tensor.address}..{end}")
        if tensor.address % memory.alignment():
            yield Defect("misaligned-tensor", line, f"{tensor.name} starts at {tensor.address}")


def _operands(run: Run, profile: Profile) -> Iterator[Defect]:
    for event in run.events:
        overlong = any(touch.overruns and touch.tensor is not None for touch in event.touches)
        for touch in event.touches:
            if touch.overruns:
                rule = "ASC107" if touch.tensor is not None else "ASC114"
                text = f"{touch.param}: {touch.ranges[0]}.. of {touch.length}"
                yield Defect(rule, event.line, text, overlong and touch.tensor is None)
            if isinstance(touch.owner, Local) and event.pipe != "S" and _starts_odd(touch.owner, profile):
                yield Defect("misaligned-operand", event.line, f"{touch.param} at {touch.owner.offset}")
        if event in run.odd_transfers:
            yield Defect("ASC115", event.line)
        if event.pipe == "V" and is_elementwise(event.call.api) and any((*_partly_over(event), *_over_later(event))):
            yield Defect("ASC405", event.line)


def _starts_odd(operand: Local, profile: Profile) -> bool:
    """Whether an operand starts off the grid inside of a tensor that is on it."""
    memory = profile.memory(operand.tensor.memory)
    assert memory is not None
    return operand.tensor.address % memory.alignment() == 0 and operand.offset % memory.alignment() != 0


def _partly_over(event: Event) -> Iterator[bool]:
    """Whether a destination shares bytes with a source of the same repeat or of a later one, for contiguous operands.

    In one repeat they may start together, as long as the destination has no wider elements. An operand that leaves its
    tensor is a defect of its own, so tensors apart are apart.
    """
    if "repeat_times" in event.args or any(len(touch.ranges) != 1 for touch in event.touches):
        return
    elements = REPEAT // max((touch.unit for touch in event.touches), default=1)
    for written in (touch for touch in event.touches if touch.writes):
        for read in (touch for touch in event.touches if touch.reads and _meet(touch.tensor, written.tensor)):
            sources = list(_repeats(read, elements))
            for number, (lo, hi) in enumerate(_repeats(written, elements)):
                for other, (first, last) in enumerate(sources[number:], start=number):
                    together = number == other and lo == first and hi <= last
                    yield lo < last and first < hi and not together


def _over_later(event: Event) -> Iterator[bool]:
    """The same for operands with a mask and repeats, element by element. Sums that stay in place may go on."""
    lanes, repeats = lanes_of(event.args), event.args.get("repeat_times")
    if lanes is None or not repeats:
        return
    for written in (touch for touch in event.touches if touch.writes):
        for read in (touch for touch in event.touches if touch.reads and touch.param != written.param):
            if _meet(written.tensor, read.tensor):
                results, sources = (_addresses(event, touch, lanes[touch.param], repeats) for touch in (written, read))
                alone = results[0] == results[-1] and sources[0] == sources[-1]
                for number, result in enumerate(results):
                    for other, source in enumerate(sources[number : number + 1 if alone else None], start=number):
                        yield _spoils(result, source, written.unit, read.unit, number == other)


def _addresses(event: Event, touch: Touch, starts: list[int], repeats: int) -> list[list[int]]:
    """Where the elements of each repeat are."""
    operand = event.args[touch.param]
    size, base = len(starts) // repeats, operand.tensor.address + operand.offset
    return [[base + start for start in starts[first : first + size]] for first in range(0, len(starts), size)]


def _spoils(result: list[int], source: list[int], wide: int, narrow: int, same_repeat: bool) -> bool:
    """Whether elements of a result, `wide` bytes each, overlap source elements, but are not those they come from."""
    over = {each + byte for each in result for byte in range(wide)}
    under = {each + byte for each in source for byte in range(narrow)}
    if not over & under:
        return False
    within = result[0] == source[0] and wide < narrow and max(over) - min(over) < len(over) and over <= under
    return not (same_repeat and ((result == source and wide == narrow) or within))


def _meet(first: Tensor | None, second: Tensor | None) -> bool:
    """Whether two tensors share bytes."""
    if first is None or second is None or first.memory != second.memory:
        return False
    return first.address < second.address + second.size and second.address < first.address + first.size


def _repeats(touch: Touch, elements: int) -> Iterator[Range]:
    """The bytes of each repeat, as addresses."""
    assert touch.tensor is not None
    for lo, hi in touch.ranges:
        for start in range(lo, hi, elements * touch.unit):
            yield touch.tensor.address + start, touch.tensor.address + min(start + elements * touch.unit, hi)


# ----------------------------------------------------------------------------------------------------------- contents


@dataclass
class _Memory:
    """The bytes of one memory. `lost` says, by tensor, who destroyed its data in each byte (0: nobody)."""

    size: int
    defined: npt.NDArray[np.bool_] = field(init=False)
    owner: npt.NDArray[np.int64] = field(init=False)
    lost: dict[int, npt.NDArray[np.int64]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.defined = np.zeros(self.size, dtype=np.bool_)
        self.owner = np.full(self.size, -1, dtype=np.int64)


class _Contents:
    """Tensors are numbered by the statement that makes them: made again in a loop, it is the same tensor."""

    def __init__(self, run: Run, profile: Profile) -> None:
        self.run = run
        self.found: list[Defect] = []
        self.numbers: dict[int, int] = {}
        self.memories: dict[str, _Memory] = {}
        for tensor in run.tensors:
            self.numbers.setdefault(id(tensor.maker), len(self.numbers))
            end = max(tensor.address + tensor.size, 0)
            memory = self.memories.setdefault(tensor.memory, _Memory(0))
            if memory.size < end:
                self.memories[tensor.memory] = _Memory(end)
        for event in run.events:
            self.event(event)

    def number(self, tensor: Tensor) -> int:
        return self.numbers[id(tensor.maker)]

    def event(self, event: Event) -> None:
        for param in dict.fromkeys(touch.param for touch in event.touches if touch.reads and touch.tensor):
            self.read(event, [touch for touch in event.touches if touch.param == param and touch.reads])
        spoiled = self.results(event) if passes_on(event.call.api) else []
        for touch in event.touches:
            if touch.writes and touch.tensor is not None:
                self.write(event, touch)
        for memory, places in spoiled:
            memory.defined[places] = False

    def read(self, event: Event, touches: list[Touch]) -> None:
        """One operand: all of its bytes unwritten is a defect, and some of them where they do harm at once."""
        memory = self.memories[touches[0].space]
        places = _bytes(touches)
        tensor = touches[0].tensor
        assert tensor is not None
        lost = memory.lost.get(self.number(tensor))
        if lost is not None:
            for writer in np.unique(lost[places]):
                if writer:
                    line = self.run.events[writer - 1].line
                    self.found.append(Defect("ASC105", line, f"{tensor.name} is still read in line {event.line}"))
        unwritten = ~memory.defined[places]
        harmful = event.pipe in ("S", "MTE3", "FIX") or "reduce" in event.call.api
        if unwritten.size and (unwritten.all() or (unwritten.any() and harmful)):
            self.found.append(Defect("ASC112", event.line, f"{tensor.name}: {int(unwritten.sum())} bytes"))
            memory.defined[places] = True

    def results(self, event: Event) -> list[tuple[_Memory, npt.NDArray[np.int64]]]:
        """The bytes of results that come from unwritten ones."""
        lanes = lanes_of(event.args)
        if lanes is None:
            return []
        spoiled = None
        places = {
            param: _elements(lanes[param], operand, self.memories[operand.tensor.memory].size)
            for param, operand in event.args.items()
            if isinstance(operand, Local) and param in lanes
        }
        for touch in event.touches:
            if touch.reads and touch.param in places:
                unwritten = ~self.memories[touch.space].defined[places[touch.param]].all(axis=1)
                spoiled = unwritten if spoiled is None else spoiled | unwritten
        if spoiled is None:
            return []
        results = [touch for touch in event.touches if touch.writes and touch.param in places]
        return [(self.memories[touch.space], places[touch.param][spoiled].reshape(-1)) for touch in results]

    def write(self, event: Event, touch: Touch) -> None:
        assert touch.tensor is not None
        memory, number, places = self.memories[touch.space], self.number(touch.tensor), _bytes([touch])
        for other in np.unique(memory.owner[places]):
            if other not in (-1, number):
                lost = memory.lost.setdefault(int(other), np.zeros(memory.size, dtype=np.int64))
                lost[places[memory.owner[places] == other]] = event.index + 1
        if number in memory.lost:
            memory.lost[number][places] = 0
        memory.owner[places] = number
        memory.defined[places] = True


def _bytes(touches: Iterable[Touch]) -> npt.NDArray[np.int64]:
    """The addresses of all bytes, each once."""
    ranges = [np.arange(lo, hi) for touch in touches for lo, hi in touch.places()]
    return np.unique(np.concatenate(ranges)) if ranges else np.zeros(0, dtype=np.int64)


def _elements(starts: list[int], operand: Local, size: int) -> npt.NDArray[np.int64]:
    """The addresses of the bytes of every element, one row each; those outside of the memory are cut to it."""
    first = np.array(starts, dtype=np.int64).reshape(-1, 1) + operand.tensor.address + operand.offset
    return np.clip(first + np.arange(operand.element.size), 0, max(size - 1, 0))
