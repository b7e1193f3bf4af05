"""Writes `docs/pyasc-lint.schema.json`, the JSON schema of configuration files, from the settings.

    python scripts/build_config_schema.py

A test fails where the file is not what this writes.
"""

from __future__ import annotations

import json
from pathlib import Path

from pyasc_lint.settings.schema import json_schema

TARGET = Path(__file__).resolve().parents[1] / "docs" / "pyasc-lint.schema.json"


def schema_text() -> str:
    return json.dumps(json_schema(), indent=2) + "\n"


if __name__ == "__main__":
    TARGET.write_text(schema_text(), encoding="utf-8")
