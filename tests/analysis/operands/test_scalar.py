"""Single elements, synchronisation, and registers that change what later instructions do."""

from __future__ import annotations

import pytest

from pyasc_lint.analysis.operands import RECEIVER, Sync
from tests.support.operands import exact, only, run, touched

# ------------------------------------------------------------------------------------------------------ single elements


def test_values_of_tensors() -> None:
    ran = run("ub_half_1.set_value(n, 1.0); v = ub_half_1[4:].get_value(m); w = gm_x.get_value(n)")
    stored, loaded, far = (only(ran, index) for index in range(-3, 0))
    assert {stored.pipe, loaded.pipe, far.pipe} == {"S"}
    assert [stored.scalar_result, loaded.scalar_result] == [False, True]
    assert touched(ran, "write", RECEIVER, index=-3, n=5) == {10, 11}
    assert touched(ran, "read", RECEIVER, index=-2, m=3) == {6, 7}
    assert touched(ran, "read", RECEIVER, index=-1, n=2, x=4) == {8, 9, 10, 11}


def test_a_table_of_scales_is_filled_by_the_scalar_unit() -> None:
    ran = run("asc.set_deq_scale(ub_long_1, asc.VdeqInfo([1.0] * 16, [0] * 16, [True] * 16))")
    assert only(ran).pipe == "S"
    assert touched(ran, "write", "vdeq") == set(range(128))


def test_queries_are_no_instructions() -> None:
    ran = run("a = asc.get_block_idx(); b = ub_half_1.get_size(); c = ub_half_1[1:].reinterpret_cast(asc.int16)")
    assert not ran.instructions


# ------------------------------------------------------------------------------------------------------ synchronisation


@pytest.mark.parametrize("event", ["asc.HardEvent.MTE2_V", "4"])
def test_events(event: str) -> None:
    ran = run(f"asc.set_flag({event}, n); asc.wait_flag({event}, n)")
    before, after = only(ran, 0), only(ran, 1)
    assert (before.pipe, after.pipe) == ("MTE2", "V")
    assert before.sync is not None and after.sync is not None
    assert (before.sync.kind, before.sync.event, before.sync.source, before.sync.destination) == (
        "set",
        "MTE2_V",
        "MTE2",
        "V",
    )
    assert after.sync.kind == "wait" and after.sync.id == before.sync.id
    assert not before.accesses


@pytest.mark.parametrize(
    ("call", "pipe", "sync"),
    [
        ("asc.pipe_barrier(asc.PipeID.PIPE_V)", "V", Sync("barrier", source="V")),
        ("asc.pipe_barrier(asc.PipeID.PIPE_ALL)", "ALL", Sync("barrier", source="ALL")),
        ("asc.data_sync_barrier(asc.MemDsbT.UB)", "S", Sync("fence")),
        ("asc.sync_all()", "ALL", Sync("all-cores", source="ALL")),
    ],
)
def test_barriers(call: str, pipe: str, sync: Sync) -> None:
    instruction = only(run(call))
    assert (instruction.pipe, instruction.sync) == (pipe, sync)


def test_default_event_id_is_zero() -> None:
    sync = only(run("asc.set_flag(asc.HardEvent.V_MTE3)")).sync
    assert sync is not None and sync.id is not None and sync.id.const == 0


def test_flags_between_cores() -> None:
    ran = run("asc.cross_core_set_flag(n, 2, asc.PipeID.PIPE_MTE3); asc.cross_core_wait_flag(3, 2, asc.PipeID.PIPE_S)")
    first, second = only(ran, 0).sync, only(ran, 1).sync
    assert first is not None and (first.kind, first.source) == ("cross-set", "MTE3")
    assert second is not None and second.kind == "cross-wait" and second.id is not None and second.id.const == 3


# ------------------------------------------------------------------------------------------------------------ registers


