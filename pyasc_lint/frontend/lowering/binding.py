"""Matching the arguments of a call with the API table, and judging those that must be a dtype."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from astroid import nodes

from pyasc_lint.api import ArgKind, Arguments, Failure, Kind, Param, Resolution, kinds
from pyasc_lint.deferred import dataclass
from pyasc_lint.frontend.lowering.kinds import TENSORS
from pyasc_lint.frontend.lowering.things import TENSOR_TRAIT, Value, operand
from pyasc_lint.ir.nodes import Const, DTypeExpr, Enum, Expr, Foreign, New, Unknown
from pyasc_lint.ir.spans import Span
from pyasc_lint.ir.types import DTYPE_ALIASES, DTYPE_TYPE, DTYPES, UNKNOWN_TYPE

if TYPE_CHECKING:
    from pyasc_lint.frontend.lowering.evaluator import Evaluator
    from pyasc_lint.frontend.lowering.judging import JudgedEvaluator

_DTYPE_PACKAGES = frozenset({"numpy", "torch", "torch_npu", "ctypes", "ml_dtypes", "jax", "tensorflow", "mindspore",
                             "paddle", "triton", "cupy"})  # fmt: skip
"""Packages whose dtypes are certainly none of asc; what another package exports may be one."""

_DROPPED = frozenset({"load_data"})
"""Functions that pyasc 1.1.1 emits nothing for where a tensor is in the wrong memory (trap cube-03)."""

_PYTHON_DTYPES = {"int": "int32", "float": "float32", "bool": "int8", "long": "int64"}


_NEVER_ZERO = {"SliceInfo": ("end_index", "burst_len")}
"""Fields of which pyasc takes a 0 for a missing value, and then fails on it."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A call matched with the API table: operands and places of its arguments, by parameter name."""

    resolution: Resolution
    args: Mapping[str, Expr]
    spans: Mapping[str, Span]


@dataclass(frozen=True, slots=True)
class _Given:
    """The arguments of a call as written, without starred ones."""

    node: nodes.Call
    positional: list[Value]
    keywords: Mapping[str, Value]

    def value(self, slot: int | str) -> Value | None:
        if isinstance(slot, int):
            return self.positional[slot] if slot < len(self.positional) else None
        return self.keywords.get(slot)

    def place(self, slot: int | str) -> nodes.NodeNG:
        """The node of an argument; the call itself for one that does not stand in it."""
        if isinstance(slot, int):
            plain = [argument for argument in self.node.args if not isinstance(argument, nodes.Starred)]
            return plain[slot] if slot < len(plain) else self.node
        return next((keyword.value for keyword in self.node.keywords if keyword.arg == slot), self.node)


def bind(
    lowering: JudgedEvaluator,
    node: nodes.Call,
    resolve: Callable[[Arguments], Resolution],
    positional: list[Value],
    keywords: Mapping[str, Value],
    open_ended: bool,
) -> Bound:
    """Match a call. Notes a call that fits no form, and arguments that are no dtype where one is due."""
    given = _Given(node, positional, keywords)
    arguments = Arguments(
        [lowering.tracing.kind_of(value) for value in positional],
        {key: lowering.tracing.kind_of(value) for key, value in keywords.items()},
        open_ended,
    )
    resolution = resolve(arguments)
    if resolution.failure is not None:
        mended = _with_a_dtype(resolve, arguments, given) or _unbroken(lowering, resolve, arguments, given)
        resolution = mended or resolution
    if resolution.failure is not None and not _takes_addresses(lowering, resolution.callee, positional):
        _note_failure(lowering, resolution.callee, resolution.failure, arguments, given)
    args: dict[str, Expr] = {}
    spans: dict[str, Span] = {}
    for name, slot in resolution.arguments.items():
        value = given.value(slot)
        if value is not None:
            args[name] = operand(value)
            spans[name] = lowering.span(given.place(slot))
            param = resolution.overload.param(name) if resolution.overload is not None else None
            if param is not None and "int" in param.type:
                lowering.judge_number(given.place(slot), value)
            else:
                lowering.judge_truth(given.place(slot), value)
            if param is not None and param.kind == "dtype" and not _may_be_none(param, value):
                check_dtype(lowering, given.place(slot), value, resolution.callee)
    if resolution.callee == "data_copy" and lowering.kind(args.get("dst", Unknown(""))).kind is Kind.GLOBAL_TENSOR:
        place = resolution.arguments.get("count")
        count = given.value(place) if place is not None else None
        if place is not None and count is not None:
            lowering.judge_count_out(node, given.place(place), count)
    for number in range(len(positional)):
        if number not in resolution.arguments.values():  # printf takes any
            lowering.judge_truth(given.place(number), positional[number])
    for name in _NEVER_ZERO.get(resolution.callee, ()):
        given_value = args.get(name)
        if isinstance(given_value, Const) and given_value.value == 0:
            lowering.trap(node, "data_copy-15", name=name)
    return Bound(resolution, args, spans)


def _takes_addresses(lowering: JudgedEvaluator, callee: str, positional: list[Value]) -> bool:
    """Whether a call is `trans_data_to_5hd` of two tensors of addresses: their dtype is that of the tensors behind."""
    addresses = [value for value in positional[:2] if lowering.tracing.holds_addresses(value)]
    return callee == "trans_data_to_5hd" and len(addresses) == 2


