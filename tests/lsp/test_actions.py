"""Code actions: after one is applied its finding is gone and the rest of the text is as it was."""

from __future__ import annotations

from typing import Any

import pytest

from tests.lsp.conftest import EVERYTHING, KERNEL, TOO_LARGE, Connect, at, everywhere
from tests.support.lsp_client import Client

MISSPELT = KERNEL.replace("asc.muls(", "asc.mulss(")
UNBOUNDED = KERNEL.replace("y: asc.GlobalAddress)", "y: asc.GlobalAddress, n: int)").replace(
    "asc.float32, TILE)\n    asc.data", "asc.float32, n)\n    asc.data"
)


def actions(client: Client, uri: str, area: Any, *only: str) -> list[dict[str, Any]]:
    context = {"diagnostics": [], **({"only": list(only)} if only else {})}
    return client.ask("codeAction", uri, range=area, context=context) or []


def applied(text: str, action: dict[str, Any], uri: str) -> str:
    """The text after an action; for text within ASCII."""
    edit = action["edit"]
    edits = edit["changes"][uri] if "changes" in edit else edit["documentChanges"][0]["edits"]
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:number]) for number in range(len(lines) + 1)]
    for each in sorted(edits, key=lambda each: -starts[each["range"]["start"]["line"]]):
        start, end = (
            starts[each["range"][side]["line"]] + each["range"][side]["character"] for side in ("start", "end")
        )
        text = text[:start] + each["newText"] + text[end:]
    return text


def titled(found: list[dict[str, Any]], part: str) -> dict[str, Any]:
    return next(each for each in found if part in each["title"])


@pytest.fixture
def client(connect: Connect) -> Client:
    return connect()


def test_a_fix_removes_its_finding(client: Client, uri: str) -> None:
    client.open(uri, MISSPELT)
    assert "ASC003" in client.codes(uri)
    found = actions(client, uri, {"start": at(MISSPELT, "mulss", 1), "end": at(MISSPELT, "mulss", 1)})
    fix = titled(found, "muls")
    assert fix["kind"] == "quickfix" and fix["isPreferred"] and fix["diagnostics"][0]["code"] == "ASC003"
    assert fix["edit"]["documentChanges"][0]["textDocument"] == {"uri": uri, "version": 1}
    after = applied(MISSPELT, fix, uri)
    assert after == KERNEL
    client.replace(uri, 2, after)
    assert client.codes(uri, 2) == []


def test_a_client_without_versions_gets_plain_changes(connect: Connect, uri: str) -> None:
    client = connect(capabilities={})
    client.open(uri, MISSPELT)
    fix = titled(actions(client, uri, everywhere(MISSPELT)), "muls")
    assert applied(MISSPELT, fix, uri) == KERNEL


@pytest.mark.parametrize("end", ["", "  # the result", "  # noqa: E501"])
def test_hiding_a_finding_in_its_line(client: Client, uri: str, end: str) -> None:
    text = TOO_LARGE.replace("asc.float32, TILE)\n    asc.data", f"asc.float32, TILE){end}\n    asc.data")
    client.open(uri, text)
    hide = titled(actions(client, uri, client.diagnostics(uri)[0]["range"]), "hide ASC101")
    after = applied(text, hide, uri)
    assert len(after.split("\n")) == len(text.split("\n"))
    client.replace(uri, 2, after)
    assert client.codes(uri, 2) == []


@pytest.mark.parametrize(
    "call",
    [
        "ub.alloc(\n        asc.TPosition.VECOUT,\n        asc.float32, TILE)",
        "ub.alloc(asc.TPosition.VECOUT, \\\n        asc.float32, TILE)",
        'ub.alloc(asc.TPosition.VECOUT, asc.float32, TILE); """\n"""',
    ],
)
def test_hiding_a_finding_in_a_statement_of_several_lines(client: Client, uri: str, call: str) -> None:
    text = TOO_LARGE.replace("ub.alloc(asc.TPosition.VECOUT, asc.float32, TILE)", call)
    client.open(uri, text)
    found = next(each for each in client.diagnostics(uri) if each["code"] == "ASC101")
    client.replace(uri, 2, applied(text, titled(actions(client, uri, found["range"]), "hide ASC101"), uri))
    assert "ASC101" not in client.codes(uri, 2) and "ASC001" not in client.codes(uri, 2)


