"""Jupyter notebooks: the code cells as one Python text, with what only IPython understands taken out.

https://nbformat.readthedocs.io/en/latest/format_description.html
"""

from __future__ import annotations

import json
import re

from pyasc_lint.deferred import dataclass
from pyasc_lint.frontend.grammar import parse_text

_LINE_MAGIC = re.compile(r"(\s*)([%!?].*|[\w.]+\?{1,2}\s*$)")
_ASSIGNED_MAGIC = re.compile(r"(\s*[\w.,\s]+=\s*)[%!].*")
_PYTHON_CELLS = ("%%time", "%%timeit", "%%capture", "%%prun")
"""Cell magics that run the rest of their cell as Python."""


class NoNotebook(ValueError):
    """The file is no notebook."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A code cell. `number` counts all cells of the notebook from 1; `line` is where it starts in the joined text."""

    number: int
    line: int


def read_notebook(data: bytes) -> tuple[str, tuple[Cell, ...]]:
    """The joined code and where its cells start. Raises NoNotebook."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        raise NoNotebook("it is no JSON") from None
    cells = document.get("cells") if isinstance(document, dict) else None
    if not isinstance(cells, list):
        raise NoNotebook("it has no cells (format 4)")
    if not _is_python(document.get("metadata")):
        return "", ()
    lines: list[str] = []
    found = []
    for number, cell in enumerate(cells, start=1):
        if isinstance(cell, dict) and cell.get("cell_type") == "code":
            found.append(Cell(number, len(lines) + 1))
            lines += _python(_source(cell)).split("\n")
    return "\n".join([*lines, ""]), tuple(found)


def _is_python(metadata: object) -> bool:
    """Whether the code is Python: so it is where nothing is said."""
    for key, name in (("language_info", "name"), ("kernelspec", "language")):
        about = metadata.get(key) if isinstance(metadata, dict) else None
        said = about.get(name) if isinstance(about, dict) else None
        if isinstance(said, str):
            return said.lower() in ("python", "ipython")
    return True


def _source(cell: dict[str, object]) -> str:
    """The cell's text without its last line end; the format has it as one text or as a list of lines."""
    source = cell.get("source")
    text = "".join(map(str, source)) if isinstance(source, list) else str(source or "")
    return text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")


def _python(text: str) -> str:
    """The cell with every magic in place of a statement that does nothing; lines and columns of the rest stay."""
    if text.lstrip().startswith("%%"):
        first, *rest = text.lstrip("\n").split("\n")
        leading = text[: len(text) - len(text.lstrip("\n"))]
        if first.split()[0] not in _PYTHON_CELLS:
            return re.sub(r"[^\n]", "", text)
        return f"{leading}\n{_python(chr(10).join(rest))}" if rest else leading
    try:
        parse_text(text)
        return text
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return "\n".join(map(_without_magic, text.split("\n")))


def _without_magic(line: str) -> str:
    if magic := _LINE_MAGIC.fullmatch(line):
        return f"{magic[1]}pass"
    if assigned := _ASSIGNED_MAGIC.fullmatch(line):
        return f"{assigned[1]}None"
    return line
