"""Is it true of all allowed assignments, or of none? Cheap arguments first, case distinctions last."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from pyasc_lint.analysis.values.bounds import FEW
from pyasc_lint.analysis.values.condition import Cond, Junction, Not, eq
from pyasc_lint.analysis.values.search import MAX_POINTS, enumerate_truths

if TYPE_CHECKING:
    from pyasc_lint.analysis.values.facts import Facts

MAX_SPLITS = 2
"""How many case distinctions one question may nest."""

FEW_POINTS = 20
"""So few assignments are tried before anything else, MAX_POINTS before thinking harder."""

MAX_DISTINCTIONS = 3
"""How many different ones it may try at each level."""


class Answer(Enum):
    """The answer to a question about all allowed assignments."""

    PROVED = "proved"
    """True under every one."""
    REFUTED = "refuted"
    """False under every one."""
    UNKNOWN = "unknown"
    """Neither is certain; also the answer of infeasible facts."""


def answer(facts: Facts, cond: Cond, splits: int = MAX_SPLITS) -> Answer:
    """The answer for feasible facts, remembered in `facts.answers`."""
    known = facts.answers.get((cond, splits))
    if known is None:
        known = _find(facts, cond, splits)
        if facts.effort.left > 0 or known is not Answer.UNKNOWN:
            facts.answers[cond, splits] = known
    return known


def _find(facts: Facts, cond: Cond, splits: int) -> Answer:
    decided = facts.store.decide(cond)
    if decided is not None:
        return _ANSWERS[decided]
    truths = enumerate_truths(facts, cond, FEW_POINTS)
    if truths is not None:
        return _ANSWERS[truths.pop()] if len(truths) == 1 else Answer.UNKNOWN
    decided = facts.bounds.decide(cond)
    if decided is not None:
        return _ANSWERS[decided]
    sampled = {model.holds(cond) for model in facts.bounds.models}
    if True in sampled and False in sampled:
        return Answer.UNKNOWN
    truths = enumerate_truths(facts, cond, MAX_POINTS)
    if truths is not None:
        return _ANSWERS[truths.pop()] if len(truths) == 1 else Answer.UNKNOWN
    known = _by_parts(facts, cond, splits)
    if known is Answer.UNKNOWN:
        known = _by_contradiction(facts, cond)
    if known is Answer.UNKNOWN and splits and facts.effort.left > 0:
        known = _by_cases(facts, cond, splits - 1)
    return known


def _by_parts(facts: Facts, cond: Cond, splits: int) -> Answer:
    if not isinstance(cond, Junction):
        return Answer.UNKNOWN
    answers = {answer(facts, part, splits) for part in cond.parts}
    decisive, other = (Answer.REFUTED, Answer.PROVED) if cond.every else (Answer.PROVED, Answer.REFUTED)
    if decisive in answers:
        return decisive
    return other if answers <= {other} else Answer.UNKNOWN


def _by_contradiction(facts: Facts, cond: Cond) -> Answer:
    if not facts.assume(Not(cond)).is_feasible():
        return Answer.PROVED
    return Answer.UNKNOWN if facts.assume(cond).is_feasible() else Answer.REFUTED


def _by_cases(facts: Facts, cond: Cond, splits: int) -> Answer:
    """Split on a choice, a finite set or a disjunction that `cond` depends on."""
    for cases in _distinctions(facts, cond):
        answers: set[Answer] = set()
        for case, question in cases:
            branch = facts.assume(case)
            if branch.is_feasible():
                answers.add(answer(branch, question, splits))
            if Answer.UNKNOWN in answers or len(answers) > 1:
                break
        if len(answers) == 1 and Answer.UNKNOWN not in answers:
            return answers.pop()
    return Answer.UNKNOWN


def _distinctions(facts: Facts, cond: Cond) -> list[list[tuple[Cond, Cond]]]:
    """Lists of (case, what to ask in that case)."""
    found: list[list[tuple[Cond, Cond]]] = []
    for symbol in sorted(cond.reach, key=lambda symbol: symbol.index):
        if symbol.definition is not None:
            cases = symbol.definition.op.cases(symbol.definition.operands)
            found.append([(case, cond.substitute({symbol: value})) for case, value in cases])
        else:
            domain = facts.store.domain(symbol)
            values = domain.few(FEW) if domain.values is not None else None
            found.append([(eq(symbol, value), cond.substitute({symbol: value})) for value in values or ()])
    for clause in facts.store.clauses:
        if isinstance(clause, Junction) and not clause.reach.isdisjoint(cond.reach):
            found.append([(part, cond) for part in clause.parts])
    return [cases for cases in found if cases][:MAX_DISTINCTIONS]


_ANSWERS = {True: Answer.PROVED, False: Answer.REFUTED}
