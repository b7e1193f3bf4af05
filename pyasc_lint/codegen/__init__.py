"""Turns the IR of static-Tensor kernels into Ascend C, a launcher and a CMake project for CANN.

`read_signatures` and `Requests` find out what a kernel is emitted for, `plan` makes the texts, `write_files` the files.
"""

from .errors import Refusal
from .output import OutputError, write_files
from .plan import Plan, Request, plan
from .signature import Requests, SignatureError, Signatures, read_signatures

__all__ = [
    "OutputError", "Plan", "Refusal", "Request", "Requests", "SignatureError", "Signatures", "plan", "read_signatures",
    "write_files",
]  # fmt: skip
