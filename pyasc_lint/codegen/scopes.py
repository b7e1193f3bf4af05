"""Where the variables of a kernel are declared: as far inside as all their uses allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pyasc_lint.ir.nodes import Block, For, Ref, Stmt, Var, While, sub_blocks
from pyasc_lint.ir.traversal import defined, expressions, parts

Place = tuple[int, ...]
"""A block, as the numbers on the way to it: statement, sub-block, statement, sub-block, …; () is the body."""


@dataclass(slots=True)
class _Uses:
    """Where a variable occurs: the block and the statement in it. `defines` says whether the statement only sets it."""

    places: list[tuple[Place, int, bool]] = field(default_factory=list)


@dataclass(slots=True)
class Declarations:
    """`before` lists the variables to declare before a statement; `at` are those declared by their first definition."""

    before: dict[Stmt, list[Var]] = field(default_factory=dict)
    at: dict[Stmt, Var] = field(default_factory=dict)


def declarations(body: Block) -> Declarations:
    """Decides for every variable that is no parameter."""
    uses: dict[Var, _Uses] = {}
    loops: set[Place] = set()
    statements: dict[tuple[Place, int], Stmt] = {}
    for place, index, stmt in _placed(body, ()):
        statements[place, index] = stmt
        if isinstance(stmt, For | While):
            loops.update((*place, index, number) for number in range(len(sub_blocks(stmt))))
        target = defined(stmt)
        read = {part.var for expr in expressions(stmt) for part in parts(expr) if isinstance(part, Ref)}
        for var in dict.fromkeys((*read, *([target] if target is not None else []))):
            where = place
            uses.setdefault(var, _Uses()).places.append((where, index, var is target and var not in read))
    result = Declarations()
    for var, used in uses.items():
        if var.role != "param":
            _decide(var, used, loops, statements, result)
    return result


def _placed(block: Block, place: Place) -> Iterator[tuple[Place, int, Stmt]]:
    for index, stmt in enumerate(block):
        yield place, index, stmt
        for number, inner in enumerate(sub_blocks(stmt)):
            yield from _placed(inner, (*place, index, number))


def _decide(
    var: Var,
    used: _Uses,
    loops: set[Place],
    statements: Mapping[tuple[Place, int], Stmt],
    result: Declarations,
) -> None:
    home = _common([place for place, _, _ in used.places])
    own = [statements[place, index] for place, index, _ in used.places if isinstance(statements[place, index], For)]
    for stmt in own:
        if isinstance(stmt, For) and stmt.var is var and _within(stmt, var, used, statements):
            result.at[stmt] = var  # a loop variable that nothing outside of its loop reads
            return
    first = min(place[len(home)] if len(place) > len(home) else index for place, index, _ in used.places)
    stmt = statements[home, first]
    here = [defines for place, index, defines in used.places if place == home and index == first]
    if here == [True] and not isinstance(stmt, For):
        result.at[stmt] = var
        return
    # It may hold a value from an earlier iteration, so it must outlive every loop around it.
    for length in range(2, len(home) + 1, 2):
        if home[:length] in loops:
            home, first = home[: length - 2], home[length - 2]
            break
    result.before.setdefault(statements[home, first], []).append(var)


def _within(loop: For, var: Var, used: _Uses, statements: Mapping[tuple[Place, int], Stmt]) -> bool:
    """Whether all occurrences of a loop's variable are the loop itself or stand in its body, which never sets it."""
    (spot,) = [key for key, stmt in statements.items() if stmt is loop]
    inside = (*spot[0], spot[1], 0)
    for place, index, _ in used.places:
        if (place, index) == spot:
            continue
        if place[: len(inside)] != inside or defined(statements[place, index]) is var:
            return False
    return True


def _common(places: list[Place]) -> Place:
    """The innermost block around all of these blocks."""
    first = places[0]
    length = min(map(len, places))
    same = 0
    while same < length and all(place[same] == first[same] for place in places):
        same += 1
    return first[: same - same % 2]
