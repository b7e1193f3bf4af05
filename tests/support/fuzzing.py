"""Python that nobody wrote for this tool: mutated kernels, and the standard library with every function as a kernel."""

from __future__ import annotations

import ast
import io
import sysconfig
import tokenize
import warnings
from collections.abc import Iterator
from pathlib import Path
from random import Random

STANDARD_LIBRARY = Path(sysconfig.get_paths()["stdlib"])

_WORDS = [
    "asc", "jit", "0", "1", "-1", "2.5", '"x"', "None", "True", "x", "n", "tile", "asc.float32", "asc.LocalTensor",
    "ub.alloc", "range", "asc.static_range", "for", "if", "else", "while", "in", "(", ")", "[", "]", ":", ",", "=",
    "==", "+", "-", "*", "//", "%", "**", ".", "not", "and", "or", "lambda", "yield", "await", "return", "def", "class",
    "import", "from", "global", "del", "\n", "pass", "break", "continue", 'f"{x}"', 'b""', "...", "@", ":=",
    "1e400", "0x7fffffffffffffff", "asc.set_flag", "asc.data_copy",
]  # fmt: skip


def library_files(limit: int = 200_000) -> list[Path]:
    """The Python files of the standard library, but for what is installed beside it, the longest left out."""
    files = sorted(STANDARD_LIBRARY.rglob("*.py"))
    return [path for path in files if "site-packages" not in path.parts and path.stat().st_size <= limit]


def as_kernels(text: str) -> str:
    """The text with every function an `@asc.jit` one; as it is where it does not parse."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return f"import asc\n{text}"
    lines = text.split("\n")
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    for node in sorted(functions, key=lambda each: each.lineno, reverse=True):
        line = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        indent = lines[line - 1][: len(lines[line - 1]) - len(lines[line - 1].lstrip())]
        lines.insert(line - 1, f"{indent}@asc.jit")
    first = next((node.lineno for node in tree.body if not _stays_first(node)), len(lines))
    lines.insert(first - 1, "import asc")
    return "\n".join(lines)


def _stays_first(node: ast.stmt) -> bool:
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_text or (isinstance(node, ast.ImportFrom) and node.module == "__future__")


def mutants(text: str, random: Random, number: int) -> Iterator[str]:
    """Texts with a few tokens taken out, doubled, swapped or replaced; most of them still parse in part."""
    tokens = [token for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.string.strip()]
    for _ in range(number):
        changed = text
        for token in random.sample(tokens, k=min(len(tokens), random.randint(1, 3))):
            lines = changed.split("\n")
            row, column = token.start
            if row > len(lines):
                continue
            line, end = lines[row - 1], column + len(token.string)
            other = random.choice(tokens).string
            new = random.choice(["", token.string * 2, f"{token.string} {other}", other, random.choice(_WORDS)])
            lines[row - 1] = line[:column] + new + line[end:]
            changed = "\n".join(lines)
        yield changed
