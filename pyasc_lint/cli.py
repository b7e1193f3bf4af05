"""The command line: options in, exit status out.

Exit status: 0 clean, 1 findings at or above the failing level, 2 usage, configuration or internal error. A run that
finds nothing to check is a usage error unless the configuration excluded the files: silence must mean "checked".
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from pyasc_lint import __version__
from pyasc_lint.outputs import FORMATS, Output, parse_outputs

if TYPE_CHECKING:
    from pyasc_lint.baseline import Baseline
    from pyasc_lint.codegen import Plan, Requests
    from pyasc_lint.config import Config, ConfigFinder
    from pyasc_lint.execution.engine import Resources
    from pyasc_lint.rules._rule import Language
    from pyasc_lint.runner import RunResult
    from pyasc_lint.settings import Settings

PROGRAM = "pyasc-lint"
_SETTINGS = (
    "target", "select", "extend_select", "ignore", "fail_on", "language", "pyasc_version", "reserved_ub", "profiles",
    "exclude", "output_format", "baseline", "force_exclude", "respect_gitignore",
)  # fmt: skip


class UsageError(Exception):
    """The command line asks for something that cannot be done."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see {PROGRAM} --help")


class _Formatter(argparse.HelpFormatter):
    """Writes an optional value as it must be typed: `--option[=VALUE]`."""

    def _format_action_invocation(self, action: argparse.Action) -> str:
        return super()._format_action_invocation(action).replace(" [=", "[=")


