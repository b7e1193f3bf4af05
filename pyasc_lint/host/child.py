"""The process that runs a kernel: loads the library, maps the arrays, calls. Nothing of ours is imported here."""

from __future__ import annotations

import ctypes
import json
import mmap
import sys


class _Argument(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("bytes", ctypes.c_int64),
        ("integer", ctypes.c_int64),
        ("real", ctypes.c_double),
    ]


class _Memory(ctypes.Structure):
    _fields_ = [("size", ctypes.c_int64), ("alignment", ctypes.c_int64)]


class _Job(ctypes.Structure):
    _fields_ = [
        ("log", ctypes.c_char_p),
        ("cores", ctypes.c_int32),
        ("auto_sync", ctypes.c_int32),
        ("go_on", ctypes.c_int32),
        ("trace", ctypes.c_int32),
        ("arguments", ctypes.c_int32),
        ("events", ctypes.c_int32),
        ("mmad_alignment", ctypes.c_int32),
        ("argument", ctypes.POINTER(_Argument)),
        ("memories", _Memory * 8),
        ("core", ctypes.c_void_p),
        ("line", ctypes.c_void_p),
        ("written", ctypes.c_void_p),
    ]


def main(path: str) -> int:
    """Runs the job of a JSON file; the exit status is that of the run."""
    with open(path, encoding="utf-8") as file:
        job = json.load(file)
    with open(job["shared"], "r+b") as file:
        shared = mmap.mmap(file.fileno(), 0)
    base = ctypes.addressof(ctypes.c_char.from_buffer(shared))
    arguments = (_Argument * max(len(job["arguments"]), 1))()
    for target, given in zip(arguments, job["arguments"], strict=False):
        if given["kind"] == "array":
            target.data, target.bytes = base + given["offset"], given["bytes"]
        elif given["kind"] == "struct":
            target.data, target.bytes = base + given["offset"], -1
        else:
            target.integer, target.real = given["integer"], given["real"]
    memories = (_Memory * 8)(*(_Memory(*each) for each in job["memories"]))
    described = _Job(
        job["log"].encode(), job["cores"], job["auto_sync"], job["go_on"], job["trace"], len(job["arguments"]),
        job["events"], job["mmad_alignment"], arguments, memories, base, base + 4, base + 8,
    )  # fmt: skip
    library = ctypes.CDLL(job["library"])
    return int(library[job["entry"]](ctypes.byref(described)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
