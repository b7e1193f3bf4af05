"""Ask the installed pyasc what it exports, how it dispatches, and which call forms it accepts.

    pyasc_probe.py describe               JSON of every exported name, signature, enum member and dtype on stdout
    pyasc_probe.py call < FORMS.jsonl     one JSON answer per form, see `answer`

Runs without CANN and without a device: a form is traced, verified and translated to Ascend C, not compiled.
pyasc can crash on a malformed form, so callers run this file as a child process.
"""

from __future__ import annotations

import enum
import inspect
import json
import os
import re
import sys
import types
import typing
from typing import Any, Callable
from unittest.mock import patch

os.environ.setdefault("PYASC_COMPILER", "true")
os.environ.setdefault("PYASC_LINKER", "true")

import asc  # noqa: E402
from asc.codegen.function_visitor import CodegenOptions  # noqa: E402
from asc.codegen.specialization import PlainArgType, PointerArgType, Specialization  # noqa: E402
from asc.language.core.dtype import DataType  # noqa: E402
from asc.language.core.ir_value import IRValue  # noqa: E402
from asc.language.core.properties import Property  # noqa: E402
from asc.language.core.utils import DefaultValued, OverloadDispatcher  # noqa: E402
from asc.runtime import compiler, config  # noqa: E402
from asc.runtime.jit import JITFunction  # noqa: E402

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
            body(dict(zip(names, values)))

        self.kernel.fn.__globals__["body"] = entry
        with patch.object(compiler.Compiler, "run_compilation", capture):
            module = self.kernel._run_codegen(self.specialization, CodegenOptions(capture_exceptions=False))
            self.kernel._run_compiler(module, compiler.CompileOptions())
        return text[0]


# --- values for argument kinds -------------------------------------------------------------------------------------


def _fill(annotation: Any) -> Any:
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
    tensor = lambda dtype="float16": asc.LocalTensor(getattr(asc, dtype), asc.TPosition.VECIN, 0, 4096)  # noqa: E731
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
        key: _fill(parameter.annotation)
        for key, parameter in inspect.signature(cls.__init__).parameters.items()
        if key != "self" and parameter.default is parameter.empty and parameter.kind is parameter.POSITIONAL_OR_KEYWORD
    }
    return cls(**required)


def make(spec: Any, parameters: dict[str, Any]) -> Any:
    """Build the value described by `[kind, name or value]`, kinds as in `pyasc_lint.api.kinds.Kind`."""
    kind, rest = spec[0], (spec[1] if len(spec) > 1 else None)
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
        target = asc
        for part in callee.split("."):
            target = getattr(target, part)
        return target  # type: ignore[return-value]
    owner = {"LocalTensor": ["LOCAL_TENSOR"], "GlobalTensor": ["GLOBAL_TENSOR"]}.get(head, ["OBJECT", head])
    return getattr(make(owner, parameters), method)  # type: ignore[no-any-return]


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


# --- description ---------------------------------------------------------------------------------------------------


def type_text(annotation: Any) -> str:
    if annotation is inspect.Parameter.empty:
        return "Any"
    if isinstance(annotation, str):
        return annotation
    if isinstance(annotation, type):
        return "IRHandle" if annotation is asc._C.ir.Value else annotation.__name__
    for value, name in RUNTIME_NAMES:
        if annotation == value:
            return name
    text = re.sub(r"[\w.]+\.(\w+)", r"\1", str(annotation))
    return text.replace("PlainValue, int", "RuntimeInt").replace("[Value]", "[IRHandle]")


RUNTIME_NAMES = [
    (getattr(sys.modules["asc.language.core.ir_value"], name), name)
    for name in ("RuntimeInt", "RuntimeFloat", "RuntimeBool", "RuntimeNumeric")
]


def default_text(value: Any) -> str:
    if isinstance(value, enum.Enum):
        return f"{type(value).__name__}.{value.name}"
    if inspect.ismethod(value):
        return f"{value.__self__.__name__}.{value.__name__}"
    return f"asc.{value.name}" if isinstance(value, DataType) else repr(value)


