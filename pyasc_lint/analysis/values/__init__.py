"""Symbolic integers."""
from pyasc_lint.analysis.values.answer import Answer
from pyasc_lint.analysis.values.bits import bit_and, bit_or, bit_xor, shift_left, shift_right
from pyasc_lint.analysis.values.choice import absolute, maximum, minimum, select
from pyasc_lint.analysis.values.condition import FALSE, TRUE, And, Cond, Not, Or, among, eq, ge, gt, le, lt, ne
from pyasc_lint.analysis.values.division import floor_div, trunc_div
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
    "And",
    "Answer",
    "Cond",
    "Congruence",
    "Direction",
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
