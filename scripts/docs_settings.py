"""The table of settings, from their model; what each one is and must be is in English there, and in Chinese here."""

from __future__ import annotations

from docs_words import Words, cell
from pyasc_lint.rules._rule import Language
from pyasc_lint.settings import Settings

_RULES = "规则码、规则码前缀或规则名的列表"
_YES_OR_NO = "true 或 false"

_CHINESE = {
    "extend": ("所基于的文件：本文件的内容覆盖其上", "文件名"),
    "target": ("要检查的芯片", "芯片名，或芯片名的列表"),
    "select": ("只检查这些规则", _RULES),
    "extend_select": ("另外检查这些规则", _RULES),
    "ignore": ("不检查这些规则", _RULES),
    "per_file_ignores": ("在这些文件中不检查这些规则", "从文件模式到规则码列表的表"),
    "severity": ("规则的级别", "从规则码到 error、warning、info 或 off 的表"),
    "fail_on": ("视为失败的最低级别", "error、warning 或 info"),
    "language": ("文本的语言", "en 或 zh"),
    "pyasc_version": ("编译 kernel 所用的版本", "pyasc 的版本，或 none"),
    "reserved_ub": ("CANN 是否保留 UB 的末尾", "on 或 off"),
    "cann_version": ("--build 必须找到的 CANN 版本，或其开头", 'CANN 的版本，例如 "8.5"'),
    "profiles": ("您自己的芯片配置", "芯片配置文件或目录的列表"),
    "baseline": ("记录已知问题的文件", "文件名"),
    "exclude": ("要排除的文件和目录", "文件模式的列表"),
    "force_exclude": ("exclude 是否也适用于直接指定的文件", _YES_OR_NO),
    "respect_gitignore": ("是否排除 git 所忽略的", _YES_OR_NO),
    "cache_dir": ("存放运行结果的目录", "目录名"),
    "time_limit": ("一个文件可用的秒数，0 表示不限", "秒数"),
    "memory_limit": ("一个进程可用的 MiB 数，0 表示不限", "MiB 数"),
    "output_format": ("要写出的报告", "输出格式的列表，每项可带 :FILE"),
}


def settings_table(language: Language) -> str:
    """Every key of a configuration file, with its meaning, what it must be and its default."""
    words = Words(language)
    lines = [f"| {words['key']} | {words['meaning']} | {words['value']} | {words['default']} |", "|---|---|---|---|"]
    for name, info in Settings.model().model_fields.items():
        texts = _CHINESE[name] if language == "zh" else (info.title, info.description)
        cells = (f"`{name.replace('_', '-')}`", *texts, _default(info.default))
        lines.append("| " + " | ".join(map(cell, cells)) + " |")
    return "\n".join(lines)


def _default(value: object) -> str:
    shown = ", ".join(map(str, value)) if isinstance(value, tuple) else "" if value in (None, {}) else str(value)
    return f"`{shown}`" if shown else ""
