"""Calls of asc inside a kernel: functions, constructors, methods. What has an effect becomes a statement."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from astroid import nodes

from pyasc_lint import api
from pyasc_lint.api import Kind, Resolution
from pyasc_lint.frontend.lowering import host, operators
from pyasc_lint.frontend.lowering.binding import Bound, bind, check_dtype
from pyasc_lint.frontend.lowering.evaluator import Evaluator, api_class, cast_reinterpret, unwrap
from pyasc_lint.frontend.lowering.handles import Handle
from pyasc_lint.frontend.lowering.inlining import Inlining
from pyasc_lint.frontend.lowering.things import (
    ApiFunction,
    ListValue,
    Method,
    Value,
    operand,
)
from pyasc_lint.ir.nodes import (
    Alloc,
    Binary,
    Call,
    Cast,
    Const,
    CoreTest,
    CurAddr,
    DTypeExpr,
    Enum,
    Expr,
    Field,
    LibraryConstant,
    MakeGlobal,
    MakeLocal,
    New,
    NewAllocator,
    Ref,
    SetBuffer,
    Unknown,
    Var,
)
from pyasc_lint.ir.nodes import (
    Sequence as SequenceExpr,
)
from pyasc_lint.ir.spans import Span
from pyasc_lint.ir.types import (
    BOOL,
    DTYPES,
    FLOAT32,
    INT32,
    UNKNOWN_TYPE,
    AddressType,
    AllocatorType,
    ArrayType,
    DType,
    Element,
    ObjectType,
    TensorType,
    Type,
)

_RAW_RESULTS = frozenset({"get_gather_mask_remain_count", "get_sort_len", "get_sort_offset"})
"""Functions whose result nothing accepts (trap queries-04)."""

_SMALL_RESULTS = frozenset({"get_sub_block_idx", "get_sub_block_num", "get_task_ratio"})
"""Functions whose result is one of the first few numbers."""

_RESULT_DTYPES = {
    "count_bits_cnt_same_as_sign_bit": "int64",
    "gather_mask": "uint64",
    "get_icache_preload_status": "int64",
    "get_program_counter": "int64",
    "get_sub_block_idx": "int64",
    "get_sub_block_num": "uint64",
    "get_system_cycle": "int64",
    "get_task_ratio": "int64",
    "GlobalTensor.get_size": "uint64",
    "LocalTensor.get_length": "uint32",
    "LocalTensor.get_phy_addr": "uint64",
}
"""Results that are no int32 (asked of the front end of pyasc 1.1.1)."""

_TUPLES = {"get_mrg_sort_result": 4, "get_store_atomic_config": 2}
"""Functions that give a tuple of int32, made of as many uint16."""

_RESULTS = {"int": INT32, "float": FLOAT32, "bool": BOOL}


class ApiCalls(Inlining):
    """Lowers calls of asc."""

    if TYPE_CHECKING:

        def assumed(self, node: nodes.NodeNG, test: Expr) -> None: ...

    # ---------------------------------------------------------------------------------------------------- functions

    def call_function(
        self, node: nodes.Call, name: str, positional: list[Value], keywords: dict[str, Value], open_ended: bool
    ) -> Value:
        span = self.span(node)
        values = [*positional, *keywords.values()]
        match name:
            case "jit":
                return host.call(self, node, ApiFunction(name), positional, keywords)
            case "ceildiv" if len(values) == 2:
                if not self.unusable(node, *values):  # asc.ceildiv() is Python: (x + y - 1) // y
                    self.say(node, operators.binary("//", self.kind(values[0]), self.kind(values[1])))
                return Evaluator.binary(self, node, "ceildiv", values[0], values[1])
            case "ascend_is_aic" | "ascend_is_aiv" if not values:
                return CoreTest("AIC" if name == "ascend_is_aic" else "AIV", span=span)
            case "static_assert" if values:
                kind = self.kind(values[0])
                if kind.kind is Kind.RUNTIME:
                    self.unsupported(node, "assert-run-time", "misc-08")
                elif kind.kind not in (Kind.BOOL, Kind.UNKNOWN, Kind.CONSTEXPR) and not self.unusable(node, values[0]):
                    self.unsupported(node, "assert-not-bool", operand=kind)
                self.assumed(node, unwrap(operand(values[0])))
                return Const(None)
            case "property":
                return self._property(operand(values[0]) if values else Const(None), span)
            case "inline":
                self.remark("incomplete", node, cause="inline", name="asc.inline")
        bound = bind(self, node, partial(api.resolve, name), positional, keywords, open_ended)
        self.unusable(node, *values)
        value, dtype = bound.args.get("value"), bound.args.get("dtype")
        if name == "number" and value is not None and isinstance(dtype, DTypeExpr) and isinstance(dtype.element, DType):
            return self._converted(node, value, dtype.element)
        info = api.find_function(name)
        result = self._result_type(info.result if info else "None", bound.args)
        result = DTYPES.get(_RESULT_DTYPES.get(name, ""), result)
        if name in _TUPLES:
            result = ArrayType(DTYPES["uint16"], _TUPLES[name])
        made = self._emit_call(node, name, bound, positional, keywords, None, result)
        if name in _RAW_RESULTS and isinstance(made, Ref):
            self.tracing.break_(made.var, "queries-04")
        elif name in _SMALL_RESULTS and isinstance(made, Ref):
            self.tracing.small.add(made.var)
        if name in _TUPLES:
            return ListValue("tuple", [Field(made, Const(number), INT32) for number in range(_TUPLES[name])])
        return made

    def _property(self, asked: Expr, span: Span) -> Expr:
        """`asc.property(asc.ONE_BLK_SIZE)`."""
        info = api.table().properties.get(asked.member) if isinstance(asked, Enum) else None
        if info is None:
            return Unknown("a constant of the Ascend C library", INT32, span=span)
        return LibraryConstant(info.name, DTYPES[info.dtype], span=span)

    def _converted(self, node: nodes.Call, value: Value, dtype: DType) -> Value:
        """`asc.number(value, dtype)` or `value.cast(dtype)`."""
        kind = self.kind(value)
        if not self.unusable(node, value):
            self.say(node, operators.conversion(kind, dtype))
        if dtype.kind != "bool":
            self.judge_number(node, value)
        result = Cast(unwrap(operand(value)), dtype, span=self.span(node))
        if kind.kind is Kind.RUNTIME and kind.name == dtype.name:
            self.tracing.handles.share(result, operand(value))
        return result

    def _result_type(self, text: str, args: Mapping[str, Expr]) -> Type | None:
        if text == "None":
            return None
        if text in _RESULTS:
            return _RESULTS[text]
        if text == "GlobalAddress":
            return AddressType(None)
        if text in ("array", "Array"):
            return ArrayType(element_of(args.get("dtype")), _length(args))
        if "Tensor" in text:
            return TensorType("global" if "Global" in text else "local", element_of(args.get("dtype")))
        return ObjectType(text if text.isidentifier() else "")

    def _emit_call(
        self,
        node: nodes.Call,
        name: str,
        bound: Bound,
        positional: list[Value],
        keywords: Mapping[str, Value],
        receiver: Expr | None,
        result: Type | None,
    ) -> Expr:
        var = Var("", result) if result is not None else None
        overload = bound.resolution.overload
        self.emit(
            Call(
                self.span(node),
                name,
                bound.args,
                overload.index if overload is not None else None,
                tuple(operand(value) for value in positional),
                {key: operand(value) for key, value in keywords.items()},
                receiver,
                var,
                bound.spans,
            )
        )
        return Ref(var, span=self.span(node)) if var is not None else Const(None)

    # ------------------------------------------------------------------------------------------------------ classes

    def construct(
        self, node: nodes.Call, name: str, positional: list[Value], keywords: dict[str, Value], open_ended: bool
    ) -> Value:
        if name in ("range", "static_range"):
            return host.construct(self, node, name, positional, keywords)
        info = api.find_class(name)
        bound = bind(self, node, partial(api.bind_class, name), positional, keywords, open_ended)
        args = bound.args
        self.unusable(node, *positional, *keywords.values())
        span = self.span(node)
        match name:
            case "LocalMemAllocator":
                return self._new_allocator(node, bound)
            case "LocalTensor":
                return self._local_tensor(node, bound)
            case "GlobalTensor":
                var = Var("", TensorType("global", None))
                self.emit(MakeGlobal(span, var))
                return Ref(var, span=span)
            case "ConstExpr":
                return host.construct(self, node, name, positional, keywords)
        if info is not None and info.category in ("framework", "tensor"):
            element = element_of(args.get("dtype") or (operand(positional[0]) if positional else None))
            kind: Type = TensorType("local", element) if name == "LocalTensorAuto" else ObjectType(name)
            return self._emit_call(node, name, bound, positional, keywords, None, kind)
        made = host.construct(self, node, name, positional, keywords)
        if isinstance(made, New) and bound.resolution.failure is None and args:
            return New(name, args, made.positional, made.keywords, span=span)
        return made

    def _new_allocator(self, node: nodes.Call, bound: Bound) -> Value:
        hard = bound.args.get("hard")
        if bound.resolution.failure is not None:
            hard = Unknown("an argument that is not known")
        member: str | None = "UB"
        if hard is not None:
            member = hard.member if isinstance(hard, Enum) and hard.enum == "Hardware" else None
        var = Var("", AllocatorType(member or ""))
        self.emit(NewAllocator(self.span(node), var, member, bound.spans.get("hard")))
        return Ref(var, span=self.span(node))

    def _local_tensor(self, node: nodes.Call, bound: Bound) -> Value:
        args = bound.args
        dtype = args.get("dtype", Unknown("no dtype"))
        var = Var("", TensorType("local", element_of(dtype)))
        placed = any(key in args for key in ("pos", "addr", "tile_size"))
        missing = Unknown("a missing argument")
        self.emit(
            MakeLocal(
                self.span(node),
                var,
                dtype,
                unwrap(args.get("pos", missing)) if placed else None,
                unwrap(args.get("addr", missing)) if placed else None,
                unwrap(args.get("tile_size", missing)) if placed else None,
                bound.spans,
            )
        )
        return Ref(var, span=self.span(node))

    # ------------------------------------------------------------------------------------------------------ methods

    def call_method(
        self,
        node: nodes.Call,
        receiver: Expr,
        name: str,
        positional: list[Value],
        keywords: dict[str, Value],
        open_ended: bool,
    ) -> Value:
        cls = api_class(receiver.type)
        if cls is None:
            return self._scalar_method(node, receiver, name, positional, keywords)
        info = api.find_class(cls)
        if info is None:
            return Unknown(f"the result of {cls}.{name}() is not known")
        if name not in info.methods:
            return Unknown(f"{cls} has no {name}()")
        bound = bind(self, node, partial(api.bind_method, cls, name), positional, keywords, open_ended)
        args = bound.args
        self.unusable(node, *positional, *keywords.values())
        span = self.span(node)
        match cls, name:
            case "LocalMemAllocator", "alloc":
                return self._alloc(node, receiver, bound)
            case "LocalMemAllocator", "get_cur_addr":
                var = Var("", INT32)
                self.tracing.break_(var, "allocator-04")
                self.emit(CurAddr(span, var, receiver))
                return Ref(var, span=span)
            case "GlobalTensor", "set_global_buffer":
                return self._set_buffer(node, receiver, args)
            case (("LocalTensor" | "GlobalTensor"), "reinterpret_cast"):
                dtype = args.get("dtype", operand(positional[0]) if positional else Unknown("no dtype"))
                cast = cast_reinterpret(receiver, dtype, span)
                if cast.type == receiver.type:
                    self.tracing.handles.share(cast, receiver)
                return cast
        result = self._method_result(receiver, name, bound.resolution, args)
        made = self._emit_call(node, f"{cls}.{name}", bound, positional, keywords, receiver, result)
        if (cls, name) == ("LocalTensor", "get_size") and isinstance(made, Ref) and self.tracing.is_allocated(receiver):
            self.tracing.break_(made.var, "queries-01")
        elif (cls, name) == ("LocalTensor", "get_phy_addr") and isinstance(made, Ref):
            self.tracing.addresses.add(made.var)
        elif (cls, name) == ("LocalTensor", "set_value") and isinstance(receiver, Ref):
            if any(self.tracing.holds_addresses(value) for value in args.values()):
                self.tracing.addresses.add(receiver.var)
        return made

    def _scalar_method(
        self, node: nodes.Call, receiver: Expr, name: str, positional: list[Value], keywords: dict[str, Value]
    ) -> Value:
        """A method of a run-time scalar, or of something that the table of asc does not know."""
        if name == "cast" and isinstance(receiver.type, DType) and positional:
            check_dtype(self, node.args[0], positional[0], "cast")
            dtype = positional[0]
            if isinstance(dtype, DTypeExpr) and isinstance(dtype.element, DType) and len(positional) == 1:
                return self._converted(node, receiver, dtype.element)
        if name in ("logical_and", "logical_or") and len(positional) == 1:
            op = name.removeprefix("logical_")
            self.say(node, operators.junction(op, self.kind(receiver), self.kind(positional[0])))
            self.judge_bits(node, receiver, positional[0])
            return Binary(op, receiver, operand(positional[0]), span=self.span(node))
        return host.method(self, node, Method(receiver, name), positional, keywords)

    def _method_result(
        self, receiver: Expr, name: str, resolution: Resolution, args: Mapping[str, Expr]
    ) -> Type | None:
        if isinstance(receiver.type, TensorType):
            if name == "get_value":
                return receiver.type.element if isinstance(receiver.type.element, DType) else UNKNOWN_TYPE
            if name == "get_size" and receiver.type.space == "local":
                return INT32
            if name == "get_shape_info":
                return ObjectType("ShapeInfo")
            if name == "get_phy_addr" and receiver.type.space == "global":
                return AddressType(receiver.type.element)
            known = _RESULT_DTYPES.get(f"{'Local' if receiver.type.space == 'local' else 'Global'}Tensor.{name}")
            if known is not None:
                return DTYPES[known]
        if name in ("alloc_tensor", "deque", "get", "get_with_offset"):
            return TensorType("local", element_of(args.get("dtype")))
        text = resolution.overload.result if resolution.overload is not None else "None"
        return self._result_type(text, args)

    def _alloc(self, node: nodes.Call, receiver: Expr, bound: Bound) -> Value:
        span, args = self.span(node), bound.args
        dtype = args.get("data_type", Unknown("no dtype"))
        var = Var("", TensorType("local", element_of(dtype)))
        count = unwrap(args.get("tile_size", Unknown("a missing tile_size", INT32)))
        position = args.get("pos", Unknown("no position"))
        self.tracing.allocated.add(var)
        self.emit(Alloc(span, var, receiver, position, dtype, count, bound.spans))
        return Ref(var, span=span)

    def _set_buffer(self, node: nodes.Call, receiver: Expr, args: Mapping[str, Expr]) -> Value:
        address = args.get("buffer", Unknown("no address"))
        size = args.get("buffer_size")
        self.tracing.handles.give(receiver, Handle())  # pyasc makes a new tensor of it
        if isinstance(receiver, Ref) and isinstance(address.type, AddressType):
            receiver.var.type = TensorType("global", address.type.element)
        if isinstance(size, Const) and size.value is None:
            size = None
        self.emit(SetBuffer(self.span(node), receiver, address, unwrap(size) if size is not None else None))
        return Const(None)


def _length(args: Mapping[str, Expr]) -> int | None:
    """The number of elements of `asc.array(dtype, values)` or `asc.array(dtype, length=…)`."""
    values, length = args.get("values"), args.get("length")
    if isinstance(values, SequenceExpr):
        return len(values.items)
    return length.value if isinstance(length, Const) and isinstance(length.value, int) else None


def element_of(dtype: Expr | None) -> Element:
    """The element type behind a dtype argument."""
    return dtype.element if isinstance(dtype, DTypeExpr) else None
