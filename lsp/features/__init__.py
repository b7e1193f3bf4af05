"""What the server answers, one file a feature."""

from __future__ import annotations

from ..server import Server
from . import actions, commands, completion, documents, hints, hover, lenses, pulling, setup, symbols

_FEATURES = (setup, documents, hover, hints, lenses, symbols, completion, actions, commands)


def register_all(server: Server) -> None:
    """Adds every feature; pulling comes with the client that can, from `setup`."""
    for feature in _FEATURES:
        feature.register(server)


__all__ = ["pulling", "register_all"]
