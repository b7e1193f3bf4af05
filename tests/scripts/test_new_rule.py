"""`scripts/new_rule.py` in a repository that holds just what it reads."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHANGELOG = """\
# Changelog

## Unreleased

### Added

- A thing.

### Rules

- ASC104 `newer`: y

## 0.0.1

### Rules

- ASC103 `older`: x
"""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    for hundred in range(8):
        (tmp_path / f"pyasc_lint/rules/asc{hundred}xx").mkdir(parents=True)
    (tmp_path / "pyasc_lint/__init__.py").write_text('__version__ = "0.3.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    return tmp_path


def new_rule(repository: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "scripts/new_rule.py"), "--root", str(repository), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def written(repository: Path) -> list[str]:
    files = (path.relative_to(repository).as_posix() for path in repository.rglob("*.*") if path.is_file())
    return sorted(set(files) - {"CHANGELOG.md", "pyasc_lint/__init__.py"})


def test_writes_a_rule_with_its_explanation_a_fixture_and_a_changelog_line(repository: Path) -> None:
    result = new_rule(repository, "1", "stale-tile", "--severity", "warning", "--summary", "a tile is stale")
    assert result.returncode == 0, result.stderr
    assert written(repository) == [
        "pyasc_lint/rules/asc1xx/asc117_stale_tile.py",
        "pyasc_lint/rules/explanations/zh/ASC117.md",
        "tests/fixtures/rules/asc117_stale_tile.py",
    ]
    assert (repository / "CHANGELOG.md").read_text() == CHANGELOG.replace(
        "- ASC104", "- ASC117 `stale-tile`: a tile is stale\n- ASC104"
    )
    assert "# expect: ASC117" in (repository / "tests/fixtures/rules/asc117_stale_tile.py").read_text()


def test_the_written_rule_loads_and_passes_ruff(repository: Path) -> None:
    new_rule(repository, "5", "stale-tile", "--severity", "warning", "--summary", "a tile is stale")
    path = repository / "pyasc_lint/rules/asc5xx/asc509_stale_tile.py"
    spec = importlib.util.spec_from_file_location("asc509_stale_tile", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    rule = module.StaleTile()
    assert (rule.code, rule.name, rule.severity.label, rule.since) == ("ASC509", "stale-tile", "warning", "0.3.0")
    assert rule.summary.en == "a tile is stale"
    assert "# expect: ASC509" in rule.bad and "# expect" not in rule.good
    compile(rule.bad + rule.good, "examples", "exec")
    command = [sys.executable, "-m", "ruff", "check", "--config", str(ROOT / "pyproject.toml"), str(path)]
    assert subprocess.run(command, timeout=60).returncode == 0


@pytest.mark.parametrize(
    ("where", "code"), [("1", "ASC117"), ("ASC1xx", "ASC117"), ("ASC103", "ASC103"), ("5", "ASC509"), ("0", "ASC009")]
)
def test_the_code_is_the_next_free_one_or_the_one_named(repository: Path, where: str, code: str) -> None:
    new_rule(repository, where, "stale-tile")
    assert written(repository)[0] == f"pyasc_lint/rules/asc{code[3]}xx/{code.lower()}_stale_tile.py"


def test_a_later_rule_takes_a_later_code(repository: Path) -> None:
    new_rule(repository, "1", "stale-tile")
    new_rule(repository, "1", "torn-tile")
    assert written(repository)[1] == "pyasc_lint/rules/asc1xx/asc118_torn_tile.py"


def test_a_changelog_without_a_place_for_it_is_refused(repository: Path) -> None:
    (repository / "CHANGELOG.md").write_text(CHANGELOG.replace("### Rules", "### Fixed", 1))
    result = new_rule(repository, "1", "stale-tile")
    assert result.returncode == 2 and '"### Rules" under "## Unreleased"' in result.stderr
    assert written(repository) == []


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("9", "stale-tile"), "no folder"),
        (("memory", "stale-tile"), "name a hundred"),
        (("1", "StaleTile"), "kebab-case"),
        (("1", "no-stale-tile"), "say what is wrong"),
        (("1", "tile-overflow"), "tile-overflow is taken"),
        (("ASC101", "stale-tile"), "ASC101 is taken"),
        (("1", "stale-tile", "--summary", 'a "stale" tile'), "one phrase"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_written(
    repository: Path, arguments: tuple[str, ...], reason: str
) -> None:
    existing = repository / "pyasc_lint/rules/asc1xx/asc101_tile_overflow.py"
    existing.touch()
    result = new_rule(repository, *arguments)
    assert result.returncode == 2 and reason in result.stderr
    assert written(repository) == [existing.relative_to(repository).as_posix()]
    assert (repository / "CHANGELOG.md").read_text() == CHANGELOG
