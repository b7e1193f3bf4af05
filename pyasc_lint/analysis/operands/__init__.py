"""What instructions do: the pipe each runs in, and which bytes of which operand it reads and writes.

`instruction_of(call, profile, core)` gives the `Instruction` of an executed call: its `Access`es with `Footprint`s in
bytes, its data path, what it orders (`Sync`). `registers_after(call)` gives the registers that later instructions
depend on. One module per family of instructions fills them in, `table` says which.
"""

from pyasc_lint.analysis.operands.effects import Changed, registers_after, registers_changed
from pyasc_lint.analysis.operands.instruction import instruction_of
from pyasc_lint.analysis.operands.model import Access, Footprint, Instruction, Sync
from pyasc_lint.analysis.operands.scalar import RECEIVER

__all__ = [
    "RECEIVER",
    "Access",
    "Changed",
    "Footprint",
    "Instruction",
    "Sync",
    "instruction_of",
    "registers_after",
    "registers_changed",
]
