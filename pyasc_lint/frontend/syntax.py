"""Syntax trees: astroid's nodes, without the cost of astroid's inference machinery."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from astroid import nodes
from astroid.manager import AstroidManager
from astroid.rebuilder import TreeRebuilder

from pyasc_lint.frontend.grammar import TooDeep, parse_python

if TYPE_CHECKING:
    from pyasc_lint.frontend.source import Source


def parse(source: Source) -> nodes.Module:
    """The astroid tree of a file. Raises SyntaxIssue or TooDeep.

    `astroid.parse` would first build the tree of the builtins, which costs more than linting a kernel.
    """
    tree = parse_python(source)
    try:
        return TreeRebuilder(AstroidManager()).visit_module(tree, source.path, source.path, package=False)
    except RecursionError:
        raise TooDeep from None


_LEAVES = frozenset({nodes.AssignName, nodes.Const, nodes.DelName, nodes.Name})


def walk(root: nodes.NodeNG, enter: type[nodes.NodeNG] | tuple[type[nodes.NodeNG], ...] = ()) -> Iterator[nodes.NodeNG]:
    """All nodes below `root` in source order, without entering nodes of the types `enter` (they are still yielded)."""
    stack = list(root.get_children())[::-1]
    while stack:
        node = stack.pop()
        yield node
        if type(node) not in _LEAVES and not (enter and isinstance(node, enter)):
            below = list(node.get_children())
            if below:
                stack.extend(below[::-1])


def reads(root: nodes.NodeNG, name: str, apart_from: nodes.NodeNG | None = None) -> bool:
    """Whether `root` or a node below it reads a name; what stands below `apart_from` does not count."""
    todo = [root]
    while todo:
        node = todo.pop()
        if node is apart_from:
            continue
        target = node.target if isinstance(node, nodes.AugAssign) else node
        if isinstance(target, nodes.Name | nodes.AssignName) and target.name == name:
            if target is not node or isinstance(node, nodes.Name):
                return True
        todo.extend(node.get_children())
    return False
