"""Kernels about bytes: a right pattern, and what people get wrong about numbers of elements and bytes."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
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
    positions,
    repeats,
    sizes,
    slices,
    strides,
)
from tests.support.random_kernels.bytes_patterns import PATTERNS, full, padded
from tests.support.random_kernels.bytes_writer import Writer
from tests.support.random_kernels.model import RandomKernel
from tests.support.source_tree import parse, render

TARGETS = ("Ascend910B1", "Ascend910B1", "Ascend910B4", "Ascend910_9392", "Ascend950PR_9599", "Ascend310P3")
"""Chips with static-Tensor kernels. The last one has no copies that pad."""


def bytes_kernel(seed: int) -> RandomKernel:
    """The kernel of a seed: one or two patterns, and at most two defects."""
    random = Random(f"bytes {seed}")
    writer = Writer(random, random.choice(TARGETS))
    patterns = [pattern for pattern in PATTERNS if writer.target != "Ascend310P3" or pattern is not padded]
    chosen = random.sample(patterns, random.choice([1, 1, 2]))
    for pattern in chosen if full not in chosen else [full]:
        pattern(writer)
    text = render(writer.finish())
    if writer.allocates and writer.target.startswith("Ascend950"):
        writer.domains["dynamicStartUB"] = (0, 1024)
    done: list[str] = []
    wanted = random.choice([0, 0, 1, 1, 1, 2, 2, 2])
    for name, change in random.choices(DEFECTS, k=4 * wanted):
        mutants = list(change(Source(text), random)) if len(done) < wanted else []
        if mutants:
            text = random.choice(mutants)
            done.append(name)
    return RandomKernel(seed, parse(text), writer.domains, tuple(done), writer.target)


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


def _selected(source: Source, random: Random) -> Iterator[str]:
    """An addition becomes a choice between its sources, which the reserved part of the UB is used for."""
    for call in source.calls():
        if name_of(call) in ("add", "mul") and len(call.args) == 4:
            to, first, second, count = map(source.of, call.args)
            mode = "asc.SelMode.VSEL_TENSOR_TENSOR_MODE"
            yield source.replaced(call, f"asc.select({to}, {first}, {first}, {second}, {mode}, {count})")


def _scratch(source: Source, random: Random) -> Iterator[str]:
    """A tensor lies in the reserved part of the UB, and an instruction uses that."""
    for text in _selected(source, random):
        yield from changed(Source(text), addresses, lambda _: "188416 + 512")


def _summed(source: Source, random: Random) -> Iterator[str]:
    """An addition becomes a sum, for which TPipe is needed."""
    for call in source.calls():
        if name_of(call) in ("add", "mul") and len(call.args) == 4:
            yield source.replaced(call.func, "asc.reduce_sum")


def _dropped(source: Source, random: Random) -> Iterator[str]:
    return dropped(source, *COPIES, "muls", "add", "adds", "cast", "exp")


DEFECTS: list[tuple[str, Changes]] = [
    ("count", _other(counts, "{} + 8", "{} + 64", "{} * 2")),
    ("slice", _other(slices, "{} + 8", "{} + 64", "{} + 1", "{} - 8", "{} + 2")),
    ("size", _other(sizes, "{} - 8", "{} // 2", "{} + 4", "{} + 1")),
    *[("large", _other(sizes, "{} + 50000", "{} * 100", "{} * 40", "{} * 60"))] * 5,
    *[("odd", _other(counts, "{} + 1", "{} - 3"))] * 2,
    ("address", _other(addresses, "{} + 32", "{} // 2", "{} + 16", "{} + 256", "{} - 64", "{} + 190000")),
    ("overlap", _other(addresses, "{} - 32", "{} - 64", "{} - 128", "{} // 64 * 32")),
    *[("same place", _same_place)] * 14,
    *[("off the grid", _other(sizes, "{} + 4", "{} + 1", "{} + 2"))] * 2,
    ("far", _other(addresses, "{} + 190000", "{} + 196000", "{} * 100 + 180000")),
    ("length", _other(lengths, "{} - 8", "{} // 2", "{} - 64")),
    ("stride", _other(strides, "{} + 1", "{} + 8", "{} * 2")),
    ("repeat", _other(repeats, "{} + 1", "{} * 2")),
    ("dropped", _dropped),
    ("in place", _shifted_in_place),
    *[("selected", _selected)] * 4,
    *[("scratch", _scratch)] * 22,
    ("summed", _summed),
    *[("position", _other(positions, "asc.TPosition.A1", "asc.TPosition.A2", "asc.TPosition.CO1"))] * 3,
]
