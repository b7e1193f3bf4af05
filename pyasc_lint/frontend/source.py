"""Source files: reading, lines, positions and comments.

Everything downstream sees text with `\n` line ends and without a byte order mark, and positions in characters.
"""

from __future__ import annotations

import io
import os
import re
import stat
import tokenize
from collections.abc import Iterable, Iterator
from functools import cached_property, partial
from pathlib import Path

from pyasc_lint.deferred import dataclass
from pyasc_lint.frontend.imports import imported_words
from pyasc_lint.frontend.notebook import Cell, NoNotebook, read_notebook
from pyasc_lint.ir.spans import Span

MAX_BYTES = 4 * 2**20
"""A larger file is not read: no hand-written kernel comes near it."""

NOTEBOOK = ".ipynb"
MAX_NOTEBOOK = 64 * 2**20
"""A notebook holds its output as well."""

_MAX_RESTARTS = 20
"""How often comment search resumes after a line that does not tokenize."""

_MARK = "\ufeff"

_ASC = re.compile(r"\basc\b")
_MORE = re.compile(r"""[#"'\\]""")
"""What a line has that is a comment, or of which it may be only a part."""

_STAR = re.compile(r"import[\s\\]*\*")

_NOT_STATEMENT = frozenset(
    {tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER, tokenize.ENCODING}
)


