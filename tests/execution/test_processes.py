"""Several processes: the same result in the same order, whatever happens to one of them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from pyasc_lint.module_checker import ModuleChecker
from pyasc_lint.rules.asc1xx.asc101_tile_overflow import TileOverflow
from tests.execution.conftest import KERNEL, Lint

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what a test patches is there only in forked processes")


LIMIT = 8
"""Seconds: far more than any of these files takes on a busy machine."""


@pytest.fixture
def many(project: Path) -> Path:
    for number in range(9):
        (project / f"k{number}.py").write_text(KERNEL.format(name=f"k{number}").replace("TILE)", f"{number}00000)"))
    (project / "broken.py").write_text("import asc\ndef f(:\n")
    return project


@pytest.mark.parametrize("jobs", ["2", "3", "16"])
def test_the_result_is_the_same_for_any_number(lint: Lint, many: Path, jobs: str) -> None:
    assert lint("--no-cache", "--jobs", jobs) == lint("--no-cache", "--jobs=1")


def test_results_of_processes_are_cached(lint: Lint, many: Path, checked: list[str]) -> None:
    first = lint("--jobs=2")
    assert lint("--jobs=1") == first
    assert checked == []


def test_a_rule_that_raises_is_told_once(lint: Lint, many: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Any:
        raise RuntimeError("in the rule")

    monkeypatch.setattr(TileOverflow, "check_kernel", fail)
    results = [lint("--no-cache", f"--jobs={jobs}") for jobs in (1, 2)]
    assert results[0] == results[1]
    status, found = results[0]
    assert status == 2
    (told,) = [each for each in found if each[1] == "ASC008"]
    assert told[0] == "first.py" and "rule ASC101 failed (RuntimeError: in the rule at " in told[3]
    assert "other files where it did: " in told[3]
    assert any(code == "ASC102" for _, code, _, _ in found), "the other rules go on"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_file_that_breaks_the_engine_costs_itself(
    lint: Lint, many: Path, monkeypatch: pytest.MonkeyPatch, jobs: str
) -> None:
    from pyasc_lint.frontend.discovery import Discovery

    collect = Discovery._collect

    def fail(self: Any, module: Any) -> None:
        if module.source.path == "k4.py":
            raise RuntimeError("in the frontend")
        collect(self, module)

    monkeypatch.setattr(Discovery, "_collect", fail)
    status, found = lint("--no-cache", f"--jobs={jobs}")
    assert status == 2
    told = [each for each in found if each[1] == "ASC008"]
    assert {each[0] for each in told} == {"apart.py", "k4.py"}
    assert all("RuntimeError: in the frontend" in each[3] for each in told)
    assert any(each[0] == "k8.py" and each[1] == "ASC101" for each in found)


def test_a_process_that_dies_costs_the_file_it_had(lint: Lint, many: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = lint("--no-cache", "--jobs=2")
    original = ModuleChecker.check

    def check(self: Any, frontend: Any, module: Any, report: Any) -> None:
        if report.source.path == "k4.py":
            os._exit(9)
        original(self, frontend, module, report)

    monkeypatch.setattr(ModuleChecker, "check", check)
    status, found = lint("--no-cache", "--jobs=2")
    assert status == 2
    assert [each for each in found if each[1] == "ASC008"] == [found[[each[0] for each in found].index("k4.py")]]
    rest = [each for each in found if each[0] != "k4.py"]
    assert rest == [each for each in before[1] if each[0] != "k4.py"]


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("stage", ["rule", "frontend"])
def test_a_file_that_takes_too_long_is_given_up(
    lint: Lint, many: Path, monkeypatch: pytest.MonkeyPatch, jobs: str, stage: str
) -> None:
    from pyasc_lint.frontend.discovery import Discovery

    (many / "pyasc-lint.toml").write_text(f"time-limit = {LIMIT}\n")
    if stage == "rule":
        original = ModuleChecker.check

        def check(self: Any, frontend: Any, module: Any, report: Any) -> None:
            while report.source.path == "k4.py":
                pass
            original(self, frontend, module, report)

        monkeypatch.setattr(ModuleChecker, "check", check)
    else:
        collect = Discovery._collect

        def slow(self: Any, module: Any) -> None:
            while module.source.path == "k4.py":
                pass
            collect(self, module)

        monkeypatch.setattr(Discovery, "_collect", slow)
    status, found = lint("--no-cache", f"--jobs={jobs}")
    assert status == 1
    (told,) = [each for each in found if each[1] == "ASC008"]
    assert told == ("k4.py", "ASC008", 1, f"analysis stopped after {LIMIT} s; findings may be missing")
    assert any(each[0] == "k8.py" and each[1] == "ASC101" for each in found)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_file_that_takes_too_much_memory_is_given_up(
    lint: Lint, many: Path, monkeypatch: pytest.MonkeyPatch, jobs: str
) -> None:
    (many / "pyasc-lint.toml").write_text("memory-limit = 3000\n")

    def grow(self: Any, facts: Any) -> Any:
        if facts.kernel.name == "k4":
            bytearray(2**32)
        return iter(())

    monkeypatch.setattr(TileOverflow, "check_kernel", grow)
    status, found = lint("--no-cache", f"--jobs={jobs}")
    assert status == 1
    (told,) = [each for each in found if each[1] == "ASC008"]
    assert told == ("k4.py", "ASC008", 1, "analysis stopped: it needs more than 3000 MiB of memory")


ENDLESS = """
import sys, time
from pyasc_lint.module_checker import ModuleChecker

def check(*_):
    print("started", flush=True)
    time.sleep(600)

ModuleChecker.check = check
from pyasc_lint.__main__ import run
sys.argv[1:] = [".", "--no-cache", "--jobs=2"]
run()
"""


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL])
def test_no_process_outlives_a_run_that_is_ended(many: Path, sent: signal.Signals) -> None:
    """Ctrl-C reaches all processes, a kill the first one. Reading to the end waits for all that hold the output."""
    command = [sys.executable, "-c", ENDLESS]
    pipe = subprocess.PIPE
    run = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True)
    try:
        assert run.stdout is not None
        assert run.stdout.readline() == "started\n"
        (os.killpg if sent is signal.SIGINT else os.kill)(run.pid, sent)
        _, errors = run.communicate(timeout=60)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(run.pid, signal.SIGKILL)
    if sent is signal.SIGINT:
        assert (run.returncode, errors) == (2, "pyasc-lint: error: interrupted\n")
    else:
        assert (run.returncode, errors) == (-sent, "")
