"""`--emit`: generated text, projects for CANN and libraries for this machine."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from pyasc_lint.commands.options import PROGRAM, UsageError, fail
from pyasc_lint.rules._registry import find_rule

if TYPE_CHECKING:
    from pyasc_lint.codegen import Plan, Refusal, Requests
    from pyasc_lint.config import Config, ConfigFinder
    from pyasc_lint.runner import RunResult


def requests_of(options: argparse.Namespace) -> Requests:
    from pyasc_lint.codegen import Requests, SignatureError, Signatures, read_signatures

    try:
        return Requests(Signatures() if options.signature is None else read_signatures(options.signature))
    except SignatureError as error:
        raise UsageError(str(error)) from None


def emit(
    result: RunResult, requests: Requests, configs: ConfigFinder, config: Config, options: argparse.Namespace
) -> int:
    """Writes what was asked for: all of it, or nothing and why."""
    from pyasc_lint.codegen import TextOptions
    from pyasc_lint.emission import emission, write

    if result.exit_status == 2:
        return 2
    directives = options.line_directives or options.backend == "cpu"
    made = emission(result.reports, requests, configs, TextOptions(directives, options.add_prologue))
    for note in made.notes:
        print(f"{PROGRAM}: note: {note}", file=sys.stderr)
    for problem in made.problems:
        fail(problem)
    for refusal in dict.fromkeys(map(_told, made.refusals)):
        print(f"{PROGRAM}: cannot emit: {refusal}", file=sys.stderr)
    if made.problems or made.refusals:
        return 2 if made.problems else 1
    if options.backend == "cpu":
        return _build_for_cpu(made.plan, config, options)
    if options.out is None:
        sys.stdout.write(made.plan.text)
        return 0
    from pyasc_lint.codegen.cann import BuildError
    from pyasc_lint.codegen.output import OutputError

    try:
        for path in write(made.plan, options.out, options.force, options.build, config.settings.cann_version):
            print(path)
    except (OutputError, BuildError) as error:
        raise UsageError(str(error)) from None
    return 0


def _told(refusal: Refusal) -> Refusal:
    """The refusal as it is to be told: findings stand in the report, so that their names are enough."""
    rule = find_rule(refusal.code)
    return refusal if rule is None else replace(refusal, message=rule.name)


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
