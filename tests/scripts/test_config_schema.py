"""The JSON schema of the configuration: up to date, and of the same mind as the tool."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from pydantic import ValidationError

from pyasc_lint.settings import Settings

SCHEMA = Path(__file__).parents[2] / "docs" / "pyasc-lint.schema.json"


def test_the_file_is_what_the_script_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SCHEMA.parents[1] / "scripts"))
    import build_config_schema

    assert SCHEMA.read_text(encoding="utf-8") == build_config_schema.schema_text(), "run scripts/build_config_schema.py"


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"target": "Ascend910B1"},
        {"target": ["Ascend910B1", "Ascend910_9382"], "reserved-ub": True},
        {"reserved-ub": "off", "fail-on": "info", "severity": {"ASC601": "off"}},
        {"per-file-ignores": {"tests/*": ["ASC1"], "a.py": "ASC1,ASC2"}, "select": "ASC1"},
        {"output-format": ["full", "sarif:a.sarif"], "extend": "../base.toml", "respect-gitignore": False},
        {"extned": "a"},
        {"fail-on": "never"},
        {"target": 910},
        {"severity": {"ASC601": "eror"}},
        {"exclude": [1]},
        {"force-exclude": []},
        {"per-file-ignores": ["ASC1"]},
    ],
)
def test_the_schema_accepts_what_the_tool_accepts(data: dict[str, Any]) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    try:
        Settings(**data)
        accepted = True
    except ValidationError:
        accepted = False
    assert jsonschema.Draft7Validator(schema).is_valid(data) == accepted
