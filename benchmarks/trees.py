"""Time over whole trees, as ratios in one run, and a lint of all Python that is installed.

    python benchmarks/trees.py

Goals: a warm tree of 1,000 files with 50 kernels at most 2 times ruff without its cache; a tree without kernels at most
3 times; two processes faster than one. The last part lints the standard library and site-packages: it must end well.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from measure import fastest, report

ROOT = Path(__file__).resolve().parents[1]
FILES, KERNELS, SAMPLE = 1000, 50, 20
LINT = [str(Path(sys.executable).with_name("pyasc-lint")), "--exit-zero", "--output-format", "concise"]
RUFF = [sys.executable, "-m", "ruff", "check", "--no-cache", "--quiet", "--exit-zero", "--isolated"]
PYLINT = [sys.executable, "-m", "pylint", "--disable=all", "--enable=E"]


def library(number: int) -> list[Path]:
    """Files of the standard library, by name."""
    files = sorted(Path(sysconfig.get_paths()["stdlib"]).rglob("*.py"))
    return [path for path in files if "site-packages" not in path.parts and path.stat().st_size < 60_000][:number]


def tree(folder: Path, kernels: int) -> None:
    """Writes `FILES` files of the standard library, some of them replaced by kernels."""
    kernel = (ROOT / "examples" / "clean" / "vector_add.py").read_text(encoding="utf-8")
    for number, path in enumerate(library(FILES)):
        target = folder / f"part_{number % 20}" / f"file_{number}.py"
        target.parent.mkdir(parents=True, exist_ok=True)
        if number < kernels * 20 and number % 20 == 0:
            target.write_text(f"{kernel}\n# {number}\n", encoding="utf-8")
        else:
            target.write_bytes(path.read_bytes())


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        mixed, plain, kernels = Path(name, "mixed"), Path(name, "plain"), Path(name, "kernels")
        tree(mixed, KERNELS)
        tree(plain, 0)
        kernels.mkdir()
        for path in mixed.rglob("*.py"):
            if path.read_text(encoding="utf-8", errors="replace").startswith('"""') and "asc.jit" in path.read_text():
                (kernels / path.name).write_bytes(path.read_bytes())
        print(f"{FILES} files, {KERNELS} of them kernels, warm (goal: 2)")
        cache = Path(name, "cache")
        config = Path(name, "pyasc-lint.toml")
        config.write_text(f'cache-dir = "{cache}"\n', encoding="utf-8")
        warm = [*LINT, "--config", str(config), str(mixed)]
        subprocess.run(warm, check=True, capture_output=True)
        report(fastest({"ruff": [*RUFF, str(mixed)], "pyasc-lint": warm}, rounds=3), "pyasc-lint")
        print(f"{FILES} files without kernels (goal: 3)")
        cold = [*LINT, "--no-cache"]
        report(fastest({"ruff": [*RUFF, str(plain)], "pyasc-lint": [*cold, str(plain)]}, rounds=3), "pyasc-lint")
        sample = [str(path) for path in sorted(kernels.iterdir())[:SAMPLE]]
        print(f"{len(sample)} kernels, cold, against pylint's errors")
        report(fastest({"pylint": [*PYLINT, *sample], "pyasc-lint": [*cold, *sample]}, rounds=2), "pyasc-lint")
        print(f"{KERNELS} kernels, cold, in two processes against one")
        two, one = ([*cold, "--jobs", jobs, str(kernels)] for jobs in "21")
        report(fastest({"one": one, "two": two}, rounds=3), "two")
    print("the standard library and site-packages")
    for path in (sysconfig.get_paths()["stdlib"], sysconfig.get_paths()["purelib"]):
        done = subprocess.run([*LINT, "--no-cache", path], capture_output=True, text=True, check=False)
        print(f"  exit status {done.returncode}: {done.stdout.strip().splitlines()[-1:]} {done.stderr.strip()[:500]}")
        if done.returncode == 2:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
