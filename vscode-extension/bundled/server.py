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


def folders():
    """What the bundle has for this Python: the folder for all, and the one with what is compiled."""
    return [os.path.join(LIBS, name) for name in ("common", "cp%d%d" % sys.version_info[:2])]


def bundled():
    """The version of the bundled server and None, or None and why this Python cannot run it."""
    import importlib

    if not os.path.isdir(folders()[0]):
        return None, "this package of the extension has no server of its own"
    if not all(map(os.path.isdir, folders())):
        known = ", ".join("%s.%s" % (name[2], name[3:]) for name in sorted(os.listdir(LIBS)) if name.startswith("cp"))
        return None, "the bundled server is for Python %s" % known
    sys.path[:0] = folders()
    try:
        importlib.import_module("pydantic_core")
        return importlib.import_module("pyasc_lint").__version__, None
    except Exception as error:  # compiled for another kind of machine, or an incomplete installation
        return None, "the bundled server does not load: %s: %s" % (type(error).__name__, error)
    finally:
        del sys.path[:2]
        for name in [name for name in sys.modules if name.partition(".")[0] in ("pyasc_lint", "pydantic_core")]:
            del sys.modules[name]


def installed():
    """The version of the server that this Python has installed, or None."""
    import importlib.util

    try:
        if importlib.util.find_spec("pyasc_lint.lsp") is None or importlib.util.find_spec("pygls") is None:
            return None
        import pyasc_lint

        return pyasc_lint.__version__
    except Exception:  # nothing is installed, or something of another name or age
        return None


def probe():
    found = {"python": "%d.%d.%d" % sys.version_info[:3], "executable": sys.executable}
    if sys.version_info >= OLDEST:
        found["bundled"], found["reason"] = bundled()
        found["environment"] = installed()
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
    else:
        missing = [folder for folder in folders() if not os.path.isdir(folder)]
        if missing:
            sys.exit("pyasc-lint: %s is missing: %s" % (missing[0], bundled()[1]))
        sys.path[:0] = folders()
    from pyasc_lint.lsp.__main__ import main as serve

    return serve(arguments)


if __name__ == "__main__":
    sys.exit(main())
