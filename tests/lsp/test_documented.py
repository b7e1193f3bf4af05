"""The documents name every setting and every command."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.lsp.conftest import Connect

PAGES = Path(__file__).parents[2] / "docs" / "pages"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_settings_and_commands_are_those_of_the_page(start: Connect, tmp_path: Path, language: str) -> None:
    page = (PAGES / language / "editors.md").read_text(encoding="utf-8")
    client = start()
    answer = client.initialize(tmp_path, initializationOptions={"zzz": True})
    commands = answer["capabilities"]["executeCommandProvider"]["commands"]
    assert set(re.findall(r"^\| `(pyasc-lint\.\w+)`", page, re.MULTILINE)) == set(commands)
    (problem,) = client.wait(client.shown)
    known = set(problem.partition("known: ")[2].split(", "))
    keys = re.split("^## ", page, flags=re.MULTILINE)[2]
    rows = re.findall(r"^\| (`.*?`) \|", keys, re.MULTILINE)
    assert {key for row in rows for key in re.findall(r"`(\w+)`", row)} == known