class SourceError(Exception):
    """A file that cannot be analysed. `reason` is a message key of ASC008; `data` holds what its text needs."""

    def __init__(self, reason: str, **data: object) -> None:
        super().__init__(reason, data)
        self.reason = reason
        self.data = data


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment. `text` starts with `#`.

    `first_line` to `last_line` (inclusive) are the lines of the statement, or of the header of a compound statement,
    that the comment stands in; the comment's own line where it stands alone.
    """

    span: Span
    text: str
    first_line: int
    last_line: int


class Source:
    """One Python file. `path` is as given on the command line (or by the client).

    `original` is the text with the line ends of the file, without a byte order mark; a line and column mean the same
    place in it as in `text`. `encoding` is that of the bytes, "utf-8-sig" where they start with the mark.

    `named`: it was asked for by itself, so it is worth parsing even if nothing in it is of pyasc. `cells` are those of
    a notebook, whose text is the code of them all.
    """

    def __init__(self, path: str, text: str, encoding: str = "utf-8") -> None:
        self.path = path
        self.named = True
        self.cells: tuple[Cell, ...] = ()
        self.encoding = "utf-8-sig" if text.startswith(_MARK) else encoding
        self.original = text.removeprefix(_MARK)
        self.text = _clean(self.original)
        self._encoded: dict[int, bytes] = {}

    @classmethod
    def read(cls, path: str | Path) -> Source:
        """Reads a file. Raises SourceError where it is missing, no regular file, too large or not text."""
        name = os.fspath(path)
        try:
            status = os.stat(name)
            if stat.S_ISDIR(status.st_mode):
                raise SourceError("directory")
            if not stat.S_ISREG(status.st_mode):
                raise SourceError("not-regular")
            with open(name, "rb") as file:
                data = file.read((MAX_NOTEBOOK if name.endswith(NOTEBOOK) else MAX_BYTES) + 1)
        except OSError as error:
            raise SourceError("unreadable", detail=(error.strerror or str(error)).lower()) from None
        except ValueError:
            raise SourceError("bad-name") from None
        return cls.from_bytes(name, data)

    @classmethod
    def from_bytes(cls, path: str, data: bytes) -> Source:
        """Decodes a file's bytes as Python does (PEP 263). Raises SourceError for what is no Python text."""
        if path.endswith(NOTEBOOK):
            return cls._from_notebook(path, data)
        if len(data) > MAX_BYTES:
            raise SourceError("too-large", limit=MAX_BYTES // 2**20)
        if b"\0" in data:
            raise SourceError("binary")
        try:
            encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
            text = data.decode(encoding)
        except SyntaxError as error:
            raise _undecodable(data) or SourceError("bad-encoding", detail=error.msg) from None
        except UnicodeDecodeError as error:
            raise _undecodable(data, error.encoding) or SourceError("bad-encoding", detail=error.reason) from None
        except (UnicodeError, LookupError, ValueError):
            raise SourceError("bad-encoding", detail=f"no text encoding: {encoding}") from None
        return cls(path, text, encoding)

    @classmethod
    def _from_notebook(cls, path: str, data: bytes) -> Source:
        if len(data) > MAX_NOTEBOOK:
            raise SourceError("too-large", limit=MAX_NOTEBOOK // 2**20)
        if b"asc" not in data:
            return cls(path, "")  # most of a notebook is output: not worth reading
        try:
            text, cells = read_notebook(data)
        except NoNotebook as error:
            raise SourceError("no-notebook", detail=str(error)) from None
        source = cls.from_text(path, text)
        source.cells = cells
        return source

    @classmethod
    def from_text(cls, path: str, text: str) -> Source:
        """A file whose text is at hand, such as an editor's buffer. Raises SourceError where it is too large."""
        if len(text) > MAX_BYTES:
            raise SourceError("too-large", limit=MAX_BYTES // 2**20)
        return cls(path, text)

    def encoded(self) -> bytes:
        """The bytes of the file. Raises UnicodeEncodeError where its encoding lacks a character of the text."""
        return self.original.encode(self.encoding)

    @cached_property
    def mentions_asc(self) -> bool:
        """Whether the file may use pyasc at all: it imports a name `asc`, or uses one and imports `*`."""
        if "asc" not in self.text:
            return False
        if "asc" in imported_words(self.text):
            return True
        return _STAR.search(self.text) is not None and _ASC.search(self.text) is not None

    @cached_property
    def _is_ascii(self) -> bool:
        return self.text.isascii()

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their ends; the last one is empty where the text ends in a line end."""
        return self.text.split("\n")

    def span(
        self, lineno: int, col_offset: int, end_lineno: int | None = None, end_col_offset: int | None = None
    ) -> Span:
        """The range of a syntax node: lines 1-based, columns UTF-8 byte offsets as in `ast`. An end is exclusive."""
        start = self.column(lineno, col_offset)
        if end_lineno is None or end_col_offset is None:
            return Span(self.path, lineno, start, lineno, start + 1)
        return Span(self.path, lineno, start, end_lineno, self.column(end_lineno, end_col_offset))

    def column(self, lineno: int, col_offset: int) -> int:
        """The 1-based character column of a UTF-8 byte offset."""
        if self._is_ascii:
            return max(col_offset, 0) + 1
        line = self.lines[lineno - 1] if 0 < lineno <= len(self.lines) else ""
        if line.isascii():
            return max(col_offset, 0) + 1
        encoded = self._encoded.get(lineno)
        if encoded is None:
            encoded = self._encoded[lineno] = line.encode()
        return len(encoded[: max(col_offset, 0)].decode(errors="ignore")) + 1

    def slice(self, span: Span) -> str:
        """The text of a range of this file."""
        lines = self.lines[span.line - 1 : span.end_line]
        if not lines:
            return ""
        lines[-1] = lines[-1][: span.end_column - 1]
        lines[0] = lines[0][span.column - 1 :]
        return "\n".join(lines)

    @cached_property
    def comments(self) -> list[Comment]:
        """All comments in source order; where the text does not tokenize, those before and after the broken line."""
        return list(self._scan_comments()) if "#" in self.text else []

    def _scan_comments(self) -> Iterator[Comment]:
        lines, start, failures = self.lines, 0, 0
        while failures < _MAX_RESTARTS:
            while start < len(lines) and _is_plain(lines[start]):
                start += 1
            if start == len(lines):
                return
            readline = partial(next, (lines[number] + "\n" for number in range(start, len(lines))), "")
            reached = start
            pending: list[tokenize.TokenInfo] = []
            first_line = 0
            try:
                for token in tokenize.generate_tokens(readline):
                    reached = max(reached, start + token.end[0])
                    if token.type == tokenize.COMMENT:
                        pending.append(token)
                    elif token.type not in _NOT_STATEMENT:
                        first_line = first_line or start + token.start[0]
                    if token.type == (tokenize.NEWLINE if first_line else tokenize.COMMENT):
                        break
            except (tokenize.TokenError, SyntaxError):
                failures += 1
            yield from self._flush(pending, start, first_line, reached)
            start = min(max(reached, start + 1), len(lines))

    def _flush(self, tokens: list[tokenize.TokenInfo], offset: int, first: int, last: int) -> Iterator[Comment]:
        for token in tokens:
            line = offset + token.start[0]
            span = Span(self.path, line, token.start[1] + 1, line, token.end[1] + 1)
            yield Comment(span, token.string, min(first or line, line), max(last, line) if first else line)


class Sources:
    """Files by path: those of a run, and others (a helper that a kernel imports), read when first asked for."""

    def __init__(self, sources: Iterable[Source]) -> None:
        self._files = {source.path: source for source in sources}

    def of(self, path: str) -> Source:
        """The file; an empty one where it cannot be read."""
        if path not in self._files:
            try:
                self._files[path] = Source.read(path)
            except SourceError:
                self._files[path] = Source.from_text(path, "")
        return self._files[path]


def _is_plain(line: str) -> bool:
    """Whether a line that starts a statement is all of it and has no comment, as a look at it shows."""
    if _MORE.search(line) is not None:
        return False
    return all(line.count(opening) == line.count(closing) for opening, closing in ("()", "[]", "{}"))


def _undecodable(data: bytes, encoding: str = "utf-8") -> SourceError | None:
    """Names the first line that is not valid in this encoding."""
    try:
        data.decode(encoding)
    except UnicodeDecodeError as error:
        return SourceError("undecodable", line=data.count(b"\n", 0, error.start) + 1, encoding=error.encoding)
    return None


def _clean(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    # Half a surrogate pair, as an editor may send it, has no UTF-8 form; the parser would refuse the whole file.
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
