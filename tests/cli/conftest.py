"""A command line in an empty folder, and an engine that finds what the text says: `defect(ASC101, warning)`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from pyasc_lint import cli
from pyasc_lint.diagnostics import Diagnostic, Severity, Span
from pyasc_lint.frontend.source import Source
from pyasc_lint.reports import EngineOptions, FileReport, KernelReport

DEFECT = re.compile(r"defect\((ASC\d{3})(?:\[([\w-]+)\])?(?:, (\w+))?\)")


class StubChecker:
    """Reports each `defect(...)` at its place. `CRASH` in a text makes it fail there."""

    def __init__(self, options: EngineOptions) -> None:
        self.options = options

    def check(self, sources: Sequence[Source], context: Sequence[Source] = ()) -> Iterator[FileReport]:
        for source in sources:
            if "CRASH" in source.text:
                raise ZeroDivisionError("in the engine")
            found = FileReport(source, targets=self.options.targets)
            found.kernels.append(KernelReport("kernel", Span(source.path, 1, 1, 1, 2), True, True, True))
            for number, line in enumerate(source.lines, start=1):
                for match in DEFECT.finditer(line):
                    span = Span(source.path, number, match.start() + 1, number, match.end() + 1)
                    severity = Severity[(match[3] or "error").upper()]
                    found.diagnostics.append(
                        Diagnostic(match[1], "a-rule", severity, "too many bytes", span, "kernel", trap=match[2])
                    )
            yield found


@dataclass
class Outcome:
    status: int
    out: str
    err: str

    @property
    def found(self) -> list[str]:
        """`path:line CODE severity` of every finding in a concise report."""
        lines = [line.split(":", 3) for line in self.out.splitlines() if ": ASC" in line]
        return [f"{path}:{line} {' '.join(rest.split()[:2])}" for path, line, _, rest in lines]


Lint = Callable[..., Outcome]


@pytest.fixture
def lint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Lint:
    """Runs the command line with the stub engine in an empty folder; concise unless the arguments choose a format."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pyasc_lint.execution.engine.Checker", StubChecker)

    def run(*arguments: str) -> Outcome:
        chosen = any(argument.startswith("--output-format") for argument in arguments)
        given = ["--no-cache"] if chosen else ["--no-cache", "--output-format=concise"]
        status = cli.main([*given, *arguments])
        out, err = capsys.readouterr()
        return Outcome(status, out, err)

    return run


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str | bytes], Path]:
    """Writes a file below the folder of the test."""

    def write_file(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write_file
