"""Ask the installed pyasc which call forms it accepts.

    pyasc_probe.py < FORMS.jsonl     one JSON answer per form on stdout, see `answer`

Runs without CANN and without a device: a form is traced, verified and translated to Ascend C, not compiled.
pyasc can crash on a malformed form, so callers run this file as a child process.
"""

from __future__ import annotations

import enum
import inspect
import json
import os
import sys
from collections.abc import Callable
from typing import Any, cast
from unittest.mock import patch

os.environ.setdefault("PYASC_COMPILER", "true")
os.environ.setdefault("PYASC_LINKER", "true")

import asc
from asc.codegen.function_visitor import CodegenOptions
from asc.codegen.specialization import PlainArgType, PointerArgType, Specialization
from asc.language.core.dtype import DataType
from asc.language.core.ir_value import IRValue
from asc.runtime import compiler, config
from asc.runtime.jit import JITFunction

NUMERIC = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64")


# --- tracing -------------------------------------------------------------------------------------------------------


def _kernel_function() -> JITFunction:
    """A kernel with one pointer `p_<dtype>` and one scalar `s_<dtype>` parameter per dtype; its body calls `body`."""
    parameters = [f"p_{name}: asc.GlobalAddress" for name in NUMERIC] + [f"s_{name}: int" for name in NUMERIC]
    names = [part.split(":")[0] for part in parameters]
    source = f"def kernel({', '.join(parameters)}):\n    body({', '.join(names)})\n"
    import linecache

    linecache.cache["<probe>"] = (len(source), None, source.splitlines(True), "<probe>")
    scope: dict[str, Any] = {"asc": asc}
    exec(compile(source, "<probe>", "exec"), scope)
    return asc.jit(scope["kernel"])


class Tracer:
    """Runs a Python callable inside a kernel and returns the Ascend C text of what it traced."""

    def __init__(self) -> None:
        config.set_platform(config.Backend.Model, check=False)
        self.kernel = _kernel_function()
        arguments: dict[str, Any] = {f"p_{name}": PointerArgType(DataType(name)) for name in NUMERIC}
        arguments.update({f"s_{name}": PlainArgType(DataType(name)) for name in NUMERIC})
        self.specialization = Specialization(arguments, {})

    def run(self, body: Callable[[dict[str, Any]], None]) -> str:
        """Trace `body(parameters)`. Raises whatever pyasc raises."""
        text: list[str] = []

        def capture(_self: Any, source: str, *_rest: Any) -> Any:
            text.append(source)
            return compiler.CompiledKernel(b"", compiler.CoreType.VectorCore, False, None)

        def entry(*values: Any) -> None:
            names = [f"p_{name}" for name in NUMERIC] + [f"s_{name}" for name in NUMERIC]
            body(dict(zip(names, values, strict=True)))

        self.kernel.fn.__globals__["body"] = entry
        with patch.object(compiler.Compiler, "run_compilation", capture):
            module = self.kernel._run_codegen(self.specialization, CodegenOptions(capture_exceptions=False))
            self.kernel._run_compiler(module, compiler.CompileOptions())
        return text[0]


# --- values for argument kinds -------------------------------------------------------------------------------------


def plausible(annotation: Any) -> Any:
    """A plausible value for a required constructor parameter."""
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))
    if "DataType" in text:
        return asc.float16
    found = getattr(asc, text, None)
    if inspect.isclass(found) and issubclass(found, enum.Enum):
        return list(found)[0]
    if "Bool" in text or text == "bool":
        return False
    return 1


def make_object(name: str, parameters: dict[str, Any]) -> Any:
    def tensor() -> Any:
        return asc.LocalTensor(asc.float16, asc.TPosition.VECIN, 0, 4096)

    special: dict[str, Callable[[], Any]] = {
        "MmadParams": lambda: asc.MmadParams(
            m=16, n=16, k=16, unit_flag=0, cmatrix_source=False, cmatrix_init_val=True
        ),
        "MrgSortSrcList": lambda: asc.MrgSortSrcList(asc.float16, tensor(), tensor(), tensor(), tensor()),
        "MrgSort4Info": lambda: asc.MrgSort4Info([1, 1, 1, 1], False, 15, 1),
        "SliceInfo": lambda: asc.SliceInfo(0, 15, 0, 1, 16),
        "ShapeInfo": lambda: asc.ShapeInfo(asc.array(asc.int32, [16])),
        "VdeqInfo": lambda: asc.VdeqInfo([1.0] * 16, [0] * 16, [False] * 16),
        "Property": lambda: asc.ONE_BLK_SIZE,
        "FixpipeConfig": lambda: asc.FixpipeConfig(asc.CO2Layout.ROW_MAJOR),
        "GlobalAddress": lambda: parameters["p_float16"],
        "TQue": lambda: asc.TQue(asc.TPosition.VECIN, 1),
        "TBuf": lambda: asc.TBuf(asc.TPosition.VECCALC),
        "AippParams": lambda: asc.AippParams(asc.int8),
    }
    if name in special:
        return special[name]()
    cls = getattr(asc, name)
    required = {
        key: plausible(parameter.annotation)
        for key, parameter in inspect.signature(cls.__init__).parameters.items()
        if key != "self" and parameter.default is parameter.empty and parameter.kind is parameter.POSITIONAL_OR_KEYWORD
    }
    return cls(**required)


