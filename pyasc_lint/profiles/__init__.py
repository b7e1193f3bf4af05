"""Chip profiles: memories, cores, pipes and events of the Ascend chips, read from `hardware_profiles/*.toml`.

Every number there names its sources; `load_sources` says what they are. Users add chips with TOML files of the same
form that say `inherits = "Ascend910B1"` or `arch = 2201` and what differs.
"""

from .errors import ProfileError, UnknownProfileError
from .facts import (
    Barrier,
    Compiler,
    Core,
    CoreCount,
    CoreFacts,
    EventIds,
    Hardware,
    Layout,
    Memory,
    Pipe,
    Place,
    Pyasc,
    ReservedUb,
    ReservedUse,
    StaticTensor,
    UbBanks,
    Use,
)
from .library import Source, check_profiles, load_profile, load_profiles, load_sources, profile_names
from .model import EventStatus, Profile
from .targets import TargetRow, describe_targets

__all__ = [
    "Barrier",
    "Compiler",
    "Core",
    "CoreCount",
    "CoreFacts",
    "EventIds",
    "EventStatus",
    "Hardware",
    "Layout",
    "Memory",
    "Pipe",
    "Place",
    "Profile",
    "ProfileError",
    "Pyasc",
    "ReservedUb",
    "ReservedUse",
    "Source",
    "StaticTensor",
    "TargetRow",
    "UbBanks",
    "UnknownProfileError",
    "Use",
    "check_profiles",
    "describe_targets",
    "load_profile",
    "load_profiles",
    "load_sources",
    "profile_names",
]
