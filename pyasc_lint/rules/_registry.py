"""Finds the rules: every class derived from `Rule` in the folders `asc0xx` … `asc7xx`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

import pyasc_lint.rules as package
from pyasc_lint.rules._rule import Rule


@cache
def all_rules() -> tuple[Rule, ...]:
    """One instance of each rule, by code. Raises ValueError where two rules share a code or a name."""
    rules: dict[str, Rule] = {}
    for info in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        folder, _, module = info.name.rpartition(".")
        if info.ispkg or not module.startswith("asc") or not folder.rpartition(".")[2].endswith("xx"):
            continue
        loaded = importlib.import_module(info.name)
        for value in vars(loaded).values():
            if isinstance(value, type) and issubclass(value, Rule) and value.__module__ == info.name:
                rule = value()
                if rule.code in rules or rule.name in {other.name for other in rules.values()}:
                    raise ValueError(f"{info.name}: code {rule.code} or name {rule.name} is taken")
                rules[rule.code] = rule
    return tuple(rules[code] for code in sorted(rules))


def find_rule(name: str) -> Rule | None:
    """The rule of this code or kebab-case name."""
    return next((rule for rule in all_rules() if name in (rule.code, rule.name)), None)