def build_parser() -> argparse.ArgumentParser:
    """All options of the command line, those included whose feature is still to come."""
    parser = _Parser(
        prog=PROGRAM,
        usage=f"{PROGRAM} [OPTION...] [PATH...]",
        allow_abbrev=False,
        formatter_class=_Formatter,
        description="Checks static-Tensor kernels written in pyasc. Nothing in the files is imported or run.",
        epilog="Exit status: 0 clean; 1 findings at or above --fail-on; 2 usage, configuration or internal error, "
        "or no Python file to check. With --emit: 0 all is emitted, 1 a kernel is refused.",
    )
    parser.add_argument("paths", nargs="*", metavar="PATH", help='files, folders, patterns, or "-" (default: .)')
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")

    group = parser.add_argument_group("what to check")
    group.add_argument("--target", metavar="CHIP[,CHIP]", help="chips to check for (default: Ascend910B1)")
    group.add_argument("--select", metavar="CODES", help="only these rules: codes, prefixes or names")
    group.add_argument("--extend-select", metavar="CODES", help="these rules as well")
    group.add_argument("--ignore", metavar="CODES", help="not these rules")
    group.add_argument("--exclude", metavar="PATTERNS", help="leave out these files and folders")
    group.add_argument(
        "--force-exclude", action="store_const", const=True, help="leave out excluded files even where they are named"
    )
    group.add_argument(
        "--no-respect-gitignore", dest="respect_gitignore", action="store_const", const=False,
        help="check what git ignores too",
    )  # fmt: skip
    group.add_argument("--stdin-filename", metavar="FILE", help='name of the text that "-" reads')
    group.add_argument("--pyasc-version", choices=("1.0.0", "1.1.0", "1.1.1", "none"), help="release for ASC701")
    group.add_argument("--reserved-ub", choices=("on", "off"), help="whether CANN keeps the tail of the UB")
    group.add_argument("--profiles", metavar="PATHS", help="files or folders with chip profiles of your own")
    group.add_argument("--config", metavar="FILE", type=Path, help="use this configuration file")
    group.add_argument("--jobs", metavar="N", type=_number_of("processes"), help="number of processes (one a core)")
    group.add_argument("--watch", action="store_true", help="check again after every change, until interrupted")
    group.add_argument("--no-cache", action="store_true", help="neither use nor keep earlier results")

    group = parser.add_argument_group("what to show")
    group.add_argument(
        "--output-format", action="append", metavar="FORMAT[:FILE]",
        help=f"{', '.join(FORMATS)} (default: full); several with commas, each but one with its file",
    )  # fmt: skip
    group.add_argument("--output-file", metavar="FILE", help="write the report that names no file to this one")
    group.add_argument("--language", choices=("en", "zh"), help="language of the texts (default: en)")
    group.add_argument("--statistics", action="store_true", help="counts of findings, files and kernels")
    group.add_argument(
        "--memory-map", nargs="?", const="text", choices=("text", "json", "svg"), metavar="=text|json|svg",
        help="what each kernel has in each on-chip memory",
    )  # fmt: skip
    group.add_argument("--fail-on", choices=("error", "warning", "info"), help="lowest severity that fails")
    group.add_argument("--exit-zero", action="store_true", help="exit 0 whatever is found")
    group.add_argument("--baseline", metavar="FILE", help="report only what this file does not list")
    group.add_argument("--write-baseline", metavar="FILE", help="list what is found in this file")

    group = parser.add_argument_group("what to change and to generate")
    group.add_argument("--fix", action="store_true", help='apply safe fixes; those of "-" go to standard output')
    group.add_argument("--unsafe-fixes", action="store_true", help="with --fix or --diff: unsafe ones as well")
    group.add_argument("--diff", action="store_true", help="show what --fix would change; exit 1 if anything")
    group.add_argument(
        "--add-ignore", action="store_true", help="add a noqa comment for each finding that fails, and report the rest"
    )
    group.add_argument("--emit", action="store_true", help="generate Ascend C of the static-Tensor kernels")
    group.add_argument("--out", metavar="DIR", type=Path, help="write a CMake project for CANN to this folder")
    group.add_argument(
        "--signature", metavar="FILE|TEXT",
        help='types and constants of the kernels to emit: a JSON file, or text such as "add(x=float32*, n=int32)"',
    )  # fmt: skip
    group.add_argument("--force", action="store_true", help="let --emit replace files that it did not write")
    group.add_argument("--line-directives", action="store_true", help="trace the generated lines to the source (#line)")
    group.add_argument("--add-prologue", action="store_true", help="add the calls that ASC203 and ASC204 miss")
    group.add_argument("--build", action="store_true", help="build with CANN what --emit writes to --out")
    group.add_argument(
        "--backend", choices=("cann", "cpu"), default="cann", help="with --emit: cpu builds a library for this machine"
    )

    group = parser.add_argument_group("what to run on this machine")
    group.add_argument(
        "--run", metavar="CALL", help='run a kernel of the file: "add(x=x.npy, y=float32*4096, n=4096)" (zeros: y)'
    )
    group.add_argument("--cores", metavar="N", type=_number_of("cores"), default=1, help="on so many cores (1)")
    group.add_argument("--time-limit", metavar="SECONDS", type=float, default=60.0, help="for the run (default: 60)")
    group.add_argument("--expect", metavar="[NAME=]FILE", help="compare an output with a .npy file")
    group.add_argument("--tolerance", metavar="X", type=float, help="how far values may be from expected ones")

    group = parser.add_argument_group("what is known")
    group.add_argument("--explain", metavar="CODE", help="explain a rule, by code or name")
    group.add_argument("--list-rules", action="store_true", help="list the rules")
    group.add_argument("--list-targets", action="store_true", help="list the chips")
    group.add_argument("--show-settings", action="store_true", help="show the settings of the first path, and stop")
    return parser


