"""Code that the frontend left out: text without it would do something else than the source."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.codegen.errors import Refusal
from pyasc_lint.ir.nodes import Kernel

_INCOMPLETE = {
    "attribute": "the assignment to attribute '{name}' cannot be followed",
    "call": "the call of {name}() cannot be followed",
    "depth": "the code nests too deeply to be followed",
    "recursion": "'{name}' calls itself",
    "return": "a return in a branch or loop cannot be followed",
    "size": "the kernel has more than {limit} statements once loops are unrolled",
}
_STATEMENTS = {
    "async", "augmented-attribute", "break", "class-definition", "continue", "del", "false-assertion", "global",
    "import", "match", "nested-function", "raise", "return-in-block", "statement", "try", "undefined-name", "yield",
}  # fmt: skip
"""Python that `@asc.jit` rejects and the frontend skips. Rejected expressions are unknown, and refused where used."""


def unseen(kernel: Kernel) -> Iterator[Refusal]:
    """A refusal for each. Linting tells most as errors, which a comment may hide."""
    for remark in kernel.remarks:
        data = remark.data
        if remark.kind == "incomplete" and data["cause"] in _INCOMPLETE:
            yield Refusal(remark.span, "emit-incomplete", _INCOMPLETE[data["cause"]].format(**data))
        elif remark.kind == "syntax" and data["construct"] in _STATEMENTS:
            yield Refusal(remark.span, "emit-incomplete", f"this has no form in a kernel ({data['construct']})")
        elif remark.kind == "unknown-api":
            yield Refusal(remark.span, "emit-incomplete", "asc has nothing of that name")
