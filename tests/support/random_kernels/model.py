"""What a generator makes, and what its patterns write to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from random import Random

from tests.support.source_tree import Node, Tree, render

Inputs = Mapping[str, int]

MOST_INPUTS = 24


@dataclass(frozen=True)
class RandomKernel:
    """A kernel for a chip, the inputs it may be run on, and the names of the defects put into it."""

    seed: int
    tree: Tree
    domains: Mapping[str, tuple[int, ...]]
    defects: tuple[str, ...]
    target: str

    @property
    def text(self) -> str:
        return render(self.tree)

    def inputs(self) -> Iterator[Inputs]:
        """The combinations of the inputs' values, or some of them where there are many."""
        found = list(product(*self.domains.values()))
        for values in Random(self.seed).sample(found, MOST_INPUTS) if len(found) > MOST_INPUTS else found:
            yield dict(zip(self.domains, values, strict=True))


def lines(*texts: str) -> Tree:
    return [Node(text) for text in texts]


def block(header: str, *parts: Tree | Node) -> Node:
    """A header with all that stands below it."""
    return Node(header, [node for part in parts for node in ([part] if isinstance(part, Node) else part)])


@dataclass
class Writer:
    """A kernel being written. `random` makes every choice; `tile` is in elements of `dtype`.

    `frame` declares tensors; `helpers` are functions above the kernel; `domains` the inputs with their values.
    """

    random: Random
    tile: int
    dtype: str = "float32"
    size: int = 4
    auto_sync: bool = True
    allocates: bool = False
    helpers: Tree = field(default_factory=list)
    frame: Tree = field(default_factory=list)
    body: Tree = field(default_factory=list)
    assumes: list[str] = field(default_factory=list)
    domains: dict[str, tuple[int, ...]] = field(default_factory=dict)
    address: int = 0
    names: int = 0
    ids: dict[str, int] = field(default_factory=dict)
    tiles: int = 0

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def name(self, stem: str) -> str:
        self.names += 1
        return f"{stem}{self.names}"

    # -------------------------------------------------------------------------------------------------------- inputs

    def trips(self) -> str:
        """The number of iterations of a loop: a constant, a parameter, or an expression of one."""
        if self.chance(0.3):
            return str(self.random.choice([1, 2, 3, 4, 5]))
        if "n" not in self.domains:
            bounds = self.random.choice([None, None, (0, 8), (1, 8), (2, 6), (0, 3)])
            values: tuple[int, ...] = (-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 17)
            if bounds is not None:
                low, high = bounds
                self.assumes.append(f"{low} <= n <= {high}")
                values = tuple(value for value in values if low <= value <= high)
            self.domains["n"] = values
        return self.random.choice(["n", "n", "n", "n // 2", "n + 1"])

    def parameter(self, name: str, values: tuple[int, ...]) -> None:
        """A run-time integer of these values."""
        if name not in self.domains:
            self.domains[name] = values
            self.assumes.append(f"{min(values)} <= {name} <= {max(values)}")

    def mode(self) -> str:
        """A test that chooses between variants: of a parameter, or of the number of the core."""
        if self.chance(0.2):
            self.domains.setdefault("get_block_idx()", (0, 1))
            return self.random.choice(["asc.get_block_idx() == 0", "asc.get_block_idx() != 0"])
        self.domains.setdefault("mode", (0, 1, 2))
        return self.random.choice(["mode == 1", "mode > 0", "mode != 2"])

    # -------------------------------------------------------------------------------------------------------- tensors

    def tensor(self, position: str, slots: int = 1) -> str:
        """A LocalTensor of `slots` tiles, memory of its own."""
        name = self.name("t")
        count = f"TILE * {slots}" if slots > 1 else "TILE"
        if self.allocates:
            self.frame += lines(f"{name} = ub.alloc(asc.TPosition.{position}, asc.{self.dtype}, {count})")
        else:
            arguments = f"asc.{self.dtype}, asc.TPosition.{position}, {self.address}, {count}"
            self.frame += lines(f"{name} = asc.LocalTensor({arguments})")
        self.address += self.tile * self.size * slots
        return name

    def stretch(self, count: int = 64) -> int:
        """A number of tiles in GM that nothing else uses: the first of them."""
        first = self.tiles
        self.tiles += count
        return first

    def event_id(self, event: str, count: int = 1) -> int:
        """The first of `count` ids of an event that nothing else uses."""
        first = self.ids.get(event, 0)
        self.ids[event] = first + count
        return first

    def has_ids(self, event: str, count: int) -> bool:
        return self.ids.get(event, 0) + count <= 6

    # ----------------------------------------------------------------------------------------------------------- text

    def finish(self, params: str) -> Tree:
        """The whole file."""
        options = "" if self.auto_sync else "(auto_sync=False)"
        integers = "".join(f", {name}: int" for name in self.domains if name.isidentifier())
        buffers = [
            Node(text)
            for name in params
            for text in (
                f"{name}_gm = asc.GlobalTensor()",
                f"{name}_gm.set_global_buffer({name}, TILE * {max(self.tiles, 1)})",
            )
        ]
        addresses = ", ".join(f"{name}: asc.GlobalAddress" for name in params)
        kernel = block(
            f"def kernel({addresses}{integers}):",
            lines(f"# pyasc-lint: assume {', '.join(self.assumes)}") if self.assumes else [],
            lines("asc.init_soc_state()"),
            buffers,
            lines("ub = asc.LocalMemAllocator()") if self.allocates else [],
            self.frame,
            self.body,
            lines("asc.pipe_barrier(asc.PipeID.PIPE_ALL)"),
        )
        return [*lines("import asc", f"TILE = {self.tile}"), *self.helpers, *lines(f"@asc.jit{options}"), kernel]
