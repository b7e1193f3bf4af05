"""Entry point of `pyasc-lint-server` and of `python -m pyasc_lint.lsp`."""

from __future__ import annotations

import argparse
import logging
import re
import sys
from collections.abc import Sequence

from pyasc_lint import __version__

PROGRAM = "pyasc-lint-server"
_LEVELS = ("debug", "info", "warning", "error")


def main(arguments: Sequence[str] | None = None) -> int:
    """Serves one client until it goes. Returns the exit status: 0, 1 where the client left in the middle of a session,
    2 for what cannot be done."""
    parser = argparse.ArgumentParser(
        PROGRAM, description="Language server for static-Tensor kernels written in pyasc; speaks on standard streams."
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    parser.add_argument("--stdio", action="store_true", help="what happens anyway; clients like to say it")
    parser.add_argument("--tcp", metavar="HOST:PORT", help="wait for a client there instead, for debugging")
    parser.add_argument("--log-level", choices=_LEVELS, default="warning", help="of the log on standard error")
    options = parser.parse_args(arguments)
    logging.basicConfig(
        stream=sys.stderr, level=options.log_level.upper(), format="%(levelname)s %(name)s: %(message)s"
    )
    logging.getLogger("pygls.protocol.json_rpc").addFilter(_is_news)
    if options.tcp is None:
        return _serve_streams()
    match = re.fullmatch(r"(?P<host>.*):(?P<port>\d{1,5})", options.tcp)
    if match is None or int(match["port"]) > 65535:
        parser.error(f"--tcp: {options.tcp!r} is no HOST:PORT such as 127.0.0.1:2087")
    return _serve_tcp(match["host"] or "127.0.0.1", int(match["port"]))


def _is_news(record: logging.LogRecord) -> bool:
    """Whether a line of pygls belongs in the log: that a cancelled request was answered already is usual."""
    return not str(record.msg).startswith("Cancel notification for unknown message id")


def _serve_streams() -> int:
    from .server import create_server

    output = sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing but messages may get between the messages
    server = create_server()
    try:
        server.start_io(sys.stdin.buffer, output)
    finally:
        server.close()
    return server.exit_status


def _serve_tcp(host: str, port: int) -> int:
    from .server import create_server

    server = create_server()
    print(f"{PROGRAM}: waiting for a client at {host}:{port}", file=sys.stderr, flush=True)
    try:
        server.start_tcp(host, port)
    except OSError as error:
        print(f"{PROGRAM}: error: {host}:{port}: {error.strerror or error}; choose another port", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        pass
    finally:
        server.close()
    return server.exit_status


if __name__ == "__main__":
    sys.exit(main())
