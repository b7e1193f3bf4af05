"""The lines that kernels about order are made of."""

from __future__ import annotations

from tests.support.random_kernels.model import Writer, lines
from tests.support.source_tree import Tree


def set_flag(event: str, ident: int | str) -> Tree:
    return lines(f"asc.set_flag(asc.HardEvent.{event}, {ident})")


def wait_flag(event: str, ident: int | str) -> Tree:
    return lines(f"asc.wait_flag(asc.HardEvent.{event}, {ident})")


def pair(w: Writer, event: str, ident: int | str | None = None) -> Tree:
    """A set and its wait, with an id of their own if none is given. A wait that holds up no dispatch may come first."""
    ident = w.event_id(event) if ident is None else ident
    both = [set_flag(event, ident), wait_flag(event, ident)]
    if not event.endswith("_S") and w.chance(0.12):
        both.reverse()
    return [node for half in both for node in half]


def barrier(pipe: str) -> Tree:
    return lines(f"asc.pipe_barrier(asc.PipeID.PIPE_{pipe})")


def vector_barrier(w: Writer) -> Tree:
    """What orders two dependent vector instructions, where the compiler does not."""
    return [] if w.auto_sync else barrier("V")


def part(tensor: str, tiles: str) -> str:
    """The tile of a tensor at an index that is an expression."""
    if tiles == "0":
        return tensor
    return f"{tensor}[{tiles if tiles.isidentifier() else f'({tiles})'} * TILE:]"


def place(first: int, index: str) -> str:
    """Tile `index` of a stretch of GM that starts at tile `first`."""
    return f"{index} + {first}" if first else index


def copy_in(w: Writer, tensor: str, tile: str) -> Tree:
    """A tile from GM: by a number of elements, of blocks, or of bytes."""
    both = f"{tensor}, {part('x_gm', tile)}"
    if w.chance(0.75):
        return lines(f"asc.data_copy({both}, TILE)")
    padding = "asc.DataCopyPadExtParams(asc.float32, False, 0, 0, 0.0)"
    return lines(
        w.random.choice([
            f"asc.data_copy({both}, asc.DataCopyParams(1, TILE // 8, 0, 0))",
            f"asc.data_copy_pad({both}, asc.DataCopyExtParams(1, TILE * 4, 0, 0, 0), {padding})",
        ])
    )  # fmt: skip


def copy_out(w: Writer, tile: str, tensor: str) -> Tree:
    """A tile to GM, in the same forms."""
    both = f"{part('y_gm', tile)}, {tensor}"
    if w.chance(0.75):
        return lines(f"asc.data_copy({both}, TILE)")
    return lines(
        w.random.choice([
            f"asc.data_copy({both}, asc.DataCopyParams(2, TILE // 16, 0, 0))",
            f"asc.data_copy_pad({both}, asc.DataCopyExtParams(1, TILE * 4, 0, 0, 0))",
        ])
    )  # fmt: skip


def vector(w: Writer, name: str, target: str, *sources: str, scalar: str = "") -> Tree:
    """A vector instruction on a tile: by a number of elements, or by a mask and repeats of 64 of them."""
    operands = ", ".join([target, *sources, *([scalar] if scalar else [])])
    if w.chance(0.8):
        return lines(f"asc.{name}({operands}, TILE)")
    mask = w.random.choice(["64", "[18446744073709551615, 0]"])
    if len(sources) == 2:
        params = "asc.BinaryRepeatParams(1, 1, 1, 8, 8, 8)"
    else:
        params = "asc.UnaryRepeatParams(1, 1, 8, 8)"
    return lines(f"asc.{name}({operands}, {mask}, TILE // 64, {params})")


def compute(w: Writer, target: str, *sources: str) -> Tree:
    """One to three vector instructions from the sources to the target."""
    choose = w.random.choice
    if len(sources) == 2:
        body = vector(w, choose(["add", "mul", "max"]), target, *sources)
    elif w.chance(0.5):
        body = vector(w, "muls", target, *sources, scalar="2.0")
    else:
        body = vector(w, "exp", target, *sources)
    for _ in range(choose([0, 0, 1, 2])):
        body += vector_barrier(w)
        if w.chance(0.5):
            body += vector(w, "adds", target, target, scalar="1.0")
        else:
            body += vector(w, "relu", target, target)
    return body


def indices(w: Writer) -> tuple[str, str]:
    """The header of a loop over `i`, and the tile that an iteration works on."""
    trips = w.trips()
    if w.chance(0.15):
        return f"for i in range(1, {trips} + 1):", "i - 1"
    if w.chance(0.1):
        return f"for i in range({trips} - 1, -1, -1):", "i"
    if w.chance(0.1):
        return f"for i in range(0, ({trips}) * 2, 2):", "i // 2"
    return f"for i in range({trips}):", "i"
