"""Completion of positions, events and dtypes: those that fit where they are written.

A line is seldom Python while it is typed, so that this reads the text before the cursor, and takes what is known of the
kernel from the last text that parsed.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

from lsprotocol import types as t

from pyasc_lint import KernelReport, Vocabulary, chip_vocabulary
from pyasc_lint.deferred import dataclass

from ..analysis import Result
from ..document import Document
from ..memory import first_maps, kernels_of
from ..moves import Moves
from ..server import Server
from ..words import Language, words

_ARGUMENTS = {
    "alloc": ("position", "dtype"),
    "LocalTensor": ("dtype", "position"),
    "reinterpret_cast": ("dtype",),
    "set_flag": ("event",),
    "wait_flag": ("event",),
}
"""What the first arguments of a call are, by its last name."""

_ENUMS = {"TPosition": "position", "HardEvent": "event"}
_KEYWORDS = {"pos": "position", "dtype": "dtype", "event": "event"}
_OPEN_CALL = re.compile(r"(?:(\w+)\s*\.\s*)?(\w+)\s*$")
_TYPED = re.compile(r"(?:(?P<package>\w+)\.)?(?:(?P<enum>TPosition|HardEvent)\.)?(?P<word>\w*)$")
_KEYWORD = re.compile(r"(\w+)\s*=\s*$")
_IMPORT = re.compile(r"^import asc(?:\s+as\s+(\w+))?\s*(?:#.*)?$", re.MULTILINE)
_MAX_LINES = 20
"""Lines above the cursor that a call may have begun in."""


@dataclass(frozen=True)
class _Slot:
    """What is to be written. `receiver` and `callee` are names of the call around it; `start` is where the typed text
    begins on its line (from 0), `prefix` what comes before the name itself."""

    kind: str
    receiver: str | None
    callee: str | None
    start: int
    prefix: str


def register(server: Server) -> None:
    session = server.session

    @server.feature(t.TEXT_DOCUMENT_COMPLETION, t.CompletionOptions(trigger_characters=["."]))
    async def complete(params: t.CompletionParams) -> t.CompletionList | None:
        uri = params.text_document.uri
        document = session.documents.get(uri)
        if document is None:
            return None
        line, column = document.place(params.position)
        slot = _slot(document, line, column)
        if slot is None:
            return None
        if uri not in session.understood:
            await server.known(uri)
        seen = session.seen(uri)
        result = seen[1] if seen is not None else session.results.get(uri)
        if result is None or result.config is None or result.report is None:
            return None
        targets, paths = result.report.targets, result.config.profile_paths
        names = await asyncio.to_thread(chip_vocabulary, targets[0], paths)
        place = _Place(document, line, *_kernel_at(seen, line))
        area = t.Range(document.position(line, slot.start + 1), params.position)
        items = _items(slot, names, place, session.language(uri))
        return t.CompletionList(
            is_incomplete=False, items=[_item(slot, area, number, *item) for number, item in enumerate(items)]
        )


@dataclass(frozen=True)
class _Place:
    """Where the cursor is, and the kernel around it as it was last understood."""

    document: Document
    line: int
    kernel: KernelReport | None
    moves: Moves | None


def _kernel_at(seen: tuple[Document, Result, Moves] | None, line: int) -> tuple[KernelReport | None, Moves | None]:
    if seen is None:
        return None, None
    _, result, moves = seen
    around = (each for each in kernels_of(result) if each.extent is not None and moves.around(each.extent, line))
    return next(around, None), moves


# ---------------------------------------------------------------------------------------------------------- the cursor


def _slot(document: Document, line: int, column: int) -> _Slot | None:
    before = document.lines[line - 1][: column - 1]
    typed = _TYPED.search(before)
    if typed is None or "#" in before:
        return None
    receiver, callee, kind = _argument(document, line, before[: typed.start()])
    if typed["enum"]:
        kind = _ENUMS[typed["enum"]]
    elif typed["package"] not in (None, _package(document)):
        return None
    if kind is None:
        return None
    prefix = before[typed.start() : typed.start("word")]
    if not typed["enum"]:
        enum = next((f"{name}." for name, each in _ENUMS.items() if each == kind), "")
        prefix = f"{_package(document)}.{enum}"
    return _Slot(kind, receiver, callee, typed.start(), prefix)


def _argument(document: Document, line: int, before: str) -> tuple[str | None, str | None, str | None]:
    """Receiver and name of the innermost call that is open here, and what its argument at the cursor is."""
    above = document.lines[max(0, line - 1 - _MAX_LINES) : line - 1]
    text = "\n".join([*above, before])
    depth = commas = 0
    for index in range(len(text) - 1, -1, -1):
        char = text[index]
        if char in ")]}":
            depth += 1
        elif char == "," and depth == 0:
            commas += 1
        elif char in "([{":
            if depth == 0:
                call = _OPEN_CALL.search(text, 0, index) if char == "(" else None
                if call is None:
                    return None, None, None
                keyword = _KEYWORD.search(before)
                kinds = _ARGUMENTS.get(call[2], ())
                kind = _KEYWORDS.get(keyword[1]) if keyword and kinds else None
                return call[1], call[2], kind or (kinds[commas] if commas < len(kinds) and not keyword else None)
            depth -= 1
    return None, None, None


def _package(document: Document) -> str:
    found = _IMPORT.search(document.text)
    return (found[1] if found else None) or "asc"


# ------------------------------------------------------------------------------------------------------------ the names


def _items(slot: _Slot, names: Vocabulary, place: _Place, language: Language) -> Iterator[tuple[str, str]]:
    """Names with a remark each, the most fitting first; those that do not fit are left out."""
    if slot.kind == "position":
        yield from _positions(slot, names, place, language)
    elif slot.kind == "event":
        yield from _events(slot, names, place, language)
    else:
        yield from _dtypes(slot, names, place, language)


def _positions(slot: _Slot, names: Vocabulary, place: _Place, language: Language) -> Iterator[tuple[str, str]]:
    allocators = place.kernel.allocators if place.kernel is not None else []
    allowed = {position for each in allocators if each.name == slot.receiver for position in each.positions}
    for name, hardware in names.positions.items():
        if hardware != "GM" and (not allowed or name in allowed):
            yield name, words("position-detail", language, hardware=hardware)


def _events(slot: _Slot, names: Vocabulary, place: _Place, language: Language) -> Iterator[tuple[str, str]]:
    calls = place.kernel.calls if place.kernel is not None else []
    cores = {row.core for row in calls} | {each.core for each in (place.kernel.memory if place.kernel else ())}
    fitting = {
        name: ", ".join(core for core in has if core in cores or not cores)
        for name, has in names.events.items()
        if not cores or cores & set(has)
    }
    partner = "wait_flag" if slot.callee == "set_flag" else "set_flag"
    used = {each: {row.event for row in calls if row.name == each} for each in (slot.callee, partner)}
    lonely = [name for name in fitting if name in used[partner] and name not in used[slot.callee]]
    for name in lonely:
        yield name, words("event-partner", language, cores=fitting[name], name=partner)
    for name, shown in fitting.items():
        if name not in lonely:
            yield name, words("event-detail", language, cores=shown)


def _dtypes(slot: _Slot, names: Vocabulary, place: _Place, language: Language) -> Iterator[tuple[str, str]]:
    left = _bytes_left(slot, place)
    for name, size in names.dtypes.items():
        if left is None:
            yield name, words("dtype-detail", language, bytes=size)
        elif left >= size:
            yield name, words("dtype-left", language, bytes=size, left=f"{left // size:,}")


def _bytes_left(slot: _Slot, place: _Place) -> int | None:
    """Bytes behind the cursor of the allocator that the call is of; None where that is not known."""
    if place.kernel is None or place.moves is None or slot.callee != "alloc":
        return None
    hardware = next((each.hardware for each in place.kernel.allocators if each.name == slot.receiver), None)
    for memory in first_maps(place.kernel):
        if memory.hardware == hardware:
            above = [
                row for row in memory.buffers if row.allocated and (place.moves.line(row.span.line) or 0) < place.line
            ]
            if any(row.end is None for row in above):
                return None
            return min(byte for _, byte in memory.ends) - max([memory.start, *(row.end or 0 for row in above)])
    return None


def _item(slot: _Slot, area: t.Range, number: int, name: str, detail: str) -> t.CompletionItem:
    text = slot.prefix + name
    kind = t.CompletionItemKind.TypeParameter if slot.kind == "dtype" else t.CompletionItemKind.EnumMember
    return t.CompletionItem(
        name,
        kind=kind,
        detail=detail,
        sort_text=f"{number:03}",
        filter_text=text,
        text_edit=t.TextEdit(area, text),
    )
