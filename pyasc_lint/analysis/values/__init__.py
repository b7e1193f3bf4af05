"""Symbolic integers: polynomials over symbols, facts about them, and questions with three answers.

Values are `Poly`: `4 * n + 32` for a `Symbol` n. A symbol's `kind` says how it varies: a *param* or *base* between
runs, a *loop* or *block* symbol over its whole domain within every run; an *opaque* one has a definition or is simply
unknown, perhaps anew in each iteration.

What is no polynomial comes from `floor_div floor_mod` (Python), `trunc_div trunc_mod` (C), `minimum maximum absolute
select shift_left shift_right bit_and bit_or bit_xor`: simplified, as far as optional facts allow, else an opaque
symbol, the same one for equal operands. Where an expression has no value (division by zero, a negative shift), nothing
is claimed about it; simplification may give it one (`x // x` is 1).

Conditions (`Cond`) are `ge gt le lt eq ne among` of values, combined by `And Or Not`, and `TRUE FALSE`. Values and
conditions compare and hash by structure, `evaluate` and `substitute`, and read like Python in messages.

`Facts` is an immutable conjunction of conditions. It grows by `assume`, `with_loop` and `join` (of two paths) and has
* `ask(cond)`: PROVED (true for all allowed assignments), REFUTED (false for all) or UNKNOWN; `decide` as bool or None;
* `interval`, `congruence`, `values`, `simplify`, `loop_range`: what is known about a value;
* `is_feasible()`: False only when certainly nothing is allowed (then every question is UNKNOWN, certain nothing);
* `certain(cond)`: in every run there is an iteration, on some block, in which it holds;
* `possible(cond)`: a witness, unless only an unbounded parameter makes it possible; `witness(cond)`: any;
* `largest(symbol, cond)`: the largest value that is safe whatever the others are;
* `bounded_above`, `bounded_below`, `unbounded_symbols`: whether something bounds a size, and what does not.

`operands` and `influences` say which symbols a value is computed from, and which way each of them moves it.

No answer is wrong; each question has a budget of steps, and what does not fit is UNKNOWN, None or False.
"""

from pyasc_lint.analysis.values.answer import Answer
from pyasc_lint.analysis.values.bits import bit_and, bit_or, bit_xor, shift_left, shift_right
from pyasc_lint.analysis.values.choice import absolute, maximum, minimum, select
from pyasc_lint.analysis.values.condition import FALSE, TRUE, And, Cond, Not, Or, among, eq, ge, gt, le, lt, ne
from pyasc_lint.analysis.values.division import floor_div, trunc_div
from pyasc_lint.analysis.values.domain import UNKNOWN, Domain
from pyasc_lint.analysis.values.facts import Facts
from pyasc_lint.analysis.values.influence import Direction, influences, operands
from pyasc_lint.analysis.values.lattice import Congruence, Interval
from pyasc_lint.analysis.values.merge import join
from pyasc_lint.analysis.values.poly import Poly
from pyasc_lint.analysis.values.remainder import floor_mod, trunc_mod
from pyasc_lint.analysis.values.symbol import Operand, Symbol

__all__ = [
    "FALSE",
    "TRUE",
    "UNKNOWN",
    "And",
    "Answer",
    "Cond",
    "Congruence",
    "Direction",
    "Domain",
    "Facts",
    "Interval",
    "Not",
    "Operand",
    "Or",
    "Poly",
    "Symbol",
    "absolute",
    "among",
    "bit_and",
    "bit_or",
    "bit_xor",
    "eq",
    "floor_div",
    "floor_mod",
    "ge",
    "gt",
    "influences",
    "join",
    "le",
    "lt",
    "maximum",
    "minimum",
    "ne",
    "operands",
    "select",
    "shift_left",
    "shift_right",
    "trunc_div",
    "trunc_mod",
]
