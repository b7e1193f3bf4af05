"""Linting: the run, fixes and comments, and its reports."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pyasc_lint.commands.baselines import apply_baseline, baseline_of, write_baseline
from pyasc_lint.commands.emit import emit, requests_of
from pyasc_lint.commands.information import show_settings
from pyasc_lint.commands.options import PROGRAM, UsageError, fail, outputs_of
from pyasc_lint.commands.streams import read_input

if TYPE_CHECKING:
    from pyasc_lint.codegen import Requests
    from pyasc_lint.config import Config, ConfigFinder
    from pyasc_lint.execution.engine import Resources
    from pyasc_lint.rules._rule import Language
    from pyasc_lint.runner import RunResult


def lint(options: argparse.Namespace, configs: ConfigFinder) -> int:
    """Lints; what belongs to the whole run (format, language) is set by the configuration of the first path."""
    paths = options.paths or [os.curdir]
    from_stdin = "-" in paths
    if from_stdin and len(paths) > 1:
        raise UsageError('"-" cannot be combined with other paths')
    if options.stdin_filename and not from_stdin:
        raise UsageError('--stdin-filename needs "-" as the path')
    name = options.stdin_filename or "<stdin>"
    first = name if from_stdin else paths[0]
    config = configs.for_folder(Path(first)) if os.path.isdir(first) else configs.for_file(first)
    settings = config.settings

    if options.show_settings:
        return show_settings(config, first)
    from pyasc_lint.runner import run_stdin

    requests = requests_of(options) if options.emit else None
    baseline = None if options.write_baseline else baseline_of(config)
    data = read_input() if from_stdin else None
    if data is not None:
        result = run_stdin(data, name, configs, requests)
    else:
        result = _run_paths(paths, configs, requests, config, options)
    if options.add_ignore:
        result = _add_ignore(result, paths, configs, config, options)
    if options.fix or options.diff:
        result = _fix(result, data, configs, settings.language, options)
    if not options.diff:
        if options.write_baseline and result.exit_status != 2:
            write_baseline(result, configs, Path(options.write_baseline))
        elif baseline is not None:
            apply_baseline(baseline, result, configs)
        _report(result, config, options)
    if options.memory_map == "svg":
        from pyasc_lint.reporting.memory_svg import memory_map_svg

        sys.stdout.write(memory_map_svg(result.reports, settings.language))
    for note in result.notes:
        print(f"{PROGRAM}: note: {note}", file=sys.stderr)
    for problem in result.problems:
        fail(problem)
    if requests is not None:
        return emit(result, requests, configs, config, options)
    return 0 if options.exit_zero and result.exit_status == 1 else result.exit_status


def _run_paths(
    paths: Sequence[str], configs: ConfigFinder, requests: Requests | None, config: Config, options: argparse.Namespace
) -> RunResult:
    from pyasc_lint.reporting.progress import progress_bar
    from pyasc_lint.runner import run_paths

    with progress_bar(config.settings.language) as progress:
        return run_paths(paths, configs, progress, requests, _resources(config, options))


def _add_ignore(
    result: RunResult, paths: Sequence[str], configs: ConfigFinder, config: Config, options: argparse.Namespace
) -> RunResult:
    """Adds comments for what no baseline knows; what is then left to report."""
    from pyasc_lint.fixing.ignoring import add_ignores

    result.settle(configs, baseline_of(config))
    done = add_ignores(result.reports, configs)
    left = _run_paths(paths, configs, None, config, options)
    left.problems += done.problems
    left.notes.append(f"comments added for {done.findings} findings in {done.files} files")
    return left


def _fix(
    result: RunResult, data: bytes | None, configs: ConfigFinder, language: Language, options: argparse.Namespace
) -> RunResult:
    """Applies fixes, or shows what they would change; what is then left to report. `data` is the standard input."""
    from pyasc_lint.fixing.files import WriteError, write
    from pyasc_lint.fixing.run import fix_result
    from pyasc_lint.reporting.fixes import fixed_line, refused_lines, write_differences

    fixed, outcome = fix_result(result, configs, unsafe=options.unsafe_fixes)
    if options.diff:
        write_differences(outcome, sys.stdout)
        fixed.failing = bool(outcome.changed)
    elif data is not None:  # what cannot be fixed comes back as it was
        sys.stdout.buffer.write(outcome.changed[0][1].encoded() if outcome.changed else data)
    else:
        for before, after in outcome.changed:
            try:
                write(before, after)
            except WriteError as error:
                fixed.problems.append(str(error))
    told = fixed_line(outcome, language, done=not options.diff, unsafe_too=options.unsafe_fixes)
    for line in (told, *refused_lines(outcome, language)):
        print(line, file=sys.stderr)
    return fixed


def _report(result: RunResult, config: Config, options: argparse.Namespace) -> None:
    """Writes the reports that were asked for."""
    from pyasc_lint.reporting.report import Shown, write_outputs

    settings = config.settings
    outputs = outputs_of(settings.output_format, options)
    shown = Shown(settings.language, config.fail_on, options.memory_map, options.statistics)
    try:
        # With --emit, but without --out, the standard output is the generated text; with --memory-map=svg the image;
        # with --fix of a text from the standard input, what that becomes.
        generates = options.memory_map == "svg" or (options.emit and options.out is None)
        generates = generates or (options.fix and "-" in options.paths)
        write_outputs(result, outputs, shown, sys.stderr if generates else sys.stdout)
    except OSError as error:
        if error.filename is None:  # the stream's own
            raise
        raise UsageError(f"{error.filename}: cannot be written: {(error.strerror or str(error)).lower()}") from None


def _resources(config: Config, options: argparse.Namespace) -> Resources:
    from pyasc_lint.execution.engine import Resources

    return Resources(options.jobs or _cores(), None if options.no_cache else _cache_folder(config))


def _cache_folder(config: Config) -> Path:
    from pyasc_lint.execution.store import FOLDER

    return Path(config.settings.cache_dir or config.root / FOLDER)


def _cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
