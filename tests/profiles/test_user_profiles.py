"""Profiles of the user's own: how they build on shipped ones, and what is said of broken ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pyasc_lint.profiles import (
    Memory,
    ProfileError,
    UnknownProfileError,
    describe_targets,
    load_profile,
    load_profiles,
    profile_names,
)

Write = Callable[..., Path]

BOARD = 'name = "Board"\ninherits = "Ascend910B1"\n'


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a profile file and returns its path."""

    def write_file(text: str, name: str = "board.toml") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write_file


def ub_of(name: str, *extra: Path) -> Memory:
    ub = load_profile(name, extra).memory("UB")
    assert ub is not None
    return ub


def test_inherits_a_chip_and_overrides_numbers(write: Write) -> None:
    path = write(BOARD + "[memory.UB]\npublished_end = 180000\n[core_count]\nai_core = 8\naic = 8\naiv = 16\n")
    profile, base = load_profile("board", [path]), load_profile("Ascend910B1")
    assert (profile.name, profile.aliases, profile.arch) == ("Board", (), 2201)
    assert ub_of("Board", path).limit() == 180000
    assert ub_of("Board", path).physical_end == 196608
    assert profile.core_count.aiv == 16
    assert profile.memory("L0C") == base.memory("L0C")
    assert profile.paths == base.paths


@pytest.mark.parametrize("name", profile_names())
def test_what_ships_passes_the_checks_of_ones_own(write: Write, name: str) -> None:
    profile, base = load_profile("Board", [write(f'name = "Board"\ninherits = "{name}"\n')]), load_profile(name)
    itself = {key: getattr(base, key) for key in ("name", "aliases", "note", "confused_with", "sources")}
    assert replace(profile, **itself) == base


def test_builds_on_an_architecture(write: Write) -> None:
    path = write(
        'name = "New950"\narch = 3510\nnote = "engineering sample"\n[core_count]\nai_core = 1\n'
        "[memory.UB]\nstart = 0\n[positions]\nC1 = 'UB'\n"
    )
    profile = load_profile("New950", [path])
    assert (profile.product, profile.hint) == ("950", "engineering sample")
    assert ub_of("New950", path).start == 0
    assert profile.hardware_of("C1") == "UB"
    assert profile.hardware_of("A1") == "L1"


def test_what_a_chip_says_of_itself_is_not_inherited(write: Write) -> None:
    profile = load_profile("Board", [write('name = "Board"\ninherits = "Ascend910B"\n')])
    assert (profile.hint, profile.confused_with) == (None, ())
    aliased = load_profile("Board", [write('name = "Board"\ninherits = "Ascend910_9599"\n')])
    assert aliased.aliases == ()


def test_overridden_facts_lose_their_sources_and_may_name_new_ones(write: Write) -> None:
    path = write(BOARD + '[memory.UB]\nalign = 64\npublished_end = { value = 180000, source = "data sheet" }\n')
    profile = load_profile("Board", [path])
    assert profile.sources_of("memory.UB.align") == ()
    assert profile.sources_of("memory.UB.published_end") == ("data sheet",)
    assert "RT_INI" in profile.sources_of("memory.UB.physical_end")


def test_own_files_inherit_from_each_other_whatever_their_order(write: Write) -> None:
    paths = [
        write('name = "Third"\ninherits = "second"\n[memory.UB]\nscratch_start = 170000\n', "a.toml"),
        write('name = "Second"\naliases = ["Two"]\ninherits = "Board"\n[memory.UB]\nalign = 64\n', "b.toml"),
        write(BOARD + "[memory.UB]\nalign = 128\npublished_end = 160000\n", "c.toml"),
    ]
    third = ub_of("Third", *paths)
    assert (third.published_end, third.align, third.scratch_start) == (160000, 64, 170000)
    assert load_profile("two", paths).name == "Second"


