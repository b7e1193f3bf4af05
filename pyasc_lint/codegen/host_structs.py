"""An asc `Struct` that host code passes, as a C++ struct: the same fields in the same order, each naturally aligned."""

from __future__ import annotations

from pyasc_lint.codegen.ctypes import c_name
from pyasc_lint.codegen.errors import CannotEmit
from pyasc_lint.codegen.names import Names, identifier
from pyasc_lint.ir.types import DType, StructType, Type


class HostStructs:
    """The structs of a kernel, inner ones first: `names` in C++, and `definitions` by these."""

    def __init__(self, names: Names) -> None:
        self._scope = names
        self.names: dict[StructType, str] = {}
        self.definitions: dict[str, str] = {}

    def name(self, kind: StructType) -> str:
        """The C++ name of a struct, which is defined when it is first asked for. Raises CannotEmit."""
        if kind not in self.names:
            if not kind.fields:
                raise CannotEmit("emit-parameter", f"{kind.name} is no asc Struct with fields")
            fields = [f"    {self._field(kind, name, inner)} {identifier(name)};" for name, inner in kind.fields]
            name = self._scope.fresh(kind.name)
            self.names[kind] = name
            self.definitions[name] = "\n".join([f"struct {name} {{", *fields, "};", ""])
        return self.names[kind]

    def _field(self, struct: StructType, name: str, kind: Type) -> str:
        if isinstance(kind, StructType):
            return self.name(kind)
        if not isinstance(kind, DType):
            raise CannotEmit("emit-parameter", f"the type of field '{name}' of {struct.name} is not known")
        if kind.name == "float16":
            raise CannotEmit("emit-parameter", f"field '{name}' of {struct.name} is a float16, which the host has not")
        return c_name(kind)
