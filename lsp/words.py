"""The server's own texts, in English and Chinese."""

from __future__ import annotations

from typing import Literal

Language = Literal["en", "zh"]

_WORDS: dict[str, tuple[str, str]] = {
    "of": ("{memory} {used} of {size} KiB", "{memory} {used} / {size} KiB"),
    "lens-map": ("show the memory map of {kernel}", "显示 {kernel} 的内存图"),
    "lens-emit": ("Emit Ascend C", "生成 Ascend C"),
    "tensors": ("{number} tensors {hardware} {range}", "{number} 个张量 {hardware} {range}"),
    "tensor": (
        "**{name}**: {position} in {hardware} ({core} of {target})",
        "**{name}**：{position}，位于 {hardware}（{target} 的 {core}）",
    ),
    "bytes": ("bytes {range}: {size} bytes of {dtype}", "字节 {range}：{size} 字节，{dtype}"),
    "written": ("written by {pipes}", "由 {pipes} 写入"),
    "read": ("read by {pipes}", "由 {pipes} 读取"),
    "cursor": ("the allocator's cursor moves from {before} to {after}", "分配器的游标从 {before} 移到 {after}"),
    "left": ("left: {left}", "剩余：{left}"),
    "left-end": ("{left} bytes to the {end} at {byte}", "距{end}（{byte}）还有 {left} 字节"),
    "past-end": ("{left} bytes past the {end} at {byte}", "超出{end}（{byte}）{left} 字节"),
    "left-unknown": ("left: not known, the size depends on {size}", "剩余：未知，大小取决于 {size}"),
    "repeated": ("allocated again in every iteration", "每次迭代都会再次分配"),
    "published limit": ("published limit", "公布上限"),
    "scratch": ("scratch of library calls", "库函数暂存区"),
    "physical end": ("physical end", "物理末尾"),
    "pipe": ("`{name}` runs in pipe {pipe} of the {core} core", "`{name}` 在 {core} 核的 {pipe} 流水上执行"),
    "pipe-event": (
        "`{name}` runs in pipe {pipe} of the {core} core: {event}, id {id}",
        "`{name}` 在 {core} 核的 {pipe} 流水上执行：{event}，id {id}",
    ),
    "barrier": ("`{name}` waits for all pipes of the {core} core", "`{name}` 等待 {core} 核的所有流水"),
    "fix-all": ("Fix everything that can be fixed safely (pyasc-lint)", "修复所有可安全修复的问题（pyasc-lint）"),
    "position-detail": ("in {hardware}", "位于 {hardware}"),
    "event-detail": ("on {cores}", "{cores}"),
    "event-partner": ("on {cores}; {name} has no partner yet", "{cores}；尚无配对的 {name}"),
    "dtype-detail": ("{bytes} bytes an element", "每元素 {bytes} 字节"),
    "dtype-left": ("{bytes} bytes an element, {left} still fit", "每元素 {bytes} 字节，还可容纳 {left} 个"),
    "pick": ("Check for which chip?", "按哪种芯片检查？"),
    "picked": ("pyasc-lint: checking for {chip}", "pyasc-lint：按 {chip} 检查"),
    "unpicked": ("pyasc-lint: the settings choose the chip again", "pyasc-lint：重新由设置决定芯片"),
    "more": ("all of --list-targets can be given by name", "可按名称指定 --list-targets 中的任何芯片"),
    "cannot-emit": ("{kernel} cannot be emitted:", "无法生成 {kernel}："),
    "no-kernel": ("there is no kernel '{kernel}' in this file", "文件中没有 kernel '{kernel}'"),
    "not-open": ("{uri} is not open", "{uri} 未打开"),
    "not-checked": (
        "{uri} is not checked: pyasc-lint is off there, or it is no Python",
        "未检查 {uri}：该处关闭了 pyasc-lint，或它不是 Python",
    ),
    "not-parsed": ("{uri} has not been analysed: see the problems", "{uri} 尚未分析：请查看问题列表"),
    "elsewhere": ("{message} ({place})", "{message}（{place}）"),
    "here": ("the place of the finding", "问题所在位置"),
}


def words(key: str, language: Language, **data: object) -> str:
    """The text of this key, with its fields filled in. Raises KeyError for one that does not exist."""
    return _WORDS[key][language == "zh"].format(**data)
