"""Runs emitted kernels on the CPU, with NumPy arrays.

    from pyasc_lint import host
    result = host.run("vadd.py", "vadd", x, y, z, n, cores=8)
    result.outputs["z"]

The kernel is emitted as for a device and compiled against a model of Ascend C (`include/`), which computes what the
documents say and checks every byte: capacity, alignment, bounds, unwritten data, flags, and order between pipes. What
it does not model is in `NOT_MODELLED`.
"""

from .errors import HostError, Refused
from .result import NOT_MODELLED, Finding, Result
from .runs import run

__all__ = ["NOT_MODELLED", "Finding", "HostError", "Refused", "Result", "run"]
