"""Emits kernels, compiles what comes out, and runs C++ expressions."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent

import pytest

from pyasc_lint.codegen import (
    Plan,
    Request,
    Requests,
    Signatures,
    TextOptions,
    form_names,
    plan,
    read_signatures,
)  # fmt: skip
from pyasc_lint.frontend.frontend import Frontend
from pyasc_lint.frontend.source import Source
from pyasc_lint.limits import deep_recursion
from pyasc_lint.profiles import load_profile

STUB = Path(__file__).with_name("ascendc_stub")
GPP = shutil.which("g++")

needs_gpp = pytest.mark.requires_tools("g++")


def planned(
    text: str, signature: str | None = None, path: str = "kernels.py", options: TextOptions | None = None
) -> Plan:
    """What the static kernels of a source become, without asking the rules. All that is missing must be given."""
    with deep_recursion():
        return _planned(text, signature, path, options)


def _planned(text: str, signature: str | None, path: str, options: TextOptions | None) -> Plan:
    source = Source.from_text(path, dedent(text))
    frontend = Frontend([source])
    requests = Requests(Signatures() if signature is None else read_signatures(signature))
    module = frontend.lower(source)
    assert module is not None
    profile = load_profile("Ascend910B1")
    wanted = []
    for kernels in module.kernels:
        launches = requests(kernels[0]) if kernels[0].is_static else []
        forms = [frontend.specialise(kernels[0], launch) for launch in launches]
        wanted += [Request(form, profile, (), name) for form, name in zip(forms, form_names(forms), strict=True)]
    assert (requests.problems, requests.missing) == ([], [])
    return plan(wanted, options)


def emitted(text: str, signature: str | None = None) -> str:
    """The Ascend C of a source whose kernels must all be emitted."""
    made = planned(text, signature)
    assert made.refusals == []
    return made.text


def body(text: str, signature: str | None = None) -> list[str]:
    """The statements of the last kernel of a source, without comments, blank lines and indentation."""
    kernel = emitted(text, signature).rpartition("__aicore__ void")[2]
    lines = [re.sub(r"\s*//.*", "", line).strip() for line in kernel.splitlines()[2:-1]]
    return [line for line in lines if line and not line.startswith("KERNEL_TASK_TYPE")]


def syntax_errors(texts: Sequence[str], folder: Path) -> str:
    """What g++ says against these kernels; "" if it takes them all."""
    assert GPP is not None
    files = []
    for number, text in enumerate(texts):
        file = folder / f"kernel_{number}.cpp"
        file.write_text(text)
        files.append(str(file))
    options = ["-std=c++17", "-fsyntax-only", "-Wall", "-Wno-unused-variable", "-Wno-unused-but-set-variable"]
    command = [GPP, *options, "-I", str(STUB), *files]
    return subprocess.run(command, capture_output=True, text=True, timeout=120).stderr


def run_program(text: str, folder: Path) -> str:
    """The output of a C++ program."""
    assert GPP is not None
    source, program = folder / "program.cpp", folder / "program"
    source.write_text(text)
    command = [GPP, "-std=c++17", "-O0", "-w", "-o", str(program), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[:3000]
    return subprocess.run([str(program)], capture_output=True, text=True, timeout=60, check=True).stdout
