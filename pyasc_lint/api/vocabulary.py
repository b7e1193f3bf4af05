"""Enums, dtypes, constants, traps and syntax facts of the API table, and did-you-mean."""

from __future__ import annotations

import dataclasses
import difflib
import enum
from collections.abc import Iterable, Mapping
from functools import cached_property

from pyasc_lint.deferred import dataclass


def closest(name: str, names: Iterable[str]) -> str | None:
    """The most similar of `names`, ignoring case first; None if nothing is close."""
    pool = list(names)
    for candidate in pool:
        if candidate.lower() == name.lower():
            return candidate
    found = difflib.get_close_matches(name, pool, n=1, cutoff=0.7)
    return found[0] if found else None


@dataclass(frozen=True, eq=False)
class EnumInfo:
    """Attributes: members: name -> value; member_since: members younger than the enum -> first release."""

    name: str
    members: Mapping[str, int]
    member_since: Mapping[str, str] = dataclasses.field(default_factory=dict)
    note: str | None = None
    since: str = "1.0.0"

    def has_member(self, name: str) -> bool:
        """Whether `Enum.name` exists: a member, or what every IntEnum class has."""
        return name in self.members or name in _ENUM_MEMBERS

    def suggest(self, name: str) -> str | None:
        return closest(name, self.members)


@dataclass(frozen=True, eq=False)
class DTypeInfo:
    """Attributes: name: asc name ("half"); canonical: "float16"; bits: None for void; kind: int, uint, float, void."""

    name: str
    canonical: str
    bits: int | None
    cpp: str | None
    kind: str
    note: str | None = None

    @cached_property
    def size(self) -> int | None:
        """Bytes of one element, None for void."""
        return None if self.bits is None else self.bits // 8


@dataclass(frozen=True, eq=False)
class PropertyInfo:
    """A constant for `asc.property(...)`, e.g. ONE_BLK_SIZE. Attributes: emits: C++ text; dtype: canonical dtype."""

    name: str
    emits: str
    dtype: str


@dataclass(frozen=True, eq=False)
class Trap:
    """A way in which pyasc 1.1.1 differs from Ascend C or from what a reader expects.

    Attributes:
        id: "cube-01".
        area: "cube", "sync", …
        severity: hang, crash, cache, silent_wrong, silent_unsafe, cxx_error, reject, imprecise, missing, doc_conflict,
            perf.
    """

    id: str
    area: str
    severity: str
    snippet: str
    actual: str
    expected: str
    workaround: str
    detect: str | None = None
    note: str | None = None


@dataclass(frozen=True, eq=False)
class SyntaxFact:
    """One Python construct inside `@asc.jit` and what 1.1.1 does with it.

    Attributes:
        result: "accepted" or "rejected".
        error_class: exception the user sees; cause_class: the one behind it.
    """

    id: str
    category: str
    construct: str
    result: str
    behaviour: str | None = None
    error_class: str | None = None
    cause_class: str | None = None
    message: str | None = None


_ENUM_MEMBERS = frozenset(dir(enum.IntEnum)) | {"__members__", "mro"}
