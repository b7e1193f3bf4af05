"""The server's text is the client's, whatever is typed; positions are in the units that were agreed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.lsp.conftest import EVERYTHING, KERNEL, TOO_LARGE, Connect, line_of
from tests.support.lsp_client import Client

UNITS = ("utf-8", "utf-16", "utf-32")


def with_units(*units: str) -> Any:
    return {**EVERYTHING, "general": {"positionEncodings": list(units)}}


@pytest.mark.parametrize("units", UNITS)
def test_positions_are_in_the_units_of_the_client(start: Connect, tmp_path: Path, uri: str, units: str) -> None:
    client = start()
    answer = client.initialize(tmp_path, with_units(units))
    assert answer["capabilities"]["positionEncoding"] == units
    before = "    text = '日本é😀'; "
    text = TOO_LARGE.replace("    y_out = ub", before + "y_out = ub")
    client.open(uri, text)
    (found,) = client.diagnostics(uri)
    width = {"utf-8": len(before.encode()), "utf-16": len(before) + 1, "utf-32": len(before)}[units]
    assert found["range"]["start"] == {"line": line_of(text, before), "character": width + len("y_out = ")}
    hints = client.ask(
        "inlayHint", uri, range={"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    )
    assert found["range"]["end"] in [hint["position"] for hint in hints]
    hover = client.ask("hover", uri, position=found["range"]["end"])
    assert "y_out" in hover["contents"]["value"]


def test_a_byte_order_mark_does_not_move_the_first_line(connect: Connect, uri: str) -> None:
    client = connect()
    client.open(uri, "\ufeffimport asc; x = 1  # noqa: ASC101\n")
    assert client.diagnostics(uri)[0]["range"]["start"] == {"line": 0, "character": 20}


def test_lines_end_as_the_protocol_says_and_nowhere_else(connect: Connect, uri: str) -> None:
    client = connect()
    first, rest = "import asc\n\x0c\nS = '\u2028\x0b\x85'\r\nT = 1\rU = 2\n", TOO_LARGE.removeprefix("import asc\n")
    client.open(uri, first + rest)
    (found,) = client.diagnostics(uri)
    assert found["range"]["start"]["line"] == line_of(TOO_LARGE, "y_out = ") + 4
    area = {"start": {"line": 3, "character": 0}, "end": {"line": 5, "character": 0}}
    client.change(uri, 2, {"range": area, "text": "V = 3\r"})
    assert sha256(client, uri) == digest(first.replace("T = 1\rU = 2\n", "V = 3\r") + rest)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-16-le", "surrogatepass")).hexdigest()


def sha256(client: Client, uri: str) -> str:
    return str(client.command("status")["documents"][uri]["sha256"])


# ------------------------------------------------------------------------------------------------------- random edits

PIECES = [
    "\n",
    "\r\n",
    "\r",
    "\x0c",
    "\u2028",
    "é",
    "日",
    "😀",
    "\t",
    " ",
    "    ",
    "a",
    "(",
    ")",
    '"""',
    "#",
    "\\",
    ":",
]
WORDS = [
    "asc",
    "import asc\n",
    "@asc.jit\n",
    "def f():\n",
    "ub.alloc(",
    "8192",
    "ub = asc.LocalMemAllocator()\n",
    "\ufeff",
]
texts = st.lists(st.sampled_from([*PIECES, *WORDS]), max_size=12).map("".join)
halves = st.lists(st.sampled_from(["\ud83d", "\ude00", "x"]), max_size=3).map("".join)


def place(text: str, offset: int, units: str) -> dict[str, int]:
    """The position of an index into a text, counted character by character."""
    line = character = 0
    for index, char in enumerate(text[:offset]):
        if char == "\n" or (char == "\r" and text[index + 1 : index + 2] != "\n"):
            line, character = line + 1, 0
        elif char != "\r":
            size = {"utf-8": len(char.encode("utf-8", "surrogatepass")), "utf-16": 1 + (char > "\uffff"), "utf-32": 1}
            character += size[units]
    return {"line": line, "character": character}


def whole(text: str) -> str:
    """Both halves of a character that came apart are the character."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


@st.composite
def edits(draw: st.DrawFn, text: str, units: str) -> tuple[dict[str, Any], str]:
    """A change and the text after it."""
    new = draw(texts | halves) if units == "utf-16" else draw(texts)
    if draw(st.integers(0, 9)) == 0:
        return {"text": new}, whole(new)
    ends = sorted(draw(st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))))
    start, end = (index - (text[index - 1 : index + 1] == "\r\n") for index in ends)
    area = {"start": place(text, start, units), "end": place(text, end, units)}
    past = draw(st.integers(0, 3))
    if end == len(text):
        area["end"] = {"line": area["end"]["line"] + past, "character": area["end"]["character"] + past}
    elif text[end] in "\r\n":
        area["end"]["character"] += past
    return {"range": area, "text": new}, whole(text[:start] + new + text[end:])


@pytest.fixture(scope="module", params=UNITS)
def typing(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, str]]:
    client = Client()
    client.initialize(tmp_path_factory.mktemp("typing"), with_units(request.param))
    yield client, request.param
    client.kill()


@settings(
    max_examples=settings.default.max_examples * 10 // 3 + 1 if settings.default else 100,
    suppress_health_check=list(HealthCheck),
)
@given(data=st.data())
def test_the_text_is_the_clients_after_any_edits(typing: tuple[Client, str], data: st.DataObject) -> None:
    client, units = typing
    uri = "untitled:typing.py"
    text = data.draw(st.sampled_from(["", KERNEL, TOO_LARGE.replace("\n", "\r\n")]))
    client.open(uri, text)
    version = 1
    for _ in range(data.draw(st.integers(1, 8))):
        changes = []
        for _ in range(data.draw(st.integers(1, 3))):
            change, text = data.draw(edits(text, units))
            changes.append(change)
        version += 1
        client.change(uri, version, *changes)
    assert client.command("status")["documents"][uri] == {
        "version": version, "characters": len(text), "sha256": digest(text),
    }  # fmt: skip
    if data.draw(st.integers(0, 19)) == 0:
        client.diagnostics(uri, version)
        area = {"start": {"line": 0, "character": 0}, "end": place(text, len(text), units)}
        for feature, params in (("inlayHint", {"range": area}), ("codeLens", {}), ("documentSymbol", {}),
                                ("codeAction", {"range": area, "context": {"diagnostics": []}})):  # fmt: skip
            client.ask(feature, uri, **params)
    client.close(uri)
    assert not client.errors and not client.shown(), client.errors.decode()
