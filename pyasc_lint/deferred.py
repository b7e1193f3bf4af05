"""`dataclass` of the standard library, with the work put off until somebody needs its result.

The standard one compiles up to seven methods for each class while its module is loaded; over all of our classes that
was a third of what a cold run took. Here a class gets its slots at once, and each group of methods from the standard
`dataclass` when one of the group is first used, which for most is never. `fields`, `replace`, `asdict`, `match` and
inheritance work as ever. One difference: nothing guards an object against changes at run time. `frozen` is what mypy
checks, and makes the hash.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    _MAKING = ("__init__", "__match_args__", "__dataclass_fields__", "__dataclass_params__")
    _COMPARING = ("__eq__", "__hash__")
    _ORDERING = ("__lt__", "__le__", "__gt__", "__ge__")

    def dataclass(cls=None, /, *, eq=True, order=False, frozen=False, kw_only=False, slots=False):
        """As `dataclasses.dataclass`, of which it knows the options that we use."""
        if cls is None:
            return lambda cls: dataclass(cls, eq=eq, order=order, frozen=frozen, kw_only=kw_only, slots=slots)
        body = {name: value for name, value in vars(cls).items() if name not in ("__dict__", "__weakref__")}
        body["__qualname__"] = cls.__qualname__
        body["__doc__"] = cls.__doc__ or cls.__name__  # else the standard one works out a signature
        made = _with_slots(cls, body) if slots else cls
        _defer(made, body, _MAKING, eq=False, repr=False, kw_only=kw_only)
        _defer(made, body, ("__repr__",), init=False, eq=False)
        if eq:
            if not frozen and "__hash__" not in body:
                body["__hash__"] = made.__hash__ = None
            hashed = "__hash__" not in body
            methods = (*_COMPARING, *_ORDERING) if order else _COMPARING
            _defer(made, body, methods, init=False, repr=False, order=order, unsafe_hash=hashed)
        return made

    class _Deferred:
        """An attribute of a class until it is first asked for."""

        def __init__(self, name, make):
            self.name = name
            self.make = make

        def __get__(self, instance, owner):
            self.make()
            return getattr(owner if instance is None else instance, self.name)

    def _defer(made, body, names, **options):
        """Puts off those of the attributes that the class itself does not define."""

        def make():
            import dataclasses  # loads much of Python's library itself

            full = dataclasses.dataclass(**options)(type(made)(made.__name__, made.__bases__, dict(body)))
            for name in missing:
                setattr(made, name, vars(full)[name])

        missing = [name for name in names if name not in body]
        for name in missing:
            setattr(made, name, _Deferred(name, make))

    def _with_slots(cls, body):
        """The class again: slots cannot be added to one that exists."""
        inherited = {name for base in cls.__mro__[1:-1] for name in vars(base).get("__slots__", ())}
        names = [name for name, kind in cls.__annotations__.items() if "ClassVar[" not in str(kind)]
        rest = {name: value for name, value in body.items() if name not in names}
        rest["__slots__"] = tuple(name for name in names if name not in inherited)
        return type(cls)(cls.__name__, cls.__bases__, rest)
