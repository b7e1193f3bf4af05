"""Checks files in several processes. What a process cannot survive is the report of the file it had."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from pyasc_lint.checker import Checker
from pyasc_lint.failures import internal_failure
from pyasc_lint.frontend.source import Source
from pyasc_lint.limits import memory_limit
from pyasc_lint.reports import EngineOptions, FileReport

_worker: tuple[Checker, Sequence[Source]] | None = None


def check_in_processes(
    options: EngineOptions, sources: Sequence[Source], context: Sequence[Source], jobs: int
) -> Iterator[FileReport]:
    """One report per source, in the order in which they are ready. Whoever stops asking ends the processes."""
    checker = Checker(options)
    left = dict(enumerate(sources))
    forks = sys.platform == "linux"
    trouble = None
    if forks:  # what is parsed here is there in every process
        checker.prepare(sources, context)
        trouble, checker.trouble = checker.trouble, None
    given = (checker if forks else None, options, sources, context)
    while left:
        # Once a process has died, one file at a time: the next to die has the culprit.
        alone = len(left) < len(sources)
        batch = [next(iter(left))] if alone else list(left)
        for number, report in _batch(batch, jobs, forks, given):
            source = left.pop(number)
            if report is None:
                report = FileReport(source)
                internal_failure(report, MemoryError("its process ended"), options.language)
            if trouble is not None and number == 0:
                internal_failure(report, trouble, options.language)
            report.source = source
            yield report


def _batch(
    numbers: Sequence[int],
    jobs: int,
    forks: bool,
    given: tuple[Checker | None, EngineOptions, Sequence[Source], Sequence[Source]],
) -> Iterator[tuple[int, FileReport | None]]:
    """Reports by number. Where a process dies: None for a file that was alone, else nothing for those that are left."""
    method = multiprocessing.get_context("fork" if forks else "spawn")
    pool = ProcessPoolExecutor(min(jobs, len(numbers)), method, _start, given)
    try:
        with _interruptions_later():
            futures: dict[int, Future[FileReport]] = {number: pool.submit(_check, number) for number in numbers}
        for number, future in futures.items():
            try:
                yield number, future.result()
            except BrokenProcessPool:
                if len(numbers) == 1:
                    yield number, None
    except BaseException:  # interrupted, or nobody asks for the rest: no wait for what is killed
        pool.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.kill()
        raise
    pool.shutdown()


@contextmanager
def _interruptions_later() -> Iterator[None]:
    """Ctrl-C goes to all processes of a terminal: those started in the body do not get it, this one afterwards."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start(
    checker: Checker | None, options: EngineOptions, sources: Sequence[Source], context: Sequence[Source]
) -> None:
    global _worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if checker is None:
        checker = Checker(options)
        checker.prepare(sources, context)
    _worker = (checker, sources)


def _end_with_parent() -> None:
    """However the parent ends: what waits for work would wait for ever, and hold its output open."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _check(number: int) -> FileReport:
    assert _worker is not None
    checker, sources = _worker
    with memory_limit(checker.options.memory_limit):
        report = checker.check_one(sources[number])
    report.source = Source(report.source.path, "")  # the other side has it
    return report
