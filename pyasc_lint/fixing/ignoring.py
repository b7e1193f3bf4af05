"""`--add-ignore`: writes `# noqa` comments for findings, so that only new ones are told from then on."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import field

from pyasc_lint.config import ConfigFinder
from pyasc_lint.deferred import dataclass
from pyasc_lint.diagnostics import Diagnostic
from pyasc_lint.editing.comments import commentable_lines, hideable, hiding, selector_of
from pyasc_lint.fixing.files import WriteError, write
from pyasc_lint.fixing.text import edited
from pyasc_lint.frontend.grammar import SyntaxIssue, TooDeep, parse_python
from pyasc_lint.frontend.source import Source
from pyasc_lint.reports import FileReport


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
            if found.severity >= level and hideable(found) and found.span.path in sources:
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
    ends = commentable_lines(source)
    codes: dict[int, list[str]] = {}
    for found in findings:
        line = next((end for end in ends if end >= found.span.line), None)
        if line is None:
            return None
        code = selector_of(found)
        if code not in codes.setdefault(line, []):
            codes[line].append(code)
    after = edited(source, [hiding(source, line, each) for line, each in codes.items()])
    return after if _same_program(source, after) else None


def _same_program(before: Source, after: Source) -> bool:
    try:
        return ast.dump(parse_python(before)) == ast.dump(parse_python(after))
    except (SyntaxIssue, TooDeep):
        return False
