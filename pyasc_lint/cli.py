"""The command line: options in, exit status out.

Exit status: 0 clean, 1 findings at or above the failing level, 2 usage, configuration or internal error. A run that
finds nothing to check is a usage error unless the configuration excluded the files: silence must mean "checked".
"""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Sequence
from pathlib import Path

from pyasc_lint.commands.options import UsageError, fail, parse, settings_of
from pyasc_lint.commands.streams import drop_output, open_streams, output_problem


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line; returns the exit status."""
    gc.set_threshold(100_000, 20, 50)  # a run makes many objects that stay; looking through them is a sixth of its time
    open_streams()
    try:
        try:
            status = _run(parse(sys.argv[1:] if arguments is None else arguments))
        except SystemExit as stop:  # after --help and --version
            status = stop.code if isinstance(stop.code, int) else 0
        sys.stdout.flush()
        return status
    except UsageError as error:
        return fail(str(error))
    except BrokenPipeError:
        drop_output()
        return 2
    except KeyboardInterrupt:
        return fail("interrupted")
    except Exception as error:  # never a traceback: the place is enough for a report
        if isinstance(error, OSError) and (problem := output_problem(error)):
            drop_output()
            return fail(problem)
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
