"""What pyasc 1.1.1 offers and really accepts: functions, classes, enums, dtypes, traps, and overload resolution.

Look-ups
    `table()`                  the whole table: `functions()`, `classes()`, `enums`, `dtypes`, `properties`, `traps`,
                               `syntax`, `compile_options`, `kernel_argument_dtypes`, `constraints_of(function)`, …
    `find_function(name)`      `Function`: overloads, forms, pipe, dtypes per arch, constraints, products, …
    `find_class(name)`         `ClassInfo`: constructor, fields, methods; `has_member`, `suggest`
    `find_enum(name)`          `EnumInfo`: members; `has_member`, `suggest`
    `find_dtype(name)`         `DTypeInfo`: canonical name, bits, C++ type
    `public_names()`           every attribute of module `asc`
    `is_value_method(name)`    whether run-time scalars or tensors have it
    `suggest(name)`            did-you-mean, also from Ascend C spellings

Calls
    `resolve(function, Arguments([…], {…}))`, `bind_class(class_name, args)`, `bind_method(class_name, method, args)`
    return a `Resolution`: the overload(s) the call may mean with parameter -> argument, or a `Failure` that says why
    there is none. Arguments are `ArgKind`s: `kinds.local_tensor("float16")`, `kinds.integer(64)`, `kinds.UNKNOWN`, …
    An unknown argument never makes a call fail.

Names are given without `asc.` (a leading `asc.` is dropped by the `find_` functions); those of `asc.adv` start with
`adv.`. The data comes from `scripts/build_api_table.py`; imports nothing else of this package.
"""

from . import kinds
from ._binding import Slot
from .dispatch import Arguments, Failure, Match, Reason, Resolution, bind_class, bind_method, resolve
from .kinds import ArgKind, Kind
from .model import (
    PRODUCTS,
    ClassInfo,
    DtypeRules,
    Field,
    Form,
    FormParam,
    Function,
    Method,
    Overload,
    Param,
    Signature,
)
from .table import (
    Table,
    find_class,
    find_dtype,
    find_enum,
    find_function,
    is_value_method,
    public_names,
    suggest,
    table,
)
from .vocabulary import DTypeInfo, EnumInfo, PropertyInfo, SyntaxFact, Trap

__all__ = [
    "PRODUCTS", "ArgKind", "Arguments", "ClassInfo", "DTypeInfo", "DtypeRules", "EnumInfo", "Failure", "Field", "Form",
    "FormParam", "Function", "Kind", "Match", "Method", "Overload", "Param", "PropertyInfo", "Reason", "Resolution",
    "Signature", "Slot", "SyntaxFact", "Table", "Trap", "bind_class", "bind_method", "find_class", "find_dtype",
    "find_enum", "find_function", "is_value_method", "kinds", "public_names", "resolve", "suggest", "table",
]  # fmt: skip
