"""`--emit`: from the reports of a run to generated files, and an editor's preview of one kernel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path

from pyasc_lint.codegen import (
    Plan,
    Refusal,
    Request,
    Requests,
    Signatures,
    TextOptions,
    form_names,
    plan,
    read_signatures,
)
from pyasc_lint.config import Config, ConfigFinder
from pyasc_lint.deferred import dataclass
from pyasc_lint.diagnostics import Severity
from pyasc_lint.limits import deep_recursion
from pyasc_lint.profiles import load_profile
from pyasc_lint.reports import FileReport, KernelReport
from pyasc_lint.runner import run_text

_FILE_ERRORS = ("ASC001", "ASC008")
"""Errors of a file as a whole: nothing in it is known well enough."""

_NEVER_BLOCKS = "ASC7"
"""Rules about releases of pyasc, which this generator does without."""


@dataclass
class Emission:
    """What came of it. `problems` are usage errors; `notes` say what was left out.

    `refusals` are findings and gaps that keep a kernel from being emitted; then nothing is. `forms` are signatures to
    fill in, where one has to tell more than the sources do.
    """

    plan: Plan = field(default_factory=Plan)
    problems: list[str] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    forms: list[str] = field(default_factory=list)


def emission(
    reports: Sequence[FileReport],
    requests: Requests,
    configs: ConfigFinder,
    options: TextOptions | None = None,
    allow_errors: bool = False,
) -> Emission:
    """Emits the static kernels that `requests` asked for while the reports were made. Raises ProfileError.

    `allow_errors` is for tests of what runs emitted kernels: findings of a kernel do not stand in its way.
    """
    result = Emission(problems=list(requests.problems))
    unselected = {kernel.span for kernel in requests.unselected}
    missing = {each.kernel.span for each in requests.missing}
    wanted: list[Request] = []
    for report in reports:
        result.refusals += _file_errors(report)
        for kernel in report.kernels:
            where = f"{kernel.name} ({report.source.path}:{kernel.span.line})"
            if not kernel.static:
                result.notes.append(f"{where} is no static-Tensor kernel: skipped")
            elif kernel.span in unselected:
                result.notes.append(f"{where} is not in --signature: skipped")
            elif not allow_errors and (refusals := list(_errors(report, kernel))):
                result.refusals += refusals
            elif kernel.span in missing:
                continue
            elif kernel.wanted:
                wanted += _forms(report, kernel, configs.for_file(report.source.path), result)
            else:
                result.refusals.append(Refusal(kernel.span, "ASC008", f"{kernel.name} could not be analysed"))
    if not result.refusals:  # else a kernel may only be unknown because its file is
        result.problems += requests.unknown_kernels()
    if requests.missing:
        result.problems.append(_missing(requests))
        result.forms = list(dict.fromkeys(text for _, text in requests.asked))
    if not result.problems and not result.refusals:
        with deep_recursion():
            result.plan = plan(wanted, options)
        result.refusals += result.plan.refusals
    return result


def write(plan: Plan, folder: Path, force: bool, build_too: bool, cann_version: str | None) -> Iterator[Path]:
    """Writes the projects, and builds them; yields every file that is made. Raises OutputError, and BuildError when the
    projects are written already."""
    from pyasc_lint.codegen.cann import build, find_cann
    from pyasc_lint.codegen.output import write_projects

    yield from write_projects(folder, plan.projects, force)
    if build_too and plan.projects:
        toolchain = find_cann(cann_version)
        for name in plan.projects:
            yield build(folder / name, toolchain)


def _file_errors(report: FileReport) -> Iterator[Refusal]:
    for found in report.diagnostics:
        if found.code in _FILE_ERRORS and found.severity is Severity.ERROR:
            yield Refusal(found.span, found.code, found.message)


def _errors(report: FileReport, kernel: KernelReport) -> Iterator[Refusal]:
    """The errors of a kernel that keep it from being emitted."""
    for found in report.diagnostics:
        blocks = found.severity is Severity.ERROR and not found.code.startswith(_NEVER_BLOCKS)
        if blocks and found.kernel == kernel.name:
            yield Refusal(found.span, found.code, found.message)


def _forms(report: FileReport, kernel: KernelReport, config: Config, result: Emission) -> list[Request]:
    """The forms of a kernel to emit."""
    if len(report.targets) != 1:
        problem = f"--emit is for one chip, but {report.source.path} is checked for {', '.join(report.targets)}"
        if problem not in result.problems:
            result.problems.append(problem)
        return []
    profile = load_profile(report.targets[0], config.profile_paths)
    names = form_names([form for form, _ in kernel.wanted])
    return [Request(form, profile, maps, name) for (form, maps), name in zip(kernel.wanted, names, strict=True)]


def _missing(requests: Requests) -> str:
    """One message for all kernels, with a command that says everything."""
    lines = ["--emit has to know more:"]
    for each in requests.missing:
        kernel = each.kernel
        lines.append(f"  {kernel.name} ({kernel.path}:{kernel.span.line}): {'; '.join(each.gaps)}")
    paths = " ".join(dict.fromkeys(kernel.path for kernel, _ in requests.asked))
    example = "; ".join(dict.fromkeys(text for _, text in requests.asked))
    quote = "'" if '"' in example else '"'
    lines.append(f"  for example: pyasc-lint {paths} --emit --signature {quote}{example}{quote}")
    return "\n".join(lines)


def emit_text(
    text: str,
    path: str,
    kernel: str,
    configs: ConfigFinder,
    signature: str | None = None,
    context: Mapping[str, str] | None = None,
) -> Emission:
    """Emits one kernel of a text that an editor holds, as if it stood in the file `path`.

    `signature` is as `--signature` takes it, such as `kernel(x=float32*)`; `context` as for `run_text`. Raises
    ConfigError, ProfileError, or SignatureError where the signature cannot be read.
    """
    chosen = Signatures({kernel: [{}]}, selects=True) if signature is None else read_signatures(signature)
    requests = Requests(chosen)
    report = run_text(text, path, configs, context, wanted=requests)
    report.kernels = [each for each in report.kernels if each.name == kernel]
    return emission([report], requests, configs)
