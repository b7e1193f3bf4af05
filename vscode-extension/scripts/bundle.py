"""Fills bundled/libs of the extension with the server and what it needs, for one target platform.

`common` holds what is pure Python, and one folder `cp3xx` for each supported Python the compiled core of pydantic, of
which there is one for each platform and minor version of Python; bundled/server.py picks the folders. The universal
extension has no libraries: it uses an installed pyasc-lint.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

EXTENSION = Path(__file__).resolve().parents[1]
ROOT = EXTENSION.parent
LIBS = EXTENSION / "bundled" / "libs"
REQUIREMENTS = EXTENSION / "scripts" / "requirements.txt"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pyasc-lint"

PLATFORMS = {"linux-x64": "manylinux_2_17_x86_64", "linux-arm64": "manylinux_2_17_aarch64"}
"""Targets with native parts, as vsce names them, and the platform tag of their wheels."""
UNIVERSAL = "universal"

PYTHONS = ("3.10", "3.11", "3.12", "3.13", "3.14")

SOURCES = ("pyproject.toml", "README.md", "LICENSE", "pyasc_lint", "lsp", "hardware_profiles")
"""What the wheel is built from."""


def main() -> int:
    """Returns the exit status: 0, or 1 where a package cannot be had or built; what failed has said why."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("target", choices=(*PLATFORMS, UNIVERSAL))
    target = parser.parse_args().target
    shutil.rmtree(LIBS, ignore_errors=True)
    if target == UNIVERSAL:
        return 0
    try:
        shutil.copytree(dependencies(PLATFORMS[target]), LIBS)
        with tempfile.TemporaryDirectory() as folder:
            install(LIBS / "common", str(build_wheel(Path(folder))))
    except subprocess.CalledProcessError as error:
        shutil.rmtree(LIBS, ignore_errors=True)
        print(f"bundle.py: no libraries for {target}: {error}", file=sys.stderr)
        return 1
    for scripts in LIBS.glob("*/bin"):
        shutil.rmtree(scripts)
    return 0


def dependencies(platform: str) -> Path:
    """A folder of the libraries for a platform, all but the server itself; kept for the next time."""
    key = hashlib.sha256(REQUIREMENTS.read_bytes() + repr((platform, PYTHONS)).encode()).hexdigest()[:12]
    kept = CACHE / f"bundle-{key}"
    if not kept.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        # Renamed when it is complete, so that a run that is cut off leaves nothing half done.
        with tempfile.TemporaryDirectory(dir=CACHE) as folder:
            libs = Path(folder) / "libs"
            pure = ("--implementation", "py", "--abi", "none", "--platform", "any")
            install(libs / "common", *pure, "--requirement", str(REQUIREMENTS))
            for python in PYTHONS:
                compiled = ("--implementation", "cp", "--platform", platform, "--python-version", python)
                install(libs / f"cp{python.replace('.', '')}", *compiled, required_core(libs / "common"))
            libs.rename(kept)
    return kept


def install(folder: Path, *arguments: str) -> None:
    """pip, also for another platform or Python than its own; it then takes only wheels and no dependencies."""
    options = ("--quiet", "--disable-pip-version-check", "--no-compile", "--no-deps", "--only-binary", ":all:")
    command = [sys.executable, "-m", "pip", "install", *options, "--target", str(folder), *arguments]
    subprocess.run(command, check=True)


def required_core(common: Path) -> str:
    """The requirement of the installed pydantic that names its core: the two must match exactly."""
    (metadata,) = common.glob("pydantic-*.dist-info/METADATA")
    for line in metadata.read_text(encoding="utf-8").splitlines():
        name, _, value = line.partition(": ")
        if name == "Requires-Dist" and value.replace("-", "_").startswith("pydantic_core=="):
            return value
    raise SystemExit(f"bundle.py: {metadata} does not say which pydantic-core it needs")


def build_wheel(folder: Path) -> Path:
    """Builds the wheel of the sources beside the extension, from a copy: setuptools would take stale files of its
    build folder along."""
    sources = folder / "sources"
    sources.mkdir()
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, sources / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, sources)
    code = f"import setuptools.build_meta as backend; print(backend.build_wheel({str(folder)!r}))"
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
    built = subprocess.run([sys.executable, "-c", code], cwd=sources, env=environment, capture_output=True, text=True)
    if built.returncode != 0:
        sys.stderr.write(built.stderr)
        built.check_returncode()
    return folder / built.stdout.splitlines()[-1]


if __name__ == "__main__":
    sys.exit(main())
