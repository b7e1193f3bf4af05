"""What the real front end of pyasc 1.1.1 says of kernels. Tests that ask it are marked `requires_pyasc`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

WORKER = Path(__file__).with_name("pyasc_worker.py")

Argument = str | int | float | bool | None


@dataclass(frozen=True)
class Traced:
    """A file and the kernel in it to launch. For the arguments see `pyasc_worker.py`."""

    source: str
    arguments: tuple[Argument, ...]
    kernel: str = "k"


@dataclass(frozen=True)
class Outcome:
    """`status` is accepted, rejected, crash or hang; `text` the Ascend C of an accepted kernel."""

    status: str
    error: str = ""
    message: str = ""
    text: str = ""

    @property
    def accepted(self) -> bool:
        return self.status == "accepted"


def ask_pyasc(kernels: Sequence[Traced]) -> list[Outcome]:
    """What pyasc says of each kernel, in order. Uses as many processes as there are cores."""
    workers = max(1, min(os.cpu_count() or 1, 4, len(kernels)))
    with ThreadPoolExecutor(workers) as pool:
        answers = list(pool.map(_ask, [kernels[first::workers] for first in range(workers)]))
    return [answers[number % workers][number // workers] for number in range(len(kernels))]


def _ask(batch: Sequence[Traced]) -> list[Outcome]:
    tasks = json.dumps([{"source": k.source, "kernel": k.kernel, "arguments": k.arguments} for k in batch])
    done = subprocess.run([sys.executable, str(WORKER)], input=tasks, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [Outcome(**json.loads(line)) for line in done.stdout.splitlines()]
