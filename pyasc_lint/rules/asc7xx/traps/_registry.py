"""Finds the traps: every `Trap` of a module in this folder."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache

import pyasc_lint.rules.asc7xx.traps as package
from pyasc_lint.rules.asc7xx.traps._trap import Trap


@cache
def all_traps() -> Mapping[str, Trap]:
    """All traps that are looked for, by id. Raises ValueError where two have the same."""
    traps: dict[str, Trap] = {}
    for info in pkgutil.iter_modules(package.__path__):
        if info.name.startswith("_"):
            continue
        module = importlib.import_module(f"{package.__name__}.{info.name}")
        for trap in vars(module).values():
            if isinstance(trap, Trap):
                if trap.id in traps:
                    raise ValueError(f"{info.name}: trap {trap.id} is taken")
                traps[trap.id] = trap
    return dict(sorted(traps.items()))
