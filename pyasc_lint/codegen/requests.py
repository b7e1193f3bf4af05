"""Which forms of a kernel are emitted: what signatures say, and where they are silent annotations and launches."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from pyasc_lint.analysis.usage import copied_dtypes, read_variables
from pyasc_lint.codegen.signature import Array, Given, Named, Signature, SignatureError, Signatures, Value
from pyasc_lint.codegen.words import did_you_mean, joined
from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.nodes import Alloc, Call, Kernel, Launch, LaunchValue, MakeLocal, Param, Ref, SetBuffer, Var, walk
from pyasc_lint.ir.traversal import parts
from pyasc_lint.ir.types import (
    BOOL,
    DTYPES,
    FLOAT32,
    INT32,
    INT64,
    AddressType,
    DType,
    DTypeOf,
    ScalarOf,
    StructType,
    Type,
)


@dataclass(frozen=True, slots=True)
class Missing:
    """A kernel that is not known well enough. `gaps` say what is missing."""

    kernel: Kernel
    gaps: tuple[str, ...]


class Requests:
    """Asks for each static kernel in the form that the signatures, or else the sources, tell; notes what is missing.

    Called with the general form of each kernel. Raises nothing: what is wrong is in `problems` and `missing`. `asked`
    are all forms as signatures, those included of which something is missing.
    """

    def __init__(self, signatures: Signatures) -> None:
        self.signatures = signatures
        self.problems: list[str] = []
        self.missing: list[Missing] = []
        self.unselected: list[Kernel] = []
        self.seen: list[Kernel] = []
        self.asked: list[tuple[Kernel, str]] = []

    def __call__(self, kernel: Kernel) -> list[Launch]:
        self.seen.append(kernel)
        said = self.signatures.of(kernel)
        if not said and self.signatures.selects:
            self.unselected.append(kernel)
            return []
        forms = {}
        for signature in said or [{}]:
            self._judge_names(kernel, signature)
            for launches in _alike(kernel, signature):
                launch = self._launch(kernel, signature, launches)
                if launch is not None:
                    forms[launch.text] = launch
        return list(forms.values())

    def _judge_names(self, kernel: Kernel, signature: Signature) -> None:
        """A name that no parameter has, nor a field of one."""
        names = [name for param in kernel.params for name in _names(param.var.name, param.var.type)]
        for name in signature:
            if name not in names:
                hint = did_you_mean(name, names)
                self.problems.append(f"--signature: {kernel.name} has no parameter '{name}'{hint}")

    def _launch(self, kernel: Kernel, signature: Signature, launches: Sequence[Launch]) -> Launch | None:
        """One form; None where something is missing or wrong."""
        copied, roles = copied_dtypes(kernel), _roles(kernel)
        values: dict[str, LaunchValue] = {}
        gaps, texts = [], []
        for param in kernel.params:
            name, kind = param.var.name, param.var.type
            if isinstance(kind, StructType) and name not in signature:
                values |= _fields(name, kind, signature)
                continue
            try:
                value = _value(param, signature.get(name), launches, copied)
            except SignatureError as problem:
                self.problems.append(f"--signature: {kernel.name}: {problem}")
                continue
            if isinstance(value, _Gap):
                gaps.append(value.text)
                role = roles.get(param.var, "float32*")
                texts.append(f"{name}={role if role == 'float32' else value.example or role}")
                continue
            values[name] = value
            texts.append(f"{name}={spelled(value, param)}")
        text = f"{kernel.name}({', '.join(texts)})"
        self.asked.append((kernel, text))
        if gaps:
            self.missing.append(Missing(kernel, tuple(gaps)))
            return None
        return Launch(kernel.span, values, text=text)

    def unknown_kernels(self) -> list[str]:
        """What signatures name that no file has."""
        names = [kernel.name for kernel in self.seen]
        wrong = [name for name in self.signatures.kernels if name not in names]
        return [f"--signature: there is no static kernel '{name}'{did_you_mean(name, names)}" for name in wrong]


def _names(name: str, kind: Type) -> list[str]:
    """A parameter, and the fields of a struct as `parameter.field`."""
    fields = kind.fields if isinstance(kind, StructType) else ()
    return [name, *(inner for field, part in fields for inner in _names(f"{name}.{field}", part))]


def _fields(name: str, kind: StructType, signature: Signature) -> dict[str, LaunchValue]:
    """The fields of a struct that a signature says: the kernel is analysed for these values only."""
    wanted = (each for each in _names(name, kind) if each in signature)
    return {each: given.value for each in wanted if isinstance(given := signature[each], Value)}


def _alike(kernel: Kernel, signature: Signature) -> list[list[Launch]]:
    """The launches of a kernel, together where they need the same form of it; one empty group where there is none."""
    groups: dict[tuple[str, ...], list[Launch]] = {}
    deciding = [
        param for param in kernel.params
        if param.var.name not in signature and (param.constexpr or not isinstance(param.var.type, DType | StructType))
    ]  # fmt: skip
    for launch in kernel.launches:
        groups.setdefault(tuple(_decides(param, launch) for param in deciding), []).append(launch)
    return list(groups.values()) or [[]]


def _decides(param: Param, launch: Launch) -> str:
    """What a launch fixes in the form of a kernel: a constant, or else a type."""
    value = launch.values.get(param.var.name)
    return repr(value if param.constexpr or value is None else _kind(value))


def _roles(kernel: Kernel) -> dict[Var, str]:
    """An example for each parameter that the kernel reads: a dtype, an array or a number, by where it stands."""
    roles = dict.fromkeys(read_variables(kernel), "int32")
    for stmt in walk(kernel.body):
        match stmt:
            case Alloc(dtype=Ref(var=var)) | MakeLocal(dtype=Ref(var=var)):
                roles[var] = "float32"
            case SetBuffer():
                roles |= {part.var: "float32*" for part in parts(stmt.address) if isinstance(part, Ref)}
            case Call():
                dtypes = (part for name, part in stmt.args.items() if name == "dtype")
                roles |= {part.var: "float32" for part in dtypes if isinstance(part, Ref)}
    return roles


@dataclass(frozen=True, slots=True)
class _Gap:
    """Something that is not known; `example` is "" where the use of the parameter tells what it could be."""

    text: str
    example: str


def _value(
    param: Param, given: Given | None, launches: Sequence[Launch], copied: Mapping[str, list[str]]
) -> LaunchValue | _Gap:
    """What a parameter is in the emitted form. Raises SignatureError where what is given does not fit."""
    name, kind = param.var.name, param.var.type
    if param.constexpr:
        return _constant(param, given, launches)
    if isinstance(kind, AddressType):
        if given is not None and not isinstance(given, Array):
            raise SignatureError(f"'{name}' is an array: give its dtype with a star, such as float32*")
        if isinstance(given, Array):
            return given.dtype
        return _array_dtype(param, kind, launches, copied)
    match given:
        case Array() if isinstance(kind, DType):
            raise SignatureError(f"'{name}' is a number ({param.annotation}): give {kind} without the star")
        case Array():
            return given.dtype
        case Named():
            return ScalarOf(given.dtype)
        case Value(value=bool() | int() | float() as number):
            return number
        case Value():
            raise SignatureError(f"'{name}' is no ConstExpr: give a dtype")
    if isinstance(kind, DType):
        return ScalarOf(INT64 if kind == INT32 and _passes_wide(name, launches) else kind)
    kinds = {_kind(value) for value in _launched(launches, name)}
    found = kinds.pop() if len(kinds) == 1 else None
    return found if found is not None else _Gap(f"what '{name}' is (it has no annotation)", "")


def _passes_wide(name: str, launches: Sequence[Launch]) -> bool:
    """Whether some launch gives a parameter a number that 32 bits do not hold."""
    values = (launch.values.get(name) for launch in launches)
    return any(isinstance(value, int) and not -(2**31) <= value < 2**31 for value in values)


def _kind(value: LaunchValue) -> DType | ScalarOf | None:
    """What a launch makes of a parameter that has no annotation: an array, or a number."""
    match value:
        case DType() | ScalarOf():
            return value
        case bool():
            return ScalarOf(BOOL)
        case int() | float():
            return ScalarOf(INT32 if isinstance(value, int) else FLOAT32)
    return None


def _array_dtype(
    param: Param, kind: AddressType, launches: Sequence[Launch], copied: Mapping[str, list[str]]
) -> DType | _Gap:
    name = param.var.name
    if isinstance(kind.element, DType):
        return kind.element
    launched = [value for value in _launched(launches, name) if isinstance(value, DType)]
    known = copied.get(name, []) if isinstance(kind.element, DTypeOf) else []
    if len(launched) == 1:
        return launched[0]
    if not launched and len(known) == 1:
        return DTYPES[known[0]]
    seen = [dtype.name for dtype in launched] or known
    why = f" (it is {joined(seen, 'or')})" if seen else ""
    return _Gap(f"the dtype of '{name}'{why}", f"{seen[0] if seen else 'float32'}*")


def _constant(param: Param, given: Given | None, launches: Sequence[Launch]) -> LaunchValue | _Gap:
    name, kind = param.var.name, param.var.type
    match given:
        case Named():
            if isinstance(kind, DType):
                raise SignatureError(f"'{name}' is {param.annotation}: give a value, such as {_sample(kind)}")
            return given.dtype
        case Array():
            raise SignatureError(f"'{name}' is {param.annotation}, not an array")
        case Value():
            return given.value
    launched = _launched(launches, name)
    if len(launched) == 1:
        return launched[0]
    return _Gap(f"the value of '{name}', {param.annotation}", _sample(kind))


def _sample(kind: object) -> str:
    if isinstance(kind, DType):
        return {"bool": "true", "float": "1.0"}.get(kind.kind, "1024")
    return "1024"


def _launched(launches: Sequence[Launch], name: str) -> list[LaunchValue]:
    """The different values that launches give a parameter, in order; none where some launch's is not known."""
    if any(name not in launch.values for launch in launches):
        return []
    return list({repr(launch.values[name]): launch.values[name] for launch in launches}.values())


def spelled(value: LaunchValue, param: Param) -> str:
    """A value as a signature writes it."""
    match value:
        case DType():
            return value.name if param.constexpr else f"{value.name}*"
        case ScalarOf():
            return value.dtype.name
        case bool() | None:
            return str(value).lower()
        case str():
            return json.dumps(value)
    return repr(value)


def form_names(forms: Sequence[Kernel]) -> list[str]:
    """A name for each form of a kernel: its own where there is one form, else with what tells it from the others."""
    if len(forms) < 2:
        return [form.name for form in forms]
    values = [{} if form.launch is None else form.launch.values for form in forms]
    telling = [
        param for param in forms[0].params
        if len({repr(each.get(param.var.name)) for each in values}) > 1
    ]  # fmt: skip
    return ["_".join([form.name, *(_word(param, each) for param in telling)])
            for form, each in zip(forms, values, strict=True)]  # fmt: skip


def _word(param: Param, values: Mapping[str, LaunchValue]) -> str:
    """`tile64`, `xfloat16`: what a form has for a parameter, as part of a name."""
    name = param.var.name
    return re.sub(r"\W", "_", f"{name}_{spelled(values.get(name), param)}".rstrip("*"))
