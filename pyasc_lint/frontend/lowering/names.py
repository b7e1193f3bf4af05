"""Names in a kernel: what pyasc 1.1.1 finds behind them, and what it refuses to look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from astroid import nodes

from pyasc_lint.api.vocabulary import closest
from pyasc_lint.frontend.lowering import parameters
from pyasc_lint.frontend.lowering.evaluator import unwrap
from pyasc_lint.frontend.lowering.frames import GIVEN, INNER_SCOPES, assigned_names
from pyasc_lint.frontend.lowering.judging import JudgedEvaluator
from pyasc_lint.frontend.lowering.things import (
    Builtin,
    DictValue,
    External,
    FileModule,
    Function,
    Instance,
    ListValue,
    UserClass,
    Value,
)
from pyasc_lint.frontend.scopes import Binding, Scope
from pyasc_lint.frontend.syntax import walk
from pyasc_lint.ir.nodes import Const, New, Unknown

TRACED_BUILTINS = frozenset({"dict", "float", "int", "isinstance", "issubclass", "len", "list", "range", "repr", "str",
                             "tuple", "type"})  # fmt: skip
"""Builtins that pyasc 1.1.1 makes visible inside a kernel."""

_MODULE_NAMES = frozenset({"__annotations__", "__builtins__", "__doc__", "__file__", "__loader__", "__name__",
                           "__package__", "__spec__"})  # fmt: skip

_FUNCTION_PACKAGES = frozenset({"math", "operator", "random", "time"})
"""Packages whose public names are functions, these constants apart."""

_CONSTANTS = frozenset({"math.pi", "math.e", "math.tau", "math.inf", "math.nan", "time.timezone"})

_UNROLLED = ("asc.static_range(", "static_range(")

_PLAIN_DECORATORS = frozenset({"staticmethod", "classmethod", "functools.cache", "functools.lru_cache"})
"""Decorators that leave a function what it is for pyasc."""


class Names(JudgedEvaluator):
    """Resolves names the way pyasc does: locals, the module's names, a dozen builtins; no enclosing functions."""

    def lookup(self, node: nodes.Name) -> Value:
        frame, name = self.frame, node.name
        if name in frame.env:
            self._judge_scope(node)
            return frame.env[name]
        return self._free(node, name)

    def _judge_scope(self, node: nodes.Name) -> None:
        """A name that the function binds somewhere: what pyasc has behind it here, if anything."""
        where = self.frame.scoped.get(node.name)
        if where is None:
            return
        if where == GIVEN:
            forgotten = bool(self.frame.blocks) and _is_bound_in_loop(node)
        else:
            given = node.name in parameters.constexprs(self, self.frame.function)
            forgotten = given or self._global(node.name) is not None
        if forgotten:
            self.trap(node, "control_flow-27", name=node.name)
        elif where != GIVEN:
            self.unsupported(node, "scoped-name", "control_flow-10", name=node.name, where=where)

    def _free(self, node: nodes.NodeNG, name: str) -> Value:
        """A name that the function does not bind."""
        module, scope = self.frame.function.module, self.frame.function.scope
        value = self._global(name)
        enclosing = self._enclosing(scope, name)
        if enclosing is not None and (value is None or isinstance(value, Builtin)):
            self.unsupported(node, "closure", "helpers-07", name=name)
            return self.resolver.value(module, enclosing[0], name, enclosing[1])
        if value is None:
            if name not in module.set_elsewhere and not self._imports_everything():
                known = (*self.frame.visible(), *module.scope.names, *TRACED_BUILTINS)
                self.unsupported(node, "undefined-name", name=name, suggestion=closest(name, known))
            return Unknown(f"'{name}' is not defined")
        if isinstance(value, Builtin) and name not in TRACED_BUILTINS | _MODULE_NAMES:
            self.unsupported(node, "builtin", "scalar-13", name=name)
        elif self._is_lambda(module.scope.names.get(name, ())):
            self.unsupported(node, "plain-function", "helpers-06", name=name)
        else:
            self._judge_function(node, value)
        if _holds_helper(value):
            self.unsupported(node, "held-helper", name=name)
        if isinstance(value, New):
            value = unwrap(value)  # pyasc takes a ConstExpr of the module for what it holds
        return replace(value, name=name) if isinstance(value, Const) else value

    def _global(self, name: str) -> Value | None:
        module = self.frame.function.module
        return self.resolver.lookup(module, module.scope, name)

    def _enclosing(self, scope: Scope, name: str) -> tuple[Scope, list[Binding]] | None:
        """The function around the kernel that binds a name."""
        found = scope.find(name)
        return found if found is not None and found[0].parent is not None and not found[0].is_class else None

    def _imports_everything(self) -> bool:
        """Whether a star import may bring in names that are not seen here."""
        return "*" in self.frame.function.module.scope.names

    def _is_lambda(self, bindings: Sequence[Binding]) -> bool:
        return bool(bindings) and all(isinstance(binding.node, nodes.Lambda) for binding in bindings)

    # --------------------------------------------------------------------------------------------------- attributes

    def attribute(self, node: nodes.NodeNG, base: Value, name: str) -> Value:
        value = super().attribute(node, base, name)
        if isinstance(base, FileModule | UserClass | External):
            self._judge_function(node, value)
        elif isinstance(node, nodes.Attribute) and self._is_foreign(base) and self._is_free(node.expr):
            if isinstance(base, Instance):
                self._judge_function(node, value)
            elif callable(getattr(_sample(base), name, None)):
                self.unsupported(node, "global-method", "helpers-06", name=node.as_string())
        return value

    def _is_foreign(self, base: Value) -> bool:
        return isinstance(base, Instance | ListValue | DictValue | Const)

    def _is_free(self, node: nodes.NodeNG) -> bool:
        """Whether an expression is an attribute chain that starts from a name of the module."""
        while isinstance(node, nodes.Attribute):
            node = node.expr
        return isinstance(node, nodes.Name) and node.name not in self.frame.env

    def _judge_function(self, node: nodes.NodeNG, value: Value) -> None:
        """pyasc refuses a kernel that so much as names a function without `@asc.jit`."""
        if isinstance(value, Function) and not value.jit and self._is_plain(value):
            self.unsupported(node, "plain-function", "helpers-06", name=value.node.name)
        elif isinstance(value, External) and value.dotted not in _CONSTANTS:
            package, _, rest = value.dotted.partition(".")
            if package in _FUNCTION_PACKAGES and rest and "." not in rest:
                self.unsupported(node, "plain-function", "helpers-06", name=value.dotted)

    def _is_plain(self, function: Function) -> bool:
        """Whether no decorator can have made something else of a function."""
        decorators = function.node.decorators.nodes if function.node.decorators else ()
        for decorator in decorators:
            target = decorator.func if isinstance(decorator, nodes.Call) else decorator
            value = self.resolver.evaluate(function.module, function.scope, target)
            name = value.name if isinstance(value, Builtin) else value.dotted if isinstance(value, External) else ""
            if name not in _PLAIN_DECORATORS:
                return False
        return True

    # ---------------------------------------------------------------------------------------------------- dead code

    def skip(self, statements: Sequence[nodes.NodeNG]) -> None:
        """Code that is never traced. All the same pyasc looks up what it names, before it traces anything."""
        bound = {node.name for found in statements for node in walk(found) if isinstance(node, nodes.AssignName)}
        todo = list(statements)
        while todo:
            node = todo.pop()
            if isinstance(node, INNER_SCOPES):
                continue
            if isinstance(node, nodes.Assign) and len(node.targets) != 1:
                self.unsupported(node, "multiple-targets")
            root = node
            while isinstance(root, nodes.Attribute):
                root = root.expr
            if not (isinstance(root, nodes.Name) and isinstance(node, nodes.Name | nodes.Attribute)):
                todo.extend(node.get_children())
            elif root.name not in bound and root.name not in self.frame.env:
                found = self._global(root.name)
                if found is not None and not (node is root and isinstance(found, Builtin)):
                    self.evaluate(node)


def _holds_helper(value: Value) -> bool:
    """Whether a list or dict of the module has an `@asc.jit` function in it, which pyasc cannot copy."""
    if not isinstance(value, ListValue | DictValue):
        return False
    items = value.items if isinstance(value, ListValue) else value.items.values()
    return any(_holds_helper(item) or (isinstance(item, Function) and item.jit) for item in items)


def _is_bound_in_loop(node: nodes.Name) -> bool:
    """Whether a loop of the generated code around a name binds it: the next turn reads the name again."""
    outer = node.parent
    while outer is not None and not isinstance(outer, nodes.FunctionDef):
        if isinstance(outer, nodes.For | nodes.While) and node.name in assigned_names(outer.body):
            return not (isinstance(outer, nodes.For) and outer.iter.as_string().startswith(_UNROLLED))
        outer = outer.parent
    return False


def _sample(base: Value) -> object:
    """A Python object with the methods of a value."""
    if isinstance(base, Const):
        return base.value
    if isinstance(base, ListValue):
        return [] if base.kind == "list" else ()
    return {} if isinstance(base, DictValue) else None
