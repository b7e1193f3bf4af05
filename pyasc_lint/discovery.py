"""From the paths on the command line to the Python files to check."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from dataclasses import field
from pathlib import Path

from pyasc_lint.config import ConfigFinder
from pyasc_lint.deferred import dataclass
from pyasc_lint.files import in_order
from pyasc_lint.gitignore import GitIgnore

SKIPPED_FOLDERS = frozenset(
    {
        ".bzr", ".direnv", ".eggs", ".git", ".git-rewrite", ".hg", ".ipynb_checkpoints", ".mypy_cache", ".nox",
        ".pants.d", ".pyasc_lint_cache", ".pyenv", ".pytest_cache", ".pytype", ".ruff_cache", ".svn", ".tox", ".venv",
        ".vscode", "__pycache__", "__pypackages__", "_build", "buck-out", "build", "dist", "node_modules",
        "site-packages", "venv",
    }
)  # fmt: skip
"""Of version control, tools and installed packages; what ruff skips, and the folders of caches and builds."""


@dataclass(slots=True)
class Found:
    """The files to check, sorted and each once. Problems make the run fail (exit 2), notes do not.

    `unreadable` pairs a folder that cannot be listed with the operating system's reason. `excluded` counts the files
    and folders that the configuration or git leaves out.
    """

    files: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    unreadable: list[tuple[str, str]] = field(default_factory=list)
    excluded: int = 0


def discover(paths: Iterable[str], configs: ConfigFinder) -> Found:
    """Expands files, folders and glob patterns. A file named outright is checked whatever its suffix and, unless
    `force-exclude` is set, whatever `exclude` says. Raises ConfigError."""
    found = Found()
    files: dict[str, str] = {}
    for path in paths:
        for match in _expand(path, found):
            if os.path.isdir(match):
                excluded = found.excluded
                candidates = list(_walk(match, configs, found))
                if not candidates and found.excluded == excluded:
                    found.notes.append(f"no Python files in '{match}'")
            else:
                candidates = [] if _force_excluded(match, configs, found) else [match]
            for file in candidates:
                files.setdefault(os.path.realpath(file), file)
    found.files = sorted(files.values(), key=in_order)
    return found


def _expand(path: str, found: Found) -> list[str]:
    """The path itself, or what it matches as a pattern."""
    if os.path.lexists(path):
        return [path]
    matches = sorted(glob.glob(os.path.expanduser(path), recursive=True)) if glob.has_magic(path) else []
    if not matches:
        kind = "nothing matches" if glob.has_magic(path) else "no such file or directory:"
        found.problems.append(f"{kind} '{path}'")
    return matches


def _force_excluded(path: str, configs: ConfigFinder, found: Found) -> bool:
    config = configs.for_file(path)
    excluded = config.settings.force_exclude and config.excludes(path)
    found.excluded += excluded
    return excluded


def _walk(top: str, configs: ConfigFinder, found: Found) -> Iterator[str]:
    """Python files below a folder. Links to folders are not followed: they could lead in circles."""

    def shown(path: str) -> str:
        return os.path.normpath(path) if top == os.curdir else path

    def note_error(error: OSError) -> None:
        found.unreadable.append((shown(error.filename or top), (error.strerror or str(error)).lower()))

    git = GitIgnore()
    for folder, folders, names in os.walk(top, onerror=note_error):
        config = configs.for_folder(Path(folder))
        ignored = git.ignores if config.settings.respect_gitignore else _never
        folders[:] = [name for name in folders if not _skipped(os.path.join(folder, name), name)]
        for kept in (folders, [name for name in names if name.endswith((".py", ".ipynb"))]):
            for name in list(kept):
                path = shown(os.path.join(folder, name))
                if config.excludes(path) or ignored(path, folder=kept is folders):
                    found.excluded += 1
                    kept.remove(name)
                elif kept is not folders and os.path.isfile(path):
                    yield path


def _never(path: str, *, folder: bool) -> bool:
    return False


def _skipped(path: str, name: str) -> bool:
    """Folders of tools and installed packages. A virtual environment is known by its `pyvenv.cfg`."""
    return name in SKIPPED_FOLDERS or os.path.exists(os.path.join(path, "pyvenv.cfg"))
