"""What pyasc 1.1.1 makes of Python's operators: which operands they take, and where the result is not what Python says.

Only kinds of operands count, as for pyasc itself, which calls the operator's method on the object it holds: a run-time
scalar takes over if there is one, tensors and addresses have next to no methods, Python values keep their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from pyasc_lint.api import ArgKind, Kind
from pyasc_lint.api.scalars import castable, compiles
from pyasc_lint.deferred import dataclass
from pyasc_lint.frontend.lowering.kinds import PYTHON_NUMBERS, TENSORS, materialized
from pyasc_lint.ir.types import DTYPES, DType

_INTEGERS_ONLY = frozenset({"%", "<<", ">>", "&", "|", "^", "ceildiv"})
_BITWISE = frozenset({"<<", ">>", "&", "|", "^"})
_DIVISIONS = frozenset({"/", "//", "%"})
_TRACED = TENSORS | {Kind.RUNTIME, Kind.GLOBAL_ADDRESS}
"""Objects whose (reversed) method pyasc calls even where they stand on the right."""

_NO_NUMBER = frozenset({Kind.STR, Kind.NONE, Kind.LIST, Kind.TUPLE, Kind.DTYPE, Kind.OTHER, Kind.CALLABLE, Kind.ARRAY})
_WHOLE = frozenset({Kind.INT, Kind.BOOL, Kind.ENUM})
_SEQUENCES = frozenset({Kind.STR, Kind.LIST, Kind.TUPLE})


@dataclass(frozen=True, slots=True)
class Verdict:
    """Something to say about an operator.

    `construct` is the key of a rejected construct, None where pyasc accepts it at first; `trap` the known trap that
    tells more, or the one it falls into. `data` holds what messages need.
    """

    construct: str | None = None
    trap: str | None = None
    data: Mapping[str, object] = field(default_factory=dict)


def _rejected(construct: str, trap: str | None = None, **data: object) -> Verdict:
    return Verdict(construct, trap, data)


def _dtype(kind: ArgKind) -> DType | None:
    return DTYPES.get(kind.name or "") if kind.kind is Kind.RUNTIME else None


# ----------------------------------------------------------------------------------------------------------- arithmetic


def binary(op: str, left: ArgKind, right: ArgKind) -> Verdict | None:
    """`left op right`, an arithmetic operator."""
    if op == "@":
        return _rejected("matmul", "scalar-10")
    if left.kind not in _TRACED and right.kind in _TRACED:
        if left.kind is Kind.UNKNOWN:
            return None
        if right.kind is Kind.RUNTIME:
            return _run_time(op, right, left, swapped=True)
        return _no_method(op, left, right)
    if left.kind is Kind.RUNTIME:
        return _run_time(op, left, right)
    if left.kind is Kind.GLOBAL_ADDRESS and op == "+":
        return None if right.kind is Kind.UNKNOWN else _convertible(op, left, right, "int32")
    if left.kind in TENSORS or left.kind is Kind.GLOBAL_ADDRESS:
        return _no_method(op, left, right)
    return _python(op, left, right)


def _no_method(op: str, left: ArgKind, right: ArgKind) -> Verdict:
    if left.kind in TENSORS or right.kind in TENSORS:
        return _rejected("tensor-operator", "slicing-11", op=op)
    return _rejected("address-operator", "scalar-09", op=op)


def _run_time(op: str, scalar: ArgKind, other: ArgKind, swapped: bool = False) -> Verdict | None:
    """A run-time scalar decides the dtype of the operation; the other operand is converted to it."""
    if op == "**":
        return _rejected("power", "scalar-10")
    dtype = _dtype(scalar)
    problem = _convertible(op, scalar, other, dtype.name if dtype is not None else None)
    if problem is not None and problem.construct is not None:
        return problem
    if dtype is None:
        return problem
    if dtype.kind == "float" and op in _INTEGERS_ONLY:
        return _rejected("float-operator", "scalar-10", op=op, dtype=dtype.name)
    if dtype.kind == "uint":
        return Verdict(trap="queries-02", data={"op": op, "dtype": dtype.name})
    if problem is not None:
        return problem
    return _surprise(op, dtype, other, swapped)


def _surprise(op: str, dtype: DType, other: ArgKind, swapped: bool) -> Verdict | None:
    """Where pyasc computes something else than Python would."""
    if op == "/" and dtype.kind == "int":
        return Verdict(trap="scalar-02", data={"op": op})
    if op == "//" and dtype.kind == "float":
        return Verdict(trap="scalar-03", data={"op": op})
    if dtype.kind == "bool" and other.kind is not Kind.BOOL and op in ("+", "-", "*", "/", "//", "<<"):
        return Verdict(trap="scalar-05", data={"op": op})
    wider = _dtype(other)
    if not swapped and wider is not None and wider.kind == dtype.kind == "int" and wider.bits > dtype.bits:
        return Verdict(trap="scalar-04", data={"op": op, "dtype": dtype.name, "other": wider.name})
    return None


def _convertible(op: str, scalar: ArgKind, other: ArgKind, dtype: str | None) -> Verdict | None:
    """Whether pyasc can make a run-time value of `dtype` out of the other operand."""
    if other.kind in _NO_NUMBER or other.kind is Kind.OBJECT:
        return _rejected("operand-kind", None, op=op, operand=other, other=scalar)
    if other.kind in TENSORS:
        return _rejected("tensor-operator", "slicing-11", op=op)
    if other.kind is Kind.GLOBAL_ADDRESS:
        return _rejected("address-operator", "scalar-09", op=op)
    target = DTYPES.get(dtype or "")
    if target is None:
        return None
    source = _dtype(other)
    return (_cast(source, target) if source is not None else None) or conversion_loss(other, target)


def _cast(source: DType, target: DType) -> Verdict | None:
    """The conversion of a run-time scalar."""
    if not castable(source, target):
        return Verdict(trap="queries-07", data={"source": source.name, "target": target.name})
    if not compiles(source, target):
        return Verdict(trap="queries-02", data={"op": "cast", "dtype": source.name})
    return None


def conversion(value: ArgKind, target: DType) -> Verdict | None:
    """`asc.number(value, target)` or `value.cast(target)`."""
    problem = _convertible("cast", ArgKind(Kind.RUNTIME, target.name), value, target.name)
    return None if problem is not None and problem.trap == "scalar-01" else problem


def conversion_loss(constant: ArgKind, target: DType) -> Verdict | None:
    """A Python constant that does not keep its value as a run-time value of `target`."""
    value = constant.value
    if target.kind not in ("int", "uint") or not isinstance(value, int | float) or constant.kind is Kind.BOOL:
        return None
    if constant.kind is Kind.FLOAT and value != value // 1:
        return Verdict(trap="scalar-01", data={"value": value, "dtype": target.name})
    low, high = (-(2 ** (target.bits - 1)), 2 ** (target.bits - 1)) if target.kind == "int" else (0, 2**target.bits)
    if not low <= value < high:
        return Verdict(trap="scalar-07", data={"value": value, "dtype": target.name})
    return None


def _python(op: str, left: ArgKind, right: ArgKind) -> Verdict | None:
    """Python's own operators. What depends on values is told where the values are known."""
    pair = (left.kind, right.kind)
    if left.kind in PYTHON_NUMBERS and right.kind in PYTHON_NUMBERS:
        if Kind.FLOAT in pair and op in _BITWISE:
            return _mismatch(op, left, right)
        if op in _DIVISIONS and right.kind in _WHOLE and right.value == 0 and right.kind is not Kind.ENUM:
            return _rejected("raises", None, error="ZeroDivisionError")
        return None
    if Kind.UNKNOWN in pair:
        return None
    if Kind.OBJECT in pair or Kind.CONSTEXPR in pair or Kind.OTHER in pair or Kind.RAW_VALUE in pair:
        return None if Kind.OTHER in pair and Kind.NONE not in pair else _mismatch(op, left, right)
    if op == "+" and left.kind is right.kind and left.kind in _SEQUENCES:
        return None
    if op == "*" and (
        (left.kind in _SEQUENCES and right.kind in _WHOLE) or (right.kind in _SEQUENCES and left.kind in _WHOLE)
    ):
        return None
    if op == "%" and left.kind is Kind.STR:
        return None
    return _mismatch(op, left, right)


