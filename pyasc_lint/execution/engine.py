"""Carries out checks: what the cache knows is not checked again, the rest in as many processes as it is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pyasc_lint.checker import Checker
from pyasc_lint.deferred import dataclass
from pyasc_lint.failures import internal_failure
from pyasc_lint.frontend.source import Source
from pyasc_lint.limits import memory_limit
from pyasc_lint.reports import EngineOptions, FileReport

if TYPE_CHECKING:
    from pyasc_lint.execution.cache import ReportCache

_FEWEST = 6
"""Fewer files are checked faster in one process than others are started."""


@dataclass(frozen=True)
class Resources:
    """What a run may use: processes, and the folder of its cache (None: no cache)."""

    jobs: int = 1
    cache: Path | None = None


class Engine:
    """Checks groups of files that have their options in common."""

    def __init__(self, resources: Resources) -> None:
        self._jobs = resources.jobs
        self._cache = None if resources.cache is None else _cache(resources.cache)

    def check(self, options: EngineOptions, sources: Sequence[Source]) -> Iterator[FileReport]:
        """One report per source, in any order. Raises UnknownProfileError or ProfileError."""
        if self._cache is None or options.wanted is not None:
            yield from self._checked(options, sources, ())
            return
        keys = self._cache.keys(options, sources)
        missing: list[Source] = []
        for source in sources:
            known = self._cache.get(keys, source)
            if known is None:
                missing.append(source)
            else:
                yield known
        for report in self._checked(options, missing, _context(sources, missing, keys)):
            self._cache.put(keys, report)
            yield report
        self._cache.tidy()

    def _checked(
        self, options: EngineOptions, sources: Sequence[Source], context: Sequence[Source]
    ) -> Iterator[FileReport]:
        heavy = [source for source in sources if source.mentions_asc]
        if self._jobs > 1 and len(heavy) >= _FEWEST and options.wanted is None:
            from pyasc_lint.execution.pool import check_in_processes

            yield from check_in_processes(options, sources, context, self._jobs)
        else:
            with memory_limit(options.memory_limit):
                yield from check_here(options, sources, context)


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


def _cache(folder: Path) -> ReportCache:
    from pyasc_lint.execution.cache import ReportCache

    return ReportCache(folder)


def _context(sources: Sequence[Source], missing: Sequence[Source], keys: Mapping[str, str]) -> list[Source]:
    """The files whose reports are known, and that others may depend on."""
    checked = {source.path for source in missing}
    return [source for source in sources if source.path not in checked and source.path in keys]
