"""Notebooks: cells are one program, magics are none of it, findings are told by cell."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jsonschema
import pytest

from pyasc_lint import cli

KERNEL = """\
@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    tile = ub.alloc(asc.TPosition.VECIN, asc.float32, TILE)
    asc.duplicate(tile, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)"""
COLUMN = KERNEL.split("\n")[4].index("ub.alloc") + 1

Run = Callable[..., tuple[int, str]]


def notebook(*cells: str, kind: str = "code", **metadata: Any) -> str:
    made = [{"cell_type": "markdown", "source": ["import nothing\n", "%%"], "metadata": {}}]
    for number, text in enumerate(cells):
        source: Any = text if number % 2 else text.splitlines(keepends=True)  # the format has both
        made.append({"cell_type": kind, "source": source, "metadata": {}, "outputs": []})
    return json.dumps({"cells": made, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5})


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)

    def lint(*arguments: str, text: str | None = None) -> tuple[int, str]:
        if text is not None:
            (tmp_path / "book.ipynb").write_text(text, encoding="utf-8")
        chosen = any(argument.startswith("--output-format") for argument in arguments)
        status = cli.main([*([] if chosen else ["--output-format=concise"]), *arguments])
        return status, capsys.readouterr().out

    return lint


def test_cells_are_joined_and_findings_told_by_cell(run: Run) -> None:
    status, out = run(text=notebook("import asc\nTILE = 1000000", "# a comment\n" + KERNEL))
    assert status == 1
    assert out.startswith(f"book.ipynb:cell 3:6:{COLUMN}: ASC101 error")


@pytest.mark.parametrize(
    "magic",
    [
        "%matplotlib inline", "!pip install pyasc", "asc?", "asc.jit??", "files = !ls\n", "a, b = %time 1", "",
        "if True:\n    !ls\nx = 1", "%%time\nx = 1", "%%bash\nfor f in *; do echo $f; done", "%%html\n<b>(",
        "%%timeit -n 3", "x = (7\n  % 3)", "'''\n%not a magic\n'''\n!ls",
    ],
)  # fmt: skip
def test_magics_are_no_python(run: Run, magic: str) -> None:
    status, out = run(text=notebook("import asc\nTILE = 1000000", magic, KERNEL))
    assert status == 1, out
    (line, _) = out.splitlines()[:2]
    assert line.startswith(f"book.ipynb:cell 4:5:{COLUMN}: ASC101 error")


def test_python_in_a_timed_cell_counts(run: Run) -> None:
    _, out = run(text=notebook("import asc\nTILE = 1000000", "%%time\n" + KERNEL))
    assert out.startswith(f"book.ipynb:cell 3:6:{COLUMN}: ASC101 error")


def test_a_syntax_error_is_told_in_its_cell(run: Run) -> None:
    _, out = run(text=notebook("import asc", "x = 1\ndef f(:"))
    assert out.startswith("book.ipynb:cell 3:2:7: ASC001 error")


def test_the_excerpt_counts_lines_of_the_cell(run: Run) -> None:
    _, out = run("--output-format=full", text=notebook("import asc\nTILE = 1000000", KERNEL))
    assert f" --> book.ipynb:cell 3:5:{COLUMN} (kernel kernel" in out
    assert "\n5 |     tile = ub.alloc(" in out


def test_machine_formats(run: Run) -> None:
    text = notebook("import asc\nTILE = 1000000", KERNEL)
    (found,) = json.loads(run("--output-format=json", text=text)[1])["diagnostics"]
    assert (found["path"], found["cell"], found["range"]["start"]) == ("book.ipynb", 3, {"line": 5, "column": COLUMN})
    log = json.loads(run("--output-format=sarif")[1])
    schema = Path(__file__).parents[1] / "fixtures" / "schemas" / "sarif-2.1.0.json"
    jsonschema.validate(log, json.loads(schema.read_text(encoding="utf-8")))
    (result,) = log["runs"][0]["results"]
    assert result["message"]["text"].startswith(f"book.ipynb:cell 3:5:{COLUMN}: ub.alloc(")
    assert "region" not in result["locations"][0]["physicalLocation"]
    github = run("--output-format=github")[1]
    assert f",file=book.ipynb::book.ipynb:cell 3:5:{COLUMN}: ASC101" in github
    (issue,) = json.loads(run("--output-format=gitlab")[1])
    assert issue["description"].startswith("cell 3, line 5: ASC101")
    assert f"book.ipynb:cell 3:5:{COLUMN}: ASC101" in run("--output-format=junit")[1]


def test_comments_in_cells_hide_findings(run: Run) -> None:
    text = notebook("import asc\nTILE = 1000000", KERNEL.replace("TILE)", "TILE)  # noqa: ASC101"))
    assert run(text=text)[0] == 0


def test_a_notebook_is_known_by_its_content(run: Run) -> None:
    run("--write-baseline=known.json", text=notebook("import asc\nTILE = 1000000", KERNEL))
    assert run("--baseline=known.json", text=notebook("import asc", "TILE = 1000000", "\n" + KERNEL))[0] == 0


@pytest.mark.parametrize("option", ["--fix", "--fix --unsafe-fixes", "--add-ignore"])
def test_a_notebook_is_never_changed(run: Run, option: str) -> None:
    text = notebook("import asc", "@asc.jit\ndef kernel():\n    ub = asc.LocalMemAllocator()\nX = 1  # noqa: ASC101")
    run(*option.split(), text=text)
    assert Path("book.ipynb").read_text() == text


@pytest.mark.parametrize(
    "text",
    [
        notebook(KERNEL, kind="raw"),
        notebook("asc <- 1", kernelspec={"language": "R"}),
        notebook("val asc = 1", language_info={"name": "scala"}),
        '{"cells": [{"cell_type": "code", "source": 7}, 3, null], "metadata": [], "asc": 1}',
        notebook("x = 1", kernelspec={"name": "asc"}),
    ],
)
def test_what_is_no_python_is_left_alone(run: Run, text: str) -> None:
    assert run(text=text)[0] == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("import asc", "is no notebook: it is no JSON"),
        ('{"asc": 1}', "is no notebook: it has no cells"),
        ('["asc"]', "is no notebook: it has no cells"),
        ('{"cells": "asc"}', "is no notebook: it has no cells"),
        ("[" * 100_000 + '"asc"', "is no notebook: it is no JSON"),
    ],
)
def test_what_is_no_notebook_is_said(run: Run, text: str, message: str) -> None:
    status, out = run(text=text)
    assert status == 1 and message in out


def test_a_notebook_on_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    data = notebook("import asc\nTILE = 1000000", KERNEL).encode()
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(data)))
    assert run("-", "--stdin-filename=book.ipynb")[1].startswith("book.ipynb:cell 3:5")