def _mismatch(op: str, left: ArgKind, right: ArgKind) -> Verdict:
    return _rejected("operand-types", None, op=op, left=left, right=right)


# ---------------------------------------------------------------------------------------------------------- comparisons


def compare(op: str, left: ArgKind, right: ArgKind) -> Verdict | None:
    """`left op right`, a comparison."""
    if op in ("in", "not in"):
        return _rejected("membership", "scalar-10", op=op)
    if op in ("is", "is not") or Kind.UNKNOWN in (left.kind, right.kind):
        return None
    if left.kind in TENSORS or right.kind in TENSORS:
        return _rejected("tensor-operator", "slicing-11", op=op)
    if Kind.GLOBAL_ADDRESS in (left.kind, right.kind):
        return _rejected("address-operator", "scalar-09", op=op)
    if Kind.RUNTIME in (left.kind, right.kind):
        swapped = left.kind is not Kind.RUNTIME
        scalar, other = (right, left) if swapped else (left, right)
        problem = _convertible(op, scalar, other, scalar.name)
        dtype = _dtype(scalar)
        if dtype is not None and dtype.kind == "uint" and (problem is None or problem.construct is None):
            return Verdict(trap="queries-02", data={"op": op, "dtype": dtype.name})
        if problem is not None and problem.trap == "scalar-01" and _same_truth(op, other, swapped):
            return None
        return problem
    return _compare_python(op, left, right)


