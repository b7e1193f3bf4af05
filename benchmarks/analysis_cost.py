"""What checking a kernel costs, as multiples of building its astroid tree in the same run.

    python benchmarks/analysis_cost.py [KERNEL…]

* tree: Python's parser and astroid's nodes, from text in memory (`frontend.syntax.parse`);
* frontend: from text to IR, less the tree: scopes, directives, discovery, lowering;
* analysis: symbolic analysis and simulated runs, synchronisation included (`analyse`, `trace`);
* rules: all rules, their findings, and the memory map;
* growth: analysis and rules per line, against the first row of the table.

Goal: a kernel of 400 lines with 3 nested loops costs less than 3 trees for analysis and rules, and growth stays
near 1. Times are processor times of this process. Each part is timed by itself, and rounds go on until several in a
row make none of them faster, so other work on the machine matters little. What is read once per process (API table,
chip, rules) is read before; garbage is collected as often as in a run of the command line.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

from kernels import KERNELS

from pyasc_lint.analysis.analyse import analyse
from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.kernel_rows import allocator_rows, call_rows
from pyasc_lint.analysis.memory_map import memory_maps
from pyasc_lint.analysis.trace.judge import trace
from pyasc_lint.collector import Collector
from pyasc_lint.editing.editor import Editor
from pyasc_lint.frontend.frontend import Frontend
from pyasc_lint.frontend.source import Source
from pyasc_lint.frontend.syntax import parse
from pyasc_lint.ir.nodes import Kernel, Module
from pyasc_lint.profiles import Profile, load_profile
from pyasc_lint.rules._registry import all_rules

TARGET = "Ascend910B1"
QUIET_ROUNDS = 5
MAX_ROUNDS = 40
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


class _Times:
    """The least time of each part so far; `faster`: the present round has made one of them faster."""

    def __init__(self) -> None:
        self.best: dict[str, float] = {}
        self.faster = False

    def take(self, part: str, work: Callable[[], _T]) -> _T:
        start = time.process_time()
        result = work()
        taken = time.process_time() - start
        if taken < self.best.get(part, float("inf")):
            self.best[part] = taken
            self.faster = True
        return result


def measure(text: str) -> Cost:
    profile = load_profile(TARGET)
    times = _Times()
    quiet = 0
    for _ in range(MAX_ROUNDS):
        times.faster = False
        source = Source.from_text("kernel.py", text)
        times.take("tree", partial(parse, source))
        module = times.take("lowered", partial(_lower, source))
        facts = times.take("analysis", partial(_analyse, module.kernels[0][0], profile))
        times.take("rules", partial(_apply_rules, source, module, facts))
        quiet = 0 if times.faster else quiet + 1
        if quiet == QUIET_ROUNDS:
            break
    best = times.best
    return Cost(text.count("\n"), best["tree"], best["lowered"] - best["tree"], best["analysis"], best["rules"])


def _lower(source: Source) -> Module:
    module = Frontend([source]).lower(source)
    assert module is not None
    return module


def _analyse(kernel: Kernel, profile: Profile) -> KernelFacts:
    facts = analyse(kernel, profile, "AIV")
    trace(facts)
    return facts


def _apply_rules(source: Source, module: Module, facts: KernelFacts) -> None:
    """What `ModuleChecker` does with the facts of a kernel."""
    collector = Collector("en", Editor([source]))
    for rule in all_rules():
        collector.module(rule, rule.check_module(module))
        collector.kernel(rule, facts)
    collector.diagnostics()
    memory_maps(facts)
    allocator_rows(facts)
    call_rows(facts)


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


def main(names: Sequence[str]) -> int:
    sys.setrecursionlimit(10_000)  # as the checker does
    gc.set_threshold(100_000, 20, 50)
    measure(KERNELS["stages"](50, 1))  # fills the tables
    kernels = {name: KERNELS[name] for name in names or KERNELS}
    for name, make in kernels.items():
        table(f"{name}, 3 loops", {f"{lines} lines": make(lines, 3) for lines in LENGTHS})
    for name, make in kernels.items():
        table(f"{name}, 400 lines", {f"{loops} loops": make(400, loops) for loops in LOOPS})
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
