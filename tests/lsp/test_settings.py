"""Settings of the editor, configuration files and chip profiles: which wins, and what a change does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.conftest import EVERYTHING, KERNEL, TOO_LARGE, Connect
from tests.support.lsp_client import Client

ASKED = {**EVERYTHING, "workspace": {**EVERYTHING["workspace"], "configuration": True, "workspaceFolders": True}}

CHIP = """\
name = "Small"
inherits = "Ascend910B1"

[memory.UB]
published_end = {end}
"""


def codes(client: Client, uri: str) -> list[str]:
    return [each["code"] for each in client.published.get(uri, {"diagnostics": []})["diagnostics"]]


def changed(client: Client, *paths: Path) -> None:
    changes = [{"uri": path.as_uri(), "type": 2} for path in paths]
    client.notify("workspace/didChangeWatchedFiles", {"changes": changes})


@pytest.mark.parametrize("options", [{"ignore": ["ASC101"]}, {"settings": {"ignore": "ASC1"}},
                                     {"pyasc-lint": {"ignore": ["tile-overflow"]}}])  # fmt: skip
def test_settings_that_come_with_the_start(connect: Connect, uri: str, options: Any) -> None:
    client = connect(initializationOptions=options)
    client.open(uri, TOO_LARGE)
    assert client.codes(uri) == []


def test_settings_that_the_client_sends(connect: Connect, uri: str) -> None:
    client = connect()
    client.open(uri, TOO_LARGE)
    assert client.codes(uri) == ["ASC101"]
    client.notify("workspace/didChangeConfiguration", {"settings": {"pyasc-lint": {"ignore": ["ASC101"]}}})
    client.wait(lambda: not codes(client, uri))
    client.notify("workspace/didChangeConfiguration", {"settings": {"pyasc-lint": {}}})
    client.wait(lambda: codes(client, uri))


def test_settings_that_the_server_asks_for_by_folder(start: Connect, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
    client = start()
    client.configuration = {first.as_uri(): {"ignore": ["ASC101"]}, second.as_uri(): None}
    folders = [{"uri": folder.as_uri(), "name": folder.name} for folder in (first, second)]
    client.initialize(None, ASKED, workspaceFolders=folders)
    uris = [(folder / "kernel.py").as_uri() for folder in (first, second)]
    for uri in uris:
        client.open(uri, TOO_LARGE)
    client.wait(lambda: codes(client, uris[1]) == ["ASC101"] and uris[0] in client.published)
    client.wait(lambda: codes(client, uris[0]) == [])
    client.configuration = {second.as_uri(): {"ignore": ["ASC101"]}}
    client.notify("workspace/didChangeConfiguration", {"settings": None})
    client.wait(lambda: codes(client, uris[0]) == ["ASC101"] and codes(client, uris[1]) == [])


def test_folders_that_come_later_have_settings_too(start: Connect, tmp_path: Path, uri: str) -> None:
    client = start()
    client.initialize(None, ASKED)
    client.open(uri, TOO_LARGE)
    assert client.codes(uri) == ["ASC101"]
    client.configuration = {tmp_path.as_uri(): {"ignore": ["ASC101"]}}
    added = [{"uri": tmp_path.as_uri(), "name": "later"}]
    client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": added, "removed": []}})
    client.wait(lambda: not codes(client, uri))


def test_the_editor_wins_over_the_file(connect: Connect, uri: str, tmp_path: Path) -> None:
    (tmp_path / "pyasc-lint.toml").write_text('target = "Ascend910B4"\n', encoding="utf-8")
    client = connect(initializationOptions={"target": "Ascend910B3"})
    client.open(uri, KERNEL)
    assert client.command("resolvedSettings", uri)["targets"] == ["Ascend910B3"]


def test_a_file_of_the_editors_choice(connect: Connect, uri: str, tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text('ignore = ["ASC101"]\n', encoding="utf-8")
    client = connect(initializationOptions={"configuration": "other.toml"})
    client.open(uri, TOO_LARGE)
    assert client.codes(uri) == []


def test_each_folder_has_its_file(start: Connect, tmp_path: Path) -> None:
    for name, text in (("first", 'ignore = ["ASC101"]\n'), ("second", "")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "pyasc-lint.toml").write_text(text, encoding="utf-8")
    client = start()
    client.initialize(tmp_path, EVERYTHING)
    uris = [(tmp_path / name / "kernel.py").as_uri() for name in ("first", "second")]
    for uri in uris:
        client.open(uri, TOO_LARGE)
    assert [client.codes(uri) for uri in uris] == [[], ["ASC101"]]


def test_the_language_is_that_of_the_settings_then_the_file_then_the_client(
    start: Connect, tmp_path: Path, uri: str
) -> None:
    def message(**more: Any) -> str:
        client = start()
        client.initialize(tmp_path, EVERYTHING, **more)
        client.open(uri, TOO_LARGE)
        return str(client.diagnostics(uri)[0]["message"])

    assert "字节" in message(locale="zh-CN")
    (tmp_path / "pyasc-lint.toml").write_text('language = "en"\n', encoding="utf-8")
    assert "bytes" in message(locale="zh-CN")
    assert "字节" in message(locale="en", initializationOptions={"language": "zh"})


def test_a_changed_configuration_file_is_read_again(connect: Connect, uri: str, tmp_path: Path) -> None:
    client = connect()
    client.open(uri, TOO_LARGE)
    assert client.codes(uri) == ["ASC101"]
    path = tmp_path / "pyproject.toml"
    path.write_text('[tool.pyasc-lint]\nignore = ["ASC101"]\n', encoding="utf-8")
    changed(client, path)
    client.wait(lambda: not codes(client, uri))
    path.unlink()
    changed(client, path)
    client.wait(lambda: codes(client, uri))


def test_a_client_that_watches_nothing_sees_it_with_the_next_edit(connect: Connect, uri: str, tmp_path: Path) -> None:
    client = connect()
    client.open(uri, TOO_LARGE)
    assert client.codes(uri) == ["ASC101"]
    (tmp_path / "pyasc-lint.toml").write_text('ignore = ["ASC101"]\n', encoding="utf-8")
    client.replace(uri, 2, TOO_LARGE + "\n")
    assert client.codes(uri, 2) == []


def test_a_changed_chip_profile_is_read_again(connect: Connect, uri: str, tmp_path: Path) -> None:
    chip = tmp_path / "small.toml"
    chip.write_text(CHIP.format(end=188160), encoding="utf-8")
    (tmp_path / "pyasc-lint.toml").write_text('profiles = ["small.toml"]\ntarget = "Small"\n', encoding="utf-8")
    client = connect()
    client.open(uri, KERNEL)
    assert client.codes(uri) == []
    chip.write_text(CHIP.format(end=32768), encoding="utf-8")
    changed(client, chip)
    client.wait(lambda: "ASC116" in codes(client, uri))


def test_a_changed_module_that_is_not_open_is_read_again(connect: Connect, uri: str, tmp_path: Path) -> None:
    helper = tmp_path / "helper.py"
    helper.write_text("TILE = 8192\n", encoding="utf-8")
    client = connect()
    client.open(
        uri, KERNEL.replace("import asc\n", "import asc\nfrom helper import TILE\n").replace("TILE = 8192\n", "")
    )
    assert client.codes(uri) == []
    helper.write_text("TILE = 32768\n", encoding="utf-8")
    changed(client, helper)
    client.wait(lambda: codes(client, uri) == ["ASC101"])


def test_what_a_baseline_knows_is_not_shown(connect: Connect, uri: str, tmp_path: Path) -> None:
    baseline = tmp_path / "known.json"
    (tmp_path / "pyasc-lint.toml").write_text(f'baseline = "{baseline.name}"\n', encoding="utf-8")
    (tmp_path / "kernel.py").write_text(TOO_LARGE, encoding="utf-8")
    lint = [sys.executable, "-m", "pyasc_lint", "--write-baseline", baseline.name, "kernel.py"]
    subprocess.run(lint, cwd=tmp_path, check=True, capture_output=True)
    client = connect()
    client.open(uri, TOO_LARGE)
    assert client.codes(uri) == []
    client.replace(uri, 2, TOO_LARGE.replace("VECOUT, asc.float32, TILE", "VECOUT, asc.float32, TILE + 8"))
    assert client.codes(uri, 2) == ["ASC101"]
    client.replace(uri, 3, f"# A line more.\n{TOO_LARGE}")
    assert client.codes(uri, 3) == []
    baseline.write_text('{"version": 1, "findings": []}', encoding="utf-8")
    changed(client, baseline)
    client.wait(lambda: codes(client, uri) == ["ASC101"])


def test_a_baseline_that_cannot_be_read_is_told_and_hides_nothing(connect: Connect, uri: str, tmp_path: Path) -> None:
    (tmp_path / "pyasc-lint.toml").write_text('baseline = "known.json"\n', encoding="utf-8")
    (tmp_path / "known.json").write_text("[]", encoding="utf-8")
    client = connect()
    client.open(uri, TOO_LARGE)
    assert client.codes(uri) == ["ASC101"]
    assert any("known.json: is no baseline" in message for message in client.shown())


def test_a_broken_configuration_is_told_where_it_is_written(connect: Connect, uri: str, tmp_path: Path) -> None:
    path = tmp_path / "pyasc-lint.toml"
    path.write_text('ignore = ["ASC602"]\n', encoding="utf-8")
    client = connect()
    client.open(uri, TOO_LARGE)
    assert client.codes(uri) == ["ASC101"]
    path.write_text('\nignroe = ["ASC101"]\n', encoding="utf-8")
    changed(client, path)
    client.wait(lambda: client.published.get(path.as_uri()))
    (problem,) = client.published[path.as_uri()]["diagnostics"]
    assert problem["range"]["start"]["line"] == 1 and "did you mean ignore?" in problem["message"]
    assert codes(client, uri) == ["ASC101"] and any("ignroe" in message for message in client.shown())
    path.write_text('ignore = ["ASC101"]\n', encoding="utf-8")
    changed(client, path)
    client.wait(lambda: not codes(client, uri) and not client.published[path.as_uri()]["diagnostics"])


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"ignroe": []}, ""),
        ({"ignroe": ["ASC1"]}, "pyasc-lint.ignroe is no setting; did you mean ignore?"),
        ({"debounce": 1000}, "pyasc-lint.debounce must be a number of milliseconds up to 100"),
        ({"run": "always"}, "pyasc-lint.run must be onType or onSave"),
        ({"pyascVersion": "9"}, "pyasc-lint.pyascVersion must be"),
        ({"target": "Ascend910B99"}, "Ascend910B9"),
        ({"select": ["ASC999"]}, "ASC999"),
        ([], ""),
    ],
)  # fmt: skip
def test_wrong_settings_are_told_and_the_rest_holds(connect: Connect, uri: str, settings: Any, said: str) -> None:
    if isinstance(settings, dict):
        settings = {**settings, "trace": {"server": "off"}, "fake": None}
    client = connect(initializationOptions=settings)
    client.open(uri, KERNEL)
    if said:
        client.wait(lambda: any(said in message for message in client.shown()))
    else:
        assert client.codes(uri) == [] and not client.shown()


@pytest.mark.parametrize(
    ("settings", "said", "held"),
    [
        ({"target": ["Ascend911"]}, 'pyasc-lint.target: unknown chip "Ascend911"', {"target": ["Ascend910B4"]}),
        ({"target": ["Ascend911", "Ascend910B2"]}, "pyasc-lint.target: ", {"target": ["Ascend910B2"]}),
        ({"ignore": ["ASC999", "ASC602"]}, "pyasc-lint.ignore: ", {"ignore": ["ASC602"]}),
        ({"select": ["ASC999"], "extendSelect": ["ASC999"], "ignore": ["ASC602"]},
         "pyasc-lint.select, pyasc-lint.extendSelect: ",
         {"ignore": ["ASC602"]}),
        ({"profiles": ["missing.toml"], "ignore": ["ASC602"]}, "missing.toml", {"ignore": ["ASC602"]}),
        ({"configuration": "missing.toml", "ignore": ["ASC602"]}, "missing.toml",
         {"ignore": ["ASC602"], "target": ["Ascend910B4"]}),
    ],
)  # fmt: skip
def test_a_value_that_cannot_be_used_is_told_and_left_out(
    start: Connect, tmp_path: Path, uri: str, settings: Any, said: str, held: dict[str, Any]
) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.pyasc-lint]\ntarget = "Ascend910B4"\n', encoding="utf-8")
    client = start()
    hears = {**EVERYTHING, "experimental": {"checkedNotification": True}}
    client.initialize(tmp_path, hears, initializationOptions=settings)
    client.open(uri, TOO_LARGE)
    assert client.codes(uri) == ["ASC101"]
    assert any(said in message for message in client.shown())
    answer = client.command("resolvedSettings", uri)
    assert {name: answer["settings"][name] for name in held} == held
    assert any(said in each["message"] for each in answer["problems"])
    checks = [each["params"] for each in client.messages if each["method"] == "pyasc-lint/checked"]
    assert checks[-1]["problems"] == answer["problems"]
    assert client.command("memoryMap", uri, "scale")["svg"] and client.ask("codeLens", uri)


@pytest.mark.parametrize("text", ["[tool.pyasc-lint\n", '[tool.pyasc-lint]\ntarget = "Ascend911"\n'])
def test_a_start_with_a_broken_file_checks_without_it(connect: Connect, uri: str, tmp_path: Path, text: str) -> None:
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    client = connect(initializationOptions={"ignore": ["ASC602"]})
    client.open(uri, TOO_LARGE)
    assert client.codes(uri) == ["ASC101"]
    answer = client.command("resolvedSettings", uri)
    assert answer["settings"]["ignore"] == ["ASC602"] and answer["origins"]["ignore"] == "editor"
    assert answer["problems"] and client.shown()
    assert answer["origins"].keys() >= {"extend-select", "reserved-ub"}


def test_a_setting_that_is_put_right_holds(connect: Connect, uri: str) -> None:
    client = connect(initializationOptions={"ignore": ["ASC999", "ASC101"]})
    client.open(uri, TOO_LARGE)
    assert client.codes(uri) == []
    client.notify("workspace/didChangeConfiguration", {"settings": {"pyasc-lint": {"ignore": ["ASC602"]}}})
    client.wait(lambda: codes(client, uri))
    assert client.command("resolvedSettings", uri)["problems"] == []


def test_checking_only_what_is_saved(connect: Connect, uri: str) -> None:
    client = connect(initializationOptions={"run": "onSave"})
    client.open(uri, KERNEL)
    assert client.codes(uri) == []
    client.replace(uri, 2, TOO_LARGE)
    client.command("status")
    assert client.published[uri]["version"] == 1
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    assert client.codes(uri, 2) == ["ASC101"]


def test_switched_off(connect: Connect, uri: str) -> None:
    client = connect()
    client.open(uri, TOO_LARGE)
    assert client.codes(uri) == ["ASC101"]
    client.notify("workspace/didChangeConfiguration", {"settings": {"enable": False}})
    client.wait(lambda: not codes(client, uri))
    assert client.ask("codeLens", uri) in (None, [])


def test_hints_and_lenses_can_be_switched_off(connect: Connect, uri: str) -> None:
    client = connect(initializationOptions={"inlayHints": False, "codeLens": False})
    client.open(uri, KERNEL)
    assert client.codes(uri) == []
    area = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    assert client.ask("inlayHint", uri, range=area) is None and client.ask("codeLens", uri) is None


def test_files_and_settings_are_watched_where_the_client_can(start: Connect, tmp_path: Path) -> None:
    client = start()
    dynamic = {"dynamicRegistration": True}
    workspace = {"didChangeWatchedFiles": dynamic, "didChangeConfiguration": dynamic}
    client.initialize(tmp_path, {"workspace": workspace})
    (request,) = client.wait(
        lambda: [each for each in client.requests if each["method"] == "client/registerCapability"]
    )
    registered = {each["method"]: each["registerOptions"] for each in request["params"]["registrations"]}
    globs = [each["globPattern"] for each in registered["workspace/didChangeWatchedFiles"]["watchers"]]
    assert {"**/*.py", "**/*.toml", "**/*.json"} <= set(globs)
    assert registered["workspace/didChangeConfiguration"] == {"section": "pyasc-lint"}
