"""What an editor may propose in a kernel: the names that a chip gives a meaning to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from pyasc_lint.api import find_enum, table
from pyasc_lint.deferred import dataclass
from pyasc_lint.profiles import load_profile


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Names that a chip knows.

    `positions` maps every TPosition to its memory there ("GM" included), `events` every HardEvent to the cores whose
    headers accept it, `dtypes` every element type to the bytes of one element.
    """

    positions: Mapping[str, str]
    events: Mapping[str, tuple[str, ...]]
    dtypes: Mapping[str, int]


def chip_vocabulary(target: str, profile_paths: Iterable[Path] = ()) -> Vocabulary:
    """The names of one chip. Where it is not published which events exist, every core has all. Raises ProfileError."""
    profile = load_profile(target, profile_paths)
    positions, events = find_enum("TPosition"), find_enum("HardEvent")
    assert positions is not None and events is not None
    return Vocabulary(
        {name: profile.positions[name] for name in positions.members if name in profile.positions},
        {
            name: cores
            for name in events.members
            if (cores := tuple(core for core in profile.cores if profile.event_status(core, name) != "absent"))
        },
        {info.name: info.size for info in table().dtypes.values() if info.size},
    )
