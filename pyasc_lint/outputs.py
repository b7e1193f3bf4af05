"""The reports that a run writes: formats and where each goes, as `--output-format` says them."""

from __future__ import annotations

from collections.abc import Sequence

from pyasc_lint.deferred import dataclass
from pyasc_lint.toml_files import did_you_mean

FORMATS = ("full", "concise", "json", "sarif", "github", "gitlab", "junit")


@dataclass(frozen=True, slots=True)
class Output:
    """One report. `file` None: the standard output."""

    format: str
    file: str | None = None


def parse_outputs(texts: Sequence[str], file: str | None = None) -> tuple[Output, ...]:
    """Reads the reports of a run, each as `FORMAT` or `FORMAT:FILE`; `file` is for the one that names none.

    Raises ValueError with a remedy, also where two would mix in one place.
    """
    outputs: list[Output] = []
    for text in texts:
        output = _parse(text)
        output = Output(output.format, output.file or file)
        if any(other.file == output.file for other in outputs):
            place = output.file or "the standard output"
            raise ValueError(f"two reports would go to {place}; give each a file of its own: FORMAT:FILE")
        outputs.append(output)
    return tuple(outputs)


def _parse(text: str) -> Output:
    name, colon, file = text.partition(":")
    if name not in FORMATS:
        raise ValueError(did_you_mean(name, FORMATS) or f"possible: {', '.join(FORMATS)}")
    if colon and not file:
        raise ValueError(f"name the file after {name}:")
    return Output(name, file or None)
