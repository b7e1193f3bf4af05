"""Start a rule: its file, its Chinese explanation, a fixture that tests it, and its line in the changelog.

    scripts/new_rule.py 1 stale-tile --severity warning --summary "a tile is read after its buffer was reused"

WHERE is a hundred (`1` or `ASC1xx`), which takes the next free code in it, or one code (`ASC506`).
Exit status: 0 written, 2 refused; then nothing was written.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

# The last code of each hundred that was given to a rule, built or only planned. A code is never given twice.
LAST_GIVEN = (8, 16, 6, 4, 5, 8, 4, 3)

KERNEL = """\
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    tile = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(tile, 0.0, 64){expect}
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

RULE = '''\
"""{code} {name}."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Finding, Rule, Text


class {class_name}(Rule):
    """{sentence}

    ## What happens
    TODO: what the device does, with numbers and their units.

    ## How to fix
    TODO: what to change.

    ## Limits
    TODO: what is assumed, and where the rule stays silent.

    ## Source
    TODO: where the fact comes from.
    """

    code = "{code}"
    name = "{name}"
    severity = Severity.{severity}
    since = "{since}"
    summary = Text("{summary}", "TODO")
    remedy = Text("TODO", "TODO")
    messages = {{"default": Text("TODO", "TODO")}}
    bad = """
{bad}"""
    good = """
{good}"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        yield from ()  # TODO: a Finding(span, data) for each fact that breaks the rule
'''

EXPLANATION = """\
TODO。

## 会发生什么
TODO

## 如何修复
TODO

## 检查范围
TODO

## 来源
TODO
"""

FIXTURE = '''\
"""{code} {name}: more cases than the rule's own examples."""

{kernel}'''


class Refused(Exception):
    """A rule that cannot be started. The message says why and what would do."""


def pick_code(rules: Path, where: str) -> str:
    """The code to use: `where` itself if it is one, else the first of its hundred that was never given."""
    taken = {path.name[:6].upper() for path in rules.glob("asc[0-9]xx/asc[0-9][0-9][0-9]_*.py")}
    if re.fullmatch(r"ASC\d{3}", where):
        code, hundred = where, int(where[3])
    elif match := re.fullmatch(r"(?:ASC)?(\d)(?:xx)?", where):
        hundred = int(match[1])
        given = [int(other[4:]) for other in taken if int(other[3]) == hundred]
        code = f"ASC{hundred}{max([*LAST_GIVEN[hundred : hundred + 1], *given], default=0) + 1:02}"
    else:
        raise Refused(f"{where}: name a hundred such as 1 or ASC1xx, or a code such as ASC117")
    if code in taken:
        raise Refused(f"{code} is taken")
    if not (rules / f"asc{hundred}xx").is_dir():
        raise Refused(f"{code}: there is no folder {rules.name}/asc{hundred}xx")
    return code


def check_name(rules: Path, name: str) -> None:
    """Raise Refused unless `name` is kebab-case, says what is wrong, and is new."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise Refused(f"{name}: a name is kebab-case, such as tile-overflow")
    if name.startswith(("no-", "disallow-")):
        raise Refused(f'{name}: say what is wrong, so that "ignore {name.partition("-")[2]}" reads well')
    if any(rules.glob(f"asc[0-9]xx/asc[0-9][0-9][0-9]_{name.replace('-', '_')}.py")):
        raise Refused(f"{name} is taken")


def with_entry(changelog: str, entry: str) -> str:
    """The changelog with `entry` as the first one of "Rules" under "Unreleased"."""
    start = re.search(r"^## Unreleased\n(?:(?!## ).*\n)*?### Rules\n\n", changelog, re.MULTILINE)
    if start is None:
        raise Refused('CHANGELOG.md has no "### Rules" under "## Unreleased"')
    return f"{changelog[: start.end()]}{entry}\n{changelog[start.end() :]}"


def write_rule(root: Path, where: str, name: str, severity: str, summary: str) -> list[Path]:
    """Write the files into the repository `root` and return their paths. Raises Refused."""
    if not re.fullmatch(r'[^"\\\n]+', summary):
        raise Refused("the summary is one phrase on one line, without double quotes or backslashes")
    rules = root / "pyasc_lint" / "rules"
    changelog = root / "CHANGELOG.md"
    code = pick_code(rules, where)
    check_name(rules, name)
    version = re.search(r'^__version__ = "(.+)"$', (root / "pyasc_lint/__init__.py").read_text("utf-8"), re.MULTILINE)
    if version is None:
        raise Refused("pyasc_lint/__init__.py has no __version__")
    stem = f"{code.lower()}_{name.replace('-', '_')}"
    bad, good = KERNEL.format(expect=f"  # expect: {code}"), KERNEL.format(expect="")
    files = {
        rules / f"asc{code[3]}xx" / f"{stem}.py": RULE.format(
            code=code, name=name, severity=severity.upper(), summary=summary, since=version[1], bad=bad, good=good,
            class_name=name.title().replace("-", ""), sentence=summary[0].upper() + summary[1:] + ".",
        ),
        rules / "explanations" / "zh" / f"{code}.md": EXPLANATION,
        root / "tests" / "fixtures" / "rules" / f"{stem}.py": FIXTURE.format(code=code, name=name, kernel=bad),
        changelog: with_entry(changelog.read_text(encoding="utf-8"), f"- {code} `{name}`: {summary}"),
    }  # fmt: skip
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return list(files)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("where", metavar="WHERE")
    parser.add_argument("name", metavar="NAME", help="kebab-case, says what is wrong")
    parser.add_argument("--severity", choices=("error", "warning", "info"), default="error")
    parser.add_argument("--summary", default="TODO", help="a phrase in lower case, without a full stop")
    parser.add_argument("--root", type=Path, default=Path(__file__).parents[1], help="the repository")
    options = parser.parse_args()
    try:
        written = write_rule(options.root, options.where, options.name, options.severity, options.summary)
    except Refused as reason:
        print(f"new_rule: {reason}", file=sys.stderr)
        return 2
    print(*(path.relative_to(options.root) for path in written), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
