"""The reports of earlier runs: each under a key of all that decides what it says."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from pyasc_lint.execution.dependencies import Dependencies, content_hash
from pyasc_lint.execution.records import pack, unpack
from pyasc_lint.execution.store import Store
from pyasc_lint.frontend.source import Source
from pyasc_lint.reports import EngineOptions, FileReport


class ReportCache:
    """The reports that a cache folder holds."""

    def __init__(self, folder: Path) -> None:
        self._store = Store(folder)

    def keys(self, options: EngineOptions, sources: Sequence[Source]) -> dict[str, str]:
        """By path, for each file worth it, the key of its report."""
        said = [
            list(options.targets), options.explicit_target, options.reserved_ub, options.pyasc_version,
            options.language, [_profile_hash(path) for path in options.profile_paths],
        ]  # fmt: skip
        dependencies = Dependencies(sources, self._store)
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

    def get(self, keys: Mapping[str, str], source: Source) -> FileReport | None:
        """The report of a file, where an earlier run left one."""
        data = self._store.get(keys[source.path]) if source.path in keys else None
        try:
            return None if data is None else unpack(data, source)
        except ValueError:
            return None

    def put(self, keys: Mapping[str, str], report: FileReport) -> None:
        """Keeps a report, unless another run may say more: of a file that could not be analysed."""
        sound = not report.internal_error and all(found.code != "ASC008" for found in report.diagnostics)
        if sound and report.source.path in keys:
            self._store.put(keys[report.source.path], pack(report))

    def tidy(self) -> None:
        """Deletes what no run needs any more."""
        self._store.tidy()


def _profile_hash(path: Path) -> list[str]:
    """The contents of a profile file, or of all in a folder."""
    files = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
    return [f"{file} {hashlib.blake2b(file.read_bytes()).hexdigest()}" for file in files if file.is_file()]
