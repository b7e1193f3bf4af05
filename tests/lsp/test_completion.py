"""Completion of positions, events and dtypes: only what fits, the most fitting first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.lsp.conftest import EVERYTHING, KERNEL
from tests.support.lsp_client import Client

CUBE = """\
import asc as a


@a.jit
def load(x: a.GlobalAddress):
    a.init_soc_state()
    l1 = a.LocalMemAllocator(a.Hardware.L1)
    tile = l1.alloc(a.TPosition.A1, a.float16, 4096)
    a.pipe_barrier(a.PipeID.PIPE_ALL)
"""

Complete = Callable[..., list[dict[str, Any]]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, str]]:
    folder = tmp_path_factory.mktemp("completion")
    client = Client()
    client.initialize(folder, EVERYTHING)
    yield client, (folder / "kernel.py").as_uri()
    client.kill()


@pytest.fixture
def complete(server: tuple[Client, str], request: pytest.FixtureRequest) -> Complete:
    """Types a line above the last statement of a kernel that was good before, and asks behind it."""
    client, uri = server
    request.addfinalizer(lambda: client.close(uri))

    def ask(line: str, kernel: str = KERNEL) -> list[dict[str, Any]]:
        client.open(uri, kernel)
        client.diagnostics(uri)
        lines = kernel.split("\n")
        typed = f"    {line}".split("\n")
        client.replace(uri, 2, "\n".join([*lines[:-2], *typed, *lines[-2:]]))
        position = {"line": len(lines) - 3 + len(typed), "character": len(typed[-1])}
        found = client.ask("completion", uri, position=position)
        return [] if found is None else list(found["items"])

    return ask


def labels(items: list[dict[str, Any]]) -> list[str]:
    return [each["label"] for each in sorted(items, key=lambda each: str(each["sortText"]))]


def test_positions_of_the_memory_of_the_allocator(complete: Complete) -> None:
    items = complete("z = ub.alloc(asc.TPosition.")
    assert labels(items) == ["VECIN", "VECOUT", "VECCALC"]
    assert items[0]["detail"] == "in UB"


def test_positions_of_another_memory(complete: Complete) -> None:
    assert labels(complete("b = l1.alloc(a.TPosition.", CUBE)) == ["A1", "B1", "C1"]


def test_every_position_in_memory_where_there_is_no_allocator(complete: Complete) -> None:
    found = labels(complete("z = asc.LocalTensor(asc.float32, asc.TPosition."))
    assert {"VECIN", "A1", "CO1"} <= set(found) and "GM" not in found


def test_the_whole_name_where_nothing_is_typed_but_the_package(complete: Complete) -> None:
    items = complete("z = ub.alloc(asc.")
    assert labels(items)[0] == "VECIN"
    edit = items[0]["textEdit"]
    assert edit["newText"] == "asc.TPosition.VECIN"
    line = edit["range"]["start"]["line"]
    assert edit["range"] == {
        "start": {"line": line, "character": 4 + len("z = ub.alloc(")},
        "end": {"line": line, "character": 4 + len("z = ub.alloc(asc.")},
    }


def test_dtypes_with_what_is_left_for_them(complete: Complete) -> None:
    items = {each["label"]: each["detail"] for each in complete("z = ub.alloc(asc.TPosition.VECIN, asc.")}
    assert items["float32"] == "4 bytes an element, 30,656 still fit"
    assert items["int8"] == "1 bytes an element, 122,624 still fit"


def test_dtypes_by_keyword(complete: Complete) -> None:
    assert "float16" in labels(complete("z = x_in.reinterpret_cast(dtype=asc."))


def test_events_of_the_core(complete: Complete) -> None:
    found = labels(complete("asc.wait_flag(asc.HardEvent."))
    assert "V_MTE2" in found and "MTE1_M" not in found


def test_events_without_a_partner_come_first(complete: Complete) -> None:
    kernel = KERNEL.replace("    asc.wait_flag(asc.HardEvent.V_MTE3, 0)\n", "")
    items = complete("asc.wait_flag(asc.HardEvent.", kernel)
    assert labels(items)[0] == "V_MTE3" and "set_flag" in items[0]["detail"]


@pytest.mark.parametrize(
    "line", ["x = 1", "asc.", "z = ub.alloc(asc.TPosition.VECIN, asc.float32, asc.", "# asc.TPosition.", "foo(asc."]
)
def test_nothing_where_nothing_is_known(complete: Complete, line: str) -> None:
    assert complete(line) == []


@pytest.mark.parametrize(
    "call", ["ub.alloc(\n        asc.TPosition.VECIN,\n        asc.", "ub.alloc(asc.TPosition.VECIN,\n        "]
)
def test_a_call_over_several_lines(complete: Complete, call: str) -> None:
    assert "float16" in labels(complete(f"z = {call}"))


def test_names_as_the_file_imports_the_package(complete: Complete) -> None:
    items = complete("b = l1.alloc(", CUBE)
    assert items[0]["textEdit"]["newText"] == "a.TPosition.A1"
