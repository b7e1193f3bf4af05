"""`--signature`: what it says, what is found without it, and what is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent

import pytest

from pyasc_lint.codegen import Requests, SignatureError, Signatures, read_signatures
from pyasc_lint.frontend.frontend import Frontend
from pyasc_lint.frontend.source import Source
from pyasc_lint.ir.nodes import LaunchValue
from pyasc_lint.ir.types import DTYPES, ScalarOf

KERNEL = """
    import numpy as np
    import asc

    @asc.jit
    def kernel(x: asc.GlobalAddress, n: int, tile: asc.ConstExpr[int], dtype: asc.ConstExpr, free):
        a = asc.LocalTensor(dtype, asc.TPosition.VECIN, 0, tile)
"""
FULL = "kernel(x=float32*, n=int32, tile=2048, dtype=half, free=int64)"


def requests(source: str, signatures: Signatures) -> tuple[Requests, list[dict[str, LaunchValue]]]:
    """The forms that the last kernel of a source is asked for in."""
    file = Source.from_text("dir/kernels.py", dedent(source))
    module = Frontend([file]).lower(file)
    assert module is not None
    made = Requests(signatures)
    launches = [made(kernels[0]) for kernels in module.kernels][-1]
    return made, [dict(launch.values) for launch in launches]


def forms(source: str, signature: str | None = None) -> list[dict[str, LaunchValue]]:
    made, values = requests(source, Signatures() if signature is None else read_signatures(signature))
    assert (made.problems, made.missing) == ([], [])
    return values


def resolved(source: str, signature: str | None = None) -> dict[str, LaunchValue]:
    """The only form."""
    (values,) = forms(source, signature)
    return values


def problems(source: str, signature: str) -> list[str]:
    return requests(source, read_signatures(signature))[0].problems


def test_text() -> None:
    assert resolved(KERNEL, FULL) == {
        "x": DTYPES["float32"], "n": ScalarOf(DTYPES["int32"]), "tile": 2048, "dtype": DTYPES["float16"],
        "free": ScalarOf(DTYPES["int64"]),
    }  # fmt: skip


def test_spaces_aliases_and_constants() -> None:
    spaced = ' kernel ( x = half * , n=7,\n tile = 0x10 , dtype = asc.float_, free=1.5 ) ; other(a="x, y;)", b=none)'
    assert resolved(KERNEL, spaced) == {
        "x": DTYPES["float16"], "n": 7, "tile": 16, "dtype": DTYPES["float32"], "free": 1.5,
    }  # fmt: skip
    assert set(read_signatures(spaced).kernels) == {"kernel", "other"}


def test_a_text_selects_its_kernels() -> None:
    made, values = requests(KERNEL, read_signatures("other(x=float32*)"))
    assert values == [] and [kernel.name for kernel in made.unselected] == ["kernel"]
    assert made.unknown_kernels() == ["--signature: there is no static kernel 'other'"]


@pytest.mark.parametrize("by_file", [True, False])
def test_a_json_file(tmp_path: Path, by_file: bool) -> None:
    signature = {"x": "float32*", "n": "int32", "tile": 2048, "dtype": "float16", "free": "int64"}
    data = {"kernels.py": {"kernel": signature}, "other.py": {}} if by_file else {"kernel": signature}
    file = tmp_path / "signatures.json"
    file.write_text(json.dumps(data))
    assert resolved(KERNEL, str(file)) == resolved(KERNEL, FULL)


def test_what_is_found_without_a_signature() -> None:
    """Annotations, a copy of a tensor of known dtype, and a launch."""
    values = resolved("""
        import numpy as np
        import asc

        @asc.jit
        def kernel(x: asc.GlobalAddress, y: asc.GlobalAddress, n: int, s: float, tile: asc.ConstExpr[int]):
            a = asc.LocalTensor(asc.float16, asc.TPosition.VECIN, 0, tile)
            g = asc.GlobalTensor()
            g.set_global_buffer(y, n)
            asc.data_copy(a, g, tile)

        def host(n):
            kernel[8](np.zeros(64, dtype=np.int8), n, n, 0.5, 1024)
    """)
    assert values == {
        "x": DTYPES["int8"], "y": DTYPES["float16"], "n": ScalarOf(DTYPES["int32"]), "s": ScalarOf(DTYPES["float32"]),
        "tile": 1024,
    }  # fmt: skip


def test_all_that_is_missing_comes_at_once() -> None:
    made, values = requests(KERNEL, Signatures())
    (missing,) = made.missing
    assert values == []
    assert missing.gaps == (
        "the dtype of 'x'", "the value of 'tile', asc.ConstExpr[int]", "the value of 'dtype', asc.ConstExpr",
        "what 'free' is (it has no annotation)",
    )  # fmt: skip
    assert [text for _, text in made.asked] == ["kernel(x=float32*, n=int32, tile=1024, dtype=float32, free=float32*)"]


LAUNCHES = """
    def host(n):
        kernel[1](np.zeros(64, dtype=np.float16), 1, 64, asc.half, 2)
        kernel[1](np.zeros(64, dtype=np.float16), 2, 128, asc.half, 3)
        kernel[8](np.zeros(64, dtype=np.float16), n, 64, asc.half, 4)
        kernel[8](np.zeros(64, dtype=np.float32), n, 64, asc.half, 5)
