"""Right patterns of sizes, counts, slices, masks, strides and addresses, with full barriers between the pipes."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.random_kernels.bytes_writer import BARRIER, SIZES, Writer
from tests.support.random_kernels.model import block, lines
from tests.support.source_tree import Node, Tree


def elementwise(w: Writer) -> None:
    """Copies in, an instruction on all elements, a copy out."""
    count = w.size()
    a, b, c = (w.tensor(count) for _ in range(3))
    x, y, z = (w.buffer(count) for _ in range(3))
    w.body += w.stage(f"asc.data_copy({a}, {x}, {count})", f"asc.data_copy({b}, {y}, {count})")
    more = [f"asc.relu({c}, {c}, {count})"] if w.chance(0.4) else []
    w.body += w.stage(f"asc.add({c}, {a}, {b}, {count})", *more)
    w.body += w.stage(f"asc.data_copy({z}, {c}, {count})")


def chained(w: Writer) -> None:
    """Results that are kept for later ones."""
    count = w.size()
    a, b, c, d = (w.tensor(count) for _ in range(4))
    x, y = w.buffer(count), w.buffer(count)
    w.body += w.stage(f"asc.data_copy({a}, {x}, {count})")
    w.body += lines(f"asc.exp({b}, {a}, {count})", f"asc.muls({c}, {a}, 2.0, {count})")
    w.body += lines(f"asc.add({d}, {b}, {c}, {count})", f"asc.mul({d}, {d}, {a}, {count})")
    w.body += w.stage(f"asc.add({d}, {d}, {b}, {count})")
    w.body += w.stage(f"asc.data_copy({y}, {d}, {count})")


def tiled(w: Writer) -> None:
    """A loop over tiles of GM."""
    tile, trips = w.random.choice(["64", "128", "256"]), w.trips()
    a, c = w.tensor(tile), w.tensor(tile)
    x, y = w.buffer(f"({trips}) * {tile}"), w.buffer(f"({trips}) * {tile}")
    body = w.stage(f"asc.data_copy({a}, {x}[i * {tile}:], {tile})")
    body += w.stage(f"asc.muls({c}, {a}, 2.0, {tile})") + w.stage(f"asc.data_copy({y}[i * {tile}:], {c}, {tile})")
    if w.chance(0.3):
        w.body.append(block(f"for i in range(1, {trips} + 1):", _moved(body)))
    else:
        w.body.append(block(f"for i in range({trips}):", body))


def _moved(body: Tree) -> Tree:
    return [Node(node.text.replace("[i *", "[(i - 1) *")) for node in body]


def parts(w: Writer) -> None:
    """A tensor that is filled and used in parts, by slices."""
    number = w.random.choice([2, 3, 4])
    part = w.random.choice(["64", "128", w.parameter("n", 64, 512, 64)])
    a, c = w.tensor(f"{part} * {number}"), w.tensor(f"{part} * {number}")
    y = w.buffer(f"{part} * {number}")
    loop = f"for k in {w.random.choice(['range', 'asc.static_range'])}({number}):"
    if w.chance(0.5):
        w.body += w.stage(*(f"asc.duplicate({a}[{part} * {k}:], {k}.0, {part})" for k in range(number)))
    else:
        w.body += [block(loop, lines(f"asc.duplicate({a}[k * {part}:], 1.0, {part})")), *lines(BARRIER)]
    w.body += [block(loop, lines(f"asc.adds({c}[k * {part}:], {a}[k * {part}:], 1.0, {part})")), *lines(BARRIER)]
    w.body += w.stage(f"asc.data_copy({y}, {c}, {part} * {number})")


def masked(w: Writer) -> None:
    """An instruction with a mask, repeats and strides; the tensors are just large enough."""
    dtype = w.random.choice(["float32", "half"])
    per_block = 32 // SIZES[dtype]
    times = w.random.choice(["1", "2", "4", w.parameter("rows", 1, 6)])
    mask, blocks = w.random.choice([(str(8 * per_block), 8), (str(4 * per_block), 4), (f"[{2**per_block - 1}, 0]", 1)])
    names, layouts = [], []
    for _ in range(3):
        stride, repeat = w.random.choice([(1, 8), (1, 8), (2, 16), (1, 9), (1, 4)])
        names.append(
            w.tensor(f"(({times}) - 1) * {repeat * per_block} + {((blocks - 1) * stride + 1) * per_block}", dtype)
        )
        layouts.append((stride, repeat))
    c, a, b = names
    y = w.buffer("2048")
    for name, (stride, repeat) in zip(names[1:], layouts[1:], strict=True):
        total = f"(({times}) - 1) * {repeat * per_block} + {((blocks - 1) * stride + 1) * per_block}"
        w.body += lines(f"asc.duplicate({name}, 1.0, {total})")
    order = ", ".join(str(layout[0]) for layout in layouts) + ", " + ", ".join(str(layout[1]) for layout in layouts)
    w.body += w.stage(f"asc.mul({c}, {a}, {b}, {mask}, {times}, asc.BinaryRepeatParams({order}))")
    w.body += w.stage(f"asc.data_copy({y}, {c}, {per_block})")


def interleaved(w: Writer) -> None:
    """Odd blocks of a tensor from its even ones, or the even ones in place."""
    times = w.random.choice(["1", "2", "4", w.parameter("rows", 1, 6)])
    mask = w.random.choice(["64", "32", "[65535, 0]"])
    a, y = w.tensor(f"({times}) * 128"), w.buffer(f"({times}) * 128")
    target = w.random.choice([f"{a}[8:]", f"{a}[8:]", a])
    w.body += lines(f"asc.duplicate({a}, 1.0, ({times}) * 128)")
    w.body += w.stage(f"asc.muls({target}, {a}, 2.0, {mask}, {times}, asc.UnaryRepeatParams(2, 2, 16, 16))")
    w.body += w.stage(f"asc.data_copy({y}, {a}, ({times}) * 128)")


def converted(w: Writer) -> None:
    """half to float and back."""
    count = w.size()
    a, f, b = w.tensor(count, "half"), w.tensor(count), w.tensor(count, "half")
    x, y = w.buffer(count), w.buffer(count)
    w.body += w.stage(f"asc.data_copy({a}, {x}, {count})")
    w.body += w.stage(
        f"asc.cast({f}, {a}, asc.RoundMode.CAST_NONE, {count})",
        f"asc.muls({f}, {f}, 2.0, {count})",
        f"asc.cast({b}, {f}, asc.RoundMode.CAST_RINT, {count})",
    )
    w.body += w.stage(f"asc.data_copy({y}, {b}, {count})")


def reduced(w: Writer) -> None:
    """Sums of 64 elements each, and the sum of these."""
    rows = w.random.choice(["2", "4", "8", w.parameter("rows", 1, 6)])
    a, part, total = w.tensor(f"({rows}) * 64"), w.tensor("64"), w.tensor("8")
    x, y = w.buffer(f"({rows}) * 64"), w.buffer("8")
    value = w.name("s")
    w.body += w.stage(f"asc.data_copy({a}, {x}, ({rows}) * 64)")
    w.body += w.stage(f"asc.whole_reduce_sum({part}, {a}, 64, {rows}, 1, 1, 8)")
    w.body += w.stage(f"asc.whole_reduce_sum({total}, {part}, {rows}, 1, 1, 1, 8)")
    w.body += lines(f"{value} = {total}.get_value(0)") + w.stage(f"asc.duplicate({total}, {value}, 8)")
    w.body += w.stage(f"asc.data_copy({y}, {total}, 8)")


def reused(w: Writer) -> None:
    """A second tensor at the address of one that is dead."""
    if w.allocates:
        return elementwise(w)
    count = w.size()
    address = w.address
    a, b = w.tensor(count), w.tensor(count)
    again = w.name("t")
    w.frame += lines(f"{again} = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, {address}, {count})")
    x, y, z = (w.buffer(count) for _ in range(3))
    w.body += w.stage(f"asc.data_copy({a}, {x}, {count})") + w.stage(f"asc.exp({b}, {a}, {count})")
    w.body += w.stage(f"asc.data_copy({y}, {b}, {count})") + w.stage(f"asc.data_copy({again}, {x}, {count})")
    w.body += w.stage(f"asc.add({b}, {b}, {again}, {count})") + w.stage(f"asc.data_copy({z}, {b}, {count})")


def padded(w: Writer) -> None:
    """A tail that fills no whole block."""
    count = w.random.choice(["100", "33", w.parameter("tail", 1, 128)])
    a, c = w.tensor("128"), w.tensor("128")
    x, y = w.buffer(count), w.buffer(count)
    w.body += w.stage(
        f"asc.data_copy_pad({a}, {x}, asc.DataCopyExtParams(1, ({count}) * 4, 0, 0, 0), "
        "asc.DataCopyPadExtParams(asc.float32, False, 0, 0, 0.0))"
    )
    w.body += w.stage(f"asc.muls({c}, {a}, 3.0, {count})")
    w.body += w.stage(f"asc.data_copy_pad({y}, {c}, asc.DataCopyExtParams(1, ({count}) * 4, 0, 0, 0))")


def blocked(w: Writer) -> None:
    """Rows of blocks with gaps between them."""
    rows, length = w.random.choice(["2", "4", w.parameter("rows", 1, 6)]), w.random.choice([1, 2, 4])
    gap, space = w.random.choice([0, 1, 4]), w.random.choice([0, 0, 2])
    a = w.tensor(f"(({rows}) - 1) * {(length + space) * 8} + {length * 8}")
    x = w.buffer(f"(({rows}) - 1) * {(length + gap) * 8} + {length * 8}")
    y = w.buffer(f"({rows}) * {length * 8}")
    w.body += w.stage(f"asc.data_copy({a}, {x}, asc.DataCopyParams({rows}, {length}, {gap}, {space}))")
    w.body += w.stage(f"asc.data_copy({y}, {a}, asc.DataCopyParams({rows}, {length}, {space}, 0))")


def turns(w: Writer) -> None:
    """Tensors made in a loop, at addresses that take turns."""
    tile, trips = w.random.choice([64, 128]), w.trips()
    if w.allocates:
        return tiled(w)
    start = w.address
    w.tensor(str(tile * 2))
    x, y = w.buffer(f"({trips}) * {tile}"), w.buffer(f"({trips}) * {tile}")
    name = w.name("t")
    body = lines(
        f"{name} = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, {start} + (i % 2) * {tile * 4}, {tile})"
    )
    body += w.stage(f"asc.data_copy({name}, {x}[i * {tile}:], {tile})") + w.stage(f"asc.abs({name}, {name}, {tile})")
    body += w.stage(f"asc.data_copy({y}[i * {tile}:], {name}, {tile})")
    w.body.append(block(f"for i in range({trips}):", body))


def branched(w: Writer) -> None:
    """A test decides how much is computed, or where it comes from."""
    w.domains.setdefault("mode", (0, 1, 2))
    count = w.size()
    a, c = w.tensor(count), w.tensor(count)
    x, y = w.buffer(count), w.buffer(count)
    test = w.random.choice(["mode == 1", "mode > 0", "mode != 2"])
    w.body += w.stage(f"asc.data_copy({a}, {x}, {count})")
    w.body += [
        block(f"if {test}:", lines(f"asc.muls({c}, {a}, 2.0, {count})")),
        block("else:", lines(f"asc.duplicate({c}, 0.0, {count})")),
        *lines(BARRIER),
    ]
    w.body += w.stage(f"asc.data_copy({y}, {c}, {count})")


def guarded(w: Writer) -> None:
    """What the tensor has no room for is not done."""
    n = w.parameter("m", 64, 4096, 64)
    limit = w.random.choice([512, 1024, 2048])
    a, x = w.tensor(str(limit)), w.buffer(n)
    body = w.stage(f"asc.data_copy({a}, {x}, {n})") + w.stage(f"asc.relu({a}, {a}, {n})")
    w.body.append(block(f"if {n} <= {limit}:", body, w.stage(f"asc.data_copy({x}, {a}, {n})")))


def helped(w: Writer) -> None:
    """A helper that works on whatever tensors and counts it is given."""
    helper = w.name("scale")
    w.helpers += [
        *lines("@asc.jit"),
        block(
            f"def {helper}(dst: asc.LocalTensor, src: asc.LocalTensor, count: int):",
            lines("asc.muls(dst, src, 2.0, count)", BARRIER),
        ),
    ]
    one, two = w.size(), w.size()
    for count in (one, two):
        a, c, x = w.tensor(count), w.tensor(count), w.buffer(count)
        w.body += w.stage(f"asc.data_copy({a}, {x}, {count})") + lines(f"{helper}({c}, {a}, {count})")
        w.body += w.stage(f"asc.data_copy({x}, {c}, {count})")


def full(w: Writer) -> None:
    """Tensors that nearly fill the memory."""
    size = w.random.choice(["20000", w.parameter("big", 4096, 22528, 1024)])
    a, b, x = w.tensor(size), w.tensor(size), w.buffer(size)
    w.body += w.stage(f"asc.data_copy({a}, {x}, {size})") + w.stage(f"asc.adds({b}, {a}, 1.0, {size})")
    w.body += w.stage(f"asc.data_copy({x}, {b}, {size})")


def scalars(w: Writer) -> None:
    """Single elements."""
    a, y = w.tensor("64"), w.buffer("64")
    value = w.name("s")
    w.body += w.stage(f"asc.duplicate({a}, 0.0, 64)")
    w.body += [
        block(f"for i in range({w.random.choice([4, 8])}):", lines(f"{a}.set_value(i * 8, 1.0)")),
        *lines(BARRIER),
    ]
    w.body += lines(f"{value} = {a}.get_value(63)") + w.stage(f"asc.adds({a}, {a}, {value}, 64)")
    w.body += w.stage(f"asc.data_copy({y}, {a}, 64)")


PATTERNS: list[Callable[[Writer], None]] = [
    elementwise, chained, chained, chained, tiled, parts, masked, masked, interleaved, converted, reduced, reused,
    reused, padded, blocked, turns, branched, guarded, helped, full, full, scalars,
]  # fmt: skip
