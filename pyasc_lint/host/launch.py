"""Runs a compiled kernel in a process of its own, on arrays that both processes see."""

from __future__ import annotations

import json
import mmap
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyasc_lint.deferred import dataclass
from pyasc_lint.host.errors import HostError
from pyasc_lint.host.result import Finding
from pyasc_lint.profiles import Profile

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]
    Passed = Array | int | float | bytes

_HARDWARE = ("GM", "UB", "L1", "L0A", "L0B", "L0C", "BIAS", "FIXBUF")
"""Memories by the number they have in Ascend C."""
_HEAD = 4096
"""Bytes before the first array: which core runs, its line, and for each argument whether it was written (4 each)."""
_GAP = 1 << 20
"""Bytes between two arrays: an address that passes the end of one is not in another."""
_CHILD = Path(__file__).with_name("child.py")


@dataclass(frozen=True)
class Job:
    """A run of the function `entry`, for at most so many `seconds`.

    `arguments` are arrays, numbers and structs in the order of the C++ function.
    """

    library: Path
    entry: str
    arguments: Sequence[Passed]
    cores: int
    auto_sync: bool
    profile: Profile
    seconds: float
    go_on: bool
    trace: bool


@dataclass(frozen=True)
class Outcome:
    """What came of a run. `arrays` are the arguments afterwards, None for numbers and what was not written."""

    arrays: list[Array | None]
    findings: list[Finding]
    instructions: list[Mapping[str, Any]]
    printed: str


def launch(job: Job, where: tuple[str, int]) -> Outcome:
    """Runs a job; `where` is file and line of the kernel. Raises HostError where the model cannot go on."""
    with tempfile.TemporaryDirectory(prefix="pyasc-lint-run-") as name:
        folder = Path(name)
        described, size = _described(job, folder)
        with (folder / "shared").open("w+b") as file:
            file.truncate(size)
            shared = mmap.mmap(file.fileno(), size)
        try:
            _fill(shared, described["arguments"], job.arguments)
            status, printed = _child(folder, described, job.seconds)
            core, line = _word(shared, 0), _word(shared, 1)
            findings, instructions = _read(folder / "log")
            if status is None:
                message = f"still running after {job.seconds:g} s; it was in line {line}"
                findings.append(Finding("", where[0], line or where[1], core, message))
            elif status < 0:
                message = f"the process was ended by {signal.Signals(-status).name}; it was in line {line}"
                findings.append(Finding("", where[0], line or where[1], core, message))
            elif status > 1:
                raise HostError(f"the run could not be started:\n{printed}")
            return Outcome(_taken(shared, described["arguments"], job.arguments), findings, instructions, printed)
        finally:
            shared.close()


def _described(job: Job, folder: Path) -> tuple[dict[str, Any], int]:
    """The job as the child reads it, and the bytes of the shared file. An array given twice is one array."""
    described: list[dict[str, Any]] = []
    places: dict[tuple[int, int], int] = {}
    size = _HEAD
    for given in job.arguments:
        if isinstance(given, int | float):
            described.append({"kind": "number", "integer": int(given), "real": float(given)})
            continue
        if isinstance(given, bytes):
            described.append({"kind": "struct", "offset": size, "bytes": len(given)})
            size += -(-len(given) // _HEAD) * _HEAD
            continue
        key = (given.__array_interface__["data"][0], given.nbytes)
        if key not in places or given.nbytes == 0:
            places[key] = size
            size += -(-(given.nbytes + _GAP) // _HEAD) * _HEAD
        described.append({"kind": "array", "offset": places[key], "bytes": given.nbytes})
    memories = [(0, 1)]
    for hardware in _HARDWARE[1:]:
        memory = job.profile.memory(hardware)
        memories.append((memory.physical_end or 0, memory.alignment()) if memory is not None else (0, 1))
    product = job.profile.memory("L0C")
    document = {
        "library": str(job.library), "entry": job.entry, "shared": str(folder / "shared"), "log": str(folder / "log"),
        "arguments": described, "cores": job.cores, "auto_sync": job.auto_sync, "go_on": job.go_on,
        "trace": job.trace, "events": job.profile.event_ids.count, "memories": memories,
        "mmad_alignment": product.alignment("mmad_dst") if product is not None else 1,
    }  # fmt: skip
    return document, size


def _fill(shared: mmap.mmap, described: Sequence[Mapping[str, Any]], given: Sequence[Passed]) -> None:
    for each, value in zip(described, given, strict=True):
        if not isinstance(value, int | float):
            data = value if isinstance(value, bytes) else value.tobytes()
            shared[each["offset"] : each["offset"] + each["bytes"]] = data


def _taken(shared: mmap.mmap, described: Sequence[Mapping[str, Any]], given: Sequence[Passed]) -> list[Array | None]:
    import numpy as np

    written = {
        each["offset"] for number, each in enumerate(described) if each["kind"] == "array" and _word(shared, 2 + number)
    }
    taken: list[Array | None] = []
    for each, value in zip(described, given, strict=True):
        if isinstance(value, int | float | bytes) or each["offset"] not in written:
            taken.append(None)
            continue
        data = shared[each["offset"] : each["offset"] + each["bytes"]]
        taken.append(np.frombuffer(data, dtype=value.dtype).reshape(value.shape).copy())
    return taken


def _word(shared: mmap.mmap, number: int) -> int:
    return int.from_bytes(shared[4 * number : 4 * number + 4], sys.byteorder)


def _child(folder: Path, described: Mapping[str, Any], seconds: float) -> tuple[int | None, str]:
    """Exit status (None: it took too long) and output of the child."""
    job = folder / "job.json"
    job.write_text(json.dumps(described), encoding="utf-8")
    with (folder / "output").open("w+b") as output:
        try:
            command = [sys.executable, "-I", str(_CHILD), str(job)]
            status: int | None = subprocess.run(command, stdout=output, stderr=output, timeout=seconds).returncode
        except subprocess.TimeoutExpired:
            status = None
        except OSError as error:
            raise HostError(f"{sys.executable}: {error.strerror}") from None
        output.seek(0)
        return status, output.read().decode("utf-8", "replace")


def _read(path: Path) -> tuple[list[Finding], list[Mapping[str, Any]]]:
    """Findings and instructions. Raises HostError for what the model does not do."""
    findings, instructions = [], []
    if not path.exists():
        return [], []
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        entry = json.loads(line)
        if "cannot" in entry:
            raise HostError(f"{entry['file']}:{entry['line']}: {entry['message']}")
        if "finding" in entry:
            other = (entry["other_file"], entry["other_line"]) if "other_line" in entry else None
            findings.append(
                Finding(entry["finding"], entry["file"], entry["line"], entry["core"], entry["message"], other)
            )
        else:
            instructions.append(entry)
    return findings, instructions
