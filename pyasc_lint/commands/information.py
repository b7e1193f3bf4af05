"""What is known: rules, chips, settings."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pyasc_lint.commands.options import UsageError

if TYPE_CHECKING:
    from pyasc_lint.config import Config, ConfigFinder


def explain(options: argparse.Namespace) -> int:
    from pyasc_lint.reporting.catalogue import write_explanation
    from pyasc_lint.reporting.text import printer
    from pyasc_lint.selection import UnknownSelector, parse_selector

    try:
        selector = parse_selector(options.explain)
    except UnknownSelector as error:
        raise UsageError(str(error)) from None
    write_explanation(selector, printer(sys.stdout), options.language or "en")
    return 0


def list_rules(options: argparse.Namespace) -> int:
    from pyasc_lint.reporting.catalogue import write_rules
    from pyasc_lint.reporting.text import printer

    write_rules(printer(sys.stdout), options.language or "en")
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
