"""When checks run: few of them while somebody types, none for an outdated text, and nothing waits for them."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.lsp.conftest import KERNEL, TOO_LARGE, Connect, at, everywhere
from tests.support.lsp_client import Client, ServerError


def many_kernels(lines: int) -> str:
    """A file of at least so many lines, each kernel with another name."""
    body = KERNEL[KERNEL.index("\n\n@asc.jit") :]
    count = lines // body.count("\n") + 1
    return KERNEL[: KERNEL.index("\n\n@asc.jit")] + "".join(body.replace("scale", f"scale_{n}") for n in range(count))


LARGE = many_kernels(5000)


def insertion(text: str, line: int, character: int) -> dict[str, Any]:
    place = {"line": line, "character": character}
    return {"range": {"start": place, "end": place}, "text": text}


def test_twenty_edits_in_a_second_cause_at_most_three_analyses(connect: Connect, uri: str) -> None:
    client = connect()
    client.open(uri, KERNEL)
    assert client.codes(uri) == []
    before = client.analyses()["started"]
    for number in range(20):
        client.change(uri, 2 + number, insertion("x", 1, number))
        time.sleep(0.05)
    assert "ASC001" not in client.codes(uri, 21)
    assert 1 <= client.analyses()["started"] - before <= 3
    versions = [each["params"].get("version") for each in client.messages if "diagnostics" in each["params"]]
    assert versions == sorted(versions) and versions[-1] == 21


def test_edits_that_come_at_once_cause_one_analysis(connect: Connect, uri: str) -> None:
    client = connect()
    client.open(uri, KERNEL)
    assert client.codes(uri) == []
    for number in range(50):
        client.change(uri, 2 + number, insertion("#", 1, 0))
    assert client.codes(uri, 51) == []
    assert client.analyses()["completed"] == 2


def test_an_edit_makes_the_analysis_under_way_worthless(connect: Connect, uri: str) -> None:
    client = connect(initializationOptions={"debounce": 0})
    client.open(uri, LARGE)
    client.wait(lambda: client.analyses()["started"] == 1)
    client.replace(uri, 2, TOO_LARGE)
    assert client.codes(uri, 2) == ["ASC101"]
    assert client.analyses() == {"started": 2, "completed": 1, "dropped": 1}
    assert [each["params"]["version"] for each in client.messages if "diagnostics" in each["params"]] == [2]


def test_nothing_waits_for_a_large_file(connect: Connect, uri: str) -> None:
    client = connect()
    client.open(uri, LARGE)
    client.wait(lambda: client.analyses()["started"] == 1)
    position = at(LARGE, "alloc")
    answers = 0
    while client.analyses()["completed"] == 0:
        if answers == 0:
            client.change(uri, 2, insertion(" ", 1, 0))
        client.request("workspace/executeCommand", {"command": "pyasc-lint.chips", "arguments": []})
        answers += 1
    assert answers > 3
    assert client.codes(uri, 2) == []
    assert len(client.ask("documentSymbol", uri)) > 200
    assert client.ask("hover", uri, position=position) is not None


def test_a_large_file_has_findings_and_hints_to_its_end(connect: Connect, uri: str) -> None:
    client = connect()
    text = LARGE.replace("TILE = 8192", "TILE = 32768")
    client.open(uri, text)
    found = client.diagnostics(uri)
    count = text.count("@asc.jit")
    assert [each["code"] for each in found] == ["ASC101"] * count
    assert found[-1]["range"]["start"]["line"] > 4990
    assert len(client.ask("inlayHint", uri, range=everywhere(text))) == 2 * count
    assert len(client.ask("codeLens", uri)) == 2 * count


def cancelled(client: Client, number: int) -> bool:
    client.notify("$/cancelRequest", {"id": number})
    try:
        client.answer(number)
    except ServerError as error:
        return "cancel" in str(error).lower()
    return False


@pytest.mark.parametrize(
    ("feature", "params"),
    [("codeAction", {"range": everywhere(KERNEL), "context": {"diagnostics": []}}), ("documentSymbol", {}),
     ("codeLens", {}), ("inlayHint", {"range": everywhere(KERNEL)}), ("hover", {"position": at(KERNEL, "alloc")})],
)  # fmt: skip
def test_a_request_that_waits_can_be_cancelled(connect: Connect, uri: str, feature: str, params: Any) -> None:
    client = connect()
    client.open(uri, LARGE)
    number = client.start(f"textDocument/{feature}", {"textDocument": {"uri": uri}, **params})
    assert cancelled(client, number)
    client.replace(uri, 2, KERNEL)
    assert client.codes(uri, 2) == []
    assert client.ask(feature, uri, **params) is not None


def test_a_document_that_is_closed_while_it_is_checked(connect: Connect, uri: str) -> None:
    client = connect()
    client.open(uri, LARGE)
    client.wait(lambda: client.analyses()["started"] == 1)
    waiting = client.start("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    client.close(uri)
    assert client.answer(waiting) is None
    client.open(uri, TOO_LARGE, 7)
    assert client.codes(uri, 7) == ["ASC101"]
    assert [each["params"]["diagnostics"] for each in client.messages if "diagnostics" in each["params"]][0] == []


def test_other_documents_are_not_checked_for_edits_that_do_not_matter_to_them(connect: Connect, uri: str) -> None:
    client = connect()
    other = uri.replace("kernel.py", "unrelated_name.py")
    client.open(other, KERNEL)
    client.open(uri, KERNEL)
    assert client.codes(other) == [] and client.codes(uri) == []
    before = client.analyses()["started"]
    client.replace(uri, 2, TOO_LARGE)
    assert client.codes(uri, 2) == ["ASC101"]
    assert client.analyses()["started"] == before + 1
