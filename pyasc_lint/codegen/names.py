"""C++ names for what the source names: its own wherever C++ allows."""

from __future__ import annotations

import re

from pyasc_lint.codegen.prelude import HELPERS
from pyasc_lint.ir.nodes import Var

_KEYWORDS = """
alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t char8_t class co_await
co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype default delete do
double dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable namespace
new noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires return
short signed sizeof static static_assert static_cast struct switch template this thread_local throw true try typedef
typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq
"""
_ASCEND = """
AscendC GM_ADDR half bfloat16_t block_idx block_num sub_block_idx g_coreType acl aclrtStream main printf assert NULL
int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t size_t ptrdiff_t intptr_t uintptr_t std
QuantMode_t pad_t event_t pipe_t vector_bool isinf isnan
"""
"""Names that the headers of Ascend C, or the compiler itself, give a meaning of their own."""

RESERVED = frozenset((*_KEYWORDS.split(), *_ASCEND.split(), *HELPERS))
_MACRO = re.compile(r"(PIPE|EVENT|ASCEND|KERNEL|GET|TILING)_\w*|EIO|E(?!PS)[A-Z]{3,}")


def identifier(name: str) -> str:
    """A name that C++ takes, as close to the given one as possible."""
    text = "".join(char if char.isascii() else f"u{ord(char):04x}" for char in name)
    text = re.sub(r"\W", "_", text)
    text = re.sub(r"__+", "_", text)  # names with two underscores belong to the compiler
    if re.match(r"_[A-Z]|\d|$", text) or text == "_":
        text = f"v{text}"
    return f"{text}_" if text in RESERVED or _MACRO.fullmatch(text) else text


class Names:
    """The names in use, scope by scope. An inner name never hides an outer one."""

    def __init__(self) -> None:
        self._scopes: list[set[str]] = [set()]
        self._of: dict[Var, str] = {}

    def open(self) -> None:
        """A block begins."""
        self._scopes.append(set())

    def close(self) -> None:
        """A block ends; its names are free again."""
        self._scopes.pop()

    def fresh(self, wanted: str) -> str:
        """A name like `wanted` that nothing in sight has."""
        base = identifier(wanted)
        name, number = base, 1
        while any(name in scope for scope in self._scopes):
            number += 1
            name = f"{base}_{number}" if not base.endswith("_") else f"{base}{number}"
        self._scopes[-1].add(name)
        return name

    def outermost(self, wanted: str) -> str:
        """A name like `fresh` gives, that holds in the whole function."""
        name = self.fresh(wanted)
        self._scopes[-1].discard(name)
        self._scopes[0].add(name)
        return name

    def declare(self, var: Var, wanted: str = "") -> str:
        """A name for a variable that is declared here."""
        self._of[var] = self.fresh(wanted or var.name or "value")
        return self._of[var]

    def alias(self, var: Var, name: str) -> None:
        """`var` is what is called `name`."""
        self._of[var] = name

    def knows(self, var: Var) -> bool:
        return var in self._of

    def of(self, var: Var) -> str:
        """The name of a declared variable. Raises KeyError."""
        return self._of[var]
