"""The clean kernels emit, compile, and call what the real pyasc front end calls."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pyasc_lint import Settings, check_paths, cli
from pyasc_lint.diagnostics import Severity
from tests.support.ascendc_text import calls
from tests.support.emitting import needs_gpp, syntax_errors
from tests.support.pyasc import Traced, ask_pyasc

CLEAN = Path(__file__).parents[1] / "fixtures/acceptance/clean"
SIGNATURES = CLEAN.parent / "signatures.json"
FILES = sorted(CLEAN.glob("*.py"))
BUGGY = sorted(CLEAN.with_name("buggy").glob("*.py"))


def emit(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = cli.main([*arguments, "--emit", "--signature", str(SIGNATURES)])
    out, err = capsys.readouterr()
    return status, out, err


@needs_gpp
def test_clean_kernels_emit_and_compile(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    texts = []
    for file in FILES:
        status, out, err = emit(capsys, str(file))
        assert status == 0, f"{file.name}: {err}"
        texts.append(out)
    assert sum("__aicore__ void" in text for text in texts) == len(FILES) - 1  # one has no static kernel
    assert syntax_errors(texts, tmp_path) == ""


def arguments(signature: dict[str, Any], text: str, kernel: str) -> tuple[Any, ...]:
    """Launch arguments in the order of the kernel's parameters."""
    match = re.search(rf"def {kernel}\((.*?)\):", text, re.DOTALL)
    assert match is not None
    names = re.findall(r"(\w+)\s*:", match[1])
    return tuple(signature[name] for name in names)


@pytest.mark.requires_pyasc
def test_clean_kernels_call_what_pyasc_calls(capsys: pytest.CaptureFixture[str]) -> None:
    """The same functions on the same operands in the same order."""
    signatures = json.loads(SIGNATURES.read_text())
    tasks, ours = [], []
    for file in FILES:
        for kernel, signature in signatures.get(file.name, {}).items():
            text = file.read_text()
            tasks.append(Traced(text, arguments(signature, text, kernel), kernel))
            _, out, _ = emit(capsys, str(file))
            (body,) = [part for part in out.split('extern "C"')[1:] if f"void {kernel}(" in part]
            ours.append(calls(body.partition("\n}\n")[0]))
    for task, outcome, mine in zip(tasks, ask_pyasc(tasks), ours, strict=True):
        assert outcome.accepted, outcome
        assert mine == calls(outcome.text), task.kernel


@pytest.mark.parametrize("file", BUGGY, ids=lambda file: file.name)
def test_buggy_kernels_are_refused(file: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Every error but those about pyasc releases is told as the reason, and nothing is written."""
    static = {kernel.name for kernel in check_paths([str(file)]).reports[0].kernels if kernel.static}
    found = check_paths([str(file)], Settings(target=("Ascend910B1",))).diagnostics
    errors = {
        (each.span.line, each.code) for each in found
        if each.severity is Severity.ERROR and not each.code.startswith("ASC7") and each.kernel in static
    }  # fmt: skip
    command = [str(file), "--emit", "--out", str(tmp_path / "made"), "--exit-zero"]
    status = cli.main([*command, "--signature", str(SIGNATURES)])
    said = capsys.readouterr().err
    suggested = re.search(r"--signature ([\"'])(.*)\1", said)
    if suggested is not None:
        status = cli.main([*command, "--signature", suggested[2]])
        said = capsys.readouterr().err
    refused = {(int(line), code) for line, code in re.findall(r"cannot emit: .*?:(\d+):\d+: (\S+)", said)}
    assert errors <= refused, sorted(errors - refused)
    assert list(tmp_path.iterdir()) == []
    assert status == (1 if errors else 0)  # one file has an error of pyasc only, and no static kernel
