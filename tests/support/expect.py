"""Kernels with the findings they must get written into them.

A line that ends in `# expect: ASC101` (or `ASC101, ASC203`) must get exactly such findings. Every other line must get
none of the codes under test, and nothing at all at warning level or above.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from pyasc_lint import Settings, check_paths
from pyasc_lint.diagnostics import Diagnostic, Severity

EXPECT = re.compile(r"#\s*expect:\s*((?:ASC\d{3}(?:\s*,\s*)?)+)\s*$")


def expectations(text: str) -> set[tuple[int, str]]:
    """(line, code) of every expectation in a source text."""
    return {
        (number, code)
        for number, line in enumerate(text.splitlines(), start=1)
        if (match := EXPECT.search(line))
        for code in re.findall(r"ASC\d{3}", match[1])
    }


def check_expectations(
    paths: Iterable[Path], codes: Sequence[str] = ("ASC",), targets: Sequence[str] = ("Ascend910B1",)
) -> list[str]:
    """What differs from the expectations in these files, which are checked in one run; empty if nothing does.

    Args:
        codes: codes or prefixes that must match exactly, infos included.
        targets: the chips to check for.
    """
    files = sorted(paths)
    result = check_paths([str(file) for file in files], Settings(target=tuple(targets)))
    assert not result.problems, result.problems
    wrong: list[str] = []
    for file in files:
        found = [item for item in result.diagnostics if Path(item.span.path) == file]
        wrong += compare(file.name, expectations(file.read_text(encoding="utf-8")), found, codes)
    return wrong


def compare(
    name: str, wanted: set[tuple[int, str]], found: Iterable[Diagnostic], codes: Sequence[str] = ("ASC",)
) -> list[str]:
    """One line for each expectation that is not met and each finding that nobody expects."""
    prefixes = tuple(codes)
    got: dict[tuple[int, str], Diagnostic] = {(item.span.line, item.code): item for item in found}
    wrong = [f"{name}:{line}: missed {code}" for line, code in sorted(wanted - got.keys()) if code.startswith(prefixes)]
    for (line, code), item in sorted(got.items()):
        if (line, code) not in wanted and (code.startswith(prefixes) or item.severity >= Severity.WARNING):
            wrong.append(f"{name}:{line}: unexpected {code}: {item.message}")
    return wrong
