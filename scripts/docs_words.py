"""The words of generated pages, in both languages."""

from __future__ import annotations

from pyasc_lint.rules._rule import Language, Text

_WORDS = {
    "home": Text("pyasc-lint", "pyasc-lint"),
    "tutorial": Text("Tutorial", "教程"),
    "rules": Text("Rules", "规则"),
    "traps": Text("Known traps of pyasc", "pyasc 的已知陷阱"),
    "chips": Text("Chips", "芯片"),
    "configuration": Text("Configuration", "配置"),
    "editors": Text("Editors", "编辑器"),
    "emitting": Text("Emitting", "生成代码"),
    "limits": Text("What it proves and what it cannot", "能证明什么、不能证明什么"),
    "published": Text("Published statements that do not hold", "与事实不符的公开说法"),
    "code": Text("code", "规则码"),
    "name": Text("name", "名称"),
    "severity": Text("severity", "级别"),
    "about": Text("what is reported", "报告什么"),
    "remedy": Text("Remedy", "处理"),
    "messages": Text("Messages", "消息"),
    "bad": Text("Reported", "会报告"),
    "good": Text("Not reported", "不会报告"),
    "since": Text("since {version}", "自 {version} 起"),
    "off": Text("off by default", "默认关闭"),
    "key": Text("key", "键"),
    "meaning": Text("meaning", "含义"),
    "value": Text("must be", "取值"),
    "default": Text("default", "默认值"),
    "reported-as": Text("reported as", "报告为"),
    "not-reported": Text("not reported: {reason}", "不报告：{reason}"),
    "chip": Text("chip", "芯片"),
    "also": Text("also called", "别名"),
    "family": Text("family", "系列"),
    "cores": Text("cores", "核"),
    "static": Text("static-Tensor kernels", "静态 Tensor kernel"),
    "yes": Text("yes", "支持"),
    "memory": Text("memory", "存储"),
    "core": Text("core", "核"),
    "bytes": Text("Sizes and limits in bytes.", "大小和界限，单位为字节。"),
    "sources": Text("sources", "来源"),
    "unknown": Text("not published", "未公开"),
    "number": Text("number", "项"),
    "start": Text("start", "起点"),
    "published_end": Text("published end", "公布上限"),
    "published_end_reserve_off": Text("published end without the reserve", "关闭保留区时的公布上限"),
    "scratch_start": Text("start of the scratch", "暂存区起点"),
    "physical_end": Text("physical end", "物理末端"),
    "align": Text("alignment", "对齐"),
    "source-list": Text("Sources", "来源"),
    "source-place": Text("repository and place", "仓库与位置"),
    "revision": Text("revision", "版本"),
}


class Words:
    """The words in one language."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def __getitem__(self, key: str) -> str:
        return self.fill(key)

    def fill(self, key: str, **data: object) -> str:
        return _WORDS[key].fill(self.language, data)


def cell(text: object) -> str:
    """A text as it may stand in a cell of a table."""
    return str(text).replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")
