"""Every instruction of the model reads and writes the bytes that the linter's operand model says.

Where that is exact they are the same; where it is a superset, they are among them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pyasc_lint import host
from tests.host.statements import kernel
from tests.support.agreement.subject import core_of, profile
from tests.support.interpreter.events import Event
from tests.support.interpreter.machine import run_kernel
from tests.support.lowering import lower

Bytes = dict[tuple[str, str], int]
"""By (memory, "read" or "write"): the bytes, as the bits of one number."""


def bits(ranges: Iterable[tuple[int, int]]) -> int:
    found = 0
    for first, last in ranges:
        found |= ((1 << (last - first)) - 1) << first
    return found


def told(event: Event) -> tuple[Bytes, set[tuple[str, str]]]:
    """What the operand model says, and which of it is a superset."""
    found: Bytes = defaultdict(int)
    vague = set()
    for touch in event.touches:
        for way in [*(["read"] if touch.reads else []), *(["write"] if touch.writes else [])]:
            found[touch.space, way] |= touch.bits
            if not touch.exact:
                vague.add((touch.space, way))
    return found, vague


def done(instruction: Mapping[str, Any], arrays: list[str]) -> Bytes:
    """What the model of the device did."""
    found: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    for _, way, space, first, last in instruction["touched"]:
        name = f"GM {arrays[int(space[3:])]}" if space.startswith("GM ") else space
        found[name, way].append((first, last))
    return {key: bits(ranges) for key, ranges in found.items()}


def differences(text: str, path: Path, arguments: list[Any]) -> list[str]:
    """Where the two do not agree, and every instruction that only one of them has."""
    path.write_text(text, encoding="utf-8")
    lowered = lower(text).kernels[0][0]
    run = run_kernel(lowered, profile(), {}, core_of(lowered, profile()))
    events = [event for event in run.events if event.touches]
    result = host.run(str(path), "kernel", *arguments, go_on=True, trace=True, allow_errors=True)
    assert not {finding.rule for finding in result.findings} & {"ASC107", "ASC114", "ASC106"}, result.findings
    arrays = [param.var.name for param in lowered.params]
    lines = text.splitlines()
    assert len(events) >= text.count("pipe_barrier")
    assert [event.line for event in events] == [each["line"] for each in result.instructions]
    wrong = []
    for event, instruction in zip(events, result.instructions, strict=True):
        wanted, vague = told(event)
        got = done(instruction, arrays)
        if event.pipe != instruction["pipe"]:
            wrong.append(f"{event.pipe} is {instruction['pipe']}: {lines[event.line - 1].strip()}")
        for key in {*wanted, *got}:
            more, less = got.get(key, 0) & ~wanted.get(key, 0), wanted.get(key, 0) & ~got.get(key, 0)
            if more or (less and key not in vague):
                wrong.append(f"{key}: {shown(more)} more, {shown(less)} less: {lines[event.line - 1].strip()}")
    return wrong


def shown(number: int) -> str:
    return f"{number.bit_count()} bytes from {(number & -number).bit_length() - 1}" if number else "none"


@pytest.mark.parametrize("seed", range(6))
def test_vector_instructions(seed: int, tmp_path: Path) -> None:
    arrays = [np.ones(4096, np.float32), np.zeros(4096, np.float32)]
    assert differences(kernel(seed, 70, cube=False), tmp_path / "kernel.py", arrays) == []


@pytest.mark.parametrize("seed", range(4))
def test_cube_instructions(seed: int, tmp_path: Path) -> None:
    arrays = [np.ones(65536, np.float16), np.zeros(65536, np.float32)]
    assert differences(kernel(seed, 50, cube=True), tmp_path / "kernel.py", arrays) == []
