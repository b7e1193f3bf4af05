"""When documents are checked: after a pause in typing, one at a time, and never for an outdated text.

Everything here runs on the event loop, apart from the work itself, which has a thread of its own. astroid keeps its
state in the process, so that one thread is all there can be.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import field
from typing import Any, Generic, TypeVar

from pyasc_lint.deferred import dataclass

T = TypeVar("T")
R = TypeVar("R")

_STACK_BYTES = 64 * 2**20
"""Long expressions nest deeply, and a thread's default stack is small on some systems."""

_MAX_BACKOFF = 4
"""How many times the pause may become longer while checks are overtaken by edits."""

Unwanted = Callable[[], bool]


@dataclass
class _Entry:
    """What is going on for one document. `overtaken` counts the checks in a row that an edit made worthless."""

    timer: asyncio.TimerHandle | None = None
    queued: bool = False
    running: threading.Event | None = None
    overtaken: int = 0
    waiters: list[asyncio.Future[None]] = field(default_factory=list)

    @property
    def settled(self) -> bool:
        return self.timer is None and not self.queued and self.running is None


@dataclass
class Counts:
    """Checks since the start: begun, completed, and given up because the text had changed."""

    started: int = 0
    completed: int = 0
    dropped: int = 0


class Scheduler(Generic[R]):
    """Runs `work(key, unwanted)` for documents. `prepare(key)` gives the work, on the loop; `done(key, result)` gets
    what came of it, unless the document has changed meanwhile."""

    def __init__(
        self,
        prepare: Callable[[str], Callable[[Unwanted], R | None] | None],
        done: Callable[[str, R], None],
        failed: Callable[[str, Exception], None],
    ) -> None:
        self.counts = Counts()
        self._prepare, self._done, self._failed = prepare, done, failed
        self._entries: dict[str, _Entry] = {}
        self._queue: list[str] = []
        self._busy = False
        previous = threading.stack_size(_STACK_BYTES)
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="analysis")
        self._executor.submit(int)  # starts the thread, with this stack
        threading.stack_size(previous)

    def request(self, key: str, pause: float = 0.0, *, urgent: bool = False) -> None:
        """Checks a document after a pause in seconds, counted from the last request for it. An urgent one comes
        before those that wait, and makes a check that is under way worthless."""
        entry = self._entries.setdefault(key, _Entry())
        if entry.timer is not None:
            entry.timer.cancel()
        if entry.running is not None and not entry.running.is_set():
            entry.running.set()
            entry.overtaken += 1
        if pause:
            pause *= min(1 + entry.overtaken, _MAX_BACKOFF)
        entry.timer = asyncio.get_running_loop().call_later(pause, self._enqueue, key, urgent)

    def forget(self, key: str) -> None:
        """The document is gone: whoever waits for it goes on."""
        entry = self._entries.pop(key, None)
        if entry is None:
            return
        if entry.timer is not None:
            entry.timer.cancel()
        if entry.running is not None:
            entry.running.set()
        if key in self._queue:
            self._queue.remove(key)
        _release(entry)

    async def settled(self, key: str) -> None:
        """Waits until nothing is under way for a document."""
        entry = self._entries.get(key)
        if entry is not None and not entry.settled:
            waiter = asyncio.get_running_loop().create_future()
            entry.waiters.append(waiter)
            await waiter

    async def submit(self, work: Callable[[], T]) -> T:
        """Does something else on the analysis thread, once what runs there is done."""
        return await asyncio.get_running_loop().run_in_executor(self._executor, work)

    def close(self) -> None:
        """Gives everything up."""
        for key in list(self._entries):
            self.forget(key)
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _enqueue(self, key: str, urgent: bool) -> None:
        entry = self._entries[key]
        entry.timer = None
        if not entry.queued:
            entry.queued = True
            self._queue.insert(0 if urgent else len(self._queue), key)
        self._next()

    def _next(self) -> None:
        if self._busy or not self._queue:
            return
        key = self._queue.pop(0)
        entry = self._entries[key]
        entry.queued = False
        work = self._prepare(key)
        if work is None:
            self._finish(key, entry)
            return
        self._busy = True
        self.counts.started += 1
        entry.running = threading.Event()
        running = asyncio.get_running_loop().run_in_executor(self._executor, work, entry.running.is_set)
        running.add_done_callback(lambda future: self._completed(key, entry, future))

    def _completed(self, key: str, entry: _Entry, future: asyncio.Future[Any]) -> None:
        self._busy = False
        outdated = entry.running is None or entry.running.is_set()
        entry.running = None
        try:
            result = None if future.cancelled() else future.result()
            if result is None or outdated:
                self.counts.dropped += 1
            else:
                self.counts.completed += 1
                entry.overtaken = 0
                self._done(key, result)
        except Exception as error:
            self._failed(key, error)
        finally:
            self._finish(key, entry)

    def _finish(self, key: str, entry: _Entry) -> None:
        if entry.settled:
            _release(entry)
        self._next()


def _release(entry: _Entry) -> None:
    for waiter in entry.waiters:
        if not waiter.done():
            waiter.set_result(None)
    entry.waiters.clear()
