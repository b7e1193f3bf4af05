"""What a name of a file stands for outside any kernel: imports, module constants, functions, classes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from astroid import nodes

from pyasc_lint import api
from pyasc_lint.frontend.lowering.evaluator import Evaluator
from pyasc_lint.frontend.lowering.things import (
    ApiClass,
    ApiFunction,
    Builtin,
    EnumClass,
    External,
    FileModule,
    Function,
    JitDecorator,
    ListValue,
    Namespace,
    UserClass,
    Value,
    same_value,
)
from pyasc_lint.frontend.project import Project, SourceModule
from pyasc_lint.frontend.scopes import Binding, Scope
from pyasc_lint.ir.nodes import DTypeExpr, Enum, Foreign, Unknown
from pyasc_lint.ir.types import DTYPES

_BUILTINS = frozenset(dir(__builtins__)) if not isinstance(__builtins__, dict) else frozenset(__builtins__)
_MAX_DEPTH = 200
"""How many names may refer to one another: deeper chains are not constants anybody wrote."""


class Resolver:
    """Evaluates names of the files of a run, each at most once. Never emits IR."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._values: dict[tuple[Scope, str], Value] = {}
        self._active: set[tuple[Scope, str]] = set()

    def lookup(self, module: SourceModule, scope: Scope | None, name: str) -> Value | None:
        """What `name` means in `scope`; None where nothing binds it."""
        found = scope.find(name) if scope is not None else None
        if found is not None:
            return self.value(module, found[0], name, found[1])
        star = self._star_import(module, name)
        if star is not None:
            return star
        return Builtin(name) if name in _BUILTINS else None

    def evaluate(self, module: SourceModule, scope: Scope, node: Any) -> Value:
        """The value of a host expression."""
        return Evaluator(self, module, scope).evaluate(node)

    def value(self, module: SourceModule, scope: Scope, name: str, bindings: list[Binding]) -> Value:
        key = (scope, name)
        known = self._values.get(key)
        if known is not None:
            return known
        if key in self._active or len(self._active) > _MAX_DEPTH:
            return Unknown(f"'{name}' refers to itself")
        self._active.add(key)
        try:
            value = self._choose(module, scope, name, bindings)
        finally:
            self._active.discard(key)
        self._values[key] = value
        return value

    def _choose(self, module: SourceModule, scope: Scope, name: str, bindings: list[Binding]) -> Value:
        for binding in bindings:  # `try: import asc … except ImportError: asc = None` still means asc
            if binding.kind in ("module", "from") and _asc_path(binding.dotted) is not None:
                return self._bound(module, scope, name, binding)
        if not bindings[-1].nested:
            return self._bound(module, scope, name, bindings[-1])
        values = [self._bound(module, scope, name, binding) for binding in bindings]
        if all(same_value(values[0], value) for value in values):
            return values[0]
        return Unknown(f"'{name}' is bound in several branches")

    def _bound(self, module: SourceModule, scope: Scope, name: str, binding: Binding) -> Value:
        match binding.kind:
            case "module":
                return self._import(module, binding.dotted, 0)
            case "from":
                return self._import(module, binding.dotted, binding.level)
            case "value":
                return self.evaluate(module, scope, binding.node)
            case "element":
                value = self.evaluate(module, scope, binding.node)
                for index in binding.index:
                    if not isinstance(value, ListValue) or index >= len(value.items):
                        return Unknown(f"'{name}' is unpacked from a value that is not known")
                    value = value.items[index]
                return value
            case "def":
                assert isinstance(binding.node, nodes.FunctionDef)
                return self.function(module, scope, binding.node)
            case "class":
                assert isinstance(binding.node, nodes.ClassDef)
                return UserClass(binding.node, scope, module)
            case "param":
                return Unknown(f"'{name}' is a parameter")
        return Unknown(f"'{name}' is not bound by a plain assignment")

    def function(self, module: SourceModule, scope: Scope, node: nodes.FunctionDef) -> Function:
        """A function, with the decorator that makes it `@asc.jit`, if it has one."""
        wrapped = False
        for decorator in node.decorators.nodes if node.decorators else ():
            call = decorator if isinstance(decorator, nodes.Call) else None
            target = self.evaluate(module, scope, call.func if call else decorator)
            if isinstance(target, ApiFunction) and target.name == "jit":
                options = JitDecorator(call, scope, module) if call else None
                return Function(node, scope, module, True, options, wrapped)
            if isinstance(target, JitDecorator):
                return Function(node, scope, module, True, target, wrapped)
            wrapped = wrapped or not (isinstance(target, Builtin) and target.name in ("staticmethod", "classmethod"))
        return Function(node, scope, module)

    def attribute(self, path: str, name: str) -> Value:
        """`asc.<path>.<name>`; a `Foreign("missing")` where 1.1.1 has no such name."""
        dotted = f"{path}.{name}" if path else name
        if path == "" or path.split(".")[0] == "language":
            value = _public(name)
            if value is not None:
                return value
        if path == "adv" and api.find_function(dotted):
            return ApiFunction(dotted)
        if path.split(".")[0] == "runtime" and name in api.table().runtime_enums:
            return EnumClass(f"asc.{path}.{name}", api.table().runtime_enums[name])
        if path == "" and name not in api.public_names() and name not in ("lib", "runtime", "adv", "language"):
            return Foreign(f"asc.{name}", "missing")
        return Namespace(dotted)

    def file_attribute(self, module: SourceModule, name: str) -> Value:
        """`name` of another file."""
        bindings = module.scope.names.get(name)
        if bindings is None:
            return External(f"{module.tree.name}.{name}")
        return self.value(module, module.scope, name, bindings)

    def _import(self, module: SourceModule, dotted: str, level: int) -> Value:
        path = _asc_path(dotted) if not level else None
        if path is not None:
            parts = path.split(".") if path else []
            value: Value = Namespace("")
            for part in parts:
                value = self.attribute(value.path, part) if isinstance(value, Namespace) else External(dotted)
            return value
        found = self.project.find(module, dotted, level)
        if found is None:
            return External(dotted)
        target, rest = found
        if not rest:
            return FileModule(target)
        first, _, more = rest.partition(".")
        return External(dotted) if more else self.file_attribute(target, first)

    def _star_import(self, module: SourceModule, name: str) -> Value | None:
        for binding in module.scope.names.get("*", ()):
            stem = binding.dotted.removesuffix(".*") if binding.dotted != "*" else ""
            if _asc_path(stem) is not None:
                value = _public(name)
            else:
                found = self.project.find(module, stem, binding.level)
                value = None
                if found is not None and not found[1] and name in found[0].scope.names:
                    value = self.file_attribute(found[0], name)
            if value is not None:
                return value
        return None


def _asc_path(dotted: str) -> str | None:
    """The part below `asc`, None where `dotted` is not of asc."""
    if dotted == "asc":
        return ""
    return dotted.removeprefix("asc.") if dotted.startswith("asc.") else None


@lru_cache(maxsize=1024)
def _public(name: str) -> Value | None:
    """A name that `asc` exports."""
    dtype = api.find_dtype(name)
    if dtype is not None and dtype.canonical in DTYPES:
        return DTypeExpr(DTYPES[dtype.canonical], f"asc.{name}")
    if name == "void":
        return Foreign("asc.void", "external")
    if api.find_function(name):
        return ApiFunction(name)
    enum = api.find_enum(name)
    if enum is not None:
        return EnumClass(f"asc.{name}", enum)
    if api.find_class(name):
        return ApiClass(name)
    if name in api.table().properties:
        return Enum("property", name)
    return None
