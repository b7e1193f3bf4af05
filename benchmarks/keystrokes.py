"""From the last keystroke to published diagnostics, less the pause that is configured, in a kernel of 200 lines.

    python benchmarks/keystrokes.py [EDITS]

Prints the median and the 95th percentile of 200 edits as ratios to a run of pylint on the file (goal: the 95th at most
0.15), and to jedi-language-server's diagnostics less its own pause, where it is installed: pip install
jedi-language-server. All in one run, on one machine.
"""

from __future__ import annotations

import importlib.util
import statistics
import sys
import tempfile
import time
from pathlib import Path

from measure import fastest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.support.lsp_client import Client

PAUSE = 0.1
JEDI_PAUSE = 1.0
"""What jedi-language-server waits for after an edit."""
JEDI_EDITS = 30

_HEAD = """\
import asc

TILE = 2048


@asc.jit
def kernel(x: asc.GlobalAddress, y: asc.GlobalAddress, tiles: int):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 23 * TILE * tiles)
    y_gm = asc.GlobalTensor()
    y_gm.set_global_buffer(y, 23 * TILE * tiles)
    ub = asc.LocalMemAllocator()
    source = ub.alloc(asc.TPosition.VECIN, asc.float32, TILE)
    result = ub.alloc(asc.TPosition.VECOUT, asc.float32, TILE)
    for i in range(tiles):
"""
_STEP = """\
        asc.data_copy(source, x_gm[(23 * i + {step}) * TILE:], TILE)
        asc.set_flag(asc.HardEvent.MTE2_V, 0)
        asc.wait_flag(asc.HardEvent.MTE2_V, 0)
        asc.muls(result, source, {step}.0, TILE)
        asc.set_flag(asc.HardEvent.V_MTE3, 0)
        asc.wait_flag(asc.HardEvent.V_MTE3, 0)
        asc.data_copy(y_gm[(23 * i + {step}) * TILE:], result, TILE)
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
_TAIL = """\
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
TEXT = _HEAD + "".join(_STEP.format(step=step) for step in range(23)) + _TAIL
NUMBER = next(number for number, line in enumerate(TEXT.split("\n")) if "11.0, TILE" in line)


def server_times(client: Client, uri: str, edits: int, pause: float) -> list[float]:
    """Seconds from each edit to its diagnostics, less the pause: a digit in the middle of the kernel is typed anew."""
    column = TEXT.split("\n")[NUMBER].index("11.0")
    times = []
    def is_published() -> bool:
        return any(each["method"] == "textDocument/publishDiagnostics" for each in client.messages)

    client.open(uri, TEXT)
    client.wait(is_published)
    for edit in range(edits):
        client.messages.clear()
        start = {"line": NUMBER, "character": column}
        area = {"start": start, "end": {"line": NUMBER, "character": column + 1}}
        began = time.perf_counter()
        client.change(uri, edit + 2, {"range": area, "text": str(edit % 9 + 1)})
        client.wait(is_published)
        times.append(time.perf_counter() - began - pause)
    return times


def percentile(times: list[float], part: int) -> float:
    return statistics.quantiles(times, n=100, method="inclusive")[part - 1]


def measured(folder: Path, edits: int, pause: float, client: Client, **options: object) -> list[float]:
    """The times of a server, which is ended then."""
    try:
        client.initialize(folder, **options)
        return server_times(client, (folder / "kernel.py").as_uri(), edits, pause)
    finally:
        client.kill()


def main() -> int:
    edits = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "kernel.py"
        path.write_text(TEXT, encoding="utf-8")
        ours = measured(folder, edits, PAUSE, Client())
        pylint = fastest({"pylint": [sys.executable, "-m", "pylint", str(path)]}, rounds=3)["pylint"]
        p50, p95 = percentile(ours, 50), percentile(ours, 95)
        print(f"{edits} edits of a kernel of {TEXT.count(chr(10))} lines, after the pause")
        print(f"  pyasc-lint / pylint: p50 {p50 / pylint:.3f}, p95 {p95 / pylint:.3f}  (goal: p95 at most 0.15)")
        if importlib.util.find_spec("jedi_language_server") is None:
            print("  jedi-language-server is not installed")
            return 0
        jedi_command = [str(Path(sys.executable).with_name("jedi-language-server"))]
        options = {"diagnostics": {"enable": True, "didOpen": True, "didChange": True, "didSave": True}}
        jedi = measured(
            folder, JEDI_EDITS, JEDI_PAUSE, Client(command=jedi_command), initializationOptions=options
        )
        ratios = [percentile(ours, part) / percentile(jedi, part) for part in (50, 95)]
        print(f"  pyasc-lint / jedi-language-server: p50 {ratios[0]:.2f}, p95 {ratios[1]:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
