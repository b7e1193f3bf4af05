"""Which functions of a file are kernels, which are helpers, and who launches what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from astroid import nodes

from pyasc_lint import api
from pyasc_lint.deferred import dataclass
from pyasc_lint.frontend.launches import judge_launch
from pyasc_lint.frontend.lowering import parameters
from pyasc_lint.frontend.lowering.evaluator import Evaluator
from pyasc_lint.frontend.lowering.resolver import Resolver
from pyasc_lint.frontend.lowering.things import ArrayLike, Function, Instance, Launcher, ListValue, Value
from pyasc_lint.frontend.project import SourceModule
from pyasc_lint.frontend.scopes import Scope
from pyasc_lint.frontend.syntax import walk
from pyasc_lint.ir.nodes import Const, DTypeExpr, Enum, Launch, Options, Remark
from pyasc_lint.ir.spans import Span
from pyasc_lint.ir.types import AllocatorType, DType, ObjectType, TensorType

_SCOPES = (nodes.FunctionDef, nodes.ClassDef)
_MAX_TEXT = 80


@dataclass(slots=True)
class JitFunction:
    """An `@asc.jit` function. `called` says whether another one calls it."""

    function: Function
    launches: list[Launch] = field(default_factory=list)
    called: bool = False
    takes_tensors: bool = False

    @property
    def is_kernel(self) -> bool:
        """Launched, or called by no other one and without tensor or framework parameters."""
        return bool(self.launches) or not (self.called or self.takes_tensors)


@dataclass(frozen=True, slots=True)
class BareCall:
    """Host code that calls an `@asc.jit` function without `[cores]`."""

    span: Span
    name: str
    callee: nodes.FunctionDef


class Discovery:
    """Finds the `@asc.jit` functions of all files of a run and how they are used."""

    def __init__(self, resolver: Resolver, modules: list[SourceModule]) -> None:
        self.resolver = resolver
        self.functions: dict[nodes.FunctionDef, JitFunction] = {}
        self.bare_calls: dict[SourceModule, list[BareCall]] = {}
        self.bad_launches: dict[SourceModule, list[Remark]] = {}
        for module in modules:
            self._collect(module)
        for module in modules:
            self._uses(module)

    def of(self, module: SourceModule) -> list[JitFunction]:
        """The `@asc.jit` functions of a file, in source order."""
        found = [jit for jit in self.functions.values() if jit.function.module is module]
        return sorted(found, key=lambda jit: jit.function.node.lineno or 0)

    def _collect(self, module: SourceModule) -> None:
        for scope in module.scope.descendants():
            for node in scope.children:
                if isinstance(node, nodes.FunctionDef) and node.decorators is not None:
                    self._add(self.resolver.function(module, scope, node))
            for call in scope.calls:
                if call.args and _may_be_jit(call.func):
                    value = self.resolver.evaluate(module, scope, call)
                    if isinstance(value, Function):
                        self._add(value)

    def _add(self, function: Function) -> None:
        if not function.jit or function.node in self.functions:
            return
        evaluator = Evaluator(self.resolver, function.module, function.scope)
        jit = JitFunction(function)
        for name, note, _ in parameters.annotated(function.node):
            kind, constexpr = parameters.type_of(evaluator, function, note, name.name)
            framework = isinstance(kind, ObjectType) and bool(api.find_class(kind.name))
            if not constexpr and (isinstance(kind, TensorType | AllocatorType) or framework):
                jit.takes_tensors = True
        self.functions[function.node] = jit

    # -------------------------------------------------------------------------------------------------------- uses

    def _uses(self, module: SourceModule) -> None:
        self.bare_calls[module] = []
        self.bad_launches[module] = []
        todo: list[tuple[Scope, bool]] = [(module.scope, False)]
        while todo:
            scope, inside = todo.pop()
            inside = inside or scope.node in self.functions
            todo.extend((child, inside) for child in scope.children.values())
            for call in scope.calls:
                self._use(module, scope, call, inside)

    def _use(self, module: SourceModule, scope: Scope, node: nodes.Call, inside: bool) -> None:
        callee = node.func.value if isinstance(node.func, nodes.Subscript) else node.func
        if not isinstance(callee, nodes.Name | nodes.Attribute):
            return
        target = self.resolver.evaluate(module, scope, node.func)
        value = target.function if isinstance(target, Launcher) else target
        if not isinstance(value, Function):
            return
        jit = self.functions.get(value.node)
        if jit is None:
            return
        if isinstance(target, Launcher):
            jit.launches.append(self._launch(module, scope, node, target.grid, jit.function))
            evaluator = Evaluator(self.resolver, module, scope)
            self.bad_launches[module] += judge_launch(evaluator, node, jit.function)
        elif inside:
            jit.called = jit.called or scope.node is not value.node
        elif not value.wrapped:
            span = Evaluator(self.resolver, module, scope).span(node)
            self.bare_calls[module].append(BareCall(span, value.node.name, value.node))

    def _launch(
        self, module: SourceModule, scope: Scope, node: nodes.Call, grid: nodes.NodeNG, function: Function
    ) -> Launch:
        evaluator = Evaluator(self.resolver, module, scope)
        names = [name.name for name, _, _ in parameters.annotated(function.node)]
        values: dict[str, int | float | bool | str | None | DType] = {}
        pairs = [*zip(names, node.args, strict=False), *((k.arg, k.value) for k in node.keywords if k.arg in names)]
        for name, argument in pairs:
            if isinstance(argument, nodes.Starred):
                break
            for key, known in _known(name or "", evaluator.evaluate(argument)):
                values[key] = known
        cores = evaluator.evaluate(grid)
        if isinstance(cores, ListValue) and cores.items:
            cores = cores.items[0]
        text = node.as_string()
        text = text if len(text) <= _MAX_TEXT else text[: _MAX_TEXT - 1] + "…"
        count = cores.value if isinstance(cores, Const) and isinstance(cores.value, int) else None
        return Launch(evaluator.span(node), values, count, text)

    # ----------------------------------------------------------------------------------------------------- options

    def options(self, function: Function) -> Options:
        """What the decorator (or the `asc.jit(...)` call) says."""
        options = Options()
        decorator = function.decorator
        if decorator is None:
            return options
        evaluator = Evaluator(self.resolver, decorator.module, decorator.scope)
        for keyword in decorator.call.keywords:
            value = evaluator.evaluate(keyword.value)
            options.spans[keyword.arg or ""] = evaluator.span(keyword)
            match keyword.arg, value:
                case "kernel_type", Enum():
                    options.kernel_type = value.member
                case (("auto_sync" | "insert_sync" | "matmul_cube_only"), Const()):
                    setattr(options, keyword.arg, bool(value.value))
                case "bisheng_options", ListValue():
                    texts = [item.value for item in value.items if isinstance(item, Const)]
                    options.bisheng_options = tuple(text for text in texts if isinstance(text, str))
        return options

    def target(self, module: SourceModule) -> str | None:
        """The chip of a `config.Platform.X` literal, if the file names exactly one."""
        found: set[str] = set()
        if "Platform" not in module.source.text:
            return None
        for scope in module.scope.descendants():
            for node in walk(scope.node, enter=_SCOPES):
                if isinstance(node, nodes.Attribute) and "Platform" in node.expr.as_string():
                    value = self.resolver.evaluate(module, scope, node)
                    if isinstance(value, Enum) and value.enum == "Platform":
                        found.add(value.member)
        return found.pop() if len(found) == 1 else None


def _may_be_jit(function: nodes.NodeNG) -> bool:
    """Whether a callee looks like `jit`, under whatever alias: only these are worth evaluating."""
    if isinstance(function, nodes.Call):
        return _may_be_jit(function.func)
    return isinstance(function, nodes.Name) or (isinstance(function, nodes.Attribute) and function.attrname == "jit")


def _known(name: str, value: Value) -> Iterator[tuple[str, int | float | bool | str | None | DType]]:
    """What an argument fixes: a constant, a dtype (its own or an array's), the fields of a struct (as `name.field`)."""
    match value:
        case Const():
            yield name, value.value
        case ArrayLike():
            yield name, value.dtype
        case DTypeExpr(element=DType() as dtype):
            yield name, dtype
        case Instance():
            for key, field_value in value.fields.items():
                yield from _known(f"{name}.{key}", field_value)