def _number_of(things: str) -> Callable[[str], int]:
    """Reads a number of things, of which there is at least one."""

    def read(text: str) -> int:
        number = int(text) if text.isdecimal() else 0
        if number < 1:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number of {things}")
        return number

    return read


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Reads the command line. Raises UsageError, and SystemExit for --help and --version."""
    parser = build_parser()
    # argparse would take the path after a bare --memory-map for its value.
    spelled = ["--memory-map=text" if argument == "--memory-map" else argument for argument in arguments]
    options, unknown = parser.parse_known_args(spelled)
    if unknown:
        from difflib import get_close_matches

        near = get_close_matches(unknown[0].partition("=")[0], list(parser._option_string_actions), n=1)
        hint = f"did you mean {near[0]}?" if near else f"see {PROGRAM} --help"
        raise UsageError(f"unknown option {unknown[0]}; {hint}")
    if options.target is not None and not options.target.replace(",", "").strip():
        raise UsageError(f"--target names no chip; see {PROGRAM} --list-targets")
    if options.add_ignore:
        others = [name for name in ("fix", "diff", "emit", "write_baseline") if getattr(options, name)]
        if others or "-" in options.paths:
            name = f"--{others[0].replace('_', '-')}" if others else '"-"'
            raise UsageError(f"--add-ignore cannot be combined with {name}")
    if options.baseline and options.write_baseline:
        raise UsageError("--baseline and --write-baseline exclude each other")
    for name in ("out", "signature", "force", "line_directives", "add_prologue", "build"):
        if getattr(options, name) and not options.emit and not (options.run and name == "out"):
            raise UsageError(f"--{name.replace('_', '-')} goes with --emit")
    for name in ("expect", "tolerance"):
        if getattr(options, name) is not None and not options.run:
            raise UsageError(f"--{name} goes with --run")
    if options.backend == "cpu" and not options.emit:
        raise UsageError("--backend=cpu goes with --emit; --run needs no other option")
    if options.run and (options.emit or len(options.paths) != 1):
        raise UsageError("--run takes one file, and does not go with --emit")
    if options.build and options.out is None:
        raise UsageError("--build needs --out: the folder to build in")
    if options.output_format is not None:
        options.output_format = ",".join(options.output_format)
        _outputs(options.output_format.split(","), options)
    if options.memory_map == "svg" and options.emit and options.out is None:
        raise UsageError("--memory-map=svg and --emit both write to the standard output; add --out DIR")
    if options.emit and (options.fix or options.diff):
        raise UsageError("--emit does not go with --fix or --diff: fix first, then emit")
    if options.memory_map == "svg" and options.fix and "-" in options.paths:
        raise UsageError("--memory-map=svg and --fix both write to the standard output")
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line; returns the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        status = _run(parse(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()
        return status
    except UsageError as error:
        return _fail(str(error))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else Python complains again at exit
        return 2
    except KeyboardInterrupt:
        return _fail("interrupted")
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0
    except Exception as error:  # never a traceback: the place is enough for a report
        frame = error.__traceback__
        while frame is not None and frame.tb_next is not None:
            frame = frame.tb_next
        place = f" ({Path(frame.tb_frame.f_code.co_filename).name}:{frame.tb_lineno})" if frame else ""
        return _fail(f"internal error: {type(error).__name__}: {error}{place}; please report this")


def _fail(message: str) -> int:
    for line in message.split("\n"):
        print(f"{PROGRAM}: error: {line}", file=sys.stderr)
    return 2


def _run(options: argparse.Namespace) -> int:
    if options.explain is not None:
        return _explain(options)
    if options.list_rules:
        from pyasc_lint.reporting.catalogue import write_rules
        from pyasc_lint.reporting.text import printer

        write_rules(printer(sys.stdout), options.language or "en")
        return 0
    return _watch(options) if options.watch else _check(options)


def _check(options: argparse.Namespace) -> int:
    from pyasc_lint.config import ConfigFinder
    from pyasc_lint.profiles import ProfileError
    from pyasc_lint.selection import UnknownSelector
    from pyasc_lint.toml_files import ProblemError

    try:
        configs = ConfigFinder(_settings(options), options.config)
        if options.run:
            return _run_kernel(options, configs)
        return _list_targets(configs) if options.list_targets else _lint(options, configs)
    except (UnknownSelector, ProblemError, ProfileError) as error:
        raise UsageError(str(error)) from None


def _watch(options: argparse.Namespace) -> int:
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
                status = _check(options)
            except UsageError as error:
                status = _fail(str(error))
            sys.stdout.flush()
            wait_for_change(before, paths, _finder(options))
    except KeyboardInterrupt:
        return status


def _finder(options: argparse.Namespace) -> ConfigFinder:
    """Finds the files to watch: without --config, which may be broken just now."""
    from pyasc_lint.config import ConfigFinder

    return ConfigFinder(_settings(options))


def _settings(options: argparse.Namespace) -> Settings:
    from pyasc_lint.settings import Settings

    given = {name: getattr(options, name) for name in _SETTINGS if getattr(options, name) is not None}
    return Settings.model_validate(given)


def _explain(options: argparse.Namespace) -> int:
    from pyasc_lint.reporting.catalogue import write_explanation
    from pyasc_lint.reporting.text import printer
    from pyasc_lint.selection import UnknownSelector, parse_selector

    try:
        selector = parse_selector(options.explain)
    except UnknownSelector as error:
        raise UsageError(str(error)) from None
    write_explanation(selector, printer(sys.stdout), options.language or "en")
    return 0


def _list_targets(configs: ConfigFinder) -> int:
    from pyasc_lint.reporting.catalogue import write_targets
    from pyasc_lint.reporting.text import printer

    config = configs.for_folder(Path.cwd())
    write_targets(config.profile_paths, printer(sys.stdout), config.settings.language)
    return 0


def _lint(options: argparse.Namespace, configs: ConfigFinder) -> int:
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
        from pyasc_lint.reporting.settings_report import write_settings
        from pyasc_lint.reporting.text import printer

        write_settings(config, first, printer(sys.stdout))
        return 0
    from pyasc_lint.runner import run_stdin

    requests = _requests(options) if options.emit else None
    baseline = None if options.write_baseline else _baseline(config)
    data = sys.stdin.buffer.read() if from_stdin else None
    if data is not None:
        result = run_stdin(data, name, configs, requests)
    else:
        result = _run_paths(paths, configs, requests, config, options)
    if options.add_ignore:
        from pyasc_lint.fixing.ignoring import add_ignores

        if baseline is not None:
            result.settle(configs, baseline)
            baseline = _baseline(config)
        done = add_ignores(result.reports, configs)
        result = _run_paths(paths, configs, requests, config, options)
        result.problems += done.problems
        result.notes.append(f"comments added for {done.findings} findings in {done.files} files")
    if options.fix or options.diff:
        result = _fix(result, data, configs, settings.language, options)
    if not options.diff:
        if options.write_baseline and result.exit_status != 2:
            _write_baseline(result, configs, Path(options.write_baseline))
        elif baseline is not None:
            _apply(baseline, result, configs)
        _report(result, config, options)
    if options.memory_map == "svg":
        from pyasc_lint.reporting.memory_svg import memory_map_svg

        sys.stdout.write(memory_map_svg(result.reports, settings.language))
    for note in result.notes:
        print(f"{PROGRAM}: note: {note}", file=sys.stderr)
    for problem in result.problems:
        _fail(problem)
    if requests is not None:
        return _emit(result, requests, configs, config, options)
    return 0 if options.exit_zero and result.exit_status == 1 else result.exit_status


def _run_paths(
    paths: Sequence[str], configs: ConfigFinder, requests: Requests | None, config: Config, options: argparse.Namespace
) -> RunResult:
    from pyasc_lint.reporting.progress import progress_bar
    from pyasc_lint.runner import run_paths

    with progress_bar(config.settings.language) as progress:
        return run_paths(paths, configs, progress, requests, _resources(config, options))


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
    for line in (fixed_line(outcome, language, done=not options.diff), *refused_lines(outcome, language)):
        print(line, file=sys.stderr)
    return fixed


def _resources(config: Config, options: argparse.Namespace) -> Resources:
    from pyasc_lint.execution.engine import Resources
    from pyasc_lint.execution.store import FOLDER

    folder = config.settings.cache_dir or config.root / FOLDER
    return Resources(options.jobs or _cores(), None if options.no_cache else Path(folder))


def _cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _baseline(config: Config) -> Baseline | None:
    from pyasc_lint.baseline import Baseline

    return None if config.baseline is None else Baseline.read(config.baseline)


def _write_baseline(result: RunResult, configs: ConfigFinder, path: Path) -> None:
    """Lists all that was found; what a baseline cannot hide stays in the result."""
    from pyasc_lint.baseline import Baseline

    baseline = Baseline.read(path, "remove it first, or name another file") if path.exists() else Baseline(path)
    number = baseline.replace(result.reports)
    result.settle(configs, baseline)
    result.notes.append(f"{number} findings written to {path}")


def _apply(baseline: Baseline, result: RunResult, configs: ConfigFinder) -> None:
    result.settle(configs, baseline)
    if gone := baseline.gone(result.reports):
        result.notes.append(f"{gone} of the findings in {baseline.path} are gone; write it anew to forget them")


def _requests(options: argparse.Namespace) -> Requests:
    from pyasc_lint.codegen import Requests, SignatureError, Signatures, read_signatures

    try:
        return Requests(Signatures() if options.signature is None else read_signatures(options.signature))
    except SignatureError as error:
        raise UsageError(str(error)) from None


def _emit(
    result: RunResult, requests: Requests, configs: ConfigFinder, config: Config, options: argparse.Namespace
) -> int:
    """Writes what was asked for: all of it, or nothing and why."""
    from pyasc_lint.codegen import BuildError, OutputError, TextOptions
    from pyasc_lint.emission import emission, write

    if result.exit_status == 2:
        return 2
    directives = options.line_directives or options.backend == "cpu"
    made = emission(result.reports, requests, configs, TextOptions(directives, options.add_prologue))
    for note in made.notes:
        print(f"{PROGRAM}: note: {note}", file=sys.stderr)
    for problem in made.problems:
        _fail(problem)
    for refusal in made.refusals:
        print(f"{PROGRAM}: cannot emit: {refusal}", file=sys.stderr)
    if made.problems or made.refusals:
        return 2 if made.problems else 1
    if options.backend == "cpu":
        return _build_for_cpu(made.plan, config, options)
    if options.out is None:
        sys.stdout.write(made.plan.text)
        return 0
    try:
        for path in write(made.plan, options.out, options.force, options.build, config.settings.cann_version):
            print(path)
    except (OutputError, BuildError) as error:
        raise UsageError(str(error)) from None
    return 0


def _build_for_cpu(plan: Plan, config: Config, options: argparse.Namespace) -> int:
    """Builds a library for this machine, and says where it is."""
    from pyasc_lint.host import HostError
    from pyasc_lint.host.command import build_command

    try:
        if plan.projects:
            print(build_command(plan, config.profile_paths, options.out))
    except HostError as error:
        raise UsageError(str(error)) from None
    return 0


def _run_kernel(options: argparse.Namespace, configs: ConfigFinder) -> int:
    """Runs a kernel on this machine: 0 all is well, 1 a finding, a wrong result, or a kernel that is refused."""
    from pyasc_lint.host import HostError, Refused
    from pyasc_lint.host.command import Command, run_command

    command = Command(
        options.paths[0], options.run, options.cores, options.time_limit, options.expect, options.tolerance, options.out
    )
    try:
        lines, good = run_command(command, configs)
    except Refused as refusal:
        print(f"{PROGRAM}: {refusal}", file=sys.stderr)
        return 1
    except HostError as error:
        raise UsageError(str(error)) from None
    print("\n".join(lines))
    return 0 if good else 1


def _outputs(texts: Sequence[str], options: argparse.Namespace) -> tuple[Output, ...]:
    try:
        return parse_outputs(texts, options.output_file)
    except ValueError as error:
        raise UsageError(f"--output-format {','.join(texts)}: {error}") from None


def _report(result: RunResult, config: Config, options: argparse.Namespace) -> None:
    """Writes the reports that were asked for."""
    from pyasc_lint.reporting.report import Shown, write_outputs

    settings = config.settings
    outputs = _outputs(settings.output_format, options)
    shown = Shown(settings.language, config.fail_on, options.memory_map, options.statistics)
    try:
        # With --emit, but without --out, the standard output is the generated text; with --memory-map=svg the image;
        # with --fix of a text from the standard input, what that becomes.
        generates = options.memory_map == "svg" or (options.emit and options.out is None)
        generates = generates or (options.fix and "-" in options.paths)
        write_outputs(result, outputs, shown, sys.stderr if generates else sys.stdout)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UsageError(f"{error.filename}: cannot be written: {(error.strerror or str(error)).lower()}") from None
