"""Reading files: encodings, line ends, positions in characters, comments."""

from __future__ import annotations

import ast
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyasc_lint.frontend.directives import parse_directives
from pyasc_lint.frontend.source import MAX_BYTES, Source, SourceError
from pyasc_lint.ir.spans import Span


@pytest.mark.parametrize(
    "data",
    [
        "x = '张'\ny\n".encode(),
        b"\xef\xbb\xbf" + "x = '张'\ny\n".encode(),
        "x = '张'\r\ny\r\n".encode(),
        "x = '张'\ry\r".encode(),
        b"# coding: gbk\r\n" + "x = '张'\ny\n".encode("gbk"),
        b"#!/usr/bin/python\n# vim: set fileencoding=big5 :\n" + "x = '張'\ny\n".encode("big5"),
    ],
)
def test_text_is_decoded_as_python_does(data: bytes) -> None:
    lines = Source.from_bytes("a.py", data).lines
    assert lines[-3:] in (["x = '张'", "y", ""], ["x = '張'", "y", ""])


@pytest.mark.parametrize(
    ("data", "reason", "detail"),
    [
        (b"x = 1\n\n\n'\xe9'\n", "undecodable", {"line": 4, "encoding": "utf-8"}),
        (b"'\xe9'\n", "undecodable", {"line": 1, "encoding": "utf-8"}),
        (b"# coding: ascii\n\n'\xe9'\n", "undecodable", {"line": 3, "encoding": "ascii"}),
        (b"# coding: utf-9\n", "bad-encoding", {"detail": "unknown encoding: utf-9"}),
        (b"# coding: base64\nx\n", "bad-encoding", {"detail": "no text encoding: base64"}),
        (b"\xef\xbb\xbf# coding: latin-1\nx\n", "bad-encoding", {}),
        ("x = 1\n".encode("utf-16"), "binary", {}),
        (b"x" * (MAX_BYTES + 1), "too-large", {"limit": 4}),
    ],
)
def test_what_is_no_python_text_is_refused_with_the_reason(data: bytes, reason: str, detail: dict[str, object]) -> None:
    with pytest.raises(SourceError) as caught:
        Source.from_bytes("a.py", data)
    assert caught.value.reason == reason
    assert detail.items() <= caught.value.data.items()


@pytest.mark.parametrize(
    ("name", "reason"),
    [("gone.py", "unreadable"), ("folder", "directory"), ("book.ipynb", "no-notebook"), ("a\0b.py", "bad-name")],
)
def test_what_is_no_file_is_refused_with_the_reason(tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "book.ipynb").write_text("asc")
    with pytest.raises(SourceError) as caught:
        Source.read(os.path.join(tmp_path, name))
    assert caught.value.reason == reason


CHARACTERS = st.characters(exclude_characters="\r\n'\\\0", exclude_categories=["Cs"])


@given(st.lists(st.text(CHARACTERS, max_size=8), max_size=4))
def test_columns_count_characters(words: list[str]) -> None:
    text = "; ".join([*(f"'{word}'" for word in words), "target(1)"])
    source = Source.from_text("a.py", text)
    node = ast.parse(source.text).body[-1]
    span = source.span(node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)
    assert source.slice(span) == "target(1)"
    assert span.column == text.rindex("target(1)") + 1


def test_a_slice_may_cross_lines() -> None:
    source = Source.from_text("a.py", "ab\r\ncd\r\nef")
    assert source.slice(Span("a.py", 1, 2, 3, 2)) == "b\ncd\ne"


def test_half_a_surrogate_pair_keeps_its_column() -> None:
    source = Source.from_text("a.py", "'\ud800'; x = 1\n")
    node = ast.parse(source.text).body[-1]
    assert source.span(node.lineno, node.col_offset).column == 6


def test_comments_know_their_statement() -> None:
    text = "f(1,  # one\n  2)  # two\n# alone\nif x:  # three\n    y = '''\n# no\n'''  # four\n    # last"
    found = [(c.text, c.first_line, c.last_line) for c in Source.from_text("a.py", text).comments]
    assert found == [
        ("# one", 1, 2), ("# two", 1, 2), ("# alone", 3, 3), ("# three", 4, 4), ("# four", 5, 7), ("# last", 8, 8),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "broken",
    ["x = (", "x = 'abc", "x = $", "    x = 1\n  y = 2", "x = 0777", "x = )", "f'{x'", "x = 1é+", "\tx\n        y"],
)
def test_comments_are_found_around_what_does_not_tokenize(broken: str) -> None:
    source = Source.from_text("a.py", f"a = 1  # first\n{broken}\nb = 2  # second\n")
    assert [comment.text for comment in source.comments] == ["# first", "# second"]
    assert [source.slice(comment.span) for comment in source.comments] == ["# first", "# second"]


def test_a_string_that_never_ends_costs_no_time() -> None:
    source = Source.from_text("a.py", "# first\n" + "x = '''\ny = \"\"\"\n" * 5001)
    assert [comment.text for comment in source.comments][:1] == ["# first"]


def test_an_assumption_knows_where_its_condition_stands() -> None:
    comment = "# pyasc-lint:  assume  0 < n <= 8,  n % 2 == 0"
    source = Source.from_text("a.py", f"def k(n):\n    '日'  {comment}  # from the host\n")
    (assume,) = parse_directives(source).assumes
    assert assume.text == "0 < n <= 8,  n % 2 == 0"
    assert source.lines[1][assume.expr_column - 1 :].startswith(assume.text)
    assert source.slice(assume.span) == comment


def test_only_one_comment_sets_the_target() -> None:
    source = Source.from_text("a.py", "# pyasc-lint: target = A, B-1\nx = 1  # pyasc-lint: target=C\n")
    found = parse_directives(source)
    assert [target.names for target in found.targets] == [("A", "B-1")]
    assert [(error.reason, error.span.line) for error in found.errors] == [("second-target", 2)]
