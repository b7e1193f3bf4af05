"""What checking a kernel costs, as multiples of building its astroid tree in the same run.

    python benchmarks/analysis_cost.py

* tree: Python's parser and astroid's nodes, from text in memory (`frontend.syntax.parse`);
* frontend: from text to IR, less the tree: scopes, directives, discovery, lowering;
* analysis: symbolic analysis and simulated runs, synchronisation included (`analyse`, `trace`);
* rules: all rules, their findings, and the memory map;
* growth: analysis and rules per line, against the first row of the table.

Goal: a kernel of 400 lines with 3 nested loops costs less than 3 trees for analysis and rules, and growth stays
near 1. Times are processor times of this process, the least of several rounds, so other work on the machine matters
little. What is read once per process (API table, chip, rules) is read before.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeVar

from kernels import KERNELS

from pyasc_lint.analysis.analyse import analyse
from pyasc_lint.analysis.trace.judge import trace
from pyasc_lint.checker import Checker, EngineOptions
from pyasc_lint.frontend.frontend import Frontend
from pyasc_lint.frontend.source import Source
from pyasc_lint.frontend.syntax import parse
from pyasc_lint.ir.nodes import Kernel
from pyasc_lint.profiles import Profile, load_profile

TARGET = "Ascend910B1"
ROUNDS = 5
LENGTHS = (50, 100, 200, 400, 800)
LOOPS = (0, 1, 2, 3)

_T = TypeVar("_T")


class Cost(NamedTuple):
    """Seconds of each part for one kernel; `lines` is its length."""

    lines: int
    tree: float
    frontend: float
    analysis: float
    rules: float


def measure(text: str) -> Cost:
    source = Source.from_text("kernel.py", text)
    profile = load_profile(TARGET)
    checker = Checker(EngineOptions((TARGET,), explicit_target=True))
    best: dict[str, float] = {}

    def timed(name: str, work: Callable[[], _T]) -> _T:
        start = time.process_time()
        result = work()
        best[name] = min(best.get(name, float("inf")), time.process_time() - start)
        return result

    for _ in range(ROUNDS):
        timed("tree", lambda: parse(source))
        module = timed("lowered", lambda: Frontend([source]).lower(source))
        assert module is not None
        kernel = module.kernels[0][0]
        timed("analysis", partial(_analyse, kernel, profile))
        timed("checked", lambda: list(checker.check([source])))
    rules = best["checked"] - best["lowered"] - best["analysis"]
    return Cost(text.count("\n"), best["tree"], best["lowered"] - best["tree"], best["analysis"], rules)


def _analyse(kernel: Kernel, profile: Profile) -> None:
    trace(analyse(kernel, profile, "AIV"))


def table(title: str, kernels: dict[str, str]) -> None:
    print(f"{title:22} lines   frontend  analysis  rules  analysis + rules  growth")
    first: float | None = None
    for name, text in kernels.items():
        cost = measure(text)
        each = (cost.analysis + cost.rules) / cost.lines
        first = first or each
        ratios = [part / cost.tree for part in (cost.frontend, cost.analysis, cost.rules, cost.analysis + cost.rules)]
        print(
            f"  {name:20} {cost.lines:5} {ratios[0]:10.1f} {ratios[1]:9.1f} {ratios[2]:6.1f} {ratios[3]:17.1f}"
            f" {each / first:7.2f}"
        )


def main() -> int:
    sys.setrecursionlimit(10_000)  # as the checker does
    measure(KERNELS["stages"](50, 1))  # fills the tables
    for name, make in KERNELS.items():
        table(f"{name}, 3 loops", {f"{lines} lines": make(lines, 3) for lines in LENGTHS})
    for name, make in KERNELS.items():
        table(f"{name}, 400 lines", {f"{loops} loops": make(400, loops) for loops in LOOPS})
    return 0


if __name__ == "__main__":
    sys.exit(main())