def test_a_second_finding_of_a_line_joins_the_comment(client: Client, uri: str) -> None:
    text = TOO_LARGE.replace("asc.float32, TILE)\n    asc.data", "asc.float32, TILE)  # noqa: ASC601 why\n    asc.data")
    client.open(uri, text)
    client.diagnostics(uri)
    area = {"start": at(text, "ub.alloc(asc.TPosition.VECOUT"), "end": at(text, "ub.alloc(asc.TPosition.VECOUT")}
    assert "# noqa: ASC601, ASC101 why\n" in applied(text, titled(actions(client, uri, area), "hide ASC101"), uri)


def test_a_syntax_error_and_a_useless_comment_cannot_be_hidden(client: Client, uri: str) -> None:
    client.open(uri, KERNEL + "    asc.add(\n")
    assert client.codes(uri) == ["ASC001"]
    assert actions(client, uri, everywhere(KERNEL)) == []


def test_assuming_a_bound(client: Client, uri: str) -> None:
    client.open(uri, UNBOUNDED)
    assert "ASC102" in client.codes(uri)
    assume = titled(actions(client, uri, everywhere(UNBOUNDED)), "assume")
    after = applied(UNBOUNDED, assume, uri)
    head, comment, rest = after.partition("    # pyasc-lint: assume ")
    assert comment and head.endswith("n: int):\n") and rest.split("\n")[1].strip() == "asc.init_soc_state()"
    client.replace(uri, 2, after)
    assert "ASC102" not in client.codes(uri, 2) and "ASC007" not in client.codes(uri, 2)


def test_a_loose_bound_is_tightened(client: Client, uri: str) -> None:
    text = UNBOUNDED.replace("n: int):\n", "n: int):\n    # pyasc-lint: assume 0 < n <= 99999, n % 64 == 0\n")
    client.open(uri, text)
    assert "ASC102" in client.codes(uri)
    client.replace(uri, 2, applied(text, titled(actions(client, uri, everywhere(text)), "assume"), uri))
    assert "ASC102" not in client.codes(uri, 2)


BOTH = MISSPELT.replace("TILE = 8192\n", "TILE = 8192  # noqa: ASC101\n")


def test_fixing_everything_at_once(client: Client, uri: str) -> None:
    client.open(uri, BOTH)
    (action,) = actions(client, uri, everywhere(BOTH), "source.fixAll")
    assert action["kind"] == "source.fixAll.pyasc-lint"
    assert applied(BOTH, action, uri) == KERNEL


def test_fixing_everything_when_it_is_chosen(connect: Connect, uri: str) -> None:
    kinds = {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["source"]}}}
    resolving = {**kinds, "resolveSupport": {"properties": ["edit"]}, "dataSupport": True}
    document = {**EVERYTHING["textDocument"], "codeAction": resolving}
    client = connect(capabilities={**EVERYTHING, "textDocument": document})
    client.open(uri, BOTH)
    action = titled(actions(client, uri, everywhere(BOTH)), "Fix everything")
    assert "edit" not in action
    assert applied(BOTH, client.request("codeAction/resolve", action), uri) == KERNEL
    client.replace(uri, 2, BOTH + "\n")
    assert "edit" not in client.request("codeAction/resolve", action)


def test_only_the_kinds_that_were_asked_for(client: Client, uri: str) -> None:
    client.open(uri, BOTH)
    assert {each["kind"] for each in actions(client, uri, everywhere(BOTH), "quickfix")} == {"quickfix"}
    assert actions(client, uri, everywhere(BOTH), "refactor") == []
    assert actions(client, uri, everywhere(BOTH), "source.organizeImports") == []


def test_a_clean_text_has_no_actions(client: Client, uri: str) -> None:
    client.open(uri, KERNEL)
    assert actions(client, uri, everywhere(KERNEL)) == []
    assert actions(client, uri, everywhere(KERNEL), "source.fixAll") == []


def test_line_ends_stay_those_of_the_document(client: Client, uri: str) -> None:
    text = UNBOUNDED.replace("\n", "\r\n")
    client.open(uri, text)
    client.diagnostics(uri)
    assume = titled(actions(client, uri, everywhere(UNBOUNDED)), "assume")
    assert assume["edit"]["documentChanges"][0]["edits"][0]["newText"].endswith("\r\n")


def test_titles_in_chinese(connect: Connect, uri: str) -> None:
    client = connect(locale="zh-TW")
    client.open(uri, TOO_LARGE)
    client.diagnostics(uri)
    assert "在本行隐藏 ASC101" in [each["title"] for each in actions(client, uri, everywhere(TOO_LARGE))]
