"""Calls inside a kernel: asc functions and classes, tensor methods, helpers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from astroid import nodes

from pyasc_lint import api
from pyasc_lint.api import Resolution
from pyasc_lint.frontend.lowering import fold, host
from pyasc_lint.frontend.lowering.binding import Bound, bind, check_dtype
from pyasc_lint.frontend.lowering.evaluator import Evaluator, cast_reinterpret, unwrap
from pyasc_lint.frontend.lowering.frames import Frame
from pyasc_lint.frontend.lowering.inlining import bind_helper
from pyasc_lint.frontend.lowering.kinds import trace_time
from pyasc_lint.frontend.lowering.things import (
    TENSOR_TRAIT,
    ApiClass,
    ApiFunction,
    Builtin,
    External,
    Function,
    Method,
    UserClass,
    Value,
    describe,
    operand,
)
from pyasc_lint.ir.nodes import (
    Alloc,
    Assign,
    Assume,
    Block,
    Call,
    Cast,
    Const,
    CoreTest,
    CurAddr,
    DTypeExpr,
    Enum,
    Expr,
    Foreign,
    Inlined,
    MakeGlobal,
    MakeLocal,
    New,
    NewAllocator,
    Ref,
    Remark,
    SetBuffer,
    Stmt,
    Unknown,
    Var,
)
from pyasc_lint.ir.spans import CallSite
from pyasc_lint.ir.types import (
    BOOL,
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

if TYPE_CHECKING:
    from pyasc_lint.frontend.directives import Assume as AssumeDirective

_TRACED_BUILTINS = frozenset({"dict", "float", "int", "isinstance", "issubclass", "len", "list", "range", "repr", "str",
                              "tuple", "type"})  # fmt: skip
"""Builtins that pyasc 1.1.1 makes visible inside a kernel (`facts/api` syntax probes)."""

_PLAIN_PACKAGES = ("math", "numpy", "torch", "random", "time", "os", "sys", "itertools", "functools", "operator")
"""Packages that hold no `@asc.jit` helpers: calling them from a kernel is certainly rejected."""

_MAX_INLINE = 40
_RESULTS = {"int": INT32, "float": FLOAT32, "bool": BOOL}


class CallLowering(Evaluator):
    """Lowers calls; everything with an effect becomes a statement."""

    frame: Frame
    frames: list[Frame]
    block: Block
    constexprs: set[Var]
    raw: set[Var]
    remarks: list[Remark]

    if TYPE_CHECKING:

        def emit(self, statement: Stmt) -> None: ...
        def lower_body(self, statements: list[nodes.NodeNG]) -> None: ...
        def assumes_of(self, function: Function) -> list[AssumeDirective]: ...

    # ------------------------------------------------------------------------------------------------------- names

    def lookup(self, node: nodes.Name) -> Value:
        frame = self.frame
        if node.name in frame.env:
            if node.name in frame.scoped:
                self.remark("scoped-name", node, name=node.name, where=frame.scoped[node.name])
            return frame.env[node.name]
        outer = frame.function.scope
        found = outer.find(node.name)
        value = self.resolver.lookup(frame.function.module, outer, node.name)
        if value is None:
            self.remark("undefined-name", node, name=node.name)
            return Unknown(f"'{node.name}' is not defined")
        if found is not None and found[0].parent is not None and not found[0].is_class:
            self.remark("closure", node, name=node.name)
        return value

    def is_trace_time(self, value: Expr) -> bool:
        """Whether pyasc knows the value while it traces."""
        return trace_time(value, self.constexprs)

    # -------------------------------------------------------------------------------------------------------- calls

    def _call(self, node: nodes.Call) -> Value:
        function = self.evaluate(node.func)
        return self.call(node, function)

    def call(self, node: nodes.Call, function: Value) -> Value:
        for argument in node.args:
            if isinstance(argument, nodes.Starred):
                self.unsupported(argument, "a starred argument")
        for keyword in node.keywords:
            if keyword.arg is None:
                self.unsupported(keyword, "a `**` argument")
        positional = [self.evaluate(a) for a in node.args if not isinstance(a, nodes.Starred)]
        keywords = {k.arg: self.evaluate(k.value) for k in node.keywords if k.arg is not None}
        open_ended = len(positional) != len(node.args) or len(keywords) != len(node.keywords)
        match function:
            case Function(jit=True):
                return self._inline(node, function, positional, keywords)
            case External() if function.dotted.rpartition(".")[2] == TENSOR_TRAIT:
                return host.call(self, node, function, positional, keywords)
            case Function() | External():
                return self._foreign_call(node, function, positional, keywords)
            case ApiFunction():
                return self._function(node, function.name, positional, keywords, open_ended)
            case ApiClass():
                return self._construct(node, function.name, positional, keywords, open_ended)
            case Method(receiver=Expr() as receiver) if not isinstance(receiver, Const | DTypeExpr):
                return self._method(node, receiver, function.name, positional, keywords, open_ended)
            case Builtin() if function.name not in _TRACED_BUILTINS:
                self.unsupported(node, f"the builtin {function.name}()", "scalar-13")
            case Method(receiver=UserClass() | Function()):
                self.unsupported(node, f"a call of {function.name}()", "helpers-06", "decorate it with @asc.jit")
            case Unknown() if not self._told(node.func):
                self._incomplete_call(node, node.func.as_string())
        return host.call(self, node, function, positional, keywords)

    def _foreign_call(
        self, node: nodes.Call, function: Function | External, positional: list[Value], keywords: dict[str, Value]
    ) -> Value:
        name = describe(function)
        if isinstance(function, Function) or name.partition(".")[0] in _PLAIN_PACKAGES:
            self.unsupported(node, f"a call of the plain Python function {name}()", "helpers-06", "decorate it with @asc.jit")
            return host.call(self, node, function, positional, keywords)
        self._incomplete_call(node, name)
        return Unknown(f"the result of {name}() is not known")

    def _told(self, node: nodes.NodeNG) -> bool:
        """Whether a remark says already why a callee is not known."""
        span = self.span(node)
        return any(span.line <= remark.span.line <= span.end_line and remark.span.column >= span.column
                   and remark.kind in ("undefined-name", "unknown-api", "syntax") for remark in self.remarks)

    def _incomplete_call(self, node: nodes.Call, name: str) -> None:
        self.remark("incomplete", node, cause="call", name=name)

    def _check_raw(self, node: nodes.Call, values: list[Value]) -> None:
        for value in values:
            if isinstance(value, Ref) and value.var in self.raw:
                self.remark("raw-cursor", node, name=value.var.name)
                return

    # ---------------------------------------------------------------------------------------------------- functions

    def _function(
        self, node: nodes.Call, name: str, positional: list[Value], keywords: dict[str, Value], open_ended: bool
    ) -> Value:
        span = self.span(node)
        values = [*positional, *keywords.values()]
        match name:
            case "jit":
                return host.call(self, node, ApiFunction(name), positional, keywords)
            case "ceildiv" if len(values) == 2:
                return self.binary(node, "ceildiv", values[0], values[1])
            case "ascend_is_aic" | "ascend_is_aiv" if not values:
                return CoreTest("AIC" if name == "ascend_is_aic" else "AIV", span=span)
            case "static_assert" if values:
                test = unwrap(operand(values[0]))
                if fold.truth(test) is None and not isinstance(test, Unknown):
                    self.emit(Assume(span, test, "assert"))
                elif fold.truth(test) is False:
                    self.remark("static-assert", node)
                return Const(None)
            case "property":
                return Unknown("a constant of the Ascend C library", INT32, span=span)
            case "inline":
                self.remark("incomplete", node, cause="inline", name="asc.inline")
        bound = bind(self, node, partial(api.resolve, name), positional, keywords, open_ended)
        self._check_raw(node, values)
        value, dtype = bound.args.get("value"), bound.args.get("dtype")
        if name == "number" and value is not None and isinstance(dtype, DTypeExpr) and isinstance(dtype.element, DType):
            return Cast(unwrap(value), dtype.element, span=span)
        info = api.find_function(name)
        result = self._result_type(info.result if info else "None", bound.args)
        return self._emit_call(node, name, bound, positional, keywords, None, result)

    def _result_type(self, text: str, args: Mapping[str, Expr]) -> Type | None:
        if text == "None":
            return None
        if text in _RESULTS:
            return _RESULTS[text]
        if text in ("array", "Array"):
            return ArrayType(element_of(args.get("dtype")), None)
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
    ) -> Value:
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

    def _construct(
        self, node: nodes.Call, name: str, positional: list[Value], keywords: dict[str, Value], open_ended: bool
    ) -> Value:
        if name in ("range", "static_range"):
            return host.construct(self, node, name, positional, keywords)
        info = api.find_class(name)
        bound = bind(self, node, partial(api.bind_class, name), positional, keywords, open_ended)
        args = bound.args
        self._check_raw(node, [*positional, *keywords.values()])
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
                self.remark("constexpr-object", node)
                return host.construct(self, node, name, positional, keywords)
        if info is not None and info.category in ("framework", "tensor"):
            element = element_of(args.get("dtype") or (operand(positional[0]) if positional else None))
            kind: Type = TensorType("local", element) if info.category == "tensor" else ObjectType(name)
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

    def _method(
        self,
        node: nodes.Call,
        receiver: Expr,
        name: str,
        positional: list[Value],
        keywords: dict[str, Value],
        open_ended: bool,
    ) -> Value:
        cls = _class_of(receiver.type)
        if cls is None:
            if name == "cast" and isinstance(receiver.type, DType) and positional:
                check_dtype(self, node.args[0], positional[0], "cast")
            return host.method(self, node, Method(receiver, name), positional, keywords)
        info = api.find_class(cls)
        if info is None:
            return Unknown(f"the result of {cls}.{name}() is not known")
        if name not in info.methods:
            if not info.has_member(name):
                self.remark("unknown-api", node.func, owner=cls, name=name, suggestion=info.suggest(name))
            return Unknown(f"{cls} has no {name}()")
        bound = bind(self, node, partial(api.bind_method, cls, name), positional, keywords, open_ended)
        args = bound.args
        self._check_raw(node, [*positional, *keywords.values()])
        span = self.span(node)
        match cls, name:
            case "LocalMemAllocator", "alloc":
                return self._alloc(node, receiver, bound)
            case "LocalMemAllocator", "get_cur_addr":
                var = Var("", INT32)
                self.raw.add(var)
                self.emit(CurAddr(span, var, receiver))
                return Ref(var, span=span)
            case "GlobalTensor", "set_global_buffer":
                return self._set_buffer(node, receiver, args)
            case ("LocalTensor" | "GlobalTensor"), "reinterpret_cast":
                dtype = args.get("dtype", operand(positional[0]) if positional else Unknown("no dtype"))
                return cast_reinterpret(receiver, dtype, span)
        result = self._method_result(receiver, name, bound.resolution, args)
        return self._emit_call(node, f"{cls}.{name}", bound, positional, keywords, receiver, result)

    def _method_result(self, receiver: Expr, name: str, resolution: Resolution, args: Mapping[str, Expr]) -> Type | None:
        if isinstance(receiver.type, TensorType):
            if name == "get_value":
                return receiver.type.element if isinstance(receiver.type.element, DType) else UNKNOWN_TYPE
            if name in ("get_size", "get_length"):
                return INT32
            if name == "get_phy_addr" and receiver.type.space == "global":
                return AddressType(receiver.type.element)
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
        self.emit(Alloc(span, var, receiver, position, dtype, count, bound.spans))
        return Ref(var, span=span)

    def _set_buffer(self, node: nodes.Call, receiver: Expr, args: Mapping[str, Expr]) -> Value:
        address = args.get("buffer", Unknown("no address"))
        size = args.get("buffer_size")
        if isinstance(receiver, Ref) and isinstance(address.type, AddressType):
            receiver.var.type = TensorType("global", address.type.element)
        if isinstance(size, Const) and size.value is None:
            size = None
        self.emit(SetBuffer(self.span(node), receiver, address, unwrap(size) if size is not None else None))
        return Const(None)

    def set_element(self, node: nodes.NodeNG, base: Expr, index: Expr, value: Expr) -> None:
        args = {"index": index, "value": value}
        self.emit(Call(self.span(node), "array.__setitem__", args, None, (index, value), {}, base, None))

    def set_attribute(self, node: nodes.NodeNG, target: nodes.AssignAttr, value: Value) -> None:
        base = self.evaluate(target.expr)
        if isinstance(base, New) and isinstance(target.expr, nodes.Name):
            args = {**base.args, target.attrname: operand(value)}
            changed = New(base.cls, args, base.positional, base.keywords, span=base.span)
            self.frame.env[target.expr.name] = changed
            return
        fields = getattr(base, "fields", None)
        if isinstance(fields, dict):
            fields[target.attrname] = value
            return
        self.remark("incomplete", node, cause="attribute", name=target.attrname)

    # ------------------------------------------------------------------------------------------------------ helpers

    def _inline(self, node: nodes.Call, function: Function, positional: list[Value], keywords: dict[str, Value]) -> Value:
        """Lower the body of a helper in place of the call."""
        name = function.node.name
        if any(frame.function.node is function.node for frame in self.frames):
            self.unsupported(node, f"recursion ('{name}' calls itself)", "helpers-04")
            self.remark("incomplete", node, cause="recursion", name=name)
            return Unknown(f"'{name}' is recursive")
        if len(self.frames) >= _MAX_INLINE:
            self.remark("incomplete", node, cause="depth", name=name)
            return Unknown(f"'{name}' is called too deeply")
        span = self.span(node)
        inner = Frame(function, (*self.frame.stack, CallSite(name, span)), assumes=list(self.assumes_of(function)))
        statement = Inlined(span, name, [], stack=self.frame.stack)
        bindings = bind_helper(self, node, function, positional, keywords)
        outer = (self.frame, self.block, self.module, self.scope)
        self.frame, self.block = inner, statement.body
        self.module, self.scope = function.module, function.scope.children.get(function.node, function.scope)
        self.frames.append(inner)
        try:
            for key, value in bindings.items():
                self._bind_argument(key, value)
            self.lower_body(function.node.body)
        finally:
            self.frames.pop()
            self.frame, self.block, self.module, self.scope = outer
        self.emit(statement)
        return inner.returned if inner.returned is not None else Const(None)

    def _bind_argument(self, name: str, value: Value) -> None:
        if isinstance(value, Expr) and value.children() and isinstance(value.type, DType | TensorType | AddressType):
            var = Var(name, value.type)
            self.emit(Assign(value.span or self.frame.stack[-1].span, var, value))
            value = Ref(var, span=value.span)
        self.frame.env[name] = value


def element_of(dtype: Expr | None) -> Element:
    """The element type behind a dtype argument."""
    return dtype.element if isinstance(dtype, DTypeExpr) else None


def _class_of(kind: Type) -> str | None:
    match kind:
        case TensorType(space=space):
            return "LocalTensor" if space == "local" else "GlobalTensor"
        case AllocatorType():
            return "LocalMemAllocator"
        case ObjectType(name=name) if name and not name.startswith("struct:") and api.find_class(name):
            return name
    return None

