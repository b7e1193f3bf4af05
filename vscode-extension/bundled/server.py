"""Starts the language server: the one beside this file, or with --environment the one of the Python that runs this.

With --probe it says in a line of JSON what there is instead. It is read by any Python, so that an old one can be named:
nothing here may need more than Python 2.7 before the version is known.
"""
# ruff: noqa: UP031

import json
import os
import sys

OLDEST = (3, 10)
FOLDER = os.path.dirname(os.path.abspath(__file__))
LIBS = os.path.join(FOLDER, "libs")
COMMON = os.path.join(LIBS, "common")
COMPILED = os.path.join(LIBS, "cp%d%d" % sys.version_info[:2])
"""What the bundle has for all Pythons, and what it has for this one."""
SECONDS = 20
"""Longer than the server of an environment takes to load, shorter than the extension waits for the probe."""


def unfit():
    """Why the bundle is not for this Python, or None."""
    if not os.path.isdir(os.path.join(COMMON, "pyasc_lint")):
        return "this package of the extension has no server of its own"
    if not os.path.isdir(COMPILED):
        known = ["%s.%s" % (name[2], name[3:]) for name in sorted(os.listdir(LIBS)) if name.startswith("cp")]
        if not known:
            return "the bundled server is incomplete; reinstall the extension"
        return "the bundled server is for Python %s" % ", ".join(known)
    return None


def load():
    """Loads all that serving needs; returns the server's `main` and its version. Raises whatever a module raises."""
    import importlib

    output, sys.stdout = sys.stdout, sys.stderr  # what a module prints must not get between messages
    try:
        importlib.import_module("pyasc_lint.lsp.server")
        version = str(importlib.import_module("pyasc_lint").__version__)
        return importlib.import_module("pyasc_lint.lsp.__main__").main, version
    finally:
        sys.stdout = output


def told(error):
    """An error in a line."""
    return " ".join(("%s: %s" % (type(error).__name__, error)).split())


def installed():
    """The version of the server that this Python has installed and can run, or None.

    It is loaded in a process of its own: here the bundled one must be loaded, with its own versions of all packages.
    """
    import importlib.util
    import subprocess

    try:
        if importlib.util.find_spec("pyasc_lint") is None or importlib.util.find_spec("pygls") is None:
            return None
        flags = subprocess._args_from_interpreter_flags()
        command = [sys.executable] + flags + [os.path.abspath(__file__), "--probe", "--environment"]
        output = subprocess.check_output(command, stdin=subprocess.DEVNULL, timeout=SECONDS)
        return json.loads(output.decode())["environment"]
    except Exception:  # it died, or hangs
        return None


def bundled():
    """The version of the bundled server and None, or None and why this Python cannot run it."""
    reason = unfit()
    if reason is not None:
        return None, reason
    sys.path[:0] = [COMMON, COMPILED]
    try:
        return load()[1], None
    except (Exception, SystemExit) as error:  # compiled for another kind of machine, or an incomplete installation
        return None, "the bundled server does not load: %s" % told(error)


def environment():
    """The version of the server that this process can load from its environment, or None."""
    try:
        return load()[1]
    except (Exception, SystemExit) as error:
        sys.stderr.write("pyasc-lint: the installed server does not load: %s\n" % told(error))
        return None


def probe(environment_alone):
    output, sys.stdout = sys.stdout, sys.stderr  # to the end: nothing but the answer
    found = {"python": "%d.%d.%d" % sys.version_info[:3], "executable": sys.executable}
    if sys.version_info >= OLDEST:
        if environment_alone:
            found["environment"] = environment()
        else:
            found["environment"] = installed()
            found["bundled"], found["reason"] = bundled()
    output.write(json.dumps(found) + "\n")
    output.flush()


def main():
    if sys.path and os.path.abspath(sys.path[0]) == FOLDER:
        del sys.path[0]
    arguments = sys.argv[1:]
    own = "--environment" not in arguments
    if "--probe" in arguments:
        return probe(not own)
    if sys.version_info < OLDEST:
        sys.exit("pyasc-lint needs Python %d.%d or newer; this is %s" % (OLDEST + (sys.version.split()[0],)))
    if own:
        if unfit() is not None:
            sys.exit("pyasc-lint: %s" % unfit())
        sys.path[:0] = [COMMON, COMPILED]
        failed, remedy = "the bundled server does not load", "reinstall the extension"
    else:
        arguments.remove("--environment")
        failed = "the server of this Python does not load"
        remedy = "in a checkout of pyasc-lint run: %s -m pip install ." % sys.executable
    try:
        serve = load()[0]
    except (Exception, SystemExit) as error:
        sys.exit("pyasc-lint: %s: %s; %s" % (failed, told(error), remedy))
    return serve(arguments)


if __name__ == "__main__":
    sys.exit(main())
