"""`--watch`: what a run looked at, and waiting until some of it has changed."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence

from pyasc_lint.config import ConfigFinder
from pyasc_lint.config_files import FILE_NAME, PROJECT_FILE
from pyasc_lint.discovery import discover
from pyasc_lint.toml_files import ProblemError

_EVERY = 0.3
"""Seconds between two looks."""

State = dict[str, tuple[int, int]]


def state(paths: Sequence[str], configs: ConfigFinder) -> State:
    """Time and size of the files of a run, and of the configuration files around them."""
    try:
        files = discover(paths, configs).files
    except ProblemError:  # a configuration that is broken just now
        files = []
    folders = {os.path.dirname(os.path.abspath(file)) for file in [*files, *paths, os.curdir]}
    folders |= {os.path.abspath(path) for path in paths}
    around = {parent for folder in folders for parent in _upwards(folder)}
    known = [*files, *(os.path.join(folder, name) for folder in around for name in (FILE_NAME, PROJECT_FILE))]
    found: State = {}
    for file in known:
        try:
            status = os.stat(file)
        except OSError:
            continue
        found[file] = (status.st_mtime_ns, status.st_size)
    return found


def wait_for_change(before: State, paths: Sequence[str], configs: ConfigFinder) -> None:
    """Returns once the state is another one."""
    while state(paths, configs) == before:
        time.sleep(_EVERY)


def _upwards(folder: str) -> list[str]:
    found = [folder]
    while os.path.dirname(found[-1]) != found[-1]:
        found.append(os.path.dirname(found[-1]))
    return found
