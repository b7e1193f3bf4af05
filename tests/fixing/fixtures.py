"""Every faulty text of the test suite, by the name of a file to write it to."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from textwrap import indent

from pyasc_lint.rules._registry import all_rules
from pyasc_lint.rules.asc7xx.traps._registry import all_traps
from tests.rules.test_probes import probes
from tests.rules.test_traps import KERNEL
from tests.rules.trap_cases import BODIES, FILES, HEADS

FOLDER = Path(__file__).parents[1] / "fixtures"


@cache
def texts() -> dict[str, str]:
    """Fixtures, the `bad` examples of rules and traps, traps that other rules tell of, acceptance kernels, probes."""
    found = {
        str(path.relative_to(FOLDER)).replace("/", "_"): path.read_text(encoding="utf-8")
        for path in sorted(FOLDER.rglob("*.py"))
    }
    found |= {f"rule_{rule.code}.py": rule.bad for rule in all_rules()}
    found |= {f"trap_{name}.py": trap.bad for name, trap in all_traps().items()}
    found |= {f"left_{name}.py": text for name, text in FILES.items()}
    found |= {
        f"left_{name}.py": KERNEL.format(head=HEADS.get(name, ""), body=indent(body, "    "))
        for name, body in BODIES.items()
    }
    return found | {f"probe_{number}.py": probe["source"] for number, probe in enumerate(probes())}
