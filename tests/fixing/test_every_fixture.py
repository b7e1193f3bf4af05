"""Every fixture fixed: what is fixed is gone, nothing comes up, the file parses, and once more changes nothing."""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from pyasc_lint import cli
from tests.fixing.fixtures import texts

SAFE, UNSAFE = ["--fix"], ["--fix", "--unsafe-fixes"]

OWN, EXAMPLES = r"(?!rule_|trap_|left_|probe_)", r"rule_|trap_"

CASES: list[tuple[str, str, list[str]]] = [
    ("fixtures", OWN, SAFE),
    ("fixtures, unsafe", OWN, UNSAFE),
    ("examples", EXAMPLES, SAFE),
    ("examples, unsafe", EXAMPLES, UNSAFE),
    ("other traps, unsafe", "left_", UNSAFE),
    *((f"probes {digit}, unsafe", rf"probe_\d*{digit}\.py", UNSAFE) for digit in range(10)),
]
"""Files by their names in `texts`, and how they are fixed."""


def run(*arguments: str | Path) -> tuple[list[dict[str, Any]], str]:
    """The findings that the command line reports, and what it says beside them."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        cli.main([*map(str, arguments), "--output-format=json", "--target=Ascend910B1", "--no-cache"])
    return json.loads(out.getvalue())["diagnostics"], err.getvalue()


def files(folder: Path, names: str) -> dict[Path, str]:
    """Copies of fixtures, each in a folder of its own so that none sees another."""
    found = {}
    for name, text in texts().items():
        if re.match(names, name):
            path = folder / name.removesuffix(".py") / name
            path.parent.mkdir(parents=True)
            path.write_bytes(text.encode())
            found[path] = text
    return found


def keys(findings: list[dict[str, Any]]) -> Counter[tuple[str, str]]:
    return Counter((Path(found["path"]).name, found["code"]) for found in findings)


@pytest.mark.slow
@pytest.mark.parametrize(("names", "options"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_fixing(names: str, options: list[str], tmp_path: Path) -> None:
    given = files(tmp_path, names)
    before, _ = run(tmp_path)
    after, said = run(*options, tmp_path)
    fixed = {path: path.read_text(encoding="utf-8") for path in given}
    changed = [path for path, text in fixed.items() if text != given[path]]
    assert changed

    assert keys(after) - keys(before) == Counter()
    assert len(after) < len(before)
    kinds = {found["fix"]["applicability"] for found in after if found["fix"] is not None}
    assert kinds <= ({"unsafe"} if options == SAFE else set())
    assert len(re.findall(r": the fix of ASC\d+ ", said)) <= len(after)

    assert [path.name for path in changed if parses(given[path]) and not parses(fixed[path])] == []
    for path in changed:
        gone = comments(given[path]) - comments(fixed[path])
        assert [comment for comment in gone if "noqa" not in comment] == [], path.name

    run(*options, *changed)
    assert [path.name for path in changed if path.read_text(encoding="utf-8") != fixed[path]] == []


def parses(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return True


def comments(text: str) -> Counter[str]:
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):
        return Counter()
    return Counter(token.string for token in tokens if token.type == tokenize.COMMENT)
