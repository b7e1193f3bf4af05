"""What is known at one point of a program, and the questions it answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pyasc_lint.analysis.values import quantify, search
from pyasc_lint.analysis.values.answer import Answer, answer
from pyasc_lint.analysis.values.bounds import Bounds
from pyasc_lint.analysis.values.condition import TRUE, And, Atom, Cond, Junction, ge
from pyasc_lint.analysis.values.disjunction import settled, with_clause
from pyasc_lint.analysis.values.division import floor_div
from pyasc_lint.analysis.values.domain import Domain
from pyasc_lint.analysis.values.effort import Effort
from pyasc_lint.analysis.values.influence import Direction
from pyasc_lint.analysis.values.lattice import Congruence, Interval
from pyasc_lint.analysis.values.poly import Poly
from pyasc_lint.analysis.values.store import Store
from pyasc_lint.analysis.values.symbol import Operand, Symbol

Make = Callable[[Poly, Poly, "Facts"], Poly]

STEPS = 500
"""The budget of a question in steps of `Effort`."""

SEARCH_STEPS = 4000
"""The budget of a search for values."""


class Facts:
    """An immutable conjunction of conditions over symbols. `Facts()` knows nothing.

    An assignment of integers to symbols is *allowed* when all conditions hold under it. What the facts say holds for
    every allowed assignment under which all definitions involved have a value.
    """

    __slots__ = ("_assumed", "_bounds", "_computed", "answers", "effort", "origin", "store")

    def __init__(self, store: Store | None = None, effort: Effort | None = None) -> None:
        self.store = Store() if store is None else store
        self.effort = Effort() if effort is None else effort
        self.origin: tuple[Facts, Cond] | None = None
        """Facts and a condition that together say the same."""
        self.answers: dict[tuple[Cond, int], Answer] = {}
        self._assumed: dict[Cond, Facts] = {}
        self._computed: dict[tuple[Make, Poly, Poly], Poly] = {}
        self._bounds: Bounds | None = None

    @property
    def bounds(self) -> Bounds:
        if self._bounds is None:
            self._bounds = Bounds(self.store, self.effort)
        return self._bounds

    # --------------------------------------------------------------------------------------------------- adding facts

    def assume(self, cond: Cond) -> Facts:
        """These facts and `cond`."""
        known = self._assumed.get(cond)
        if known is None:
            known = self
            parts = cond.parts if isinstance(cond, Junction) and cond.every else (cond,)
            with self.effort.question(STEPS):
                for part in sorted(parts, key=_reach_size):
                    if known.store.feasible:
                        known = known._take(part)
            if known is not self and known.origin is None and known.store.feasible:
                known.origin = (self, cond)
            self._assumed[cond] = known
        return known

    def narrowed(self, conds: Sequence[Cond], domains: Mapping[Symbol, Domain] | None = None) -> Facts:
        """These facts, the conditions, and the domains of symbols: for a search, which evaluates what it finds.

        Much faster than `assume`, since nothing asks whether all of it contradicts the facts or follows from them.
        """
        self.effort.spend(2)
        store = self.store.copy()
        changed: set[Symbol] = set()
        rest: list[Cond] = []
        for cond in conds:
            for part in cond.parts if isinstance(cond, Junction) and cond.every else (cond,):
                if isinstance(part, Atom):
                    changed |= store.add(part)
                else:
                    rest.append(part)
        for symbol, domain in (domains or {}).items():
            store.restrict_to(symbol, domain, changed)
        store.propagate(changed)
        if not store.feasible:
            return self.impossible()
        narrowed = settled(self.with_store(store))
        return narrowed.assume(And(*rest)) if rest else narrowed

    def with_loop(self, symbol: Symbol, start: Operand, stop: Operand, step: int) -> Facts:
        """The facts inside `for symbol in range(start, stop, step)`: symbol takes every value of the range, none else.

        Infeasible where the range is certainly empty. `step` is not 0.
        """
        first, end = Poly.of(start), Poly.of(stop)
        size = abs(step)
        if step > 0:
            last = first + floor_div(end - 1 - first, size, self) * size
            inside = And(ge(symbol, first), ge(last, symbol), ge(end - 1, symbol))
        else:
            last = first - floor_div(first - 1 - end, size, self) * size
            inside = And(ge(first, symbol), ge(symbol, last), ge(symbol, end + 1))
        store = self.store.copy()
        store.loops[symbol] = (first, last)
        changed = {symbol}
        if size > 1:
            store.add_residue(symbol - first, Congruence(size, 0), changed)
        store.propagate(changed)
        return self.with_store(store).assume(inside)

    def _take(self, cond: Cond) -> Facts:
        """These facts and one atom or disjunction."""
        self.effort.spend(2)
        decided = self.bounds.decide(cond)
        if decided is not None:
            return self if decided else self.impossible()
        if isinstance(cond, Atom):
            store = self.store.copy()
            store.propagate(store.add(cond))
            return settled(self.with_store(store))
        assert isinstance(cond, Junction)
        return with_clause(self, cond)

    def with_store(self, store: Store) -> Facts:
        """Facts about the same program that say what `store` says."""
        return Facts(store, self.effort)

    def impossible(self) -> Facts:
        """Facts about the same program that allow nothing."""
        store = Store()
        store.feasible = False
        return self.with_store(store)

    # ------------------------------------------------------------------------------------------------------ questions

    def conditions(self) -> tuple[Cond, ...]:
        """Everything that was assumed, as conditions, and what the bounds of single symbols follow from it."""
        return self.bounds.conditions

    def is_feasible(self) -> bool:
        """False only when certainly no assignment is allowed."""
        return self.store.feasible

    def interval(self, p: Operand) -> Interval:
        """A range that holds every value of p."""
        with self.effort.question(STEPS):
            return self.bounds.interval(Poly.of(p))

    def congruence(self, p: Operand) -> Congruence:
        """A congruence that holds for every value of p."""
        with self.effort.question(STEPS):
            return self.bounds.congruence(Poly.of(p))

    def values(self, symbol: Symbol) -> tuple[int, ...] | None:
        """All values the symbol may have, ascending, where they are known and few."""
        with self.effort.question(STEPS):
            return self.bounds.domain(symbol).few()

    def loop_range(self, symbol: Symbol) -> tuple[Poly, Poly] | None:
        """The values of a loop symbol in the first and in the last iteration."""
        return self.store.loops.get(symbol)

    def simplify(self, p: Operand) -> Poly:
        """An equal polynomial with everything put in that the facts fix."""
        with self.effort.question(STEPS):
            return self.bounds.resolved(Poly.of(p))

    def compute(self, make: Make, a: Poly, b: Poly) -> Poly:
        """`make` of two values with these facts, such as `floor_div`; the same one for the same values."""
        known = self._computed.get((make, a, b))
        if known is None:
            known = self._computed[make, a, b] = make(a, b, self)
        return known

    def decide(self, cond: Cond) -> bool | None:
        """`ask` as True (proved), False (refuted) or None."""
        answer = self.ask(cond)
        return None if answer is Answer.UNKNOWN else answer is Answer.PROVED

    def ask(self, cond: Cond) -> Answer:
        """Whether `cond` holds under every allowed assignment, or under none."""
        if not self.store.feasible:
            return Answer.UNKNOWN
        with self.effort.question(STEPS):
            return answer(self, cond)

    # ------------------------------------------------------------------------------------------------ bounds and runs

    def bounded_above(self, p: Operand) -> bool:
        """Whether the facts give p an upper bound: something bounds the size that p is."""
        return self.interval(p).hi is not None

    def bounded_below(self, p: Operand) -> bool:
        """Whether the facts give p a lower bound."""
        return self.interval(p).lo is not None

    def unbounded_symbols(self, p: Operand, direction: Direction) -> list[Symbol]:
        """The symbols, oldest first, whose missing bounds leave p unbounded in that direction; empty if it is bounded.

        A loop symbol is traced to the parameters in its range.
        """
        with self.effort.question(STEPS):
            return quantify.unbounded_symbols(self, Poly.of(p), direction)

    def witness(self, cond: Cond = TRUE) -> dict[Symbol, int] | None:
        """An allowed assignment under which `cond` holds, checked by evaluation; None where none was found.

        It gives every free symbol of the facts and of `cond` a value, small ones first.
        """
        with self.effort.question(SEARCH_STEPS):
            return search.witness(self, cond)

    def largest(self, symbol: Symbol, cond: Cond) -> int | None:
        """The largest allowed value of `symbol` with which `cond` is proved, whatever the other symbols are.

        None where no value was found, or where the safe values have no upper end.
        """
        with self.effort.question(SEARCH_STEPS):
            return search.largest(self, symbol, cond)

    def certain(self, cond: Cond) -> bool:
        """Whether in every run `cond` holds at least once: in some iteration, on some block.

        For all values of the param, base and undefined opaque symbols there are values of the loop and block symbols,
        all of them allowed, with which `cond` holds. False where that is not certain. A guard that has no condition
        must be assumed as one over an opaque symbol made after the loop symbol; otherwise the guarded code counts as
        reached in every iteration.
        """
        with self.effort.question(SEARCH_STEPS):
            return quantify.certain(self, cond)

    def possible(self, cond: Cond) -> dict[Symbol, int] | None:
        """A witness for `cond`, unless it is only possible because nothing bounds a parameter."""
        with self.effort.question(SEARCH_STEPS):
            return quantify.possible(self, cond)


def _reach_size(cond: Cond) -> int:
    return len(cond.reach)
