"""`python -m pyasc_lint`, and the command `pyasc-lint`."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import NoReturn

from pyasc_lint.cli import main


def run() -> NoReturn:
    """Runs the command line, and ends the process.

    The system takes back what it holds at once; Python would first go through every object, for a tenth of a run.
    """
    status = main()
    if sys.getprofile() is not None or sys.gettrace() is not None:  # these tell at the end what they saw
        sys.exit(status)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # full or closed: `main` has told
            stream.flush()
    os._exit(status)


if __name__ == "__main__":
    run()
