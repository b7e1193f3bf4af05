"""Diagnostics: what they say, when they come and go."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.lsp.conftest import EDITORS, EVERYTHING, KERNEL, TOO_LARGE, Connect, at, capabilities_of, line_of


def test_a_finding_says_what_where_and_why(connect: Connect, uri: str) -> None:
    client = connect()
    client.open(uri, TOO_LARGE)
    (found,) = client.diagnostics(uri)
    assert (found["code"], found["severity"], found["source"]) == ("ASC101", 1, "pyasc-lint")
    assert "ends at 196,608" in found["message"]
    line = line_of(TOO_LARGE, "y_out = ")
    assert found["range"] == {"start": {"line": line, "character": 12}, "end": {"line": line, "character": 61}}
    (related,) = found["relatedInformation"]
    assert related["location"]["uri"] == uri and "x_in" in related["message"]
    assert related["location"]["range"]["start"] == at(TOO_LARGE, "ub.alloc(asc.TPosition.VECIN")
    page = found["codeDescription"]["href"]
    assert page.startswith("file:") and "asc101" in page and Path(page.removeprefix("file://")).is_file()


def test_what_does_nothing_is_faint(connect: Connect, uri: str) -> None:
    client = connect()
    client.open(uri, KERNEL.replace("TILE = 8192\n", "TILE = 8192  # noqa: ASC101\n"))
    (found,) = client.diagnostics(uri)
    assert (found["code"], found["severity"], found["tags"]) == ("ASC005", 2, [1])


def test_what_must_not_be_used_is_struck_through(connect: Connect, uri: str) -> None:
    client = connect()
    client.open(uri, KERNEL.replace("muls(y_out, x_in, 2.0, TILE)", "reduce_sum(y_out, x_in, y_out, TILE)"))
    (found,) = (each for each in client.diagnostics(uri) if each["code"] == "ASC202")
    assert (found["severity"], found["tags"]) == (1, [2])


def test_an_info_is_information(connect: Connect, uri: str) -> None:
    client = connect()
    line = "    spare = ub.alloc(asc.TPosition.VECIN, asc.float32, 64)\n"
    client.open(uri, KERNEL.replace("    asc.data_copy(x_in,", f"{line}    asc.data_copy(x_in,"))
    (found,) = client.diagnostics(uri)
    assert (found["code"], found["severity"], found["tags"]) == ("ASC113", 3, [1])


def test_with_several_chips_a_finding_names_those_it_holds_for(connect: Connect, uri: str) -> None:
    client = connect(initializationOptions={"target": ["Ascend910B1", "Ascend310P3"]})
    for version, tile, chips in ((1, "30000", "[Ascend910B1]"), (2, "40000", "[Ascend910B1, Ascend310P3]")):
        text = KERNEL.replace("8192", tile)
        client.open(uri, text) if version == 1 else client.replace(uri, version, text)
        (found,) = (each for each in client.diagnostics(uri, version) if each["code"] == "ASC101")
        assert found["message"].endswith(chips)


def test_a_client_that_shows_less_is_told_less(connect: Connect, uri: str) -> None:
    client = connect(capabilities={})
    client.open(uri, TOO_LARGE)
    (found,) = client.diagnostics(uri)
    assert not {"relatedInformation", "codeDescription", "tags"} & found.keys()


def test_they_follow_the_text_and_go_with_the_document(connect: Connect, uri: str) -> None:
    client = connect()
    client.open(uri, KERNEL)
    assert client.codes(uri) == []
    client.replace(uri, 2, TOO_LARGE)
    assert client.codes(uri, 2) == ["ASC101"]
    client.replace(uri, 3, KERNEL)
    assert client.codes(uri, 3) == []
    client.replace(uri, 4, TOO_LARGE)
    assert client.codes(uri, 4) == ["ASC101"]
    client.close(uri)
    client.wait(lambda: client.published[uri] == {"uri": uri, "diagnostics": []})


def test_a_text_that_does_not_parse_has_a_syntax_error(connect: Connect, uri: str) -> None:
    client = connect()
    client.open(uri, KERNEL + "    asc.add(\n")
    assert client.codes(uri) == ["ASC001"]


def test_python_without_kernels_is_left_alone(connect: Connect, uri: str) -> None:
    client = connect()
    client.open(uri, "def f(:\n")
    assert client.codes(uri) == []


def test_a_document_without_a_file(connect: Connect) -> None:
    client = connect()
    client.open("untitled:Untitled-1", TOO_LARGE)
    assert client.codes("untitled:Untitled-1") == ["ASC101"]


def test_other_languages_are_left_alone(connect: Connect, tmp_path: Path, uri: str) -> None:
    client = connect()
    other = (tmp_path / "notes.txt").as_uri()
    client.open(other, TOO_LARGE, language="plaintext")
    client.open(uri, KERNEL)
    assert client.codes(uri) == []
    assert other not in client.published and client.analyses()["started"] == 1


HELPER = "import asc\n\nTILE = 32768\n"
USER = KERNEL.replace("import asc\n", "import asc\nfrom helper import TILE\n").replace("TILE = 8192\n", "")


def test_constants_come_from_the_unsaved_text_of_another_document(connect: Connect, uri: str, tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text(HELPER.replace("32768", "8192"), encoding="utf-8")
    client, helper = connect(), (tmp_path / "helper.py").as_uri()
    client.open(uri, USER)
    assert client.codes(uri) == []
    client.open(helper, HELPER)
    client.wait(lambda: [each["code"] for each in client.published[uri]["diagnostics"]] == ["ASC101"])
    client.replace(helper, 2, HELPER.replace("32768", "1024"))
    client.wait(lambda: client.published[uri]["diagnostics"] == [])


def test_launches_in_another_document_are_cases(connect: Connect, uri: str, tmp_path: Path) -> None:
    kernel = KERNEL.replace("y: asc.GlobalAddress)", "y: asc.GlobalAddress, n: int)").replace("2.0, TILE)", "2.0, n)")
    client = connect()
    client.open(uri, kernel)
    assert "ASC107" not in client.codes(uri)
    client.open((tmp_path / "host.py").as_uri(), "from kernel import scale\n\nscale[8](a, b, 9000)\n")
    client.wait(lambda: "ASC107" in [each["code"] for each in client.published[uri]["diagnostics"]])
    found = next(each for each in client.published[uri]["diagnostics"] if each["code"] == "ASC107")
    assert "scale[8](a, b, 9000)" in found["message"]
    assert any(each["location"]["uri"].endswith("host.py") for each in found["relatedInformation"])


def test_a_finding_in_a_helper_file_stands_at_the_call(connect: Connect, uri: str, tmp_path: Path) -> None:
    lines = ["import asc\n\n\n@asc.jit\ndef fill(ub: asc.LocalMemAllocator):\n"]
    lines.append("    a = ub.alloc(asc.TPosition.VECIN, asc.float32, 65536)\n    asc.duplicate(a, 0.0, 64)\n")
    (tmp_path / "helper.py").write_text("".join(lines), encoding="utf-8")
    text = KERNEL.replace("import asc\n", "import asc\nfrom helper import fill\n").replace(
        "    asc.data_copy(x_in,", "    fill(ub)\n    asc.data_copy(x_in,"
    )
    client = connect()
    client.open(uri, text)
    found = next(each for each in client.diagnostics(uri) if each["code"] == "ASC101")
    assert found["range"]["start"] == at(text, "fill(ub)")
    assert "(helper.py:6)" in found["message"]
    places = [each["location"]["uri"] for each in found["relatedInformation"]]
    assert (tmp_path / "helper.py").as_uri() in places


def pulling(**more: Any) -> Any:
    document = {**EVERYTHING["textDocument"], "diagnostic": {"dynamicRegistration": False}}
    return {**EVERYTHING, "textDocument": document, **more}


def test_a_client_that_can_pulls_and_is_not_pushed(connect: Connect, uri: str) -> None:
    client = connect(capabilities=pulling())
    client.open(uri, TOO_LARGE)
    report = client.ask("diagnostic", uri)
    assert report["kind"] == "full" and [each["code"] for each in report["items"]] == ["ASC101"]
    assert client.ask("diagnostic", uri, previousResultId=report["resultId"])["kind"] == "unchanged"
    client.replace(uri, 2, KERNEL)
    changed = client.ask("diagnostic", uri, previousResultId=report["resultId"])
    assert changed["kind"] == "full" and changed["items"] == []
    assert client.published == {}


def test_only_a_client_that_can_pull_is_told_of_it(start: Connect, tmp_path: Path) -> None:
    assert "diagnosticProvider" not in start().initialize(tmp_path)["capabilities"]
    provider = start().initialize(tmp_path, pulling())["capabilities"]["diagnosticProvider"]
    assert provider["interFileDependencies"] is True


@pytest.mark.parametrize("editor", EDITORS)
def test_every_editor_gets_the_findings(start: Connect, tmp_path: Path, uri: str, editor: str) -> None:
    client = start()
    client.initialize(tmp_path, capabilities_of(editor))
    client.open(uri, TOO_LARGE)
    assert client.codes(uri) == ["ASC101"]
    offered = client.ask("codeAction", uri, range=client.diagnostics(uri)[0]["range"], context={"diagnostics": []})
    assert "hide ASC101 in this line" in [each["title"] for each in offered]
    assert client.ask("hover", uri, position=at(TOO_LARGE, "ub.alloc"))["contents"]["value"]
    assert len(client.ask("documentSymbol", uri)) >= 1
    assert client.end() == 0


def test_chinese_by_the_locale(connect: Connect, uri: str) -> None:
    client = connect(locale="zh-CN")
    client.open(uri, TOO_LARGE)
    assert "字节" in client.diagnostics(uri)[0]["message"]
