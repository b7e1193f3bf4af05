"""`--watch`: a check after every change."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from pyasc_lint.commands.options import UsageError, fail, settings_of

if TYPE_CHECKING:
    from pyasc_lint.config import ConfigFinder


def watch(options: argparse.Namespace, check: Callable[[argparse.Namespace], int]) -> int:
    """Checks now and after each change until it is interrupted; returns the status of the last check."""
    from pyasc_lint.watching import state, wait_for_change

    paths = options.paths or [os.curdir]
    if "-" in paths:
        raise UsageError('--watch cannot be combined with "-"')
    status = 0
    try:
        while True:
            before = state(paths, _finder(options))
            try:
                status = check(options)
            except UsageError as error:
                status = fail(str(error))
            sys.stdout.flush()
            wait_for_change(before, paths, _finder(options))
    except KeyboardInterrupt:
        return status


def _finder(options: argparse.Namespace) -> ConfigFinder:
    """Finds the files to watch: without --config, which may be broken just now."""
    from pyasc_lint.config import ConfigFinder

    return ConfigFinder(settings_of(options))