def _same_truth(op: str, constant: ArgKind, swapped: bool) -> bool:
    """Whether an integer compares with the whole part of a constant as with the constant itself: n > 1.5, n > 1."""
    positive = isinstance(constant.value, float) and constant.value > 0
    return (op in (">", "<=")) is (positive is not swapped) and op in ("<", "<=", ">", ">=")


def _compare_python(op: str, left: ArgKind, right: ArgKind) -> Verdict | None:
    pair = (left.kind, right.kind)
    if left.kind in PYTHON_NUMBERS and right.kind in PYTHON_NUMBERS:
        if right.kind is Kind.FLOAT and left.kind is not Kind.FLOAT:
            return _rejected("int-float-comparison", None, op=op, left=left, right=right)
        return None
    if Kind.DTYPE in pair and left.kind is Kind.DTYPE and op in ("==", "!="):
        return None
    if left.kind is right.kind and (left.kind in _SEQUENCES or (left.kind is Kind.NONE and op in ("==", "!="))):
        return None
    if Kind.OTHER in pair or Kind.OBJECT in pair or Kind.CALLABLE in pair:
        return None  # an object may define the comparison itself
    return _rejected(
        "none-comparison" if Kind.NONE in pair else "comparison-types", None, op=op, left=left, right=right
    )


# ----------------------------------------------------------------------------------------------------- truth and choice


def junction(op: str, left: ArgKind, right: ArgKind) -> Verdict | None:
    """`left and right`, `left or right`: one side must be a run-time value."""
    pair = (left.kind, right.kind)
    for kind in (left, right):
        if kind.kind in TENSORS or kind.kind is Kind.GLOBAL_ADDRESS:
            return _rejected("operand-kind", None, op=op, operand=kind, other=right if kind is left else left)
    if Kind.UNKNOWN in pair:
        return None
    if Kind.RUNTIME not in pair:
        return _rejected("python-junction", "control_flow-18", op=op)
    other = right if left.kind is Kind.RUNTIME else left
    if other.kind in _NO_NUMBER or other.kind is Kind.OBJECT:
        return _rejected("operand-kind", None, op=op, operand=other, other=left if other is right else right)
    return next((problem for kind in (left, right) if (problem := _as_bit(kind)) is not None), None)


def _as_bit(kind: ArgKind) -> Verdict | None:
    dtype = _dtype(kind)
    if dtype is not None and dtype.kind == "float":
        return _rejected("float-condition", None, dtype=dtype.name)
    return None


