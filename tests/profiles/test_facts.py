"""The shipped profiles say what a table of expected numbers, made apart from them, says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import pytest

from pyasc_lint.profiles import Core, Profile, load_profile, load_profiles, load_sources

EXPECTED: dict[str, Any] = json.loads(Path(__file__).with_name("expected.json").read_text(encoding="utf-8"))
SOCS: dict[str, dict[str, Any]] = EXPECTED["socs"]
PROFILES = {profile.name: profile for profile in load_profiles()}

HARD_EVENTS = {
    "MTE2_MTE1",
    "MTE1_MTE2",
    "MTE1_M",
    "M_MTE1",
    "MTE2_V",
    "V_MTE2",
    "MTE3_V",
    "V_MTE3",
    "M_V",
    "V_M",
    "V_V",
    "MTE3_MTE1",
    "MTE1_MTE3",
    "MTE1_V",
    "MTE2_M",
    "M_MTE2",
    "V_MTE1",
    "M_FIX",
    "FIX_M",
    "MTE3_MTE2",
    "MTE2_MTE3",
    "S_V",
    "V_S",
    "S_MTE2",
    "MTE2_S",
    "S_MTE3",
    "MTE3_S",
    "MTE2_FIX",
    "FIX_MTE2",
    "FIX_S",
    "M_S",
    "FIX_MTE3",
    "MTE1_FIX",
    "FIX_MTE1",
    "FIX_FIX",
}
"""Members of asc.HardEvent in pyasc 1.1.1."""


def arch_of(profile: Profile) -> dict[str, Any]:
    facts: dict[str, Any] = EXPECTED["archs"][str(profile.arch)]
    return facts


def test_every_expected_chip_has_a_profile_and_no_other() -> None:
    assert {load_profile(soc).name for soc in SOCS} == set(PROFILES)


@pytest.mark.parametrize("soc", SOCS)
def test_chip(soc: str) -> None:
    profile, expected = load_profile(soc), SOCS[soc]
    count, compiler = profile.core_count, profile.compiler
    assert profile.arch == expected["arch"]
    assert profile.pyasc.supported is expected["pyasc"]
    assert profile.pyasc.platform == expected["platform"]
    assert profile.static_tensor.supported is expected["static_tensor"]
    assert (profile.static_tensor.reason is None) is expected["static_tensor"]
    assert [count.ai_core, count.aic, count.aiv] == expected["cores"]
    assert [compiler.aic, compiler.aiv, compiler.npu_arch] == expected["compiler"]
    assert profile.short_soc == expected.get("short_soc", profile.short_soc)


@pytest.mark.parametrize("name", PROFILES)
def test_memories(name: str) -> None:
    profile = PROFILES[name]
    found = {
        hardware: {
            "core": profile.core_of(hardware),
            "start": memory.start,
            "published_end": memory.published_end,
            "limit_all_off": memory.limit(reserved_ub=False, vf_stack=False),
            "scratch_start": memory.scratch_start,
            "physical_end": memory.physical_end,
            "align": memory.alignment(),
            "align_for": {use: memory.alignment(use) for use in memory.align_for},
        }
        for hardware, memory in profile.memories.items()
    }
    assert found == arch_of(profile)["memory"]


@pytest.mark.parametrize("name", PROFILES)
def test_reserved_ub(name: str) -> None:
    profile = PROFILES[name]
    expected = arch_of(profile)["reserved_ub"]
    if expected is None:
        assert profile.reserved_ub is None
        return
    reserved = profile.reserved_ub
    assert reserved is not None
    high_level = reserved.high_level_apis
    assert [reserved.start, reserved.end] == expected["region"]
    assert list(reserved.basic_apis) == expected["basic_apis"]
    assert (None if high_level is None else list(high_level)) == expected["high_level_apis"]
    assert reserved.disable_option == expected["option"]


@pytest.mark.parametrize("name", PROFILES)
def test_banks_events_positions_layout(name: str) -> None:
    profile = PROFILES[name]
    expected, layout, banks = arch_of(profile), profile.layout, profile.ub_banks
    assert banks is not None
    assert {
        "bank_groups": banks.groups,
        "bank_count": banks.banks,
        "bank_bytes": banks.bank_bytes,
        "row_bytes": banks.row_bytes,
        "banks_per_group": banks.banks_per_group,
    } == expected["ub_banks"]
    usable = profile.event_ids.usable
    assert {
        "count": profile.event_ids.count,
        "usable": None if usable is None else list(usable),
        "reserved": list(profile.event_ids.reserved),
    } == expected["event_ids"]
    assert {position: profile.hardware_of(position) for position in profile.positions} == expected["positions"]
    assert profile.default_positions == EXPECTED["default_positions"]
    assert {key: getattr(layout, key) for key in EXPECTED["layout"]} == EXPECTED["layout"]


@pytest.mark.parametrize("name", [name for name, profile in PROFILES.items() if profile.arch == 2201])
def test_paths_and_events_of_2201(name: str) -> None:
    profile = PROFILES[name]
    expected = arch_of(profile)
    assert profile.paths == expected["paths"]
    for core in ("AIV", "AIC"):
        lists = expected["events"][core]
        statuses = {event: profile.event_status(core, event) for event in HARD_EVENTS}
        assert {event for event in statuses if statuses[event] == "documented"} == set(lists["documented"])
        assert {event for event in statuses if statuses[event] == "undocumented"} == set(lists["undocumented"])


def test_events_are_unknown_where_nothing_is_published() -> None:
    assert load_profile("Ascend310P3").event_status("AICORE", "MTE2_V") is None
    assert load_profile("Ascend910B1").event_status("AICORE", "MTE2_V") is None


def test_950_cube_core_has_no_mte3() -> None:
    profile = load_profile("Ascend950PR_9599")
    assert profile.event_status("AIC", "MTE1_MTE3") == "absent"
    assert profile.event_status("AIC", "MTE1_FIX") == "undocumented"
    assert profile.path_pipe("L1", "GM") is None
    assert profile.path_pipe("GM", "L0A") is None
    assert profile.path_pipe("L0C", "UB") == "FIX"


@pytest.mark.parametrize("name", PROFILES)
def test_cores_agree_with_themselves(name: str) -> None:
    profile = PROFILES[name]
    assert profile.coupled == (set(profile.cores) == {"AICORE"})
    assert set(profile.cores) <= set(get_args(Core))
    for facts in profile.cores.values():
        assert set(facts.barriers) == {*facts.pipes, "ALL"} - {"S"}
        for event in (*(facts.events or ()), *(facts.undocumented_events or ())):
            assert event in HARD_EVENTS
            assert {*event.split("_")} <= {*facts.pipes}
        assert set(facts.auto_sync_events or ()) <= set(facts.events or ())
        assert set(facts.auto_sync_barriers or ()) <= set(facts.barriers)
    for path in profile.paths or ():
        source, destination = path.split("->")
        core = profile.core_of(source) or profile.core_of(destination)
        assert core is not None
        assert profile.path_pipe(source, destination) in profile.cores[core].pipes
    assert set(profile.static_tensor.excluded_paths) <= set(profile.paths or ())


def test_the_ends_of_the_ub_on_2201() -> None:
    ub = load_profile("Ascend910B1").memory("UB")
    assert ub is not None
    assert (ub.limit(), ub.limit(reserved_ub=False), ub.physical_end) == (188160, 196352, 196608)
    assert ub.limit(vf_stack=False) == 188160


def test_each_option_of_the_950_frees_its_own_part() -> None:
    ub = load_profile("Ascend950PR_9599").memory("UB")
    assert ub is not None
    assert (ub.limit(reserved_ub=False), ub.limit(vf_stack=False)) == (256000, 260096)
    assert ub.start_symbol == "dynamicStartUB"


def test_limit_without_a_published_one_is_the_physical_end() -> None:
    ub = load_profile("Ascend310P3").memory("UB")
    assert ub is not None
    assert ub.limit() == ub.physical_end == 262144


def test_missing_memory_and_unknown_position() -> None:
    profile = load_profile("Ascend310P3")
    assert profile.memory("BIAS") is None
    assert profile.core_of("BIAS") is None
    assert profile.hardware_of("C3") is None
    assert profile.positions_of("L0C") == ("C2", "CO1")


def test_select_uses_the_reserved_ub_in_two_modes() -> None:
    reserved = load_profile("Ascend910B1").reserved_ub
    assert reserved is not None
    assert [reserved.uses("Select", mode=mode) for mode in (0, 1, 2, None)] == [False, True, True, None]
    assert reserved.uses("AddDeqRelu") is True
    assert reserved.uses("Add") is False
    assert reserved.detail["Select"].extent(count=4096, element_bytes=2) == 64
    assert [reserved.detail["AddDeqRelu"].extent(count, 4) for count in (100, 4096)] == [400, 8192]


def test_reserved_ub_of_other_architectures() -> None:
    reserved = load_profile("Ascend310P3").reserved_ub
    assert reserved is not None
    assert [reserved.uses("DataCopy", params=params) for params in ("", "Nd2NzParams", None)] == [False, True, None]
    assert reserved.detail["Brcb"].extent(count=8, element_bytes=4) == 2048
    reserved = load_profile("Ascend950PR_9599").reserved_ub
    assert reserved is not None
    assert reserved.uses("Add") is None


def test_banks_of_addresses() -> None:
    banks = load_profile("Ascend910B1").ub_banks
    assert banks is not None
    assert [banks.bank_of(address) for address in (0, 0x10000, 0x10020, 0x20020)] == [0, 16, 17, 33]
    banks = load_profile("Ascend950PR_9599").ub_banks
    assert banks is not None
    assert [banks.group_of(address) for address in (0x20, 0xE0, 0x100)] == [1, 7, 0]
    assert [banks.bank_of(address) for address in (0, 0x100, 0x1E0)] == [0, 8, 15]
    banks = load_profile("Ascend310P3").ub_banks
    assert banks is not None
    assert banks.group_of(32) is None
    assert banks.bank_of(32) is None


UNSOURCED = {"name", "aliases", "arch", "inherits", "note", "confused_with"}


@pytest.mark.parametrize("name", PROFILES)
def test_every_fact_has_sources_and_every_source_is_known(name: str) -> None:
    profile, known = PROFILES[name], load_sources()
    facts = {key: sources for key, sources in profile.sources.items() if key not in UNSOURCED}
    assert {"arch", "memory.UB.align", "core_count.ai_core", "positions"} <= profile.sources.keys()
    assert [key for key, sources in facts.items() if not sources] == []
    assert {source for sources in facts.values() for source in sources} <= set(known)


def test_every_source_is_used() -> None:
    used = {key for profile in PROFILES.values() for keys in profile.sources.values() for key in keys}
    assert used == set(load_sources())
    assert all(source.repository and source.location and source.revision for source in load_sources().values())


def test_files_are_named_after_their_chips() -> None:
    folder = Path(__file__).parents[2] / "hardware_profiles"
    assert {path.stem for path in folder.glob("[!_]*.toml")} == set(PROFILES)
