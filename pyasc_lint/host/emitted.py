"""The Ascend C of one kernel, for one launch, and what the host has to know about it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pyasc_lint.codegen import Plan, Requests, Signatures, TextOptions
from pyasc_lint.codegen.signature import Signature
from pyasc_lint.config import ConfigFinder
from pyasc_lint.deferred import dataclass
from pyasc_lint.emission import emission
from pyasc_lint.host.errors import HostError, Refused
from pyasc_lint.ir.nodes import Kernel, Launch
from pyasc_lint.profiles import Profile, load_profile
from pyasc_lint.runner import RunResult, run_paths

ARCH = 2201
"""The architecture that the model is of."""
LINES = TextOptions(line_directives=True)
"""The text for the CPU is that for the device; findings name the lines of Python."""


@dataclass(frozen=True)
class Launchable:
    """One kernel: its C++ function, and the parameters of the Python kernel as the manifest has them."""

    name: str
    function: str
    parameters: tuple[Mapping[str, Any], ...]
    auto_sync: bool
    line: int

    @property
    def arguments(self) -> list[tuple[str, str]]:
        """C++ type and name of every parameter that the C++ function has."""
        return [(each["c_type"], each["name"]) for each in self.parameters if each["kind"] != "constant"]


@dataclass(frozen=True)
class Emitted:
    """`text` is the Ascend C of some kernels, with #line directives that name the lines of Python."""

    text: str
    kernels: tuple[Launchable, ...]
    profile: Profile

    @property
    def kernel(self) -> Launchable:
        """The only kernel."""
        (kernel,) = self.kernels
        return kernel


def emit(
    path: str,
    name: str,
    signature: Callable[[Kernel], Signature],
    configs: ConfigFinder,
    allow_errors: bool = False,
) -> Emitted:
    """Emits the kernel `name` of a file; `signature` says, once the kernel is known, what it is launched with.

    Raises HostError. `allow_errors` is for tests: it emits what the linter calls wrong.
    """
    signatures = Signatures(selects=True)
    requests = Requests(signatures)

    problems: list[HostError] = []

    def wanted(kernel: Kernel) -> list[Launch]:
        if kernel.name == name and name not in signatures.kernels:
            try:
                signatures.kernels[name] = [signature(kernel)]
            except HostError as problem:  # no defect of the checker, which is at work here
                problems.append(problem)
        return requests(kernel)

    checked = run_paths([path], configs, wanted=wanted)
    if problems:
        raise problems[0]
    _require(checked, name, requests)
    made = emission(checked.reports, requests, configs, LINES, allow_errors)
    if made.problems:
        raise HostError("\n".join(problem.replace("--signature: ", "") for problem in made.problems))
    if made.refusals:
        raise Refused("\n".join(f"cannot be emitted: {refusal}" for refusal in made.refusals))
    return emitted(made.plan, configs.for_file(path).profile_paths)


def emitted(plan: Plan, profiles: Sequence[Path] = ()) -> Emitted:
    """What a plan holds. Raises HostError for a chip that the model is not of."""
    manifests = [json.loads(files["manifest.json"]) for files in plan.projects.values()]
    profile = load_profile(manifests[0]["target"]["name"], tuple(profiles))
    if profile.arch != ARCH:
        raise HostError(f"kernels for {profile.name} cannot be run here: the model is of Atlas A2 and A3 (arch {ARCH})")
    kernels = tuple(
        Launchable(
            each["kernel"], each["function"], tuple(each["parameters"]), each["auto_sync"], each["source"]["line"]
        )
        for each in manifests
    )
    return Emitted(plan.text, kernels, profile)


def _require(checked: RunResult, name: str, requests: Requests) -> None:
    """The run was in order, and the kernel is one of those it saw."""
    if checked.problems:
        raise HostError("\n".join(checked.problems))
    for report in checked.reports:
        for found in report.diagnostics:
            if found.code in ("ASC001", "ASC008"):
                raise Refused(f"{found.span.path}:{found.span.line}: {found.code} {found.message}")
    static = sorted({kernel.name for kernel in requests.seen})
    if name not in static:
        known = ", ".join(static) or "none"
        raise HostError(f"there is no static-Tensor kernel '{name}'; there are: {known}")
