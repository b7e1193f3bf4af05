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

pytestmark = pytest.mark.slow

FIXED_FROM_BOTH_SIDES = 12
"""Fixes of fixtures that are left out, at most: alone they bring up what the same defect makes elsewhere."""


class Tree:
    """Copies of fixtures, each in a folder of its own so that none sees another."""

    def __init__(self, folder: Path, options: list[str], probes: bool) -> None:
        self.folder = folder
        self.options = ["--fix", *options]
        self.given = {name: text for name, text in texts().items() if probes or not name.startswith("probe_")}
        for name, text in self.given.items():
            path = folder / name.removesuffix(".py") / name
            path.parent.mkdir(parents=True)
            path.write_bytes(text.encode())
        self.before, _ = self.run()
        self.after, self.said = self.run(*self.options)
        self.fixed = {path.name: path.read_text(encoding="utf-8") for path in folder.rglob("*.py")}

    def run(self, *arguments: str, path: Path | None = None) -> tuple[list[dict[str, Any]], str]:
        """The findings, and what is said beside them."""
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            cli.main([*arguments, "--output-format=json", "--target=Ascend910B1", str(path or self.folder)])
        return json.loads(out.getvalue())["diagnostics"], err.getvalue()


@pytest.fixture(scope="module", params=["safe", "unsafe"])
def tree(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Tree:
    unsafe = request.param == "unsafe"
    return Tree(tmp_path_factory.mktemp("fixtures"), ["--unsafe-fixes"] if unsafe else [], probes=unsafe)


def test_nothing_is_found_that_was_not_there_before(tree: Tree) -> None:
    def keys(findings: list[dict[str, Any]]) -> Counter[tuple[str, str]]:
        return Counter((Path(found["path"]).name, found["code"]) for found in findings)

    assert keys(tree.after) - keys(tree.before) == Counter()
    assert len(tree.before) - len(tree.after) > 100


def test_every_fixed_file_parses(tree: Tree) -> None:
    broken = {name for name, text in tree.given.items() if not parses(text)}
    assert {name for name, text in tree.fixed.items() if not parses(text)} == broken


def test_what_a_fix_is_left_of_is_told(tree: Tree) -> None:
    told = re.findall(r"^.*?:\d+:\d+: the fix of (ASC\d+) ", tree.said, re.MULTILINE)
    safe = [found for found in tree.after if found["fix"] and found["fix"]["applicability"] == "safe"]
    assert safe == []
    assert len(told) < (FIXED_FROM_BOTH_SIDES if "--unsafe-fixes" not in tree.options else 100)


def test_fixing_again_changes_nothing(tree: Tree) -> None:
    for name, text in tree.fixed.items():
        if text != tree.given[name]:
            path = tree.folder / name.removesuffix(".py") / name
            tree.run(*tree.options, path=path)
            assert path.read_text(encoding="utf-8") == text, name


def test_comments_stay(tree: Tree) -> None:
    for name, text in tree.fixed.items():
        if text != tree.given[name]:
            gone = comments(tree.given[name]) - comments(text)
            assert [comment for comment in gone if "noqa" not in comment and "pyasc-lint" not in comment] == [], name


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
