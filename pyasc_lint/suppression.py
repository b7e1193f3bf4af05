"""Applies `# noqa` and `disable-file` comments, and reports those that hide nothing or cannot be obeyed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from pyasc_lint.deferred import dataclass
from pyasc_lint.diagnostics import Diagnostic, Edit, Fix
from pyasc_lint.frontend.directives import DirectiveError, DisableFile, Noqa, Selector, parse_directives
from pyasc_lint.frontend.source import Source, Sources
from pyasc_lint.ir.spans import Span
from pyasc_lint.rules._report import report
from pyasc_lint.rules._rule import Finding, Language, Text
from pyasc_lint.selection import RuleSelector, Selection, UnknownSelector, parse_selector

UNUSED, INVALID = "ASC005", "ASC007"

_RENAME = Text("write {close}", "改为 {close}")
_DELETE = Text("delete the unused suppression", "删除多余的抑制")


@dataclass(slots=True)
class _Entry:
    """One selector of a comment; `rule` None stands for everything but the finding that the comment is useless."""

    text: str
    rule: RuleSelector | None
    used: bool = False

    def hides(self, diagnostic: Diagnostic) -> bool:
        if self.rule is None:
            return diagnostic.code != UNUSED
        return self.rule.matches(diagnostic.code, diagnostic.trap)


@dataclass(slots=True)
class _Comment:
    """A suppression comment with its selectors resolved; `lines` None: the whole file."""

    directive: Noqa | DisableFile
    lines: range | None
    entries: list[_Entry] = field(default_factory=list)

    def hides(self, diagnostic: Diagnostic) -> bool:
        if self.lines is not None and diagnostic.span.line not in self.lines:
            return False
        hiding = [entry for entry in self.entries if entry.hides(diagnostic)]
        for entry in hiding:
            entry.used = True
        return bool(hiding)


class Suppressions:
    """The suppression comments of one file."""

    def __init__(self, source: Source) -> None:
        directives = parse_directives(source)
        self._source = source
        self._errors = list(directives.errors)
        self._comments = [
            *(self._resolve(each, range(each.first_line, each.last_line + 1), each.bare) for each in directives.noqa),
            *(self._resolve(each, None, not each.selectors) for each in directives.disable_file),
        ]

    def _resolve(self, directive: Noqa | DisableFile, lines: range | None, bare: bool) -> _Comment:
        entries = [_Entry("", None)] if bare else []
        for selector in directive.selectors:
            try:
                entries.append(_Entry(selector.text, parse_selector(selector.text)))
            except UnknownSelector as error:
                self._unknown(directive, selector, error)
        return _Comment(directive, lines, entries)

    def _unknown(self, directive: Noqa | DisableFile, selector: Selector, error: UnknownSelector) -> None:
        if isinstance(directive, Noqa) and not selector.text.startswith("ASC") and error.close is None:
            return  # a word that reads like a rule name may belong to the reason
        reason = "unknown-selector-close" if error.close else "unknown-selector"
        self._errors.append(DirectiveError(selector.span, reason, {"code": selector.text, "close": error.close}))

    def hides(self, diagnostic: Diagnostic) -> bool:
        """Whether a comment hides it; every selector that does counts as used."""
        hiding = [comment for comment in self._comments if comment.hides(diagnostic)]  # each is asked, and used
        return bool(hiding)

    def invalid(self, language: Language) -> Iterator[Diagnostic]:
        """ASC007 for every comment that cannot be obeyed."""
        for error in self._errors:
            close = error.data.get("close") if error.reason == "unknown-selector-close" else None
            fix = Fix(_RENAME.fill(language, error.data), (Edit(error.span, str(close)),)) if close else None
            yield report(INVALID, Finding(error.span, error.data, error.reason), language, fix)

    def unused(self, selection: Selection, language: Language) -> Iterator[Diagnostic]:
        """ASC005 for every comment with selectors that `hides` never needed, as far as this run checks those rules."""
        for comment in self._comments:
            entries = [entry for entry in comment.entries if not entry.used and self._judged(comment, entry, selection)]
            if not entries:
                continue
            where = "default" if comment.lines is not None else "file" if comment.directive.selectors else "whole-file"
            data = {"codes": ", ".join(entry.text for entry in entries)}
            fix = Fix(_DELETE.fill(language, {}), (self._deletion(comment, entries),))
            yield report(UNUSED, Finding(comment.directive.span, data, where), language, fix)

    @staticmethod
    def _judged(comment: _Comment, entry: _Entry, selection: Selection) -> bool:
        if entry.rule is None:
            return comment.lines is None and selection.covers(RuleSelector("ASC"))
        return not entry.rule.matches(UNUSED) and selection.covers(entry.rule)

    def _deletion(self, comment: _Comment, unused: list[_Entry]) -> Edit:
        """Deletes the unused codes; where nothing is left to say, the whole comment with the blanks before it."""
        directive = comment.directive
        span = directive.span
        codes = [*directive.selectors, *(directive.foreign if isinstance(directive, Noqa) else ())]
        gone = {entry.text for entry in unused}
        kept = [code.text for code in codes if code.text not in gone]
        if kept:
            spans = [code.span for code in codes]
            column, end = min(each.column for each in spans), max(each.end_column for each in spans)
            return Edit(Span(span.path, span.line, column, span.line, end), ", ".join(kept))
        before = self._source.lines[span.line - 1][: span.column - 1]
        return Edit(Span(span.path, span.line, len(before.rstrip()) + 1, span.line, span.end_column), "")


class RunSuppressions:
    """The suppression comments of all files of a run. A finding obeys those of the file it points at."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._files: dict[str, Suppressions] = {}

    def of(self, path: str) -> Suppressions:
        """Those of one file; one outside the run is read for this."""
        if path not in self._files:
            self._files[path] = Suppressions(self._sources.of(path))
        return self._files[path]

    def hides(self, diagnostic: Diagnostic) -> bool:
        """Whether a comment hides it."""
        return self.of(diagnostic.span.path).hides(diagnostic)
