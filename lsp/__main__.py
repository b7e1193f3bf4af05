"""Entry point of `pyasc-lint-server` and of `python -m pyasc_lint.lsp`."""

from __future__ import annotations

import sys


def main() -> int:
    """Say that the server is not built yet. Returns 2, the exit status of a feature that is missing."""
    print("pyasc-lint-server: not built yet, it comes in a later release; use the pyasc-lint command", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
