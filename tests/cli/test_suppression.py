"""`# noqa` and `# pyasc-lint: disable-file`: what they hide, and what is said about useless and broken ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Write = Callable[[str, str | bytes], Path]


@pytest.mark.parametrize(
    "text",
    [
        "defect(ASC101)  # noqa\n",
        "defect(ASC101)  # NOQA : ASC101\n",
        "defect(ASC101)  # noqa: ASC101 the reason\n",
        "defect(ASC101)  # noqa:E501,asc101\n",
        "defect(ASC101)  # type: ignore  # noqa: ASC1\n",
        "defect(ASC101)  # noqa: tile-overflow\n",
        "defect(ASC701[cube-01])  # noqa: ASC701[cube-01]\n",
        "defect(ASC701[control_flow-07])  # noqa: ASC701[control_flow-07]\n",
        "# pyasc-lint: disable-file=ASC701[data_copy-14]\ndefect(ASC701[data_copy-14])\n",
        "f(\n    defect(ASC101),\n    2,\n)  # noqa: ASC101\n",
        "f(  # noqa: ASC101\n    defect(ASC101),\n)\n",
        "if (a and\n        defect(ASC101)):  # noqa: ASC101\n    pass\n",
        "x = '''\ndefect(ASC101)\n'''  # noqa: ASC101\n",
        "defect(ASC101)\n# pyasc-lint: disable-file\n",
        "defect(ASC101)\n# pyasc-lint: disable-file=ASC5,ASC101 generated\ndefect(ASC501)",
        "# pyasc-lint: disable-file = tile-overflow  # generated\ndefect(ASC101)\n",
        "defect(ASC101) # noqa: ASC101\r\n",
        "defect(ASC101)  # noqa: ASC101, ASC005 the second is for the first\n",
    ],
)
def test_it_hides(lint: Any, write: Write, text: str) -> None:
    write("a.py", text)
    result = lint("a.py")
    assert result.found == []
    assert result.status == 0


@pytest.mark.parametrize(
    "text",
    [
        "defect(ASC101)  # noqa: E501\n",
        "defect(ASC101)  # noqa: this is fine\n",
        "defect(ASC101)  # the noqa below\n",
        "if defect(ASC101):\n    pass  # noqa\n",
        "# noqa\ndefect(ASC101)\n",
        "x = '# noqa'; defect(ASC101)\n",
        "f(\n    defect(ASC101)\n)\ny = 1  # noqa\n",
    ],
)
def test_it_does_not_hide(lint: Any, write: Write, text: str) -> None:
    write("a.py", text)
    assert [entry.split()[1] for entry in lint("a.py").found] == ["ASC101"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1  # noqa: ASC101\n", "ASC101 found nothing here"),
        ("defect(ASC101)  # noqa: ASC101, ASC106, ASC5\n", "ASC106, ASC5 found nothing here"),
        ("x = 1  # noqa: tile-overflow, E501\n", "tile-overflow found nothing here"),
        ("defect(ASC701)  # noqa: ASC701, ASC701[cube-01]\n", "ASC701[cube-01] found nothing here"),
        ("# pyasc-lint: disable-file\n", "nothing was found in this file"),
        ("# pyasc-lint: disable-file=ASC1,ASC5\ndefect(ASC101)\n", "ASC5 found nothing in this file"),
    ],
)
def test_a_useless_one_is_told(lint: Any, write: Write, text: str, message: str) -> None:
    write("a.py", text)
    result = lint("a.py")
    assert result.status == 1
    assert [entry.split()[1:] for entry in result.found] == [["ASC005", "warning"]]
    assert message in result.out


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("x = 1  # noqa\n", []),
        ("x = 1  # noqa: E501\n", []),
        ("x = 1  # noqa: ASC603\n", []),
        ("x = 1  # noqa: ASC101\n", ["--ignore", "ASC101"]),
        ("x = 1  # noqa: ASC101\n", ["--select", "ASC5,ASC0"]),
        ("x = 1  # noqa: ASC1\n", ["--ignore", "ASC102"]),
        ("x = 1  # noqa: ASC701[cube-01]\n", ["--ignore", "ASC701[cube-01]"]),
        ("# pyasc-lint: disable-file\n", ["--select", "ASC1,ASC0"]),
        ("x = 1  # noqa: ASC101\n", ["--ignore", "ASC005"]),
        ("x = 1  # noqa: ASC101\n# pyasc-lint: disable-file=ASC005\n", []),
    ],
)
def test_what_this_run_cannot_judge_is_not_called_useless(
    lint: Any, write: Write, text: str, arguments: list[str]
) -> None:
    write("a.py", text)
    result = lint("a.py", *arguments)
    assert result.found == []


def test_nothing_is_called_useless_in_a_file_that_was_not_analysed(lint: Any, write: Write) -> None:
    write("a.py", "defect(ASC001)\nx = 1  # noqa: ASC101\n")
    assert lint("a.py").found == ["a.py:1 ASC001 error"]
    write("a.py", "defect(ASC001)  # noqa\nx = 1  # noqa: ASC101\n")
    assert lint("a.py").found == []


@pytest.mark.parametrize(
    ("comment", "message"),
    [
        ("# noqa: ASC999", "no rule matches `ASC999`"),
        ("# noqa: ASC1011", "`ASC1011` is no rule code"),
        ("# noqa: ASC-101", "`ASC-101` is no rule code"),
        ("# noqa: tile-overflw", "did you mean `tile-overflow`?"),
        ("# noqa: ASC701[cube-1]", "did you mean `ASC701[cube-01]`?"),
        ("# pyasc-lint: disable-file=", "expected `disable-file` alone or"),
        ("# pyasc-lint: disable-file ASC101", "expected `disable-file` alone or"),
        ("# pyasc-lint: disable-file=nothing-like-it", "no rule matches `nothing-like-it`"),
        ("# pyasc-lint: asume n < 5", "did you mean `assume`?"),
        ("# pyasc-lint: frobnicate", "unknown directive `frobnicate`; expected assume"),
        ("# pyasc-lint:", "says nothing"),
        ("# pyasc-lint: assume", "`assume` needs a condition"),
        ("# pyasc-lint: assume=5", "`assume` needs a condition"),
        ("# pyasc-lint: target", "`target` needs a chip"),
        ("# pyasc_lint: disable-file", "write `# pyasc-lint:`"),
        ("# pyasc-lint assume n < 5", "write `# pyasc-lint:`"),
    ],
)
def test_a_comment_that_cannot_be_obeyed_is_told(lint: Any, write: Write, comment: str, message: str) -> None:
    write("a.py", f"x = 1\ny = 2  {comment}\n")
    result = lint("a.py")
    assert result.found == ["a.py:2 ASC007 warning"]
    assert message in result.out


@pytest.mark.parametrize(
    "comment",
    [
        "# noqa: E501 ASCII art",
        "# noqa: E501 some-reason-of-mine",
        "# pyasc-lint finds this",
        "# see pyasc-lint: assume",
        "# pyasc-lint: assume 64 <= n <= 8192, n % 64 == 0  # from the host",
        "# pyasc-lint: target=Ascend910B4-1",
    ],
)
def test_other_comments_are_left_alone(lint: Any, write: Write, comment: str) -> None:
    write("a.py", f"x = 1  {comment}\n")
    assert lint("a.py").found == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = 1  # noqa: ASC101 why\n", "x = 1\n"),
        ("x = 1  # noqa: ASC101  # more\n", "x = 1  # more\n"),
        ("x = '日本'  # noqa: ASC101\n", "x = '日本'\n"),
        ("x = 1  # noqa: E501, ASC101, F401 why\n", "x = 1  # noqa: E501, F401 why\n"),
        ("defect(ASC101)  # noqa: ASC106, ASC101\n", "defect(ASC101)  # noqa: ASC101\n"),
        ("defect(ASC101)\n# pyasc-lint: disable-file=ASC5,ASC1\n", "defect(ASC101)\n# pyasc-lint: disable-file=ASC1\n"),
    ],
)
def test_the_fix_deletes_what_is_useless(lint: Any, write: Write, text: str, expected: str) -> None:
    write("a.py", text)
    (found,) = json.loads(lint("a.py", "--output-format=json").out)["diagnostics"]
    (edit,) = found["fix"]["edits"]
    lines = text.split("\n")
    start, end = edit["range"]["start"], edit["range"]["end"]
    assert start["line"] == end["line"]
    line = lines[start["line"] - 1]
    lines[start["line"] - 1] = line[: start["column"] - 1] + edit["text"] + line[end["column"] - 1 :]
    assert "\n".join(lines) == expected


def test_a_finding_obeys_the_comments_of_the_file_it_points_at(
    lint: Any, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dataclasses import replace

    import pyasc_lint.execution.engine

    stub: Any = pyasc_lint.execution.engine.Checker  # type: ignore[attr-defined]

    class Elsewhere(stub):  # type: ignore[misc]
        """Finds the defects of a.py in the helper it imports."""

        def check(self, sources: Any, context: Any = ()) -> Any:
            for report in super().check(sources, context):
                report.diagnostics = [
                    replace(found, span=replace(found.span, path="helper.py")) for found in report.diagnostics
                ]
                yield report

    monkeypatch.setattr("pyasc_lint.execution.engine.Checker", Elsewhere)
    write("helper.py", "x = 1  # noqa: ASC101\ny = 2\n")
    write("a.py", "defect(ASC101)\ndefect(ASC101)\n")
    assert lint("a.py").found == ["helper.py:2 ASC101 error"]
    assert lint("a.py", "helper.py").found == ["helper.py:2 ASC101 error"]
