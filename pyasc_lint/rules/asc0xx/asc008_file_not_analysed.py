from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Rule, Text


class FileNotAnalysed(Rule):
    """A file, or one rule on it, could not be checked; silence about it proves nothing.

    ## What happens

    The file is not readable or not Python text, it takes longer than `time-limit` (60 seconds) or more than
    `memory-limit` (4096 MiB), or the tool itself failed. The
    rest of the run goes on.

    ## How to fix

    The message names the reason. Save the file as UTF-8, or declare its encoding in the first or second line
    (`# -*- coding: gbk -*-`). Where a rule failed, that is a defect of pyasc-lint: report
    it, and use `--ignore` with that rule until it is mended.

    ## Limits

    Where the tool is at fault the exit status is 2, and no selection or comment changes that.

    ## Source

    The operating system, Python's decoder, or the tool's own error.
    """

    code = "ASC008"
    name = "file-not-analysed"
    severity = Severity.ERROR
    summary = Text("a file, or a rule on it, could not be checked", "文件或其上的某条规则无法检查")
    remedy = Text(
        "make the file readable Python text; report a failing rule", "请确保文件是可读的 Python 文本；规则失败请上报"
    )
    messages = {
        "no-notebook": Text("is no notebook: {detail}", "不是 notebook：{detail}"),
        "directory": Text("is a directory", "是一个目录"),
        "not-regular": Text(
            "is not a regular file: pass `-` and pipe its text in", "不是普通文件：请用 `-` 并通过管道输入"
        ),
        "unreadable": Text("cannot be read: {detail}", "无法读取：{detail}"),
        "bad-name": Text("is no valid file name", "不是合法的文件名"),
        "too-large": Text("is larger than {limit} MiB: exclude it", "超过 {limit} MiB：请排除该文件"),
        "binary": Text(
            "contains null bytes: it is no text, or UTF-16 (save it as UTF-8)",
            "包含空字节：不是文本，或为 UTF-16（请另存为 UTF-8）",
        ),
        "bad-encoding": Text("cannot be decoded: {detail}; save it as UTF-8", "无法解码：{detail}；请另存为 UTF-8"),
        "undecodable": Text(
            "line {line} is not valid {encoding}: save it as UTF-8, or declare its encoding in line 1",
            "第 {line} 行不是合法的 {encoding}：请另存为 UTF-8，或在第 1 行声明编码",
        ),
        "too-deep": Text(
            "nests too deeply to be analysed: split its longest expression", "嵌套过深，无法分析：请拆分最长的表达式"
        ),
        "time-limit": Text(
            "analysis stopped after {seconds} s; findings may be missing", "分析在 {seconds} 秒后停止；结果可能不完整"
        ),
        "memory-limit": Text(
            "analysis stopped: it needs more than {limit} MiB of memory", "分析已停止：所需内存超过 {limit} MiB"
        ),
        "rule-failed": Text(
            "rule {rule} failed ({error}): this is a defect of pyasc-lint, please report it",
            "规则 {rule} 失败（{error}）：这是 pyasc-lint 的缺陷，请上报",
        ),
        "rule-failed-in-more": Text(
            "rule {rule} failed ({error}; other files where it did: {others}): this is a defect of pyasc-lint, please "
            "report it",
            "规则 {rule} 失败（{error}；失败的其他文件数：{others}）：这是 pyasc-lint 的缺陷，请上报",
        ),
        "internal": Text(
            "the analysis failed ({error}): this is a defect of pyasc-lint, please report it",
            "分析失败（{error}）：这是 pyasc-lint 的缺陷，请上报",
        ),
    }
    bad = """\
# -*- coding: utf-9 -*-  # expect: ASC008
TILE = 256
"""
    good = """\
# -*- coding: utf-8 -*-
TILE = 256
"""
