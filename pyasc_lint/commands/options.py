"""The options of the command line, and what is wrong with them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from pyasc_lint import __version__
from pyasc_lint.outputs import FORMATS, Output, parse_outputs
from pyasc_lint.toml_files import did_you_mean

if TYPE_CHECKING:
    from pyasc_lint.settings import Settings

PROGRAM = "pyasc-lint"
_SETTINGS = (
    "target", "select", "extend_select", "ignore", "fail_on", "language", "pyasc_version", "reserved_ub", "profiles",
    "exclude", "output_format", "baseline", "force_exclude", "respect_gitignore",
)  # fmt: skip
_LISTS = ("target", "select", "extend_select", "ignore", "profiles", "exclude", "output_format")


class UsageError(Exception):
    """The command line asks for something that cannot be done."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see {PROGRAM} --help")

    def _print_message(self, message: str, file: Any = None) -> None:
        """That a text could not be written is no success, as it is for argparse."""
        (file or sys.stderr).write(message)


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
    group.add_argument("--time-limit", metavar="SECONDS", type=float, help="for --run (default: 60)")
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
        near = did_you_mean(unknown[0].partition("=")[0], parser._option_string_actions)
        hint = near or f"see {PROGRAM} --help"
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
    for name in ("expect", "tolerance", "time_limit"):
        if getattr(options, name) is not None and not options.run:
            raise UsageError(f"--{name.replace('_', '-')} goes with --run")
    if options.backend == "cpu" and not options.emit:
        raise UsageError("--backend=cpu goes with --emit; --run needs no other option")
    if options.run and (options.emit or len(options.paths) != 1):
        raise UsageError("--run takes one file, and does not go with --emit")
    if options.build and options.out is None:
        raise UsageError("--build needs --out: the folder to build in")
    if options.output_format is not None:
        options.output_format = ",".join(options.output_format)
        outputs_of(options.output_format.split(","), options)
    if options.memory_map == "svg" and options.emit and options.out is None:
        raise UsageError("--memory-map=svg and --emit both write to the standard output; add --out DIR")
    if options.emit and (options.fix or options.diff):
        raise UsageError("--emit does not go with --fix or --diff: fix first, then emit")
    if options.memory_map == "svg" and options.fix and "-" in options.paths:
        raise UsageError("--memory-map=svg and --fix both write to the standard output")
    return options


def outputs_of(texts: Sequence[str], options: argparse.Namespace) -> tuple[Output, ...]:
    try:
        return parse_outputs(texts, options.output_file)
    except ValueError as error:
        raise UsageError(f"--output-format {','.join(texts)}: {error}") from None


def settings_of(options: argparse.Namespace) -> Settings:
    """The settings that the command line says, which `parse` has checked."""
    from pyasc_lint.settings import Settings, listed

    given = {name: getattr(options, name) for name in _SETTINGS if getattr(options, name) is not None}
    return Settings().updated({name: listed(value) if name in _LISTS else value for name, value in given.items()})


def fail(message: str) -> int:
    with suppress(OSError):  # full: the status is left to tell
        for line in message.split("\n"):
            print(f"{PROGRAM}: error: {line}", file=sys.stderr)
    return 2