"""


def test_launches_of_different_constants_are_different_forms() -> None:
    values = forms(KERNEL + LAUNCHES)
    common = {"n": ScalarOf(DTYPES["int32"]), "dtype": DTYPES["float16"], "free": ScalarOf(DTYPES["int32"])}
    assert values == [
        {"x": DTYPES["float16"], "tile": 64} | common, {"x": DTYPES["float16"], "tile": 128} | common,
        {"x": DTYPES["float32"], "tile": 64} | common,
    ]  # fmt: skip
    assert [each["tile"] for each in forms(KERNEL + LAUNCHES, "kernel(x=float32*)")] == [64, 128]


def test_several_signatures_of_a_kernel() -> None:
    values = forms(KERNEL, f"{FULL}; {FULL.replace('2048', '1024')}")
    assert [each["tile"] for each in values] == [2048, 1024]


def test_several_signatures_in_a_json_file(tmp_path: Path) -> None:
    signatures = [{"x": "float32*", "tile": tile, "dtype": "float16", "free": "int64"} for tile in (64, 128)]
    file = tmp_path / "signatures.json"
    file.write_text(json.dumps({"kernels.py": {"kernel": signatures}}))
    assert [each["tile"] for each in forms(KERNEL, str(file))] == [64, 128]


STRUCT = """
    import asc
    from asc.language.core.struct import Field, Struct

    class Tiling(Struct):
        n = Field(asc.int32)

    @asc.jit
    def kernel(x: asc.GlobalAddress, t: Tiling):
        a = asc.LocalTensor(asc.half, asc.TPosition.VECIN, 0, 64)
"""


def test_a_struct_needs_no_signature() -> None:
    assert resolved(STRUCT, "kernel(x=half*)") == {"x": DTYPES["float16"]}
    assert resolved(STRUCT, "kernel(x=half*, t.n=64)") == {"x": DTYPES["float16"], "t.n": 64}
    assert problems(STRUCT, "kernel(x=half*, t.m=64)") == [
        "--signature: kernel has no parameter 't.m'; did you mean t.n?"
    ]


@pytest.mark.parametrize(
    ("signature", "message"),
    [
        ("kernel(x)", "'x' is not parameter=type or parameter=value"),
        ("kernel(x=float32*, x=half*)", "'x' is given twice"),
        ("kernel(x=float31*)", "'float31*' is no dtype; did you mean float32?"),
        ("kernel(x=float32*) kernel", "is no signature such as"),
        ("kernel(x=half*); kernel(x=half*)", "kernel(x=half*) is given twice"),
        ("nowhere.json", "No such file"),
    ],
)
def test_texts_that_cannot_be_read(signature: str, message: str) -> None:
    with pytest.raises(SignatureError) as error:
        read_signatures(signature)
    assert message in str(error.value) and str(error.value).startswith("--signature: ")


@pytest.mark.parametrize(
    "data", ["[]", "{", '{"k.py": 1}', '{"k": {"x": []}}', '{"k.py": {"k": 1}}', '{"k": {"x": "int33"}}']
)
def test_files_that_cannot_be_read(tmp_path: Path, data: str) -> None:
    file = tmp_path / "s.json"
    file.write_text(data)
    with pytest.raises(SignatureError, match=r"^--signature: .*s\.json"):
        read_signatures(str(file))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("x=float32*", "x=float32", "'x' is an array: give its dtype with a star"),
        ("n=int32", "n=int32*", "'n' is a number (int): give int32 without the star"),
        ("n=int32", 'n="text"', "'n' is no ConstExpr: give a dtype"),
        ("tile=2048", "tile=int32", "'tile' is asc.ConstExpr[int]: give a value, such as 1024"),
        ("tile=2048", "tile=half*", "'tile' is asc.ConstExpr[int], not an array"),
        ("tile=", "tiles=", "kernel has no parameter 'tiles'; did you mean tile?"),
    ],
)
def test_what_does_not_fit(old: str, new: str, message: str) -> None:
    assert any(message in problem for problem in problems(KERNEL, FULL.replace(old, new)))
