"""What is known at one point of a program, and the questions it answers."""

from __future__ import annotations

from enum import Enum

from pyasc_lint.analysis.values import quantify, search
from pyasc_lint.analysis.values.bounds import FEW, Bounds
from pyasc_lint.analysis.values.condition import TRUE, And, Atom, Cond, Junction, Not, Or, eq, ge, ne
from pyasc_lint.analysis.values.division import floor_div
from pyasc_lint.analysis.values.domain import MAX_VALUES, UNKNOWN, Domain
from pyasc_lint.analysis.values.effort import Effort
from pyasc_lint.analysis.values.influence import Direction
from pyasc_lint.analysis.values.lattice import Congruence, Interval
from pyasc_lint.analysis.values.poly import Poly
from pyasc_lint.analysis.values.store import Store
from pyasc_lint.analysis.values.symbol import Operand, Symbol

MAX_BRANCHES = 8
"""A disjunction of more conditions narrows nothing until others rule most of them out."""

MAX_SPLITS = 2
"""How many case distinctions one question may nest."""


STEPS = 500
"""The budget of a question in steps of `Effort`."""

SEARCH_STEPS = 4000
"""The budget of a search for values."""


class Answer(Enum):
    """The answer to a question about all allowed assignments."""

    PROVED = "proved"
    """True under every one."""
    REFUTED = "refuted"
    """False under every one."""
    UNKNOWN = "unknown"
    """Neither is certain; also the answer of infeasible facts."""


