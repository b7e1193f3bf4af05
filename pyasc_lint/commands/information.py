"""What is known: rules, chips, settings."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyasc_lint.config import Config, ConfigFinder
    from pyasc_lint.rules._rule import Language


def explain(selected: str, configs: ConfigFinder) -> int:
    """Raises UnknownSelector and ConfigError."""
    from pyasc_lint.reporting.catalogue import write_explanation
    from pyasc_lint.reporting.text import printer
    from pyasc_lint.selection import parse_selector

    write_explanation(parse_selector(selected), printer(sys.stdout), _language(configs))
    return 0


def list_rules(configs: ConfigFinder) -> int:
    from pyasc_lint.reporting.catalogue import write_rules
    from pyasc_lint.reporting.text import printer

    write_rules(printer(sys.stdout), _language(configs))
    return 0


def list_targets(configs: ConfigFinder) -> int:
    from pyasc_lint.reporting.catalogue import write_targets
    from pyasc_lint.reporting.text import printer

    config = configs.for_folder(Path.cwd())
    write_targets(config.profile_paths, printer(sys.stdout), config.settings.language)
    return 0


def show_settings(config: Config, path: str) -> int:
    from pyasc_lint.reporting.settings_report import write_settings
    from pyasc_lint.reporting.text import printer

    write_settings(config, path, printer(sys.stdout))
    return 0


def _language(configs: ConfigFinder) -> Language:
    return configs.for_folder(Path.cwd()).settings.language
