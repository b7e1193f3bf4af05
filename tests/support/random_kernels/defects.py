"""Defects of synchronisation: what people forget, mix up or put in the wrong place."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from tests.support.source_tree import Node, Place, Tree, places

_EVENT = re.compile(r"asc\.(set|wait)_flag\(asc\.HardEvent\.(\w+), (.*)\)$")
_PIPE = re.compile(r"asc\.pipe_barrier\(asc\.PipeID\.PIPE_(\w+)\)$")
_LOCAL = re.compile(r"\b(i|j|k|l|slot\d+)\b")
_NAMES = ("data_copy", "load_data(", "mmad(", "fixpipe(", "add", "mul", "exp", "relu", "max", "abs", "duplicate")
_WORK = tuple(f"asc.{name}" for name in _NAMES)

Defect = Callable[[Tree, Random], bool]
"""Changes a tree; False where there is nothing it could change."""


def spoil(tree: Tree, random: Random, count: int) -> tuple[str, ...]:
    """Put `count` defects into a kernel; returns their names."""
    done: list[str] = []
    scalar = bool(places(tree, lambda node: "_S, " in node.text))
    for _ in range(count):
        for _ in range(8):
            defect = scalar_waits_first if scalar and random.random() < 0.4 else random.choice(DEFECTS)
            if defect(tree, random):
                done.append(defect.__name__)
                break
    return tuple(done)


def is_flag(node: Node) -> bool:
    return _EVENT.match(node.text) is not None


def is_sync(node: Node) -> bool:
    return is_flag(node) or _PIPE.match(node.text) is not None


def is_work(node: Node) -> bool:
    return node.text.startswith(_WORK)


def _pick(found: list[Place], random: Random) -> Place | None:
    return random.choice(found) if found else None


def drop(tree: Tree, random: Random) -> bool:
    """A set, a wait or a barrier is missing (but not the barrier that ends the kernel)."""
    place = _pick(places(tree, is_sync)[:-1], random)
    if place is None:
        return False
    del place.block[place.index]
    return True


def drop_pair(tree: Tree, random: Random) -> bool:
    """A set and the wait after it are missing."""
    sets = [place for place in places(tree, is_flag) if "set_flag" in place.node.text]
    place = _pick([place for place in sets if place.following and "wait_flag" in place.following.text], random)
    if place is None:
        return False
    del place.block[place.index : place.index + 2]
    return True


def other_id(tree: Tree, random: Random) -> bool:
    """A flag has another id, now and then one that does not exist."""
    place = _pick(places(tree, is_flag), random)
    if place is None:
        return False
    kind, event, ident = _EVENT.match(place.node.text).groups()  # type: ignore[union-attr]
    wrong = random.choice(["0", "1", "2", "5", "6", "7", "8", f"{ident} + 1", f"{ident} + 5"])
    place.block[place.index] = Node(f"asc.{kind}_flag(asc.HardEvent.{event}, {wrong})")
    return wrong != ident


def far_ids(tree: Tree, random: Random) -> bool:
    """All flags of an event have ids that the chip lacks or keeps to itself."""
    place = _pick(places(tree, is_flag), random)
    if place is None:
        return False
    event = _EVENT.match(place.node.text).group(2)  # type: ignore[union-attr]
    shift = random.choice([6, 7, 8])
    for node in (each.node for each in places(tree, is_flag)):
        kind, other, ident = _EVENT.match(node.text).groups()  # type: ignore[union-attr]
        if other == event:
            node.text = f"asc.{kind}_flag(asc.HardEvent.{event}, {ident} + {shift})"
    return True


def other_event(tree: Tree, random: Random) -> bool:
    """A flag is of another event: the reverse one, or one that starts at another pipe."""
    place = _pick(places(tree, is_flag), random)
    if place is None:
        return False
    kind, event, ident = _EVENT.match(place.node.text).groups()  # type: ignore[union-attr]
    others = sorted({match[2] for each in places(tree, is_flag) if (match := _EVENT.match(each.node.text))})
    wrong = random.choice(["_".join(reversed(event.split("_"))), *others])
    place.block[place.index] = Node(f"asc.{kind}_flag(asc.HardEvent.{wrong}, {ident})")
    return wrong != event


def twice(tree: Tree, random: Random) -> bool:
    """A flag is set, or waited for, once more."""
    place = _pick(places(tree, is_flag), random)
    if place is None:
        return False
    place.block.insert(place.index, place.node.copy())
    return True


def moved(tree: Tree, random: Random) -> bool:
    """A synchronisation call stands one or two lines too early or too late."""
    place = _pick(places(tree, is_sync)[:-1], random)
    if place is None:
        return False
    target = place.index + random.choice([-2, -1, 1, 2])
    if not 0 <= target < len(place.block) or place.block[target].text.startswith("else"):
        return False
    if any(node.text.startswith("slot") for node in place.block[min(target, place.index) : place.index]):
        return False
    node = place.block.pop(place.index)
    place.block.insert(target, node)
    return True


def swapped(tree: Tree, random: Random) -> bool:
    """A wait stands before its set."""
    found = [place for place in places(tree, is_flag) if place.following and is_flag(place.following)]
    place = _pick(found, random)
    if place is None:
        return False
    place.block[place.index : place.index + 2] = reversed(place.block[place.index : place.index + 2])
    return True


def scalar_waits_first(tree: Tree, random: Random) -> bool:
    """The scalar unit waits for a flag that is set only afterwards."""
    sets = [place for place in places(tree, is_flag) if re.search(r"set_flag.*_S,", place.node.text)]
    place = _pick([place for place in sets if place.following and "wait_flag" in place.following.text], random)
    if place is None:
        return False
    wait = place.block.pop(place.index + 1)
    place.block.insert(max(place.index - random.choice([0, 0, 1]), 0), wait)
    return True


def out_of_block(tree: Tree, random: Random) -> bool:
    """A synchronisation call stands behind the loop or branch that it belongs into."""
    blocks = places(tree, lambda node: node.text.startswith(("for ", "if ")) and any(map(is_sync, node.body)))
    outer = _pick(blocks, random)
    if outer is None:
        return False
    inner = _pick([place for place in places(outer.node.body, is_sync) if not _LOCAL.search(place.node.text)], random)
    if inner is None:
        return False
    node = inner.block.pop(inner.index)
    at = outer.index + random.choice([0, 1])
    if at < len(outer.block) and outer.block[at].text.startswith("else"):
        at = outer.index
    outer.block.insert(at, node)
    return True


def only_sometimes(tree: Tree, random: Random) -> bool:
    """A synchronisation call depends on a condition that the other half does not know."""
    loops = places(tree, lambda node: node.text.startswith("for i"))
    inside = [place for loop in loops for place in places(loop.node.body, is_sync)]
    place = _pick(inside, random)
    if place is None:
        return False
    place.block[place.index] = Node(random.choice(["if i > 0:", "if i % 2 == 0:", "if i < 3:"]), [place.node])
    return True


def other_barrier(tree: Tree, random: Random) -> bool:
    """A barrier is of another pipe."""
    place = _pick(places(tree, lambda node: _PIPE.match(node.text) is not None)[:-1], random)
    if place is None:
        return False
    cube = places(tree, lambda node: node.text.startswith("asc.mmad("))
    wrong = random.choice(["M", "MTE1", "MTE2", "FIX"] if cube else ["V", "MTE2", "MTE3"])
    place.block[place.index] = Node(f"asc.pipe_barrier(asc.PipeID.PIPE_{wrong})")
    return True


def other_turn(tree: Tree, random: Random) -> bool:
    """Slots take turns in another way."""
    place = _pick(places(tree, lambda node: re.search(r"% \d|& 1", node.text) is not None), random)
    if place is None:
        return False
    wrong = random.choice(["% 2", "% 3", "% 1", "% 4"])
    before = place.node.text
    place.node.text = re.sub(r"% \d|& 1", wrong, before)
    return place.node.text != before


def other_guard(tree: Tree, random: Random) -> bool:
    """A guard is off by one."""
    place = _pick(places(tree, lambda node: re.match(r"if i .*\d", node.text) is not None), random)
    if place is None:
        return False
    step = random.choice([-1, 1])
    place.node.text = re.sub(r"\d+", lambda match: str(max(int(match[0]) + step, 0)), place.node.text, count=1)
    return True


def work_moved(tree: Tree, random: Random) -> bool:
    """An instruction changes places with its neighbour."""
    found = [place for place in places(tree, is_work) if place.following and place.following.text != "else:"]
    place = _pick(found, random)
    if place is None:
        return False
    place.block[place.index : place.index + 2] = reversed(place.block[place.index : place.index + 2])
    return True


def copied_twice(tree: Tree, random: Random) -> bool:
    """A copy is made once more, without a barrier."""
    place = _pick(places(tree, lambda node: node.text.startswith("asc.data_copy")), random)
    if place is None:
        return False
    place.block.insert(place.index, place.node.copy())
    return True


DEFECTS: list[Defect] = [
    drop, drop, drop_pair, other_id, far_ids, other_event, twice, moved, swapped, scalar_waits_first, out_of_block,
    only_sometimes, other_barrier, other_turn, other_guard, work_moved, copied_twice,
]  # fmt: skip
