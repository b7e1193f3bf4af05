"""Carries out checks: what the cache knows is not checked again, the rest in as many processes as it is worth."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from pyasc_lint.checker import Checker
from pyasc_lint.deferred import dataclass
from pyasc_lint.execution.dependencies import Dependencies, content_hash
from pyasc_lint.execution.pool import FEWEST, check_in_processes
from pyasc_lint.execution.records import pack, unpack
from pyasc_lint.execution.store import Store
from pyasc_lint.failures import internal_failure
from pyasc_lint.frontend.source import Source
from pyasc_lint.limits import memory_limit
from pyasc_lint.reports import EngineOptions, FileReport


@dataclass(frozen=True)
class Resources:
    """What a run may use: processes, and the folder of its cache (None: no cache)."""

    jobs: int = 1
    cache: Path | None = None


class Engine:
    """Checks groups of files that have their options in common."""

    def __init__(self, resources: Resources) -> None:
        self.resources = resources
        self._store = None if resources.cache is None else Store(resources.cache)

    def check(self, options: EngineOptions, sources: Sequence[Source]) -> Iterator[FileReport]:
        """One report per source, in any order. Raises UnknownProfileError or ProfileError."""
        keys = {} if self._store is None or options.wanted else _keys(options, sources, self._store)
        missing: list[Source] = []
        for source in sources:
            known = self._known(keys.get(source.path), source)
            if known is None:
                missing.append(source)
            else:
                yield known
        for report in self._checked(options, missing, sources, keys):
            key = keys.get(report.source.path)
            if self._store is not None and key is not None and _is_sound(report):
                self._store.put(key, pack(report))
            yield report
        if self._store is not None:
            self._store.tidy()

    def _known(self, key: str | None, source: Source) -> FileReport | None:
        data = None if key is None or self._store is None else self._store.get(key)
        try:
            return None if data is None else unpack(data, source)
        except ValueError:
            return None

    def _checked(
        self, options: EngineOptions, missing: Sequence[Source], sources: Sequence[Source], keys: dict[str, str]
    ) -> Iterator[FileReport]:
        known = {source.path for source in missing}
        context = [source for source in sources if source.path not in known and source.path in keys]
        heavy = [source for source in missing if source.mentions_asc]
        if self.resources.jobs > 1 and len(heavy) >= FEWEST and options.wanted is None:
            yield from check_in_processes(options, missing, context, self.resources.jobs)
        else:
            with memory_limit(options.memory_limit):
                yield from check_here(options, missing, context)


def check_here(
    options: EngineOptions, sources: Sequence[Source], context: Sequence[Source] = ()
) -> Iterator[FileReport]:
    """The engine's reports. Where the engine itself fails on a file, that is the file's report and the rest goes on."""
    checker = Checker(options)
    done = 0
    while done < len(sources):
        try:
            for report in checker.check(sources[done:], context):
                done += 1
                yield report
        except Exception as error:  # a defect of ours must not cost the user the other files
            failed = FileReport(sources[done])
            internal_failure(failed, error, options.language)
            yield failed
            done += 1


def _is_sound(report: FileReport) -> bool:
    """Whether the report would be the same again: not so where a file could not be analysed."""
    return not report.internal_error and all(found.code != "ASC008" for found in report.diagnostics)


def _keys(options: EngineOptions, sources: Sequence[Source], store: Store) -> dict[str, str]:
    """For each file worth it, the key of its report: all that decides what the report says."""
    said = [
        list(options.targets), options.explicit_target, options.reserved_ub, options.pyasc_version, options.language,
        [_profile_hash(path) for path in options.profile_paths],
    ]  # fmt: skip
    dependencies = Dependencies(sources, store)
    hashes: dict[str, str] = {}
    keys = {}
    for source in sources:
        files = dependencies.of(source)
        if files is None:
            continue
        for file in files:
            if file.path not in hashes:
                hashes[file.path] = content_hash(file)
        text = json.dumps([said, source.path, source.named, [(file.path, hashes[file.path]) for file in files]])
        keys[source.path] = f"report-{hashlib.blake2b(text.encode(), digest_size=16).hexdigest()}"
    return keys


def _profile_hash(path: Path) -> list[str]:
    """The contents of a profile file, or of all in a folder."""
    files = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
    return [f"{file} {hashlib.blake2b(file.read_bytes()).hexdigest()}" for file in files if file.is_file()]
