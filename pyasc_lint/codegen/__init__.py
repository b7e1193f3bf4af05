"""Turns the IR of static-Tensor kernels into Ascend C, a launcher and a CMake project for CANN.

`read_signatures` and `Requests` find out what a kernel is emitted for, and `plan` makes the texts; `output` writes them
to files, and `cann` builds the libraries.
"""

from .errors import Refusal
from .options import TextOptions
from .plan import Plan, Request, plan
from .requests import Requests, form_names
from .signature import SignatureError, Signatures, read_signatures

__all__ = [
    "Plan", "Refusal", "Request", "Requests", "SignatureError", "Signatures", "TextOptions", "form_names", "plan",
    "read_signatures",
]  # fmt: skip
