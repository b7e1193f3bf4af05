"""Runs the front end of pyasc on the kernels of a file, without CANN or an NPU, as the other side of a timing.

    python benchmarks/pyasc_front_end.py FILE

The file is imported and its kernels are traced with stand-ins for their arguments: only for files of this repository.
"""

from __future__ import annotations

import importlib.util
import inspect
import os
import sys
from pathlib import Path
from unittest.mock import patch

os.environ.setdefault("PYASC_COMPILER", "true")
os.environ.setdefault("PYASC_LINKER", "true")

import asc
import asc.runtime.compiler as compiler
from asc.runtime import config
from asc.runtime.jit import JITFunction, MockTensor, MockValue


def main() -> None:
    path = Path(sys.argv[1])
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    config.set_platform(config.Backend.Model, check=False)

    def captured(_self: object, text: str, *_args: object, **_kwargs: object) -> object:
        return compiler.CompiledKernel(b"", compiler.CoreType.VectorCore, False, None)

    for kernel in vars(module).values():
        if not isinstance(kernel, JITFunction):
            continue
        arguments = []
        for parameter in inspect.signature(kernel.fn).parameters.values():
            name = getattr(parameter.annotation, "__name__", str(parameter.annotation))
            dtype = {"int": "int32", "float": "float32", "bool": "int8"}.get(name)
            arguments.append(MockValue(asc.DataType(dtype)) if dtype else MockTensor(asc.DataType("float32")))
        with (
            patch.object(compiler.Compiler, "run_compilation", captured),
            patch("asc.runtime.launcher.Launcher.run", return_value=None),
        ):
            kernel[1](*arguments, always_compile=True)


if __name__ == "__main__":
    main()