def signature_of(function: Callable[..., Any]) -> dict[str, Any]:
    result: dict[str, Any] = {"params": []}
    for name, parameter in inspect.signature(function).parameters.items():
        if name == "self":
            continue
        if name == "handle":
            continue  # how pyasc wraps an IR value it already has; not for callers
        if parameter.kind is parameter.VAR_POSITIONAL:
            result["varargs"] = name
            continue
        if parameter.kind is parameter.VAR_KEYWORD:
            result["varkw"] = name
            continue
        entry: dict[str, Any] = {"name": name, "type": type_text(parameter.annotation)}
        if parameter.default is not parameter.empty:
            entry["default"] = default_text(parameter.default)
        if parameter.kind is parameter.KEYWORD_ONLY:
            entry["keyword_only"] = True
        result["params"].append(entry)
    return result


def declared_overloads(function: Callable[..., Any]) -> list[dict[str, Any]]:
    """Signatures under `@typing.overload`, in source order; pyasc declares none where it has no such decorator."""
    result: list[dict[str, Any]] = []
    for overload in getattr(typing, "get_overloads", lambda _function: ())(function):  # needs Python 3.11
        if "handle" not in inspect.signature(overload).parameters:
            entry = signature_of(overload)
            returns = inspect.signature(overload).return_annotation
            entry["returns"] = "None" if returns in (None, inspect.Signature.empty) else type_text(returns)
            result.append(entry)
    return result


class _Captured(Exception):
    pass


def candidates_of(
    tracer: Tracer, prepare: Callable[[dict[str, Any]], Callable[[], Any]]
) -> list[list[dict[str, Any]]] | None:
    """What the dispatcher inside `prepare(parameters)()` tries, in that order; None if there is no dispatcher."""
    found: list[list[dict[str, Any]]] = []

    def capture(self: OverloadDispatcher, /, *_args: Any, **_kwargs: Any) -> None:
        for overload in self.overloads:
            entries = []
            if "handle" in overload.args:
                continue
            for name, kind in overload.args.items():
                entry = {"name": name, "type": type_text(kind.arg_type if isinstance(kind, DefaultValued) else kind)}
                if isinstance(kind, DefaultValued):
                    entry["default"] = default_text(kind.default)
                entries.append(entry)
            found.append(entries)
        raise _Captured

    def body(parameters: dict[str, Any]) -> None:
        call = prepare(parameters)
        with patch.object(OverloadDispatcher, "__call__", capture):
            call()

    try:
        tracer.run(body)
    except _Captured:
        return found
    except Exception:
        return None
    return None


def _function_candidates(tracer: Tracer, name: str, function: Callable[..., Any]) -> list[list[dict[str, Any]]] | None:
    for dst, src in (("float16", "float16"), ("int16", "int16"), ("float16", "int32"), ("int8", "float16")):

        def prepare(parameters: dict[str, Any], dst: str = dst, src: str = src) -> Callable[[], Any]:
            values = []
            for key, parameter in inspect.signature(function).parameters.items():
                text = type_text(parameter.annotation)
                if parameter.kind is parameter.VAR_POSITIONAL:
                    # `select` takes two operands and `transpose` looks at its arguments before they dispatch
                    if name == "select":
                        values += [make(["LOCAL_TENSOR"], parameters), make(["LOCAL_TENSOR"], parameters)]
                    elif name == "transpose":
                        values.append(make(["LOCAL_TENSOR", "uint8"], parameters))
                elif parameter.kind is not parameter.POSITIONAL_OR_KEYWORD:
                    continue
                elif "Tensor" in text:
                    dtype = "uint32" if "offset" in key else dst if key == "dst" else src
                    values.append(make(["LOCAL_TENSOR", dtype], parameters))
                elif "SrcList" in text:
                    values.append(make(["OBJECT", "MrgSortSrcList"], parameters))
                else:
                    values.append(_fill(parameter.annotation))
            named = {
                key: _fill(parameter.annotation)
                for key, parameter in inspect.signature(function).parameters.items()
                if parameter.kind is parameter.KEYWORD_ONLY
            }
            return lambda: function(*values, **named)

        found = candidates_of(tracer, prepare)
        if found is not None:
            return found
    return None


