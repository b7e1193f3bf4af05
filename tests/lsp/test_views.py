"""Hover, inlay hints, code lenses and the outline: what a kernel's memory looks like beside its text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.conftest import EVERYTHING, KERNEL, TOO_LARGE, Connect, at, everywhere
from tests.support.lsp_client import Client

Shown = Callable[[str], tuple[Client, str]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, Path]]:
    folder = tmp_path_factory.mktemp("views")
    client = Client()
    client.initialize(folder, EVERYTHING)
    yield client, folder
    client.kill()


@pytest.fixture
def show(server: tuple[Client, Path], request: pytest.FixtureRequest) -> Shown:
    """Opens a text under a name of its own."""
    client, folder = server

    def open_text(text: str) -> tuple[Client, str]:
        uri = (folder / f"{request.node.originalname}.py").as_uri()
        request.addfinalizer(lambda: client.close(uri))
        client.open(uri, text)
        client.diagnostics(uri)
        return client, uri

    return open_text


def hover(client: Client, uri: str, text: str, part: str, inside: int = 0) -> str | None:
    found = client.ask("hover", uri, position=at(text, part, inside))
    return None if found is None else str(found["contents"]["value"])


def hints(client: Client, uri: str, text: str) -> dict[int, str]:
    return {each["position"]["line"]: each["label"] for each in client.ask("inlayHint", uri, range=everywhere(text))}


def lenses(client: Client, uri: str) -> list[str]:
    return [each["command"]["title"] for each in client.ask("codeLens", uri)]


# --------------------------------------------------------------------------------------------------------------- hover


def test_hover_on_a_finding_explains_the_rule(show: Shown) -> None:
    client, uri = show(TOO_LARGE)
    text = hover(client, uri, TOO_LARGE, "ub.alloc(asc.TPosition.VECOUT") or ""
    assert text.startswith("**ASC101 tile-overflow**") and "## How to fix" in text and "**Remedy**" in text


def test_hover_on_an_allocation_tells_the_cursor_and_what_is_left(show: Shown) -> None:
    client, uri = show(KERNEL)
    text = hover(client, uri, KERNEL, "ub.alloc(asc.TPosition.VECOUT", 4) or ""
    assert "**y_out**: VECOUT in UB (AIV of Ascend910B1)" in text
    assert "bytes [32,768, 65,536): 32,768 bytes of float32" in text
    assert "written by V; read by MTE3" in text
    assert "cursor moves from 32,768 to 65,536" in text
    assert "122,624 bytes to the published limit at 188,160" in text


def test_hover_on_a_use_tells_the_bytes_of_the_tensor(show: Shown) -> None:
    client, uri = show(KERNEL)
    text = hover(client, uri, KERNEL, "x_in, 2.0", 1) or ""
    assert "**x_in**: VECIN in UB" in text and "[0, 32,768)" in text and "cursor" not in text


def test_hover_on_a_call_tells_its_pipe(show: Shown) -> None:
    client, uri = show(KERNEL)
    assert hover(client, uri, KERNEL, "data_copy(x_in", 2) == "`data_copy` runs in pipe MTE2 of the AIV core"
    assert hover(client, uri, KERNEL, "set_flag(asc.HardEvent.V_MTE3", 2) == (
        "`set_flag` runs in pipe V of the AIV core: V_MTE3, id 0"
    )
    assert hover(client, uri, KERNEL, "pipe_barrier", 2) == "`pipe_barrier` waits for all pipes of the AIV core"


def test_hover_on_a_code_in_a_comment_explains_the_rule(show: Shown) -> None:
    text = TOO_LARGE.replace("asc.float32, TILE)\n    asc.data", "asc.float32, TILE)  # noqa: ASC101\n    asc.data")
    client, uri = show(text)
    assert (hover(client, uri, text, "ASC101", 3) or "").startswith("**ASC101 tile-overflow**")


def test_hover_elsewhere_says_nothing(show: Shown) -> None:
    client, uri = show(KERNEL)
    assert hover(client, uri, KERNEL, "import", 2) is None
    assert client.ask("hover", uri, position={"line": 10_000, "character": 10_000}) is None


def test_hover_is_plain_for_a_client_without_markdown(connect: Connect, uri: str) -> None:
    client = connect(capabilities={})
    client.open(uri, KERNEL)
    contents = client.ask("hover", uri, position=at(KERNEL, "x_in = "))["contents"]
    assert contents["kind"] == "plaintext" and contents["value"].startswith("x_in: VECIN in UB")


def test_hover_of_a_size_that_only_a_run_knows(show: Shown) -> None:
    text = KERNEL.replace("y: asc.GlobalAddress)", "y: asc.GlobalAddress, n: int)").replace(
        "asc.float32, TILE)\n    y_out", "asc.float32, n)\n    y_out"
    )
    client, uri = show(text)
    shown = hover(client, uri, text, "y_out = ") or ""
    assert "[4*n, 4*n + 32768)" in shown and "not known" in shown


# --------------------------------------------------------------------------------------------------------- inlay hints


def test_hints_stand_behind_allocations(show: Shown) -> None:
    client, uri = show(KERNEL)
    line = at(KERNEL, "x_in = ")["line"]
    assert hints(client, uri, KERNEL) == {line: "UB [0, 32,768)", line + 1: "UB [32,768, 65,536)"}
    (first, _) = client.ask("inlayHint", uri, range=everywhere(KERNEL))
    assert first["position"]["character"] == len("    x_in = ub.alloc(asc.TPosition.VECIN, asc.float32, TILE)")


def test_hints_of_a_range_are_those_in_it(show: Shown) -> None:
    client, uri = show(KERNEL)
    line = at(KERNEL, "y_out = ")["line"]
    area = {"start": {"line": line, "character": 0}, "end": {"line": line, "character": 5}}
    assert [each["position"]["line"] for each in client.ask("inlayHint", uri, range=area)] == [line]


def test_many_tensors_of_one_place_are_counted(show: Shown) -> None:
    loop = """\
    for i in asc.static_range(4):
        spare = ub.alloc(asc.TPosition.VECIN, asc.float32, 64)
        asc.duplicate(spare, 0.0, 64)
