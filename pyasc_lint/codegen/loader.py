"""The Python module that launches a built kernel: `ctypes` only, with tensors of torch-npu where they are given."""

from __future__ import annotations

import keyword
from collections.abc import Mapping, Sequence
from string import Template

from pyasc_lint.codegen.errors import CannotEmit
from pyasc_lint.codegen.host import Parameter, launcher_name
from pyasc_lint.codegen.names import identifier
from pyasc_lint.ir.types import BOOL, AddressType, DType, StructType, Type

_C_TYPES = {"int1": "bool", "float16": "float", "float32": "float", "float64": "double"}

_TEMPLATE = Template('''\
"""${notice}

    import ${name}
    ${name}.launch(${example})

Arrays are tensors of torch-npu, or device addresses as integers. The launch is queued on the current stream of
torch-npu, or on `stream` (an aclrtStream as an integer), and not waited for.
"""

import ctypes
import operator
import pathlib

LIBRARY = pathlib.Path(__file__).resolve().parent / "build" / "lib${name}.so"

_CTYPES = {
    "bool": ctypes.c_bool, "int8": ctypes.c_int8, "int16": ctypes.c_int16, "int32": ctypes.c_int32,
    "int64": ctypes.c_int64, "uint8": ctypes.c_uint8, "uint16": ctypes.c_uint16, "uint32": ctypes.c_uint32,
    "uint64": ctypes.c_uint64, "float": ctypes.c_float, "double": ctypes.c_double,
}
_library = None
${structs}
# name, kind and dtype (or the class) of every parameter, in order
PARAMETERS = (
${parameters}
)


def launch(${signature}, stream=None):
    """Queues the kernel on `cores` cores. Raises TypeError or ValueError for an argument that does not fit."""
    if operator.index(cores) < 1:
        raise ValueError(f"cores must be at least 1, not {cores}")
    given = (${arguments})
    passed = [_converted(*parameter, value) for parameter, value in zip(PARAMETERS, given)]
    _load().${launcher}(cores, _stream(given) if stream is None else stream, *passed)


def _load():
    """The library, loaded once."""
    global _library
    if _library is None:
        if not LIBRARY.exists():
            folder = LIBRARY.parent.parent
            raise FileNotFoundError(
                f"{LIBRARY} is not built: source set_env.sh of CANN, then run "
                f"cmake -S {folder} -B {LIBRARY.parent} && cmake --build {LIBRARY.parent}"
            )
        _library = ctypes.CDLL(str(LIBRARY))
        types = [ctypes.c_void_p if kind == "array" else _CTYPES.get(what, what) for _, kind, what in PARAMETERS]
        _library.${launcher}.argtypes = [ctypes.c_uint32, ctypes.c_void_p, *types]
        _library.${launcher}.restype = None
    return _library


def _converted(name, kind, what, value):
    """An argument as ctypes passes it."""
    if kind == "array":
        return _address(name, what, value)
    if kind == "struct":
        return _struct(name, what, value)
    try:
        number = float(value) if what in ("float", "double") else operator.index(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a number that fits {what}, not {value!r}") from None
    if what == "bool":
        return bool(number)
    if what not in ("float", "double") and _CTYPES[what](number).value != number:
        raise ValueError(f"{name} = {number} does not fit {what}")
    return number


def _address(name, dtype, value):
    """The device address behind a tensor or a number."""
    if not hasattr(value, "data_ptr"):
        try:
            return operator.index(value)
        except TypeError:
            wrong = type(value).__name__
            raise TypeError(f"{name} must be a tensor of torch-npu or a device address, not {wrong}") from None
    if value.device.type != "npu":
        raise ValueError(f"{name} is on {value.device.type}: move it with .npu()")
    if str(value.dtype).rpartition(".")[2] != dtype:
        raise TypeError(f"{name} is {value.dtype}, but the kernel is built for {dtype}")
    if not value.is_contiguous():
        raise ValueError(f"{name} is not contiguous: pass {name}.contiguous()")
    return value.data_ptr()


def _struct(name, cls, value):
    """A struct from one of the same kind, a mapping, or an object that has the fields."""
    if isinstance(value, cls):
        return value
    made = cls()
    for field, kind, what in cls.PARTS:
        try:
            part = value[field] if isinstance(value, dict) else getattr(value, field)
        except (KeyError, AttributeError):
            raise TypeError(f"{name} has no field {field}") from None
        setattr(made, field, _converted(f"{name}.{field}", kind, what, part))
    return made


def _stream(given):
    """The current stream of torch-npu where a tensor is given, else the default one."""
    if not any(hasattr(value, "data_ptr") for value in given):
        return None
    import torch_npu

    return torch_npu.npu.current_stream().npu_stream
''')


def loader(notice: str, kernel: str, params: Sequence[Parameter], structs: Mapping[StructType, str]) -> str:
    """The module. `structs` are the names of those among the parameters, inner ones first. Raises CannotEmit."""
    names = _names([param.var.name for param, _, _ in params])
    rows = [f"    {_row(name, param.var.type, structs)}," for (param, _, _), name in zip(params, names, strict=True)]
    return _TEMPLATE.substitute(
        notice=notice,
        name=kernel,
        example=", ".join([*names, "cores=8"]),
        parameters="\n".join(rows),
        launcher=launcher_name(kernel),
        signature=", ".join([*names, "*", "cores"]),
        arguments="".join(f"{name}, " for name in names),
        structs="".join(f"\n\n{_definition(kind, structs)}" for kind in structs) + ("\n" if structs else ""),
    )


def _names(wanted: Sequence[str]) -> list[str]:
    """Names of arguments: not those of `launch` itself, nor keywords."""
    taken, found = {"cores", "stream"}, []
    for name in wanted:
        while keyword.iskeyword(name) or name in taken:
            name += "_"
        taken.add(name)
        found.append(name)
    return found


def _row(name: str, kind: Type, structs: Mapping[StructType, str]) -> str:
    """A parameter: its name, kind, and dtype or class."""
    if isinstance(kind, AddressType):
        return f'("{name}", "array", "{_dtype(kind.element)}")'
    if isinstance(kind, StructType):
        return f'("{name}", "struct", {structs[kind]})'
    return f'("{name}", "scalar", "{_c_type(kind)}")'


def _dtype(element: object) -> str:
    """The dtype of an array, as torch names it."""
    return "bool" if element == BOOL else str(element)


def _c_type(kind: Type) -> str:
    """The type of a number, as ctypes names it. A half comes as a float."""
    if isinstance(kind, DType):
        return _C_TYPES.get(kind.name, kind.name)
    raise CannotEmit("emit-parameter", "a parameter has no form in Python")


def _definition(struct: StructType, structs: Mapping[StructType, str]) -> str:
    """The `ctypes.Structure` of a struct."""
    parts = [f"        {_row(identifier(name), kind, structs)}," for name, kind in struct.fields]
    lines = [
        f"class {structs[struct]}(ctypes.Structure):", "    PARTS = (", *parts, "    )",
        "    _fields_ = [(name, _CTYPES.get(what, what)) for name, _, what in PARTS]", "",
    ]  # fmt: skip
    return "\n".join(lines)
