"""The `dataclass` of ours is the standard one in all but when it does its work: each test runs on both."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable, Hashable
from dataclasses import dataclass as standard
from dataclasses import field
from typing import Any, ClassVar

import pytest

from pyasc_lint.deferred import dataclass as deferred

Decorator = Callable[..., Any]


@pytest.fixture(params=[standard, deferred], ids=["standard", "deferred"])
def dataclass(request: pytest.FixtureRequest) -> Decorator:
    decorator: Decorator = request.param
    return decorator


def test_making(dataclass: Decorator) -> None:
    @dataclass(slots=True)
    class Tile:
        bits: ClassVar[int] = 32
        name: str
        size: int = 4
        users: list[str] = field(default_factory=list)
        span: int | None = field(default=None, kw_only=True)
        end: int = field(init=False)

        def __post_init__(self) -> None:
            self.end = self.size * 2

    tile = Tile("a", users=["b"], span=7)
    assert (tile.name, tile.size, tile.users, tile.span, tile.end, tile.bits) == ("a", 4, ["b"], 7, 8, 32)
    assert Tile("a").users is not Tile("b").users
    assert repr(tile).endswith("Tile(name='a', size=4, users=['b'], span=7, end=8)")
    with pytest.raises(TypeError):
        Tile()  # type: ignore[call-arg]


def test_the_functions_of_the_standard_library(dataclass: Decorator) -> None:
    @dataclass(frozen=True)
    class Place:
        path: str
        line: int = 1

    @dataclass(kw_only=True)
    class Named:
        first: int = 1
        second: int

    assert [each.name for each in dataclasses.fields(Place)] == ["path", "line"]  # before there is an object
    assert Named(second=2).first == 1 and not Named.__match_args__
    place = Place("k.py")
    assert dataclasses.is_dataclass(place)
    assert dataclasses.replace(place, line=3) == Place("k.py", 3)
    assert dataclasses.asdict(place) == {"path": "k.py", "line": 1}
    assert copy.deepcopy(place) == place
    match place:
        case Place(path, line):
            assert (path, line) == ("k.py", 1)
        case _:
            raise AssertionError("no match")


def test_comparing(dataclass: Decorator) -> None:
    @dataclass(frozen=True, slots=True)
    class Value:
        number: int
        note: str = field(default="", compare=False)

    @dataclass
    class Changing:
        number: int

    @dataclass(eq=False)
    class Thing:
        number: int

    @dataclass(frozen=True, order=True)
    class Rank:
        major: int
        minor: int

    @dataclass(frozen=True)
    class Keyed:
        key: int
        text: str

        def __hash__(self) -> int:
            return self.key

    assert len({Value(1, "a"), Value(1, "b"), Value(2)}) == 2
    assert Value(1) not in [Rank(1, 1), Changing(1), 1]
    assert Changing(1) == Changing(1) and not isinstance(Changing(1), Hashable)
    assert Thing(1) != Thing(1) and len({Thing(1), Thing(1)}) == 2
    assert sorted([Rank(2, 1), Rank(1, 9), Rank(1, 2)])[0] == Rank(1, 2)
    assert Rank(1, 2) <= Rank(1, 2) < Rank(2, 0)
    assert hash(Keyed(7, "a")) == 7 and Keyed(7, "a") != Keyed(7, "b")


def test_inheriting(dataclass: Decorator) -> None:
    @dataclass(eq=False)
    class Node:
        span: str | None = field(default=None, kw_only=True)

    @dataclass(eq=False)
    class Name(Node):
        text: str

    class Special(Name):
        """No dataclass of its own."""

    assert [each.name for each in dataclasses.fields(Special)] == ["span", "text"]
    special = Special("x", span="1:2")
    assert (special.text, special.span) == ("x", "1:2")
    match special:
        case Name(text):
            assert text == "x"
        case _:
            raise AssertionError("no match")


@deferred(frozen=True, slots=True)
class Sent:
    name: str
    size: int = 4


def test_slots_and_pickles() -> None:
    sent = Sent("a", 8)
    assert not hasattr(sent, "__dict__")
    assert pickle.loads(pickle.dumps(sent)) == sent


def test_nothing_is_compiled_while_a_module_loads(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def counted(**options: bool) -> Decorator:
        made.append(options)
        return standard(**options)

    monkeypatch.setattr(dataclasses, "dataclass", counted)

    @deferred(frozen=True, slots=True)
    class Place:
        path: str

    assert not made
    first, second = Place("a"), Place("a")
    assert len(made) == 1
    assert first == second
    assert len(made) == 2
