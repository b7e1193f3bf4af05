"""The table of chips that `--list-targets` shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from .library import load_profiles
from .model import Profile


class TargetRow(NamedTuple):
    """One chip. `ub_bytes` is the physical size of the UB, None where sources disagree."""

    name: str
    aliases: tuple[str, ...]
    family: str
    arch: int
    cores: str
    ub_bytes: int | None
    pyasc: bool
    static_tensor: bool
    reasons: tuple[str, ...]
    """Why pyasc or static-Tensor programming does not support the chip; empty where both do."""


def describe_targets(extra_dirs: Iterable[Path] = ()) -> tuple[TargetRow, ...]:
    """One row a chip: first those that pyasc supports, then the other static-Tensor chips. Raises as `load_profile`."""
    rows = [_row(profile) for profile in load_profiles(extra_dirs)]
    return tuple(sorted(rows, key=lambda row: (not row.pyasc, not row.static_tensor, row.arch, row.name)))


def _row(profile: Profile) -> TargetRow:
    ub = profile.memory("UB")
    return TargetRow(
        name=profile.name,
        aliases=profile.aliases,
        family=profile.family,
        arch=profile.arch,
        cores=_cores(profile),
        ub_bytes=ub.physical_end if ub else None,
        pyasc=profile.pyasc.supported,
        static_tensor=profile.static_tensor.supported,
        reasons=tuple(_reasons(profile)),
    )


def _cores(profile: Profile) -> str:
    count = profile.core_count
    first = f"{count.ai_core} AI Core" if count.aic is None else f"{count.aic} AIC"
    return f"{first} + {count.aiv} AIV" if count.aiv else first


def _reasons(profile: Profile) -> Iterator[str]:
    if not profile.static_tensor.supported:
        yield profile.static_tensor.reason or "no static-Tensor programming"
    if not profile.pyasc.supported:
        development = ", only in a development build or a fork" if profile.pyasc.in_development else ""
        yield f"not in pyasc's Platform{development}"
