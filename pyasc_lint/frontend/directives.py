"""Comments that speak to the linter: `# noqa` and `# pyasc-lint: …`.

Only the form is judged here; whether a code, rule name, trap or chip exists is known further up.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import field

from pyasc_lint.deferred import dataclass
from pyasc_lint.frontend.source import Comment, Source
from pyasc_lint.ir.spans import Span

KEYWORDS = ("assume", "disable-file", "target")


@dataclass(frozen=True, slots=True)
class Selector:
    """A code, code prefix, `ASC701[trap]` or rule name, as written."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Noqa:
    """`# noqa`: valid for the lines `first_line` to `last_line` of its statement.

    `span` covers the directive with its reason. No selectors and `bare`: hides everything. `foreign` are the codes of
    other tools that the comment names as well.
    """

    span: Span
    selectors: tuple[Selector, ...]
    bare: bool
    foreign: tuple[Selector, ...]
    first_line: int
    last_line: int


@dataclass(frozen=True, slots=True)
class DisableFile:
    """`# pyasc-lint: disable-file` (no selectors: everything) or `disable-file=CODES`."""

    span: Span
    selectors: tuple[Selector, ...]


@dataclass(frozen=True, slots=True)
class Assume:
    """`# pyasc-lint: assume EXPR`. `text` is the expression; `expr_column` the 1-based column where it starts."""

    span: Span
    text: str
    expr_column: int


@dataclass(frozen=True, slots=True)
class Target:
    """`# pyasc-lint: target=CHIP[,CHIP]`: the chips this file is for, as written."""

    span: Span
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DirectiveError:
    """A directive that cannot be obeyed. `reason` is a message key of ASC007; `data` holds what its text needs."""

    span: Span
    reason: str
    data: Mapping[str, object] = field(default_factory=dict)


@dataclass(slots=True)
class Directives:
    """All directives of one file, in source order."""

    noqa: list[Noqa] = field(default_factory=list)
    disable_file: list[DisableFile] = field(default_factory=list)
    assumes: list[Assume] = field(default_factory=list)
    targets: list[Target] = field(default_factory=list)
    errors: list[DirectiveError] = field(default_factory=list)


_NOQA = re.compile(r"#\s*noqa\b(?P<colon>\s*:)?", re.IGNORECASE)
_OURS_IN_NOQA = re.compile(r"noqa\s*:[^\n]*?\b(asc|[a-z]\w*-[a-z])")
_CODE = re.compile(r"[A-Za-z]{1,8}\d{1,6}(\[[\w-]*\])?(?![\w\[-])|ASC(?![\w\[-])")
_ASC_CODE = re.compile(r"ASC\d{0,3}(\[[a-z0-9_-]+\])?", re.IGNORECASE)
_BROKEN_ASC = re.compile(r"ASC(?=\S*\d)[\w\[\]-]*")
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)+(?![\w-])")
_SEPARATOR = re.compile(r"[,\s]*")
_WORD = re.compile(r"[^\s,]+")

_OURS = re.compile(r"#+\s*pyasc-lint\s*:\s*")
_NEARLY_OURS = re.compile(r"#+\s*pyasc[-_ ]?lint\s*[:=]?\s*(disable-file\b|assume\b(?!\s*$)|target\s*=)", re.IGNORECASE)
_KEYWORD = re.compile(r"[A-Za-z_-]+")
_REASON = re.compile(r"\s+#.*$|\s+$")
_CHIP = re.compile(r"[\w-]+")


def _may_have_any(source: Source) -> bool:
    """Whether a comment may be meant for this tool: in a file without kernels not so a bare `# noqa`."""
    text = source.text.lower()
    if "pyasc" in text:
        return True
    if "noqa" not in text:
        return False
    return source.named or source.mentions_asc or _OURS_IN_NOQA.search(text) is not None


def parse_directives(source: Source) -> Directives:
    """Reads every comment of a file; never fails."""
    found = Directives()
    if not _may_have_any(source):
        return found  # spares most files the tokenizer
    for comment in source.comments:
        if ours := _OURS.match(comment.text):
            _read_directive(comment, ours.end(), found)
        elif _NEARLY_OURS.match(comment.text):
            found.errors.append(DirectiveError(comment.span, "prefix"))
        if noqa := _NOQA.search(comment.text):
            _read_noqa(comment, noqa, found)
    return found