def _instance_attributes(cls: type) -> list[str]:
    """Names assigned to `self` in any method of the class or its bases, by source text."""
    import ast
    import textwrap

    names: set[str] = set()
    for base in cls.__mro__:
        if base.__module__.partition(".")[0] != "asc":
            continue
        tree = ast.parse(textwrap.dedent(inspect.getsource(base)))
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.ctx, ast.Store)
                and isinstance(node.value, ast.Name)
                and node.value.id == "self"
            ):
                names.add(node.attr)
    return sorted(names)


def describe() -> dict[str, Any]:
    tracer = Tracer()
    public = sorted(name for name in dir(asc) if not (name.startswith("__") and name.endswith("__")))
    result: dict[str, Any] = {
        "names": {}, "functions": {}, "classes": {}, "enums": {}, "dtypes": {}, "properties": {},
    }  # fmt: skip
    spaces = [("", asc, public)]
    spaces.append(("adv.", asc.adv, sorted(asc.adv.__all__)))
    for prefix, module, names in spaces:
        for name in names:
            value = getattr(module, name)
            full = prefix + name
            if isinstance(value, types.ModuleType):
                kind = "module"
            elif inspect.isclass(value) and issubclass(value, enum.Enum):
                kind = "enum"
                result["enums"][full] = {member: int(item.value) for member, item in value.__members__.items()}
            elif inspect.isclass(value):
                kind = "class"
                result["classes"][full] = _describe_class(tracer, full, value)
            elif inspect.isfunction(value):
                kind = "function"
                entry = signature_of(value) | {"declared": declared_overloads(value)}
                if "varargs" in entry:
                    candidates = _function_candidates(tracer, full, value)
                    if candidates is not None:
                        entry["candidates"] = candidates
                result["functions"][full] = entry
            elif isinstance(value, DataType):
                kind = "dtype"
                result["dtypes"][full] = {"name": value.name, "bits": value.bitwidth}
            elif isinstance(value, Property):
                kind = "property"
                result["properties"][full] = {"emits": value.name, "dtype": value.dtype.name}
            else:
                kind = "other"
            result["names"][full] = kind
    return result


def _describe_class(tracer: Tracer, name: str, cls: type) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "bases": [base.__name__ for base in cls.__mro__[1:] if base.__module__.partition(".")[0] == "asc"],
        "constructor": signature_of(cls.__init__) | {"declared": declared_overloads(cls.__init__)},
        "methods": {},
        "attributes": _instance_attributes(cls),
        "properties": [],
    }
    candidates = candidates_of(tracer, lambda _parameters: cls) if "varargs" in entry["constructor"] else None
    if candidates is not None:
        entry["constructor"]["candidates"] = candidates
    for member in dir(cls):
        value = inspect.getattr_static(cls, member)
        if member.startswith("__") and member not in ("__getitem__", "__call__", "__setitem__", "__len__"):
            continue
        if isinstance(value, property):
            entry["properties"].append(member)
        elif isinstance(value, (types.FunctionType, classmethod, staticmethod)):
            function = getattr(cls, member)
            entry["methods"][member] = signature_of(function) | {"declared": declared_overloads(function)}
            if not isinstance(value, types.FunctionType):
                entry["methods"][member]["static"] = True
            elif "varargs" in entry["methods"][member]:
                found = candidates_of(tracer, lambda parameters: target_of(f"{name}.{member}", parameters))
                if found is not None:
                    entry["methods"][member]["candidates"] = found
        elif not callable(value) and not member.startswith("_"):
            entry["attributes"] = sorted({*entry["attributes"], member})
    return entry


def main() -> int:
    if sys.argv[1:] == ["describe"]:
        json.dump(describe(), sys.stdout, indent=1)
        return 0
    if sys.argv[1:] == ["call"]:
        tracer = Tracer()
        for line in sys.stdin:
            print(json.dumps(answer(tracer, json.loads(line))), flush=True)
        return 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
