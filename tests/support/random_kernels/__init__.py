"""Random kernels as Python source text: a right pattern, then none, one or two defects. Deterministic by seed."""

from tests.support.random_kernels.bytes import bytes_kernel
from tests.support.random_kernels.model import RandomKernel
from tests.support.random_kernels.synchronisation import synchronisation_kernel

__all__ = ["RandomKernel", "bytes_kernel", "synchronisation_kernel"]