def _note_failure(
    lowering: JudgedEvaluator, callee: str, failure: Failure, arguments: Arguments, given: _Given
) -> None:
    """A call that fits no form: an error, except where pyasc leaves the whole call out and goes on."""
    slot = failure.slot
    where = given.node if slot is None else given.place(slot)
    kind = None if slot is None else arguments.positional[slot] if isinstance(slot, int) else arguments.keywords[slot]
    dropped = callee in _DROPPED and failure.accepted_by_pyasc and kind is not None and kind.kind in TENSORS
    if dropped:
        lowering.trap(given.node, "cube-03", callee=callee, name=failure.param, operand=kind)
    else:
        lowering.remark("bad-call", where, callee=callee, failure=failure)


def _unbroken(
    lowering: JudgedEvaluator, resolve: Callable[[Arguments], Resolution], arguments: Arguments, given: _Given
) -> Resolution | None:
    """The call as it would be if pyasc made proper values of what only its own mistakes make unusable."""
    positional = [_mended(kind) for kind in arguments.positional]
    keywords = {key: _mended(kind) for key, kind in arguments.keywords.items()}
    resolution = resolve(Arguments(positional, keywords, arguments.open_ended))
    if resolution.failure is not None:
        return None
    slots: list[tuple[int | str, ArgKind]] = [*enumerate(arguments.positional), *arguments.keywords.items()]
    for slot, kind in slots:
        if kind.kind is Kind.CONSTEXPR:
            trap = "local_tensor-03" if resolution.callee == "LocalTensor" else "allocator-01"
            lowering.trap(given.place(slot), trap)
    return resolution


def _mended(kind: ArgKind) -> ArgKind:
    if kind.kind is Kind.RAW_VALUE:
        return kinds.runtime()
    return kinds.integer() if kind.kind is Kind.CONSTEXPR else kind


def _may_be_none(param: Param, value: Value) -> bool:
    return param.type.startswith("Optional") and isinstance(value, Const) and value.value is None


def _with_a_dtype(resolve: Callable[[Arguments], Resolution], arguments: Arguments, given: _Given) -> Resolution | None:
    """The call with one argument replaced by a dtype, where only that argument keeps it from fitting."""
    slots: list[int | str] = [*range(len(arguments.positional)), *arguments.keywords]
    for slot in slots:
        value = given.value(slot)
        if value is None or not is_no_dtype(operand(value)):
            continue
        positional, keywords = list(arguments.positional), dict(arguments.keywords)
        if isinstance(slot, int):
            positional[slot] = kinds.dtype()
        else:
            keywords[slot] = kinds.dtype()
        resolution = resolve(Arguments(positional, keywords, arguments.open_ended))
        overload = resolution.overload
        if resolution.failure is None and overload is not None:
            name = next((name for name, place in resolution.arguments.items() if place == slot), "")
            param = overload.param(name)
            if param is not None and param.kind == "dtype":
                return resolution
    return None


def check_dtype(lowering: Evaluator, node: nodes.NodeNG, value: Value, callee: str) -> None:
    """Note an argument that is certainly no asc dtype. `node` is where it stands."""
    expr = operand(value)
    if not is_no_dtype(expr):
        return
    lowering.retract(node)
    text, name = node.as_string(), _described(expr)
    lowering.remark(
        "not-a-dtype", node, callee=callee, text=text, value="" if name == text else name,
        trait=is_trait(expr), suggestion=_suggestion(expr),
    )  # fmt: skip


def is_trait(value: Expr) -> bool:
    """Whether a value is a TensorTrait, or the class itself: that of `asc` or of anybody else."""
    return isinstance(value, Foreign) and value.name.rpartition(".")[2] == TENSOR_TRAIT


def is_no_dtype(value: Expr) -> bool:
    """Whether a value is certainly no asc dtype."""
    match value:
        case DTypeExpr() | Unknown() | New(cls="DataType"):
            return False
        case Foreign():
            if is_trait(value):
                return True
            if value.what == "external":
                return value.name.partition(".")[0] in _DTYPE_PACKAGES
            return value.what != "missing"
        case Const() | Enum() | New():
            return True
    return value.type not in (UNKNOWN_TYPE, DTYPE_TYPE)


def _described(value: Expr) -> str:
    """What an argument is, in words of the language; "" where its text says it all."""
    match value:
        case Foreign():
            return f"{value.name}(…)" if value.what == "instance" else value.name
        case Const():
            return repr(value.value)
        case Enum():
            return f"asc.{value.enum}.{value.member}"
        case New():
            return f"asc.{value.cls}(…)"
    return ""


def _suggestion(value: Expr) -> str:
    """The asc dtype most likely meant, "" if there is none."""
    name = ""
    if isinstance(value, Foreign):
        name = value.name.rpartition(".")[2]
        name = _PYTHON_DTYPES.get(name, name)
    elif isinstance(value, Const) and isinstance(value.value, str):
        name = value.value.removeprefix("asc.")
    name = DTYPE_ALIASES.get(name, name)
    return f"asc.{name}" if name in DTYPES and name != "int1" else ""
