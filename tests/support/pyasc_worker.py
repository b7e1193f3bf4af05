"""Runs the real front end of pyasc on kernels, without CANN or an NPU. A program of its own: pyasc may crash or hang.

Standard input: a JSON list of {"source": …, "kernel": …, "arguments": […]}; standard output: one JSON object a line,
in the same order, as soon as it is known. An argument is "float32*" (an array of that dtype), "int32" (a scalar of that
dtype) or a number, bool or null (a ConstExpr value). Each kernel gets a process of its own, forked from one that has
pyasc loaded.
"""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import sys
import tempfile
from pathlib import Path
from typing import Any
from unittest.mock import patch

os.environ.setdefault("PYASC_COMPILER", "true")
os.environ.setdefault("PYASC_LINKER", "true")

import asc
from asc.runtime import compiler, config
from asc.runtime.jit import MockTensor, MockValue

SECONDS = 20
"""How long pyasc may take over one kernel."""


def argument(spec: Any) -> Any:
    """A launch argument from its description."""
    if not isinstance(spec, str):
        return spec
    dtype = asc.DataType(spec.rstrip("*"))
    return MockTensor(dtype) if spec.endswith("*") else MockValue(dtype)


def emitted(kernel: Any, arguments: list[Any]) -> str:
    """The Ascend C text that pyasc makes of a kernel. Raises whatever pyasc raises."""
    texts: list[str] = []

    def capture(_self: Any, text: str, *_rest: Any) -> Any:
        texts.append(text)
        return compiler.CompiledKernel(b"", compiler.CoreType.VectorCore, False, None)

    config.set_platform(config.Backend.Model, check=False)
    with (
        patch.object(compiler.Compiler, "run_compilation", capture),
        patch("asc.runtime.launcher.Launcher.run", return_value=None),
    ):
        kernel[1](*arguments, always_compile=True)
    return texts[0]


def outcome(task: dict[str, Any], path: Path) -> dict[str, Any]:
    """What pyasc says of one kernel."""
    path.write_text(task["source"], encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    try:
        spec.loader.exec_module(module)
        return {
            "status": "accepted",
            "text": emitted(getattr(module, task["kernel"]), [*map(argument, task["arguments"])]),
        }
    except BaseException as error:
        cause = error.__cause__ or error
        return {"status": "rejected", "error": type(cause).__name__, "message": str(error).strip()}


def in_a_child(task: dict[str, Any], path: Path) -> dict[str, Any]:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        signal.alarm(SECONDS)
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        with os.fdopen(writing, "w", encoding="utf-8") as pipe:
            json.dump(outcome(task, path), pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        answer = pipe.read()
    _, status = os.waitpid(child, 0)
    if answer:
        return json.loads(answer)  # type: ignore[no-any-return]
    return {"status": "hang" if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGALRM else "crash"}


def main() -> None:
    tasks = json.load(sys.stdin)
    with tempfile.TemporaryDirectory() as folder:
        for number, task in enumerate(tasks):
            print(json.dumps(in_a_child(task, Path(folder, f"kernel_{number}.py"))), flush=True)


if __name__ == "__main__":
    main()
