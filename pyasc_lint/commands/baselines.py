"""`--baseline` and `--write-baseline`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyasc_lint.baseline import Baseline
    from pyasc_lint.config import Config, ConfigFinder
    from pyasc_lint.runner import RunResult


def baseline_of(config: Config) -> Baseline | None:
    if config.baseline is None:
        return None
    from pyasc_lint.baseline import Baseline

    return Baseline.read(config.baseline)


def write_baseline(result: RunResult, configs: ConfigFinder, path: Path) -> None:
    """Lists all that was found; what a baseline cannot hide stays in the result."""
    from pyasc_lint.baseline import Baseline

    baseline = Baseline.read(path, "remove it first, or name another file") if path.exists() else Baseline(path)
    number = baseline.replace(result.reports)
    result.settle(configs, baseline)
    result.notes.append(f"{number} findings written to {path}")


def apply_baseline(baseline: Baseline, result: RunResult, configs: ConfigFinder) -> None:
    result.settle(configs, baseline)
    if gone := baseline.gone(result.reports):
        result.notes.append(f"{gone} of the findings in {baseline.path} are gone; write it anew to forget them")
