"""What a name stands for: spellings, aliases, traps and misspellings."""

from __future__ import annotations

import pytest

from pyasc_lint.profiles import ProfileError, UnknownProfileError, load_profile, profile_names

PYASC_PLATFORMS = [
    *("Ascend910B1", "Ascend910B2", "Ascend910B2C", "Ascend910B3", "Ascend910B4", "Ascend910B4_1"),
    *("Ascend910_9362", "Ascend910_9372", "Ascend910_9381", "Ascend910_9382", "Ascend910_9391", "Ascend910_9392"),
]


@pytest.mark.parametrize("member", PYASC_PLATFORMS)
def test_members_of_pyasc_platform_are_names(member: str) -> None:
    assert load_profile(member).pyasc.platform == member


@pytest.mark.parametrize(
    ("spelling", "name"),
    [
        ("ascend910b1", "Ascend910B1"),
        ("ASCEND910B2C", "Ascend910B2C"),
        (" Ascend910B1 ", "Ascend910B1"),
        ("910B1", "Ascend910B1"),
        ("Ascend 910B3", "Ascend910B3"),
        ("Ascend910B4-1", "Ascend910B4-1"),
        ("Ascend910B4_1", "Ascend910B4-1"),
        ("Ascend910-9382", "Ascend910_9382"),
        ("310p3", "Ascend310P3"),
        ("Ascend910_9599", "Ascend950PR_9599"),
        ("ascend910_9589", "Ascend950PR_9589"),
        ("910_9579", "Ascend950PR_9579"),
    ],
)
def test_spellings_and_aliases(spelling: str, name: str) -> None:
    assert load_profile(spelling).name == name


@pytest.mark.parametrize("name", profile_names())
def test_every_name_stands_for_itself(name: str) -> None:
    assert load_profile(name).name == name


def test_910b_without_a_digit_is_the_old_chip_and_says_so() -> None:
    profile = load_profile("Ascend910B")
    assert profile.arch == 1001
    assert not profile.static_tensor.supported
    assert profile.hint is not None
    assert profile.hint.endswith("did you mean Ascend910B1?")
    assert load_profile("Ascend910B1").hint is None


def test_93_and_95_are_different_architectures() -> None:
    assert load_profile("Ascend910_9392").arch == 2201
    assert load_profile("Ascend910_9599").arch == 3510


@pytest.mark.parametrize(
    ("word", "chips"),
    [("A2", 6), ("a3", 7), ("Atlas A2", 6), ("950", 35), ("Ascend950", 35), ("Ascend910_93", 7), ("2201", 13)]
    + [("dav-3510", 35), ("310P", 4), ("Ascend310B", 4), ("Ascend910", 5)],
)
def test_words_for_products_are_refused_with_the_chips(word: str, chips: int) -> None:
    with pytest.raises(UnknownProfileError) as caught:
        load_profile(word)
    assert len(caught.value.suggestions) == chips
    assert f'"{word}" stands for {chips} chips' in str(caught.value)
    assert caught.value.suggestions[0] in str(caught.value)


@pytest.mark.parametrize(
    ("misspelt", "meant"),
    [
        ("Ascend910B5", "Ascend910B1"),
        ("ascend910b-1", "Ascend910B1"),
        ("Ascend910B1x", "Ascend910B1"),
        ("Ascend950PR9599", "Ascend950PR_9599"),
        ("Ascend950DT_959", "Ascend950DT_9591"),
        ("Ascend910_938", "Ascend910_9381"),
        ("Ascned910B2", "Ascend910B2"),
    ],
)
def test_misspelt_names_get_suggestions(misspelt: str, meant: str) -> None:
    with pytest.raises(UnknownProfileError) as caught:
        load_profile(misspelt)
    assert caught.value.name == misspelt
    assert caught.value.suggestions[0] == meant
    assert "Ascend910B" not in caught.value.suggestions
    assert f'unknown chip "{misspelt}"; did you mean {meant}' in str(caught.value)


@pytest.mark.parametrize("name", ["xyz", "", "昇腾", "Ascend", "_common", "_arch-2201", "../Ascend910B1"])
def test_what_resembles_nothing_is_an_error_with_a_remedy(name: str) -> None:
    with pytest.raises(UnknownProfileError, match="--list-targets|did you mean"):
        load_profile(name)


def test_unknown_names_are_profile_errors() -> None:
    assert issubclass(UnknownProfileError, ProfileError)


def test_loading_twice_gives_the_same_profile() -> None:
    assert load_profile("Ascend910B1") is load_profile("Ascend910B1")
    assert hash(load_profile("910B1")) == hash(load_profile("Ascend910B1"))
