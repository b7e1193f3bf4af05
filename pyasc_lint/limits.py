"""What one file may cost: time and memory, so that no input hangs a run or takes the machine down with it."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]


_AGAIN = 0.1
_RECURSION_LIMIT = 10_000


class TimeIsUp(BaseException):
    """The limit was reached. No Exception: what guards against defects of a rule must let it pass."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises TimeIsUp in the body after this time; 0 is no limit.

    There is none either where the system has no timers (Windows) or outside a process's main thread.
    """
    timers = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not seconds or not timers:
        yield
        return
    running = True

    def stop(_number: int, _frame: FrameType | None) -> None:
        if running:  # else it fired while the limit was being lifted
            raise TimeIsUp

    def ignored(raised: sys.UnraisableHookArgs) -> None:
        if raised.exc_type is not TimeIsUp:
            told(raised)

    told, before = sys.unraisablehook, signal.signal(signal.SIGALRM, stop)
    # Again and again: what a finalizer raises goes nowhere.
    sys.unraisablehook = ignored
    signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
    try:
        yield
    finally:
        running = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        sys.unraisablehook = told


@contextmanager
def memory_limit(mebibytes: int) -> Iterator[None]:
    """Lets the process take this much address space and no more, then MemoryError is raised; 0 is no limit.

    There is none where the system cannot set one (Windows, macOS).
    """
    if not mebibytes or resource is None:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = mebibytes * 2**20
    if soft != resource.RLIM_INFINITY:
        wanted = min(wanted, soft)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
    try:
        yield
    finally:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Long expressions nest as deep as they are long; Python's default limit is too low for generated kernels."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _RECURSION_LIMIT))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
