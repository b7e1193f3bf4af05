"""The real pyasc, in child processes: what it exports, and whether it accepts a call form."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pyasc_lint.api import ArgKind, Param, find_class, find_enum, find_function, kinds

SCRIPTS = Path(__file__).parents[2] / "scripts"

# pyasc checks dtypes of some operands; these pass, everything else is float16.
DTYPES = {
    "bitwise_and": {"*": "int16"},
    "bitwise_or": {"*": "int16"},
    "add_deq_relu": {"src0": "int32", "src1": "int32"},
    "mul_cast": {"dst": "int8"},
    "gather_mask": {"src1_pattern": "uint16"},
    "AippParams": {"dtype": "int8"},
}


@pytest.fixture(scope="session")
def pyasc_client() -> ModuleType:
    """`scripts/pyasc_client.py`, which starts the child processes."""
    spec = importlib.util.spec_from_file_location("pyasc_client", SCRIPTS / "pyasc_client.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["pyasc_client"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def described(pyasc_client: ModuleType) -> dict[str, Any]:
    """Names, signatures, candidates, enum members and dtypes of the installed pyasc."""
    return pyasc_client.describe()  # type: ignore[no-any-return]


@pytest.fixture
def probe(pyasc_client: ModuleType) -> Iterator[Any]:
    with pyasc_client.Probe() as running:
        yield running


def good_dtype(callee: str, param: str) -> str:
    function = find_function(callee)
    if function is not None and param in function.fixed_operands:
        return function.fixed_operands[param][0]
    special = DTYPES.get(callee, {})
    return special.get(param, special.get("*", "float16"))


def _good_argument(callee: str, param: Param) -> ArgKind:
    text = re.sub(r"^Optional\[(.*)\]$", r"\1", param.type)
    dtype = good_dtype(callee, param.name)
    simple = {
        "LocalTensor": kinds.local_tensor(dtype),
        "BaseTensor": kinds.local_tensor(dtype),
        "GlobalTensor": kinds.global_tensor(dtype),
        "GlobalAddress": kinds.GLOBAL_ADDRESS,
        "Array": kinds.ARRAY,
        "DataType": kinds.dtype(dtype),
        "Type[T]": kinds.dtype("float16"),
        "str": kinds.string("%s"),
        "float": kinds.floating(1.0),
        "bool": kinds.boolean(True),
        "RuntimeBool": kinds.boolean(True),
    }
    if text in simple:
        return simple[text]
    if param.name == "pad_list":
        return kinds.list_of([kinds.integer(0)] * 4)
    enum = find_enum(text)
    if enum is not None:
        return kinds.enum_member(text, "VECIN" if text == "TPosition" else next(iter(enum.members)))
    if text == "Property" or find_class(text) is not None:
        return kinds.instance(text)
    if text == "TensorList":
        return kinds.list_of([kinds.local_tensor(dtype)] * 16)
    if param.kind == "slice_info_list":
        return kinds.list_of([kinds.instance("SliceInfo")])
    if text.startswith(("List", "list", "AddrList", "Sequence", "Tuple")):
        item = kinds.floating(1.0) if "float" in text else kinds.integer(1)
        return kinds.list_of([item] * (16 if callee == "VdeqInfo" else 4 if "rg" in callee else 2))
    return kinds.integer(1)


@pytest.fixture(scope="session")
def good_argument() -> Callable[[str, Param], ArgKind]:
    """`good_argument(callee, param)`: an argument of the declared type that pyasc takes with other such arguments."""
    return _good_argument
