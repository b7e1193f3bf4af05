"""Turns the IR of static-Tensor kernels into Ascend C, a launcher and a CMake project for CANN.

`read_signatures` and `Requests` find out what a kernel is emitted for, `plan` makes the texts, `write_projects` the
files, and `find_cann` and `build` the libraries.
"""

from .cann import BuildError, Toolchain, build, find_cann
from .errors import Refusal
from .options import TextOptions
from .output import OutputError, write_projects
from .plan import Plan, Request, plan
from .requests import Requests, form_names
from .signature import SignatureError, Signatures, read_signatures

__all__ = [
    "BuildError", "OutputError", "Plan", "Refusal", "Request", "Requests", "SignatureError", "Signatures",
    "TextOptions", "Toolchain", "build", "find_cann", "form_names", "plan", "read_signatures", "write_projects",
]  # fmt: skip
