"""The command line: options in, exit status out.

Exit status: 0 clean, 1 findings at or above the failing level, 2 usage, configuration or internal error. A run that
finds nothing to check is a usage error unless the configuration excluded the files: silence must mean "checked".
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from pyasc_lint.commands.options import UsageError, fail, parse, settings_of


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line; returns the exit status."""
    gc.set_threshold(100_000, 20, 50)  # a run makes many objects that stay; looking through them is a sixth of its time
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        status = _run(parse(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()
        return status
    except UsageError as error:
        return fail(str(error))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else Python complains again at exit
        return 2
    except KeyboardInterrupt:
        return fail("interrupted")
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0
    except Exception as error:  # never a traceback: the place is enough for a report
        frame = error.__traceback__
        while frame is not None and frame.tb_next is not None:
            frame = frame.tb_next
        place = f" ({Path(frame.tb_frame.f_code.co_filename).name}:{frame.tb_lineno})" if frame else ""
        return fail(f"internal error: {type(error).__name__}: {error}{place}; please report this")


def _run(options: argparse.Namespace) -> int:
    if options.watch:
        from pyasc_lint.commands.watch import watch

        return watch(options, _check)
    return _check(options)


def _check(options: argparse.Namespace) -> int:
    from pyasc_lint.config import ConfigFinder
    from pyasc_lint.profiles import ProfileError
    from pyasc_lint.selection import UnknownSelector
    from pyasc_lint.toml_files import ProblemError

    try:
        configs = ConfigFinder(settings_of(options), options.config)
        if options.run:
            from pyasc_lint.commands.run import run_kernel

            return run_kernel(options, configs)
        if options.explain is not None:
            from pyasc_lint.commands.information import explain

            return explain(options.explain, configs)
        if options.list_rules:
            from pyasc_lint.commands.information import list_rules

            return list_rules(configs)
        if options.list_targets:
            from pyasc_lint.commands.information import list_targets

            return list_targets(configs)
        from pyasc_lint.commands.lint import lint

        return lint(options, configs)
    except (UnknownSelector, ProblemError, ProfileError) as error:
        raise UsageError(str(error)) from None
