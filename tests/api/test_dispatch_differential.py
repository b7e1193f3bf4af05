"""Resolution against the real dispatcher: random calls, the same answer to "does pyasc take it?".

A fixed sample by default; `PYASC_LINT_FORMS=200` draws that many calls per function.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from pyasc_lint.api import (
    ArgKind,
    Arguments,
    Kind,
    Param,
    Reason,
    Resolution,
    Signature,
    bind_class,
    bind_method,
    find_class,
    kinds,
    resolve,
    table,
)

pytestmark = pytest.mark.requires_pyasc

CALLS_PER_SIGNATURE = int(os.environ.get("PYASC_LINT_FORMS", "7"))
GoodArgument = Callable[[str, Param], ArgKind]
Operand = tuple[ArgKind, "Param | None"]

NOT_CALLED = {"jit", "static_assert", "get_tpipe_ptr", "inline"}  # no kernel call, needs a TPipe, its text decides
CLASSES = {"LocalTensor", "GlobalTensor", "LocalMemAllocator"}

STRANGERS = (
    kinds.GLOBAL_ADDRESS, kinds.integer(1), kinds.floating(1.0), kinds.boolean(True),
    kinds.string("text"), kinds.NONE, kinds.RAW_VALUE, kinds.list_of([kinds.integer(1), kinds.integer(2)]),
    kinds.tuple_of([kinds.integer(1), kinds.integer(2)]), kinds.ARRAY, kinds.dtype("float16"), kinds.CONSTEXPR,
    kinds.CALLABLE, kinds.other("float"), kinds.enum_member("HardEvent", "MTE2_MTE1"),
    kinds.enum_member("PipeID", "PIPE_V"), kinds.instance("BinaryRepeatParams"), kinds.instance("UnaryRepeatParams"),
    kinds.instance("DataCopyParams"), kinds.instance("CopyRepeatParams"),
)  # fmt: skip

# pyasc looks at the value of an argument whose kind is right; that is for other rules to judge.
BY_VALUE = re.compile(
    r"Unknown \w+( type)? for|must be one of|must be 0 or 1|exactly 16 elements|(list|tuple) index out of range"
    r"|must be a positive integer|must have the same length|Failed to translate IR|kwargs: is_aiv_only=True"
    r"|unexpected keyword argument 'builder'"  # SliceInfo with a zero (trap data_copy-15)
)


def signatures() -> list[Signature]:
    found: list[Signature] = [
        function
        for function in table().functions()
        if not function.name.startswith("adv.") and function.name not in NOT_CALLED
    ]
    for info in table().classes():
        if info.category == "params_struct" or info.name in CLASSES:
            found.append(info.constructor)
        if info.name in CLASSES:
            found += [method for method in info.methods.values() if not method.name.endswith("ensure_shape")]
    return found


class Sampler:
    """Calls near the declared ones: some arguments replaced, dropped, added or renamed."""

    def __init__(self, signature: Signature, good_argument: GoodArgument, seed: str) -> None:
        self.signature = signature
        self.random = random.Random(seed)
        self.good = good_argument

    def stranger(self, param: Param | None) -> ArgKind:
        if param is None:
            return self.random.choice((*STRANGERS, kinds.global_tensor("float16")))
        dtype = self.good(self.signature.name, param).name
        dtype = dtype if param.is_tensor else "float16"
        tensors = (kinds.local_tensor(dtype), kinds.global_tensor(dtype))
        scalar = kinds.runtime("float32" if param.kind == "scalar" and "float" in param.type else "int32")
        return self.random.choice((*STRANGERS, *tensors, scalar))

    def draw(self) -> Arguments:
        overload = self.random.choice(self.signature.overloads)
        params = [param for param in overload.params if param.kind != "varargs"]
        given = [param for param in params if param.required or self.random.random() < 0.5]
        by_position = self.random.choice([0, len(params), len(params), self.random.randint(0, len(params))])
        positional: list[Operand] = []
        keywords: dict[str, Operand] = {}
        for index, param in enumerate(params):
            operand = (self.good(self.signature.name, param), param)
            if param in given and index < by_position and len(positional) == index:
                positional.append(operand)
            elif param in given:
                keywords[param.name] = operand
        for _ in range(self.random.choice([0, 1, 1, 2])):
            self.change(positional, keywords)
        return Arguments([kind for kind, _ in positional], {name: kind for name, (kind, _) in keywords.items()})

    def change(self, positional: list[Operand], keywords: dict[str, Operand]) -> None:
        dice = self.random.random()
        if dice < 0.45 and positional + list(keywords.values()):
            place: int | str = self.random.choice([*range(len(positional)), *keywords])
            if isinstance(place, int):
                positional[place] = (self.stranger(positional[place][1]), positional[place][1])
            else:
                keywords[place] = (self.stranger(keywords[place][1]), keywords[place][1])
        elif dice < 0.6 and positional:
            positional.pop(self.random.randrange(len(positional)))
        elif dice < 0.7 and keywords:
            keywords.pop(self.random.choice(list(keywords)))
        elif dice < 0.8:
            positional.append((self.stranger(None), None))
        elif dice < 0.9:
            others = [param for overload in self.signature.overloads for param in overload.params]
            for param in others and [self.random.choice(others)]:
                keywords[param.name] = (self.good(self.signature.name, param), param)
        else:
            keywords[self.random.choice(["cnt", "params", "dtype", "tensor"])] = (kinds.integer(1), None)


def spec(arg: ArgKind) -> list[Any]:
    """The argument as `scripts/pyasc_probe.py` wants it."""
    if arg.kind is Kind.ENUM:
        return ["ENUM", arg.name, arg.value]
    if arg.items is not None:
        return [arg.kind.name, [spec(item) for item in arg.items]]
    named = arg.name if arg.value is None else arg.value
    return [arg.kind.name] if named is None else [arg.kind.name, named]


def ask(name: str, args: Arguments) -> Resolution:
    if find_class(name) is not None:
        return bind_class(name, args)
    owner, dot, method = name.partition(".")
    return bind_method(owner, method, args) if dot else resolve(name, args)


def explained(name: str, args: Arguments, mine: Resolution, answer: dict[str, Any]) -> bool:
    """Whether a disagreement is one of the known ones."""
    if not answer["ok"]:
        return BY_VALUE.search(answer["error"]) is not None
    assert mine.failure is not None
    if name in ("MmadParams", "ShapeInfo"):  # fields of an incomplete group are dropped unseen (trap cube-01)
        return mine.failure.reason is Reason.WRONG_KIND
    if find_class(name) is not None:  # trap misc-01: one argument more is taken for the internal handle
        return mine.failure.reason is Reason.TOO_MANY
    if name == "sync_all":  # one workspace alone is ignored
        return mine.failure.param == "ub_workspace" or mine.failure.slot == "ub_workspace"
    # Only true values work for these flags, so the kinds that were tried when the table was made decide.
    return mine.failure.param in ("is_aiv_only", "element_lengths")


def test_resolution_agrees_with_the_real_dispatcher(probe: Any, good_argument: GoodArgument) -> None:
    asked = accepted = excused = 0
    wrong = []
    for signature in signatures():
        sampler = Sampler(signature, good_argument, signature.name)
        for _ in range(CALLS_PER_SIGNATURE):
            args = sampler.draw()
            keywords = {name: spec(arg) for name, arg in args.keywords.items()}
            answer = probe.ask(signature.name, [spec(arg) for arg in args.positional], keywords)
            assert answer.get("stage") != "make", answer
            mine = ask(signature.name, args)
            says_ok = mine.ok or (mine.failure is not None and mine.failure.accepted_by_pyasc)
            asked += 1
            accepted += answer["ok"]
            if says_ok == answer["ok"]:
                continue
            if explained(signature.name, args, mine, answer):
                excused += 1
            else:
                said = "accepted" if mine.failure is None else mine.failure.message
                shown = [*map(str, args.positional), *(f"{name}={arg}" for name, arg in args.keywords.items())]
                wrong.append(f"{signature.name}({', '.join(shown)}): {said}; pyasc: {answer.get('error', 'accepted')}")
    assert not wrong, "\n".join(wrong)
    assert asked > 1000 and accepted > asked // 5, "the sample says too little"
    assert excused < asked // 100


def test_a_form_that_is_traced_alone_is_treated_as_in_a_kernel(probe: Any) -> None:
    """The probe calls pyasc from inside a traced kernel; what it reports must be the text such a kernel becomes."""
    tensor = ["LOCAL_TENSOR", "float16"]
    answer = probe.ask("add", [tensor, tensor, tensor, ["RUNTIME", "int32"]])
    assert answer["ok"] and re.search(r"AscendC::Add\(v\d+, v\d+, v\d+, v\d+_s_int32\);", answer["text"])
    answer = probe.ask("add", [tensor, tensor, tensor, ["STR", "x"]])
    assert not answer["ok"] and answer["stage"] == "call" and "No viable candidates" in answer["error"]


def test_a_crash_costs_one_form_only(probe: Any) -> None:
    probe.ask("abs", [["LOCAL_TENSOR", "float16"]] * 2 + [["INT", 8]])
    probe._process.kill()
    assert probe.ask("abs", [])["stage"] == "crash"
    assert probe.ask("abs", [["LOCAL_TENSOR", "float16"]] * 2 + [["INT", 8]])["ok"]
