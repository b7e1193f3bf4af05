"""Comments that answer a finding: one that hides it, and one that bounds a value."""

from __future__ import annotations

import io
import re
import tokenize

from pyasc_lint.diagnostics import Diagnostic, Edit, Fix, Span
from pyasc_lint.editing.editor import Editor
from pyasc_lint.frontend.source import Source
from pyasc_lint.rules._fix import First, Proposal
from pyasc_lint.rules._rule import Language, Text

_HIDE = Text("hide {code} in this line", "在本行隐藏 {code}")
_ASSUME = Text("assume {condition}: what callers must keep to", "假定 {condition}：调用方必须遵守")
_NOQA = re.compile(r"#\s*noqa\s*:\s*", re.IGNORECASE)
"""What comes before the codes, those of other tools included."""

_NOT_HIDDEN = ("ASC001", "ASC005", "ASC008")
"""What says that something was not checked, or is about a comment that hides nothing."""


def suppressing_fix(source: Source, finding: Diagnostic, language: Language = "en") -> Fix | None:
    """Adds `# noqa: CODE` to the statement of a finding; None where the finding is not to be hidden, or not in a
    statement of this source."""
    if finding.code in _NOT_HIDDEN or finding.span.path != source.path:
        return None
    line = _commentable(source, finding.span.line)
    if line is None:
        return None
    code = finding.code if finding.trap is None else f"{finding.code}[{finding.trap}]"
    column, text = len(source.lines[line - 1].rstrip()) + 1, f"  # noqa: {code}"
    for comment in source.comments:
        if comment.span.line == line and (codes := _NOQA.search(comment.text)):
            column, text = comment.span.column + codes.end(), f"{code}, "
    edit = Edit(Span(source.path, line, column, line, column), text)
    return Fix(_HIDE.fill(language, {"code": code}), (edit,))


def assuming_fix(source: Source, kernel: Span, condition: str, language: Language = "en") -> Fix | None:
    """Adds `# pyasc-lint: assume CONDITION` at the start of the kernel whose name is at a place; None where that has no
    line of its own for it."""
    comment = f"# pyasc-lint: assume {condition}"
    proposal = Proposal(_ASSUME, (First(kernel, comment),), {"condition": condition}, "unsafe")
    fix = Editor([source]).fix(proposal, language)
    # Behind a `;` or before one, the comment would take in code.
    return fix if fix is not None and all(edit.text.strip() == comment for edit in fix.edits) else None


def _commentable(source: Source, line: int) -> int | None:
    """The first line from this one on that a comment can end: no string and no backslash joins it to the next."""
    try:
        for token in tokenize.generate_tokens(io.StringIO(source.text).readline):
            if token.type in (tokenize.NEWLINE, tokenize.NL) and token.start[0] >= line:
                return token.start[0]
    except (tokenize.TokenError, SyntaxError):
        pass
    return None
