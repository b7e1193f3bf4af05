"""The clean kernels emit, compile, and call what the real pyasc front end calls."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pyasc_lint import cli
from tests.support.ascendc_text import calls
from tests.support.emitting import needs_gpp, syntax_errors
from tests.support.pyasc import Traced, ask_pyasc

CLEAN = Path(__file__).parents[1] / "fixtures/acceptance/clean"
SIGNATURES = CLEAN.parent / "signatures.json"
FILES = sorted(CLEAN.glob("*.py"))


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
