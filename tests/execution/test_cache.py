"""The cache of results: what it spares, and that it is never wrong."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pyasc_lint import cli
from tests.execution.conftest import FILES, KERNEL, Lint

CACHE = ".pyasc_lint_cache"


def entries(project: Path) -> list[Path]:
    return sorted((project / CACHE).glob("*/report-*"))


def test_a_second_run_checks_nothing_and_says_the_same(lint: Lint, checked: list[str]) -> None:
    first = lint()
    assert sorted(checked) == ["first.py", "host.py", "second.py"]
    checked.clear()
    assert lint() == first
    assert checked == []


def test_no_cache_neither_reads_nor_writes(lint: Lint, checked: list[str], project: Path) -> None:
    lint("--no-cache")
    assert not (project / CACHE).exists()
    lint()
    checked.clear()
    lint("--no-cache")
    assert len(checked) == 3


@pytest.mark.parametrize(
    ("name", "text", "again"),
    [
        ("first.py", KERNEL.format(name="first") + "\n", ["first.py", "host.py"]),
        ("second.py", KERNEL.format(name="other"), ["second.py"]),
        ("host.py", "from first import first\nfirst[8](open(\"x\"), 64000)\n", ["first.py", "host.py"]),
        ("sizes.py", "TILE = 1000000\n", ["first.py", "host.py", "second.py"]),
        ("apart.py", "y = [2]\n", []),
        ("new_host.py", "import first\nfirst.first[8](open(\"x\"), 64000)\n", ["first.py", "new_host.py"]),
        ("sizes/__init__.py", "TILE = 1000000\n", ["first.py", "host.py", "second.py"]),
    ],
)
def test_only_what_a_change_can_change_is_checked_again(
    lint: Lint, checked: list[str], project: Path, name: str, text: str, again: list[str]
) -> None:
    lint()
    (project / name).parent.mkdir(exist_ok=True)
    (project / name).write_text(text)
    checked.clear()
    cached = lint()
    assert sorted(checked) == again
    assert cached == lint("--no-cache")


def test_a_change_outside_the_run_counts(lint: Lint, checked: list[str], project: Path) -> None:
    before = lint("first.py")
    (project / "sizes.py").write_text("TILE = 1000000\n")
    after = lint("first.py")
    assert "ASC101" not in str(before) and "ASC101" in str(after)


@pytest.mark.parametrize(
    "argument",
    ["--target=Ascend310P3", "--pyasc-version=none", "--reserved-ub=off", "--language=zh", ".", "./first.py"],
)
def test_what_changes_the_report_is_part_of_the_key(lint: Lint, argument: str) -> None:
    lint()
    assert lint(argument) == lint("--no-cache", argument)


def test_a_profile_is_part_of_the_key(lint: Lint, project: Path) -> None:
    profile = project / "mine.toml"
    arguments = ("--profiles=mine.toml", "--target=Mine", "first.py")
    profile.write_text("name = 'Mine'\ninherits = 'Ascend910B1'\n")
    before = lint(*arguments)
    profile.write_text("name = 'Mine'\ninherits = 'Ascend910B1'\n[memory.UB]\npublished_end = 256\n")
    after = lint(*arguments)
    assert after == lint("--no-cache", *arguments) != before


def test_selection_and_comments_are_not_cached(lint: Lint, checked: list[str], project: Path) -> None:
    (project / "sizes.py").write_text("TILE = 1000000\n")
    assert lint()[0] == 1
    checked.clear()
    assert lint("--ignore=ASC1")[0] == 0
    assert checked == []


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "cut": lambda data: data[: len(data) // 2],
    "changed": lambda data: data.replace(b"ASC101", b"ASC102"),
    "noise": lambda data: b"\xff\x00" * 50,
    "other": lambda data: b"{}",
    "deep": lambda data: b"[" * 100_000,
}


@pytest.mark.parametrize("damage", list(DAMAGE))
def test_a_damaged_entry_is_none(lint: Lint, project: Path, damage: str) -> None:
    (project / "sizes.py").write_text("TILE = 1000000\n")
    first = lint()
    for entry in (project / CACHE).glob("*/*-*"):
        entry.write_bytes(DAMAGE[damage](entry.read_bytes()))
    assert lint() == first
    assert lint() == first


def test_an_entry_cannot_name_other_classes(lint: Lint, project: Path) -> None:
    """Even one with a right checksum."""
    from pyasc_lint.execution.store import _checksum

    first = lint()
    for data in (["os.system", "touch bad"], [["()", ["system", "touch bad"]]], {"a": 1}, [1] * 5, "x"):
        text = json.dumps(data).encode()
        for entry in entries(project):
            entry.write_bytes(_checksum(text) + b"\n" + text)
        assert lint()[0] in (first[0], 2)
    assert not (project / "bad").exists()


def test_a_cache_that_cannot_be_written_is_none(lint: Lint, project: Path) -> None:
    (project / CACHE).write_text("a file")
    assert lint() == lint("--no-cache")


def test_the_folder_is_told_to_be_a_cache(lint: Lint, project: Path) -> None:
    lint()
    assert (project / CACHE / ".gitignore").read_text() == "*\n"
    assert (project / CACHE / "CACHEDIR.TAG").read_text().startswith("Signature: 8a477f597d28d172789f06886806bc55")
    assert all(not found[0].startswith(CACHE) for found in lint()[1])


def test_the_folder_can_be_chosen(lint: Lint, project: Path) -> None:
    (project / "pyasc-lint.toml").write_text('cache-dir = "elsewhere/cache"\n')
    lint()
    assert list((project / "elsewhere" / "cache").glob("*/report-*"))


def test_a_file_that_could_not_be_analysed_is_tried_again(
    lint: Lint, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pyasc_lint.rules.asc1xx.asc101_tile_overflow import TileOverflow

    def fail(*_: object) -> Any:
        raise RuntimeError("once")

    with monkeypatch.context() as patch:
        patch.setattr(TileOverflow, "check_kernel", fail)
        status, found = lint()
    assert status == 2 and [code for _, code, _, _ in found].count("ASC008") == 1
    assert lint() == lint("--no-cache")


def test_old_entries_are_deleted(lint: Lint, project: Path) -> None:
    old = project / CACHE / "of-another-version"
    old.mkdir(parents=True)
    (old / "report-1").touch()
    long_ago = time.time() - 30 * 24 * 3600
    os.utime(old, (long_ago, long_ago))
    lint()
    assert not old.exists() and entries(project)


LINES = st.sampled_from(["TILE = 64", "TILE = 1000000", "from sizes import TILE", "from a import TILE", "import b"])
NAMES = st.sampled_from(["first", "second", "a"])
HOSTS = NAMES.map(lambda name: f"from {name} import {name}\n{name}[2](open(0), 99999)\n")
EDITS = st.tuples(
    st.sampled_from(["sizes.py", "a.py", "b.py", "host.py", "sub/sizes.py", "sub/k.py"]),
    st.one_of(
        st.lists(LINES, max_size=2).map(lambda lines: "\n".join(lines) + "\n"),
        HOSTS,
        st.just(KERNEL.format(name="k")),
        st.just(KERNEL.format(name="k").replace("sizes", "a")),
        st.none(),
    ),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(st.lists(EDITS, max_size=4), st.sampled_from([[], ["first.py"], ["sub", "host.py"]]))
def test_after_any_edits_the_cache_says_what_a_fresh_run_says(
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
    edits: list[tuple[str, str | None]],
    paths: list[str],
) -> None:
    project = tmp_path_factory.mktemp("project")
    before = os.getcwd()
    os.chdir(project)
    try:
        (project / "sub").mkdir()
        for name, text in {**FILES, "sub/x.py": ""}.items():
            (project / name).write_text(text)
        for edit in [None, *edits]:
            if edit is not None and edit[1] is None:
                (project / edit[0]).unlink(missing_ok=True)
            elif edit is not None:
                (project / edit[0]).write_text(str(edit[1]))
            outputs = []
            for extra in ([], ["--no-cache"]):
                status = cli.main(["--output-format=json", *extra, *paths])
                outputs.append((status, capsys.readouterr()))
            assert outputs[0] == outputs[1]
    finally:
        os.chdir(before)
        shutil.rmtree(project)


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "pyasc_lint", "--output-format=json", *arguments]


def test_runs_at_the_same_time_do_not_disturb_one_another(lint: Lint, project: Path) -> None:
    for number in range(8):
        (project / f"k{number}.py").write_text(KERNEL.format(name=f"k{number}"))
    running = [subprocess.Popen(command(), cwd=project, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    outputs = {process.communicate(timeout=120)[0] for process in running}
    fresh = subprocess.run(command("--no-cache"), cwd=project, capture_output=True, text=True, check=False)
    assert outputs == {fresh.stdout}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("seconds", [0.3, 0.7, 1.0, 1.4, 2.0])
def test_a_run_that_is_killed_leaves_nothing_half_written(project: Path, seconds: float) -> None:
    """At whatever point: the sources are as they were, the report is whole or absent, the next run is right."""
    for number in range(12):
        (project / f"k{number}.py").write_text(KERNEL.format(name=f"k{number}"))
    sources = {path: path.read_bytes() for path in project.glob("*.py")}
    arguments = ["--output-file=report.json", "--write-baseline=known.json", "--jobs=2"]
    process = subprocess.Popen(command(*arguments), cwd=project, start_new_session=True, stderr=subprocess.DEVNULL)
    time.sleep(seconds)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert {path: path.read_bytes() for path in project.glob("*.py")} == sources
    for name in ("report.json", "known.json"):
        if (project / name).exists():
            json.loads((project / name).read_text())
    done = [subprocess.run(command(*extra), cwd=project, capture_output=True, text=True, check=False) for extra in
            ([], ["--no-cache"])]  # fmt: skip
    assert done[0].stdout == done[1].stdout and done[0].stderr == done[1].stderr == ""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("option", ["--fix", "--add-ignore"])
@pytest.mark.parametrize("seconds", [0.8, 1.3, 1.8])
def test_a_killed_run_leaves_every_source_as_it_was_or_as_it_should_be(
    project: Path, tmp_path_factory: pytest.TempPathFactory, option: str, seconds: float
) -> None:
    text = KERNEL.replace("    asc.init_soc_state()\n", "")
    for number in range(12):
        (project / f"k{number}.py").write_text(text.format(name=f"k{number}"))
    whole = tmp_path_factory.mktemp("whole")
    shutil.copytree(project, whole, dirs_exist_ok=True)
    subprocess.run(command("--no-cache", option), cwd=whole, capture_output=True, check=False)
    before = {path.name: path.read_bytes() for path in project.glob("*.py")}
    process = subprocess.Popen(
        command("--no-cache", option), cwd=project, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    time.sleep(seconds)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for name, data in before.items():
        assert (project / name).read_bytes() in (data, (whole / name).read_bytes())
    assert (whole / "k0.py").read_bytes() != before["k0.py"]
