"""What the patterns about bytes write to."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from tests.support.random_kernels.model import block, lines
from tests.support.source_tree import Tree

BARRIER = "asc.pipe_barrier(asc.PipeID.PIPE_ALL)"
SIZES = {"float32": 4, "half": 2, "int32": 4}


@dataclass
class Writer:
    """A kernel being written. Tensors get memory of their own, from an allocator or by address."""

    random: Random
    target: str = "Ascend910B1"
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
        self.allocates = self.chance(0.5)

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
