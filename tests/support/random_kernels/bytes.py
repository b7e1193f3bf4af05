"""Kernels about bytes: sizes, counts, slices, masks, strides and addresses, with full barriers between the pipes."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random

from tests.support.mutations import (
    COPIES,
    Source,
    addresses,
    changed,
    counts,
    dropped,
    lengths,
    name_of,
    repeats,
    sizes,
    slices,
    strides,
)
from tests.support.random_kernels.model import RandomKernel, block, lines
from tests.support.source_tree import Node, Tree, parse, render

BARRIER = "asc.pipe_barrier(asc.PipeID.PIPE_ALL)"
SIZES = {"float32": 4, "half": 2, "int32": 4}


def bytes_kernel(seed: int) -> RandomKernel:
    """The kernel of a seed: one or two patterns, more than half of the time without a defect."""
    random = Random(f"bytes {seed}")
    writer = Writer(random)
    patterns = random.sample(PATTERNS, random.choice([1, 1, 2]))
    for pattern in patterns if full not in patterns else [full]:
        pattern(writer)
    text = render(writer.finish())
    done: list[str] = []
    wanted = random.choice([0, 0, 0, 1, 1, 1, 2, 2])
    for name, change in random.choices(DEFECTS, k=4 * wanted):
        mutants = list(change(Source(text), random)) if len(done) < wanted else []
        if mutants:
            text = random.choice(mutants)
            done.append(name)
    return RandomKernel(seed, parse(text), writer.domains, tuple(done))


@dataclass
class Writer:
    """A kernel being written. Tensors get memory of their own, from an allocator or by address."""

    random: Random
    allocates: bool = field(init=False)
    address: str = "0"
    names: int = 0
    gm: dict[str, str] = field(default_factory=dict)
    helpers: Tree = field(default_factory=list)
    frame: Tree = field(default_factory=list)
    body: Tree = field(default_factory=list)
    assumes: list[str] = field(default_factory=list)
    domains: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.allocates = self.chance(0.4)

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def name(self, stem: str) -> str:
        self.names += 1
        return f"{stem}{self.names}"

    def parameter(self, name: str, low: int, high: int, step: int = 1) -> str:
        """A run-time integer with bounds, the same one where it is there already."""
        if name not in self.domains:
            self.assumes.append(f"{low} <= {name} <= {high}" + (f", {name} % {step} == 0" if step > 1 else ""))
            values = range(-(-low // step) * step, high + 1, step)
            picked = {values[0], values[min(1, len(values) - 1)], values[len(values) // 2], values[-1]}
            self.domains[name] = tuple(sorted(picked))
        return name

    def size(self) -> str:
        """A number of elements, a multiple of 64: a constant or an expression of a parameter."""
        if self.chance(0.5):
            return str(self.random.choice([64, 128, 256, 512, 1024]))
        n = self.parameter("n", *self.random.choice([(64, 1024, 64), (128, 2048, 128), (64, 512, 64)]))
        return self.random.choice([n, n, f"{n} * 2", f"{n} + 64"])

    def trips(self) -> str:
        if self.chance(0.4):
            return str(self.random.choice([1, 2, 3, 4]))
        return self.parameter("tiles", self.random.choice([0, 1]), self.random.choice([3, 5]))

    def tensor(self, count: str, dtype: str = "float32", position: str = "VECCALC") -> str:
        name = self.name("t")
        if self.allocates:
            self.frame += lines(f"{name} = ub.alloc(asc.TPosition.{position}, asc.{dtype}, {count})")
        else:
            self.frame += lines(
                f"{name} = asc.LocalTensor(asc.{dtype}, asc.TPosition.{position}, {self.address}, {count})"
            )
            taken = f"({count}) * {SIZES[dtype]}"
            self.address = taken if self.address == "0" else f"{self.address} + {taken}"
        return name

    def buffer(self, count: str) -> str:
        """A GlobalTensor of so many elements."""
        name = self.name("g")
        self.gm[name] = count
        return name

    def stage(self, *texts: str) -> Tree:
        """Instructions of one pipe, and a barrier after them."""
        return lines(*texts, BARRIER)

    def finish(self) -> Tree:
        integers = "".join(f", {name}: int" for name in self.domains)
        parameters = ", ".join(f"{name}_address: asc.GlobalAddress" for name in self.gm) or "unused: asc.GlobalAddress"
        buffers = [
            text
            for name, count in self.gm.items()
            for text in (f"{name} = asc.GlobalTensor()", f"{name}.set_global_buffer({name}_address, {count})")
        ]
        kernel = block(
            f"def kernel({parameters}{integers}):",
            lines(f"# pyasc-lint: assume {', '.join(self.assumes)}") if self.assumes else [],
            lines("asc.init_soc_state()", *buffers),
            lines("ub = asc.LocalMemAllocator()") if self.allocates else [],
            self.frame,
            self.body,
            lines(BARRIER),
        )
        return [*lines("import asc"), *self.helpers, *lines("@asc.jit"), kernel]


# ------------------------------------------------------------------------------------------------------------- patterns


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
    elementwise, chained, chained, chained, tiled, parts, masked, masked, converted, reduced, reused, reused, padded,
    blocked, turns, branched, guarded, helped, full, full, scalars,
]  # fmt: skip

# -------------------------------------------------------------------------------------------------------------- defects

Changes = Callable[[Source, Random], Iterable[str]]


def _other(where: Callable[[Source], Iterator[ast.expr]], *forms: str) -> Changes:
    """One of the places gets another text; `{}` stands for what was there."""

    def change(source: Source, random: Random) -> Iterable[str]:
        form = random.choice(forms)
        return changed(source, where, lambda text: form.format(f"({text})"))

    return change


def _shifted_in_place(source: Source, random: Random) -> Iterator[str]:
    """A result goes to the source, but not to its first element."""
    for call in source.calls():
        if name_of(call) in ("muls", "adds", "relu", "exp", "abs") and isinstance(call.args[1], ast.Name):
            step = random.choice([8, 16, 64])
            yield source.replaced(call.args[0], f"{call.args[1].id}[{step}:]")


def _same_place(source: Source, random: Random) -> Iterator[str]:
    """A tensor has the address of another one."""
    texts = [text for node in addresses(source) if "%" not in (text := source.of(node))]
    return changed(source, addresses, lambda text: random.choice(texts))


def _dropped(source: Source, random: Random) -> Iterator[str]:
    return dropped(source, *COPIES, "muls", "add", "adds", "cast", "exp")


DEFECTS: list[tuple[str, Changes]] = [
    ("count", _other(counts, "{} + 8", "{} + 64", "{} * 2")),
    ("slice", _other(slices, "{} + 8", "{} + 64", "{} + 1", "{} - 8", "{} + 2")),
    ("size", _other(sizes, "{} - 8", "{} // 2", "{} + 4", "{} + 1")),
    *[("large", _other(sizes, "{} + 40000", "{} * 64", "{} * 100", "{} * 40"))] * 5,
    *[("odd", _other(counts, "{} + 1", "{} - 3"))] * 2,
    ("address", _other(addresses, "{} + 32", "{} // 2", "{} + 16", "{} + 256", "{} - 64", "{} + 190000")),
    ("overlap", _other(addresses, "{} - 32", "{} - 64", "{} - 128", "{} // 64 * 32")),
    *[("same place", _same_place)] * 5,
    *[("off the grid", _other(sizes, "{} + 4", "{} + 1", "{} + 2"))] * 2,
    ("far", _other(addresses, "{} + 190000", "{} + 196000", "{} * 100 + 180000")),
    ("length", _other(lengths, "{} - 8", "{} // 2", "{} - 64")),
    ("stride", _other(strides, "{} + 1", "{} + 8", "{} * 2")),
    ("repeat", _other(repeats, "{} + 1", "{} * 2")),
    ("dropped", _dropped),
    ("in place", _shifted_in_place),
]
