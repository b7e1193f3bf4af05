"""From documents to a `Profile`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .documents import Document, Sources, merge
from .facts import (
    Compiler,
    CoreCount,
    CoreFacts,
    EventIds,
    Layout,
    Memory,
    Pyasc,
    ReservedUb,
    ReservedUse,
    StaticTensor,
    UbBanks,
)
from .model import Profile

_OWN_KEYS = ("name", "aliases", "note", "confused_with")
"""What a profile says of itself and not of those built on it."""

_PARTS = {
    "compiler": Compiler,
    "pyasc": Pyasc,
    "static_tensor": StaticTensor,
    "core_count": CoreCount,
    "ub_banks": UbBanks,
    "event_ids": EventIds,
    "layout": Layout,
}


def build_profile(chain: Sequence[Document], shipped: bool) -> Profile:
    """The profile that a file and the files it builds on describe.

    Args:
        chain: the file itself, then what it inherits, nearest first.
        shipped: all of them are, so that nothing is to be checked.

    Raises:
        ProfileError: a key is unknown, missing, of the wrong type or contradicts another.
    """
    data: dict[str, Any] = {}
    sources: Sources = {}
    for document in reversed(chain):
        inherited = {key: value for key, value in data.items() if key not in _OWN_KEYS}
        data = merge(inherited, {key: value for key, value in document.data.items() if key != "inherits"})
        sources |= document.sources
    if not shipped:
        from .validation import check  # loads pydantic

        check(data, chain)
    return _built(data, sources)


def _built(data: Mapping[str, Any], sources: Sources) -> Profile:
    facts = {key: _PARTS[key](**value) if key in _PARTS else value for key, value in data.items()}
    memories = {hardware: Memory(hardware=hardware, **table) for hardware, table in facts.pop("memory").items()}
    cores = {core: CoreFacts(**table) for core, table in facts.pop("core").items()}
    if reserved := facts.pop("reserved_ub", None):
        detail = {api: ReservedUse(**table) for api, table in reserved.get("detail", {}).items()}
        facts["reserved_ub"] = ReservedUb(**{**reserved, "detail": detail})
    return Profile(**facts, memories=memories, cores=cores, sources=sources)