@pytest.mark.parametrize(
    ("calls", "atomic", "kind"),
    [
        ("", "none", "write"),
        ("asc.set_atomic_add(asc.float32)", "add", "read-write"),
        ("asc.set_atomic_add(asc.float32); asc.set_atomic_none()", "none", "write"),
        ("asc.set_atomic_max(asc.float32)", "max", "read-write"),
        ("asc.set_atomic_max(asc.float32); asc.init_soc_state()", "none", "write"),
        ("asc.set_store_atomic_config(asc.AtomicDtype.ATOMIC_F32, asc.AtomicOp.ATOMIC_SUM)", "add", "read-write"),
        ("asc.set_store_atomic_config(asc.AtomicDtype.ATOMIC_NONE, asc.AtomicOp.ATOMIC_SUM)", "none", "write"),
    ],
)
def test_atomics_make_copies_to_gm_read(calls: str, atomic: str, kind: str) -> None:
    ran = run(f"{calls}; asc.data_copy(gm_x, ub_float_1, 16)" if calls else "asc.data_copy(gm_x, ub_float_1, 16)")
    assert only(ran).atomic == atomic
    assert [access.kind for access in only(ran).accesses if access.param == "dst"] == [kind]
    assert only(run("asc.set_atomic_add(asc.float32); asc.data_copy(ub_float_1, gm_x, 16)")).accesses[1].kind == "write"


BY_REGISTER = "asc.exp(ub_half_1, ub_half_2, 100, 1, asc.UnaryRepeatParams(), is_set_mask=False)"


@pytest.mark.parametrize(
    ("before", "elements"),
    [
        ("asc.init_soc_state()", 128),
        ("asc.abs(ub_half_1, ub_half_2, 33, 1, asc.UnaryRepeatParams())", 33),
        ("asc.abs(ub_half_1, ub_half_2, 33, 1, asc.UnaryRepeatParams()); asc.reset_mask()", 128),
        ("asc.abs(ub_half_1, ub_half_2, 33, 1, asc.UnaryRepeatParams()); asc.abs(ub_half_1, ub_half_2, 7)", 128),
        ("asc.set_vector_mask(20, dtype=asc.float16, mode=asc.MaskMode.NORMAL)", 20),
        ("asc.set_vector_mask(0, 0x7, dtype=asc.float16, mode=asc.MaskMode.NORMAL)", 3),
        ("asc.duplicate(ub_half_1, 1.0, 5, 1, 1, 8); asc.brcb(ub_half_1, ub_half_2, 1, asc.BrcbRepeatParams())", 128),
    ],
)
def test_the_mask_register(before: str, elements: int) -> None:
    ran = run(f"{before}; {BY_REGISTER}")
    only(ran)
    assert touched(ran, "write", "dst") == set(range(elements * 2)) and exact(ran, "dst")


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("for i in range(n):\n    asc.abs(ub_half_1, ub_half_2, 16)", True),
        ("if n > 3:\n    asc.abs(ub_half_1, ub_half_2, 16, 1, asc.UnaryRepeatParams())", False),
        ("if n > 3:\n    asc.reset_mask()", True),
        ("for i in range(n):\n    asc.abs(ub_half_1, ub_half_2, 16, 1, asc.UnaryRepeatParams())", False),
        ("for i in range(3):\n    asc.abs(ub_half_1, ub_half_2, 128, 1, asc.UnaryRepeatParams())", True),
        ("asc.gather(ub_half_1, ub_half_2, ub_uint_3, 0, n)", False),
    ],
)
def test_the_mask_is_unknown_where_paths_or_steps_differ(text: str, known: bool) -> None:
    ran = run(f"{text}\n{BY_REGISTER}")
    only(ran)
    assert exact(ran, "dst") == known
    assert touched(ran, "write", "dst") == set(range(256))


def test_counter_mode_in_a_loop_reaches_its_next_iteration() -> None:
    body = "asc.exp(ub_half_1, ub_half_2, [n, 0], 1, asc.UnaryRepeatParams())"
    ran = run(f"for i in range(n):\n    {body}\n    asc.set_mask_count()")
    instruction = next(each for each in ran.instructions if each.call.stmt.api == "exp")
    assert instruction.unsized is not None and "counter mode" in instruction.unsized