def condition(kind: ArgKind) -> Verdict | None:
    """The test of an `if`, a `while` or a conditional expression."""
    if kind.kind in (Kind.UNKNOWN, Kind.NONE, Kind.CONSTEXPR) or kind.kind in PYTHON_NUMBERS:
        return None
    if kind.kind is Kind.RUNTIME:
        return _as_bit(kind)
    return _rejected("condition-kind", None, operand=kind)


def unary(op: str, operand: ArgKind) -> Verdict | None:
    """`-x`, `+x`, `~x`, `not x`."""
    kind, dtype = operand.kind, _dtype(operand)
    data = {"op": op, "dtype": operand.name}
    if kind is Kind.UNKNOWN:
        return None
    if op == "not":
        if kind is not Kind.RUNTIME:
            return _rejected("python-not", "control_flow-18", operand=operand)
        return Verdict(trap="queries-02", data=data) if _unsigned(dtype) else None
    if op == "~" and kind is Kind.RUNTIME:
        return _rejected("invert", "scalar-10")
    if kind is Kind.RUNTIME:
        return Verdict(trap="queries-02", data=data) if op == "-" and _unsigned(dtype) else None
    if kind in PYTHON_NUMBERS and not (op == "~" and kind is Kind.FLOAT):
        return None
    return _rejected("unary-operand", None, op=op, operand=operand)


def _unsigned(dtype: DType | None) -> bool:
    return dtype is not None and dtype.kind == "uint"


def choice(body: ArgKind, orelse: ArgKind) -> Verdict | None:
    """`body if test else orelse`: two numbers of one dtype."""
    kinds = (body.kind, orelse.kind)
    for kind in (body, orelse):
        if kind.kind in _NO_NUMBER:
            return _rejected("choice-kind", None, operand=kind)
    if any(kind in TENSORS or kind in (Kind.GLOBAL_ADDRESS, Kind.OBJECT) for kind in kinds):
        return Verdict(trap="control_flow-14")
    first, second = materialized(body), materialized(orelse)
    if first is not None and second is not None and first != second:
        return _rejected("choice-types", "control_flow-15", left=first, right=second)
    return None


def loop_bound(kind: ArgKind, static: bool) -> Verdict | None:
    """A bound of `range` or (static) `static_range`."""
    if kind.kind is Kind.UNKNOWN or kind.kind in _WHOLE:
        return None if static else conversion_loss(kind, DTYPES["int32"])
    if static:
        trap = "control_flow-21" if kind.kind is Kind.RUNTIME else None
        return _rejected("static-bound", trap, operand=kind)
    if kind.kind is Kind.FLOAT:
        return Verdict(trap="control_flow-09", data={"dtype": "float"})
    dtype = _dtype(kind)
    if kind.kind is Kind.RUNTIME:
        if dtype is not None and not castable(dtype, DTYPES["int32"]):
            return Verdict(trap="queries-07", data={"source": dtype.name, "target": "int32"})
        if dtype is not None and (dtype.kind == "float" or dtype.bits > 32 or dtype.name == "uint32"):
            return Verdict(trap="control_flow-09", data={"dtype": dtype.name})
        return None
    return _rejected("loop-bound", None, operand=kind)


def index(kind: ArgKind, sliced: bool) -> Verdict | None:
    """The element where a view of a tensor starts: `t[i]` or (sliced) `t[i:]`."""
    dtype = _dtype(kind)
    if kind.kind is Kind.UNKNOWN or kind.kind in _WHOLE:
        return Verdict(trap="slicing-08") if kind.kind is Kind.BOOL else conversion_loss(kind, DTYPES["int32"])
    if _unsigned(dtype):
        return Verdict(trap="slicing-09", data={"dtype": kind.name})
    if kind.kind is Kind.RUNTIME:
        return _rejected("float-index", "slicing-03") if dtype is not None and dtype.kind == "float" else None
    if kind.kind is Kind.CONSTEXPR:
        return None if sliced else Verdict(trap="slicing-07")
    if kind.kind is Kind.FLOAT:
        return _rejected("float-index", "slicing-03")
    return _rejected("tensor-index", "slicing-03", operand=kind)
