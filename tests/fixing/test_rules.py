"""Which rules and traps propose a fix, that it mends their own example, and why the others have none."""

from __future__ import annotations

WITHOUT = {
    "ASC001": "what was meant is not known",
    "ASC006": "what the analysis cannot follow is not wrong",
    "ASC007": "its examples are of other kinds; a code that is nearly one is renamed",
    "ASC008": "no text to edit, or a defect of the tool",
    "ASC102": "a bound is a promise of the callers",
    "ASC105": "which of two tensors is to move, and where to, is a choice",
    "ASC107": "a larger tensor, a smaller count or another offset may be meant",
    "ASC112": "what the tensor should have held is not known",
    "ASC114": "the real length is not in the kernel",
    "ASC201": "a kernel of the other style is another kernel",
    "ASC202": "the functions to use instead take other operands",
    "ASC205": "the chip has nothing like it",
    "ASC301": "the element type inside a trait is not kept",
    "ASC303": "a cast needs a tensor to cast into",
    "ASC304": "a cast needs a tensor to cast into",
    "ASC403": "the way round takes a tensor in between",
    "ASC404": "a value in the range may be any of it",
    "ASC405": "operands apart need another tensor",
    "ASC602": "how to join transfers depends on the algorithm",
    "ASC603": "another layout of the buffers is a choice",
}
"""Rules whose example gets no fix, and why."""
