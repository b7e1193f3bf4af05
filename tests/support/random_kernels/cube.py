"""Matrix products on the cube core, where nothing is ordered by the compiler."""

from __future__ import annotations

from tests.support.random_kernels.model import Writer, block, lines
from tests.support.random_kernels.statements import barrier, pair, set_flag, wait_flag
from tests.support.source_tree import Tree

CHAIN = ("MTE1_MTE2", "M_MTE1", "FIX_M")
"""What the next product waits for: the flags against the flow of the data."""

SMALL = 10
"""Blocks of 16 x 16 from which on sums need no barrier between them."""


def cube_kernel(w: Writer) -> Tree:
    """The file of a kernel that multiplies square matrices."""
    side = w.random.choice([16, 32, 64])
    body = products(w, side) if w.chance(0.6) else sums(w, side)
    return _file(w, side * side, body)


def products(w: Writer, side: int) -> Tree:
    """One product, or a sum of products of the same matrices, after the other."""
    primed = w.chance(0.5)

    def waits(event: str) -> Tree:
        return wait_flag(event, 0) if primed else []

    def frees(event: str) -> Tree:
        return set_flag(event, 0) if primed else []

    multiply: Tree = []
    for number in range(w.random.choice([1, 1, 2, 3])):
        multiply += (_barrier(side) if number else []) + _multiply(side, "0", fresh=number == 0)
    body = waits("MTE1_MTE2") + _load(side, "i", "0") + pair(w, "MTE2_MTE1", 0)
    body += waits("M_MTE1") + _split(side, "0") + frees("MTE1_MTE2") + pair(w, "MTE1_M", 0)
    body += waits("FIX_M") + multiply + frees("M_MTE1") + pair(w, "M_FIX", 0) + _store(side) + frees("FIX_M")
    if not primed:
        body += barrier("ALL") if w.chance(0.3) else [node for event in CHAIN for node in pair(w, event, 0)]
    loop = block(f"for i in range({w.trips()}):", body)
    if not primed:
        return [loop]
    before = [node for event in CHAIN for node in set_flag(event, 0)]
    return [*before, loop, *(node for event in CHAIN for node in wait_flag(event, 0))]


def sums(w: Writer, side: int) -> Tree:
    """Sums of products of many matrices, which pass through slots of L1, L0A and L0B that take turns."""
    slots, number = w.random.choice([1, 2, 2]), w.random.choice([2, 3])
    count = f"i * {number} + k"
    slot = f"({count}) % {slots}" if slots > 1 else "0"
    body = wait_flag("MTE1_MTE2", slot) + _load(side, count, slot) + pair(w, "MTE2_MTE1", slot)
    body += wait_flag("M_MTE1", slot) + _split(side, slot) + set_flag("MTE1_MTE2", slot) + pair(w, "MTE1_M", slot)
    first = wait_flag("FIX_M", 0) + _multiply(side, slot, fresh=True)
    body += [block("if k == 0:", first), block("else:", _barrier(side), _multiply(side, slot, fresh=False))]
    body += set_flag("M_MTE1", slot)
    row = [block(f"for k in range({number}):", body), *pair(w, "M_FIX", 0), *_store(side), *set_flag("FIX_M", 0)]
    around = [("FIX_M", 0), *((event, each) for event in CHAIN[:2] for each in range(slots))]
    before = [node for event, ident in around for node in set_flag(event, ident)]
    after = [node for event, ident in around for node in wait_flag(event, ident)]
    return [*before, block(f"for i in range({w.trips()}):", row), *after]


def _at(tensor: str, slot: str, area: int) -> str:
    return tensor if slot == "0" else f"{tensor}[({slot}) * {area}:]"


def _load(side: int, count: str, slot: str) -> Tree:
    area = side * side
    params = f"asc.Nd2NzParams(1, {side}, {side}, 0, {side}, {side}, 1, 0)"
    return lines(
        *(f"asc.data_copy({_at(f'{name}1', slot, area)}, {name}_gm[({count}) * {area}:], {params})" for name in "ab")
    )


def _split(side: int, slot: str) -> Tree:
    area, fractals = side * side, (side // 16) ** 2
    return lines(*(
        f"asc.load_data({_at(f'{name}2', slot, area)}, {_at(f'{name}1', slot, area)}, "
        f"asc.LoadData2DParams(0, {fractals}, 1, 0, 0, {name == 'b'}, 0))"
        for name in "ab"
    ))  # fmt: skip


def _barrier(side: int) -> Tree:
    return barrier("M") if (side // 16) ** 2 < SMALL else []


def _multiply(side: int, slot: str, fresh: bool) -> Tree:
    area = side * side
    shape = f"m={side}, n={side}, k={side}, unit_flag=0, cmatrix_source=False, cmatrix_init_val={fresh}"
    return lines(f"asc.mmad(c1, {_at('a2', slot, area)}, {_at('b2', slot, area)}, asc.MmadParams({shape}))")


def _store(side: int) -> Tree:
    return lines(f"asc.fixpipe(c_gm[i * {side * side}:], c1, asc.FixpipeParamsV220({side}, {side}, {side}, {side}))")


def _file(w: Writer, area: int, body: Tree) -> Tree:
    integers = "".join(f", {name}: int" for name in w.domains)
    tensors = {"a1": ("L1", "A1", "half"), "b1": ("L1", "B1", "half"), "a2": ("L0A", "A2", "half")}
    tensors |= {"b2": ("L0B", "B2", "half"), "c1": ("L0C", "CO1", "float32")}
    memories = ("L1", "L0A", "L0B", "L0C")
    kernel = block(
        f"def kernel(a: asc.GlobalAddress, b: asc.GlobalAddress, c: asc.GlobalAddress{integers}):",
        lines(f"# pyasc-lint: assume {', '.join(w.assumes)}") if w.assumes else [],
        lines("asc.init_soc_state()"),
        *(
            lines(f"{name}_gm = asc.GlobalTensor()", f"{name}_gm.set_global_buffer({name}, {area * 128})")
            for name in ("a", "b", "c")
        ),
        *(lines(f"{memory.lower()} = asc.LocalMemAllocator(asc.Hardware.{memory})") for memory in memories),
        *(
            lines(f"{name} = {memory.lower()}.alloc(asc.TPosition.{position}, asc.{dtype}, {2 * area})")
            for name, (memory, position, dtype) in tensors.items()
        ),
        body,
        barrier("ALL"),
    )
    head = lines("import asc", "from asc.runtime.config import KernelType")
    return [*head, *lines("@asc.jit(kernel_type=KernelType.AIC_ONLY)"), kernel]
