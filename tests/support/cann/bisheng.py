#!/usr/bin/env python3
"""Stands in for the compiler of CANN: notes its arguments, checks kernels for syntax, and compiles launchers with g++.

A launch becomes a call of the stand-in runtime library, with the arguments that the kernel would get.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

HOME = Path(__file__).resolve().parents[1]
KERNEL = re.compile(r'^(extern "C" __global__ __aicore__ void \w+\([^)]*\))\n\{\n.*?^\}\n', re.DOTALL | re.MULTILINE)
LAUNCH = re.compile(r"(\w+)<<<(.+?), nullptr, (.+?)>>>\((.*?)\);", re.DOTALL)


def launch(match: re.Match[str]) -> str:
    """A call that is type-checked against the kernel, and one that the runtime notes."""
    name, cores, stream, arguments = match.groups()
    noted = ", ".join(filter(None, [f'"{name}"', cores, stream, arguments]))
    return f"do {{ if (false) {name}({arguments}); standin::launch({noted}); }} while (false);"


def run(command: list[str], text: str | None = None) -> None:
    done = subprocess.run(["g++", "-std=c++17", f"-I{HOME}/include", *command], input=text, text=True)
    if done.returncode != 0:
        sys.exit(done.returncode)


def main() -> None:
    arguments = sys.argv[1:]
    with (HOME / "calls.jsonl").open("a") as log:
        log.write(json.dumps(arguments) + "\n")
    output = arguments[arguments.index("-o") + 1]
    if "-shared" in arguments:
        objects = [argument for argument in arguments if argument.endswith(".o")]
        run(["-shared", *objects, "-o", output, f"-L{HOME}/lib64", "-lstandin_runtime", f"-Wl,-rpath,{HOME}/lib64"])
        return
    source = Path(next(argument for argument in arguments if argument.endswith(".asc")))
    text = '#include "standin_runtime.h"\n' + LAUNCH.sub(launch, source.read_text())
    include = f"-I{source.parent}"
    run(["-fsyntax-only", "-x", "c++", include, "-"], text)
    run(["-fPIC", "-x", "c++", include, "-c", "-o", output, "-"], KERNEL.sub(r"\1;\n", text))


main()
