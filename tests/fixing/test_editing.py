"""Edits in source of every shape: statements in one line, blocks, aliases, tabs, brackets and comments."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from pyasc_lint import Settings, Source, fix_sources
from pyasc_lint.config import ConfigFinder

FRAME = "ASC203", "ASC204"


def fixed(text: str, *selected: str, unsafe: bool = True) -> str:
    """The text after fixing what these rules find; as it was where nothing changed."""
    text = dedent(text).lstrip("\n")
    outcome = fix_sources(
        [Source.from_text("kernels.py", text)], ConfigFinder(Settings(select=selected)), unsafe=unsafe
    )
    return outcome.changed[0][1].original if outcome.changed else text


def lines_added(text: str, *selected: str) -> list[str]:
    before = dedent(text).lstrip("\n").split("\n")
    return [line for line in fixed(text, *selected).split("\n") if line not in before]


HEAD = """\
import asc


@asc.jit
def kernel(x: asc.GlobalAddress, n: int):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 8192)
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 1024)
    b = asc.LocalTensor(asc.float32, asc.TPosition.VECOUT, 4096, 1024)
"""
TAIL = "    asc.pipe_barrier(asc.PipeID.PIPE_ALL)\n"


def in_kernel(body: str) -> str:
    """The body of a kernel after its missing flags are set."""
    after = fixed(HEAD + indent(dedent(body).strip("\n"), "    ") + "\n" + TAIL, "ASC5")
    return dedent(after.removeprefix(HEAD).removesuffix(TAIL)).rstrip("\n")


SET, WAIT = "asc.set_flag(asc.HardEvent.MTE2_V, 0)", "asc.wait_flag(asc.HardEvent.MTE2_V, 0)"


def test_a_docstring_stays_first_and_a_return_last() -> None:
    text = '''
        import asc


        @asc.jit
        def kernel():
            """What it does."""
            a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 1024)  # the only one
            asc.duplicate(a, 0.0, 64)
            return
    '''
    after = fixed(text, *FRAME).split("\n")
    assert after[6] == "    asc.init_soc_state()"
    assert after[-3:] == ["    asc.pipe_barrier(asc.PipeID.PIPE_ALL)", "    return", ""]


def test_a_body_in_the_line_of_its_head() -> None:
    head = "import asc\na = 1\n@asc.jit\ndef kernel(): "
    body = "t = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64); asc.duplicate(t, 0.0, 64)"
    after = fixed(head + body + "  # all of it\n", *FRAME)
    wanted = f"asc.init_soc_state(); {body}; asc.pipe_barrier(asc.PipeID.PIPE_ALL)  # all of it\n"
    assert after == head + wanted


@pytest.mark.parametrize(
    ("head", "prefix"),
    [("import asc as ascend", "ascend."), ("import asc", "asc."), ("import os, asc as a", "a.")],
)
def test_the_package_is_named_as_the_file_names_it(head: str, prefix: str) -> None:
    text = f"""
        {head}


        @{prefix}jit
        def kernel():
            t = {prefix}LocalTensor({prefix}float32, {prefix}TPosition.VECIN, 0, 64)
            {prefix}duplicate(t, 0.0, 64)
    """
    assert lines_added(text, *FRAME) == [
        f"    {prefix}init_soc_state()",
        f"    {prefix}pipe_barrier({prefix}PipeID.PIPE_ALL)",
    ]


def test_the_package_is_imported_where_only_names_of_it_are() -> None:
    text = """
        from asc import LocalTensor, TPosition, duplicate, float32, jit


        @jit
        def kernel():
            t = LocalTensor(float32, TPosition.VECIN, 0, 64)
            duplicate(t, 0.0, 64)
    """
    after = fixed(text, *FRAME).split("\n")
    assert after[:2] == ["import asc", "from asc import LocalTensor, TPosition, duplicate, float32, jit"]
    assert "    asc.init_soc_state()" in after


def test_tabs_and_the_end_of_a_file_without_a_line_end() -> None:
    text = (
        "import asc\n@asc.jit\ndef kernel():\n\tt = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)\n"
        "\tasc.duplicate(t, 0.0, 64)"
    )
    assert fixed(text, *FRAME).split("\n")[3] == "\tasc.init_soc_state()"
    assert fixed(text, *FRAME).endswith("\tasc.duplicate(t, 0.0, 64)\n\tasc.pipe_barrier(asc.PipeID.PIPE_ALL)")


# -------------------------------------------------------------------------------------------------------- flags


def test_flags_between_statements_of_one_line() -> None:
    after = in_kernel("asc.data_copy(a, x_gm, 1024); asc.muls(b, a, 2.0, 1024)  # both")
    assert after == f"asc.data_copy(a, x_gm, 1024); {SET}; {WAIT}; asc.muls(b, a, 2.0, 1024)  # both"


def test_flags_stand_in_the_block_that_both_accesses_are_in() -> None:
    after = in_kernel(
        """
        if n > 3:
            asc.data_copy(a, x_gm, 1024)
        else:
            asc.data_copy(a, x_gm[1024:], 1024)
        for i in range(n):
            asc.muls(b, a, 2.0, 1024)
        """
    )
    assert after == "\n".join(
        [
            "if n > 3:",
            "    asc.data_copy(a, x_gm, 1024)",
            "else:",
            "    asc.data_copy(a, x_gm[1024:], 1024)",
            SET,
            WAIT,
            "for i in range(n):",
            "    asc.muls(b, a, 2.0, 1024)",
        ]
    )


def test_a_flag_between_iterations_is_set_before_the_loop_and_taken_down_after_it() -> None:
    after = in_kernel(
        f"""
        for i in range(n):
            asc.data_copy(a, x_gm[i * 1024:], 1024)
            {SET}
            {WAIT}
            asc.muls(b, a, 2.0, 1024)
        """
    )
    back = SET.replace("MTE2_V", "V_MTE2"), WAIT.replace("MTE2_V", "V_MTE2")
    assert after.split("\n") == [
        back[0],
        "for i in range(n):",
        f"    {back[1]}",
        "    asc.data_copy(a, x_gm[i * 1024:], 1024)",
        f"    {SET}",
        f"    {WAIT}",
        "    asc.muls(b, a, 2.0, 1024)",
        f"    {back[0]}",
        back[1],
    ]


def test_flags_of_a_loop_whose_order_is_missing_altogether() -> None:
    after = in_kernel(
        """
        for i in range(n):
            asc.data_copy(a, x_gm[i * 1024:], 1024)
            asc.muls(b, a, 2.0, 1024)
        """
    )
    assert after.count("set_flag") == after.count("wait_flag") == 3


def test_an_unrolled_loop_gets_its_order_too() -> None:
    after = in_kernel(
        """
        for i in asc.static_range(3):
            asc.data_copy(a, x_gm[i * 1024:], 1024)
            asc.muls(b, a, 2.0, 1024)
        """
    )
    assert SET in after and WAIT in after


def test_order_inside_a_helper() -> None:
    text = """
        import asc


        @asc.jit
        def double(b, a, x_gm):
            asc.data_copy(a, x_gm, 1024)
            asc.muls(b, a, 2.0, 1024)


        @asc.jit
        def kernel(x: asc.GlobalAddress):
            asc.init_soc_state()
            x_gm = asc.GlobalTensor()
            x_gm.set_global_buffer(x, 8192)
            a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 1024)
            b = asc.LocalTensor(asc.float32, asc.TPosition.VECOUT, 4096, 1024)
            double(b, a, x_gm)
            asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    """
    assert lines_added(text, "ASC5") == [f"    {SET}", f"    {WAIT}"]


def test_free_ids_are_taken_and_used_ones_left() -> None:
    after = in_kernel(
        f"""
        asc.data_copy(b, x_gm, 1024)
        {SET}
        asc.data_copy(a, x_gm, 1024)
        {WAIT}
        asc.adds(b, b, 1.0, 1024)
        asc.muls(a, a, 2.0, 1024)
        """
    )
    assert "asc.set_flag(asc.HardEvent.MTE2_V, 1)" in after and after.count(SET) == 1


def test_a_loop_that_waits_first_is_primed() -> None:
    after = in_kernel(
        f"""
        for i in range(n):
            asc.wait_flag(asc.HardEvent.V_MTE2, 0)
            asc.data_copy(a, x_gm[i * 1024:], 1024)
            {SET}
            {WAIT}
            asc.muls(b, a, 2.0, 1024)
            asc.set_flag(asc.HardEvent.V_MTE2, 0)
        """
    )
    lines = after.split("\n")
    assert lines[0] == "asc.set_flag(asc.HardEvent.V_MTE2, 0)"
    assert lines[-1] == "asc.wait_flag(asc.HardEvent.V_MTE2, 0)"
    assert len(lines) == 9


# --------------------------------------------------------------------------------------------- statements, expressions


def test_what_is_deleted_leaves_its_comment_and_a_block_that_is_not_empty() -> None:
    after = in_kernel(
        f"""
        asc.data_copy(a, x_gm, 1024)
        {SET}
        {WAIT}
        asc.muls(b, a, 2.0, 1024)
        if n > 3:
            asc.pipe_barrier(asc.PipeID.PIPE_S)  # nothing to wait for
        """
    )
    assert after.split("\n")[-2:] == ["if n > 3:", "    pass  # nothing to wait for"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = 1; asc.pipe_barrier(asc.PipeID.PIPE_S); b = 2", "a = 1; b = 2"),
        ("asc.pipe_barrier(asc.PipeID.PIPE_S); b = 2  # two", "b = 2  # two"),
        ("a = 1; asc.pipe_barrier(asc.PipeID.PIPE_S)  # two", "a = 1  # two"),
        ("asc.pipe_barrier(\n            asc.PipeID.PIPE_S\n        )", ""),
        ("asc.pipe_barrier(asc.PipeID.PIPE_S)  # alone", "# alone"),
    ],
)
def test_deleting_beside_other_statements(before: str, after: str) -> None:
    text = "import asc\n\n\n@asc.jit\ndef kernel():\n        asc.init_soc_state()\n        {}\n        x = 1\n"
    static = "        t = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)\n"
    wanted = text.replace("        {}\n", static + (f"        {after}\n" if after else ""))
    assert fixed(text.replace("        {}\n", static + f"        {before}\n"), "ASC508") == wanted


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("0 < n < 16", "(0 < n) and (n < 16)"),
        ("0 < n <= m < 16", "((0 < n) and (n <= m)) and (m < 16)"),
        ("n > 0 and m > 0 and n < m", "(n > 0 and m > 0) and n < m"),
        ("(n > 0) or (m > 0) or (n < m) or m > 3", "(((n > 0) or (m > 0)) or (n < m)) or m > 3"),
    ],
)
def test_two_operands_at_a_time(before: str, after: str) -> None:
    text = "import asc\n\n\n@asc.jit\ndef kernel(n: int, m: int):\n    if {}:\n        n = 1\n"
    assert fixed(text.replace("{}", before), "ASC002") == text.replace("{}", after)


def test_a_side_effect_is_not_doubled() -> None:
    text = "import asc\n\n\n@asc.jit\ndef kernel(n: int):\n    if 0 < asc.get_block_idx() < n:\n        n = 1\n"
    assert fixed(text, "ASC002") == text


def test_a_constant_that_sizes_all_tiles_of_a_kernel_shrinks_with_them() -> None:
    text = """
        import asc

        TILE = 20 * 1024


        @asc.jit
        def kernel():
            asc.init_soc_state()
            ub = asc.LocalMemAllocator()
            a = ub.alloc(asc.TPosition.VECIN, asc.float32, TILE)
            b = ub.alloc(asc.TPosition.VECIN, asc.float32, TILE)
            c = ub.alloc(asc.TPosition.VECIN, asc.float32, TILE)
            asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    """
    assert lines_added(text, "ASC101") == ["TILE = 15680"]
    assert lines_added(text + "\n        HALF = TILE // 2\n", "ASC101") == [
        "    c = ub.alloc(asc.TPosition.VECIN, asc.float32, 6080)"
    ]


def test_an_edit_inside_brackets_over_several_lines() -> None:
    text = """
        import asc


        @asc.jit
        def kernel(x: asc.GlobalAddress):
            asc.init_soc_state()
            g = asc.GlobalTensor()
            g.set_global_buffer(x, 1024)
            t = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 1024)
            asc.data_copy(
                t,  # the tile
                g,
                (1000 + 1),  # elements
            )
            asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    """
    padding = "asc.DataCopyPadExtParams(asc.float32, False, 0, 0, 0)"
    assert lines_added(text, "ASC115") == [
        "    asc.data_copy_pad(",
        f"        asc.DataCopyExtParams(1, (1000 + 1) * 4, 0, 0, 0), {padding},  # elements",
    ]


def test_fixes_reach_the_other_files_of_a_run_and_no_others() -> None:
    helper = "import asc\n\n\n@asc.jit\ndef fill(t):\n    asc.data_copy(t, t, 1001)\n    asc.Duplicate(t, 0.0, 64)\n"
    kernel = (
        "import asc\nfrom helper import fill\n\n\n@asc.jit\ndef kernel():\n    asc.init_soc_state()\n"
        "    t = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 1024)\n    fill(t)\n"
        "    asc.pipe_barrier(asc.PipeID.PIPE_ALL)\n"
    )
    sources = [Source.from_text("helper.py", helper), Source.from_text("kernel.py", kernel)]
    outcome = fix_sources(sources, ConfigFinder(Settings(select=("ASC003",))))
    assert [(before.path, after.text) for before, after in outcome.changed] == [
        ("helper.py", helper.replace("Duplicate", "duplicate"))
    ]