def make(spec: Any, parameters: dict[str, Any]) -> Any:
    """Build the value described by `[kind, name or value]`, kinds as in `pyasc_lint.api.kinds.Kind`."""
    kind: str = spec[0]
    rest: Any = spec[1] if len(spec) > 1 else None
    if kind == "LOCAL_TENSOR":
        return asc.LocalTensor(getattr(asc, rest or "float16"), asc.TPosition.VECIN, 0, 4096)
    if kind == "GLOBAL_TENSOR":
        tensor = asc.GlobalTensor()
        tensor.set_global_buffer(parameters[f"p_{rest or 'float16'}"])
        return tensor
    if kind == "GLOBAL_ADDRESS":
        return parameters["p_uint8"]
    if kind == "INT":
        return 1 if rest is None else int(rest)
    if kind == "FLOAT":
        return 1.5 if rest is None else float(rest)
    if kind == "BOOL":
        return True if rest is None else bool(rest)
    if kind == "STR":
        return "text" if rest is None else rest
    if kind == "NONE":
        return None
    if kind == "RUNTIME":
        return parameters[f"s_{rest or 'int32'}"]
    if kind == "RAW_VALUE":
        return asc.LocalMemAllocator().get_cur_addr()
    if kind == "LIST":
        return [make(item, parameters) for item in (rest if rest is not None else [["INT"], ["INT"]])]
    if kind == "TUPLE":
        return tuple(make(item, parameters) for item in (rest if rest is not None else [["INT"], ["INT"]]))
    if kind == "ARRAY":
        return asc.array(asc.int32, [1, 2])
    if kind == "ENUM":
        cls = getattr(asc, rest)
        return cls[spec[2]] if len(spec) > 2 and spec[2] else list(cls)[0]
    if kind == "DTYPE":
        return getattr(asc, rest or "float16")
    if kind == "OBJECT":
        return make_object(rest, parameters)
    if kind == "CONSTEXPR":
        return asc.ConstExpr(1)
    if kind == "CALLABLE":
        return lambda: None
    if kind == "OTHER":
        return float
    raise ValueError(f"no value for kind {kind}")


def target_of(callee: str, parameters: dict[str, Any]) -> Callable[..., Any]:
    """`add`, `adv.sin`, `LocalMemAllocator` (constructor) or `LocalMemAllocator.alloc` (method of an instance)."""
    head, _, method = callee.partition(".")
    if head == "adv" or not method:
        target: Any = asc
        for part in callee.split("."):
            target = getattr(target, part)
        return cast("Callable[..., Any]", target)
    owner = {"LocalTensor": ["LOCAL_TENSOR"], "GlobalTensor": ["GLOBAL_TENSOR"]}.get(head, ["OBJECT", head])
    return cast("Callable[..., Any]", getattr(make(owner, parameters), method))


def answer(tracer: Tracer, form: dict[str, Any]) -> dict[str, Any]:
    """`{"ok": true, "text": …}` or `{"ok": false, "stage": "call"|"passes", "error": "TypeError: …"}`.

    A form is `{"callee": "add", "args": [spec, …], "kwargs": {name: spec}}`; the stage "call" is the Python code of
    pyasc (binding, dispatch, materialisation), "passes" is verification and translation of what it built.
    """
    stage = "call"

    def body(parameters: dict[str, Any]) -> None:
        nonlocal stage
        stage = "make"
        values = [make(spec, parameters) for spec in form.get("args", [])]
        named = {name: make(spec, parameters) for name, spec in form.get("kwargs", {}).items()}
        target = target_of(form["callee"], parameters)
        stage = "call"
        result = target(*values, **named)
        if isinstance(target, type) and isinstance(result, IRValue) and hasattr(result, "handle"):
            asc.inline("", (result,))  # a struct nobody uses would be removed before it is verified
        stage = "passes"

    try:
        text = tracer.run(body)
    except Exception as error:
        return {"ok": False, "stage": stage, "error": f"{type(error).__name__}: {error}"[:2000]}
    return {"ok": True, "text": text}


def main() -> int:
    tracer = Tracer()
    for line in sys.stdin:
        print(json.dumps(answer(tracer, json.loads(line))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
