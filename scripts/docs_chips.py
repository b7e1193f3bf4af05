"""Pages of chips: every number of a profile with the sources that it was read from."""

from __future__ import annotations

from docs_words import Words, cell
from pyasc_lint.profiles import Profile, describe_targets, load_profile, load_sources
from pyasc_lint.reporting.catalogue import static_support
from pyasc_lint.reporting.phrases import engine_phrase
from pyasc_lint.rules._rule import Language

_NUMBERS = (
    "start", "published_end", "published_end_reserve_off", "scratch_start", "physical_end", "align",
)  # fmt: skip


def pages(language: Language) -> dict[str, str]:
    names = [row.name for row in describe_targets(())]
    made = {f"chips/{name}.md": _page(load_profile(name), language) for name in names}
    return {**made, "chips/index.md": _index(language)}


def _index(language: Language) -> str:
    words = Words(language)
    lines = [f"# {words['chips']}", ""]
    heads = ("chip", "also", "family", "cores", "static")
    lines.append("| " + " | ".join(words[head] for head in heads) + " | npu arch | UB |")
    lines.append("|" + "---|" * (len(heads) + 2))
    for row in describe_targets(()):
        size = words["unknown"] if row.ub_bytes is None else f"{row.ub_bytes:,}"
        cells = (f"[{row.name}]({row.name}.md)", ", ".join(row.aliases), row.family, row.cores)
        last = (static_support(row, language), row.arch, size)
        lines.append("| " + " | ".join(map(cell, (*cells, *last))) + " |")
    lines += ["", f"## {words['source-list']}", ""]
    lines += [f"| | {words['source-place']} | {words['revision']} |", "|---|---|---|"]
    for key, source in sorted(load_sources().items()):
        lines.append(f"| <a id=\"{key}\"></a>{key} | {cell(source.repository)}: {cell(source.location)} | "
                     f"{cell(source.revision)} |")  # fmt: skip
    return "\n".join(lines)


def _page(profile: Profile, language: Language) -> str:
    words = Words(language)
    lines = [f"# {profile.name}", ""]
    if profile.note:
        lines += [engine_phrase(profile.note, language), ""]
    lines += [f"{profile.family or ''} npu arch {profile.arch}", "", words["bytes"], ""]
    lines += [f"| {words['memory']} | {words['core']} | {words['number']} | | {words['sources']} |"]
    lines += ["|---|---|---|---|---|"]
    for name, memory in sorted(profile.memories.items()):
        for number in _NUMBERS:
            value = getattr(memory, number)
            if value is None:
                continue
            keys = profile.sources_of(f"memory.{name}.{number}")
            sources = ", ".join(f"[{key}](index.md#{key})" if key in load_sources() else cell(key) for key in keys)
            lines.append(f"| {name} | {memory.core} | {words[number]} | {value:,} | {sources} |")
    return "\n".join(lines)
