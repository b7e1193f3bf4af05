"""Python source as a tree of logical lines, for tests that take statements out, move or change them."""

from __future__ import annotations

import tokenize
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import StringIO

_LAYOUT = (tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)


@dataclass(eq=False)
class Node:
    """One logical line, without its indentation, and what is indented below it. Comment lines are nodes as well."""

    text: str
    body: list[Node] = field(default_factory=list)

    def copy(self) -> Node:
        return Node(self.text, [node.copy() for node in self.body])


Tree = list[Node]


def render(tree: Tree, indent: str = "") -> str:
    """The source text of a tree; an empty block becomes `pass`."""
    lines = []
    for node in tree:
        lines += [indent + line if line else "" for line in node.text.split("\n")]
        if node.body:
            lines.append(render(node.body, indent + "    ").rstrip("\n"))
        elif node.text.endswith(":"):
            lines.append(f"{indent}    pass")
    return "\n".join(lines) + "\n"


def parse(text: str) -> Tree:
    """The tree of a source text. Blank lines are dropped."""
    root: Tree = []
    open_blocks = [(-1, root)]
    for line in _logical_lines(text):
        indent = len(line) - len(line.lstrip())
        while open_blocks[-1][0] >= indent:
            open_blocks.pop()
        node = Node("\n".join(part.removeprefix(" " * indent) for part in line.split("\n")))
        open_blocks[-1][1].append(node)
        if not node.text.startswith("#"):
            open_blocks.append((indent, node.body))
    return root


def _logical_lines(text: str) -> Iterator[str]:
    lines = text.splitlines()
    start = None
    for token in tokenize.generate_tokens(StringIO(text).readline):
        if token.type == tokenize.COMMENT and start is None and token.line.strip().startswith("#"):
            yield lines[token.start[0] - 1]
        elif token.type == tokenize.NEWLINE and start is not None:
            yield "\n".join(lines[start - 1 : token.end[0]])
            start = None
        elif token.type not in _LAYOUT and start is None:
            start = token.start[0]


@dataclass(frozen=True, eq=False)
class Place:
    """Where a node stands: `block[index]`."""

    block: Tree
    index: int

    @property
    def node(self) -> Node:
        return self.block[self.index]

    @property
    def following(self) -> Node | None:
        """The next node of the same block."""
        return self.block[self.index + 1] if self.index + 1 < len(self.block) else None


def places(tree: Tree, wanted: Callable[[Node], bool] = lambda node: True) -> list[Place]:
    """Where the nodes stand that meet a condition, in source order."""
    found = []
    for index, node in enumerate(tree):
        if wanted(node):
            found.append(Place(tree, index))
        found += places(node.body, wanted)
    return found


def copy_of(tree: Tree) -> Tree:
    return [node.copy() for node in tree]


def shrink(tree: Tree, fails: Callable[[Tree], bool], attempts: int = 400) -> Tree:
    """A smaller tree that still fails: nodes taken out, blocks put in place of their headers, as long as that helps."""
    best = copy_of(tree)
    progress = True
    while progress and attempts > 0:
        progress = False
        for number in reversed(range(len(places(best)))):
            for change in (_without, _unwrapped):
                candidate = copy_of(best)
                if attempts <= 0 or number >= len(places(candidate)) or not change(places(candidate)[number]):
                    continue
                attempts -= 1
                if fails(candidate):
                    best, progress = candidate, True
                    break
    return best


def _without(place: Place) -> bool:
    """Take a node out; what bounds the inputs of a kernel stays, and what makes it one."""
    if place.node.text.startswith(("# pyasc-lint:", "@", "def kernel")):
        return False
    del place.block[place.index]
    return True


def _unwrapped(place: Place) -> bool:
    node = place.node
    if not node.body or node.text.startswith(("def ", "@")):
        return False
    place.block[place.index : place.index + 1] = node.body
    return True
