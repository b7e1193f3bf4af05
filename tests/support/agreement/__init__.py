"""Findings of the product compared with what the reference interpreter sees, for one kernel."""

from tests.support.agreement.bytes import BYTES, bytes_disagreements
from tests.support.agreement.order import SYNCHRONISATION, synchronisation_disagreements
from tests.support.agreement.subject import Subject, profile, subject

__all__ = [
    "BYTES",
    "SYNCHRONISATION",
    "Subject",
    "bytes_disagreements",
    "profile",
    "subject",
    "synchronisation_disagreements",
]
