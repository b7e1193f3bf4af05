"""`--show-settings`: what holds for a path, as TOML, each line with where it comes from."""

from __future__ import annotations

import json
from typing import Any

from pyasc_lint.config import Config
from pyasc_lint.reporting.text import Printer, clean
from pyasc_lint.settings import SELECTORS


def write_settings(config: Config, path: str, out: Printer) -> None:
    """Writes every setting of one path."""
    out.line(f"# {clean(path)}")
    levels = dict.fromkeys(origin for origin in config.origins.values() if origin not in ("default", "command line"))
    out.line(f"# configuration: {clean(', '.join(levels)) or 'none found'}")
    values = {name: getattr(config.settings, name) for name in config.origins if name != "extend"}
    for name in SELECTORS:  # these add up over files and command line
        values.pop(name)
    tables = {name: value for name, value in values.items() if isinstance(value, dict)}
    for name, value in values.items():
        if name not in tables:
            _write(name.replace("_", "-"), value, config.origins[name], out)
    out.line(f"# rules: {', '.join(config.selection.codes())}")
    for name, table in tables.items():
        out.line()
        out.line(f"[{name.replace('_', '-')}]")
        for key, value in table.items():
            _write(json.dumps(key, ensure_ascii=False), value, config.origins[name], out)


def _write(key: str, value: Any, origin: str, out: Printer) -> None:
    line = f"# {key} is not set" if value is None else f"{key} = {_toml(value)}"
    out.line(clean(f"{line}  # {origin}"))


def _toml(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)
