"""The API table of pyasc 1.1.1 and its look-ups. Files are read once, entries are built when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from typing import Any, cast

from ._load import make_class, make_function, read_document, read_entries
from .model import ClassInfo, Function, Json
from .vocabulary import DTypeInfo, EnumInfo, PropertyInfo, SyntaxFact, Trap, closest


class Table:
    """The API table of one pyasc release.

    Attributes:
        release: "1.1.1".
    """

    def __init__(self) -> None:
        self._types = read_document("types.json")
        self._functions = read_entries("functions.json")
        self._classes = read_entries("classes.json")
        self._built_functions: dict[str, Function] = {}
        self._built_classes: dict[str, ClassInfo] = {}
        self.release: str = self._types["release"]

    def function(self, name: str) -> Function | None:
        """The function of that name ("add", "adv.sin"), None if there is none."""
        if name not in self._built_functions and name in self._functions:
            self._built_functions[name] = make_function(name, self._functions[name])
        return self._built_functions.get(name)

    def class_(self, name: str) -> ClassInfo | None:
        """The class of that name ("LocalTensor", "adv.Matmul"), None if there is none."""
        if name not in self._built_classes and name in self._classes:
            self._built_classes[name] = make_class(name, self._classes[name])
        return self._built_classes.get(name)

    def functions(self) -> Iterator[Function]:
        """All functions, `asc` first, then `asc.adv`."""
        return (function for name in self._functions if (function := self.function(name)))

    def classes(self) -> Iterator[ClassInfo]:
        return (info for name in self._classes if (info := self.class_(name)))

    @cached_property
    def enums(self) -> Mapping[str, EnumInfo]:
        return {
            name: EnumInfo(
                name,
                data["members"],
                data.get("member_since", {}),
                data.get("note"),
                data.get("since", "1.0.0"),
            )
            for name, data in self._types["enums"].items()
        }

    @cached_property
    def runtime_enums(self) -> Mapping[str, EnumInfo]:
        """Enums of `asc.runtime` by name: `KernelType`, `Platform`. Their values are not recorded."""
        members = self._types["runtime_enums"]
        return {name: EnumInfo(name, dict.fromkeys(names, 0), {}, None, "1.0.0") for name, names in members.items()}

    @cached_property
    def dtypes(self) -> Mapping[str, DTypeInfo]:
        """By asc name, aliases included ("half" and "float16")."""
        return {
            name: DTypeInfo(name, data["canonical"], data.get("bits"), data.get("cpp"), data["kind"], data.get("note"))
            for name, data in self._types["dtypes"].items()
        }

    @cached_property
    def properties(self) -> Mapping[str, PropertyInfo]:
        return {name: PropertyInfo(name, **data) for name, data in self._types["properties"].items()}

    @cached_property
    def traps(self) -> Mapping[str, Trap]:
        """By id."""
        return {name: Trap(name, **data) for name, data in self._pitfalls["traps"].items()}

    @cached_property
    def syntax(self) -> Mapping[str, SyntaxFact]:
        """By id."""
        return {name: SyntaxFact(name, **data) for name, data in self._pitfalls["syntax"].items()}

    @cached_property
    def _pitfalls(self) -> dict[str, Any]:
        return read_document("pitfalls.json")

    @property
    def verified_ok(self) -> tuple[str, ...]:
        """What was checked and works as a reader expects, as text."""
        return tuple(self._pitfalls["verified_ok"])

    @property
    def names(self) -> Mapping[str, str]:
        """Names of `asc` ("add") and `asc.adv` ("adv.sin") -> function, class, enum, dtype, property, module, other."""
        return cast("Mapping[str, str]", self._types["names"])

    @property
    def kernel_argument_dtypes(self) -> Mapping[str, str]:
        """Python type of a kernel argument -> what it is inside the kernel."""
        return cast("Mapping[str, str]", self._types["kernel_arguments"])

    @property
    def compile_options(self) -> Mapping[str, Json]:
        """Keyword of `@asc.jit(...)` -> {"type", "default", "note"?}."""
        return cast("Mapping[str, Json]", self._types["compile_options"])

    @property
    def unnamed_dtypes(self) -> tuple[Json, ...]:
        """dtypes Ascend C has and module `asc` does not export: {"name", "cpp"?, "note"}."""
        return tuple(self._types["dtypes_not_exported"])

    @property
    def missing_apis(self) -> Mapping[str, tuple[str, ...]]:
        """Product -> Ascend C functions of its static-Tensor table that pyasc has no function for."""
        missing = self._types["static_tensor_apis_without_pyasc_function"]
        return {product: tuple(names) for product, names in missing.items()}

    def constraint_set(self, name: str) -> tuple[Json, ...]:
        """A set of constraints several functions share ("vector_ub", "vector_mask"). KeyError if there is none."""
        return tuple(self._types["constraint_sets"][name])

    def constraints_of(self, function: Function) -> tuple[Json, ...]:
        """Shared and own constraints of a function, each {"kind": …, …}."""
        shared = [item for name in function.constraint_sets for item in self.constraint_set(name)]
        return (*shared, *function.constraints)

    @cached_property
    def by_ascend_c_name(self) -> Mapping[str, str]:
        """Ascend C function, by header or documentation name -> pyasc function of `asc`."""
        found: dict[str, str] = {}
        for function in self.functions():
            if function.name.startswith("adv.") or not function.ascend_c.isidentifier():
                continue
            for name in (function.ascend_c, function.doc_name):
                if name and name.isidentifier():
                    found.setdefault(name, function.name)
        return found


@cache
def table() -> Table:
    """The table of pyasc 1.1.1 (read on the first call)."""
    return Table()


def _short(name: str) -> str:
    return name[4:] if name.startswith("asc.") else name


@cache
def find_function(name: str) -> Function | None:
    """`add` or `adv.sin` (a leading `asc.` is dropped); None if there is no such function."""
    return table().function(_short(name))


@cache
def find_class(name: str) -> ClassInfo | None:
    """`LocalTensor` or `adv.Matmul` (a leading `asc.` is dropped); None if there is no such class."""
    return table().class_(_short(name))


@cache
def find_enum(name: str) -> EnumInfo | None:
    """`HardEvent` (a leading `asc.` is dropped); None if there is no such enum."""
    return table().enums.get(_short(name))


def find_dtype(name: str) -> DTypeInfo | None:
    """`float16` or an alias such as `half` (a leading `asc.` is dropped); None if there is no such dtype."""
    return table().dtypes.get(_short(name))


@cache
def public_names() -> frozenset[str]:
    """Every attribute of module `asc` in 1.1.1, submodules included (`jit`, `lib`, `runtime`, `adv`, `add`, …).

    Not the dunder names every module has.
    """
    return frozenset(name for name in table().names if "." not in name)


def suggest(name: str) -> str | None:
    """The public name most likely meant by an unknown one, None if nothing is close.

    Knows Ascend C spellings: "DataCopy" gives "data_copy". Silent for dtypes pyasc does not have (bfloat16).
    """
    name = _short(name)
    if any(name in item["name"].replace("/", " ").split() for item in table().unnamed_dtypes):
        return None
    return table().by_ascend_c_name.get(name) or closest(name, sorted(public_names()))


@cache
def _value_methods() -> frozenset[str]:
    tensors = [found for found in (find_class("LocalTensor"), find_class("GlobalTensor")) if found is not None]
    scalar = ("cast", "ceildiv", "logical_and", "logical_or")
    return frozenset((*scalar, *(name for cls in tensors for name in cls.methods)))


def is_value_method(name: str) -> bool:
    """Whether run-time scalars or tensors have a method of this name."""
    return name in _value_methods()
