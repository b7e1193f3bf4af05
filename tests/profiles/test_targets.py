"""The table behind --list-targets."""

from __future__ import annotations

from pyasc_lint.profiles import describe_targets, profile_names

ROWS = {row.name: row for row in describe_targets()}


def test_one_row_a_chip_and_pyasc_first() -> None:
    rows = describe_targets()
    assert sorted(row.name for row in rows) == list(profile_names())
    assert [row.pyasc for row in rows] == [True] * 12 + [False] * (len(rows) - 12)
    assert rows[0].name == "Ascend910B1"


def test_a_supported_chip() -> None:
    row = ROWS["Ascend910B4-1"]
    assert (row.family, row.arch, row.cores, row.ub_bytes) == ("Atlas A2", 2201, "20 AIC + 40 AIV", 196608)
    assert (row.pyasc, row.static_tensor, row.reasons) == (True, True, ())


def test_chips_that_pyasc_or_static_tensors_leave_out_say_why() -> None:
    assert "development build" in ROWS["Ascend950PR_9599"].reasons[0]
    assert ROWS["Ascend950PR_9599"].aliases == ("Ascend910_9599",)
    assert ROWS["Ascend910_9363"].reasons == ("not in pyasc's Platform",)
    assert "LocalMemAllocator" in ROWS["Ascend310B1"].reasons[0]
    assert all(row.reasons for row in ROWS.values() if not (row.pyasc and row.static_tensor))


def test_cores_and_sizes_of_coupled_chips() -> None:
    assert ROWS["Ascend310P1"].cores == "10 AI Core + 8 AIV"
    assert ROWS["Ascend910A"].cores == "32 AI Core"
    assert ROWS["Ascend310B1"].ub_bytes is None
