"""Where Python looks for the file behind an import, as far as it can be told without running anything."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

_MAX_PARENTS = 6
"""How many folders above a file are tried for an absolute import: enough for a package, not for the whole disk."""


def candidates(folder: Path, dotted: str, level: int) -> Iterator[tuple[Path, str]]:
    """Files that `dotted` (module, perhaps with attributes after it) may name in a file of `folder`, best first.

    With each come the attributes left over. `level` counts the dots of a relative import.
    """
    parts = dotted.split(".") if dotted else []
    if level:
        roots = [folder.parents[level - 2] if 2 <= level <= len(folder.parents) + 1 else folder]
    else:
        roots = [folder, *list(folder.parents)[:_MAX_PARENTS]]
    for root in roots:
        for count in range(len(parts), 0, -1):
            base = root.joinpath(*parts[:count])
            for path in (base.with_suffix(".py"), base / "__init__.py"):
                yield path, ".".join(parts[count:])
