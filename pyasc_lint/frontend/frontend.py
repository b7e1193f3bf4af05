"""The frontend's entry: the files of a run to IR modules."""

from __future__ import annotations

from pyasc_lint.frontend.directives import Directives
from pyasc_lint.frontend.discovery import Discovery, JitFunction
from pyasc_lint.frontend.grammar import SyntaxIssue, TooDeep
from pyasc_lint.frontend.lowering import parameters
from pyasc_lint.frontend.lowering.kernel import judge_helper, lower_kernel
from pyasc_lint.frontend.lowering.resolver import Resolver
from pyasc_lint.frontend.project import Project, SourceModule
from pyasc_lint.frontend.relevance import relevant
from pyasc_lint.frontend.source import Source
from pyasc_lint.ir.nodes import Kernel, Launch, Module, Remark

_MAX_LAUNCHES = 8
"""Distinct launches of one kernel that are analysed apart; more only repeat the same findings."""


class Frontend:
    """Parses the files of a run together, since launches and helpers may stand in other files than the kernel."""

    def __init__(self, sources: list[Source]) -> None:
        self.project = Project(sources)
        self.resolver = Resolver(self.project)
        self.failures: dict[str, SyntaxIssue | TooDeep] = {}
        self._modules: dict[str, SourceModule] = {}
        for source in relevant(sources):
            try:
                self._modules[source.path] = self.project.load(source)
            except (SyntaxIssue, TooDeep) as failure:
                self.failures[source.path] = failure
        self.discovery = Discovery(self.resolver, list(self._modules.values()))

    def lower(self, source: Source) -> Module | None:
        """The IR of one file; None for a file without pyasc in it. Raises SyntaxIssue or TooDeep."""
        if source.path in self.failures:
            raise self.failures[source.path]
        module = self._modules.get(source.path)
        if module is None:
            return None
        result = Module(source.path, target=self.discovery.target(module))
        for jit in self.discovery.of(module):
            if jit.is_kernel:
                result.kernels.append(self._specialisations(jit, module.has_future_annotations))
            elif not jit.called:
                result.remarks += judge_helper(self.resolver, jit.function)
        result.remarks += self.discovery.bad_launches[module]
        for call in self.discovery.bare_calls[module]:
            result.remarks.append(Remark("bare-call", call.span, {"name": call.name}))
        bodies = [jit.function.node for jit in self.discovery.of(module)]
        for assume in module.directives.assumes:
            if not any((body.lineno or 0) <= assume.span.line <= (body.end_lineno or 0) for body in bodies):
                result.remarks.append(Remark("assume", assume.span, {"problem": "place"}))
        return result

    def directives(self, source: Source) -> Directives:
        """The `pyasc-lint:` and `noqa` comments of a file that `lower` accepts."""
        return self._modules[source.path].directives

    def specialise(self, kernel: Kernel, launch: Launch) -> Kernel:
        """One more form of a kernel that `lower` returned: the one for these arguments."""
        jits = self.discovery.of(self._modules[kernel.path])
        function = next(jit.function for jit in jits if parameters.name_span(jit.function) == kernel.span)
        return lower_kernel(self.resolver, function, kernel.options, launch, launched=bool(kernel.launches))

    def _specialisations(self, jit: JitFunction, future: bool) -> list[Kernel]:
        options = self.discovery.options(jit.function)
        kernels = [lower_kernel(self.resolver, jit.function, options, launched=bool(jit.launches))]
        if future and kernels[0].params:
            kernels[0].remarks.append(Remark("future-annotations", kernels[0].span))
        for launch in distinct(jit.launches)[:_MAX_LAUNCHES]:
            kernels.append(lower_kernel(self.resolver, jit.function, options, launch, launched=True))
        for kernel in kernels:
            kernel.launches = tuple(jit.launches)
        return kernels


def distinct(launches: list[Launch]) -> list[Launch]:
    """Launches that fix something, one for each set of values."""
    seen: dict[tuple[tuple[str, str], ...], Launch] = {}
    for launch in launches:
        if launch.values:
            seen.setdefault(tuple(sorted((key, repr(value)) for key, value in launch.values.items())), launch)
    return list(seen.values())
