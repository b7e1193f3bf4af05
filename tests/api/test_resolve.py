"""Which overload a call means, and what is said when it means none."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pyasc_lint.api import (
    ArgKind,
    Arguments,
    Reason,
    Resolution,
    bind_class,
    bind_method,
    kinds,
    resolve,
)

L, G = kinds.local_tensor("float16"), kinds.global_tensor("float16")
ONE, TRUE, ANY = kinds.integer(1), kinds.boolean(True), kinds.UNKNOWN
DTYPE, POSITION = kinds.dtype("float16"), kinds.enum_member("TPosition", "VECIN")
BINARY, UNARY = kinds.instance("BinaryRepeatParams"), kinds.instance("UnaryRepeatParams")
COPY, ENHANCED = kinds.instance("DataCopyParams"), kinds.instance("DataCopyEnhancedParams")
MASK = kinds.list_of([ONE, ONE])
SEL = kinds.enum_member("SelMode", "VSEL_TENSOR_TENSOR_MODE")


def call(callee: str, positional: Sequence[ArgKind] = (), /, **keywords: ArgKind) -> Resolution:
    """`add`, `LocalTensor(...)` or `LocalMemAllocator.alloc`."""
    args = Arguments(positional, keywords)
    if "." in callee:
        owner, _, method = callee.partition(".")
        return bind_method(owner, method, args)
    return bind_class(callee, args) if callee[0].isupper() else resolve(callee, args)


def test_arguments_are_mapped_to_parameters() -> None:
    found = call("add", [L, L, L, ONE])
    assert found.ok and found.certain and found.overload is not None
    assert dict(found.arguments) == {"dst": 0, "src0": 1, "src1": 2, "count": 3}
    assert found.matches[0].defaults == ("is_set_mask",)

    found = call("add", [L, L], src1=L, repeat_params=BINARY, mask=MASK, repeat_times=ONE)
    assert found.arguments["src1"] == "src1" and found.arguments["dst"] == 0
    assert found.overload is not None and found.overload.params[3].kind == "mask_bits"


@pytest.mark.parametrize(
    ("callee", "positional", "kinds_of_params"),
    [
        ("add", [L, L, L, ONE], "count"),
        ("add", [L, L, L, kinds.runtime("int32")], "count"),
        ("add", [L, L, L, ONE, ONE, BINARY], "mask_count"),
        ("add", [L, L, L, MASK, ONE, BINARY], "mask_bits"),
        ("data_copy", [L, G, ONE], "src_global_tensor"),
        ("data_copy", [G, L, ONE], "dst_global_tensor"),
        ("whole_reduce_sum", [L, L, MASK, ONE, ONE, ONE, ONE], "mask_bits"),
    ],
)
def test_the_kinds_of_the_arguments_choose_the_overload(
    callee: str, positional: list[ArgKind], kinds_of_params: str
) -> None:
    found = call(callee, positional)
    assert found.certain and found.overload is not None
    assert kinds_of_params in [param.kind for param in found.overload.params]


def test_data_copy_direction_follows_from_the_operands() -> None:
    paths = {
        ("local", "global"): "GM->UB or GM->L1",
        ("global", "local"): "UB->GM or L1->GM",
        ("local", "local"): "by positions",
    }
    operands = {"local": L, "global": G}
    for (dst, src), path in paths.items():
        for rest in (ONE, COPY):
            found = call("data_copy", [operands[dst], operands[src], rest])
            assert found.overload is not None and found.overload.path == path


def test_unknown_arguments_leave_several_overloads_open() -> None:
    found = call("add", [L, L, L, ANY, ONE, BINARY])
    assert found.ok and not found.certain
    assert [match.overload.params[3].kind for match in found.matches] == ["mask_count", "mask_bits"]
    assert call("add", [L, L, L, ANY]).certain
    assert {match.overload.form for match in call("data_copy", [L, G, ANY]).matches} == {"basic", "nd2nz"}
    assert call("data_copy", [ANY, L, ONE]).ok


def test_a_kind_without_its_name_may_be_any_of_its_family() -> None:
    found = call("data_copy", [L, G, kinds.instance(None)])
    assert found.ok and not found.certain
    assert call("cast", [L, L, kinds.enum_member(None), ONE]).certain


@pytest.mark.parametrize(
    ("callee", "positional", "keywords", "reason", "message"),
    [
        ("add", [L, L, L], {}, Reason.MISSING, "missing argument 'count'"),
        ("data_copy", [L, G], {}, Reason.MISSING, "missing argument 'count' or 'repeat_params' or 'intri_params'"),
        ("add", [L, L, L, kinds.string("x")], {}, Reason.WRONG_KIND, "'count' must be int, got str 'x'"),
        ("add", [L, L, L, ONE, ONE, UNARY], {}, Reason.WRONG_KIND,
         "'repeat_params' must be BinaryRepeatParams, got UnaryRepeatParams"),
        ("select", [L, L, L, ONE, SEL, ONE], {}, Reason.WRONG_KIND, "'src1' must be float or LocalTensor, got int 1"),
        ("add", [L, L, L], {"cnt": ONE}, Reason.UNKNOWN_KEYWORD, "unknown keyword 'cnt'; did you mean 'count'?"),
        ("data_copy", [L, G], {"params": COPY}, Reason.UNKNOWN_KEYWORD,
         "unknown keyword 'params'; did you mean 'repeat_params'?"),
        ("add", [L, L, L, ONE], {"src1": L}, Reason.DUPLICATE, "'src1' is given twice"),
        ("init_soc_state", [ONE], {}, Reason.TOO_MANY, "takes at most 0 positional arguments, got 1"),
        ("printf", [kinds.string("%d"), DTYPE], {}, Reason.WRONG_KIND, "'params' cannot be dtype float16"),
        ("LocalMemAllocator.alloc", [POSITION, kinds.other("float"), ONE], {}, Reason.WRONG_KIND,
         "'data_type' must be an asc dtype, got float"),
        ("LocalMemAllocator.alloc", [POSITION], {"dtype": DTYPE, "tile_size": ONE}, Reason.UNKNOWN_KEYWORD,
         "unknown keyword 'dtype'; did you mean 'data_type'?"),
        ("LocalMemAllocator", [ONE], {}, Reason.WRONG_KIND, "'hard' must be a member of asc.Hardware, got int 1"),
        ("LocalTensor", [DTYPE], {"pos": POSITION, "addr": ONE, "size": ONE}, Reason.UNKNOWN_KEYWORD,
         "unknown keyword 'size'; did you mean 'tile_size'?"),
        ("GlobalTensor.set_global_buffer", [ONE], {}, Reason.WRONG_KIND, "'buffer' must be GlobalAddress, got int 1"),
        ("GlobalTensor", [DTYPE], {}, Reason.TOO_MANY, "takes at most 0 positional arguments, got 1"),
        ("DataCopyParams", [ONE] * 5, {}, Reason.TOO_MANY, "takes at most 4 positional arguments, got 5"),
        ("jit", [], {"kerneltype": ANY}, Reason.UNKNOWN_KEYWORD,
         "unknown keyword 'kerneltype'; did you mean 'kernel_type'?"),
    ],
)  # fmt: skip
def test_failures_say_what_is_wrong(
    callee: str, positional: list[ArgKind], keywords: dict[str, ArgKind], reason: Reason, message: str
) -> None:
    found = call(callee, positional, **keywords)
    assert found.failure is not None and found.overload is None and not found.arguments
    assert (found.failure.reason, found.failure.message) == (reason, message)
    assert not found.failure.accepted_by_pyasc


@pytest.mark.parametrize(
    ("callee", "positional", "keywords", "suggestion"),
    [
        ("set_atomic_add", [], {}, "set_atomic_add(asc.float32)"),
        ("set_vector_mask", [ONE, DTYPE, kinds.enum_member("MaskMode", "NORMAL")], {}, "dtype=…, mode=…"),
        ("whole_reduce_max", [L, L, ONE, ONE, ONE, ONE, ONE], {"is_set_mask": TRUE}, "without is_set_mask"),
        ("compare", [L, L, L, kinds.enum_member("CMPMODE", "LT"), ONE, ONE, BINARY, TRUE], {}, "without is_set_mask"),
        ("data_copy", [L, G], {"intri_params": COPY, "enhanced_params": ENHANCED}, "repeat_params"),
        ("select", [], {"dst": L, "sel_mask": L, "src0": L, "src1": L, "sel_mode": SEL, "count": ONE}, "select(dst, "),
        ("copy", [L, L, kinds.runtime("int32"), ONE, kinds.instance("CopyRepeatParams")], {}, "(dst, src, mask, "),
        ("LocalTensor", [], {}, "LocalTensor(dtype, pos, addr, tile_size)"),
        ("LocalTensor", [DTYPE, ONE], {}, "LocalTensor(dtype, pos, addr, tile_size)"),
        ("LocalTensor", [DTYPE, POSITION], {}, "LocalTensor(dtype, pos, addr, tile_size)"),
        ("LocalMemAllocator.alloc", [POSITION, DTYPE, kinds.CONSTEXPR], {}, "(pos, data_type, tile_size)"),
        ("UnaryRepeatParams", [], {"block_count": ONE}, "[dst_blk_stride]"),
        ("SliceInfo", [ONE, ONE], {}, "burst_len"),
    ],
)  # fmt: skip
def test_declared_forms_that_pyasc_rejects_come_with_one_that_works(
    callee: str, positional: list[ArgKind], keywords: dict[str, ArgKind], suggestion: str
) -> None:
    found = call(callee, positional, **keywords)
    assert found.failure is not None and found.failure.reason is Reason.REJECTED_FORM
    assert suggestion in (found.failure.suggestion or "")


@pytest.mark.parametrize(
    ("callee", "positional", "keywords"),
    [
        ("set_atomic_add", [kinds.dtype("float32")], {}),
        ("set_vector_mask", [ONE], {"dtype": DTYPE, "mode": kinds.enum_member("MaskMode", "NORMAL")}),
        ("data_copy", [L, G], {"repeat_params": COPY, "enhanced_params": ENHANCED}),
        ("data_copy", [L, G, COPY, ENHANCED], {}),
        ("UnaryRepeatParams", [ONE, ONE, ONE, ONE], {}),
        ("LocalTensor", [DTYPE], {}),
        ("LocalTensor", [], {"dtype": DTYPE, "pos": POSITION, "addr": ONE, "tile_size": ONE}),
        ("LocalMemAllocator", [], {}),
        ("LocalMemAllocator", [], {"hard": kinds.enum_member("Hardware", "L1")}),
        ("GlobalTensor.set_global_buffer", [kinds.GLOBAL_ADDRESS, ONE], {}),
        ("LocalTensor.set_value", [ONE, kinds.floating(1.0)], {}),
        ("printf", [kinds.string("%d %d"), ONE, kinds.runtime("int32")], {}),
        ("jit", [], {"kernel_type": ANY, "auto_sync": TRUE}),
    ],
)  # fmt: skip
def test_forms_that_work_resolve(callee: str, positional: list[ArgKind], keywords: dict[str, ArgKind]) -> None:
    found = call(callee, positional, **keywords)
    assert found.certain and not found.matches[0].loose, found.failure


def test_renamed_keywords_map_to_the_declared_parameter() -> None:
    found = call("data_copy", [L, G], repeat_params=COPY, enhanced_params=ENHANCED)
    assert dict(found.arguments) == {
        "dst": 0, "src": 1, "intri_params": "repeat_params", "enhanced_params": "enhanced_params",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("callee", "positional", "keywords", "message"),
    [
        ("add", [G, G, G, ONE], {}, "'dst' must be LocalTensor, got GlobalTensor"),
        ("load_data", [G, L, kinds.instance("LoadData2DParams")], {}, "'dst' must be LocalTensor, got GlobalTensor"),
        ("data_copy", [G, G, ONE], {}, "no Ascend C overload takes dst GlobalTensor, src GlobalTensor; there is "),
        ("MmadParams", [ONE, ONE, ONE, TRUE], {"unit_flag": ONE}, "'unit_flag' does not go together with "),
    ],
)  # fmt: skip
def test_calls_that_pyasc_takes_and_ascend_c_does_not(
    callee: str, positional: list[ArgKind], keywords: dict[str, ArgKind], message: str
) -> None:
    found = call(callee, positional, **keywords)
    assert found.failure is not None and found.failure.reason is Reason.NO_CPP_OVERLOAD
    assert found.failure.accepted_by_pyasc
    assert found.failure.message.startswith(message)


@pytest.mark.parametrize(
    ("callee", "positional", "loose"),
    [
        ("set_flag", [kinds.integer(4), ONE], ("event",)),
        ("set_flag", [kinds.enum_member("HardEvent", "V_S"), kinds.floating(1.5)], ("event_id",)),
        ("pipe_barrier", [ONE], ("pipe",)),
        ("add", [L, L, L, TRUE], ("count",)),
        ("LocalMemAllocator.alloc", [POSITION, DTYPE, kinds.floating(1024.0)], ("tile_size",)),
        ("copy", [L, L, ONE, ONE, kinds.instance("CopyRepeatParams"), TRUE], ("is_set_mask",)),
    ],
)  # fmt: skip
def test_arguments_pyasc_converts_silently_are_listed(
    callee: str, positional: list[ArgKind], loose: tuple[str, ...]
) -> None:
    found = call(callee, positional)
    assert found.certain and found.matches[0].loose == loose


def test_keywords_pyasc_drops_are_listed() -> None:
    """Trap vector-27: with three operands by position, select takes the register form and drops the rest."""
    found = call("select", [L, L, L], src1=L, sel_mode=SEL, mask=ONE, repeat_times=ONE, repeat_params=BINARY)
    assert found.certain and found.matches[0].dropped == ("src1", "mask")


def test_mmad_params_groups() -> None:
    group = {"m": ONE, "n": ONE, "k": ONE, "unit_flag": ONE, "cmatrix_source": TRUE, "cmatrix_init_val": TRUE}
    found = call("MmadParams", **group)
    assert found.certain and not found.matches[0].defaults
    found = call("MmadParams", [ONE, ONE, ONE, ONE, TRUE, TRUE])  # by position these are the other group's fields
    assert found.arguments == {"m": 0, "n": 1, "k": 2, "is_bias": 3, "fm_offset": 4, "en_ssparse": 5}


def test_unknown_names_are_key_errors() -> None:
    with pytest.raises(KeyError):
        resolve("no_such_function", Arguments())
    with pytest.raises(KeyError):
        bind_class("NoSuchClass", Arguments())
    with pytest.raises(KeyError):
        bind_method("LocalTensor", "no_such_method", Arguments())
