"""Many kernels in one library, so that the compiler is started once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pyasc_lint.codegen import Request, Requests, Signatures, plan
from pyasc_lint.codegen.signature import Array
from pyasc_lint.frontend.frontend import Frontend
from pyasc_lint.frontend.source import Source
from pyasc_lint.host.emitted import LINES, Emitted, Launchable, emitted
from pyasc_lint.host.result import Result
from pyasc_lint.host.runs import Options, run_emitted
from pyasc_lint.ir.nodes import Kernel
from tests.support.agreement.subject import profile
from tests.support.interpreter.machine import dtypes_of


@dataclass(frozen=True)
class Compiled:
    """Kernels by the number of their source."""

    kernels: dict[int, Kernel]
    library: Emitted

    def run(self, number: int, values: dict[str, Any], array: Any, options: Options) -> Result:
        """Runs a kernel; parameters without a value get a copy of the array."""
        launched = self._launchable(number)
        given = {each["name"]: values.get(each["name"], array.copy()) for each in launched.parameters}
        return run_emitted(self.library, launched, f"kernel_{number}.py", given, options)

    def _launchable(self, number: int) -> Launchable:
        return next(each for each in self.library.kernels if each.function == f"kernel_{number}")


def compiled(sources: Iterable[tuple[int, str, str]], signature: dict[str, Any] | None = None) -> Compiled:
    """The last kernel of every source (number, text, chip); those that cannot be emitted are left out."""
    kernels, requests = {}, []
    for number, text, target in sources:
        source = Source.from_text(f"kernel_{number}.py", text)
        frontend = Frontend([source])
        module = frontend.lower(source)
        assert module is not None
        general = module.kernels[-1][0]
        arrays = signature or {array: Array(dtype) for array, dtype in dtypes_of(general).items()}
        for launch in Requests(Signatures({general.name: [arrays]}))(general)[:1]:
            request = Request(frontend.specialise(general, launch), profile(target), (), f"kernel_{number}")
            if not plan([request], LINES).refusals:
                requests.append(request)
                kernels[number] = general
    made = plan(requests, LINES)
    assert made.refusals == []
    return Compiled(kernels, emitted(made))
