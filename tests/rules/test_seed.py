"""The claims that the documents of static-Tensor programming make, one kernel each, in `tests/seed/`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.expect import check_expectations

SEED = Path(__file__).parents[1] / "seed"
CODES = ("ASC0", "ASC101", "ASC102", "ASC103", "ASC106", "ASC2", "ASC3", "ASC4", "ASC5", "ASC7")


@pytest.mark.parametrize("file", sorted(SEED.glob("*.py")), ids=lambda path: path.stem)
def test_a_claim_gets_its_findings(file: Path) -> None:
    assert check_expectations([file], CODES) == []
