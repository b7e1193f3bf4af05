"""The reports that CI systems and code hosts read, through the command line and the real engine."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import jsonschema
import pytest

from pyasc_lint import cli
from pyasc_lint.rules._registry import all_rules

SCHEMA = Path(__file__).parents[1] / "fixtures" / "schemas" / "sarif-2.1.0.json"

KERNEL = """\
import asc

@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    first = ub.alloc(asc.TPosition.VECIN, asc.float32, 40960)
    tile = ub.alloc(asc.TPosition.VECIN, asc.float32, 1000000)
    unused = ub.alloc(asc.TPosition.VECIN, asc.float32, 64)
    asc.duplicate(first, 0.0, 64)
    asc.duplicate(tile, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)

TILE = 1  # noqa: ASC101
"""
CODES = ["ASC101", "ASC113", "ASC005"]
PATH = "the kernels/k,1:2%.py"

Run = Callable[..., Any]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Lints in an empty folder; returns the standard output."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / PATH).parent.mkdir()
    (tmp_path / PATH).write_text(KERNEL)

    def lint(*arguments: str, status: int = 1) -> str:
        assert cli.main(list(arguments)) == status
        return capsys.readouterr().out

    return lint


@cache
def validator() -> Any:
    return jsonschema.Draft7Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))


def sarif(text: str) -> Any:
    document = json.loads(text)
    assert [error.message for error in validator().iter_errors(document)] == []
    return document["runs"][0]


def results(text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = sarif(text)["results"]
    return found


def test_sarif_is_valid_and_says_where(run: Run) -> None:
    log = sarif(run("--output-format=sarif"))
    assert [result["ruleId"] for result in log["results"]] == CODES
    assert [result["level"] for result in log["results"]] == ["error", "note", "warning"]
    place = log["results"][0]["locations"][0]
    assert unquote(place["physicalLocation"]["artifactLocation"]["uri"]) == PATH
    line = KERNEL.split("\n")[7]
    assert place["physicalLocation"]["region"] == {
        "startLine": 8, "startColumn": line.index("ub.alloc") + 1, "endLine": 8, "endColumn": len(line) + 1,
    }  # fmt: skip
    assert place["logicalLocations"] == [{"name": "kernel", "kind": "function"}]
    assert log["results"][0]["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 7
    assert log["invocations"] == [{"executionSuccessful": True}]


def test_sarif_has_every_rule_with_its_help(run: Run) -> None:
    log = sarif(run("--output-format=sarif", "--language=zh"))
    rules = log["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [rule.code for rule in all_rules()]
    for rule, known in zip(rules, all_rules(), strict=True):
        assert known.remedy.zh in rule["help"]["text"] and "## 如何修复" in rule["help"]["markdown"]
    for result in log["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]


def test_sarif_carries_the_fixes(run: Run) -> None:
    (fix,) = results(run("--output-format=sarif"))[2]["fixes"]
    (change,) = fix["artifactChanges"]
    (edit,) = change["replacements"]
    line = KERNEL.rstrip("\n").split("\n")[-1]
    region = edit["deletedRegion"]
    assert line[: region["startColumn"] - 1] + edit["insertedContent"]["text"] == "TILE = 1"
    assert (region["startLine"], region["endColumn"]) == (14, len(line) + 1)


def test_sarif_of_a_trap_and_of_a_failed_run_is_valid(run: Run, tmp_path: Path) -> None:
    (tmp_path / PATH).write_text(
        "import asc\n\n@asc.jit(insert_sync=True)\ndef kernel():\n    ub = asc.LocalMemAllocator()\n"
    )
    found = [result for result in results(run("--output-format=sarif")) if result["ruleId"] == "ASC701"]
    assert found[0]["properties"]["trap"] == "sync-09"
    assert sarif(run("--output-format=sarif", "gone.py", status=2))["invocations"] == [{"executionSuccessful": False}]


def test_fingerprints_stay_when_lines_move_and_differ_in_one_run(run: Run, tmp_path: Path) -> None:
    def marks() -> dict[str, str]:
        found = results(run("--output-format=sarif"))
        marks = {result["ruleId"]: result["partialFingerprints"]["pyascLint/v1"] for result in found}
        assert len(set(marks.values())) == len(found)
        return marks

    before = marks()
    moved = KERNEL.replace("import asc\n", "import asc\n\n# a comment\n").replace("(first", "( first")
    (tmp_path / PATH).write_text(moved)
    assert marks() == before
    (tmp_path / PATH).write_text(moved.replace("1000000", "2000000"))
    after = marks()
    assert after["ASC101"] != before["ASC101"] and after["ASC005"] == before["ASC005"]


def test_equal_findings_have_fingerprints_of_their_own(run: Run, tmp_path: Path) -> None:
    (tmp_path / PATH).write_text("A = 1  # noqa: ASC101\n" * 3)
    found = json.loads(run("--output-format=gitlab"))
    assert len(found) == 3 == len({issue["fingerprint"] for issue in found})


def test_github_commands(run: Run) -> None:
    lines = run("--output-format=github").splitlines()
    assert [line.partition(" ")[0] for line in lines] == ["::error", "::notice", "::warning"]
    column = KERNEL.split("\n")[7].index("ub.alloc") + 1
    head = "::error title=pyasc-lint (ASC101 tile-overflow),file=the kernels/k%2C1%3A2%25.py,line=8,endLine=8"
    assert lines[0].startswith(f"{head},col={column},endColumn=")
    assert f"::the kernels/k,1:2%25.py:8:{column}: ASC101 ub.alloc(" in lines[0]


def test_a_gitlab_report(run: Run) -> None:
    issues = json.loads(run("--output-format=gitlab"))
    assert [(issue["check_name"], issue["severity"]) for issue in issues] == [
        ("ASC101", "major"), ("ASC113", "info"), ("ASC005", "minor"),
    ]  # fmt: skip
    assert issues[0]["location"]["path"] == PATH
    assert issues[0]["location"]["positions"]["begin"]["line"] == 8
    assert issues[0]["description"].startswith("ASC101 ub.alloc(")


def test_a_junit_report(run: Run, tmp_path: Path) -> None:
    (tmp_path / "clean.py").write_text("x = 1\n")
    root = ElementTree.fromstring(run("--output-format=junit"))
    assert root.attrib == {"name": "pyasc-lint", "tests": "4", "failures": "2", "errors": "0"}
    assert [suite.attrib["name"] for suite in root] == ["clean.py", PATH]
    assert [case.find("failure") is not None for case in root[1]] == [True, False, True]
    assert "ASC101" in (root[1][0][0].text or "")
    lenient = ElementTree.fromstring(run("--output-format=junit", "--fail-on=error"))
    assert lenient.attrib["failures"] == "1"


def test_junit_has_a_form_for_what_xml_has_not(run: Run, tmp_path: Path) -> None:
    (tmp_path / PATH).write_text("x = 1  # noqa: ASC1\x08\x1b<&\n")
    ElementTree.fromstring(run("--output-format=junit"))


def test_several_reports_at_once(run: Run, tmp_path: Path) -> None:
    formats = "concise,sarif:out/a.sarif,gitlab:out/b.json,junit:out/c.xml"
    shown = run("--output-format", formats)
    assert [line.removeprefix(PATH).split()[1] for line in shown.splitlines() if line.startswith(PATH)] == CODES
    assert [result["ruleId"] for result in results((tmp_path / "out/a.sarif").read_text())] == CODES
    assert len(json.loads((tmp_path / "out/b.json").read_text())) == 3
    assert ElementTree.parse(tmp_path / "out/c.xml").getroot().tag == "testsuites"
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.sarif", "b.json", "c.xml"]


def test_an_output_file_leaves_the_summary_on_the_terminal(run: Run, tmp_path: Path) -> None:
    assert run("--output-format=json", "--output-file=r.json").startswith("Found 1 error, 1 warning and 1 info in 1")
    assert len(json.loads((tmp_path / "r.json").read_text())["diagnostics"]) == 3


def test_an_output_file_is_replaced_whole_and_keeps_its_permissions(run: Run, tmp_path: Path) -> None:
    (tmp_path / "r.json").write_text("x" * 100_000)
    (tmp_path / "r.json").chmod(0o640)
    (tmp_path / "link.json").symlink_to("r.json")
    run("--output-format=json:link.json")
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "r.json").stat().st_mode & 0o777 == 0o640
    assert json.loads((tmp_path / "r.json").read_text())["version"] == 1


def test_formats_come_from_the_configuration(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pyasc-lint.toml").write_text('output-format = ["concise", "sarif:a.sarif"]\n')
    assert ": ASC101 error" in run()
    assert results((tmp_path / "a.sarif").read_text())
    assert json.loads(run("--output-format=json"))["diagnostics"]


def test_a_wrong_format_in_the_configuration(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pyasc-lint.toml").write_text('fail-on = "error"\noutput-format = ["concise", "sarfi:a"]\n')
    assert cli.main([]) == 2
    assert "pyasc-lint.toml:2: output-format must be a list of output formats" in (err := capsys.readouterr().err)
    assert "did you mean sarif?" in err


@pytest.mark.parametrize("name", ["sarif", "github", "gitlab", "junit"])
def test_two_runs_write_the_same(run: Run, name: str) -> None:
    assert run(f"--output-format={name}") == run(f"--output-format={name}", ".", PATH)
