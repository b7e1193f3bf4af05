"""Build `pyasc_lint/api/data/*.json` from the facts JSON and the installed pyasc.

    build_api_table.py FACTS.json            write the tables (takes two minutes: every call form is probed)
    build_api_table.py FACTS.json --check    exit 1 if the committed tables differ from what would be written

Needs Python >= 3.11 and pyasc 1.1.1. `api_since.json` says in which release a name appeared first; it comes from
running `pyasc_describe.py` on the wheels of 1.0.0, 1.1.0 and 1.1.1. `api_found_traps.json` holds the traps that
are not in the facts, and corrections: found by asking pyasc 1.1.1, in the same form.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from api_entries import Builder
from api_rows import Json
from pyasc_client import Probe, describe

DATA = Path(__file__).parent.parent / "pyasc_lint" / "api" / "data"


def dump(value: Json, depth: int) -> str:
    """JSON with one line per entry at `depth` levels below the top."""
    if depth == 0 or not isinstance(value, dict) or not value:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    body = ",\n".join(f"{json.dumps(key)}:{dump(item, depth - 1)}" for key, item in value.items())
    return "{\n" + body + "\n}"


def read(name: str) -> Any:
    """A JSON file that stands next to this script."""
    return json.loads(Path(__file__).with_name(name).read_text())


def merged(known: list[Json], found: list[Json]) -> list[Json]:
    """The traps of the facts, with what was found later: new ones, and other words for known ones."""
    traps = {item["id"]: item for item in known}
    for item in found:
        traps[item["id"]] = {**traps.get(item["id"], {}), **item}
    return list(traps.values())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("facts", type=Path)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    facts = json.loads(options.facts.read_text())
    facts["known_traps"] = merged(facts["known_traps"], read("api_found_traps.json"))
    since = read("api_since.json")
    with Probe() as probe:
        builder = Builder(facts, describe(), since, probe)
        files = {
            "functions.json": dump(builder.functions_file(), 1),
            "classes.json": dump(builder.classes_file(), 1),
            "types.json": dump(builder.types_file(), 2),
            "pitfalls.json": dump(builder.pitfalls_file(), 2),
        }
    for note in builder.notes:
        print(note)
    print(f"{builder.prober.asked} call forms probed")
    changed = [
        name for name, text in files.items() if not (DATA / name).exists() or (DATA / name).read_text() != text + "\n"
    ]
    if options.check:
        for name in changed:
            print(f"{DATA / name} is out of date", file=sys.stderr)
        return 1 if changed else 0
    DATA.mkdir(exist_ok=True)
    for name, text in files.items():
        (DATA / name).write_text(text + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
