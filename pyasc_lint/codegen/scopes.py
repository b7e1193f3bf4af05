"""Where the variables of a kernel are declared: as far inside as all their uses allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.nodes import Block, For, Ref, Stmt, Var, While, sub_blocks
from pyasc_lint.ir.traversal import defined, expressions, parts

Place = tuple[int, ...]
"""A block, as the numbers on the way to it: statement, sub-block, statement, sub-block, …; () is the body."""


@dataclass(frozen=True, slots=True)
class _Use:
    """A statement that names a variable, and where it stands. `defines`: it sets the variable without reading it."""

    stmt: Stmt
    place: Place
    index: int
    defines: bool

    def step_in(self, home: Place) -> int:
        """The number of the statement of block `home` that this one is or stands in."""
        return self.place[len(home)] if len(self.place) > len(home) else self.index


@dataclass(slots=True)
class Declarations:
    """`before` lists the variables to declare before a statement; `at` are those declared by their first definition."""

    before: dict[Stmt, list[Var]] = field(default_factory=dict)
    at: dict[Stmt, Var] = field(default_factory=dict)


def declarations(body: Block) -> Declarations:
    """Decides for every variable that is no parameter."""
    uses: dict[Var, list[_Use]] = {}
    loops: set[Place] = set()
    statements: dict[tuple[Place, int], Stmt] = {}
    for place, index, stmt in _placed(body, ()):
        statements[place, index] = stmt
        if isinstance(stmt, For | While):
            loops.update((*place, index, number) for number in range(len(sub_blocks(stmt))))
        target = defined(stmt)
        found = (part.var for expr in expressions(stmt) for part in parts(expr) if isinstance(part, Ref))
        read = dict.fromkeys(found)  # in order: the text must not depend on where objects lie in memory
        for var in dict.fromkeys((*read, *([] if target is None else [target]))):
            uses.setdefault(var, []).append(_Use(stmt, place, index, var is target and var not in read))
    result = Declarations()
    for var, places in uses.items():
        if var.role != "param":
            _decide(var, places, loops, statements, result)
    return result


def _placed(block: Block, place: Place) -> Iterator[tuple[Place, int, Stmt]]:
    for index, stmt in enumerate(block):
        yield place, index, stmt
        for number, inner in enumerate(sub_blocks(stmt)):
            yield from _placed(inner, (*place, index, number))


def _decide(
    var: Var,
    uses: list[_Use],
    loops: set[Place],
    statements: Mapping[tuple[Place, int], Stmt],
    result: Declarations,
) -> None:
    for use in uses:
        if isinstance(use.stmt, For) and use.stmt.var is var and _owns(use, uses):
            result.at[use.stmt] = var
            return
    home = _common([use.place for use in uses])
    first = min(use.step_in(home) for use in uses)
    stmt = statements[home, first]
    defining = [use for use in uses if use.stmt is stmt and use.defines]
    if defining and not isinstance(stmt, For) and len([use for use in uses if use.step_in(home) == first]) == 1:
        result.at[stmt] = var
        return
    # It may hold a value from an earlier iteration, so it must outlive every loop around it.
    for length in range(2, len(home) + 1, 2):
        if home[:length] in loops:
            home, first = home[: length - 2], home[length - 2]
            break
    result.before.setdefault(statements[home, first], []).append(var)


def _owns(loop: _Use, uses: list[_Use]) -> bool:
    """Whether a loop's variable occurs nowhere but in its body, which never sets it."""
    inside = (*loop.place, loop.index, 0)
    return all(
        use is loop or (use.place[: len(inside)] == inside and defined(use.stmt) is not defined(loop.stmt))
        for use in uses
    )


def _common(places: list[Place]) -> Place:
    """The innermost block around all of these blocks."""
    first = places[0]
    length = min(map(len, places))
    same = 0
    while same < length and all(place[same] == first[same] for place in places):
        same += 1
    return first[: same - same % 2]