def codes_end(comment: Comment) -> int | None:
    """The column after the last code of the comment's `# noqa: CODES`, of whichever tool; None where it has none."""
    match = _NOQA.search(comment.text)
    if match is None or not match["colon"]:
        return None
    end = _Codes(comment).read(match.end())
    return comment.span.column + end if end > match.end() else None


def _read_noqa(comment: Comment, match: re.Match[str], found: Directives) -> None:
    codes = _Codes(comment)
    end = match.end()
    if match["colon"]:
        end = codes.read(end)
        found.errors += codes.errors
        if not codes.selectors:
            return  # other tools' codes, or nothing that any tool would call a code
    rest = comment.text.find("#", end)
    span = _part(comment, match.start(), len(comment.text[:rest].rstrip()) if rest > 0 else len(comment.text))
    noqa = Noqa(
        span, tuple(codes.selectors), not match["colon"], tuple(codes.foreign), comment.first_line, comment.last_line
    )
    found.noqa.append(noqa)


def _read_directive(comment: Comment, start: int, found: Directives) -> None:
    body = _REASON.sub("", comment.text[start:])
    keyword = _KEYWORD.match(body)
    name = keyword[0] if keyword else ""
    after = body[len(name) :]
    span = _part(comment, 0, start + len(body))
    offset = start + len(name)
    if name == "assume":
        text = after.lstrip()
        if not text or not after[0].isspace():
            found.errors.append(DirectiveError(span, "assume-form"))
        else:
            found.assumes.append(Assume(span, text, comment.span.column + offset + len(after) - len(text)))
    elif name == "disable-file":
        if not after:
            found.disable_file.append(DisableFile(span, ()))
        elif equals := re.match(r"\s*=", after):
            codes = _Codes(comment)
            codes.read(offset + equals.end())
            found.errors += codes.errors
            if codes.selectors:
                found.disable_file.append(DisableFile(span, tuple(codes.selectors)))
            elif not codes.errors:
                found.errors.append(DirectiveError(span, "disable-file-form"))
        else:
            found.errors.append(DirectiveError(span, "disable-file-form"))
    elif name == "target":
        names = [part.strip() for part in after.lstrip().removeprefix("=").split(",")]
        if not after.lstrip().startswith("=") or not all(_CHIP.fullmatch(part) for part in names):
            found.errors.append(DirectiveError(span, "target-form"))
        elif found.targets:
            found.errors.append(DirectiveError(span, "second-target", {"line": found.targets[0].span.line}))
        else:
            found.targets.append(Target(span, tuple(names)))
    else:
        close = difflib.get_close_matches(name.lower(), KEYWORDS, n=1)
        reason = "unknown-keyword-close" if close else "unknown-keyword" if name else "empty"
        found.errors.append(DirectiveError(span, reason, {"keyword": name, "close": "".join(close)}))


class _Codes:
    """A list of codes and rule names, up to the first word that is neither (where the reason starts)."""

    def __init__(self, comment: Comment) -> None:
        self._comment = comment
        self.selectors: list[Selector] = []
        self.foreign: list[Selector] = []
        self.errors: list[DirectiveError] = []

    def read(self, start: int) -> int:
        """Reads from an index into the comment's text; returns the index after the last code."""
        text = self._comment.text
        end = start
        while True:
            gap = _SEPARATOR.match(text, end)
            position = gap.end() if gap else end
            first = end == start or "," in text[end:position]
            match = _CODE.match(text, position) or (_NAME.match(text, position) if first else None)
            broken = _BROKEN_ASC.match(text, position)
            if match and _ASC_CODE.fullmatch(match[0]):
                code = match[0]
                self.selectors.append(Selector(code[:3].upper() + code[3:].lower(), self._span(match)))
            elif broken:
                self.errors.append(DirectiveError(self._span(broken), "bad-code", {"code": broken[0]}))
                match = broken
            elif match and "-" in match[0]:
                self.selectors.append(Selector(match[0], self._span(match)))
            elif match:
                self.foreign.append(Selector(match[0], self._span(match)))
            else:
                return end
            end = match.end()

    def _span(self, match: re.Match[str]) -> Span:
        return _part(self._comment, match.start(), match.end())


def _part(comment: Comment, start: int, end: int) -> Span:
    span = comment.span
    return Span(span.path, span.line, span.column + start, span.line, span.column + end)
