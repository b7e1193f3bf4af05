"""The kernels of `tests/fixtures/rules/`, one file a rule, which `scripts/new_rule.py` starts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.expect import check_expectations

FIXTURES = Path(__file__).parents[1] / "fixtures" / "rules"


@pytest.mark.parametrize("fixture", sorted(FIXTURES.glob("*.py")), ids=lambda path: path.stem)
def test_a_kernel_gets_what_it_is_marked_with(fixture: Path) -> None:
    assert check_expectations([fixture]) == []
