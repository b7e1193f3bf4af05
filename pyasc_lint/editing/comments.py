"""Comments that answer a finding: one that hides it, and one that bounds a value."""

from __future__ import annotations

import io
import tokenize
from collections.abc import Sequence

from pyasc_lint.diagnostics import Diagnostic, Edit, Fix, Span
from pyasc_lint.editing.editor import Editor
from pyasc_lint.frontend.directives import codes_end
from pyasc_lint.frontend.source import Source
from pyasc_lint.rules._fix import First, Proposal
from pyasc_lint.rules._rule import Language, Text

_HIDE = Text("hide {code} in this line", "在本行隐藏 {code}")
_ASSUME = Text("assume {condition}: what callers must keep to", "假定 {condition}：调用方必须遵守")
_NOT_HIDDEN = ("ASC001", "ASC005", "ASC008")
"""What says that something was not checked, or is about a comment that hides nothing."""


def suppressing_fix(source: Source, finding: Diagnostic, language: Language = "en") -> Fix | None:
    """Adds `# noqa: CODE` to the statement of a finding; None where the finding is not to be hidden, or not in a
    statement of this source."""
    if not hideable(finding) or finding.span.path != source.path:
        return None
    line = next((line for line in commentable_lines(source) if line >= finding.span.line), None)
    if line is None:
        return None
    code = selector_of(finding)
    return Fix(_HIDE.fill(language, {"code": code}), (hiding(source, line, [code]),))


def hideable(finding: Diagnostic) -> bool:
    """Whether a comment may hide it."""
    return finding.code not in _NOT_HIDDEN


def selector_of(finding: Diagnostic) -> str:
    """What a comment calls it."""
    return finding.code if finding.trap is None else f"{finding.code}[{finding.trap}]"


def hiding(source: Source, line: int, codes: Sequence[str]) -> Edit:
    """Adds codes to the `# noqa` comment that ends a line, or such a comment."""
    ends = [codes_end(comment) for comment in source.comments if comment.span.line == line]
    end = next((end for end in ends if end is not None), None)
    if end is not None:
        return Edit(Span(source.path, line, end, line, end), "".join(f", {code}" for code in codes))
    text = source.lines[line - 1]
    column = len(text.rstrip()) + 1
    return Edit(Span(source.path, line, column, line, len(text) + 1), f"  # noqa: {', '.join(codes)}")


def commentable_lines(source: Source) -> list[int]:
    """Lines that a comment can end, in order: no string and no backslash joins them to the next. The first one from
    the start of a statement on is in the statement."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(source.text).readline))
    except (tokenize.TokenError, SyntaxError):
        return []
    return [token.start[0] for token in tokens if token.type in (tokenize.NEWLINE, tokenize.NL)]


def assuming_fix(source: Source, kernel: Span, condition: str, language: Language = "en") -> Fix | None:
    """Adds `# pyasc-lint: assume CONDITION` at the start of the kernel whose name is at a place; None where that has no
    line of its own for it."""
    comment = f"# pyasc-lint: assume {condition}"
    proposal = Proposal(_ASSUME, (First(kernel, comment),), {"condition": condition}, "unsafe")
    fix = Editor([source]).fix(proposal, language)
    # Behind a `;` or before one, the comment would take in code.
    return fix if fix is not None and all(edit.text.strip() == comment for edit in fix.edits) else None
