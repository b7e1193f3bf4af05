"""`--add-ignore`: writes `# noqa` comments for findings, so that only new ones are told from then on."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pyasc_lint.config import ConfigFinder
from pyasc_lint.diagnostics import Diagnostic, Edit, Span
from pyasc_lint.fixing.files import WriteError, write
from pyasc_lint.fixing.text import edited
from pyasc_lint.frontend.directives import codes_end
from pyasc_lint.frontend.grammar import SyntaxIssue, TooDeep, parse_python
from pyasc_lint.frontend.source import Comment, Source
from pyasc_lint.reports import FileReport

_NEVER = ("ASC001", "ASC005", "ASC008")
"""Findings that no comment should hide: what was not checked, and comments that hide nothing."""


@dataclass
class Ignored:
    """What was done: how many findings have a comment now, in how many files, and what could not be written."""

    findings: int = 0
    files: int = 0
    problems: list[str] = field(default_factory=list)


def add_ignores(reports: Sequence[FileReport], configs: ConfigFinder) -> Ignored:
    """Adds a comment for every finding that fails the run. Each file is replaced in one step, or left as it is."""
    sources = {each.source.path: each.source for each in reports}
    wanted: dict[str, list[Diagnostic]] = {}
    for each in reports:
        level = configs.for_file(each.source.path).fail_on
        for found in each.diagnostics:
            if found.severity >= level and found.code not in _NEVER and found.span.path in sources:
                wanted.setdefault(found.span.path, []).append(found)
    done = Ignored()
    for path, findings in wanted.items():
        after = None if sources[path].cells else with_comments(sources[path], findings)
        if after is None:
            done.problems.append(f"{path}: has no place for the comments; nothing was added")
            continue
        try:
            write(sources[path], after)
        except WriteError as error:
            done.problems.append(str(error))
            continue
        done.findings += len(findings)
        done.files += 1
    return done


def with_comments(source: Source, findings: Iterable[Diagnostic]) -> Source | None:
    """The source with the findings hidden; None where that would change more than comments."""
    ends = _line_ends(source)
    codes: dict[int, list[str]] = {}
    for found in findings:
        line = next((end for end in ends if end >= found.span.line), None)
        if line is None:
            return None
        code = found.code if found.trap is None else f"{found.code}[{found.trap}]"
        if code not in codes.setdefault(line, []):
            codes[line].append(code)
    comments = {comment.span.line: comment for comment in source.comments}
    after = edited(source, [_edit(source, line, each, comments) for line, each in codes.items()])
    return after if _same_program(source, after) else None


def _edit(source: Source, line: int, codes: list[str], comments: Mapping[int, Comment]) -> Edit:
    comment = comments.get(line)
    end = None if comment is None else codes_end(comment)
    if end is not None:
        return Edit(Span(source.path, line, end, line, end), "".join(f", {code}" for code in codes))
    text = source.lines[line - 1]
    column = len(text.rstrip()) + 1
    return Edit(Span(source.path, line, column, line, len(text) + 1), f"  # noqa: {', '.join(codes)}")


def _line_ends(source: Source) -> list[int]:
    """Lines that a comment can be added to: those that end outside strings and without a backslash."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(source.text).readline))
    except (tokenize.TokenError, SyntaxError):
        return []
    return [token.start[0] for token in tokens if token.type in (tokenize.NEWLINE, tokenize.NL)]


def _same_program(before: Source, after: Source) -> bool:
    try:
        return ast.dump(parse_python(before)) == ast.dump(parse_python(after))
    except (SyntaxIssue, TooDeep):
        return False
