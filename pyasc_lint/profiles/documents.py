"""Profile files as data: reading them, taking sources off facts, laying one file over another.

A fact is written `key = { value = 196608, source = ["RT_INI"] }`, or just `key = 196608` in a file of the user's own.
Code sees plain values; the sources stand beside them, under dotted keys such as `memory.UB.physical_end`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pyasc_lint.deferred import dataclass
from pyasc_lint.toml_files import Problem, ProblemError, TomlFile, did_you_mean, read_toml

from .errors import ProfileError

Sources = dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Document:
    """One profile file. `sources` has an entry for each fact in `data`, empty where the file names none."""

    file: TomlFile
    data: dict[str, Any]
    sources: Sources

    @property
    def path(self) -> Path:
        return self.file.path

    def problem(self, keys: Sequence[str], message: str, remedy: str = "") -> Problem:
        """What is wrong at a key, with the line that sets it."""
        return self.file.problem(keys, message, remedy)


def read_document(path: Path) -> Document:
    """Reads and unwraps one file.

    Raises:
        ProfileError: unreadable, not UTF-8, not TOML, or a fact with keys other than `value` and `source`.
    """
    try:
        file = read_toml(path)
    except ProblemError as error:
        raise ProfileError(*error.problems) from None
    document = Document(file, {}, {})
    for key, value in file.data.items():
        document.data[key] = _unwrap(document, (key,), value)
    return document


def merge(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """`own` laid over `base`: tables are joined key by key, everything else is replaced."""
    merged = dict(base)
    for key, value in own.items():
        below = merged.get(key)
        merged[key] = merge(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return merged


def _unwrap(document: Document, keys: tuple[str, ...], value: Any, *, in_fact: bool = False) -> Any:
    """The value without its source, lists as tuples; records the sources of the facts in it."""
    if isinstance(value, dict) and "value" in value and not in_fact:
        for key in value.keys() - {"value", "source"}:
            message = f"unknown key {key} beside value in {'.'.join(keys)}"
            remedy = did_you_mean(key, ("value", "source")) or "a fact has the keys value and source"
            raise ProfileError(document.problem((*keys, key), message, remedy))
        document.sources[".".join(keys)] = _source_keys(document, keys, value.get("source", []))
        return _unwrap(document, keys, value["value"], in_fact=True)
    if isinstance(value, dict):
        return {key: _unwrap(document, (*keys, key), item, in_fact=in_fact) for key, item in value.items()}
    if not in_fact:
        document.sources[".".join(keys)] = ()
    return tuple(value) if isinstance(value, list) else value


def _source_keys(document: Document, keys: tuple[str, ...], source: Any) -> tuple[str, ...]:
    if isinstance(source, str):
        return (source,)
    if isinstance(source, list) and all(isinstance(item, str) for item in source):
        return tuple(source)
    message = f"the source of {'.'.join(keys)} must be text or a list of texts"
    raise ProfileError(document.problem((*keys, "source"), message))
