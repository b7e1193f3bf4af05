"""Dataclasses of the API table. Units: counts in elements, sizes in bytes unless a field says otherwise.

Entries are built once and shared, so they compare by identity (and import faster).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal

from pyasc_lint.deferred import dataclass

from .vocabulary import closest

Access = Literal["read", "write", "read_write"]
Json = Mapping[str, Any]
PRODUCTS = ("310p", "200I_500_A2", "A2", "A3", "950")


def _empty() -> Any:
    return field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Param:
    """One parameter as pyasc declares it.

    Attributes:
        name: keyword.
        kind: role: dst_local_tensor, src_local_tensor, tmp_local_tensor, workspace_local_tensor, dst_global_tensor,
            src_global_tensor, workspace_global_tensor, dst_tensor_list, src_tensor_list, dst_address_list,
            src_address_list, global_address, byte_address, count, mask_count, mask_bits, repeat, stride, index, scalar,
            bool, enum, dtype, event_id, flag_id, params_struct, slice_info_list, int_list, tuple, string, function,
            property, object, varargs.
        type: declared type as text: "LocalTensor", "List[int]", "DataCopyParams"; "Any" if undeclared.
        default: default as Python text, None where the parameter is required.
        access: what the instruction does to a tensor operand.
        access_note: when `access` holds only partly.
    """

    name: str
    kind: str
    type: str
    default: str | None = None
    access: Access | None = None
    access_note: str | None = None

    @property
    def required(self) -> bool:
        return self.default is None and self.kind != "varargs"

    @property
    def is_tensor(self) -> bool:
        return self.kind.endswith("_tensor")


@dataclass(frozen=True, eq=False)
class Overload:
    """One call form, as declared or (declared False) only accepted.

    Attributes:
        index: position in `overloads` of its function, method or constructor.
        params: parameters in order.
        result: type of the result as text, "None" for none.
        declared: False for a form pyasc 1.1.1 accepts without declaring it.
        oracle: how 1.1.1 treats the declared form, by calling style ("positional", "positional_with_optionals",
            "keyword", "keyword_with_optionals"): "accepted" or "rejected: <exception>"; empty if never run.
        emits: prototype of the Ascend C call it becomes, None if never run or nothing is emitted.
        cxx_check: what the C++ compiler says about the emitted call ("ok" or "error").
        pipe: pipe on arch 2201, or path -> pipe ({"UB->UB": "V", …}); None where the function's own applies.
        path: data path the form stands for ("GM->UB or GM->L1", "by positions"), None if not a transfer.
        form: name of the form ("basic", "slice", "nd2nz"), None if unnamed.
        allowed_in_static_tensor: per product, only where the form differs from the function; see `Function`.
        runtime_value_ok: per number parameter, whether a run-time value is accepted.
        dtype_sweep: dtypes by outcome when all free operands have that dtype: ok, rejected_by_pyasc, rejected_by_cxx,
            and compile_time_check (text).
        is_set_mask_effect: what `is_set_mask` does here: "emitted", "ignored", "rejected".
    """

    index: int
    params: tuple[Param, ...]
    result: str = "None"
    declared: bool = True
    oracle: Mapping[str, str] = _empty()
    emits: str | None = None
    cxx_check: str | None = None
    pipe: str | Mapping[str, str] | None = None
    path: str | None = None
    form: str | None = None
    note: str | None = None
    allowed_in_static_tensor: Mapping[str, bool | None] = _empty()
    runtime_value_ok: Mapping[str, bool] = _empty()
    dtype_sweep: Json = _empty()
    is_set_mask_effect: str | None = None

    def param(self, name: str) -> Param | None:
        """The parameter of that name, None if there is none."""
        return next((param for param in self.params if param.name == name), None)


@dataclass(frozen=True, eq=False)
class FormParam:
    """One parameter of what the dispatcher of pyasc 1.1.1 really binds.

    Attributes:
        name: keyword pyasc takes (it differs from the declared name in places).
        accepts: tokens of the argument kinds that pass: local, global, address, int, float, bool, str, none, runtime,
            raw, list, tuple, array, dtype, constexpr, callable, class; enum / object (any member / instance) or
            enum:Name / object:Name; any.
        optional: may be left out.
        mode: "both", "positional" or "keyword" only, "star" (takes all further positional arguments).
    """

    name: str
    accepts: frozenset[str]
    optional: bool = False
    mode: Literal["both", "positional", "keyword", "star"] = "both"


@dataclass(frozen=True, eq=False)
class Form:
    """One form the dispatcher tries; forms are tried in order and the first match wins.

    Attributes:
        overloads: indices of the overloads it stands for.
        renames: overload index -> {form parameter: declared parameter}, only where they differ.
        extra: what happens to more arguments: "error", "dropped" (accepted and ignored), "keywords" (only further
            keywords are accepted and ignored) or "unknown" (they may be taken).
    """

    params: tuple[FormParam, ...]
    overloads: tuple[int, ...]
    renames: Mapping[int, Mapping[str, str]] = _empty()
    extra: Literal["error", "dropped", "keywords", "unknown"] = "error"


@dataclass(frozen=True, eq=False)
class Signature:
    """What functions, methods and constructors have in common.

    Attributes:
        name: "add", "adv.sin", "MmadParams" (constructor), "LocalMemAllocator.alloc".
        overloads: declared forms, then forms accepted undeclared.
        forms: what really binds; empty if 1.1.1 rejects every call.
        working_forms: text for people, where the declared forms mislead.
    """

    name: str
    overloads: tuple[Overload, ...]
    forms: tuple[Form, ...]
    note: str | None = None
    working_forms: tuple[str, ...] = ()


class Method(Signature):
    """A method, or the constructor, of an asc class."""


@dataclass(frozen=True, eq=False)
class DtypeRules:
    """dtypes a function takes on one architecture, as documented.

    Attributes:
        rows: lossless detail, one per C++ function: {"doc", "same_type_sets": [{"operands", "dtypes"}], …}.
        expressible: union over all operands, only dtypes pyasc has a name for.
        not_expressible: documented dtypes that pyasc 1.1.1 cannot name (bfloat16, …).
    """

    rows: tuple[Json, ...]
    expressible: frozenset[str]
    not_expressible: frozenset[str]


@dataclass(frozen=True, eq=False)
class Function(Signature):
    """A function of module `asc` (or `asc.adv`, named "adv.sin").

    Attributes:
        category: "vector.binary", "data_move", "sync.intra", …
        ascend_c: Ascend C function ("" if not known); `doc_name` where the documentation renamed it.
        core: "AIV", "AIC" or "AIC+AIV".
        pipe: pipe on arch 2201 ("V", "S", …), path -> pipe, "argument" where the pipe argument decides, "set" / "wait"
            (first / second pipe of the HardEvent name), "all", "S+MTE2+MTE3"; None: each overload has its own, or none.
        dtypes: arch ("2201", "3510") -> rules; an arch is missing where nothing is documented.
        fixed_operands: operand -> the only dtypes it takes, whatever the others have.
        dtype_check: what pyasc 1.1.1 itself checks, as text; None if nothing.
        constraint_sets: names of shared sets, see `Table.constraint_set`.
        constraints: own constraints, each {"kind": …, …}, lossless.
        supported: product (see PRODUCTS) -> True, False, "partial" or None (not stated); empty for asc.adv.
        allowed_in_static_tensor: product -> listed in its static-Tensor table; None: there is no table.
        uses_reserved_ub: arch -> True, False, None (unknown) or text saying when.
        uses_tpipe: True, False, None (unknown) or text saying when (arch 2201).
        since: first pyasc release that has it.
    """

    module: str = ""
    category: str = ""
    ascend_c: str = ""
    doc_name: str | None = None
    core: str = "AIC+AIV"
    pipe: str | Mapping[str, str] | None = None
    dtypes: Mapping[str, DtypeRules] = _empty()
    fixed_operands: Mapping[str, tuple[str, ...]] = _empty()
    dtype_check: str | None = None
    constraint_sets: tuple[str, ...] = ()
    constraints: tuple[Json, ...] = ()
    supported: Mapping[str, bool | str | None] = _empty()
    allowed_in_static_tensor: Mapping[str, bool | None] = _empty()
    allowed_note: str | None = None
    static_tensor_limits: tuple[str, ...] = ()
    uses_reserved_ub: Mapping[str, bool | str | None] = _empty()
    uses_tpipe: bool | str | None = None
    docs: tuple[str, ...] = ()
    since: str = "1.0.0"

    @property
    def result(self) -> str:
        """Type of the result as text, "None" for none; all overloads of a function agree."""
        return self.overloads[0].result


@dataclass(frozen=True, eq=False)
class Field:
    """One field of a parameter struct, as its constructor takes it.

    Attributes:
        default: Python text, None if required.
        cpp_type: C++ type the value is cast to without a check; None if not a number.
        cpp_range: inclusive range of that type.
        note: documented range or unit.
    """

    name: str
    type: str
    default: str | None = None
    cpp_type: str | None = None
    cpp_range: tuple[int, int] | None = None
    note: str | None = None


@dataclass(frozen=True, eq=False)
class ClassInfo:
    """A class of module `asc` (or `asc.adv`, named "adv.Matmul").

    Attributes:
        category: params_struct, tensor, framework, core, compile_options, adv.
        bases: names of base classes, nearest first, also those `asc` does not export.
        allowed_in_static_tensor: False for the TPipe framework, LocalTensorAuto and tensor lists.
        fields: constructor fields of a parameter struct, in positional order.
        complete_groups: groups of fields that only work given together; empty where each field stands for itself.
        methods: by name, inherited ones included.
        attributes: other members of an instance -> what they are ("" if plain), inherited ones included.
        units: parameter -> "bytes" or "elements".
        rejected_keywords: declared keywords that 1.1.1 rejects.
        emission_order: order of the fields in the emitted C++ initialiser where it differs.
        oracle: how declared constructors were treated, as in the facts.
    """

    name: str
    module: str
    category: str
    bases: tuple[str, ...]
    constructor: Method
    methods: Mapping[str, Method]
    attributes: Mapping[str, str]
    fields: tuple[Field, ...] = ()
    complete_groups: tuple[tuple[str, ...], ...] = ()
    allowed_in_static_tensor: bool | None = None
    accepted_constructors: tuple[str, ...] = ()
    rejected_keywords: tuple[str, ...] = ()
    units: Mapping[str, str] = _empty()
    indexing: Mapping[str, str] = _empty()
    emission_order: tuple[str, ...] = ()
    role: str | None = None
    field_note: str | None = None
    emits: str | None = None
    behaviour: tuple[str, ...] = ()
    oracle: Json = _empty()
    since: str = "1.0.0"

    def has_member(self, name: str) -> bool:
        """Whether `instance.name` exists: method, property or instance attribute, inherited or not."""
        return name in self.methods or name in self.attributes or name in _OBJECT_MEMBERS

    def suggest(self, name: str) -> str | None:
        """The member most likely meant by a misspelt one, None if nothing is close."""
        return closest(name, [*self.methods, *self.attributes])

    def field(self, name: str) -> Field | None:
        return next((field for field in self.fields if field.name == name), None)


_OBJECT_MEMBERS = frozenset(dir(object)) | {"__dict__", "__module__", "__weakref__", "__annotations__"}
