"""One call on its way to an instruction: its arguments by name, and the accesses found so far."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pyasc_lint import api
from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.facts import CallFact, GlobalRegion, ListValue, LocalRegion, Operand, StructValue
from pyasc_lint.analysis.operands.model import Access, Footprint, Instruction, Kind, Region
from pyasc_lint.analysis.operands.plan import Form, default_value, struct_defaults
from pyasc_lint.analysis.operands.shapes import EMPTY
from pyasc_lint.analysis.values import Cond, Facts, Poly, Symbol
from pyasc_lint.ir.nodes import Const, Enum
from pyasc_lint.ir.types import DType, DTypeOf

if TYPE_CHECKING:
    from pyasc_lint.profiles import Core, Profile

_SIZES = {size: Poly.of(size) for size in (1, 2, 4, 8)}


class Unsized(Exception):
    """The bytes of an instruction cannot be told; the text says why."""


class Arguments:
    """Named values of a call or of a parameter struct. Asking for what is not known raises Unsized."""

    __slots__ = ("_defaults", "_facts", "_values")

    def __init__(self, values: Mapping[str, Operand], defaults: Mapping[str, str | None], facts: Facts) -> None:
        self._values = values
        self._defaults = defaults
        self._facts = facts

    def given(self, name: str) -> bool:
        """Whether the argument was passed, and is not None."""
        value = self._values.get(name)
        return value is not None and not (isinstance(value, Const) and value.value is None)

    def has(self, name: str) -> bool:
        """Whether there is an argument of that name."""
        return name in self._defaults

    def number(self, name: str, default: int | None = None) -> Poly:
        """An integer argument; `default` goes before the one of the API table."""
        value = self._values.get(name)
        if isinstance(value, Poly):
            return value
        if self.given(name):
            raise Unsized(f"'{name}' is not known")
        fallback = default if default is not None else default_value(self._defaults.get(name))
        if not isinstance(fallback, int):
            raise Unsized(f"'{name}' is missing")
        return Poly.of(fallback)

    def flag(self, name: str, default: bool | None = None) -> bool | None:
        """A truth value; None where it depends on the run."""
        value = self._values.get(name)
        if isinstance(value, Cond):
            return self._facts.decide(value)
        number = self.number(name, None if default is None else int(default))
        return self._facts.decide(v.ne(number, 0)) if number.const is None else number.const != 0

    def decided(self, name: str, default: bool | None = None) -> bool:
        """A truth value that must be known."""
        value = self.flag(name, default)
        if value is None:
            raise Unsized(f"'{name}' is not known")
        return value

    def constant(self, name: str) -> int:
        """An integer that must be constant."""
        value = self.number(name).const
        if value is None:
            raise Unsized(f"'{name}' is not constant")
        return value

    def member(self, name: str, enum: str) -> str:
        """The member of an enum, also where it is given by its number."""
        value = self._values.get(name) if self.given(name) else None
        if isinstance(value, Enum):
            return value.member
        if isinstance(value, Poly) and value.const is not None:
            info = api.find_enum(enum)
            for member, number in info.members.items() if info is not None else ():
                if number == value.const:
                    return member
        fallback = default_value(self._defaults.get(name)) if value is None else None
        if not isinstance(fallback, str):
            raise Unsized(f"'{name}' is not known")
        return fallback

    def struct(self, name: str) -> Arguments:
        """A parameter struct, with the defaults of its class."""
        return self._fields(self._values.get(name), name)

    def structs(self, name: str) -> list[Arguments]:
        """The parameter structs of a list."""
        return [self._fields(item, f"{name}[{number}]") for number, item in enumerate(self.items(name))]

    def _fields(self, value: Operand | None, name: str) -> Arguments:
        if not isinstance(value, StructValue):
            raise Unsized(f"'{name}' is not known")
        return Arguments(value.fields, struct_defaults(value.cls), self._facts)

    def items(self, name: str) -> tuple[Operand, ...]:
        """The items of a list."""
        value = self._values.get(name)
        if not isinstance(value, ListValue):
            raise Unsized(f"'{name}' is not known")
        return value.items

    def value(self, name: str) -> Operand | None:
        return self._values.get(name)


class Operation(Arguments):
    """A call that becomes an instruction. `form` is what the API table says about it."""

    __slots__ = ("_sizes", "call", "core", "facts", "form", "instruction", "profile")

    def __init__(self, call: CallFact, form: Form, profile: Profile, core: Core) -> None:
        super().__init__(call.operands, form.defaults, call.facts)
        self.call = call
        self.form = form
        self.profile = profile
        self.core = core
        self.facts = call.facts
        self.instruction = Instruction(call, form.pipe)
        self._sizes: dict[str, Poly] = {}

    @property
    def is_2201(self) -> bool:
        """The architecture that pyasc compiles for, and whose cube unit is modelled."""
        return self.profile.arch == 2201

    # ------------------------------------------------------------------------------------------------------- tensors

    def region(self, name: str) -> Region:
        """A tensor operand."""
        value = self._values.get(name)
        if not isinstance(value, LocalRegion | GlobalRegion | tuple):
            raise Unsized(f"'{name}' is not known")
        return value

    def size(self, name: str) -> Poly:
        """Bytes of one element of a tensor operand."""
        size = self._sizes.get(name)
        if size is None:
            size = self.element_size(self.region(name))
            if size is None:
                raise Unsized(f"the element type of '{name}' is not known")
            self._sizes[name] = size
        return size

    def element_size(self, region: Region) -> Poly | None:
        first = region[0] if isinstance(region, tuple) else region
        element = first.element
        if isinstance(element, DType):
            return _SIZES[element.size]
        if isinstance(element, DTypeOf):
            return self.call.sizes.get(element)
        if isinstance(first, LocalRegion) and first.buffer.element is None:
            return first.buffer.element_size
        return None

    def widest(self) -> Poly:
        """Bytes of the largest element among the tensor operands: it decides how much one repeat does."""
        sizes = {self.size(name) for name in self.form.tensors}
        if len(sizes) == 1:
            return sizes.pop()
        largest = Poly.of(1)
        for size in sizes:
            largest = v.maximum(largest, size, self.facts)
        return largest

    def memory(self, region: Region) -> str | None:
        """The memory a tensor is in: a `profiles.Place`; None where that is not known."""
        if isinstance(region, GlobalRegion):
            return "GM"
        places = {part.buffer.hardware for part in (region if isinstance(region, tuple) else (region,))}
        return places.pop() if len(places) == 1 else None

    # ---------------------------------------------------------------------------------------------------- instruction

    def copies(self, source: str, destination: str) -> tuple[str, str]:
        """Set the path and pipe of a copy between two operands; returns (source memory, destination memory)."""
        first, second = self.memory(self.region(source)), self.memory(self.region(destination))
        if first is None or second is None:
            raise Unsized(f"the memory of '{source if first is None else destination}' is not known")
        self.instruction.path = (first, second)
        self.instruction.pipe = self.profile.path_pipe(first, second) or ""
        if second == "GM":
            self.instruction.atomic = self.call.registers.atomic
        return first, second

    def access(self, name: str, *footprints: Footprint, exact: bool = True, kind: Kind | None = None) -> None:
        """Record what the instruction does to a tensor parameter (as the API table says, unless `kind` does)."""
        self.touch(self.region(name), name, footprints, kind or self.form.tensors[name], exact)

    def touch(
        self, region: Region, name: str, footprints: tuple[Footprint, ...], kind: Kind, exact: bool = True
    ) -> None:
        """Record an access to a tensor that is no parameter of its own."""
        size = self.element_size(region) or self._shared_size() or Symbol("sizeof(?)", "opaque").poly
        first = region[0] if isinstance(region, tuple) else region
        if isinstance(region, GlobalRegion) and kind == "write" and self.instruction.atomic != "none":
            kind = "read-write"
        for footprint in footprints:
            if footprint is not EMPTY:
                access = Access(kind, name, region, footprint, first.element, size, exact)
                self.instruction.accesses.append(access)

    def copied_size(self) -> Poly:
        """Bytes of one element of a copy: its operands have the same dtype, and one may be unknown."""
        size = self._shared_size()
        if size is None:
            raise Unsized("the element types of its operands are not known")
        return size

    def _shared_size(self) -> Poly | None:
        """The first element size among the tensor operands, but rather a constant one."""
        found = None
        for name in self.form.tensors:
            region = self._values.get(name)
            if isinstance(region, LocalRegion | GlobalRegion | tuple):
                size = self.element_size(region)
                if size is not None and (found is None or found.const is None):
                    found = size
        return found

    def rest(self, region: Region) -> Poly:
        """Bytes from the operand's first byte to the end of its tensor. Raises Unsized where nothing tells."""
        if isinstance(region, LocalRegion):
            return region.buffer.size - region.offset
        size = self.element_size(region)
        if isinstance(region, GlobalRegion) and region.count is not None and size is not None:
            return (region.count - region.offset) * size
        raise Unsized("the length of a tensor is not known")
