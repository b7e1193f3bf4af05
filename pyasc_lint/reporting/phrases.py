"""The fixed phrases of reports, in both languages. Texts of findings stand in the rules."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Language, Text

SEVERITY = {
    Severity.ERROR: Text("error", "错误"),
    Severity.WARNING: Text("warning", "警告"),
    Severity.INFO: Text("info", "提示"),
}

_PHRASES = {
    "help": Text("help", "建议"),
    "fix": Text("fix", "修复"),
    "kernel": Text("kernel {name}", "kernel {name}"),
    "found": Text("Found {counts} in {files} ({kernels})", "在 {files}（{kernels}）中发现 {counts}"),
    "none-found": Text("No findings in {files} ({kernels})", "{files}（{kernels}）中没有发现问题"),
    "and": Text(" and ", "和 "),
    "comma": Text(", ", "、"),
    "error-1": Text("1 error", "1 个错误"),
    "error-n": Text("{n} errors", "{n} 个错误"),
    "warning-1": Text("1 warning", "1 个警告"),
    "warning-n": Text("{n} warnings", "{n} 个警告"),
    "info-1": Text("1 info", "1 条提示"),
    "info-n": Text("{n} infos", "{n} 条提示"),
    "file-1": Text("1 file", "1 个文件"),
    "file-n": Text("{n} files", "{n} 个文件"),
    "kernel-1": Text("1 kernel", "1 个 kernel"),
    "kernel-n": Text("{n} kernels", "{n} 个 kernel"),
    "target": Text("; target {targets}", "；目标 {targets}"),
    "target-comment": Text("{targets} (the target comment in {where})", "{targets}（由 {where} 中的 target 注释指定）"),
    "target-platform": Text(
        "{targets} (config.Platform in {where})", "{targets}（由 {where} 中的 config.Platform 指定）"
    ),
    "fix-safe": Text("--fix applies one where it can", "--fix 会在可行处自动修复"),
    "fix-unsafe": Text("--fix --unsafe-fixes applies one where it can", "--fix --unsafe-fixes 会在可行处自动修复"),
    "fix-both": Text(
        "--fix applies one where that is safe, --fix --unsafe-fixes where it may change what is meant",
        "安全时由 --fix 修复，可能改变原意时需加 --unsafe-fixes",
    ),
    "fix-none": Text("none, it takes a choice", "无，需要人工选择"),
    "fixable": Text("{safe} fixable with --fix", "{safe} 个可用 --fix 修复"),
    "fixable-unsafe": Text("{unsafe} fixable with --fix --unsafe-fixes", "{unsafe} 个可用 --fix --unsafe-fixes 修复"),
    "fixable-both": Text(
        "{safe} fixable with --fix, {unsafe} more with --unsafe-fixes",
        "{safe} 个可用 --fix 修复，另有 {unsafe} 个需加 --unsafe-fixes",
    ),
    "fixed": Text("Fixed {findings} in {files}", "已在 {files}中修复 {findings}"),
    "would-fix": Text("Would fix {findings} in {files}", "将在 {files}中修复 {findings}"),
    "none-fixed": Text("Fixed nothing", "没有可修复的问题"),
    "none-would-fix": Text("Would fix nothing", "不会修复任何问题"),
    "more-unsafe": Text("; {unsafe} with --unsafe-fixes", "；加 --unsafe-fixes 可修复 {unsafe} 个"),
    "refused": Text(
        "{place}: the fix of {code} ({title}) is left out: with it alone, other findings come up",
        "{place}：未应用 {code} 的修复（{title}）：单独应用会引出其他问题",
    ),
    "finding-1": Text("1 finding", "1 个问题"),
    "finding-n": Text("{n} findings", "{n} 个问题"),
    "statistics": Text("Statistics", "统计"),
    "code": Text("code", "规则码"),
    "severity": Text("severity", "级别"),
    "count": Text("count", "数量"),
    "name": Text("name", "名称"),
    "since": Text("since", "起始版本"),
    "summary": Text("summary", "说明"),
    "files": Text("files", "文件"),
    "files-skipped": Text("files without pyasc kernels", "不含 pyasc kernel 的文件"),
    "kernels": Text("kernels", "kernel"),
    "kernels-static": Text("static-Tensor kernels", "静态 Tensor kernel"),
    "kernels-complete": Text("fully analysed", "完全分析"),
    "hazards-proved": Text("proved free of hazards", "已证明无冲突"),
    "map-title": Text(
        "{kernel} ({path}:{line}): {hardware} of {core} on {target}, {size} bytes",
        "{kernel}（{path}:{line}）：{target} 上 {core} 的 {hardware}，{size} 字节",
    ),
    "map-used": Text("{used} bytes used ({share})", "已用 {used} 字节（{share}）"),
    "map-left": Text("left after byte {highest}: {ends}", "字节 {highest} 之后剩余：{ends}"),
    "map-used-most": Text("at most {used} bytes used ({share})", "最多使用 {used} 字节（{share}）"),
    "map-used-unknown": Text("unknown how many bytes are used", "已用字节数未知"),
    "map-left-most": Text("left at least, after byte {highest}: {ends}", "字节 {highest} 之后至少剩余：{ends}"),
    "map-left-unknown": Text("left: unknown, nothing bounds the tensors", "剩余：未知，张量的大小没有上界"),
    "map-none": Text("No static-Tensor kernel: no memory to show", "没有静态 Tensor kernel：无内存可显示"),
    "published limit": Text("published limit", "公布上限"),
    "scratch": Text("scratch", "内部暂存区"),
    "physical end": Text("physical end", "物理末端"),
    "every iteration": Text("every iteration", "每次迭代"),
    "no static-Tensor programming": Text("no static-Tensor programming", "不支持静态 Tensor 编程"),
    "Atlas training products have no LocalMemAllocator": Text(
        "Atlas training products have no LocalMemAllocator", "Atlas 训练系列产品没有 LocalMemAllocator"
    ),
    "Atlas 200I/500 A2 products have no LocalMemAllocator": Text(
        "Atlas 200I/500 A2 products have no LocalMemAllocator", "Atlas 200I/500 A2 产品没有 LocalMemAllocator"
    ),
    "not in pyasc's Platform": Text("not in pyasc's Platform", "不在 pyasc 的 Platform 中"),
    "not in pyasc's Platform, only in a development build or a fork": Text(
        "not in pyasc's Platform, only in a development build or a fork",
        "不在 pyasc 的 Platform 中，只在开发版本或分支版本中",
    ),
    "Ascend910B without a digit is a first-generation training chip; the Atlas A2 chips have a digit": Text(
        "Ascend910B without a digit is a first-generation training chip; the Atlas A2 chips have a digit",
        "不带数字的 Ascend910B 是第一代训练芯片；Atlas A2 的芯片名带有数字",
    ),
    "semicolon": Text("; ", "；"),
    "tensor": Text("tensor", "张量"),
    "position": Text("position", "位置"),
    "dtype": Text("dtype", "类型"),
    "address": Text("address", "地址"),
    "bytes": Text("bytes", "字节"),
    "share": Text("share", "占比"),
    "note": Text("note", "备注"),
    "checking": Text("Checking", "检查中"),
    "bad-example": Text("Reported", "会报告"),
    "good-example": Text("Not reported", "不会报告"),
    "off-by-default": Text("off by default", "默认关闭"),
    "actual": Text("what pyasc does", "pyasc 的行为"),
    "expected": Text("what is meant", "应有的行为"),
    "workaround": Text("workaround", "规避方法"),
    "left-to": Text("reported as {rule}", "由 {rule} 报告"),
    "not-reported": Text("not reported: {reason}", "不会报告：{reason}"),
    "traps": Text("Traps; --explain 'ASC701[ID]' tells more of one", "已知陷阱；--explain 'ASC701[ID]' 说明其中一个"),
    "remedy": Text("Remedy", "处理"),
    "chip": Text("chip", "芯片"),
    "family": Text("family", "系列"),
    "arch": Text("npu arch", "npu arch"),
    "cores": Text("cores", "核"),
    "ub-bytes": Text("UB bytes", "UB 字节"),
    "also": Text("also called", "别名"),
    "static-tensor": Text("static-Tensor kernels", "静态 Tensor kernel"),
    "yes": Text("yes", "支持"),
}


def phrase(key: str, language: Language, **data: object) -> str:
    """One phrase, its fields filled in."""
    return _PHRASES[key].fill(language, data)


def engine_phrase(text: str, language: Language) -> str:
    """A text that the engine or a chip profile has in English alone; unknown ones stay as they are."""
    return phrase(text, language) if text in _PHRASES else text


def counted(key: str, number: int, language: Language) -> str:
    """A number with its noun, such as "3 files"."""
    return phrase(f"{key}-{1 if number == 1 else 'n'}", language, n=f"{number:,}")
