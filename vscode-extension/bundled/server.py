"""Starts the language server: the one beside this file, or with --environment the one of the Python that runs this.

With --probe it says in a line of JSON what there is instead. It is read by any Python, so that an old one can be named:
nothing here may need more than Python 2.7 before the version is known.
"""
# ruff: noqa: UP031

import json
import os
import sys

OLDEST = (3, 10)
LIBS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libs")
COMMON = os.path.join(LIBS, "common")
COMPILED = os.path.join(LIBS, "cp%d%d" % sys.version_info[:2])
"""What the bundle has for all Pythons, and what it has for this one."""


def unfit():
    """Why the bundle is not for this Python, or None."""
    if not os.path.isdir(os.path.join(COMMON, "pyasc_lint")):
        return "this package of the extension has no server of its own"
    if not os.path.isdir(COMPILED):
        known = ", ".join("%s.%s" % (name[2], name[3:]) for name in sorted(os.listdir(LIBS)) if name.startswith("cp"))
        return "the bundled server is for Python %s" % known
    return None


def installed():
    """The version of the server that this Python has installed, or None."""
    import importlib.util

    try:
        if importlib.util.find_spec("pyasc_lint.lsp") is None or importlib.util.find_spec("pygls") is None:
            return None
        return importlib.import_module("pyasc_lint").__version__
    except Exception:  # nothing is installed, or something of another name or age
        return None


def bundled():
    """The version of the bundled server and None, or None and why this Python cannot run it."""
    import importlib

    reason = unfit()
    if reason is not None:
        return None, reason
    sys.path[:0] = [COMMON, COMPILED]
    sys.modules.pop("pyasc_lint", None)  # that of the environment
    try:
        importlib.import_module("pydantic_core")
        return importlib.import_module("pyasc_lint").__version__, None
    except Exception as error:  # compiled for another kind of machine, or an incomplete installation
        return None, "the bundled server does not load: %s: %s" % (type(error).__name__, error)


def probe():
    found = {"python": "%d.%d.%d" % sys.version_info[:3], "executable": sys.executable}
    if sys.version_info >= OLDEST:
        found["environment"] = installed()
        found["bundled"], found["reason"] = bundled()
    print(json.dumps(found))


def main():
    del sys.path[0]  # the folder of this file
    arguments = sys.argv[1:]
    if "--probe" in arguments:
        return probe()
    if sys.version_info < OLDEST:
        sys.exit("pyasc-lint needs Python %d.%d or newer; this is %s" % (OLDEST + (sys.version.split()[0],)))
    if "--environment" in arguments:
        arguments.remove("--environment")
    elif unfit() is not None:
        sys.exit("pyasc-lint: %s" % unfit())
    else:
        sys.path[:0] = [COMMON, COMPILED]
    try:
        from pyasc_lint.lsp.__main__ import main as serve
    except ImportError as error:
        sys.exit("pyasc-lint: %s; to install it: %s -m pip install pyasc-lint" % (error, sys.executable))
    return serve(arguments)


if __name__ == "__main__":
    sys.exit(main())