class Facts:
    """An immutable conjunction of conditions over symbols. `Facts()` knows nothing.

    An assignment of integers to symbols is *allowed* when all conditions hold under it. What the facts say holds for
    every allowed assignment under which all definitions involved have a value.
    """

    __slots__ = ("_answers", "_assumed", "_bounds", "_origin", "effort", "store")

    def __init__(self, store: Store | None = None, effort: Effort | None = None) -> None:
        self.store = Store() if store is None else store
        self.effort = Effort() if effort is None else effort
        self._bounds: Bounds | None = None
        self._origin: tuple[Facts, Cond] | None = None
        self._assumed: dict[Cond, Facts] = {}
        self._answers: dict[tuple[Cond, int], Answer] = {}

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
            if known._origin is None and known.store.feasible:
                known._origin = (self, cond)
            self._assumed[cond] = known
        return known

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
        return Facts(store, self.effort).assume(inside)

    def _take(self, cond: Cond) -> Facts:
        """These facts and one atom or disjunction."""
        self.effort.spend(2)
        decided = self.bounds.decide(cond)
        if decided is not None:
            return self if decided else INFEASIBLE
        if isinstance(cond, Atom):
            store = self.store.copy()
            store.propagate(store.add(cond))
            return Facts(store, self.effort)._settled()
        assert isinstance(cond, Junction)
        return self._take_clause(cond)

    def _take_clause(self, clause: Junction) -> Facts:
        """These facts and a disjunction: what all its possible parts have in common, and the disjunction itself."""
        symbol, values = _finite_set(clause)
        branches: list[Facts] = []
        if symbol is None and len(clause.parts) <= MAX_BRANCHES:
            branches = [branch for branch in map(self.assume, clause.parts) if branch.store.feasible]
            if len(branches) < 2:
                return branches[0] if branches else INFEASIBLE
        store = self.store.copy()
        changed: set[Symbol] = set()
        domains: dict[Symbol, Domain] = {}
        if symbol is not None:
            domains[symbol] = Domain.of(values)
        elif branches:
            for candidate in branches[0].store.domains:
                joined = branches[0].store.domain(candidate)
                for branch in branches[1:]:
                    joined = joined.join(branch.store.domain(candidate))
                if joined != UNKNOWN:
                    domains[candidate] = joined
        for candidate, domain in domains.items():
            store.restrict_to(candidate, domain, changed)
        if symbol is None or len(values) > MAX_VALUES:
            store.clauses[clause] = None
        store.propagate(changed)
        return Facts(store, self.effort)._settled()

    def _settled(self) -> Facts:
        """The facts after using disjunctions of which only one part is still possible."""
        if not self.store.feasible:
            return INFEASIBLE
        for clause in self.store.clauses:
            assert isinstance(clause, Junction)
            alive = [part for part in clause.parts if self.store.decide(part) is not False]
            if len(alive) == len(clause.parts):
                continue
            store = self.store.copy()
            del store.clauses[clause]
            return Facts(store, self.effort).assume(Or(*alive))
        return self

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
        return self.bounds.congruence(Poly.of(p))

    def values(self, symbol: Symbol) -> tuple[int, ...] | None:
        """All values the symbol may have, ascending, where they are known and few."""
        return self.bounds.domain(symbol).few()

    def loop_range(self, symbol: Symbol) -> tuple[Poly, Poly] | None:
        """The values of a loop symbol in the first and in the last iteration."""
        return self.store.loops.get(symbol)

    def simplify(self, p: Operand) -> Poly:
        """An equal polynomial with everything put in that the facts fix."""
        return self.bounds.resolved(Poly.of(p))

    def decide(self, cond: Cond) -> bool | None:
        """`ask` as True (proved), False (refuted) or None."""
        answer = self.ask(cond)
        return None if answer is Answer.UNKNOWN else answer is Answer.PROVED

    def ask(self, cond: Cond) -> Answer:
        """Whether `cond` holds under every allowed assignment, or under none."""
        if not self.store.feasible:
            return Answer.UNKNOWN
        with self.effort.question(STEPS):
            return self._ask(cond, MAX_SPLITS)

    def _ask(self, cond: Cond, splits: int) -> Answer:
        known = self._answers.get((cond, splits))
        if known is None:
            decided = self.bounds.decide(cond)
            if decided is not None:
                known = Answer.PROVED if decided else Answer.REFUTED
            elif self._both_ways(cond):
                known = Answer.UNKNOWN
            else:
                known = self._ask_parts(cond, splits)
                if known is Answer.UNKNOWN:
                    known = self._by_contradiction(cond)
                if known is Answer.UNKNOWN and splits and self.effort.left > 0:
                    known = self._by_cases(cond, splits - 1)
                if known is Answer.UNKNOWN and self.effort.left > 0:
                    known = _ANSWERS[search.enumerate_answers(self, cond)]
            if self.effort.left > 0 or known is not Answer.UNKNOWN:
                self._answers[cond, splits] = known
        return known

    def _both_ways(self, cond: Cond) -> bool:
        """Whether sample assignments make `cond` true as well as false."""
        answers = {model.holds(cond) for model in self.bounds.models}
        return True in answers and False in answers

    def _ask_parts(self, cond: Cond, splits: int) -> Answer:
        if not isinstance(cond, Junction):
            return Answer.UNKNOWN
        answers = {self._ask(part, splits) for part in cond.parts}
        decisive, other = (Answer.REFUTED, Answer.PROVED) if cond.every else (Answer.PROVED, Answer.REFUTED)
        if decisive in answers:
            return decisive
        return other if answers <= {other} else Answer.UNKNOWN

    def _by_contradiction(self, cond: Cond) -> Answer:
        if not self.assume(Not(cond)).store.feasible:
            return Answer.PROVED
        return Answer.UNKNOWN if self.assume(cond).store.feasible else Answer.REFUTED

    def _by_cases(self, cond: Cond, splits: int) -> Answer:
        """Split on a choice, a finite set or a disjunction that `cond` depends on."""
        for cases in self._case_distinctions(cond):
            answers = set()
            for case, question in cases:
                branch = self.assume(case)
                if branch.store.feasible:
                    answers.add(branch._ask(question, splits))
                if Answer.UNKNOWN in answers or len(answers) > 1:
                    break
            if len(answers) == 1 and Answer.UNKNOWN not in answers:
                return answers.pop()
        return Answer.UNKNOWN

    def _case_distinctions(self, cond: Cond) -> list[list[tuple[Cond, Cond]]]:
        """Up to three lists of (case, what to ask in that case)."""
        found: list[list[tuple[Cond, Cond]]] = []
        for symbol in sorted(cond.reach, key=lambda symbol: symbol.index):
            if symbol.definition is not None:
                cases = symbol.definition.op.cases(symbol.definition.operands)
                found.append([(case, cond.substitute({symbol: value})) for case, value in cases])
            else:
                values = self.bounds.domain(symbol).few(FEW)
                if self.bounds.domain(symbol).values is not None and values is not None:
                    found.append([(eq(symbol, value), cond.substitute({symbol: value})) for value in values])
        for clause in self.store.clauses:
            if isinstance(clause, Junction) and not clause.reach.isdisjoint(cond.reach):
                found.append([(part, cond) for part in clause.parts])
        return [cases for cases in found if cases][:3]

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
        must be assumed as one over a fresh opaque symbol; otherwise the guarded code counts as reached every time.
        """
        with self.effort.question(SEARCH_STEPS):
            return quantify.certain(self, cond)

    def possible(self, cond: Cond) -> dict[Symbol, int] | None:
        """A witness for `cond`, unless it is only possible because nothing bounds a parameter."""
        with self.effort.question(SEARCH_STEPS):
            return quantify.possible(self, cond)


_ANSWERS = {True: Answer.PROVED, False: Answer.REFUTED, None: Answer.UNKNOWN}


def _infeasible() -> Facts:
    store = Store()
    store.feasible = False
    return Facts(store)


INFEASIBLE = _infeasible()


def _reach_size(cond: Cond) -> int:
    return len(cond.reach)


def _finite_set(clause: Junction) -> tuple[Symbol | None, list[int]]:
    """The symbol and the values, for a disjunction that says nothing but that a symbol is one of some values."""
    symbol: Symbol | None = None
    values = []
    for part in clause.parts:
        if not isinstance(part, Atom) or part.relation != "==" or len(part.poly.terms) != 1:
            return None, []
        ((monomial, factor),) = part.poly.terms.items()
        if len(monomial) != 1 or factor != 1 or symbol not in (None, monomial[0]):
            return None, []
        symbol = monomial[0]
        values.append(-part.poly.constant)
    return symbol, values


def join(a: Facts, b: Facts) -> Facts:
    """What holds in both."""
    if a is b or not b.store.feasible:
        return a
    if not a.store.feasible:
        return b
    if a._origin is not None and b._origin is not None and a._origin[0] is b._origin[0]:
        if a._origin[1] == Not(b._origin[1]):
            return a._origin[0]
    with a.effort.question(STEPS), b.effort.question(STEPS):
        return Facts(_joined(a, b), a.effort)._settled()


def _joined(a: Facts, b: Facts) -> Store:
    store = Store()
    changed: set[Symbol] = set()
    lost: set[Symbol] = set()
    for symbol in {**a.store.domains, **b.store.domains}:
        domain = a.store.domain(symbol).join(b.store.domain(symbol))
        store.restrict_to(symbol, domain, changed)
        if a.store.domain(symbol) != b.store.domain(symbol):
            lost |= symbol.reach
    for mine, other in ((a, b), (b, a)):
        for poly, bound in mine.store.lowers.items():
            lower = other.bounds.lower(poly)
            if lower is None or lower < bound:
                lost |= poly.reach
            if lower is not None:
                changed |= store.add(Atom(">=", poly - min(bound, lower)))
        for poly, congruence in mine.store.residues.items():
            both = congruence.join(other.bounds.congruence(poly))
            if both != congruence:
                lost |= poly.reach
            store.add_residue(poly, both, changed)
        exact = [*(eq(poly, value) for poly, value in mine.store.equal.items()), *mine.store.clauses]
        for cond in [*exact, *(ne(poly, 0) for poly in mine.store.unequal)]:
            if cond not in other.store.clauses and other.bounds.decide(cond) is not True:
                lost |= cond.reach
            elif isinstance(cond, Atom):
                changed |= store.add(cond)
            else:
                store.clauses[cond] = None
    store.loops = {symbol: ends for symbol, ends in a.store.loops.items() if b.store.loops.get(symbol) == ends}
    store.lossy = a.store.lossy | b.store.lossy | lost
    store.propagate(changed)
    return store
