"""Commands: what they answer, what they show, and what they say to wrong arguments."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from tests.lsp.conftest import EVERYTHING, KERNEL, TOO_LARGE, Connect
from tests.support.lsp_client import ServerError


def test_the_memory_map_is_an_image(connect: Connect, uri: str) -> None:
    client = connect()
    client.open(uri, KERNEL)
    answer = client.command("memoryMap", uri, "scale")
    image = ElementTree.fromstring(answer["svg"])
    titles = [each.text or "" for each in image.iter("{http://www.w3.org/2000/svg}title")]
    assert [each.partition(":")[0] for each in titles] == ["x_in", "y_out"]
    assert client.command("memoryMap", uri)["kernel"] is None


def test_the_memory_map_stays_while_the_text_is_broken(connect: Connect, uri: str) -> None:
    client = connect()
    client.open(uri, KERNEL)
    assert client.codes(uri) == []
    client.replace(uri, 2, KERNEL + "if\n")
    assert client.codes(uri, 2) == ["ASC001"]
    assert "x_in" in client.command("memoryMap", uri, "scale")["svg"]


def test_a_preview_is_the_generated_text(connect: Connect, uri: str) -> None:
    client = connect()
    client.open(uri, KERNEL)
    answer = client.command("emitPreview", uri, "scale", "scale(x=float32*, y=float32*)")
    assert "void scale(" in answer["text"] and "DataCopy(" in answer["text"]
    assert "CMakeLists.txt" in answer["projects"]["scale"]


def test_a_preview_says_why_there_is_none(connect: Connect, uri: str) -> None:
    client = connect()
    client.open(uri, TOO_LARGE)
    assert "ASC101" in client.command("emitPreview", uri, "scale")["error"]
    assert "nobody" in client.command("emitPreview", uri, "nobody")["error"]
    assert "no dtype" in client.command("emitPreview", uri, "scale", "scale(x=flaot32*)")["error"]
    assert any("ASC101" in message for message in client.shown())


def test_results_are_shown_as_documents_where_the_client_can(start: Connect, tmp_path: Path, uri: str) -> None:
    client = start()
    client.initialize(tmp_path, {**EVERYTHING, "window": {"showDocument": {"support": True}}})
    client.open(uri, KERNEL)
    svg = client.command("memoryMap", uri, "scale")["svg"]
    text = client.command("emitPreview", uri, "scale", "scale(x=float32*, y=float32*)")["text"]
    client.wait(lambda: len(client.requests) >= 2)
    shown = [each["params"]["uri"] for each in client.requests if each["method"] == "window/showDocument"]
    assert [Path(unquote(each).removeprefix("file://")).read_text(encoding="utf-8") for each in shown] == [svg, text]


def test_a_client_may_show_results_itself(start: Connect, tmp_path: Path, uri: str) -> None:
    client = start()
    capabilities = {**EVERYTHING, "window": {"showDocument": {"support": True}}}
    client.initialize(tmp_path, capabilities, initializationOptions={"showResults": False})
    client.open(uri, KERNEL)
    assert client.command("memoryMap", uri, "scale")["svg"]
    assert client.requests == []


def test_a_picked_chip_wins_until_it_is_given_back(connect: Connect, uri: str) -> None:
    client = connect()
    client.open(uri, KERNEL)
    assert client.codes(uri) == []
    assert client.command("pickChip", "ascend310p3") == {"chip": "Ascend310P3"}
    client.wait(lambda: client.published[uri]["diagnostics"])
    settings = client.command("resolvedSettings", uri)
    assert (settings["targets"], settings["targetOrigin"]) == (["Ascend310P3"], "picked")
    assert [each["name"] for each in client.command("chips") if each["picked"]] == ["Ascend310P3"]
    assert client.command("pickChip", "") == {"chip": None}
    client.wait(lambda: not client.published[uri]["diagnostics"])


def test_an_unknown_chip_is_refused_with_a_hint(connect: Connect) -> None:
    client = connect()
    assert "Ascend910B1" in client.command("pickChip", "Ascend910B11")["error"]


def test_the_server_asks_for_the_chip(connect: Connect) -> None:
    client = connect()
    client.choice = "Ascend910B3"
    assert client.command("pickChip") == {"chip": "Ascend910B3"}
    client.choice = None
    assert client.command("pickChip") == {"chip": "Ascend910B3"}


def test_resolved_settings_say_where_they_come_from(connect: Connect, uri: str, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.pyasc-lint]\ntarget = "Ascend910B4"\n', encoding="utf-8")
    client = connect()
    client.open(uri, KERNEL)
    answer = client.command("resolvedSettings", uri)
    assert answer["settings"]["target"] == ["Ascend910B4"] and answer["targets"] == ["Ascend910B4"]
    assert (answer["root"], answer["targetOrigin"]) == (str(tmp_path), "options")
    assert answer["server"]["debounce"] == 100


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("memoryMap", []), ("memoryMap", [1]), ("emitPreview", ["u"]), ("emitPreview", ["u", "k", "s", "more"]),
     ("resolvedSettings", [None]), ("pickChip", [["Ascend910B1"]])],
)  # fmt: skip
def test_wrong_arguments_are_told(connect: Connect, name: str, arguments: list[object]) -> None:
    client = connect()
    with pytest.raises(ServerError, match="the arguments must be texts"):
        client.command(name, *arguments)


def test_a_document_that_is_not_open(connect: Connect) -> None:
    client = connect()
    for name, more in (("memoryMap", []), ("emitPreview", ["k"]), ("resolvedSettings", [])):
        assert "not open" in client.command(name, "file:///nowhere.py", *more)["error"]


def test_an_unknown_command_is_an_error(connect: Connect) -> None:
    client = connect()
    with pytest.raises(ServerError, match="pyasc-lint.nothing"):
        client.command("nothing")