"""
    text = KERNEL.replace("    x_in = ", loop + "    x_in = ")
    client, uri = show(text)
    assert hints(client, uri, text)[at(text, "spare = ")["line"]] == "4 tensors UB [0, 1,024)"


# ---------------------------------------------------------------------------------------------------------- code lenses


def test_lenses_tell_how_full_and_open_the_map(show: Shown) -> None:
    client, uri = show(KERNEL)
    assert lenses(client, uri) == ["UB 64.0 of 183.8 KiB", "Emit Ascend C"]
    first, second = client.ask("codeLens", uri)
    assert first["range"]["start"] == at(KERNEL, "scale")
    assert (first["command"]["command"], first["command"]["arguments"]) == ("pyasc-lint.memoryMap", [uri, "scale"])
    assert (second["command"]["command"], second["command"]["arguments"]) == ("pyasc-lint.emitPreview", [uri, "scale"])


def test_a_bounded_size_is_an_upper_limit(show: Shown) -> None:
    text = KERNEL.replace(
        "y: asc.GlobalAddress):", "y: asc.GlobalAddress, n: int):\n    # pyasc-lint: assume 0 < n <= 64"
    )
    text = text.replace("asc.float32, TILE)\n    asc.data", "asc.float32, n)\n    asc.data")
    client, uri = show(text)
    assert lenses(client, uri)[0] == "UB ≤ 32.2 of 183.8 KiB"


def test_a_kernel_in_another_style_has_none(show: Shown) -> None:
    client, uri = show("import asc\n\n\n@asc.jit\ndef kernel(x: asc.GlobalAddress):\n    pipe = asc.TPipe()\n")
    assert lenses(client, uri) == []


# -------------------------------------------------------------------------------------------------------------- outline


def outline(symbols: list[dict[str, Any]]) -> list[tuple[str, list[str]]]:
    return [(each["name"], [child["name"] for child in each["children"]]) for each in symbols]


def test_the_outline_has_kernels_with_their_tensors(show: Shown) -> None:
    text = KERNEL + KERNEL[KERNEL.index("\n\n@asc.jit") :].replace("scale", "again")
    client, uri = show(text)
    symbols = client.ask("documentSymbol", uri)
    assert outline(symbols) == [("scale", ["ub", "x_in", "y_out"]), ("again", ["ub", "x_in", "y_out"])]
    assert symbols[0]["range"]["start"] == at(text, "@asc.jit")
    assert symbols[0]["children"][1]["detail"] == "VECIN float32 [0, 32,768)"


def test_the_outline_is_flat_for_a_client_without_trees(connect: Connect, uri: str) -> None:
    client = connect(capabilities={})
    client.open(uri, KERNEL)
    symbols = client.ask("documentSymbol", uri)
    assert [(each["name"], each.get("containerName")) for each in symbols] == [
        ("scale", None), ("ub", "scale"), ("x_in", "scale"), ("y_out", "scale"),
    ]  # fmt: skip


# --------------------------------------------------------------------------------------------------- while it is broken


def test_a_broken_text_keeps_the_last_map_at_its_places(show: Shown) -> None:
    client, uri = show(KERNEL)
    before = hints(client, uri, KERNEL)
    broken = KERNEL.replace("TILE = 8192\n", "TILE = 8192\n\nif\n")
    client.replace(uri, 2, broken)
    assert client.codes(uri, 2) == ["ASC001"]
    assert hints(client, uri, broken) == {line + 2: label for line, label in before.items()}
    assert lenses(client, uri) == ["UB 64.0 of 183.8 KiB", "Emit Ascend C"]
    assert outline(client.ask("documentSymbol", uri)) == [("scale", ["ub", "x_in", "y_out"])]
    assert "[0, 32,768)" in (hover(client, uri, broken, "x_in, 2.0", 1) or "")
    mended = broken.replace("if\n", "").replace("8192", "1024")
    client.replace(uri, 3, mended)
    assert client.codes(uri, 3) == []
    assert list(hints(client, uri, mended).values()) == ["UB [0, 4,096)", "UB [4,096, 8,192)"]


def test_a_line_that_changed_has_no_hint_until_it_is_known(show: Shown) -> None:
    client, uri = show(KERNEL)
    broken = KERNEL.replace("asc.float32, TILE)\n    asc.data", "asc.float32, TILE\n    asc.data")
    client.replace(uri, 2, broken)
    assert client.codes(uri, 2) == ["ASC001"]
    assert hints(client, uri, broken) == {at(broken, "x_in = ")["line"]: "UB [0, 32,768)"}


def test_hover_on_a_finding_explains_the_rule_in_chinese(connect: Connect, uri: str) -> None:
    client = connect(locale="zh-cn")
    client.open(uri, TOO_LARGE)
    (found,) = client.diagnostics(uri)
    text = hover(client, uri, TOO_LARGE, "ub.alloc(asc.TPosition.VECOUT") or ""
    assert "## 如何修复\n" in text and "**处理**" in text and "## How to fix" not in text
    page = Path(found["codeDescription"]["href"].removeprefix("file://")).read_text(encoding="utf-8")
    assert page.strip() in text


def test_hover_on_a_trap_tells_what_is_known_of_it(connect: Connect, uri: str) -> None:
    client = connect(locale="zh-cn")
    text = KERNEL.replace("    asc.data_copy(y_gm", "    for i in range(8, 0, -1):\n        asc.data_copy(y_gm")
    client.open(uri, text)
    assert "ASC701[control_flow-07]" in client.codes(uri)
    shown = hover(client, uri, text, "range(") or ""
    assert "**[control_flow-07]**" in shown and "**规避方法**: 计算反向下标：stop - 1 - i" in shown


def test_views_in_chinese(connect: Connect, uri: str) -> None:
    client = connect(locale="zh-cn")
    client.open(uri, KERNEL)
    assert lenses(client, uri)[1] == "生成 Ascend C"
    assert "字节" in (hover(client, uri, KERNEL, "x_in = ") or "")


def test_hints_and_lenses_are_asked_for_again_once_they_change(start: Connect, tmp_path: Path, uri: str) -> None:
    client = start()
    workspace = {"inlayHint": {"refreshSupport": True}, "codeLens": {"refreshSupport": True}}
    client.initialize(tmp_path, {**EVERYTHING, "workspace": workspace})
    client.open(uri, KERNEL)
    assert client.codes(uri) == []
    client.replace(uri, 2, KERNEL.replace("8192", "4096"))
    assert client.codes(uri, 2) == []
    client.replace(uri, 3, KERNEL.replace("8192", "4096") + "# no matter\n")
    assert client.codes(uri, 3) == []
    asked = [each["method"] for each in client.requests]
    assert asked.count("workspace/inlayHint/refresh") == asked.count("workspace/codeLens/refresh") == 2
