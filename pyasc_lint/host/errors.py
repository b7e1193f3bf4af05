"""What stops a run before there is a result."""

from __future__ import annotations


class HostError(Exception):
    """A kernel cannot be run here: the message says why, and what to do."""


class Refused(HostError):
    """The kernel has errors, or something in it has no form in Ascend C."""
