"""What can be wrong with a chip name or a profile file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pyasc_lint.toml_files import Problem, ProblemError


class ProfileError(ProblemError):
    """A profile file cannot be used. The text has one line a problem, ready to be shown to the user."""

    @property
    def path(self) -> Path | None:
        """The file of the first problem."""
        return self.problems[0].path

    @property
    def line(self) -> int | None:
        """The line (1-based) of the first problem, if one is to blame."""
        return self.problems[0].line


class UnknownProfileError(ProfileError):
    """No chip has this name. `suggestions` are names that the user may have meant, best first."""

    def __init__(self, name: str, message: str, suggestions: Sequence[str] = (), remedy: str = "") -> None:
        super().__init__(Problem(None, message, remedy=remedy))
        self.name = name
        self.suggestions = tuple(suggestions)
