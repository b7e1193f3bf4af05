"""Commands: what they answer, what they show, and what they say to wrong arguments."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from tests.lsp.conftest import EVERYTHING, KERNEL, TOO_LARGE, Connect, at, line_of
from tests.support.lsp_client import ServerError


def last_line(text: str) -> int:
    """The number, from 0, of the last line that has something."""
    return text.count("\n") - 1


def test_the_memory_map_is_an_image(connect: Connect, uri: str) -> None:
    client = connect()
    client.open(uri, KERNEL)
    answer = client.command("memoryMap", uri, "scale")
    image = ElementTree.fromstring(answer["svg"])
    titles = [each.text or "" for each in image.iter("{http://www.w3.org/2000/svg}title")]
    assert [each.partition(":")[0] for each in titles] == ["x_in", "y_out"]
    assert client.command("memoryMap", uri)["kernel"] is None
    assert "scale (kernel.py:7): UB" in answer["svg"]
    narrow = ElementTree.fromstring(client.command("memoryMap", uri, "scale", "400")["svg"])
    assert (image.get("width"), narrow.get("width")) == ("960", "400")
    bars = [float(each.get("width", 0)) for each in narrow.iter("{http://www.w3.org/2000/svg}rect")]
    assert max(bars) == 400 and all(each < 400 for each in bars[1:])


def test_the_memory_map_has_its_numbers_and_places(connect: Connect, uri: str) -> None:
    client = connect()
    client.open(uri, KERNEL)
    answer = client.command("memoryMap", uri)
    (kernel,) = answer["kernels"]
    assert (kernel["name"], kernel["static"]) == ("scale", True)
    definition = kernel["range"]
    assert (definition["start"]["line"], definition["end"]["line"]) == (line_of(KERNEL, "@asc.jit"), last_line(KERNEL))
    (memory,) = answer["memories"]
    assert (memory["kernel"], memory["target"], memory["hardware"]) == ("scale", "Ascend910B1", "UB")
    x_in, y_out = memory["buffers"]
    assert (x_in["name"], x_in["position"], x_in["dtype"], x_in["bytes"]) == ("x_in", "VECIN", "float32", 32768)
    assert (y_out["start"], y_out["end"], y_out["written_by"], y_out["read_by"]) == (32768, 65536, ["V"], ["MTE3"])
    assert x_in["uses"] == [line_of(KERNEL, part) + 1 for part in ("asc.data_copy(x_in", "asc.muls(")]
    start = at(KERNEL, "ub.alloc(asc.TPosition.VECIN")
    assert x_in["range"]["start"] == start
    assert (x_in["line"], x_in["column"]) == (start["line"] + 1, start["character"] + 1)
    bars = [each for each in ElementTree.fromstring(answer["svg"]).iter() if each.get("class") == "tensor"]
    assert [(int(each.get("data-line", 0)), int(each.get("data-column", 0))) for each in bars] == [
        (each["line"], each["column"]) for each in memory["buffers"]
    ]


def test_the_memory_map_follows_lines_that_move_while_the_text_is_broken(connect: Connect, uri: str) -> None:
    client = connect()
    client.open(uri, KERNEL)
    assert client.codes(uri) == []
    broken = KERNEL.replace("    y_out = ub.alloc(", "    (\n\n    y_out = ub.alloc[")
    client.replace(uri, 2, broken)
    assert client.codes(uri, 2) == ["ASC001"]
    answer = client.command("memoryMap", uri, "scale")
    x_in, y_out = answer["memories"][0]["buffers"]
    assert x_in["range"]["start"] == at(broken, "ub.alloc(") and y_out["range"] is None
    assert y_out["uses"] == [line_of(broken, part) + 1 for part in ("asc.muls(", "asc.data_copy(y_gm")]
    assert answer["kernels"][0]["range"]["end"]["line"] == last_line(broken)


def test_the_memory_map_of_a_file_without_kernels(connect: Connect, uri: str) -> None:
    client = connect()
    client.open(uri, "x = 1\n")
    answer = client.command("memoryMap", uri)
    assert (answer["kernels"], answer["memories"]) == ([], []) and answer["svg"].startswith("<svg")


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


def test_a_preview_asks_for_what_the_sources_do_not_tell(connect: Connect, uri: str) -> None:
    client = connect()
    text = KERNEL.replace("y: asc.GlobalAddress)", "y: asc.GlobalAddress, factor)").replace("2.0", "factor")
    client.open(uri, text)
    answer = client.command("emitPreview", uri, "scale")
    assert "factor" in answer["error"] and answer["signature"].startswith("scale(x=float32*, y=float32*, factor=")
    answer = client.command("emitPreview", uri, "scale", "scale(factor=float32)")
    assert "float factor" in answer["text"]
    client.open(uri.replace("kernel", "large"), TOO_LARGE)
    assert client.command("emitPreview", uri.replace("kernel", "large"), "scale")["signature"] is None


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
    client.open(uri.replace("kernel", "large"), TOO_LARGE)
    assert client.command("emitPreview", uri.replace("kernel", "large"), "scale")["error"]
    assert client.command("memoryMap", uri, "nobody")["error"] and client.command("pickChip", "nothing")["error"]
    assert client.command("pickChip", "Ascend910B2") == {"chip": "Ascend910B2"}
    assert client.requests == [] and client.shown() == []


def test_a_client_that_wants_it_is_told_of_every_check(start: Connect, tmp_path: Path, uri: str) -> None:
    client = start()
    client.initialize(tmp_path, {**EVERYTHING, "experimental": {"checkedNotification": True}})

    def told() -> list[tuple[object, ...]]:
        checks = [each["params"] for each in client.messages if each["method"] == "pyasc-lint/checked"]
        assert all(each["uri"] == uri for each in checks)
        return [(each["version"], each["targets"], each["targetOrigin"], each["kernels"]) for each in checks]

    client.open(uri, KERNEL)
    client.wait(lambda: told() == [(1, ["Ascend910B1"], "options", 1)])
    client.command("pickChip", "Ascend910B3")
    client.wait(lambda: told()[1:] == [(1, ["Ascend910B3"], "picked", 1)])
    client.replace(uri, 2, "x = 1\n")
    client.wait(lambda: told()[2:] == [(2, ["Ascend910B3"], "picked", 0)])


def test_no_other_client_is_told_of_checks(connect: Connect, uri: str) -> None:
    client = connect()
    client.open(uri, KERNEL)
    assert client.codes(uri) == []
    client.command("status")
    assert not [each for each in client.messages if each["method"].startswith("pyasc-lint/")]


def test_a_picked_chip_wins_until_it_is_given_back(connect: Connect, uri: str) -> None:
    client = connect()
    client.open(uri, KERNEL)
    assert client.codes(uri) == []
    assert client.command("pickChip", "ascend310p3") == {"chip": "Ascend310P3"}
    client.wait(lambda: client.published[uri]["diagnostics"])
    settings = client.command("resolvedSettings", uri)
    assert (settings["targets"], settings["targetOrigin"]) == (["Ascend310P3"], "picked")
    assert settings["origins"]["target"] == "picked"
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


@pytest.mark.parametrize("width", ["", "wide", "-1", "100", "100000"])
def test_a_wrong_width_is_told(connect: Connect, uri: str, width: str) -> None:
    client = connect()
    with pytest.raises(ServerError, match="the width must be a number of pixels from 200 to 10000"):
        client.command("memoryMap", uri, None, width)


def test_a_document_that_is_not_open(connect: Connect) -> None:
    client = connect()
    for name, more in (("memoryMap", []), ("emitPreview", ["k"]), ("resolvedSettings", [])):
        assert "not open" in client.command(name, "file:///nowhere.py", *more)["error"]


def test_an_unknown_command_is_an_error(connect: Connect) -> None:
    client = connect()
    with pytest.raises(ServerError, match="pyasc-lint.nothing"):
        client.command("nothing")
