"""`--run`: a kernel on this machine."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from pyasc_lint.commands.options import PROGRAM, UsageError

if TYPE_CHECKING:
    from pyasc_lint.config import ConfigFinder


def run_kernel(options: argparse.Namespace, configs: ConfigFinder) -> int:
    """Runs a kernel on this machine: 0 all is well, 1 a finding, a wrong result, or a kernel that is refused."""
    from pyasc_lint.host import HostError, Refused
    from pyasc_lint.host.command import Command, run_command
    from pyasc_lint.host.runs import SECONDS

    seconds = SECONDS if options.time_limit is None else options.time_limit
    command = Command(
        options.paths[0], options.run, options.cores, seconds, options.expect, options.tolerance, options.out
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
