"""A budget for each question, so that none takes long."""

from __future__ import annotations


class Effort:
    """How many steps the question being answered may still take. Facts that come from each other share one.

    A step is one combination of constraints, one assumption or one evaluation: some ten to a hundred microseconds.
    """

    __slots__ = ("_depth", "left")

    def __init__(self) -> None:
        self.left = 0
        self._depth = 0

    def question(self, steps: int) -> Effort:
        """Enter the result with `with`: the outermost question sets the budget."""
        if self._depth == 0:
            self.left = steps
        return self

    def spend(self, steps: int = 1) -> bool:
        """Take steps; False when the budget is used up."""
        self.left -= steps
        return self.left > 0

    def __enter__(self) -> None:
        self._depth += 1

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
