"""`--memory-map=svg`: a well-formed image, to scale, that names every tensor and its place."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

SVG = "{http://www.w3.org/2000/svg}"

KERNEL = """\
import asc


@asc.jit
def kernel(n: int):
    # pyasc-lint: assume 0 < n <= 1024
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, 8192)
    b = ub.alloc(asc.TPosition.VECOUT, asc.float32, SECOND)
    c = ub.alloc(asc.TPosition.VECCALC, asc.float32, n)
    view = asc.LocalTensor(asc.float16, asc.TPosition.VECCALC, 0, 4096)
    asc.duplicate(a, 0.0, 64)
"""


def run(path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pyasc_lint", *arguments, path.name]
    return subprocess.run(command, cwd=path.parent, capture_output=True, text=True, timeout=60)


def image(path: Path, second: int, *arguments: str) -> tuple[ElementTree.Element, dict[str, ElementTree.Element]]:
    """The image, and its groups by tensor."""
    path.write_text(KERNEL.replace("SECOND", str(second)), encoding="utf-8")
    result = run(path, "--memory-map=svg", *arguments)
    assert "ASC" in result.stderr  # findings do not get into the image
    root = ElementTree.fromstring(result.stdout)
    groups = [group for group in root.iter(f"{SVG}g") if group.get("class") == "tensor"]
    return root, {str(group.findtext(f"{SVG}title")).partition(":")[0]: group for group in groups}


def box(group: ElementTree.Element) -> tuple[float, float, float, str | None]:
    """Left edge, width, top edge, class."""
    rect = group.find(f"{SVG}rect")
    assert rect is not None
    return float(rect.get("x", "")), float(rect.get("width", "")), float(rect.get("y", "")), rect.get("class")


def test_tensors_are_drawn_to_scale(tmp_path: Path) -> None:
    root, groups = image(tmp_path / "kernel.py", 16384)
    assert set(groups) == {"a", "b", "view"}
    a, b, view = (box(groups[name]) for name in ("a", "b", "view"))
    assert b[1] == pytest.approx(2 * a[1], abs=0.2) and view[1] == pytest.approx(a[1] / 4, abs=0.2)
    assert b[0] == pytest.approx(a[0] + a[1], abs=0.2) and view[0] == a[0]
    assert a[2] == b[2] < view[2]  # what overlaps is drawn below
    assert (a[3], b[3], view[3]) == ("in", "out", "calc")
    text = " ".join(filter(None, root.itertext()))
    assert "a: VECIN float32 [0, 32,768), 32,768 bytes" in text
    assert "c: VECCALC float32 [98304, 4*n + 98304), 4*n bytes" in text


def test_a_tensor_tells_its_place(tmp_path: Path) -> None:
    _, groups = image(tmp_path / "kernel.py", 16384)
    assert [groups["b"].get(key) for key in ("data-path", "data-line", "data-column")] == ["kernel.py", "10", "9"]


def test_what_passes_the_end_is_marked_and_inside_the_image(tmp_path: Path) -> None:
    root, groups = image(tmp_path / "kernel.py", 49152)
    left, width, _, cls = box(groups["b"])
    assert cls == "past" and left + width <= float(root.get("width", ""))


def test_chinese(tmp_path: Path) -> None:
    root, _ = image(tmp_path / "kernel.py", 16384, "--language", "zh")
    assert "字节" in "".join(filter(None, root.itertext()))


def test_no_kernel_gives_an_image_that_says_so(tmp_path: Path) -> None:
    path = tmp_path / "empty.py"
    path.write_text("x = 1\n", encoding="utf-8")
    result = run(path, "--memory-map=svg")
    assert result.returncode == 0
    assert "No static-Tensor kernel" in "".join(filter(None, ElementTree.fromstring(result.stdout).itertext()))


def test_two_things_for_the_standard_output_are_refused(tmp_path: Path) -> None:
    (tmp_path / "kernel.py").write_text("x = 1\n", encoding="utf-8")
    result = run(tmp_path / "kernel.py", "--memory-map=svg", "--emit")
    assert (result.returncode, result.stdout) == (2, "")
    assert "--emit" in result.stderr and result.stderr.count("\n") == 1