def test_a_folder_and_a_file_in_it(write: Write, tmp_path: Path) -> None:
    path = write(BOARD)
    write("not a profile", "_notes.toml")
    write("not a profile", "readme.md")
    assert load_profile("Board", [tmp_path, path]).name == "Board"
    assert load_profile("Ascend910B4", [tmp_path]).name == "Ascend910B4"
    assert "Board" in profile_names([tmp_path])
    assert "Board" not in profile_names()
    assert "Board" in {row.name for row in describe_targets([tmp_path])}


def test_an_own_profile_may_correct_a_shipped_one(write: Write) -> None:
    path = write('name = "Ascend910B1"\ninherits = "Ascend910B1"\n[memory.UB]\npublished_end = 100000\n')
    assert ub_of("910B1", path).limit() == 100000
    assert ub_of("910B1").limit() == 188160
    assert len(load_profiles([path])) == len(load_profiles())


def test_changes_of_own_files_are_seen(write: Write) -> None:
    path = write(BOARD + "[memory.UB]\npublished_end = 1000\n")
    assert ub_of("Board", path).limit() == 1000
    write(BOARD + "[memory.UB]\npublished_end = 2000\n")
    assert ub_of("Board", path).limit() == 2000


def test_byte_order_mark_and_windows_lines(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_bytes(b"\xef\xbb\xbf" + BOARD.replace("\n", "\r\n").encode())
    assert load_profile("Board", [path]).name == "Board"


def test_own_names_are_suggested(write: Write) -> None:
    with pytest.raises(UnknownProfileError, match="did you mean Board?"):
        load_profile("Bord", [write(BOARD)])


# Kind of fault: the whole file, the line blamed, what is said of it (a pattern).
BROKEN_FILES = {
    "cut off": ('name = "Board', 1, "is not TOML"),
    "no name": ('inherits = "Ascend910B1"\n', None, 'gives the chip no name; add name = "..."'),
    "name of wrong type": ("name = 5\n", 1, "gives the chip no name"),
    "no base": (
        'name = "Board"\n',
        None,
        'says neither which chip nor which architecture .* add inherits = "Ascend910B1"',
    ),
    "both bases": (
        'name = "Board"\ninherits = "Ascend910B1"\narch = 2201\n',
        3,
        "says both inherits and arch; remove arch",
    ),
    "unknown base": (
        'name = "Board"\ninherits = "Ascend910B5"\n',
        2,
        'unknown chip "Ascend910B5"; did you mean Ascend910B1',
    ),
    "product as base": ('name = "Board"\ninherits = "A2"\n', 2, '"A2" stands for 6 chips; name one: Ascend910B1'),
    "base of wrong type": ('name = "Board"\ninherits = 2201\n', 2, "inherits must be the name of a chip in quotes"),
    "unknown arch": ('name = "Board"\narch = 2202\n', 2, "no architecture 2202; known: 1001, 2002, 2201, 3002, 3510"),
    "arch of wrong type": ('name = "Board"\narch = "2201"\n', 2, "arch must be a whole number; known: 1001"),
    "arch true": ('name = "Board"\narch = true\n', 2, "arch must be a whole number"),
    "itself as base": ('name = "Board"\ninherits = "board"\n', 2, "board builds on itself; inherit from another chip"),
    "position in no memory": (
        'name = "Board"\ninherits = "Ascend310P3"\n[positions]\nC2 = "BIAS"\n',
        None,
        "positions.C2 is in BIAS, but there is no memory.BIAS",
    ),
}

# The same for what follows the two lines of BOARD.
BROKEN_FACTS = {
    "not TOML": ("[memory.UB\n", 3, "is not TOML"),
    "unknown table": ("[memroy.UB]\nalign = 32\n", 3, "unknown key memroy; did you mean memory"),
    "unknown key": (
        "[memory.UB]\nphysical_ned = 1\n",
        4,
        "unknown key memory.UB.physical_ned; did you mean physical_end",
    ),
    "far unknown key": ("[layout]\nxyz = 1\n", 4, "unknown key layout.xyz; known here: block_bytes, repeat_bytes"),
    "internal key": ("[memory.UB]\nhardware = 'L1'\n", 4, "unknown key memory.UB.hardware"),
    "sources key": ("[sources]\na = 1\n", 3, "unknown key sources"),
    "unknown memory": ("[memory.UBB]\ncore = 'AIV'\nalign = 32\n", 3, "unknown key memory.UBB; did you mean UB"),
    "unknown use": ("[memory.L0C.align_for]\nmmad_dest = 8\n", 4, "did you mean mmad_dst"),
    "unknown core": ("[memory.UB]\ncore = 'AIX'\n", 4, 'memory.UB.core cannot be "AIX"; did you mean AI'),
    "negative": ("[memory.UB]\npublished_end = -1\n", 4, "memory.UB.published_end must be more than 0, not -1"),
    "negative start": ("[memory.UB]\nstart = -32\n", 4, "memory.UB.start must be 0 or more, not -32"),
    "zero": ("[memory.UB]\nalign = 0\n", 4, "memory.UB.align must be more than 0, not 0"),
    "text for number": ("[memory.UB]\nalign = '32'\n", 4, 'memory.UB.align must be a whole number, not "32"'),
    "fraction": ("[memory.UB]\nalign = 32.5\n", 4, "memory.UB.align must be a whole number, not 32.5"),
    "true for number": ("[memory.UB]\nalign = true\n", 4, "memory.UB.align must be a whole number, not true"),
    "date": ("[memory.UB]\nalign = 2026-01-01\n", 4, "memory.UB.align must be a whole number, not 2026-01-01"),
    "number for flag": ("[pyasc]\nsupported = 1\n", 4, "pyasc.supported must be true or false, not 1"),
    "number for text": ("family = 5\n", 3, "family must be text in quotes, not 5"),
    "text for list": ("[event_ids]\nusable = '0'\n", 4, 'event_ids.usable must be a list, not "0"'),
    "list for number": ("[layout]\nmax_repeat = [1]\n", 4, "layout.max_repeat must be a whole number, not a list"),
    "wrong item": ("[event_ids]\nusable = [0, 'a']\n", 4, "event_ids.usable.1 must be a whole number"),
    "number for table": ("memory = 5\n", 3, "memory must be a table, not 5"),
    "number for inner table": ("[memory]\nUB = 5\n", 4, "memory.UB must be a table, not 5"),
    "table for number": ("[memory.UB.align]\na = 1\n", 3, "memory.UB.align must be a whole number, not a table"),
    "fact with another key": (
        "[memory.UB]\nalign = { value = 32, sorce = 'me' }\n",
        4,
        "unknown key sorce beside value in memory.UB.align; did you mean source",
    ),
    "source of wrong type": (
        "[memory.UB]\nalign = { value = 32, source = 5 }\n",
        4,
        "the source of memory.UB.align must be text or a list of texts",
    ),
    "end past the memory": (
        "[memory.UB]\nphysical_end = 131072\n",
        3,
        "memory.UB: published_end 188160 is past physical_end 131072; change both",
    ),
    "reserved past the memory": (
        "[reserved_ub]\nend = 262144\n",
        None,
        "reserved_ub.end 262144 is past the end of the UB; change it as well",
    ),
    "reserved backwards": ("[reserved_ub]\nend = 1\n", 3, "reserved_ub: start 188416 is not before end 1"),
    "detail of a stranger": (
        "[reserved_ub.detail.Muls]\nelements = 1\n",
        3,
        "reserved_ub: detail.Muls is not among basic_apis; name it there as well",
    ),
    "core the chip lacks": (
        "[memory.UB]\ncore = 'AICORE'\n",
        None,
        "memory.UB belongs to AICORE, but there is no core.AICORE",
    ),
    "path to nowhere": ('[paths]\n"GM->L2" = "MTE2"\n', None, 'paths."GM->L2" does not join two memories'),
    "unknown pipe": ('[paths]\n"GM->UB" = "MTE5"\n', 4, 'cannot be "MTE5"; did you mean MTE3'),
    "unknown event": ("[core.AIV]\nevents = ['MTE2-V']\n", 4, 'names no event: "MTE2-V"; write two pipes'),
}
BROKEN_FILES |= {kind: (BOARD + body, line, message) for kind, (body, line, message) in BROKEN_FACTS.items()}


@pytest.mark.parametrize("kind", BROKEN_FILES)
def test_broken_files_are_explained(kind: str, write: Write) -> None:
    text, line, message = BROKEN_FILES[kind]
    path = write(text)
    with pytest.raises(ProfileError, match=message) as caught:
        load_profile("Board", [path])
    assert (caught.value.path, caught.value.line) == (path, line)
    assert str(caught.value).startswith(f"{path}:{line}: " if line else f"{path}: ")
    for jargon in ("pydantic", "Value error", "validation", "Input should", "Traceback"):
        assert jargon not in str(caught.value)


def test_missing_facts_are_named(write: Write) -> None:
    path = write('name = "Board"\narch = 2201\n')
    with pytest.raises(ProfileError) as caught:
        load_profile("Board", [path])
    assert [problem.message for problem in caught.value.problems] == [
        "product is missing",
        "family is missing",
        "pyasc is missing",
        "core_count is missing",
    ]
    assert "inherit from a chip that has it" in str(caught.value)


def test_all_problems_of_a_file_are_told_at_once_in_its_order(write: Write) -> None:
    path = write(BOARD + "[memory.UB]\nalign = 0\nfoo = 1\n[layout]\nmax_repeat = 'x'\n")
    with pytest.raises(ProfileError) as caught:
        load_profile("Board", [path])
    assert [problem.line for problem in caught.value.problems] == [4, 5, 7]
    assert str(caught.value).count("\n") == 2


def test_an_inherited_fault_is_told_of_the_file_that_has_it(write: Write) -> None:
    base = write(BOARD + "[memory.UB]\nalign = 0\n", "base.toml")
    child = write('name = "Child"\ninherits = "Board"\n', "child.toml")
    with pytest.raises(ProfileError) as caught:
        load_profile("Child", [child, base])
    assert (caught.value.path, caught.value.line) == (base, 4)


def test_a_circle_of_files(write: Write) -> None:
    first = write('name = "One"\ninherits = "Two"\n', "one.toml")
    second = write('name = "Two"\ninherits = "One"\n', "two.toml")
    with pytest.raises(ProfileError, match="One builds on itself") as caught:
        load_profile("One", [first, second])
    assert (caught.value.path, caught.value.line) == (second, 2)


def test_two_files_with_one_name(write: Write) -> None:
    first = write(BOARD, "one.toml")
    second = write('name = "BOARD"\narch = 2201\n', "two.toml")
    with pytest.raises(ProfileError, match="is also the name of a chip in") as caught:
        load_profile("Board", [first, second])
    assert (caught.value.path, caught.value.line) == (second, 1)


def test_paths_that_hold_no_profile(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="no such file or folder"):
        load_profile("Ascend910B1", [tmp_path / "missing.toml"])
    with pytest.raises(ProfileError, match=r"holds no \.toml file"):
        load_profile("Ascend910B1", [tmp_path])


def test_files_that_are_not_text(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_bytes(b"name = '\xff\xfe'")
    with pytest.raises(ProfileError, match="is not UTF-8 text; save it as UTF-8"):
        load_profile("Board", [path])


def test_keys_are_found_in_dotted_and_quoted_form(write: Write) -> None:
    path = write(BOARD + 'memory.UB.align = 0\n\n[core]\nAIV . "pipes" = 5\n')
    with pytest.raises(ProfileError) as caught:
        load_profile("Board", [path])
    assert [problem.line for problem in caught.value.problems] == [3, 6]
