"""How the text is written."""

from __future__ import annotations

from pyasc_lint.deferred import dataclass


@dataclass(frozen=True, slots=True)
class TextOptions:
    """`line_directives`: every line says with `#line` which line of the Python source it comes from.

    `add_prologue`: `InitSocState` at the start and `PipeBarrier<PIPE_ALL>` at the end where the source lacks them.
    """

    line_directives: bool = False
    add_prologue: bool = False
