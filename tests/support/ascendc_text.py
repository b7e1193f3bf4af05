"""Reads Ascend C text from top to bottom: which functions it calls, on what, in which order, loops and branches.

Two texts that name and group things differently give the same calls: tensors and loop variables are numbered in the
order of their declarations, and every number is worked out for made-up values of what only a run knows.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass, field
from typing import Any

_DECLARED = re.compile(
    r"(?:constexpr |__gm__ )?(?:AscendC::)?(\w+)(?:<[^;={}]*>)?\*? (\w+)(?: = (.+)|(\(.+\)|\{.+\}))?"
)
_LOOP = re.compile(r"for \(\w+ (\w+) = ([^,;]+)(?:, (\w+) = ([^;]+))?; \w+ < ([^;]+); (?:\w+ \+= |\+\+)(\w+)\)")
_CALL = re.compile(r"(?:AscendC::(\w+)|(\w+)\.(\w+))(?:<(.*?)>)?\((.*)\)")
_ENUM = re.compile(r"(?:AscendC::)?\b(\w+::\w+)\b")
_CAST = re.compile(r"\((?:float|half|u?int\d+_t)\) ?|static_cast<[\w:]+>|reinterpret_cast<[^<>]+>")
_STRUCT = re.compile(r"(?:AscendC::)?(\w+)(?:<\w+>)?\{")
_ARRAY = re.compile(r"(?:AscendC::)?\w+(?:<\w+>)? (\w+)\[\d*\] = \{(.*)\}")
_SYSTEM = re.compile(r"AscendC::(Get\w+)\(\)")
_CHOICE = re.compile(r"([^?:]+) \? ([^?:]+) : ([^?:]+)")
_NUMBER = re.compile(r"(?<![\w.'])(\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)f?\b")


@dataclass(frozen=True)
class Number:
    """A number with the division of C++; a float has single precision."""

    value: float

    def __post_init__(self) -> None:
        if isinstance(self.value, float):
            object.__setattr__(self, "value", struct.unpack("f", struct.pack("f", self.value))[0])

    def __bool__(self) -> bool:
        return bool(self.value)

    def __lt__(self, other: Number) -> Number:
        return Number(int(self.value < other.value))

    def __gt__(self, other: Number) -> Number:
        return Number(int(self.value > other.value))

    def __le__(self, other: Number) -> Number:
        return Number(int(self.value <= other.value))

    def __ge__(self, other: Number) -> Number:
        return Number(int(self.value >= other.value))

    def __truediv__(self, other: Number) -> Number:
        exact = self.value / other.value
        both = isinstance(self.value, int) and isinstance(other.value, int)
        return Number(int(exact) if both else exact)

    def __add__(self, other: Number) -> Number:
        return Number(self.value + other.value)

    def __sub__(self, other: Number) -> Number:
        return Number(self.value - other.value)

    def __mul__(self, other: Number) -> Number:
        return Number(self.value * other.value)

    def __mod__(self, other: Number) -> Number:
        return Number(self.value % other.value)

    def __neg__(self) -> Number:
        return Number(-self.value)


@dataclass(frozen=True)
class Thing:
    """A tensor, an allocator or an address, from some element on."""

    name: str
    offset: float = 0

    def __getitem__(self, offset: Number) -> Thing:
        return Thing(self.name, self.offset + offset.value)

    __add__ = __getitem__

    def GetValue(self, index: Number) -> Number:
        return Number(0.1 * index.value + 0.37)

    def GetLength(self) -> Number:
        return Number(512)


@dataclass
class Reader:
    """Reads one function."""

    names: dict[str, Any] = field(default_factory=dict)
    calls: list[tuple[Any, ...]] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

    def read(self, text: str) -> list[tuple[Any, ...]]:
        """Its calls. The parameters are taken to be 4096, 8192, … or arrays."""
        head, _, body = text.partition("__aicore__ void")[2].partition("{")
        for number, parameter in enumerate(head.partition("(")[2].rpartition(")")[0].split(",")):
            kind, _, name = parameter.strip().rpartition(" ")
            scalar = kind.strip() in ("int32_t", "float")
            self.names[name] = Number(4096 * (number + 1)) if scalar else Thing(f"array {number}")
        joined = re.sub(r"\s*\n\s*", " ", re.sub(r"//.*", "", body))
        for statement in re.split(r";(?![^()]*\))|(?<=\)) \{", joined):
            self._statement(re.sub(r"^[\s{}]+", "", statement).strip())
        return self.calls

    def _statement(self, text: str) -> None:
        if not text or text.startswith(("return", "set_ffts_base_addr", "KERNEL_TASK_TYPE")):
            return
        if text.startswith("else"):
            self.calls.append(("else",))
            self._statement(text.removeprefix("else").lstrip(" {"))
        elif branch := re.fullmatch(r"if \((.*)\)", text):
            self.calls.append(("if", bool(self._value(branch[1]))))
        elif array := _ARRAY.fullmatch(text):
            self.names[array[1]] = self._value(f"({array[2]},)")
        elif loop := _LOOP.fullmatch(text):
            name, start, bound, limit, stop, step = loop.groups()
            if bound:
                self.names[bound] = self._value(limit)
            self.names[name] = Number(self._next("loop") + 3)
            by = Number(1) if step == name else self._value(step)
            self.calls.append(("for", self._value(start), self._value(stop), by))
        elif declared := _DECLARED.fullmatch(text):
            self._declare(*declared.groups())
        elif call := _CALL.fullmatch(text):
            self._call(*call.groups())
        elif assigned := re.fullmatch(r"(\w+) = (.+)", text):
            self.names[assigned[1]] = self._value(assigned[2])
        else:
            raise AssertionError(f"cannot read {text!r}")

    def _next(self, kind: str) -> int:
        self.counts[kind] = self.counts.get(kind, -1) + 1
        return self.counts[kind]

    def _declare(self, kind: str, name: str, value: str | None, initial: str | None) -> None:
        """A tensor that is made gets a number; one that is a view, and any other value, is what it stands for."""
        made = re.match(r"AscendC::LocalTensor<.*?>(\(.*\))|(\w+)\.Alloc<(.*?)>\((.*)\)", value or "")
        if kind in ("GlobalTensor", "LocalMemAllocator") and value is None:
            self.names[name] = Thing(f"{kind} {self._next(kind)}")
        elif kind == "LocalTensor" and (made or initial):
            if made and made[2]:
                *where, size = [part.strip() for part in f"{made[3]},{made[4]}".strip(",").split(",")]
                self.calls.append(("Alloc", self.names[made[2]], *where, self._value(size)))
            else:
                self.calls.append(("LocalTensor", self._value((initial or made[1] if made else initial) or "")))
            self.names[name] = Thing(f"LocalTensor {self._next(kind)}")
        else:
            made_of = value if value is not None else f"{kind}{initial}" if initial is not None else None
            self.names[name] = None if made_of is None else self._value(made_of)

    def _call(self, name: str, receiver: str, method: str, template: str, arguments: str) -> None:
        on = (self.names[receiver],) if receiver else ()
        given = ["false" if part.strip() == "0" else part.strip() for part in (template or "").split(",")]
        parts = [part for part in given if part not in ("", "1", "true")]
        self.calls.append((name or method, *on, *parts, self._value(f"({arguments},)" if arguments else "()")))

    def _value(self, text: str) -> Any:
        text = text.replace("AscendC::GetBlockIdx()", "5").replace("__gm__ ", "")
        text = _CAST.sub("", _SYSTEM.sub(lambda found: str(1000 + len(found[1])), text))
        text = text.replace("&&", "and").replace("||", "or").replace("!(", "not (")
        while inner := re.search(rf"\((?=[^()]*\?){_CHOICE.pattern.replace('?:]', '?:()]')}\)", text):
            chosen = inner[2] if self._value(inner[1]) else inner[3]
            text = f"{text[: inner.start()]}({chosen}){text[inner.end() :]}"
        if choice := _CHOICE.fullmatch(text):
            return self._value(choice[2] if self._value(choice[1]) else choice[3])
        text = re.sub(r"FloorDiv\(([^,()]+), ([^,()]+)\)", r"(\1 / \2)", text)
        text = text.replace("AscendC::CFG", "CFG").replace("QuantMode_t::NoQuant", "0")
        while _STRUCT.search(text):
            text = _STRUCT.sub(r"('\1', ", text, count=1)
            text = text.replace("}", ")", 1)
        text = re.sub(r"\bfalse\b", "0", re.sub(r"\btrue\b", "1", text))
        text = _NUMBER.sub(r"Number(\1)", _ENUM.sub(r"'\1'", text))
        return eval(text, {"Number": Number, **self.names})


def calls(text: str) -> list[tuple[Any, ...]]:
    """What the first kernel of a text calls."""
    return Reader().read(text)
