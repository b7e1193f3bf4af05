"""The CMake project that builds emitted kernels with CANN."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Source:
    """One file of the project and the compiler options that belong to it alone."""

    name: str
    options: tuple[str, ...] = ()


def cmake(project: str, sources: Sequence[Source], npu_arch: str) -> str:
    """CMakeLists.txt: one shared library with a launcher for every kernel."""
    lines = [
        "# Build with CANN (source its set_env.sh first): cmake -B build && cmake --build build",
        "cmake_minimum_required(VERSION 3.16)",
        "",
        "find_package(ASC REQUIRED HINTS $ENV{ASCEND_HOME_PATH}/compiler/tikcpp/ascendc_kernel_cmake)",
        "",
        f"project({project} LANGUAGES ASC CXX)",
        "",
        f"add_library({project} SHARED",
        *(f"    {source.name}" for source in sources),
        ")",
        f"target_include_directories({project} PUBLIC ${{CMAKE_CURRENT_SOURCE_DIR}})",
        f"target_compile_options({project} PRIVATE $<$<COMPILE_LANGUAGE:ASC>:--npu-arch={npu_arch}>)",
    ]
    for source in sources:
        if source.options:
            quoted = ";".join(source.options)
            lines.append(f'set_source_files_properties({source.name} PROPERTIES COMPILE_OPTIONS "{quoted}")')
    return "\n".join([*lines, ""])
