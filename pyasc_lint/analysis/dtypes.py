"""Whether the operands of a call have element types that go together and that the chip has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Literal

from pyasc_lint import api
from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.alike import examined
from pyasc_lint.analysis.dtype_rows import Row, operand_elements, rows_of
from pyasc_lint.analysis.facts import CallFact, KernelFacts
from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.types import DTYPES, DType, DTypeOf, Element

Problem = Literal["mismatch", "combination", "unsupported", "conversion"]
"""mismatch: operands that must have one dtype do not; combination: each dtype exists, but not together; unsupported: an
operand cannot have its dtype; conversion: the function does not convert one into the other."""

_CONVERSIONS = "vector.convert"
_MAX_COMBINATIONS = 4096
_MAX_SHOWN = 3


@dataclass(frozen=True, slots=True)
class DtypeDefect:
    """What is wrong with the element types of a call, in every run.

    `operands` are all typed operands with how the source names their dtype. `culprits` are those the problem is about;
    `allowed` is what the first of them (the destination of a conversion) may be instead. `closest` is the documented
    combination nearest to the call.
    """

    problem: Problem
    operands: tuple[tuple[str, str], ...]
    culprits: tuple[str, ...]
    allowed: tuple[str, ...] = ()
    closest: tuple[tuple[str, str], ...] = ()

    @property
    def is_mismatch(self) -> bool:
        return self.problem in ("mismatch", "combination")


@lru_cache(maxsize=8)
def dtype_defects(facts: KernelFacts) -> tuple[tuple[CallFact, DtypeDefect], ...]:
    """The calls whose element types are wrong, with what is wrong."""

    def find(call: CallFact) -> Iterator[tuple[CallFact, DtypeDefect]]:
        defect = _defect_of(facts, call)
        if defect is not None:
            yield call, defect

    return tuple(examined(facts, find))


def _defect_of(facts: KernelFacts, call: CallFact) -> DtypeDefect | None:
    """The defect of a call; None where its element types are fine, not known, or not documented."""
    elements = operand_elements(call)
    rows = rows_of(call, str(facts.profile.arch), tuple(elements))
    elements = {name: types for name, types in elements.items() if None not in types}
    if not rows or not elements:
        return None
    first: Mapping[str, str] | None = None
    problems: list[tuple[Problem, Mapping[str, str]]] = []
    agreeing = _agreeing(rows, tuple(elements))
    for combination in _combinations(facts, call, elements):
        if combination is None or any(row.admits(combination) for row in rows):
            return None
        first = first or combination
        problems.append((_problem(call, rows, agreeing, combination), combination))
    if first is None:
        return None
    problem, combination = min(problems, key=lambda item: _ORDER.index(item[0]))
    operands = tuple((name, _shown(facts, call, types)) for name, types in elements.items())
    return _defect(problem, rows, agreeing, combination, operands)


_ORDER: Sequence[Problem] = ("conversion", "unsupported", "combination", "mismatch")
"""Where operands may have several dtypes, the defect that remains in the best case comes first."""


def possible_dtypes(facts: KernelFacts, call: CallFact, parameter: str) -> list[str]:
    """The dtypes that an address parameter of unknown type may still have where a call stands."""
    symbol = facts.dtype_symbols.get(parameter)
    if symbol is None:
        return list(DTYPES)
    asked = ((name, call.facts.ask(v.eq(symbol, number))) for number, name in enumerate(DTYPES))
    return [name for name, answer in asked if answer is not v.Answer.REFUTED]


def _combinations(
    facts: KernelFacts, call: CallFact, elements: Mapping[str, tuple[Element, ...]]
) -> Iterator[Mapping[str, str] | None]:
    """The dtypes that the operands may have together; None where these are too many."""
    paths = list(dict.fromkeys(types for types in elements.values() if len(types) > 1))
    unknown = (element for types in elements.values() for element in types if isinstance(element, DTypeOf))
    parameters = list(dict.fromkeys(element.parameter for element in unknown))
    domains = [possible_dtypes(facts, call, parameter) for parameter in parameters]
    size = 1
    for domain in (*domains, *paths):
        size *= len(domain)
    if size > _MAX_COMBINATIONS:
        yield None
        return
    for names in product(*domains):
        dtype_of = dict(zip(parameters, names, strict=True))
        for choices in product(*paths):
            chosen = dict(zip(paths, choices, strict=True))
            yield {name: _name(chosen.get(types, types[0]), dtype_of) for name, types in elements.items()}


def _name(element: Element, dtype_of: Mapping[str, str]) -> str:
    if isinstance(element, DTypeOf):
        return dtype_of[element.parameter]
    assert isinstance(element, DType)
    return element.name


def _agreeing(rows: Sequence[Row], names: Sequence[str]) -> list[tuple[str, str]]:
    """Pairs of operands that have one dtype in every row."""
    return [pair for pair in combinations(names, 2) if all(_agree(row, *pair) for row in rows)]


def _agree(row: Row, first: str, second: str) -> bool:
    if any(first in group and second in group for group in row.same):
        return True
    one, two = row.dtypes.get(first), row.dtypes.get(second)
    return one is not None and one == two and len(one) == 1


def _problem(
    call: CallFact, rows: Sequence[Row], agreeing: Sequence[tuple[str, str]], combination: Mapping[str, str]
) -> Problem:
    function = api.find_function(call.stmt.api)
    if function is not None and function.category == _CONVERSIONS:
        return "conversion"
    if any(combination[one] != combination[two] for one, two in agreeing):
        return "mismatch"
    return "unsupported" if _unsupported(rows, combination) else "combination"


def _unsupported(rows: Sequence[Row], combination: Mapping[str, str]) -> list[str]:
    """Operands with a dtype that no row gives them."""
    return [
        name
        for name, dtype in combination.items()
        if all(name in row.dtypes and dtype not in row.dtypes[name] for row in rows)
    ]


def _defect(
    problem: Problem,
    rows: Sequence[Row],
    agreeing: Sequence[tuple[str, str]],
    combination: Mapping[str, str],
    operands: tuple[tuple[str, str], ...],
) -> DtypeDefect:
    if problem == "mismatch":
        pairs = [pair for pair in agreeing if combination[pair[0]] != combination[pair[1]]]
        torn = {name for pair in pairs for name in pair}
        return DtypeDefect(problem, operands, tuple(name for name in combination if name in torn))
    if problem == "unsupported":
        wrong = _unsupported(rows, combination)
        culprits = tuple(name for name in wrong if combination[name] == combination[wrong[0]])
        allowed = frozenset[str]().union(*(row.dtypes[culprits[0]] for row in rows))
        return DtypeDefect(problem, operands, culprits, _ordered(allowed))
    if problem == "conversion":
        source = combination.get("src")
        allowed = frozenset[str]().union(*(row.dtypes["dst"] for row in rows if source in row.dtypes.get("src", ())))
        return DtypeDefect(problem, operands, ("src", "dst"), _ordered(allowed))
    closest = max(rows, key=lambda row: sum(dtype in row.dtypes.get(name, ()) for name, dtype in combination.items()))
    shown = tuple((name, " or ".join(_ordered(closest.dtypes[name]))) for name in combination if name in closest.dtypes)
    return DtypeDefect(problem, operands, tuple(combination), closest=shown)


def _shown(facts: KernelFacts, call: CallFact, types: Sequence[Element]) -> str:
    """Element types as a message has them; a parameter's with what it may be, where that is not much."""
    texts = []
    for element in types:
        names = possible_dtypes(facts, call, element.parameter) if isinstance(element, DTypeOf) else []
        texts.append(f"{element} ({' or '.join(names)})" if 0 < len(names) <= _MAX_SHOWN else str(element))
    return " or ".join(texts)


def _ordered(names: frozenset[str]) -> tuple[str, ...]:
    """Those that pyasc has, in one order."""
    return tuple(name for name in DTYPES if name in names)
