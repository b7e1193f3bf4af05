"""Names of a file: which scopes there are and what each name is bound to."""

from __future__ import annotations

from dataclasses import field
from typing import Literal, get_args

from astroid import nodes

from pyasc_lint.deferred import dataclass
from pyasc_lint.frontend.syntax import walk

Scoped = (
    nodes.FunctionDef
    | nodes.ClassDef
    | nodes.Lambda
    | nodes.ListComp
    | nodes.SetComp
    | nodes.DictComp
    | nodes.GeneratorExp
)
"""What has names of its own."""
_SCOPES = get_args(Scoped)
_BINDING = (nodes.AssignName, nodes.Import, nodes.ImportFrom, nodes.DelName, *_SCOPES)
_BLOCKS = (nodes.If, nodes.For, nodes.While, nodes.Try, nodes.With, nodes.Match)


@dataclass(frozen=True, slots=True)
class Binding:
    """One place that binds a name.

    `kind`: "module" (`import a.b as name`; `dotted` is what the name stands for), "from" (`dotted` is module and
    attribute), "value" (assigned `node`), "element" (assigned from unpacking `node`), "def", "class", "param" or
    "other" (loop target, `with … as`, deleted …). `nested`: inside an if, loop, try or with of its scope.
    """

    kind: Literal["module", "from", "value", "element", "def", "class", "param", "other"]
    node: nodes.NodeNG
    dotted: str = ""
    level: int = 0
    index: tuple[int, ...] = ()
    nested: bool = False


@dataclass(slots=True, eq=False)
class Scope:
    """The names bound in a module, class, function or comprehension, the calls in it, and the scopes right below."""

    node: nodes.Module | Scoped
    parent: Scope | None
    names: dict[str, list[Binding]] = field(default_factory=dict)
    calls: list[nodes.Call] = field(default_factory=list)
    children: dict[nodes.NodeNG, Scope] = field(default_factory=dict)

    def bind(self, name: str, binding: Binding) -> None:
        self.names.setdefault(name, []).append(binding)

    @property
    def is_class(self) -> bool:
        return isinstance(self.node, nodes.ClassDef)

    def find(self, name: str) -> tuple[Scope, list[Binding]] | None:
        """The scope that binds `name` as seen from this one, and its bindings (class bodies hide from nested ones)."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names and (scope is self or not scope.is_class):
                return scope, scope.names[name]
            scope = scope.parent
        return None

    def descendants(self) -> list[Scope]:
        """This scope and all below it, in source order."""
        found, todo = [], [self]
        while todo:
            scope = todo.pop()
            found.append(scope)
            todo.extend(reversed(scope.children.values()))
        return found


def build_scopes(module: nodes.Module) -> Scope:
    """The scope tree of a file."""
    root = Scope(module, None)
    todo = [root]
    while todo:
        scope = todo.pop()
        if isinstance(scope.node, nodes.FunctionDef | nodes.Lambda):
            _bind_parameters(scope, scope.node)
        for node in walk(scope.node, enter=_SCOPES):
            if type(node) is nodes.Call:
                scope.calls.append(node)
                continue
            if not isinstance(node, _BINDING):
                continue
            _bind(scope, node)
            if isinstance(node, Scoped) and node not in scope.children:
                child = Scope(node, scope)
                scope.children[node] = child
                todo.append(child)
    return root


def _bind_parameters(scope: Scope, function: nodes.FunctionDef | nodes.Lambda) -> None:
    arguments = function.args
    for argument in [*arguments.posonlyargs, *(arguments.args or []), *arguments.kwonlyargs]:
        scope.bind(argument.name, Binding("param", argument))
    for name in (arguments.vararg, arguments.kwarg):
        if name:
            scope.bind(name, Binding("other", function))


def _nested(scope: Scope, node: nodes.NodeNG) -> bool:
    parent = node.parent
    while parent is not None and parent is not scope.node:
        if isinstance(parent, _BLOCKS):
            return True
        parent = parent.parent
    return False


def _bind(scope: Scope, node: nodes.NodeNG) -> None:
    match node:
        case nodes.Import():
            for name, alias in node.names:
                dotted = name if alias else name.partition(".")[0]
                scope.bind(alias or dotted, Binding("module", node, dotted, nested=_nested(scope, node)))
        case nodes.ImportFrom():
            for name, alias in node.names:
                dotted = f"{node.modname}.{name}" if node.modname else name
                binding = Binding("from", node, dotted, node.level or 0, nested=_nested(scope, node))
                scope.bind(alias or name, binding)
        case nodes.FunctionDef():
            scope.bind(node.name, Binding("def", node, nested=_nested(scope, node)))
        case nodes.ClassDef():
            scope.bind(node.name, Binding("class", node, nested=_nested(scope, node)))
        case nodes.AssignName():
            _bind_name(scope, node)
        case nodes.DelName():
            scope.bind(node.name, Binding("other", node, nested=True))


def _bind_name(scope: Scope, target: nodes.AssignName) -> None:
    if isinstance(target.parent, nodes.Arguments):
        return
    nested = _nested(scope, target)
    path: list[int] = []
    node: nodes.NodeNG = target
    while isinstance(node.parent, nodes.Tuple | nodes.List):
        path.append(node.parent.elts.index(node))
        node = node.parent
    parent = node.parent
    value = parent.value if isinstance(parent, nodes.Assign | nodes.AnnAssign) else None
    if value is not None:
        kind: Literal["value", "element"] = "element" if path else "value"
        scope.bind(target.name, Binding(kind, value, index=tuple(reversed(path)), nested=nested))
    elif isinstance(parent, nodes.NamedExpr):
        scope.bind(target.name, Binding("value", parent.value, nested=nested))
    elif not isinstance(parent, nodes.AnnAssign):  # a bare annotation binds nothing
        scope.bind(target.name, Binding("other", target, nested=True))
